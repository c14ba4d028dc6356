//! Moving along what is met.
//!
//! A slide is a chain of straight *legs*. Each ends where the body meets something; the rest of the wish is then bent to
//! the nearest displacement that leads into nothing that the body touches there.

use std::ops::Range;

use glam::Vec3;

use super::{Capsule, push_body, slider::Slider};
use crate::bsp::{Obstacles, node_storing::Contact};

/// A straight part of a slide.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leg {
    /// Where the centre was at its start, in metres.
    pub from: Vec3,
    /// Where it was at its end.
    pub to: Vec3,
    /// The displacement that was still wished for at its start, already bent by what the body touched there. Zero where
    /// the body was pushed clear before it moved.
    pub desired: Vec3,
    /// What the body touched at its end, as indices into [`Slide::contacts`]: the planes that bent the rest of the wish.
    pub contacts: Range<u32>,
}

/// Where a slide ended, and how.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slide {
    /// The body's centre, in metres.
    pub center: Vec3,
    /// All that bent the wish, in the order met. `depth` counts from the radius and is negative: it is the gap.
    pub contacts: Vec<Contact>,
    /// The parts of the way; each begins where the one before ended.
    pub legs: Vec<Leg>,
    /// The displacement that would have been wished for from the start, had all been known that the body touched last:
    /// over the time of the whole slide, the velocity that it ends with.
    pub remaining: Vec3,
    /// Whether the body reaches into nothing. If not, there is no room for it, and it has not moved.
    pub clear: bool,
}

/// What else bends the wish.
#[derive(Clone, Copy, Default)]
pub struct SlideOptions<'a> {
    /// Directions that the body must not move against, whatever it touches.
    pub never_against: &'a [Vec3],
    /// A second normal for a contact, asked once for each: the body will move neither against the contact's own nor
    /// against this. A walker gives the horizontal part of the normals of slopes that it cannot climb.
    pub also_against: Option<&'a dyn Fn(&Contact) -> Option<Vec3>>,
}

impl std::fmt::Debug for SlideOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SlideOptions")
            .field("never_against", &self.never_against)
            .field("also_against", &self.also_against.is_some())
            .finish()
    }
}

/// Moves the body from `from` towards `to` and along what it meets; creases and corners included.
///
/// It ends clear of everything; if it does not start so, it is first pushed out. Where there is no room for it, it stays.
/// It stops where all directions left lead away from the wish, and after sixteen legs. No leg crosses a face. Numbers
/// that are not finite, and a radius that is not positive, leave it unmoved and not clear.
#[must_use]
pub fn slide(tree: &impl Obstacles, body: Capsule, from: Vec3, to: Vec3) -> Slide {
    slide_with(tree, body, from, to, &SlideOptions::default())
}

/// As [`slide`], with more that bends the wish.
#[must_use]
pub fn slide_with(
    tree: &impl Obstacles,
    body: Capsule,
    from: Vec3,
    to: Vec3,
    options: &SlideOptions<'_>,
) -> Slide {
    let mut slide = Slide {
        center: from,
        ..Slide::default()
    };
    if !(body.is_valid() && from.is_finite() && to.is_finite()) {
        return slide;
    }
    let mut slider = Slider::new(tree, body, from, to, options);
    slider.survey(to.as_dvec3() - from.as_dvec3());
    slider.look();
    if slider
        .near
        .first()
        .is_some_and(|near| near.distance < slider.radius)
    {
        let pushed = push_body(tree, body, from);
        slide.contacts = pushed.contacts;
        if !pushed.clear {
            return slide;
        }
        slide.legs.push(Leg {
            from,
            to: pushed.center,
            desired: Vec3::ZERO,
            contacts: 0..slide.contacts.len() as u32,
        });
        slide.center = pushed.center;
        slider.center = pushed.center.as_dvec3();
        slider.survey(to.as_dvec3() - from.as_dvec3());
        slider.look();
    }
    slide.clear = true;
    slider.run(to.as_dvec3() - from.as_dvec3(), &mut slide);
    slide
}

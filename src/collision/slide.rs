//! Moving along what is met.
//!
//! A slide is a chain of straight *legs*. Each ends where the body meets something; the rest of the wish is then bent to
//! the nearest displacement that leads into nothing that the body touches there.
//!
//! A slid body rests at its radius and a *skin* from what it lies on, and its legs are swept with the radius and half
//! the skin. So a leg along a floor meets none of the edges within the floor, whatever rounding does; what a leg meets it
//! meets half a skin too near, and is moved out again. Places between are in `f64`; only ends of legs are rounded.

use std::ops::Range;

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    Capsule,
    contacts::{Near, is_clear_at, near_contacts, sort},
    half_spaces::{HalfSpace, Slack, nearest_point},
    push_body,
    surroundings::Surroundings,
};
use crate::{
    bsp::{
        Obstacles,
        node_storing::{Contact, Feature},
    },
    geometry::tolerance::{SLIDE_SKIN_COORDINATE, SLIDE_SKIN_RELATIVE},
};

/// Legs before a slide ends where it is.
const MAX_LEGS: usize = 16;

/// A wish that has become this short, relative to what it was, has ended.
const DEAD: f64 = 1.0e-7;

/// A slide up to this long, relative to the radius, gathers what it may meet before it begins.
const SHORT_WAY: f64 = 4.0;

/// A leg shorter than this share of the wish gets the body little on.
const LITTLE: f64 = 1.0 / 16.0;

/// Legs in a row that get the body little on before a slide ends where it is.
const MAX_LITTLE: u32 = 4;

/// Metres that a body may come nearer on each metre to what it touches: above [`CONE_SLACK`], so that a bent wish does
/// not meet what it was bent by.
const ALONG: f64 = 4.0e-7;

/// What is inside of the half-spaces that bend a wish of length 1. Two walls that face each other need not be parallel
/// to the last digit to let a body move between them.
const CONE_SLACK: Slack = Slack {
    outside: 1.0e-9,
    parallel: 2.0e-7,
};

/// Two unit normals whose cosine is nearer to 1 than this are one.
const SAME_NORMAL: f64 = 1.0e-13;

/// A straight part of a slide.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leg {
    /// Where the centre was at its start, in metres.
    pub from: Vec3,
    /// Where it was at its end.
    pub to: Vec3,
    /// The displacement that was still wished for at its start, already bent by what the body touched there. Zero where
    /// the body was pushed clear before it moved.
    pub wish: Vec3,
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
            wish: Vec3::ZERO,
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

/// What bends a wish.
type Touched = SmallVec<[Near; 8]>;

/// A body on its way.
struct Slider<'a, T> {
    tree: &'a T,
    /// What a short slide may meet.
    around: Surroundings<'a, T>,
    options: &'a SlideOptions<'a>,
    half_axis: DVec3,
    radius: f64,
    skin: f64,
    center: DVec3,
    /// What is within [`Slider::sight`], the nearest first.
    near: Vec<Near>,
}

impl<'a, T: Obstacles> Slider<'a, T> {
    fn new(tree: &'a T, body: Capsule, from: Vec3, to: Vec3, options: &'a SlideOptions<'a>) -> Self {
        // Coordinates of places where nothing is do not matter.
        let bounds = tree.bounds();
        let extents = body.extents().as_dvec3();
        let most = if bounds.is_empty() {
            0.0
        } else {
            (bounds.min.abs().max(bounds.max.abs()) + extents).max_element()
        };
        let coordinate = (from.abs().max(to.abs()).as_dvec3() + extents).max_element();
        let radius = f64::from(body.radius);
        Self {
            tree,
            around: Surroundings::none(tree),
            options,
            half_axis: body.half_axis.as_dvec3(),
            radius,
            skin: SLIDE_SKIN_RELATIVE * radius + SLIDE_SKIN_COORDINATE * coordinate.min(most),
            center: from.as_dvec3(),
            near: Vec::new(),
        }
    }

    /// The distance from the axis at which the body rests.
    fn rest(&self) -> f64 {
        self.radius + self.skin
    }

    /// How far from [`Slider::rest`] still counts as resting.
    fn play(&self) -> f64 {
        0.25 * self.skin
    }

    /// The distance from the axis up to which the body touches something: moved out by half a skin from one wall, it may
    /// have left another by as much.
    fn touching(&self) -> f64 {
        self.rest() + self.play() + 0.5 * self.skin
    }

    /// The distance from the axis with which legs are swept.
    fn swept(&self) -> f64 {
        self.radius + 0.5 * self.skin
    }

    /// Gathers what the body may meet on a short way: all further questions there are answered without the tree.
    fn survey(&mut self, wish: DVec3) {
        let length = wish.length();
        self.around = if length > SHORT_WAY * self.radius {
            Surroundings::none(self.tree)
        } else {
            // A displacement that is nearest to the wish in a cone ends on the sphere that has the wish for its diameter,
            // and any chain of shares of such displacements ends within. What else moves the body is some skins.
            let reach = self.rest() + 0.5 * length + 8.0 * self.skin;
            Surroundings::new(self.tree, self.half_axis, reach, self.center + 0.5 * wish)
        };
    }

    /// Looks for what is near: so far that a step of a skin brings nothing else within rest.
    fn look(&mut self) {
        let sight = self.rest() + self.play() + self.skin;
        near_contacts(&self.around, self.half_axis, sight, self.center, &mut self.near);
    }

    /// Moves the centre a little, to where the body rests on what it has come too near to, if there is such a place.
    fn come_to_rest(&mut self) {
        let too_near = |near: &Near| near.distance < self.rest() - self.play();
        if !self.near.iter().any(too_near) {
            return;
        }
        let spaces: SmallVec<[HalfSpace; 16]> = self
            .near
            .iter()
            .map(|near| near.half_space(self.center, self.rest()))
            .collect();
        let slack = Slack::both(1.0e-12 * (1.0 + self.center.abs().max_element()));
        let Some(place) = nearest_point(self.center, &spaces, slack).filter(|place| place.is_finite()) else {
            return;
        };
        if place.distance(self.center) <= self.skin {
            self.center = place;
            for near in &mut self.near {
                *near = near.moved(place, self.half_axis);
            }
            sort(&mut self.near);
        } else if place.distance(self.center) <= 0.5 * self.radius {
            // In an acute corner it is a longer way, on which there may be something.
            let first = self
                .around
                .first_impact(self.half_axis, self.swept(), self.center, place, ALONG);
            if first.is_none() {
                self.center = place;
                self.look();
            }
        }
    }

    /// What the body touches and what bends its wish, the nearest first; then what of `held` it is no further from than
    /// a little.
    ///
    /// An edge or a vertex that is level with, or below, the plane on which a nearer contact lets the body move is none:
    /// on that plane the body comes no nearer to it.
    fn touched(&self, held: &[Near]) -> Touched {
        let mut touched = Touched::new();
        let near = self
            .near
            .iter()
            .take_while(|near| near.distance <= self.touching())
            .copied();
        let held = held.iter().map(|held| held.moved(self.center, self.half_axis));
        for near in near.chain(held) {
            let asks_nothing = touched.iter().any(|nearer: &Near| {
                let level = near.feature != Feature::Face
                    && nearer.normal.dot(near.point - nearer.point) <= self.play();
                level || nearer.normal.dot(near.normal) > 1.0 - SAME_NORMAL
            });
            if !asks_nothing {
                touched.push(near);
            }
        }
        touched
    }

    /// The displacement nearest to the wish that leads against nothing that is touched.
    fn bend(&self, wish: DVec3, touched: &[Near]) -> DVec3 {
        let length = wish.length();
        if length <= 0.0 {
            return DVec3::ZERO;
        }
        let mut spaces: SmallVec<[HalfSpace; 16]> = SmallVec::new();
        let mut against = |normal: DVec3| {
            if let Some(normal) = normal.try_normalize() {
                spaces.push(HalfSpace { normal, offset: 0.0 });
            }
        };
        for normal in self.options.never_against {
            against(normal.as_dvec3());
        }
        for near in touched {
            against(near.normal);
            if let Some(also) = self.options.also_against
                && let Some(normal) = also(&near.contact(self.radius))
            {
                against(normal.as_dvec3());
            }
        }
        nearest_point(wish / length, &spaces, CONE_SLACK).map_or(DVec3::ZERO, |bent| bent * length)
    }

    /// All legs.
    fn run(&mut self, wish: DVec3, slide: &mut Slide) {
        let length = wish.length();
        // The part of the wish that is still to be moved.
        let mut left = 1.0;
        self.come_to_rest();
        let mut touched = self.touched(&[]);
        // Legs in a row that got it little on.
        let mut little = 0;
        let mut bent = self.bend(wish, &touched);
        self.note(&touched, slide);
        for _ in 0..MAX_LEGS {
            // Also refuses a wish of no length.
            if !(bent.length() > DEAD * length && left > DEAD) {
                break;
            }
            let target = self.center + bent * left;
            let (begin, from) = (self.center, slide.center);
            let leg_wish = (bent * left).as_vec3();
            let first = self
                .around
                .first_impact(self.half_axis, self.swept(), self.center, target, ALONG);
            let met = first.is_some();
            if let Some(first) = first {
                self.center = first.center;
                left *= 1.0 - first.t;
                self.look();
                self.come_to_rest();
            } else {
                self.center = target;
            }
            let to = self.center.as_vec3();
            // Where it met something, it has just looked at all that is near.
            let clear = if met {
                let reaches_into = |near: &Near| {
                    near.distance < self.touching()
                        && near.moved(to.as_dvec3(), self.half_axis).distance < self.radius
                };
                !self.near.iter().any(reaches_into)
            } else {
                is_clear_at(&self.around, self.half_axis, self.radius, to.as_dvec3())
            };
            if !clear {
                break;
            }
            slide.center = to;
            let before = slide.contacts.len() as u32;
            if met {
                // Between two walls that it touches in turn, each bends the wish into the other: what it has hardly left
                // still counts.
                let gets_on = self.center.distance(begin) > LITTLE * length;
                little = if gets_on { 0 } else { little + 1 };
                let held = if gets_on { Touched::new() } else { touched };
                touched = self.touched(&held);
                bent = self.bend(wish, &touched);
                self.note(&touched, slide);
            }
            slide.legs.push(Leg {
                from,
                to,
                wish: leg_wish,
                contacts: before..slide.contacts.len() as u32,
            });
            if !met || little >= MAX_LITTLE {
                break;
            }
        }
        slide.remaining = if bent.length() > DEAD * length {
            bent.as_vec3()
        } else {
            Vec3::ZERO
        };
    }

    fn note(&self, touched: &[Near], slide: &mut Slide) {
        slide
            .contacts
            .extend(touched.iter().map(|near| near.contact(self.radius)));
    }
}

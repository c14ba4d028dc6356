//! The slide: moves a body until it hits something, clips the remaining displacement to the planes that the body
//! touches, and repeats.
//!
//! This is Quake's `PM_StepSlideMove`, except that it computes the nearest possible displacement exactly instead of by
//! trial and error. In the air, every touched surface clips the mover's slide. On the ground, only walls clip it, and
//! the ground changes the height.

mod advance;
mod space;
mod touches;

use crate::tolerance::{SLIDE_SKIN_COORDINATE, SLIDE_SKIN_RELATIVE};
use bspwalk_trees::{Contact, Obstacles, observer::Stage};
use glam::{DVec3, Vec3};
use smallvec::SmallVec;

pub(super) use space::{Method, Space, Touch};

use super::{
    Capsule, depenetrate,
    half_spaces::clip,
    is_clear,
    surroundings::Surroundings,
    tolerance::{NO_DISPLACEMENT, UNCLIPPED},
};

const MAX_LEGS: u32 = 12;

/// A straight section of the path of a body's centre, in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Leg {
    /// Start point.
    pub from: Vec3,
    /// End point.
    pub to: Vec3,
}

/// The result of a slide. Points and lengths are in metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slide {
    /// Final centre of the body.
    pub center: Vec3,
    /// All contacts: first the faces that the body was pushed out of, then those hit along the legs, then any others
    /// that it touches at the end.
    ///
    /// If the body touches a surface without overlapping it, the depth is negative: it is minus the gap that a slide
    /// keeps.
    pub contacts: Vec<Contact>,
    /// Path of the centre. Each leg begins where the previous one ended.
    pub legs: Vec<Leg>,
    /// The desired displacement, clipped to all planes that the body hit. Divide it by the duration to get
    /// the final velocity.
    pub clipped_displacement: Vec3,
    /// Whether the body overlaps nothing at the end. If false, there is not enough space for the body, and it has not
    /// moved.
    pub clear: bool,
}

/// Moves a body from `from` towards `to` (in metres), sliding along all obstacles, including creases and corners.
///
/// The body ends clear of everything, and no leg of its path crosses a face. If it overlaps something at the start,
/// [`depenetrate`] first moves it out. If there is not enough space for it, it stays at `from` and is reported as not
/// clear. The same applies to a body with non-finite values or a non-positive radius.
#[must_use]
pub fn slide(tree: &impl Obstacles, body: Capsule, from: Vec3, to: Vec3) -> Slide {
    let mut slide = Slide {
        center: from,
        ..Slide::default()
    };
    if !(body.is_valid() && from.is_finite() && to.is_finite()) {
        return slide;
    }
    let desired = to.as_dvec3() - from.as_dvec3();
    // All positions reached by a sequence of clipped displacements lie within the ball whose diameter is the desired
    // displacement.
    let around = Surroundings::within(tree, body, from.midpoint(to), 0.5 * desired.length());
    let skin = skin(SLIDE_SKIN_RELATIVE, body, from);
    let space = Space {
        tree: &around,
        body,
        method: Method::Sweep,
        skin,
    };
    let mut touches = space.touches(from);
    // Touches are sorted by distance.
    if touches.first().is_some_and(|touch| touch.gap() < 0.25 * skin) {
        if !is_clear(tree, body, from) {
            let moved = depenetrate(tree, body, from);
            slide.contacts = moved.contacts;
            if !moved.clear {
                return slide;
            }
            slide.go_to(moved.center);
        }
        slide.go_to(space.with_skin_gap(slide.center));
        touches = space.touches(slide.center);
    }
    slide.clear = true;
    let slid = slide_freely(&space, slide.center, touches, desired, desired);
    let touches = space.touches(slid.at);
    let has_gap = touches.first().is_none_or(|touch| touch.gap() > 0.1 * skin);
    for leg in &slid.legs {
        if !(has_gap || is_clear(&around, body, leg.to)) {
            break;
        }
        slide.go_to(leg.to);
    }
    slide.contacts.extend(slid.contacts);
    for touch in touches {
        touch.add_to(&mut slide.contacts);
    }
    if slid.velocity.length() > NO_DISPLACEMENT * desired.length() {
        slide.clipped_displacement = slid.velocity.as_vec3();
    }
    slide
}

impl Slide {
    fn go_to(&mut self, to: Vec3) {
        let from = std::mem::replace(&mut self.center, to);
        if from != to {
            self.legs.push(Leg { from, to });
        }
    }
}

impl Touch {
    fn gap(&self) -> f64 {
        -f64::from(self.contact.depth)
    }

    pub(super) fn add_to(&self, contacts: &mut Vec<Contact>) {
        let triangle = self.contact.triangle;
        if !contacts.iter().any(|known| known.triangle == triangle) {
            contacts.push(self.contact);
        }
    }
}

/// Returns the gap that a body at `at` keeps from all surfaces, in metres.
pub(super) fn skin(relative: f64, body: Capsule, at: Vec3) -> f64 {
    relative * f64::from(body.radius)
        + SLIDE_SKIN_COORDINATE * f64::from(at.abs().max_element() + body.half_axis.abs().max_element())
}

#[derive(Debug, Default)]
pub(super) struct Constraints {
    normals: SmallVec<[DVec3; 8]>,
    sources: SmallVec<[usize; 8]>,
    /// Slopes of the ground, for bodies whose displacements are horizontal.
    pub(super) slopes: Option<SmallVec<[DVec3; 8]>>,
}

impl Constraints {
    fn of(touches: &[Touch]) -> Self {
        Self {
            normals: touches.iter().map(|touch| touch.normal).collect(),
            sources: (0..touches.len()).collect(),
            slopes: None,
        }
    }

    pub(super) fn add(&mut self, normal: DVec3, source: usize) {
        self.normals.push(normal);
        self.sources.push(source);
    }

    fn opposing(&self, displacement: DVec3) -> Option<usize> {
        let along = self.normals.iter().map(|normal| normal.dot(displacement));
        along
            .zip(&self.sources)
            .filter(|&(along, _)| along < 0.0)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, &source)| source)
    }

    /// Returns how much the ground rises along a horizontal displacement, or `None` if the body is not on the ground.
    fn rise(&self, displacement: DVec3) -> Option<f64> {
        let slopes = self.slopes.as_ref()?;
        let rises = slopes.iter().map(|slope| -slope.dot(displacement));
        Some(rises.reduce(f64::max).unwrap_or(0.0))
    }
}

#[derive(Clone, Debug)]
pub(super) struct SlideResult {
    pub(super) at: Vec3,
    pub(super) velocity: DVec3,
    pub(super) legs: Vec<Leg>,
    pub(super) contacts: Vec<Contact>,
    pub(super) blocked: Option<Touch>,
    pub(super) push: Vec3,
    /// Displacement lost to rounding if the slide ended without a hit, in metres.
    pub(super) lost: DVec3,
}

impl SlideResult {
    pub(super) fn add(&mut self, from: Vec3, to: Vec3, hit: Option<Touch>) {
        self.legs.push(Leg { from, to });
        self.contacts.extend(hit.map(|touch| touch.contact));
        self.at = to;
    }
}

pub(super) fn slide_by<T: Obstacles>(
    space: &Space<'_, T>,
    from: Vec3,
    mut touches: Vec<Touch>,
    displacement: DVec3,
    velocity: DVec3,
    constrain: impl Fn(Vec3, &[Touch], DVec3) -> Constraints,
) -> SlideResult {
    let mut slid = SlideResult {
        at: from,
        velocity,
        legs: Vec::new(),
        contacts: Vec::new(),
        blocked: None,
        push: Vec3::ZERO,
        lost: DVec3::ZERO,
    };
    let mut left = displacement;
    let mut descent_blocked = false;
    for _ in 0..MAX_LEGS {
        let constraints = constrain(slid.at, &touches, left);
        let mut along = clip(left, &constraints.normals);
        space.report_stage(|| Stage::Clipped {
            planes: constraints.normals.len() as u32,
            before: left,
            after: along,
        });
        if along.length() < left.length() * UNCLIPPED
            && let Some(source) = constraints.opposing(left)
        {
            slid.blocked.get_or_insert(touches[source]);
            slid.velocity = clip(slid.velocity, &constraints.normals);
        }
        if along.length() <= NO_DISPLACEMENT * displacement.length() {
            break;
        }
        let mut descends = false;
        if let Some(rise) = constraints.rise(along) {
            // If a wall overhangs the descending ground, first move horizontally away from the wall.
            let rise = if descent_blocked { rise.max(0.0) } else { rise };
            descends = rise < 0.0;
            along = along.with_y(rise);
        }
        let mut advance = space.advance(slid.at, along);
        if constraints.slopes.is_some() && f64::from(advance.push.y) > space.skin {
            // A surface that is too steep to walk on must not push a grounded body up. Instead, the body gets as close
            // to it as it can.
            let raised = constrain(advance.at, &space.touches(advance.at), left);
            if raised.slopes.is_none_or(|slopes| slopes.is_empty()) {
                advance = space.advance_vertically(slid.at, along);
            }
        }
        space.report_stage(|| Stage::Leg {
            from: slid.at,
            to: advance.at,
            stopped: advance.hit.is_some(),
        });
        descent_blocked = descends && advance.share < NO_DISPLACEMENT;
        slid.add(slid.at, advance.at, advance.hit);
        slid.push += advance.push;
        left *= 1.0 - advance.share;
        if advance.hit.is_none() {
            slid.lost = advance.lost;
            break;
        }
        touches = space.touches(slid.at);
        touches.extend(advance.hit);
    }
    slid
}

pub(super) fn slide_freely<T: Obstacles>(
    space: &Space<'_, T>,
    from: Vec3,
    touches: Vec<Touch>,
    displacement: DVec3,
    velocity: DVec3,
) -> SlideResult {
    slide_by(space, from, touches, displacement, velocity, |_, touches, _| {
        Constraints::of(touches)
    })
}

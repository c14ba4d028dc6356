//! Determines how a body yields when a thing moves a short distance.
//!
//! The body is swept in the thing's frame of reference. After an impact, the rest of the motion pushes the body along
//! the surfaces that it hits.

use bspwalk_trees::{FaceId, NodeTree, Obstacles};
use glam::{DVec3, Vec3};

use super::Mover;
use crate::{
    contacts, depenetrate, is_clear,
    slide::{self, Method, SlideResult, Space, slide_freely},
    surroundings::Surroundings,
    things::{Assembly, Isometry, Placed},
    tolerance::MOVER_SKIN_RELATIVE,
};

/// Maximum displacement of a moving thing in a short motion, measured at the body and relative to the body's radius.
///
/// During a short motion, an obstacle that was in front of the body cannot end up behind it, no matter which way the
/// body yields.
const SHORT: f64 = 0.25;

/// Maximum distance that a short motion may push a body sideways, relative to the body's radius.
const ASIDE: f64 = 1.0;

/// Gap that a body keeps from all surfaces after being pushed out, relative to the skin.
const GAP: f64 = 0.8;

/// Gaps relative to the skin, largest first.
///
/// The body keeps the largest of these gaps that is no larger than its gap before the motion. With any collision
/// method, it can then still slide out from between a thing and a wall.
const GAPS: [f64; 3] = [0.75, 0.5, 0.25];

/// Displacements shorter than this fraction of the skin count as zero.
const NO_MOTION: f64 = 1.0e-3;

/// The level and the moving things around a body.
pub(super) struct ThingSurroundings<'a> {
    pub(super) level: &'a NodeTree,
    /// Current poses of the things. The moving thing is already at the end of its motion.
    pub(super) things: &'a [Placed<'a>],
    pub(super) moving: usize,
}

/// A short motion of a moving thing.
pub(super) struct Motion<'a> {
    pub(super) before: Placed<'a>,
    /// Motion of a point fixed to the thing, in level space.
    pub(super) by: Isometry,
    /// Whether the motion is already at the finest subdivision. If so, it counts as short for every body.
    pub(super) is_finest: bool,
}

/// Position of a body after it has yielded to a moving thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Displaced {
    pub(super) center: Vec3,
    /// Displacement lost to rounding, in metres.
    pub(super) lost: DVec3,
}

/// Reason why a body cannot yield to a moving thing.
#[derive(Clone, Copy, Debug)]
pub(super) enum Blocked {
    /// Another obstacle is in the way, and the motion is too long to predict where the body would end up.
    TooLong,
    /// There is not enough space. `face` is the face of the thing that would hit the body.
    Squeezed { face: FaceId },
}

impl Mover {
    pub(super) fn displace_by_thing(
        &self,
        surroundings: &ThingSurroundings<'_>,
        motion: &Motion<'_>,
        ride: Option<DVec3>,
    ) -> Result<Displaced, Blocked> {
        let from = self.position.as_dvec3();
        let skin = slide::skin(MOVER_SKIN_RELATIVE, self.body(), self.position);
        let carried = ride.unwrap_or(DVec3::ZERO);
        // Motion of the body in the thing's initial frame of reference.
        let back = motion.by.inverse();
        let relative = back.point(from + carried) - from;
        let (mut wanted, mut face) = (carried, None);
        if relative.length() > NO_MOTION * skin {
            let slid = self.slide_among(&motion.before, relative, skin);
            let met = slid.blocked.map(|touch| touch.contact);
            if let Some(contact) = met.or(slid.contacts.first().copied()) {
                face = Some(contact.face);
                wanted = motion.by.point(slid.at.as_dvec3() + slid.lost) - from;
            }
        }
        let aim = from + wanted;
        let mut displaced = Displaced {
            center: self.position,
            lost: wanted,
        };
        let others = Assembly::all_but(surroundings.level, surroundings.things, Some(surroundings.moving));
        if wanted.length() > NO_MOTION * skin {
            displaced.center = self.slide_among(&others, wanted, skin).at;
            displaced.lost = aim - displaced.center.as_dvec3();
        }
        let all = Assembly::new(surroundings.level, surroundings.things);
        let after = &surroundings.things[surroundings.moving];
        // Keep a gap so that the body can still move afterwards, but no larger than its gap before the motion.
        let most = GAPS[0] * skin;
        let had =
            self.gap_to(&others, self.position, most)
                .min(self.gap_to(&motion.before, self.position, most));
        let gaps = GAPS.map(|share| share * skin);
        let least = gaps.into_iter().find(|&gap| had >= gap).unwrap_or(had);
        let is_clear_at =
            |center: Vec3| is_clear(&all, self.body(), center) && self.gap_to(&all, center, most) >= least;
        let rounding = f64::from(f32::EPSILON * displaced.center.abs().max_element());
        if displaced.lost.length() <= rounding + NO_MOTION * skin && is_clear_at(displaced.center) {
            return Ok(displaced);
        }
        displaced.lost = DVec3::ZERO;
        if !(motion.is_finest || self.is_short(&motion.by)) {
            return Err(Blocked::TooLong);
        }
        // Position that the body would reach if it were attached to the thing. On the way there, it would cross no face
        // of the thing.
        let fixed = motion.by.point(from).as_vec3();
        let is_beside = |center: Vec3| !after.is_blocked(fixed, center);
        if is_clear_at(displaced.center) && is_beside(displaced.center) {
            return Ok(displaced);
        }
        let radius = f64::from(self.body().radius);
        let with_gap = self.body().with_radius((radius + GAP * skin) as f32);
        let out = depenetrate(&all, with_gap, displaced.center);
        let is_near = f64::from(out.center.distance(displaced.center)) <= ASIDE * radius;
        if out.clear && is_near && is_beside(out.center) && is_clear_at(out.center) {
            displaced.center = out.center;
            return Ok(displaced);
        }
        let face = face.or_else(|| self.deepest_face(after, displaced.center));
        Err(Blocked::Squeezed {
            face: face.unwrap_or(FaceId::NONE),
        })
    }

    fn is_short(&self, by: &Isometry) -> bool {
        let (from, body) = (self.position.as_dvec3(), self.body());
        let (axis, radius) = (body.half_axis.as_dvec3(), f64::from(body.radius));
        let ends = [-axis, axis].map(|end| (by.point(from + end) - (from + end)).length());
        ends[0].max(ends[1]) <= SHORT * radius
    }

    fn slide_among(&self, set: &impl Obstacles, displacement: DVec3, skin: f64) -> SlideResult {
        let body = self.body();
        let around = Surroundings::within(set, body, self.position, displacement.length());
        let space = Space {
            tree: &around,
            body,
            method: Method::Sweep,
            skin,
        };
        let touches = space.touches(self.position);
        slide_freely(&space, self.position, touches, displacement, DVec3::ZERO)
    }

    /// Returns the gap between the body centred at `center` and a set of obstacles, but at most `most`. Lengths are in
    /// metres.
    fn gap_to(&self, set: &impl Obstacles, center: Vec3, most: f64) -> f64 {
        let radius = f64::from(self.body().radius) + most;
        let mut found = Vec::new();
        contacts(set, self.body().with_radius(radius as f32), center, &mut found);
        found
            .first()
            .map_or(most, |contact| most - f64::from(contact.depth))
    }

    fn deepest_face(&self, thing: &Placed<'_>, center: Vec3) -> Option<FaceId> {
        let mut found = Vec::new();
        contacts(thing, self.body(), center, &mut found);
        found.first().map(|contact| contact.face)
    }
}

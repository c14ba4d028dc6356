//! How a body gives way to a thing that moves a short way: the body is swept in the frame of the thing, and what is left of the
//! motion after an impact pushes it along what it meets.

use glam::{DVec3, Vec3};

use super::Mover;
use crate::{
    NodeTree, Obstacles,
    collision::{
        contacts, depenetrate, is_clear,
        slide::{self, Method, Slid, Space, slide_freely},
        surroundings::Surroundings,
        things::{Assembly, Isometry, Placed},
        tolerance::MOVER_SKIN_RELATIVE,
    },
};

/// A motion is short for a body if the thing moves no farther there than this share of the radius: then what was in front of the
/// body is not behind it after it, whichever way it gave.
const SHORT: f64 = 0.25;

/// How far a body may be moved aside in one short motion, relative to the radius.
const ASIDE: f64 = 1.0;

/// The gap that a body between a thing and something else keeps to both where it is pushed out, relative to the skin.
const GAP: f64 = 0.8;

/// The least gap that it keeps to the thing, relative to the skin: enough for it to slide out, by whichever method.
const LEAST_GAP: f64 = 0.5;

/// A displacement shorter than this share of the skin counts as none.
const NO_MOTION: f64 = 1.0e-3;

/// The level and the things in it.
pub(super) struct Around<'a> {
    pub(super) level: &'a NodeTree,
    /// Where they are; the one that moves is at the end of its motion.
    pub(super) things: &'a [Placed<'a>],
    /// The one that moves.
    pub(super) moving: usize,
}

/// A straight or slightly turned motion of a thing.
pub(super) struct Motion<'a> {
    /// The thing at its start.
    pub(super) before: Placed<'a>,
    /// What it does to a point of the level that is fixed to the thing.
    pub(super) by: Isometry,
    /// Whether it is part of so fine a division that it counts as short for every body.
    pub(super) is_finest: bool,
}

/// Where a body came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gave {
    pub(super) center: Vec3,
    /// What rounding took from its displacement, in metres.
    pub(super) lost: DVec3,
}

/// Why a body did not give way.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stays {
    /// Something else is in its way, and the motion is too long to say where it goes.
    TooLong,
    /// There is no room. The face is the one of the thing that it would meet.
    Squeezed { face: u32 },
}

impl Mover {
    /// Where the body goes while a thing moves. It is clear of everything at the start; `ride` is the displacement of one that
    /// stands on the thing.
    pub(super) fn give_way(
        &self,
        around: &Around<'_>,
        motion: &Motion<'_>,
        ride: Option<DVec3>,
    ) -> Result<Gave, Stays> {
        let from = self.position.as_dvec3();
        let skin = slide::skin(MOVER_SKIN_RELATIVE, self.body(), self.position);
        let carried = ride.unwrap_or(DVec3::ZERO);
        // In the frame of the thing at its start, the body moves by this.
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
        let mut gave = Gave {
            center: self.position,
            lost: wanted,
        };
        if wanted.length() > NO_MOTION * skin {
            let others = Assembly::all_but(around.level, around.things, Some(around.moving));
            gave.center = self.slide_among(&others, wanted, skin).at;
            gave.lost = aim - gave.center.as_dvec3();
        }
        let all = Assembly::new(around.level, around.things);
        let after = &around.things[around.moving];
        let is_clear_at = |center: Vec3| is_clear(&all, self.body(), center);
        let rounding = f64::from(f32::EPSILON * gave.center.abs().max_element());
        if gave.lost.length() <= rounding + NO_MOTION * skin && is_clear_at(gave.center) {
            return Ok(gave);
        }
        gave.lost = DVec3::ZERO;
        if !(motion.is_finest || self.is_short(&motion.by)) {
            return Err(Stays::TooLong);
        }
        // Where the body would be if it were fixed to the thing: from there it crossed no face of the thing.
        let fixed = motion.by.point(from).as_vec3();
        let is_beside = |center: Vec3| !after.is_blocked(fixed, center);
        // It keeps a gap to the thing, as it could else not move on, or as much of one as it had.
        let least = self.gap_to(&motion.before, self.position, LEAST_GAP * skin);
        let is_apart = |center: Vec3| self.gap_to(after, center, LEAST_GAP * skin) >= least;
        if is_clear_at(gave.center) && is_apart(gave.center) && is_beside(gave.center) {
            return Ok(gave);
        }
        let radius = f64::from(self.body().radius);
        let with_gap = self.body().with_radius((radius + GAP * skin) as f32);
        let out = depenetrate(&all, with_gap, gave.center);
        let is_near = f64::from(out.center.distance(gave.center)) <= ASIDE * radius;
        if out.clear && is_near && is_beside(out.center) && is_clear_at(out.center) {
            gave.center = out.center;
            return Ok(gave);
        }
        let face = face.or_else(|| self.deepest_face(after, gave.center));
        Err(Stays::Squeezed {
            face: face.unwrap_or(super::NO_FACE),
        })
    }

    /// Whether a motion is short where the body is.
    fn is_short(&self, by: &Isometry) -> bool {
        let (from, body) = (self.position.as_dvec3(), self.body());
        let (axis, radius) = (body.half_axis.as_dvec3(), f64::from(body.radius));
        let ends = [-axis, axis].map(|end| (by.point(from + end) - (from + end)).length());
        ends[0].max(ends[1]) <= SHORT * radius
    }

    /// Slides the body by a displacement, along everything that it meets.
    fn slide_among(&self, set: &impl Obstacles, displacement: DVec3, skin: f64) -> Slid {
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

    /// How far the body at a place is from a thing, but no more than `most`. Lengths are in metres.
    fn gap_to(&self, thing: &Placed<'_>, center: Vec3, most: f64) -> f64 {
        let radius = f64::from(self.body().radius) + most;
        let mut found = Vec::new();
        contacts(thing, self.body().with_radius(radius as f32), center, &mut found);
        found
            .first()
            .map_or(most, |contact| most - f64::from(contact.depth))
    }

    /// The face of a thing that the body at a place reaches into most.
    fn deepest_face(&self, thing: &Placed<'_>, center: Vec3) -> Option<u32> {
        let mut found = Vec::new();
        contacts(thing, self.body(), center, &mut found);
        found.first().map(|contact| contact.face)
    }
}

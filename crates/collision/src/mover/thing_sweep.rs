//! Sweeps one moving thing against nearby bodies.
//!
//! In the thing's frame of reference, the bodies move towards the thing and are swept against its faces. A straight
//! motion is a single step if the bodies have no other obstacles; otherwise it is divided into steps. A rotation is
//! divided into steps that are nearly straight.

use bspwalk_geometry::Aabb;
use bspwalk_trees::{FaceId, NodeTree, Obstacles};
use glam::DVec3;

use super::{
    Event, Mover,
    give_way::{Blocked, Displaced, Motion, ThingSurroundings},
    recovery::CLEAR,
};
use crate::{
    is_clear,
    slide::skin,
    things::{Assembly, Isometry, Placed},
    tolerance::MOVER_SKIN_RELATIVE,
};

/// The result of [`move_things`](super::move_things).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    /// Final pose of each thing: `after`, or an earlier pose if it was stopped.
    pub poses: Vec<Isometry>,
    /// Bodies that could not yield, each with the thing it stopped.
    pub squeezes: Vec<Squeeze>,
    /// Bodies that were carried, each with the thing that carried it.
    pub rides: Vec<Ride>,
    /// Events of the bodies, each with the index of the affected body.
    pub events: Vec<(usize, Event)>,
}

/// A body that could not yield to a moving thing. The thing stopped before penetrating the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Squeeze {
    /// Index of the moving thing.
    pub thing: usize,
    /// Index of the body.
    pub body: usize,
    /// Fraction of the motion that the thing completed before it stopped, from 0 to 1.
    pub part: f64,
    /// Face number, as assigned by the caller, of the thing's face that hit the body.
    pub face: FaceId,
}

/// A body that rides on a moving thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ride {
    /// Index of the body.
    pub body: usize,
    /// Index of the moving thing.
    pub thing: usize,
    /// Displacement of the body caused by the thing, in metres.
    pub displacement: DVec3,
    /// Rotation of the thing about the vertical (in radians), counter-clockwise seen from above. You can rotate a view
    /// attached to the body by this angle.
    pub turn: f64,
}

/// Smallest step, as a fraction of the motion. Only the last step before a stop may be smaller.
const FINEST: f64 = 1.0 / 512.0;

/// Maximum deviation of a straight step from the arc of the rotation, relative to the skin.
const OFF_ARC: f64 = 0.25;

/// Maximum distance that a tilt may move the ends of a body's axis in one step, relative to the body's radius.
const TILT: f64 = 0.125;

const HALVINGS: u32 = 14;

/// Maximum rotation (in radians) between two poses whose bounds are merged.
const BOUNDS_TURN: f64 = 0.25;

/// A body near the path of a moving thing.
pub(super) struct NearbyBody {
    body: usize,
    /// Whether the body can be pushed and can stop the thing. True if the body is clear at the start.
    takes_part: bool,
    rides: bool,
    good_rides: bool,
    start: DVec3,
}

/// Sweep of one moving thing against nearby bodies.
pub(super) struct ThingSweep<'a, 'b> {
    pub(super) level: &'a NodeTree,
    /// All moving things. Earlier ones in the list are already at their final poses.
    pub(super) placed: &'b mut [Placed<'a>],
    pub(super) index: usize,
    pub(super) before: Isometry,
    pub(super) after: Isometry,
}

impl ThingSweep<'_, '_> {
    fn bounds(&self) -> Aabb {
        let tree = self.placed[self.index].tree();
        let corners = tree.bounds().corners();
        let angle = self
            .before
            .motion_to(&self.after)
            .axis_angle()
            .map_or(0.0, |(_, angle)| angle);
        let pieces = (angle / BOUNDS_TURN).ceil().max(1.0);
        let mut last: Option<[DVec3; 8]> = None;
        let (mut bounds, mut off_arc) = (Aabb::EMPTY, 0.0_f64);
        for piece in 0..=pieces as u32 {
            let pose = self.before.interpolate(&self.after, f64::from(piece) / pieces);
            bounds = bounds.union(&Placed::new(tree, pose).bounds());
            let now = corners.map(|corner| pose.point(corner));
            for (from, to) in last.iter().flatten().zip(&now) {
                off_arc = off_arc.max(0.5 * from.distance(*to) * (0.25 * angle / pieces).tan());
            }
            last = Some(now);
        }
        bounds.inflated(off_arc)
    }

    pub(super) fn bodies_near(
        &self,
        bodies: &[&mut Mover],
        is_carried: &mut [bool],
        seconds: f64,
    ) -> Vec<NearbyBody> {
        if self.placed[self.index].bounds().is_empty() {
            return Vec::new();
        }
        let bounds = self.bounds();
        let whole = self.before.motion_to(&self.after);
        let all = Assembly::new(self.level, self.placed);
        let near = bodies.iter().enumerate().filter_map(|(body, mover)| {
            let is_near =
                mover.position.is_finite() && mover.bounds_at(mover.position, 0.0).intersects(&bounds);
            let good_rides = mover.good_pose_stands_on(self.level, self.placed, self.index);
            if !is_near && !good_rides {
                return None;
            }
            let shape = mover.body();
            let takes_part =
                is_near && is_clear(&all, shape.with_radius(shape.radius * CLEAR), mover.position);
            let rides = takes_part
                && !is_carried[body]
                && mover.stands_on(self.level, self.placed, self.index)
                && mover.can_follow(&whole, seconds);
            is_carried[body] |= rides;
            Some(NearbyBody {
                body,
                takes_part,
                rides,
                good_rides,
                start: mover.position.as_dvec3(),
            })
        });
        near.collect()
    }

    fn straight_share(&self, bodies: &[&mut Mover], near: &[NearbyBody]) -> f64 {
        let motion = self.before.motion_to(&self.after);
        let Some((axis, angle)) = motion.axis_angle() else {
            return 1.0;
        };
        let back = motion.inverse();
        let is_tilt = axis.y.abs() < 1.0 - 1.0e-12;
        let mut share = 1.0_f64;
        for mover in near
            .iter()
            .filter(|near| near.takes_part)
            .map(|near| &bodies[near.body])
        {
            let (from, body) = (mover.position.as_dvec3(), mover.body());
            let skin = skin(MOVER_SKIN_RELATIVE, body, mover.position);
            let chord = (back.point(from) - from).length();
            let arc = chord * (0.5 * angle) / (0.5 * angle).sin() + skin;
            share = share.min((8.0 * OFF_ARC * skin / (arc * angle)).sqrt());
            let half = f64::from(body.half_axis.length());
            if is_tilt && half > 0.0 {
                share = share.min(TILT * f64::from(body.radius) / (half * angle));
            }
        }
        share.max(FINEST)
    }

    pub(super) fn move_until_blocked(
        &mut self,
        bodies: &mut [&mut Mover],
        near: &[NearbyBody],
        moved: &mut Moved,
    ) -> f64 {
        if !near.iter().any(|near| near.takes_part) {
            self.placed[self.index] = Placed::new(self.placed[self.index].tree(), self.after);
            return 1.0;
        }
        let most = self.straight_share(bodies, near);
        let (mut done, mut piece) = (0.0, most);
        while done < 1.0 {
            let to = if done + piece * 1.001 >= 1.0 {
                1.0
            } else {
                done + piece
            };
            match self.attempt([done, to], to - done <= 1.01 * FINEST, bodies, near) {
                Ok(displaced) => {
                    self.commit(done, to, bodies, near, &displaced);
                    done = to;
                    piece = (2.0 * piece).min(most);
                }
                Err(failed) if failed.iter().any(|(_, why)| matches!(why, Blocked::TooLong)) => {
                    piece = (0.5 * (to - done)).max(FINEST);
                }
                Err(failed) => return self.stop(done, to, failed, bodies, near, moved),
            }
        }
        1.0
    }

    /// Finds by bisection how far the thing can move, given a reachable and an unreachable fraction of its motion, and
    /// stops it there.
    fn stop(
        &mut self,
        done: f64,
        to: f64,
        mut failed: Vec<(usize, Blocked)>,
        bodies: &mut [&mut Mover],
        near: &[NearbyBody],
        moved: &mut Moved,
    ) -> f64 {
        let (mut low, mut high, mut best) = (done, to, None);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            match self.attempt([done, middle], true, bodies, near) {
                Ok(displaced) => (low, best) = (middle, Some(displaced)),
                Err(why) => (high, failed) = (middle, why),
            }
        }
        match best {
            Some(displaced) => self.commit(done, low, bodies, near, &displaced),
            None => self.place(done),
        }
        for (body, why) in failed {
            if let Blocked::Squeezed { face } = why {
                moved.squeezes.push(Squeeze {
                    thing: self.index,
                    body,
                    part: low,
                    face,
                });
                let thing = self.index as u32;
                moved.events.push((body, Event::Squeezed { thing }));
            }
        }
        low
    }

    fn place(&mut self, part: f64) {
        let pose = self.before.interpolate(&self.after, part);
        self.placed[self.index] = Placed::new(self.placed[self.index].tree(), pose);
    }

    /// Computes where the bodies end up if the thing moves between two fractions of its motion.
    ///
    /// If some bodies cannot yield, returns them as an error. In either case, the thing is left at the second fraction.
    fn attempt(
        &mut self,
        [from, to]: [f64; 2],
        is_finest: bool,
        bodies: &[&mut Mover],
        near: &[NearbyBody],
    ) -> Result<Vec<Option<Displaced>>, Vec<(usize, Blocked)>> {
        let [start, end] = [from, to].map(|part| self.before.interpolate(&self.after, part));
        self.place(to);
        let motion = Motion {
            before: Placed::new(self.placed[self.index].tree(), start),
            by: start.motion_to(&end),
            is_finest,
        };
        let surroundings = ThingSurroundings {
            level: self.level,
            things: self.placed,
            moving: self.index,
        };
        let mut failed = Vec::new();
        let displaced = near
            .iter()
            .map(|near| {
                let mover = &bodies[near.body];
                if !near.takes_part {
                    return None;
                }
                let ride = near
                    .rides
                    .then(|| mover.carried_displacement(&motion.by) + mover.memory.ride_lost);
                let displaced = mover.displace_by_thing(&surroundings, &motion, ride);
                displaced.map_err(|why| failed.push((near.body, why))).ok()
            })
            .collect();
        if failed.is_empty() {
            Ok(displaced)
        } else {
            Err(failed)
        }
    }

    fn commit(
        &mut self,
        from: f64,
        to: f64,
        bodies: &mut [&mut Mover],
        near: &[NearbyBody],
        displaced: &[Option<Displaced>],
    ) {
        let [start, end] = [from, to].map(|part| self.before.interpolate(&self.after, part));
        let by = start.motion_to(&end);
        self.place(to);
        for (near, displaced) in near.iter().zip(displaced) {
            let Some(displaced) = displaced else { continue };
            let mover = &mut bodies[near.body];
            mover.position = displaced.center;
            if near.rides {
                mover.memory.ride_lost = displaced.lost;
                mover.rotate_ground_normal(&by);
            }
        }
    }

    pub(super) fn finish_rides(
        &self,
        bodies: &mut [&mut Mover],
        near: &[NearbyBody],
        part: f64,
        moved: &mut Moved,
    ) {
        let by = self.before.motion_to(&self.before.interpolate(&self.after, part));
        for near in near {
            let mover = &mut bodies[near.body];
            if near.good_rides {
                mover.move_good_pose(&by);
            }
            if near.rides {
                moved.rides.push(Ride {
                    body: near.body,
                    thing: self.index,
                    displacement: mover.position.as_dvec3() - near.start,
                    turn: by.yaw(),
                });
            }
        }
    }
}

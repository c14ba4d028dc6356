//! The way of one thing that moves, among the bodies near it.
//!
//! In the frame of the thing, the bodies come towards it, and are swept against its faces. A straight motion is taken at once
//! where nothing else is in the way of the bodies, otherwise in pieces, and a turn in pieces that are nearly straight.

use bspwalk_geometry::Aabb;
use glam::DVec3;

use super::{
    Event, Mover,
    give_way::{Around, Gave, Motion, Stays},
    moved::{Moved, Ride, Squeeze},
    recovery::CLEAR,
};
use crate::{
    NodeTree, Obstacles,
    collision::{
        is_clear,
        slide::skin,
        things::{Assembly, Isometry, Placed},
        tolerance::MOVER_SKIN_RELATIVE,
    },
};

/// The finest division of a motion: no piece is shorter than this share of it, but where the thing stops.
const FINEST: f64 = 1.0 / 512.0;

/// How far a straight piece may be off the arc of a turn, relative to the skin.
const OFF_ARC: f64 = 0.25;

/// How far a tilt may move the ends of a body's axis in one piece, relative to the radius.
const TILT: f64 = 0.125;

/// How often the piece in which a thing must stop is halved.
const HALVINGS: u32 = 14;

/// Largest part of a turn between two places whose bounds are joined, in radians.
const BOUNDS_TURN: f64 = 0.25;

/// A body near the way of a thing.
pub(super) struct Near {
    body: usize,
    /// Whether it can be pushed and stop the thing: it is clear at the start.
    takes_part: bool,
    rides: bool,
    /// Whether the place to which it may be put back is on the thing.
    good_rides: bool,
    start: DVec3,
}

/// The way of one thing.
pub(super) struct Way<'a, 'b> {
    pub(super) level: &'a NodeTree,
    /// All things, those before this one where they came to.
    pub(super) placed: &'b mut [Placed<'a>],
    /// Which of them moves.
    pub(super) index: usize,
    pub(super) before: Isometry,
    pub(super) after: Isometry,
}

impl Way<'_, '_> {
    /// The bounds of the thing on its whole way.
    fn bounds(&self) -> Aabb {
        let tree = self.placed[self.index].tree();
        let corners = tree.bounds().corners();
        let angle = self
            .before
            .motion_to(&self.after)
            .turn()
            .map_or(0.0, |(_, angle)| angle);
        let pieces = (angle / BOUNDS_TURN).ceil().max(1.0);
        let mut last: Option<[DVec3; 8]> = None;
        let (mut bounds, mut off_arc) = (Aabb::EMPTY, 0.0_f64);
        for piece in 0..=pieces as u32 {
            let pose = self.before.between(&self.after, f64::from(piece) / pieces);
            bounds = bounds.union(&Placed::new(tree, pose).bounds());
            let now = corners.map(|corner| pose.point(corner));
            for (from, to) in last.iter().flatten().zip(&now) {
                off_arc = off_arc.max(0.5 * from.distance(*to) * (0.25 * angle / pieces).tan());
            }
            last = Some(now);
        }
        bounds.inflated(off_arc)
    }

    /// The bodies that are near, and those that it takes along.
    pub(super) fn bodies_near(
        &self,
        bodies: &[&mut Mover],
        is_carried: &mut [bool],
        seconds: f64,
    ) -> Vec<Near> {
        if self.placed[self.index].bounds().is_empty() {
            return Vec::new();
        }
        let bounds = self.bounds();
        let whole = self.before.motion_to(&self.after);
        let all = Assembly::new(self.level, self.placed);
        let near = bodies.iter().enumerate().filter_map(|(body, mover)| {
            let is_near =
                mover.position.is_finite() && mover.bounds_at(mover.position, 0.0).intersects(&bounds);
            let good_rides = mover.good_stands_on(self.level, self.placed, self.index);
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
            Some(Near {
                body,
                takes_part,
                rides,
                good_rides,
                start: mover.position.as_dvec3(),
            })
        });
        near.collect()
    }

    /// The largest share of the way that is nearly straight for the bodies near it.
    fn straight_share(&self, bodies: &[&mut Mover], near: &[Near]) -> f64 {
        let motion = self.before.motion_to(&self.after);
        let Some((axis, angle)) = motion.turn() else {
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

    /// Goes as far as the bodies let it. Returns the part of the way.
    pub(super) fn go(&mut self, bodies: &mut [&mut Mover], near: &[Near], moved: &mut Moved) -> f64 {
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
                Ok(gave) => {
                    self.commit(done, to, bodies, near, &gave);
                    done = to;
                    piece = (2.0 * piece).min(most);
                }
                Err(failed) if failed.iter().any(|(_, why)| matches!(why, Stays::TooLong)) => {
                    piece = (0.5 * (to - done)).max(FINEST);
                }
                Err(failed) => return self.stop(done, to, failed, bodies, near, moved),
            }
        }
        1.0
    }

    /// Stops between a part of the way up to which it came and one that it cannot reach.
    fn stop(
        &mut self,
        done: f64,
        to: f64,
        mut failed: Vec<(usize, Stays)>,
        bodies: &mut [&mut Mover],
        near: &[Near],
        moved: &mut Moved,
    ) -> f64 {
        let (mut low, mut high, mut best) = (done, to, None);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            match self.attempt([done, middle], true, bodies, near) {
                Ok(gave) => (low, best) = (middle, Some(gave)),
                Err(why) => (high, failed) = (middle, why),
            }
        }
        match best {
            Some(gave) => self.commit(done, low, bodies, near, &gave),
            None => self.place(done),
        }
        for (body, why) in failed {
            if let Stays::Squeezed { face } = why {
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

    /// Puts the thing at a part of its way.
    fn place(&mut self, part: f64) {
        let pose = self.before.between(&self.after, part);
        self.placed[self.index] = Placed::new(self.placed[self.index].tree(), pose);
    }

    /// Where the bodies would come to if the thing went from one part of its way to another; or those that do not give way. The
    /// thing is put at the latter.
    fn attempt(
        &mut self,
        [from, to]: [f64; 2],
        is_finest: bool,
        bodies: &[&mut Mover],
        near: &[Near],
    ) -> Result<Vec<Option<Gave>>, Vec<(usize, Stays)>> {
        let [start, end] = [from, to].map(|part| self.before.between(&self.after, part));
        self.place(to);
        let motion = Motion {
            before: Placed::new(self.placed[self.index].tree(), start),
            by: start.motion_to(&end),
            is_finest,
        };
        let around = Around {
            level: self.level,
            things: self.placed,
            moving: self.index,
        };
        let mut failed = Vec::new();
        let gave = near
            .iter()
            .map(|near| {
                let mover = &bodies[near.body];
                if !near.takes_part {
                    return None;
                }
                let ride = near
                    .rides
                    .then(|| mover.ride(&motion.by) + mover.memory.ride_lost);
                let gave = mover.give_way(&around, &motion, ride);
                gave.map_err(|why| failed.push((near.body, why))).ok()
            })
            .collect();
        if failed.is_empty() { Ok(gave) } else { Err(failed) }
    }

    /// Moves thing and bodies from one part of the way to another.
    fn commit(
        &mut self,
        from: f64,
        to: f64,
        bodies: &mut [&mut Mover],
        near: &[Near],
        gave: &[Option<Gave>],
    ) {
        let [start, end] = [from, to].map(|part| self.before.between(&self.after, part));
        let by = start.motion_to(&end);
        self.place(to);
        for (near, gave) in near.iter().zip(gave) {
            let Some(gave) = gave else { continue };
            let mover = &mut bodies[near.body];
            mover.position = gave.center;
            if near.rides {
                mover.memory.ride_lost = gave.lost;
                mover.turn_ground(&by);
            }
        }
    }

    /// Moves what bodies remember along with the thing, once it has come to a part of its way.
    pub(super) fn finish(&self, bodies: &mut [&mut Mover], near: &[Near], part: f64, moved: &mut Moved) {
        let by = self.before.motion_to(&self.before.between(&self.after, part));
        for near in near {
            let mover = &mut bodies[near.body];
            if near.good_rides {
                mover.move_good(&by);
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

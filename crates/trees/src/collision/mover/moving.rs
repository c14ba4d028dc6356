//! Things move, and the bodies on them and in their way with them.
//!
//! The things move one after the other. Each goes from where it is as far as it can; in the frame of the thing, the bodies come
//! towards it, and are swept against its faces. A straight motion is taken at once where nothing else is in the way of the
//! bodies, otherwise in pieces, and a turn in pieces that are nearly straight. `give_way` is one body and one piece, `carry` what
//! rides.

use bspwalk_geometry::Aabb;
use glam::DVec3;

use super::{
    Event, Mover,
    give_way::{Around, Gave, Motion, Stays},
    recovery::CLEAR,
};
use crate::{
    NodeTree, Obstacles,
    collision::{
        is_clear,
        slide::skin,
        things::{Assembly, Isometry, Placed, Thing},
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

/// What became of the things and bodies in [`move_things`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    /// Where each thing is now: `after`, or short of it where it was stopped.
    pub poses: Vec<Isometry>,
    /// The bodies that had no room to give way, each with the thing that it stopped.
    pub squeezes: Vec<Squeeze>,
    /// The bodies that were carried, each with the thing that it stands on.
    pub rides: Vec<Ride>,
    /// What happened to the bodies: the index of the body and the event.
    pub events: Vec<(usize, Event)>,
}

/// A body that had no room to give way to a thing. The thing stopped before it reached into the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Squeeze {
    /// The index of the thing.
    pub thing: usize,
    /// The index of the body.
    pub body: usize,
    /// The part of its motion at which the thing stopped, from 0 to 1.
    pub part: f64,
    /// The number of the face of the thing that the body met, as the caller gave it.
    pub face: u32,
}

/// A body that was carried by the thing that it stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ride {
    /// The index of the body.
    pub body: usize,
    /// The index of the thing.
    pub thing: usize,
    /// How far the thing moved it, in metres.
    pub displacement: DVec3,
    /// The turn of the thing about the vertical, in radians, counter-clockwise seen from above. A view that goes with the body may
    /// be turned by it.
    pub turn: f64,
}

/// Moves things from where they are at the start of a tick to where they would be at its end, before the bodies make their own
/// tick among them.
///
/// A body that stands on a thing is carried: by the displacement of its lowest point, which includes the thing's turn about the
/// vertical. It stays upright, and its velocity stays as it is, relative to the thing. It is not carried by a thing that sinks
/// faster than the body's greatest speed of falling. A body is carried by one thing only: a thing does not carry another thing.
///
/// A body in the way of a thing is pushed: by what is left of the motion, along what it meets of the thing and along the level
/// and the other things. If it has no room, the thing stops where it met the body, before its `after`; [`Moved::poses`] tells where,
/// [`Moved::squeezes`] which body was in the way, and the body's [`Event::Squeezed`] is among [`Moved::events`]. What happens
/// then is up to the caller: a door may open again.
///
/// Afterwards, each body that was clear of the level and of all things is so again, with all things at [`Moved::poses`]. No
/// speed of a thing makes it jump a body. The things move in the order of the slice, each while the others rest. Bodies do not
/// meet each other. All of them are pushed with the shape that they have by [`Mover::body`], also those whose method is
/// [`CollisionMethod::Quake`](super::CollisionMethod::Quake).
///
/// The way of a thing is that of [`Isometry::between`]: a turn is by less than half a turn in one call. A thing stays where
/// it is if the number of seconds is not positive, or if one of its places has no finite numbers. A body that reaches into something
/// at the start, such as a thing that was put there, is neither carried nor pushed, and stops nothing; its next tick frees it.
///
/// ```
/// use bspwalk_geometry::TaggedTriangle;
/// use bspwalk_trees::{BuildParams, NodeTree};
/// use bspwalk_trees::collision::{
///     mover::{CollisionMethod, Input, Mode, Mover, MoverParams, move_things},
///     things::{Assembly, Isometry, Placed, Thing},
/// };
/// use glam::{DVec3, dvec3, vec3};
///
/// let square = [dvec3(-5.0, 0.0, 5.0), dvec3(5.0, 0.0, 5.0), dvec3(0.0, 0.0, -5.0)];
/// let tree = |face| NodeTree::build(&[TaggedTriangle { corners: square, face }], &BuildParams::default());
/// let (level, lift) = (tree(0)?, tree(1)?);
/// let at = |height| Isometry::from_translation(DVec3::Y * height);
/// let mut body = Mover::new(&MoverParams::default(), Mode::Walk, CollisionMethod::Sweep, vec3(0.0, 2.7, 0.0));
/// let (mut height, seconds) = (1.0, 1.0 / 60.0);
/// for _ in 0..60 {
///     let thing = Thing { tree: &lift, before: at(height), after: at(height + 2.0 / 60.0) };
///     let moved = move_things(&level, &[thing], &mut [&mut body], seconds);
///     height = moved.poses[0].translation.y;
///     let things = [Placed::new(&lift, moved.poses[0])];
///     body.tick(&Assembly::new(&level, &things), &Input::default(), seconds);
/// }
/// assert!(body.is_grounded() && (body.feet().y - 3.0).abs() < 0.001);
/// # Ok::<(), bspwalk_trees::node_storing::BuildError>(())
/// ```
pub fn move_things(level: &NodeTree, things: &[Thing<'_>], bodies: &mut [&mut Mover], seconds: f32) -> Moved {
    let mut moved = Moved {
        poses: things.iter().map(|thing| thing.before).collect(),
        ..Moved::default()
    };
    if !(seconds > 0.0) {
        return moved;
    }
    let mut placed: Vec<Placed<'_>> = things
        .iter()
        .map(|thing| Placed::new(thing.tree, thing.before))
        .collect();
    let mut is_carried = vec![false; bodies.len()];
    for (index, thing) in things.iter().enumerate() {
        let [before, after] =
            [thing.before, thing.after].map(|pose| Isometry::new(pose.rotation, pose.translation));
        if before == after || !before.is_finite() || !after.is_finite() {
            continue;
        }
        let mut way = Way {
            level,
            placed: &mut placed,
            index,
            before,
            after,
        };
        let riders = way.riders(bodies, &mut is_carried, seconds.into());
        let part = way.go(bodies, &riders, &mut moved);
        moved.poses[index] = if part < 1.0 {
            before.between(&after, part)
        } else {
            thing.after
        };
        way.finish(bodies, &riders, part, &mut moved);
    }
    moved
}

/// A body near the way of a thing.
struct Near {
    body: usize,
    /// Whether it can be pushed and stop the thing: it is clear at the start.
    takes_part: bool,
    rides: bool,
    /// Whether the place to which it may be put back is on the thing.
    good_rides: bool,
    start: DVec3,
}

/// The way of one thing.
struct Way<'a, 'b> {
    level: &'a NodeTree,
    /// All things, those before this one where they came to.
    placed: &'b mut [Placed<'a>],
    index: usize,
    before: Isometry,
    after: Isometry,
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
    fn riders(&self, bodies: &[&mut Mover], is_carried: &mut [bool], seconds: f64) -> Vec<Near> {
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
    fn go(&mut self, bodies: &mut [&mut Mover], near: &[Near], moved: &mut Moved) -> f64 {
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
    fn finish(&self, bodies: &mut [&mut Mover], near: &[Near], part: f64, moved: &mut Moved) {
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
            } else if near.takes_part {
                mover.memory.ride_lost = DVec3::ZERO;
            }
        }
    }
}

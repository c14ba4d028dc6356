//! Moves doors, lifts and other moving things, together with the bodies on them or in their way.
//!
//! The things move one after the other, each as far as it can. `thing_sweep` moves a single thing, `give_way` moves a
//! body out of its way during one step, and `carry` moves riding bodies.

use bspwalk_trees::NodeTree;
use glam::DVec3;

use super::{
    Mover,
    thing_sweep::{Moved, ThingSweep},
};
use crate::things::{Isometry, Placed, Thing};

/// Moves things to their poses at the end of a tick. Call this before ticking the bodies.
///
/// A thing carries a body standing on it: the body's lowest point follows the thing, including its rotation about the
/// vertical. The body stays upright, and its velocity relative to the thing does not change. A thing that sinks faster
/// than the body's terminal speed does not carry it. Only one thing carries a body, and things do not carry other
/// things.
///
/// A thing pushes bodies that are in its way. The rest of its motion pushes each body along the surfaces of the thing,
/// the level and the other things. If there is not enough space, the thing stops where it hit the body, before its
/// `after` pose. [`Moved::poses`] then contains the thing's actual pose, and [`Moved::squeezes`] lists the body.
/// [`Moved::events`] contains the body's [`Event::Squeezed`](super::Event::Squeezed). You decide how to react: for
/// example, a door may open again.
///
/// Afterwards, each body that was clear of the level and of all things is clear again, with all things at
/// [`Moved::poses`]. A thing never skips over a body, no matter how fast it moves. The things move in the order of the
/// slice, one at a time. Bodies do not collide with each other. All bodies are pushed with the shape that
/// [`Mover::body`] returns, even if their method is [`CollisionMethod::Quake`](super::CollisionMethod::Quake).
///
/// A thing moves along the path of [`Isometry::interpolate`], which rotates by less than half a turn per call. It does not
/// move if the number of seconds is not positive, or if one of its poses is not finite. A body that overlaps something
/// at the start, such as a newly placed thing, is not carried or pushed and does not stop anything. Its next tick moves
/// it out.
///
/// ```
/// use bspwalk_collision::{
///     mover::{CollisionMethod, Input, Mode, Mover, MoverParams, move_things},
///     things::{Assembly, Isometry, Placed, Thing},
/// };
/// use bspwalk_geometry::{FaceId, TaggedTriangle};
/// use bspwalk_trees::{BuildParams, NodeTree};
/// use glam::{DVec3, dvec3, vec3};
///
/// let square = [dvec3(-5.0, 0.0, 5.0), dvec3(5.0, 0.0, 5.0), dvec3(0.0, 0.0, -5.0)];
/// let tree = |face| NodeTree::build(&[TaggedTriangle { corners: square, face }], &BuildParams::default());
/// let (level, lift) = (tree(FaceId(0))?, tree(FaceId(1))?);
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
    // The negated comparison also rejects NaN.
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
        let mut sweep = ThingSweep {
            level,
            placed: &mut placed,
            index,
            before,
            after,
        };
        let near = sweep.bodies_near(bodies, &mut is_carried, seconds.into());
        let part = sweep.move_until_blocked(bodies, &near, &mut moved);
        moved.poses[index] = if part < 1.0 {
            before.interpolate(&after, part)
        } else {
            thing.after
        };
        sweep.finish_rides(bodies, &near, part, &mut moved);
    }
    for (mover, _) in bodies
        .iter_mut()
        .zip(is_carried)
        .filter(|(_, is_carried)| !is_carried)
    {
        mover.memory.ride_lost = DVec3::ZERO;
    }
    moved
}

//! Things move, and the bodies on them and in their way with them.
//!
//! The things move one after the other, each from where it is as far as it can: that is `way`. `give_way` is one body and one piece
//! of the way, `carry` what rides.

use glam::DVec3;

use super::{Mover, moved::Moved, way::Way};
use crate::{
    NodeTree,
    collision::things::{Isometry, Placed, Thing},
};

/// Moves things from where they are at the start of a tick to where they would be at its end, before the bodies make their own
/// tick among them.
///
/// A body that stands on a thing is carried: by the displacement of its lowest point, which includes the thing's turn about the
/// vertical. It stays upright, and its velocity stays as it is, relative to the thing. It is not carried by a thing that sinks
/// faster than the body's greatest speed of falling. A body is carried by one thing only: a thing does not carry another thing.
///
/// A body in the way of a thing is pushed: by what is left of the motion, along what it meets of the thing and along the level
/// and the other things. If it has no room, the thing stops where it met the body, before its `after`; [`Moved::poses`] tells where,
/// [`Moved::squeezes`] which body was in the way, and the body's [`Event::Squeezed`](super::Event::Squeezed) is among [`Moved::events`]. What happens
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
        let near = way.bodies_near(bodies, &mut is_carried, seconds.into());
        let part = way.go(bodies, &near, &mut moved);
        moved.poses[index] = if part < 1.0 {
            before.between(&after, part)
        } else {
            thing.after
        };
        way.finish(bodies, &near, part, &mut moved);
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

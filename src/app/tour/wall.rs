//! Where the tour sends the body: to a wall that is near.

use bevy::prelude::*;

use crate::bsp::NodeTree;

/// How many directions are looked into.
const DIRECTIONS: u16 = 32;

/// How near and how far a wall may be, in metres.
const NEAR: f32 = 1.5;
const FAR: f32 = 12.0;

/// A face whose normal is steeper than this is no wall: the sine of its angle to the horizontal.
const STEEP: f32 = 0.5;

/// The direction from the eye to a wall, in radians to the left of −Z: one that is near and met head on, without much of a
/// turn. None where no wall is in reach.
pub(super) fn heading(tree: &NodeTree, eye: Vec3, yaw: f32) -> Option<f32> {
    let turns = (0..DIRECTIONS).map(|index| f32::from(index) / f32::from(DIRECTIONS) * std::f32::consts::TAU);
    let scored = turns.filter_map(|turn| {
        let direction = Quat::from_rotation_y(yaw + turn) * Vec3::NEG_Z;
        let hit = tree.cast(eye, eye + direction * FAR)?;
        let distance = hit.point.distance(eye);
        let is_wall = hit.normal.y.abs() < STEEP && distance >= NEAR;
        let head_on = hit.normal.dot(direction).abs();
        let back = turn.min(std::f32::consts::TAU - turn);
        // A wall that is met at an angle turns the body rather than stops it.
        let score = head_on * head_on * 3.0 - back * 0.4 - distance * 0.1;
        is_wall.then_some((yaw + turn, score))
    });
    let best = scored.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(best.0.rem_euclid(std::f32::consts::TAU))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::overlays::test_trees, bsp::BuildParams};

    #[test]
    fn a_wall_is_met_head_on() {
        let (tree, level) = test_trees::room();
        let eye = level.spawn.eye.as_vec3();
        let yaw = heading(&tree, eye, 0.3).expect("a room has walls");
        let direction = Quat::from_rotation_y(yaw) * Vec3::NEG_Z;
        let hit = tree.cast(eye, eye + direction * FAR).expect("there it is");
        assert!(hit.normal.dot(direction).abs() > 0.9, "{hit:?}");
        assert!(hit.normal.y.abs() < STEEP);
    }

    #[test]
    fn far_from_everything_there_is_none() {
        let (tree, _) = test_trees::room();
        assert_eq!(heading(&tree, Vec3::new(0.0, 1.0e4, 0.0), 0.0), None);
        let nothing = NodeTree::build(&[], &BuildParams::default()).expect("nothing to build");
        assert_eq!(heading(&nothing, Vec3::ZERO, 0.0), None);
    }
}

//! Where the tour sends the body: to a wall that is near.

use bevy::prelude::*;

use crate::bsp::NodeTree;

/// How many directions are looked into.
const DIRECTIONS: u16 = 32;

/// How near and how far a wall may be, in metres.
const NEAR: f32 = 1.5;
const FAR: f32 = 12.0;

/// A wall is wide enough if what is so far to the left and to the right of the body, in metres, is about as far away.
const BESIDE: f32 = 0.7;

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
        let right = direction.cross(Vec3::Y);
        let is_wide = [-BESIDE, BESIDE].iter().all(|side| {
            let from = eye + right * side;
            let beside = tree.cast(from, from + direction * FAR);
            beside.is_some_and(|beside| (beside.point.distance(from) - distance).abs() < BESIDE)
        });
        let is_wall = is_wide && hit.normal.y.abs() < STEEP && distance >= NEAR;
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
    use crate::{app::overlays::test_trees, bsp::BuildParams, geometry::TaggedTriangle};

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
    fn a_post_is_no_wall() {
        // A post half a metre wide ahead, a wall behind.
        let quad = |x: f32, z: f32, facing: f32| {
            let corner =
                |i: f32, y: f32| glam::DVec3::new(f64::from(x * i * facing), f64::from(y), f64::from(z));
            let [a, b, c, d] = [
                corner(-1.0, 0.0),
                corner(1.0, 0.0),
                corner(1.0, 3.0),
                corner(-1.0, 3.0),
            ];
            [[a, b, c], [a, c, d]]
        };
        let corners = [quad(0.25, -4.0, 1.0), quad(6.0, 5.0, -1.0)].concat();
        let faces: Vec<_> = (0..)
            .zip(corners)
            .map(|(face, corners)| TaggedTriangle { corners, face })
            .collect();
        let tree = test_trees::tree(&faces);
        let yaw = heading(&tree, Vec3::Y, 0.0).expect("the wall");
        assert!((yaw - std::f32::consts::PI).abs() < 0.5, "{yaw}");
    }

    #[test]
    fn far_from_everything_there_is_none() {
        let (tree, _) = test_trees::room();
        assert_eq!(heading(&tree, Vec3::new(0.0, 1.0e4, 0.0), 0.0), None);
        let nothing = NodeTree::build(&[], &BuildParams::default()).expect("nothing to build");
        assert_eq!(heading(&nothing, Vec3::ZERO, 0.0), None);
    }
}

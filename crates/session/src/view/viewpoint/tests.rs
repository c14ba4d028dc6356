//! Tests for the poses that show a selection.

use bspwalk_testing::small_trees;
use glam::{EulerRot, Quat};

use super::*;

const HALF: Vec2 = Vec2::new(0.65, 0.4);

fn is_in_view(orbit: &Orbit, point: Vec3) -> bool {
    let seen = orbit.pose().to_matrix().inverse().transform_point3(point);
    let place = seen.truncate() / -seen.z / HALF.map(f32::tan);
    seen.z < 0.0 && place.abs().max_element() < 1.001
}

#[test]
fn best_orbit_shows_every_plane() {
    let (tree, level) = small_trees::room();
    let eyes = level.spawn.eye.as_vec3().y;
    let mut seen = Vec::new();
    for id in tree.node_ids() {
        let Some(sight) = LookTarget::of(&tree, id) else {
            continue;
        };
        for cut in [
            eyes + 0.3,
            tree.bounds().max.y as f32 + 9.0,
            tree.bounds().min.y as f32 - 3.0,
        ] {
            let pose = sight.best_orbit(&tree, (None, cut), HALF, false);
            assert!(pose.orbit.distance.is_finite() && pose.cut.is_finite());
            // The part of the cell below the cut is in view.
            let [min, max] = sight.cell;
            let top = max.y.min(pose.cut.max(sight.plane[0].y)).max(min.y);
            for i in 0..8 {
                let pick = |bit: u32, low: f32, high: f32| if i >> bit & 1 == 0 { low } else { high };
                let corner = Vec3::new(pick(0, min.x, max.x), pick(1, min.y, top), pick(2, min.z, max.z));
                assert!(is_in_view(&pose.orbit, corner), "node {id}: {corner}");
            }
            // The cut leaves part of the plane visible.
            assert!(pose.cut > sight.plane[0].y, "node {id}: {}", pose.cut);
            seen.push(pose.seen);
        }
    }
    let well = seen.iter().filter(|&&seen| seen > 0.4).count();
    assert!(well * 10 > seen.len() * 9, "{well} of {}", seen.len());
}

#[test]
fn cut_moves_for_a_plane_that_it_hides() {
    let (tree, _) = small_trees::room();
    let bounds = tree.bounds();
    let sight = |y: f32| LookTarget {
        points: vec![Vec3::new(0.0, y, 0.0), Vec3::new(0.1, y + 0.5, 0.0)],
        normal: Some(Vec3::X),
        places: Vec::new(),
        plane: [Vec3::new(0.0, y, -0.5), Vec3::new(0.0, y + 1.0, 0.5)],
        cell: [Vec3::new(-1.0, y, -1.0), Vec3::new(1.0, y + 1.0, 1.0)],
    };
    let high = bounds.max.y as f32 + 5.0;
    let pose = sight(high).best_orbit(&tree, (None, bounds.min.y as f32), HALF, false);
    assert!(pose.cut > high && pose.seen > 0.0, "{pose:?}");
    // Under a roof, the camera moves into the room or the cut removes the roof.
    let center = bounds.center().as_vec3();
    let mut inside = sight(bounds.min.y as f32 + 0.2);
    let bounds_of = inside.plane.iter_mut().chain(&mut inside.cell);
    for point in inside.points.iter_mut().chain(bounds_of) {
        *point += center.with_y(0.0);
    }
    let roof = bounds.max.y as f32 + 1.0;
    let pose = inside.best_orbit(&tree, (None, roof), HALF, false);
    assert!(pose.seen > 0.0, "{pose:?}");
}

#[test]
fn plan_keeps_yaw_and_pitch() {
    let (tree, level) = small_trees::room();
    let cut = level.spawn.eye.as_vec3().y + 0.3;
    let orbit = Orbit::framing([Vec3::ZERO, Vec3::splat(9.0)], [0.4, 0.8], HALF);
    for id in tree.node_ids() {
        let Some(sight) = LookTarget::of(&tree, id) else {
            continue;
        };
        let pose = sight.best_orbit(&tree, (Some(orbit), cut), HALF, true);
        assert_eq!((pose.orbit.yaw, pose.orbit.pitch), (0.4, 0.8));
    }
}

#[test]
fn best_eye_sees_the_plane() {
    let (tree, level) = small_trees::room();
    let eye = level.spawn.eye.as_vec3();
    let bounds = tree.bounds();
    let is_room = |place: Vec3| bounds.contains(place.as_dvec3());
    let mut found = 0;
    for id in tree.node_ids() {
        let Some(sight) = LookTarget::of(&tree, id) else {
            continue;
        };
        let pose = sight.best_eye(&tree, eye, HALF, is_room);
        let Some(pose) = pose else { continue };
        found += 1;
        assert!(pose.position == eye || is_room(pose.position), "node {id}");
        assert!(pose.seen > 0.0);
        let forward = Quat::from_euler(EulerRot::YXZ, pose.yaw, pose.pitch, 0.0) * Vec3::NEG_Z;
        let to = (sight.center() - pose.position).normalize();
        assert!(forward.dot(to) > 0.99, "node {id}: {forward} is not {to}");
    }
    assert!(found * 10 > tree.node_count() * 8, "{found}");
    assert_eq!(LookTarget::of(&tree, NodeId(tree.node_count())), None);
    // Without space to move, the eye can only turn.
    let Some(sight) = LookTarget::of(&tree, NodeId(0)) else {
        return;
    };
    let pose = sight.best_eye(&tree, eye, HALF, |_| false);
    assert!(pose.is_none_or(|pose| pose.position == eye));
}

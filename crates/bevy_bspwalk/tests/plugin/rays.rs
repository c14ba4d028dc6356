//! Tests that rays hit the nearest face, whether it belongs to the level, another collider or a moving thing.

use bevy::{ecs::system::RunSystemOnce, math::Ray3d, prelude::*};
use bevy_bspwalk::{BspCollider, BspColliders, BspRayHit, BspRays, BspTree, MovingThing};
use bspwalk_trees::{FaceId, Obstacles};

use crate::support::{Block, FACES, FLOOR, app, app_in, block, triangles};

fn cast(app: &mut App, origin: Vec3, direction: Vec3) -> Option<BspRayHit> {
    let ray = Ray3d::new(origin, Dir3::new(direction).expect("it has a direction"));
    let world = app.world_mut();
    world
        .run_system_once(move |rays: BspRays| rays.cast(ray))
        .expect("it runs")
}

fn add(app: &mut App, shape: Block, place: Transform) -> Entity {
    let tree = BspTree::build(triangles(&shape)).expect("it builds");
    let tree = app.world_mut().resource_mut::<Assets<BspTree>>().add(tree);
    app.world_mut().spawn((BspCollider(tree), place)).id()
}

const CUBE: Block = block([-0.5; 3], [0.5; 3], "none");

#[test]
fn the_nearest_face_is_hit() {
    let wall = block([3.0, 0.0, -5.0], [4.0, 3.0, 5.0], "brick");
    let (mut app, root) = app_in(&[FLOOR, wall]);
    let placed = Transform::from_xyz(-4.0, 0.5, 0.0).with_rotation(Quat::from_rotation_y(0.4));
    let placed = add(&mut app, CUBE, placed);
    let moving = add(&mut app, CUBE, Transform::from_xyz(0.0, 0.5, -4.0));
    app.world_mut().entity_mut(moving).insert(MovingThing::default());
    app.update();
    let eye = Vec3::new(0.0, 1.5, 0.0);
    let hit = cast(&mut app, eye, Vec3::X).expect("the wall is there");
    assert_eq!(
        (hit.collider, hit.normal, hit.material.as_deref()),
        (root, Vec3::NEG_X, Some("brick"))
    );
    assert!((hit.distance - 3.0).abs() < 1.0e-4 && hit.point.distance(Vec3::new(3.0, 1.5, 0.0)) < 1.0e-4);
    assert!([FACES + 4, FACES + 5].contains(&hit.face.0), "{hit:?}");
    let hit = cast(&mut app, eye, Vec3::NEG_Y).expect("the floor is there");
    assert_eq!((hit.collider, hit.material.as_deref()), (root, Some("ground")));
    for (cube, direction) in [
        (placed, Vec3::new(-4.0, -0.8, 0.0)),
        (moving, Vec3::new(0.0, -0.8, -4.0)),
    ] {
        let hit = cast(&mut app, eye, direction).expect("the cube is there");
        assert_eq!((hit.collider, hit.material.as_deref()), (cube, None));
        assert!(hit.face < FaceId(FACES) && hit.distance < 4.0, "{hit:?}");
    }
    assert_eq!(cast(&mut app, eye, Vec3::Y), None, "the sky is nothing");
}

#[test]
fn cast_without_level_hits_nothing() {
    let mut app = app(&[]);
    assert_eq!(cast(&mut app, Vec3::ZERO, Vec3::X), None);
}

#[test]
fn colliders_answer_obstacle_queries() {
    let wall = block([-10.0, 0.0, -4.0], [10.0, 3.0, -3.5], "wall");
    let (mut app, _) = app_in(&[FLOOR, wall]);
    let eye = vec3(0.0, 1.0, 0.0);
    for (to, expected) in [(-8.0, true), (-3.0, false)] {
        let is_blocked = move |colliders: BspColliders| {
            colliders.with_trees(|trees| trees.nodes.is_blocked(eye, vec3(0.0, 1.0, to)))
        };
        let answer = app.world_mut().run_system_once(is_blocked).expect("it runs");
        assert_eq!(answer, Some(expected));
    }
}

//! Tests that invalid input is ignored as documented.

use bspwalk_collision::{
    Capsule, is_clear,
    mover::{CollisionMethod, Event, Input, move_things},
    things::{Assembly, Isometry, Owner, Placed, Thing},
};
use bspwalk_trees::{BuildParams, NodeTree, Obstacles, TriangleId};
use glam::{DQuat, DVec3, Vec3, dvec3, vec3};

use super::stage::{Faces, Stage, at, block, body, floor};

fn empty() -> NodeTree {
    NodeTree::build(&[], &BuildParams::default()).expect("an empty tree is built")
}

#[test]
fn invalid_pose_makes_a_thing_empty() {
    let faces = Faces::new(block(DVec3::ONE), 0);
    let nan = DVec3::splat(f64::NAN);
    for pose in [
        Isometry::from_translation(nan),
        Isometry::from_translation(dvec3(0.0, f64::INFINITY, 0.0)),
        Isometry::new(DQuat::from_xyzw(f64::NAN, 0.0, 0.0, 1.0), DVec3::ZERO),
        Isometry::new(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), DVec3::ZERO),
        Isometry {
            rotation: DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0),
            translation: DVec3::ZERO,
        },
    ] {
        let placed = Placed::new(&faces.tree, pose);
        assert!(placed.bounds().is_empty());
        assert_eq!(placed.cast(Vec3::Y * 5.0, Vec3::NEG_Y * 5.0), None);
        assert!(!placed.is_blocked(Vec3::Y * 5.0, Vec3::NEG_Y * 5.0));
        assert!(is_clear(&placed, Capsule::sphere(1.0), Vec3::ZERO));
        let level = Faces::new(floor(), 0);
        let things = [placed];
        let assembly = Assembly::new(&level.tree, &things);
        assert_eq!(assembly.bounds(), level.tree.bounds());
        assert_eq!(assembly.owner(TriangleId(0)), Owner::Level);
        let thing = |before, after| Thing {
            tree: &faces.tree,
            before,
            after,
        };
        for (before, after) in [(pose, at(0.0, 1.0, 0.0)), (at(0.0, 5.0, 0.0), pose)] {
            let mut mover = body(CollisionMethod::Sweep, Vec3::ZERO);
            let copy = mover.clone();
            let moved = move_things(&level.tree, &[thing(before, after)], &mut [&mut mover], 0.1);
            // Compare as strings, because NaN is not equal to itself.
            assert_eq!(format!("{:?}", moved.poses), format!("{:?}", [before]));
            assert_eq!(mover, copy);
        }
    }
}

#[test]
fn zero_duration_moves_nothing() {
    let mut stage = Stage::new(floor(), vec![(block(dvec3(2.0, 0.2, 2.0)), at(0.0, 0.9, 0.0))]);
    let mut mover = body(CollisionMethod::Sweep, vec3(0.0, 1.0, 0.0));
    for _ in 0..20 {
        stage.tick(&mut mover, &Input::default());
    }
    let copy = mover.clone();
    for seconds in [0.0, -1.0, f32::NAN] {
        let things = [Thing {
            tree: &stage.things[0].tree,
            before: stage.poses[0],
            after: at(0.0, 1.4, 0.0),
        }];
        let moved = move_things(&stage.level.tree, &things, &mut [&mut mover], seconds);
        assert_eq!((moved.poses, &mover), (vec![stage.poses[0]], &copy));
        assert!(moved.rides.is_empty() && moved.events.is_empty());
    }
    // A thing that does not move must not affect bodies.
    let moved = stage.move_to(&[stage.poses[0]], &mut [&mut mover]);
    assert_eq!((moved.rides.len(), &mover), (0, &copy));
}

#[test]
fn empty_trees_and_no_bodies_are_accepted() {
    let (nothing, faces) = (empty(), Faces::new(block(DVec3::ONE), 0));
    let things = [
        Thing {
            tree: &nothing,
            before: Isometry::IDENTITY,
            after: at(1.0, 0.0, 0.0),
        },
        Thing {
            tree: &faces.tree,
            before: at(-5.0, 0.0, 0.0),
            after: at(5.0, 0.0, 0.0),
        },
    ];
    let moved = move_things(&nothing, &things, &mut [], 1.0);
    assert_eq!(moved.poses, [things[0].after, things[1].after]);
    let mut mover = body(CollisionMethod::Sweep, Vec3::NEG_Y);
    let moved = move_things(&nothing, &things, &mut [&mut mover], 1.0);
    assert_eq!(moved.poses, [things[0].after, things[1].after]);
    assert!(mover.position().x > 5.7, "{}", mover.position());
    assert_eq!(move_things(&nothing, &[], &mut [&mut mover], 1.0).poses, []);
    let placed = [Placed::new(&nothing, Isometry::IDENTITY)];
    let assembly = Assembly::new(&nothing, &placed);
    assert!(assembly.bounds().is_empty());
    assert_eq!(assembly.cast(Vec3::ZERO, Vec3::ONE), None);
}

#[test]
fn body_inside_a_thing_is_freed_on_next_tick() {
    for method in [CollisionMethod::Sweep, CollisionMethod::Push] {
        let mut stage = Stage::new(floor(), vec![(block(dvec3(2.0, 2.0, 2.0)), at(0.0, 1.0, 0.0))]);
        let mut mover = body(method, vec3(0.8, 0.0, 0.0));
        let copy = mover.clone();
        // The thing must neither move the body nor be stopped by it.
        let moved = stage.move_to(&[at(0.1, 1.0, 0.0)], &mut [&mut mover]);
        assert_eq!((moved.squeezes.len(), moved.poses[0].translation.x), (0, 0.1));
        assert_eq!(mover, copy);
        let tick = stage.tick(&mut mover, &Input::default());
        assert!(
            tick.clear
                && tick
                    .events
                    .iter()
                    .any(|event| matches!(event, Event::Freed { .. })),
            "{tick:?}"
        );
        assert!(stage.gap(&mover) > 0.0);
    }
    // A body at a non-finite position must be ignored.
    let mut stage = Stage::new(floor(), vec![(block(dvec3(2.0, 2.0, 2.0)), at(0.0, 1.0, 0.0))]);
    let mut mover = body(CollisionMethod::Sweep, Vec3::ZERO);
    mover.teleport(Vec3::NAN);
    let moved = stage.move_to(&[at(0.1, 1.0, 0.0)], &mut [&mut mover]);
    assert_eq!(moved.poses[0].translation.x, 0.1);
}

//! Tests moving things that rotate.

use bspwalk_collision::{
    mover::{CollisionMethod, Input},
    things::Isometry,
};
use glam::{DQuat, DVec3, dvec3, vec3};

use super::stage::{RATE, Stage, block, body, floor};

#[test]
fn turning_platform_carries_and_turns_a_body() {
    for method in [CollisionMethod::Sweep, CollisionMethod::Push] {
        for rate in [0.2_f64, 1.5, 6.0] {
            let place = |angle: f64| Isometry::new(DQuat::from_rotation_y(angle), dvec3(1.0, 0.9, -2.0));
            let mut stage = Stage::new(floor(), vec![(block(dvec3(4.0, 0.2, 4.0)), place(0.0))]);
            let mut mover = body(method, vec3(2.5, 1.0, -2.0));
            for _ in 0..30 {
                stage.tick(&mut mover, &Input::default());
            }
            let start = mover.position().as_dvec3();
            let (mut angle, mut turned) = (0.0, 0.0);
            for _ in 0..120 {
                angle += rate / RATE;
                let (moved, tick) = stage.step(place(angle), &mut mover, &Input::default());
                assert!(tick.grounded && moved.squeezes.is_empty(), "{method:?} {rate}");
                assert_eq!(moved.rides.len(), 1);
                turned += moved.rides[0].turn;
            }
            assert!((turned - angle).abs() < 1.0e-9);
            let center = dvec3(1.0, 0.0, -2.0);
            let expected = center + DQuat::from_rotation_y(angle) * (start - center);
            let off = (mover.position().as_dvec3() - expected).with_y(0.0).length();
            assert!(off < 2.0e-3, "{method:?} {rate}: {off}");
        }
    }
}

#[test]
fn hinged_door_pushes_body_and_keeps_its_hinge() {
    let leaf: Vec<[DVec3; 3]> = block(dvec3(1.2, 2.1, 0.06))
        .into_iter()
        .map(|corners| corners.map(|corner| corner + DVec3::X * 0.6))
        .collect();
    for method in [CollisionMethod::Sweep, CollisionMethod::Push] {
        for rate in [0.5_f64, 3.0, 12.0] {
            let hinge = dvec3(-0.5, 1.1, 0.0);
            let place = |angle: f64| Isometry::new(DQuat::from_rotation_y(angle), hinge);
            let mut stage = Stage::new(floor(), vec![(leaf.clone(), place(0.0))]);
            let mut mover = body(method, vec3(0.4, 0.0, -0.5));
            for _ in 0..30 {
                stage.tick(&mut mover, &Input::default());
            }
            let mut angle = 0.0;
            while angle < 1.6 {
                angle += rate / RATE;
                let (moved, _) = stage.step(place(angle), &mut mover, &Input::default());
                assert!(moved.squeezes.is_empty(), "{moved:?}");
                let at = moved.poses[0].point(DVec3::ZERO);
                assert!(at.distance(hinge) < 1.0e-9);
            }
            // The body must have been swept out of the quarter that the door passed through.
            let local = place(angle).inverse().point(mover.position().as_dvec3());
            assert!(-local.z > 0.3 || local.x > 1.2, "{method:?} {rate}: {local}");
        }
    }
}

#[test]
fn interpolated_poses_keep_one_axis() {
    let hinge = dvec3(3.0, 1.0, -2.0);
    let before = Isometry::about(hinge, DQuat::from_rotation_y(0.3));
    let after = Isometry::about(hinge, DQuat::from_rotation_y(1.7));
    for step in 0..=10 {
        let share = f64::from(step) / 10.0;
        let between = before.interpolate(&after, share);
        let (there, angle) = (between.point(hinge), before.motion_to(&between).yaw());
        assert!(there.distance(hinge) < 1.0e-12 && (angle - 1.4 * share).abs() < 1.0e-12);
    }
    assert_eq!(
        (before.interpolate(&after, 0.0), before.interpolate(&after, 1.0)),
        (before, after)
    );
    // A screw motion rotates about an axis while moving along it.
    let screw = Isometry::new(DQuat::from_rotation_y(1.0), DVec3::Y * 2.0);
    let half = Isometry::IDENTITY.interpolate(&screw, 0.5);
    let expected = DQuat::from_rotation_y(0.5) * DVec3::X + DVec3::Y;
    assert!(half.point(DVec3::X).distance(expected) < 1.0e-12);
    // A motion and its inverse cancel out. Equal rotations leave an exact translation.
    let round = after * after.inverse();
    assert!(round.point(dvec3(7.0, -3.0, 2.0)).distance(dvec3(7.0, -3.0, 2.0)) < 1.0e-12);
    let shifted = Isometry {
        translation: after.translation + DVec3::X,
        ..after
    };
    let motion = after.motion_to(&shifted);
    assert_eq!(motion.rotation, DQuat::IDENTITY);
}

#[test]
fn drawbridge_lifts_and_tips_a_body() {
    // A bridge turns slowly about a horizontal axis below the body. The body may slide off or be carried, but must
    // never be inside the bridge.
    let place = |angle: f64| Isometry::new(DQuat::from_rotation_z(angle), dvec3(-2.0, 0.3, 0.0));
    let bridge: Vec<[DVec3; 3]> = block(dvec3(4.0, 0.2, 3.0))
        .into_iter()
        .map(|corners| corners.map(|corner| corner + DVec3::X * 2.0))
        .collect();
    for method in [CollisionMethod::Sweep, CollisionMethod::Push] {
        for rate in [0.3, 1.0] {
            let mut stage = Stage::new(floor(), vec![(bridge.clone(), place(0.0))]);
            let mut mover = body(method, vec3(1.0, 0.4, 0.0));
            for _ in 0..30 {
                stage.tick(&mut mover, &Input::default());
            }
            let mut highest = 0.0_f32;
            let mut angle = 0.0;
            while angle < 1.2 {
                angle += rate / RATE;
                let (moved, tick) = stage.step(place(angle), &mut mover, &Input::default());
                assert!(moved.squeezes.is_empty(), "{moved:?}");
                highest = highest.max(tick.feet.y);
            }
            assert!(highest > 1.5, "{method:?} {rate}: {highest}");
        }
    }
}

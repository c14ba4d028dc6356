//! Tests for movement in fixed steps, and for its interpolation.

use bevy::prelude::*;
use bspwalk::app::{
    host::{shown::ShownIn, state::Action},
    paint::camera::interpolated,
};

use crate::app::harness::{ROOM, Rig, room};

#[test]
fn wall_stops_the_sphere_at_its_radius() {
    let mut rig = Rig::in_room(10);
    rig.press(KeyCode::KeyW);
    rig.frames(400);
    let player = rig.player();
    let gap = player.position.z + ROOM.z;
    assert!(
        (gap - player.radius).abs() < 1.0e-3,
        "{gap} m from the wall, radius {}",
        player.radius
    );
    assert!(
        player.velocity.length() < 1.0,
        "still pushing at {}",
        player.velocity
    );
    assert!(player.clear);
    assert!(!player.contacts.is_empty(), "the wall is a contact");
}

#[test]
fn path_is_independent_of_frame_rate() {
    // Both runs last two seconds, with frame times that are not multiples of the fixed step.
    let path = |milliseconds: u64| {
        let mut rig = Rig::in_room(milliseconds);
        rig.player().yaw = 0.6;
        // The remaining time after loading differs between runs, so discard it.
        let mut fixed = rig.resource_mut::<Time<Fixed>>();
        let overstep = fixed.overstep();
        fixed.discard_overstep(overstep);
        rig.press(KeyCode::KeyW);
        rig.frames((2000 / milliseconds) as u32);
        rig.player().position
    };
    let (slow, quick) = (path(50), path(5));
    assert_eq!(
        slow.to_array().map(f32::to_bits),
        quick.to_array().map(f32::to_bits),
        "{slow} and {quick}"
    );
    assert!(slow.distance(Vec3::new(0.0, 1.5, 0.0)) > 2.0, "it moved");
}

#[test]
fn camera_moves_evenly_between_the_steps() {
    let mut rig = Rig::in_room(3);
    rig.press(KeyCode::KeyW);
    rig.frames(250);
    let mut last = None;
    let mut distances = Vec::new();
    for _ in 0..40 {
        rig.frames(1);
        let world = rig.app.world();
        let drawn = interpolated(world.shown(), world.resource::<Time<Fixed>>()).translation;
        if let Some(last) = last {
            distances.push(drawn.distance(last));
        }
        last = Some(drawn);
    }
    let mean = distances.iter().sum::<f32>() / distances.len() as f32;
    assert!(mean > 0.005, "it moves: {mean} m a frame");
    for distance in distances {
        assert!(
            (distance - mean).abs() < 0.02 * mean,
            "a frame of {distance} m among frames of {mean} m"
        );
    }
}

#[test]
fn body_slides_along_a_wall_without_jitter() {
    let mut rig = Rig::in_room(10);
    // Look halfway between the wall ahead and the wall on the right.
    rig.player().yaw = -std::f32::consts::FRAC_PI_4;
    rig.player().position = Vec3::new(ROOM.x - 0.31, 1.5, 4.0);
    rig.press(KeyCode::KeyW);
    rig.frames(60);
    let mut gaps = Vec::new();
    for _ in 0..40 {
        rig.frames(1);
        let player = rig.player();
        gaps.push(ROOM.x - player.position.x);
        let along = -player.velocity.z;
        let desired = player.speed * std::f32::consts::FRAC_1_SQRT_2;
        assert!(
            (along - desired).abs() < 0.05 * desired,
            "slides at {along} m/s of {desired}"
        );
    }
    let (least, most) = gaps
        .iter()
        .fold((f32::MAX, f32::MIN), |(a, b), &gap| (a.min(gap), b.max(gap)));
    assert!(
        most - least < 1.0e-4,
        "the wall is between {least} and {most} m away"
    );
}

#[test]
fn fast_small_sphere_stays_in_the_room() {
    let mut rig = Rig::in_room(16);
    rig.player().radius = 0.04;
    rig.player().speed = 100.0;
    rig.press(KeyCode::KeyW);
    rig.press(KeyCode::ShiftLeft);
    let mut random = fastrand::Rng::with_seed(7);
    let mut flown = 0.0;
    for _ in 0..300 {
        rig.player().yaw = random.f32() * std::f32::consts::TAU;
        rig.player().pitch = (random.f32() - 0.5) * 3.0;
        let before = rig.player().position;
        rig.frames(1);
        let player = rig.player();
        let at = player.position;
        flown += at.distance(before);
        assert!(
            at.x.abs() < ROOM.x && at.z.abs() < ROOM.z && at.y > 0.0 && at.y < ROOM.y,
            "outside the room at {at}"
        );
    }
    assert!(flown > 200.0, "it flew {flown} m only");
}

#[test]
fn combined_keys_do_not_exceed_the_speed() {
    let mut rig = Rig::in_room(10);
    for key in [KeyCode::KeyW, KeyCode::KeyD, KeyCode::Space] {
        rig.press(key);
    }
    let mut fastest = 0.0f32;
    for _ in 0..40 {
        rig.frames(1);
        fastest = fastest.max(rig.player().velocity.length());
    }
    let speed = rig.player().speed;
    assert!(
        fastest <= speed * 1.0001 && fastest > 0.5 * speed,
        "{fastest} m/s of {speed}"
    );
}

#[test]
fn noclip_passes_walls_and_respawn_returns() {
    let mut rig = Rig::in_room(10);
    rig.tap(KeyCode::KeyV);
    assert!(rig.player().noclip);
    rig.press(KeyCode::KeyW);
    rig.frames(300);
    assert!(rig.player().position.z < -ROOM.z - 1.0, "through the wall");
    rig.release(KeyCode::KeyW);
    rig.run(Action::Respawn);
    let spawn = rig.current().level.spawn.eye.as_vec3();
    assert!(rig.player().position.distance(spawn) < 0.2, "back at {spawn}");
}

#[test]
fn fast_key_multiplies_the_speed() {
    let mut rig = Rig::in_room(10);
    rig.player().noclip = true;
    rig.press(KeyCode::KeyW);
    rig.press(KeyCode::ShiftLeft);
    rig.frames(200);
    let player = rig.player();
    assert!(
        (player.velocity.length() - player.speed * player.params.fast_factor).abs() < 0.01 * player.speed
    );
}

#[test]
fn larger_radius_pushes_out_or_is_not_clear() {
    let mut rig = Rig::in_room(10);
    rig.player().position = Vec3::new(ROOM.x - 0.35, 1.5, 0.0);
    rig.player().radius = 1.0;
    rig.frames(3);
    let player = rig.player();
    assert!(
        player.clear && (ROOM.x - player.position.x) > 0.999,
        "pushed to {}",
        player.position
    );
    rig.player().radius = 2.0;
    rig.frames(3);
    assert!(
        !rig.player().clear,
        "a room of 3 m has no place for a sphere of 4 m"
    );
}

#[test]
fn body_walks_on_a_floor_and_flies_without_one() {
    let mut rig = Rig::of(&room(), 10);
    assert!(rig.player().walking, "there is a floor");
    rig.frames(60);
    assert!(rig.player().mover.is_grounded());
    // Respawning keeps the movement mode that the user chose, but opening a different level does not.
    rig.tap(KeyCode::KeyG);
    rig.run_for(Action::Respawn, 3);
    assert!(!rig.player().walking);
    // A single wall has no floor.
    let wall = "v -2 0 0\nv 2 0 0\nv 2 3 0\nv -2 3 0\nf 1 2 3 4\n";
    let path = rig.file("wall.obj", wall.as_bytes());
    let back = rig.file("back.obj", room().as_bytes());
    rig.drop_file(&path);
    rig.frames(60);
    assert!(!rig.player().walking, "there is none");
    let eye = rig.current().level.spawn.eye.as_vec3();
    assert!(rig.player().position.distance(eye) < 0.1, "it does not fall");
    rig.drop_file(&back);
    assert!(rig.player().walking);
}

/// Returns a cube with outward-facing faces.
fn cube(edge: f32) -> String {
    let corner = |index: u32| [0, 1, 2].map(|axis| edge * (index >> axis & 1) as f32);
    let corners = (0..8).map(corner).map(|[x, y, z]| format!("v {x} {y} {z}\n"));
    let faces = "f 5 7 3 1\nf 4 8 6 2\nf 2 6 5 1\nf 7 8 4 3\nf 3 4 2 1\nf 6 8 7 5\n";
    corners.chain([faces.to_owned()]).collect()
}

#[test]
fn single_object_is_viewed_from_outside() {
    // There is space for the player on top of a large object, but from there almost none of the object would be
    // visible.
    for edge in [0.06, 1.0, 4.0, 30.0] {
        let mut rig = Rig::of(&cube(edge), 10);
        rig.frames(10);
        assert!(!rig.player().walking, "{edge} m");
        let (eye, ahead) = (rig.player().position, rig.player().forward());
        let size = rig.current().level.bounds.size().length() as f32;
        let hit = rig.current().tree.cast(eye, eye + ahead * (3.0 * size + 2.0));
        assert!(hit.is_some(), "{edge} m: nothing is seen from {eye}");
    }
}

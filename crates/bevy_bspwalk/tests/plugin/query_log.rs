//! Tests that a log of queries changes no answer, and contains the queries of bodies and rays.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

use bevy::{ecs::system::RunSystemOnce, math::Ray3d, prelude::*};
use bevy_bspwalk::{BodyInput, BodyMode, BodyState, BspQueryLog, BspRayHit, BspRays, KinematicBody};

use crate::support::{FLOOR, app_in, block};

/// A writer whose bytes can be read while the log exists.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Moves a body against a wall, changes its mode, and casts a ray in each tick.
fn play(log: Option<BspQueryLog>) -> Vec<(BodyState, Option<BspRayHit>)> {
    let wall = block([3.0, 0.0, -5.0], [4.0, 3.0, 5.0], "brick");
    let (mut app, _) = app_in(&[FLOOR, wall]);
    if let Some(log) = log {
        app.insert_resource(log);
    }
    let input = BodyInput {
        desired: Vec3::new(1.0, 0.0, 0.4),
        ..BodyInput::default()
    };
    let place = Transform::from_xyz(0.0, 1.0, 0.0);
    let body = app
        .world_mut()
        .spawn((KinematicBody::default(), input, place))
        .id();
    let mut played = Vec::new();
    for tick in 0..120 {
        if tick == 80 {
            let mut body = app.world_mut().entity_mut(body);
            body.get_mut::<KinematicBody>().expect("it is a body").mode = BodyMode::Fly;
        }
        app.update();
        let ray = Ray3d::new(Vec3::new(0.0, 1.5, 0.0), Dir3::X);
        let world = app.world_mut();
        let hit = world.run_system_once(move |rays: BspRays| rays.cast(ray));
        let mut state = app.world().get::<BodyState>(body).expect("it is a body").clone();
        // Entities of different apps can differ.
        for contact in &mut state.contacts {
            contact.collider = Entity::PLACEHOLDER;
        }
        let hit = hit.expect("it runs").map(|hit| BspRayHit {
            collider: Entity::PLACEHOLDER,
            ..hit
        });
        played.push((state, hit));
    }
    played
}

#[test]
fn log_changes_no_answer() {
    let written = Shared::default();
    let with_log = play(Some(BspQueryLog::new(written.clone())));
    assert!(with_log == play(None));
    let lines = written.0.lock().expect("nobody panics").clone();
    let lines = String::from_utf8(lines).expect("it is text");
    let begins = |key: &str| {
        lines
            .lines()
            .filter(|line| line.starts_with(&format!(r#"{{"{key}":"#)))
            .count()
    };
    assert_eq!(begins("cast"), 120, "one ray per tick");
    assert!(begins("contacts") >= 120, "each tick searches near the body");
    for line in lines.lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("each line is JSON");
    }
}

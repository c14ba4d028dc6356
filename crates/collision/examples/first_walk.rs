//! First walk: loads a level, builds its tree, casts a ray, sweeps a capsule, and simulates one second of walking.
//!
//! Run with `cargo run --release -p bspwalk_collision --example first_walk -- LEVEL.obj`.

use std::{error::Error, path::PathBuf};

use bspwalk_collision::{
    Capsule,
    mover::{CollisionMethod, Input, Mode, Mover, MoverParams},
    sweep,
};
use bspwalk_levels::{LoadOptions, load};
use bspwalk_progress::Progress;
use bspwalk_trees::{BuildParams, NodeTree};
use glam::{Quat, Vec3};

/// Level to load if no argument is given.
const LEVEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../levels/assets/three_rooms.obj");
/// Length of the ray and of the sweep, in metres.
const REACH: f32 = 20.0;
/// Ticks per second while walking.
const RATE: u16 = 60;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os()
        .nth(1)
        .map_or_else(|| PathBuf::from(LEVEL), PathBuf::from);
    let level = load(&path, &LoadOptions::default(), &Progress::default())?;
    let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default())?;
    println!(
        "{}: {} triangles, {} nodes",
        level.name,
        level.triangles.len(),
        tree.node_count()
    );

    // Levels are in metres with Y up. A yaw of 0 looks along −Z, and a positive yaw turns left.
    let eye = level.spawn.eye.as_vec3();
    let ahead = Quat::from_rotation_y(level.spawn.yaw.to_radians() as f32) * Vec3::NEG_Z;
    match tree.cast(eye, eye + REACH * ahead) {
        Some(hit) => println!(
            "cast: face {} at {:.2} m, material {}",
            hit.face,
            REACH * hit.t,
            level.material_of_face(hit.face).unwrap_or("none")
        ),
        None => println!("cast: no face within {REACH} m"),
    }

    // A capsule's position is its centre.
    let params = MoverParams::default();
    let body = Capsule::standing(params.height, params.radius);
    let center = eye + Vec3::Y * (0.5 * params.height - params.eye_height);
    match sweep(&tree, body, center, center + REACH * ahead).hit {
        Some(hit) => println!(
            "sweep: stops at {:.2}, at face {} with normal {:.2}",
            hit.center, hit.face, hit.normal
        ),
        None => println!("sweep: no face within {REACH} m"),
    }

    let mut mover = Mover::new(&params, Mode::Walk, CollisionMethod::Sweep, eye);
    let input = Input {
        desired: ahead,
        ..Input::default()
    };
    for _ in 0..RATE {
        let tick = mover.tick(&tree, &input, 1.0 / f32::from(RATE));
        for event in tick.events {
            println!("walk: {event:?}");
        }
    }
    println!(
        "walk: feet at {:.2} after one second, on the ground: {}",
        mover.feet(),
        mover.is_grounded()
    );
    Ok(())
}

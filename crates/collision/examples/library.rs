//! The library in ten lines: build a tree, cast a ray, push a sphere out of a wall.

use bspwalk_collision::Capsule;
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_trees::{BuildParams, NodeTree};
use glam::Vec3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level = builtin::load("hall", &LoadOptions::default(), &Progress::default())?;
    let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default())?;
    let eye = level.spawn.eye.as_vec3();
    if let Some(hit) = tree.cast(eye, eye - 10.0 * Vec3::Y) {
        println!(
            "face {} is {:.2} m below the eye",
            hit.face,
            eye.distance(hit.point)
        );
        let pushed = bspwalk_collision::depenetrate(&tree, Capsule::sphere(0.3), hit.point);
        println!(
            "a sphere there is pushed to {}, clear: {}",
            pushed.center, pushed.clear
        );
    }
    Ok(())
}

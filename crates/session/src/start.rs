//! How the body begins at the spawn: on foot where there is a floor to stand on, in flight where there is none.

use bspwalk_levels::Spawn;
use bspwalk_trees::{NodeTree, collision::mover::MoverParams};
use glam::Vec3;

/// The body may fall so far to the floor, in metres: a place that a file names can be in the air, as that of a camera.
const FALL: f32 = 3.0;

/// The eye of a body that stands may be so far from where it is above a floor, in metres.
const STANDS: f32 = 0.1;

/// Whether the eye is where it is of a body that stands on a floor: on foot it stays there.
#[must_use]
pub fn stands(tree: &NodeTree, eye: Vec3) -> bool {
    let params = MoverParams::default();
    let reach = params.eye_height + STANDS;
    let hit = tree.cast(eye, eye - Vec3::Y * reach);
    hit.is_some_and(|hit| {
        hit.t * reach >= params.eye_height - STANDS && hit.normal.y >= params.max_slope.to_radians().cos()
    })
}

/// Whether a floor on which the body can stand lies below the spawn.
#[must_use]
pub fn begins_on_foot(tree: &NodeTree, spawn: &Spawn) -> bool {
    let params = MoverParams::default();
    let eye = spawn.eye.as_vec3();
    let below = eye - Vec3::Y * (params.eye_height + FALL);
    let hit = tree.cast(eye, below);
    hit.is_some_and(|hit| hit.normal.y >= params.max_slope.to_radians().cos())
}

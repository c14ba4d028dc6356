//! Initial movement mode at the spawn: walking if there is a floor below, otherwise flying.

use bspwalk_collision::mover::MoverParams;
use bspwalk_levels::Spawn;
use bspwalk_trees::NodeTree;
use glam::Vec3;

/// Maximum height of the spawn above the floor for starting on foot, in metres. A spawn from a file can be in mid-air,
/// for example at a camera.
const FALL: f32 = 3.0;

/// Tolerance of the eye height above a floor, in metres.
const STANDS: f32 = 0.1;

/// Returns whether the eye is at eye height above a walkable floor. If so, switching to walking does not move
/// the eye.
pub fn is_at_standing_height(tree: &NodeTree, eye: Vec3) -> bool {
    let params = MoverParams::default();
    let reach = params.eye_height + STANDS;
    let hit = tree.cast(eye, eye - Vec3::Y * reach);
    hit.is_some_and(|hit| {
        hit.t * reach >= params.eye_height - STANDS && hit.normal.y >= params.max_slope.to_radians().cos()
    })
}

/// Returns whether there is a walkable floor below the spawn.
pub fn has_floor_below_spawn(tree: &NodeTree, spawn: &Spawn) -> bool {
    let params = MoverParams::default();
    let eye = spawn.eye.as_vec3();
    let below = eye - Vec3::Y * (params.eye_height + FALL);
    let hit = tree.cast(eye, below);
    hit.is_some_and(|hit| hit.normal.y >= params.max_slope.to_radians().cos())
}

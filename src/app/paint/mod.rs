//! Everything that the engine draws: the level, overlays, the camera.

pub mod camera;
pub(super) mod draw_list;
pub mod overlays;
pub mod scene;
pub(super) mod screenshot;

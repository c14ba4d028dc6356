//! Rendering with the engine: the level, the overlays and the camera.

pub mod camera;
pub(super) mod draw_list;
pub mod overlays;
pub mod scene;
pub(super) mod screenshot;

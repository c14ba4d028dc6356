//! Rendering with Bevy: the level, the overlays and the camera.
//!
//! `draw` draws meshes with materials. `scene` contains the meshes, materials and light of the level, and `draw_list` selects the meshes that are in view.
//! `overlays` draws the overlays. `screenshot` takes screenshots and toggles full screen.

pub mod camera;
pub mod draw;
pub(super) mod draw_list;
pub mod overlays;
pub mod scene;
pub(super) mod screenshot;

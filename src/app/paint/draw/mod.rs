//! Draws meshes with materials, directly with Bevy's renderer.
//!
//! Bevy's own materials are in `bevy_pbr`, a tenth of the program whose lights and shadows the window does not need. A
//! [`PaintMaterial`] is a shader with a bind group. In each frame, the visible entities with a [`Painted`] material are
//! drawn in one render pass: first the opaque ones, then the blended ones in their order. [`shadow_plugin`] draws the
//! shadow map of the sun.
//!
//! All shaders import `paint.wgsl`, which declares bind group 0. Bind group 1 belongs to the material.

mod frame;
mod material;
mod shadow_map;
mod shadows;

use bevy::{prelude::*, shader::load_shader_library};

pub use self::{
    frame::paint_plugin,
    material::{PaintMaterial, Painted, PipelineLayout},
    shadow_map::SunView,
    shadows::{CastsShadow, shadow_plugin},
};

/// Draws everything that has a [`Painted`] material.
pub fn plugin(app: &mut App) {
    load_shader_library!(app, "paint.wgsl");
    app.add_plugins(frame::plugin);
}

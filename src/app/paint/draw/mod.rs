//! Draws meshes with materials, directly with Bevy's renderer.
//!
//! Bevy's own materials are in `bevy_pbr`, which is a tenth of the program and whose lights and shadows the window does
//! not need. A [`PaintMaterial`] is a shader with its bind group. In each frame, the visible entities with a [`Painted`]
//! material become [draws](frame), which one render pass executes: first the opaque ones, then the blended ones in
//! their order. [`sun`] draws the shadow map of the sun.
//!
//! All shaders import `paint.wgsl`, which declares bind group 0. Bind group 1 belongs to the material.

mod frame;
mod material;
pub(in crate::app) mod sun;

use bevy::{prelude::*, shader::load_shader_library};

pub use self::material::{PaintMaterial, PaintPlugin, Painted, PipelineLayout};

/// Draws everything that has a [`Painted`] material.
pub struct DrawPlugin;

impl Plugin for DrawPlugin {
    fn build(&self, app: &mut App) {
        load_shader_library!(app, "paint.wgsl");
        app.add_plugins((frame::FramePlugin, sun::SunPlugin));
    }
}

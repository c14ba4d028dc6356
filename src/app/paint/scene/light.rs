//! The sun.

use bevy::{
    camera::visibility::RenderLayers,
    light::{CascadeShadowConfigBuilder, DirectionalLightShadowMap},
    prelude::*,
};
use bspwalk_draw::light::TO_SUN;

use super::Quality;

/// Maximum distance from the eye for shadows of the sun, in metres.
const SHADOWS_TO: f32 = 80.0;

/// The sun. It only casts shadows, because the shader computes its light.
#[derive(Component)]
pub(super) struct Sun;

pub(super) fn spawn(mut commands: Commands, quality: Res<Quality>) {
    commands.insert_resource(GlobalAmbientLight::NONE);
    commands.insert_resource(DirectionalLightShadowMap { size: 2048 });
    commands.spawn((
        Sun,
        DirectionalLight {
            illuminance: 10_000.0,
            shadow_maps_enabled: quality.shadows(),
            shadow_depth_bias: 0.04,
            shadow_normal_bias: 1.6,
            ..default()
        },
        CascadeShadowConfigBuilder {
            num_cascades: 3,
            minimum_distance: 0.05,
            first_cascade_far_bound: 9.0,
            maximum_distance: SHADOWS_TO,
            ..default()
        }
        .build(),
        Transform::default().looking_to(-TO_SUN, Vec3::Y),
        // The second layer contains meshes that only cast shadows.
        RenderLayers::from_layers(&[0, 1]),
    ));
}

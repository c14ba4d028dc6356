//! The sun.

use bevy::{
    camera::visibility::RenderLayers,
    light::{CascadeShadowConfigBuilder, DirectionalLightShadowMap},
    prelude::*,
};

use super::Quality;

/// Towards the sun: from the south-east, high enough to reach the floor of a room through its windows.
pub(super) const TO_SUN: Vec3 = Vec3::new(0.45, 0.85, 0.38);

/// Light of the sky straight above, linear.
pub(super) const SKY: Vec3 = Vec3::new(0.80, 0.92, 1.12);

/// Light from straight below where nothing is, linear.
pub(super) const GROUND: Vec3 = Vec3::new(0.34, 0.31, 0.28);

/// Light of the sun on a surface that faces it, linear.
pub(super) const SUN: Vec3 = Vec3::new(2.6, 2.3, 1.85);

/// How far from the eye the sun casts shadows, in metres.
const SHADOWS_TO: f32 = 80.0;

/// The sun, for its shadows: what it shines is in the shader.
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
        // What only casts shadows is on the second layer.
        RenderLayers::from_layers(&[0, 1]),
    ));
}

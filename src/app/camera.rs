//! The camera: follows the person, between the fixed steps.

use bevy::{
    core_pipeline::tonemapping::{DebandDither, Tonemapping},
    prelude::*,
};

use super::{
    scene::Quality,
    settings::Settings,
    state::{Eye, Player},
};

/// Moves the camera with the person.
pub struct CameraPlugin;

impl Plugin for CameraPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostStartup, spawn)
            .add_systems(Update, field_of_view)
            .add_systems(
                RunFixedMainLoop,
                follow.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            );
    }
}

fn spawn(mut commands: Commands, quality: Option<Res<Quality>>) {
    let quality = quality.map(|quality| *quality).unwrap_or_default();
    commands.spawn((
        Eye,
        Camera3d::default(),
        Projection::Perspective(PerspectiveProjection {
            near: 0.02,
            far: 10_000.0,
            ..default()
        }),
        quality.msaa(),
        // The level's shader compresses its light itself; what overlays draw must keep the colours of their legends.
        Tonemapping::None,
        DebandDither::Disabled,
    ));
}

/// The pose that is drawn, between the last two fixed steps.
pub fn interpolated(player: &Player, fixed: &Time<Fixed>) -> Transform {
    Transform::from_translation(player.previous.lerp(player.position, fixed.overstep_fraction()))
        .with_rotation(player.rotation())
}

fn follow(player: Res<Player>, fixed: Res<Time<Fixed>>, mut eyes: Query<&mut Transform, With<Eye>>) {
    for mut transform in &mut eyes {
        *transform = interpolated(&player, &fixed);
    }
}

fn field_of_view(settings: Res<Settings>, mut projections: Query<&mut Projection, With<Eye>>) {
    let wanted = settings.vertical_field_of_view();
    for mut projection in &mut projections {
        if matches!(&*projection, Projection::Perspective(perspective) if perspective.fov != wanted)
            && let Projection::Perspective(perspective) = &mut *projection
        {
            perspective.fov = wanted;
        }
    }
}

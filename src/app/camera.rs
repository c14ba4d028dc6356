//! The camera: follows the person, between the fixed steps.

use bevy::prelude::*;

use super::{
    settings::Settings,
    state::{Eye, Player},
};

/// Moves the camera with the person.
pub struct CameraPlugin;

impl Plugin for CameraPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Startup, spawn)
            .add_systems(Update, field_of_view)
            .add_systems(
                RunFixedMainLoop,
                follow.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            );
    }
}

fn spawn(mut commands: Commands) {
    commands.spawn((
        Eye,
        Camera3d::default(),
        Projection::Perspective(PerspectiveProjection {
            fov: 75f32.to_radians(),
            near: 0.02,
            ..default()
        }),
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

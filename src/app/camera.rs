//! The camera: it follows the player, interpolated between the fixed steps.

use bevy::{
    camera::Exposure,
    core_pipeline::tonemapping::{DebandDither, Tonemapping},
    light::cluster::ClusterConfig,
    prelude::*,
    render::view::NoIndirectDrawing,
};

use super::{
    scene::Quality,
    schedule::AppSystems,
    settings::Settings,
    shown::Shown,
    state::{Eye, Player},
};

/// Moves the camera with the player.
pub struct CameraPlugin;

impl Plugin for CameraPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostStartup, spawn)
            .add_systems(Update, (field_of_view, brightness).in_set(AppSystems::Show))
            .add_systems(RunFixedMainLoop, follow.in_set(AppSystems::Camera));
    }
}

fn spawn(mut commands: Commands, quality: Option<Res<Quality>>) {
    let quality = quality.map(|quality| *quality).unwrap_or_default();
    let mut eye = commands.spawn((
        Eye,
        Camera3d::default(),
        perspective(),
        quality.msaa(),
        // No lamp reaches a part of the view only.
        ClusterConfig::Single,
        // The level's shader maps its own tones, and overlays must keep the colours of their legends.
        Tonemapping::None,
        exposure(1.0),
        DebandDither::Disabled,
    ));
    if quality == Quality::Software {
        // The processor would run the driver's programs that choose what is drawn: it is quicker to draw what Bevy has chosen.
        eye.insert(NoIndirectDrawing);
    }
}

/// The exposure by which the level's shader multiplies its light by this brightness.
fn exposure(brightness: f32) -> Exposure {
    let ev100 = -(1.2 * brightness).log2();
    Exposure { ev100 }
}

/// The camera has the brightness of the settings.
fn brightness(settings: Res<Settings>, mut eyes: Query<&mut Exposure, With<Eye>>) {
    for mut eye in &mut eyes {
        let wanted = exposure(settings.brightness);
        if eye.ev100 != wanted.ev100 {
            *eye = wanted;
        }
    }
}

/// The projection of the eyes; its field of view follows the settings.
pub(super) fn perspective() -> Projection {
    Projection::Perspective(PerspectiveProjection {
        near: 0.02,
        far: 10_000.0,
        ..default()
    })
}

/// The pose between the last two fixed steps.
pub fn interpolated(player: &Player, fixed: &Time<Fixed>) -> Transform {
    Transform::from_translation(player.previous.lerp(player.position, fixed.overstep_fraction()))
        .with_rotation(player.rotation())
}

/// How high the head bobs, in metres, and the length of a period of two steps.
const BOB: f32 = 0.025;
const STRIDE: f32 = 1.5;

/// Raises the eye of a walking player once a step, by the distance walked.
#[derive(Default)]
pub struct HeadBob {
    walked: f32,
    strength: f32,
}

impl HeadBob {
    /// Metres upwards; 0 where it is off.
    pub fn offset(&mut self, on: bool, player: &Player, seconds: f32) -> f32 {
        if !on {
            *self = Self::default();
            return 0.0;
        }
        let walks = player.walking && !player.noclip && player.mover.is_grounded();
        let speed = player.velocity.with_y(0.0).length();
        let wanted = if walks {
            (speed / player.speed.max(0.1)).min(1.0)
        } else {
            0.0
        };
        self.strength += (wanted - self.strength) * (1.0 - (-8.0 * seconds).exp());
        self.walked = (self.walked + speed * seconds) % STRIDE;
        BOB * self.strength * (std::f32::consts::TAU * 2.0 * self.walked / STRIDE).sin()
    }
}

pub(super) fn follow(
    (player, settings, time, fixed): (Shown<Player>, Res<Settings>, Res<Time>, Res<Time<Fixed>>),
    mut bob: Local<HeadBob>,
    mut eyes: Query<&mut Transform, With<Eye>>,
) {
    let up = bob.offset(settings.bobs(), &player, time.delta_secs());
    for mut transform in &mut eyes {
        *transform = interpolated(&player, &fixed);
        transform.translation.y += up;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exposure_is_the_brightness() {
        for wanted in [0.25, 1.0, 2.0, 8.0] {
            assert!((exposure(wanted).exposure() - wanted).abs() < 1.0e-5 * wanted);
        }
    }
}

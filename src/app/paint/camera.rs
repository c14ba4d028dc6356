//! The camera, which follows the player and is interpolated between fixed steps.

use bevy::core_pipeline::tonemapping::{DebandDither, Tonemapping};
use bevy::{camera::Exposure, prelude::*};

use super::scene::Quality;
use crate::app::{host::prelude::*, input::settings::Settings};

/// Moves the camera with the player.
pub fn plugin(app: &mut App) {
    app.add_systems(PostStartup, spawn)
        .add_systems(Update, (field_of_view, brightness).in_set(AppSystems::Show))
        .add_systems(RunFixedMainLoop, follow.in_set(AppSystems::Camera));
}

fn spawn(mut commands: Commands, quality: Option<Res<Quality>>) {
    let quality = quality.map(|quality| *quality).unwrap_or_default();
    commands.spawn((
        Eye,
        Camera3d::default(),
        perspective(),
        quality.msaa(),
        // The level shader does its own tone mapping, and overlay colours must match their legends.
        Tonemapping::None,
        exposure(1.0),
        DebandDither::Disabled,
    ));
}

/// Returns the exposure for which the level shader multiplies its light by `brightness`.
fn exposure(brightness: f32) -> Exposure {
    // The inverse of Bevy's formula: exposure = 2^-EV100 / 1.2.
    let ev100 = -(1.2 * brightness).log2();
    Exposure { ev100 }
}

/// Applies the brightness setting to the camera.
fn brightness(settings: Res<Settings>, mut eyes: Query<&mut Exposure, With<Eye>>) {
    for mut eye in &mut eyes {
        let wanted = exposure(settings.brightness);
        if eye.ev100 != wanted.ev100 {
            *eye = wanted;
        }
    }
}

/// Returns the first-person projection, whose field of view follows the settings.
pub(in crate::app) fn perspective() -> Projection {
    Projection::Perspective(PerspectiveProjection {
        near: 0.02,
        far: 10_000.0,
        ..default()
    })
}

/// Interpolates the camera pose between the last two fixed steps.
pub fn interpolated(player: &Player, fixed: &Time<Fixed>) -> Transform {
    Transform::from_translation(player.previous.lerp(player.position, fixed.overstep_fraction()))
        .with_rotation(player.rotation())
}

/// Amplitude of the head bob, and length of one bob period, which is two steps (both in metres).
const BOB: f32 = 0.025;
const STRIDE: f32 = 1.5;

/// Vertical bobbing of a walking player's eye, driven by the distance walked.
#[derive(Default)]
pub struct HeadBob {
    walked: f32,
    strength: f32,
}

impl HeadBob {
    /// Returns the vertical offset (in metres), which is 0 if head bob is off.
    pub fn offset(&mut self, on: bool, player: &Player, seconds: f32) -> f32 {
        if !on {
            *self = Self::default();
            return 0.0;
        }
        let walks = player.walking && !player.noclip && player.mover.is_grounded();
        let speed = player.velocity.with_y(0.0).length();
        let wanted = f32::from(walks) * (speed / player.speed.max(0.1)).min(1.0);
        // Exponential smoothing that is independent of the frame rate.
        self.strength += (wanted - self.strength) * (1.0 - (-8.0 * seconds).exp());
        self.walked = (self.walked + speed * seconds) % STRIDE;
        BOB * self.strength * (std::f32::consts::TAU * 2.0 * self.walked / STRIDE).sin()
    }
}

pub(in crate::app) fn follow(
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
        if let Projection::Perspective(perspective) = projection.bypass_change_detection()
            && std::mem::replace(&mut perspective.fov, wanted) != wanted
        {
            projection.set_changed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exposure_equals_the_brightness() {
        for wanted in [0.25, 1.0, 2.0, 8.0] {
            assert!((exposure(wanted).exposure() - wanted).abs() < 1.0e-5 * wanted);
        }
    }
}

//! Looking at the selection: the model view turns to it, or the player flies to a position with a view of it.

use bevy::prelude::*;

use crate::app::{host::prelude::*, input::settings::Settings};

/// Duration of the camera flight to a node (in seconds).
const FLIGHT: f32 = 0.7;

/// Camera flight to a node: its start pose, and the remaining fraction, which decreases from 1 to 0. The player itself
/// moves immediately.
#[derive(Resource, Default)]
pub(in crate::app) struct Flight(Option<(Transform, f32)>);

/// Starts the flight to the position that the player was moved to.
pub(in crate::app) fn begin_flight(mut flight: ResMut<Flight>, eyes: Query<&Transform, With<Eye>>) {
    flight.0 = eyes.iter().next().map(|&from| (from, 1.0));
}

/// Moves the model view towards its goal.
pub(super) fn approach(
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    player: Shown<Player>,
    mut program: ResMut<ProgramState>,
) {
    let view = &mut program.view;
    if view.goal.is_some() && !view.is_eye() {
        view.approach(player.position.y, settings.easing(), time.delta_secs());
    }
}

/// Places the camera on its flight to a node.
pub(super) fn fly(
    (time, program, settings): (Res<Time<Real>>, Res<ProgramState>, Res<Settings>),
    mut flight: ResMut<Flight>,
    mut eyes: Query<&mut Transform, With<Eye>>,
) {
    let Some((from, left)) = flight.0 else { return };
    let left = left - settings.easing().of_flight(time.delta_secs(), FLIGHT);
    flight.0 = (left > 0.0 && !program.view.is_cut()).then_some((from, left));
    if flight.0.is_none() {
        return;
    }
    let share = left * left * (3.0 - 2.0 * left);
    for mut transform in &mut eyes {
        transform.translation = transform.translation.lerp(from.translation, share);
        transform.rotation = transform.rotation.slerp(from.rotation, share);
    }
}

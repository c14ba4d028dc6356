//! The clock of the simulation: slow motion, pause and single steps.
//!
//! Only the fixed step is affected. You can still turn the view and switch overlays to examine a single moment.

use std::time::Duration;

use bevy::prelude::*;

use crate::app::host::{
    schedule::AppSystems,
    shown::{Shown, ShownMut},
    state::{Action, Player},
};
pub use bspwalk_session::clock::{STEP, STEPS_PER_SECOND};

/// Controls the clock.
pub struct ClockPlugin;

impl Plugin for ClockPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(First, follow.in_set(AppSystems::Clock));
    }
}

/// Slows the clock, pauses it, or makes one step.
pub(in crate::app) fn handle(
    In(command): In<Action>,
    mut player: ShownMut<Player>,
    mut fixed: ResMut<Time<Fixed>>,
) {
    let time_scale = &mut player.walker.time_scale;
    let was_paused = time_scale.paused;
    let steps = time_scale.handle(command);
    let timestep = fixed.timestep();
    if time_scale.paused && !was_paused {
        // The frame then shows the state just after the last step, and adding one timestep triggers exactly one step.
        let overstep = fixed.overstep();
        fixed.discard_overstep(overstep);
        fixed.accumulate_overstep(timestep.saturating_sub(Duration::from_nanos(1)));
    }
    if steps {
        fixed.accumulate_overstep(timestep);
    }
}

/// Applies pause and speed to the clock of the simulation.
fn follow(player: Shown<Player>, mut time: ResMut<Time<Virtual>>) {
    let time_scale = &player.walker.time_scale;
    match (time_scale.paused, time.is_paused()) {
        (true, false) => time.pause(),
        (false, true) => time.unpause(),
        _ => {}
    }
    if time.relative_speed() != time_scale.speed() {
        time.set_relative_speed(time_scale.speed());
    }
}

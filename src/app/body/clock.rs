//! The clock of the simulation: slow motion, pause and single steps.
//!
//! It changes the fixed step alone. The view turns and overlays switch as ever, so that one moment can be looked at from all
//! sides.

use std::time::Duration;

use bevy::prelude::*;

use crate::app::host::{
    schedule::AppSystems,
    shown::ShownMut,
    state::{Act, Player},
};
pub use bspwalk_session::clock::{STEP, STEPS_PER_SECOND};

/// Controls the clock.
pub struct ClockPlugin;

impl Plugin for ClockPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(First, handle.in_set(AppSystems::Clock));
    }
}

fn handle(
    mut messages: MessageReader<Act>,
    mut player: ShownMut<Player>,
    mut time: ResMut<Time<Virtual>>,
    mut fixed: ResMut<Time<Fixed>>,
) {
    let time_scale = &mut player.walker.time_scale;
    for &Act(command) in messages.read() {
        let was_paused = time_scale.paused;
        let steps = time_scale.handle(command);
        let timestep = fixed.timestep();
        if time_scale.paused && !was_paused {
            // The frame shows the place just after the last step, and one more timestep makes exactly one step.
            let overstep = fixed.overstep();
            fixed.discard_overstep(overstep);
            fixed.accumulate_overstep(timestep.saturating_sub(Duration::from_nanos(1)));
        }
        if steps {
            fixed.accumulate_overstep(timestep);
        }
    }
    match (time_scale.paused, time.is_paused()) {
        (true, false) => time.pause(),
        (false, true) => time.unpause(),
        _ => {}
    }
    if time.relative_speed() != time_scale.speed() {
        time.set_relative_speed(time_scale.speed());
    }
}

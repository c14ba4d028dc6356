//! The clock of the simulation: slow motion, pause and single steps.
//!
//! It changes the fixed step alone. The view turns and overlays switch as ever, so that one moment can be looked at from all
//! sides.

use std::time::Duration;

use bevy::prelude::*;
use bspwalk_session::clock;

use super::{
    schedule::AppSystems,
    state::{Act, Action},
};
pub use bspwalk_session::clock::{STEP, STEPS_PER_SECOND};

/// How fast the simulation runs.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Deref, DerefMut)]
pub struct TimeScale(clock::TimeScale);

impl TimeScale {
    fn handle(&mut self, command: Action) {
        match command {
            Action::Slower => self.slow_down(),
            Action::TogglePause => self.toggle_pause(),
            Action::SingleStep => self.step_once(),
            _ => {}
        }
    }
}

/// Controls the clock.
pub struct ClockPlugin;

impl Plugin for ClockPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<TimeScale>()
            .add_systems(First, handle.in_set(AppSystems::Clock));
    }
}

fn handle(
    mut messages: MessageReader<Act>,
    mut time_scale: ResMut<TimeScale>,
    mut time: ResMut<Time<Virtual>>,
    mut fixed: ResMut<Time<Fixed>>,
) {
    for &Act(command) in messages.read() {
        let mut new = *time_scale;
        new.handle(command);
        let timestep = fixed.timestep();
        if new.paused && !time_scale.paused {
            // The frame shows the place just after the last step, and one more timestep makes exactly one step.
            let overstep = fixed.overstep();
            fixed.discard_overstep(overstep);
            fixed.accumulate_overstep(timestep.saturating_sub(Duration::from_nanos(1)));
        }
        if new.paused && new.steps > time_scale.steps {
            fixed.accumulate_overstep(timestep);
        }
        time_scale.set_if_neq(new);
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

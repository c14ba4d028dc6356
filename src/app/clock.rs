//! The clock of the simulation: slow motion, pause and single steps.
//!
//! It changes the fixed step alone. The view turns and overlays switch as ever, so that one moment can be looked at from all
//! sides.

use std::time::Duration;

use bevy::prelude::*;

use super::{schedule::AppSystems, state::Command};

/// Fixed steps a second.
pub const STEPS_PER_SECOND: f64 = 120.0;

/// Seconds a step, as scripts count them; the engine's clock rounds it to nanoseconds.
pub const STEP: f32 = (1.0 / STEPS_PER_SECOND) as f32;

/// How fast the simulation runs.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeScale {
    /// An index into [`SCALES`].
    notch: usize,
    /// Whether it is paused.
    pub paused: bool,
    /// Single steps since it was paused.
    pub steps: u32,
}

/// Speeds of the simulation relative to real time, with their labels.
pub const SCALES: [(f32, &str); 4] = [(1.0, "1"), (0.25, "1/4"), (0.0625, "1/16"), (0.015_625, "1/64")];

impl TimeScale {
    /// The speed relative to real time.
    #[must_use]
    pub fn speed(self) -> f32 {
        SCALES[self.notch].0
    }

    /// What the screen says; nothing in real time.
    #[must_use]
    pub fn words(self) -> Option<String> {
        match (self.paused, self.notch) {
            (true, _) if self.steps > 0 => Some(format!("Paused, {} steps on", self.steps)),
            (true, _) => Some("Paused".into()),
            (false, 0) => None,
            (false, notch) => Some(format!("{} speed", SCALES[notch].1)),
        }
    }

    fn handle(&mut self, command: Command) {
        match command {
            Command::Slower => self.notch = (self.notch + 1) % SCALES.len(),
            Command::TogglePause => (self.paused, self.steps) = (!self.paused, 0),
            Command::SingleStep => {
                self.steps = if self.paused { self.steps + 1 } else { 0 };
                self.paused = true;
            }
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
    mut messages: MessageReader<Command>,
    mut time_scale: ResMut<TimeScale>,
    mut time: ResMut<Time<Virtual>>,
    mut fixed: ResMut<Time<Fixed>>,
) {
    for &command in messages.read() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_follow_the_commands() {
        let mut time_scale = TimeScale::default();
        assert_eq!(time_scale.words(), None);
        time_scale.handle(Command::Slower);
        let quarter = (0.25, Some("1/4 speed".into()));
        assert_eq!((time_scale.speed(), time_scale.words()), quarter);
        time_scale.handle(Command::SingleStep);
        let state = (time_scale.paused, time_scale.steps);
        assert_eq!(state, (true, 0), "the first press pauses");
        time_scale.handle(Command::SingleStep);
        assert_eq!(time_scale.words(), Some("Paused, 1 steps on".into()));
        time_scale.handle(Command::TogglePause);
        assert_eq!((time_scale.speed(), time_scale.words()), quarter);
        for _ in 1..SCALES.len() {
            time_scale.handle(Command::Slower);
        }
        assert_eq!(time_scale, TimeScale::default());
    }
}

//! The clock of the simulation: slow motion, standing still, and single steps.
//!
//! Only the fixed step is slowed; the view turns and overlays switch as ever, so that a moment can be looked at from all
//! sides.

use std::time::Duration;

use bevy::prelude::*;

use super::{schedule::AppSystems, state::Command};

/// How fast the simulation goes.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeScale {
    /// Which of [`SPEEDS`].
    slowness: usize,
    /// Whether it stands still.
    pub paused: bool,
    /// Single steps made since it stands still.
    pub steps: u32,
}

/// Speeds of the simulation, as shares of the real one, with what they are called.
pub const SPEEDS: [(f32, &str); 4] = [(1.0, "1"), (0.25, "1/4"), (0.0625, "1/16"), (0.015_625, "1/64")];

impl TimeScale {
    /// Its share of real time.
    #[must_use]
    pub fn speed(self) -> f32 {
        SPEEDS[self.slowness].0
    }

    /// What the person is told; nothing where all is as ever.
    #[must_use]
    pub fn words(self) -> Option<String> {
        match (self.paused, self.slowness) {
            (true, _) if self.steps > 0 => Some(format!("Paused, {} steps on", self.steps)),
            (true, _) => Some("Paused".into()),
            (false, 0) => None,
            (false, slowness) => Some(format!("{} speed", SPEEDS[slowness].1)),
        }
    }

    fn handle(&mut self, command: Command) {
        match command {
            Command::Slower => self.slowness = (self.slowness + 1) % SPEEDS.len(),
            Command::TogglePause => (self.paused, self.steps) = (!self.paused, 0),
            Command::SingleStep => {
                self.steps = if self.paused { self.steps + 1 } else { 0 };
                self.paused = true;
            }
            _ => {}
        }
    }
}

/// Keeps the clock.
pub struct ClockPlugin;

impl Plugin for ClockPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<TimeScale>()
            .add_systems(First, (handle, apply).chain().in_set(AppSystems::Clock));
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
        if new.paused && !time_scale.paused {
            // The picture shows the place just after the last step, and one more timestep makes exactly one step.
            let (overstep, step) = (fixed.overstep(), fixed.timestep());
            fixed.discard_overstep(overstep);
            fixed.accumulate_overstep(step.saturating_sub(Duration::from_nanos(1)));
        }
        if new.paused && new.steps > time_scale.steps {
            let step = fixed.timestep();
            fixed.accumulate_overstep(step);
        }
        time_scale.set_if_neq(new);
    }
    if time_scale.paused != time.is_paused() {
        if time_scale.paused {
            time.pause();
        } else {
            time.unpause();
        }
    }
}

fn apply(time_scale: Res<TimeScale>, mut time: ResMut<Time<Virtual>>) {
    if time.relative_speed() != time_scale.speed() {
        time.set_relative_speed(time_scale.speed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_it_does() {
        let mut time_scale = TimeScale::default();
        assert_eq!(time_scale.words(), None);
        time_scale.handle(Command::Slower);
        assert_eq!(
            (time_scale.speed(), time_scale.words()),
            (0.25, Some("1/4 speed".into()))
        );
        time_scale.handle(Command::SingleStep);
        assert_eq!(
            (time_scale.paused, time_scale.steps),
            (true, 0),
            "the first press stops it"
        );
        time_scale.handle(Command::SingleStep);
        assert_eq!(time_scale.words(), Some("Paused, 1 steps on".into()));
        time_scale.handle(Command::TogglePause);
        assert_eq!(time_scale.words(), Some("1/4 speed".into()));
        for _ in 1..SPEEDS.len() {
            time_scale.handle(Command::Slower);
        }
        assert_eq!(time_scale, TimeScale::default());
    }
}

//! The clock of a simulation: its step, slow motion, pause and single steps.

use bspwalk_text::text;

use crate::actions::Action;

/// Fixed steps a second.
pub const STEPS_PER_SECOND: f64 = 120.0;

/// Seconds a step, as scripts count them.
pub const STEP: f32 = (1.0 / STEPS_PER_SECOND) as f32;

/// Speeds of the simulation relative to real time, with their labels.
pub const SCALES: [(f32, &str); 4] = [(1.0, "1"), (0.25, "1/4"), (0.0625, "1/16"), (0.015_625, "1/64")];

/// How fast the simulation runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeScale {
    /// An index into [`SCALES`].
    notch: usize,
    /// Whether it is paused.
    pub paused: bool,
    /// Single steps since it was paused.
    pub steps: u32,
}

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
            (true, _) => Some(match self.steps {
                0 => text!("walk-paused").to_owned(),
                count => text!("walk-paused-after", count),
            }),
            (false, 0) => None,
            (false, notch) => Some(text!("walk-slow", speed = SCALES[notch].1)),
        }
    }

    /// Handles a command of the clock. Returns whether it asks for a single step.
    pub fn handle(&mut self, action: Action) -> bool {
        let before = *self;
        match action {
            Action::Slower => self.slow_down(),
            Action::TogglePause => self.toggle_pause(),
            Action::SingleStep => self.step_once(),
            _ => {}
        }
        self.steps > before.steps
    }

    /// Takes the next slower speed; after the slowest, real time.
    fn slow_down(&mut self) {
        self.notch = (self.notch + 1) % SCALES.len();
    }

    /// Pauses, or goes on.
    fn toggle_pause(&mut self) {
        (self.paused, self.steps) = (!self.paused, 0);
    }

    /// Makes a single step; where it is not paused, only pauses.
    fn step_once(&mut self) {
        self.steps = if self.paused { self.steps + 1 } else { 0 };
        self.paused = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_follow_the_clock() {
        let mut time_scale = TimeScale::default();
        assert_eq!(time_scale.words(), None);
        time_scale.slow_down();
        let quarter = (0.25, Some("1/4 speed".into()));
        assert_eq!((time_scale.speed(), time_scale.words()), quarter);
        time_scale.step_once();
        let state = (time_scale.paused, time_scale.steps);
        assert_eq!(state, (true, 0), "the first press pauses");
        time_scale.step_once();
        assert_eq!(time_scale.words(), Some("Paused, 1 step on".into()));
        time_scale.step_once();
        assert_eq!(time_scale.words(), Some("Paused, 2 steps on".into()));
        time_scale.toggle_pause();
        assert_eq!((time_scale.speed(), time_scale.words()), quarter);
        for _ in 1..SCALES.len() {
            time_scale.slow_down();
        }
        assert_eq!(time_scale, TimeScale::default());
    }
}

//! Simulation clock with fixed steps, slow motion, pause and single steps.

use bspwalk_text::text;

/// Fixed steps per second.
pub const STEPS_PER_SECOND: f64 = 120.0;

/// Duration of a step in seconds, as counted by scripts.
pub const STEP: f32 = (1.0 / STEPS_PER_SECOND) as f32;

/// Speeds of the simulation relative to real time, with their labels.
pub const SCALES: [(f32, &str); 4] = [(1.0, "1"), (0.25, "1/4"), (0.0625, "1/16"), (0.015_625, "1/64")];

/// Speed of the simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeScale {
    /// Index into [`SCALES`].
    notch: usize,
    /// Whether the simulation is paused.
    pub paused: bool,
    /// Number of single steps since the pause.
    pub steps: u32,
}

impl TimeScale {
    /// Returns the speed relative to real time.
    pub fn speed(self) -> f32 {
        SCALES[self.notch].0
    }

    /// Returns the label shown on screen, or `None` in real time.
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

    /// Slows the simulation down by a notch. The slowest notch wraps around to real time.
    pub fn slow_down(&mut self) {
        self.notch = (self.notch + 1) % SCALES.len();
    }

    /// Pauses the simulation, or resumes it.
    pub fn toggle_pause(&mut self) {
        (self.paused, self.steps) = (!self.paused, 0);
    }

    /// Requests a single step, which increases [`TimeScale::steps`]. If the simulation is running, this only pauses it.
    pub fn single_step(&mut self) {
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
        time_scale.single_step();
        let state = (time_scale.paused, time_scale.steps);
        assert_eq!(state, (true, 0), "the first press pauses");
        time_scale.single_step();
        assert_eq!(time_scale.words(), Some("Paused, advanced 1 step".into()));
        time_scale.single_step();
        assert_eq!(time_scale.words(), Some("Paused, advanced 2 steps".into()));
        time_scale.toggle_pause();
        assert_eq!((time_scale.speed(), time_scale.words()), quarter);
        for _ in 1..SCALES.len() {
            time_scale.slow_down();
        }
        assert_eq!(time_scale, TimeScale::default());
    }
}

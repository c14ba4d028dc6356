//! Advances a walk in time: runs simulation steps and stores background results.

use std::time::Duration;

use super::Session;
use crate::{actions::HeldInput, background::BackgroundResult, clock::STEPS_PER_SECOND, scripts::Scripts};

/// Maximum real time simulated per frame, in seconds. Without it, slow frames would cause even slower ones.
const LONGEST_FRAME: f64 = 0.25;

impl Session {
    /// Advances the walk by real time. Runs the due steps with the held keys and stores the available background
    /// results.
    ///
    /// Returns the number of steps.
    pub fn advance(&mut self, elapsed: Duration, keys: &mut HeldInput) -> u32 {
        let seconds = elapsed.as_secs_f64();
        self.reload_if_saved();
        self.take_parts();
        self.change(|program| {
            program.change_scripts(Scripts::follow);
            program.compare_saves();
            program.follow_expensive();
        });
        for (_, left) in &mut self.notices {
            *left -= seconds as f32;
        }
        self.notices.retain(|(_, left)| *left > 0.0);
        self.greeting -= seconds as f32;
        self.leaving -= seconds as f32;
        self.advance_films(seconds);
        self.ask_about_next_film_step();
        self.follow_quiz();
        let eyes = self.walker.body.position.y;
        self.state.view.approach(eyes, self.easing, seconds as f32);
        if let Some(replay) = &mut self.walker.replay {
            replay.advance(seconds as f32);
        }
        let [left, up] = keys.rotation_during((seconds as f32).min(LONGEST_FRAME as f32));
        if [left, up] != [0.0; 2] {
            self.turn(left, up);
        }
        self.align_with_model(keys);
        self.record_changes();
        if self.walker.time_scale.paused {
            return 0;
        }
        self.left_over += seconds.min(LONGEST_FRAME) * f64::from(self.walker.time_scale.speed());
        let mut steps = 0;
        while self.left_over >= 1.0 / STEPS_PER_SECOND {
            self.left_over -= 1.0 / STEPS_PER_SECOND;
            self.step(keys);
            steps += 1;
        }
        steps
    }

    /// Runs one step of the simulation.
    pub fn step(&mut self, keys: &mut HeldInput) {
        let mut moving = self.moving.take();
        let ticks = keys.take_step_input();
        self.change(|program| program.step(moving.as_mut(), ticks, false));
        self.moving = moving;
    }

    fn take_parts(&mut self) {
        while let Some(part) = self.background.take() {
            self.store_background_result(part);
        }
        if self.deciding.take().is_some() {
            self.revision += 1;
        }
    }

    fn store_background_result(&mut self, part: BackgroundResult) {
        self.revision += 1;
        self.lit |= matches!(part, BackgroundResult::Light(_));
        if let BackgroundResult::Failed(reason) = &part {
            self.notice(reason.clone());
        }
        self.picture.store_background_result(part);
    }
}

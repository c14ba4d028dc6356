//! Time in a walk: steps of the simulation, and what comes from the background.

use std::{sync::Arc, time::Duration};

use bspwalk_text::text;

use super::Session;
use crate::{
    Opened,
    actions::Held,
    background::Part,
    body::{Driver, SCRIPT_ENDED, event_words},
    clock::STEPS_PER_SECOND,
};

/// Real time beyond this, in seconds, is not made up for: the simulation would only fall further behind.
const LONGEST_FRAME: f64 = 0.25;

impl Session {
    /// Lets real time pass: makes the steps that are due with the keys that are held, and takes what the background has
    /// ready. Returns how many steps were made.
    pub fn advance(&mut self, elapsed: Duration, keys: &mut Held) -> u32 {
        let seconds = elapsed.as_secs_f64();
        self.look_at_file();
        self.take_parts();
        self.compare_saves();
        for (_, left) in &mut self.notices {
            *left -= seconds as f32;
        }
        self.notices.retain(|(_, left)| *left > 0.0);
        self.greeting -= seconds as f32;
        self.leaving -= seconds as f32;
        self.advance_films(seconds);
        self.ask_of_films();
        self.follow_quiz();
        self.approach_goal(seconds as f32);
        if let Some(replay) = &mut self.replay {
            replay.advance(seconds as f32);
        }
        let [left, up] = keys.turned((seconds as f32).min(LONGEST_FRAME as f32));
        if [left, up] != [0.0; 2] {
            self.turn(left, up);
        }
        self.follow_model(keys);
        if self.plan {
            let Opened { level, tree, .. } = &*self.opened;
            let height = self.body.position.as_dvec3().y;
            self.planner.want(level, tree, self.picture.leaves(), height);
        }
        if self.time_scale.paused {
            return 0;
        }
        self.left_over += seconds.min(LONGEST_FRAME) * f64::from(self.time_scale.speed());
        let mut steps = 0;
        while self.left_over >= 1.0 / STEPS_PER_SECOND {
            self.left_over -= 1.0 / STEPS_PER_SECOND;
            self.step(keys);
            steps += 1;
        }
        steps
    }

    /// Makes one step of the simulation: of the eye alone while a replay is shown.
    pub fn step(&mut self, keys: &mut Held) {
        let keys = keys.take();
        if self.replay.is_some() {
            self.body.drift(keys);
            return;
        }
        let planes = self.picture.planes();
        let trees = self.opened.trees_with(planes.as_deref());
        let driver = Driver {
            keys,
            playing: self.playing.as_mut(),
            draft: self.draft.as_mut(),
            observes: false,
        };
        let stepped = self.body.step_among(trees, self.moving.as_mut(), driver);
        for event in stepped.events {
            if let Some(text) = event_words(event, self.keys()) {
                self.notice(text);
            }
        }
        if stepped.has_ended {
            self.playing = None;
            self.notice(SCRIPT_ENDED);
        }
        self.follow_stops(stepped.has_moved);
        let method = self.body.mover.method;
        let obstacle = match &self.draft {
            Some(draft) if !draft.has_method(method) => Some(text!("walk-recording-ends-by-method")),
            Some(draft) if draft.is_full() => Some(text!("walk-recording-is-full")),
            _ => None,
        };
        if let Some(obstacle) = obstacle {
            self.notice(obstacle);
            self.end_recording();
        }
    }

    /// Explains the newest stop while an explanation is shown, and closes it when the body is put elsewhere.
    fn follow_stops(&mut self, has_moved: bool) {
        let Some(why) = self.why.as_mut() else { return };
        if why.is_left(&self.body) {
            self.why = None;
        } else if has_moved
            && why.follow(&self.opened.tree, &self.opened.level, &self.body)
            && let Some(reason) = why.reasons.first()
        {
            self.selected.node = reason.node_of_level();
        }
    }

    fn take_parts(&mut self) {
        while let Some(part) = self.background.take() {
            self.take_part(part);
        }
        let of = self.deciding.wanted().cloned();
        if let (Some(of), Some(decision)) = (of, self.deciding.take()) {
            self.solidity = Some((of, decision.map(Arc::new)));
            self.revision += 1;
        }
    }

    /// Takes a part of what it does without at first. In a page, where there are no threads, baked light comes from elsewhere.
    pub fn take_part(&mut self, part: Part) {
        self.revision += 1;
        self.lit |= matches!(part, Part::Light(_));
        match part {
            Part::Failed(reason) => {
                self.notice(reason.clone());
                self.picture.take(Part::Failed(reason));
            }
            part => self.picture.take(part),
        }
    }
}

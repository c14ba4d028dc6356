//! Where a film is, and how it goes on.

use crate::actions::FilmMove;

/// The step of a film, and its pace.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Playback {
    /// The step that the user asks for, counted from 0.
    pub step: u32,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// Steps a second.
    pub speed: f32,
    /// The share of the next step that has passed while it plays, 0 to 1.
    pub passed: f32,
    /// The furthest step that was shown since it began.
    pub furthest: u32,
    /// Whether it stops before what can be asked about.
    pub asks: bool,
}

impl Playback {
    /// Does what is asked of it; `last` is the number of the last step.
    pub fn go(&mut self, to: FilmMove, last: u32) {
        match to {
            FilmMove::Next => self.next_step(last),
            FilmMove::Previous => self.previous_step(),
            FilmMove::First => self.stop_at(0),
            FilmMove::Last => self.stop_at(last),
            FilmMove::Play => self.toggle(last),
        }
    }

    /// Stops it, and shows a step.
    fn stop_at(&mut self, step: u32) {
        self.playing = false;
        self.furthest = self.furthest.max(self.step).max(step);
        self.step = step;
    }

    /// Stops it, and goes to the next step; `last` is the number of the last one, which stays.
    pub fn next_step(&mut self, last: u32) {
        self.playing = false;
        self.step = self.step.saturating_add(1).min(last);
        self.furthest = self.furthest.max(self.step);
    }

    /// Stops it, and goes to the step before; the first one stays.
    pub fn previous_step(&mut self) {
        self.playing = false;
        self.furthest = self.furthest.max(self.step);
        self.step = self.step.saturating_sub(1);
    }

    /// Stops it, or lets it go on: from the beginning where it has come to its end.
    pub fn toggle(&mut self, last: u32) {
        self.playing = !self.playing;
        if self.playing && self.step >= last {
            self.step = 0;
        }
    }

    /// Begins anew, and plays.
    pub fn restart(&mut self) {
        (self.step, self.playing, self.passed, self.furthest) = (0, true, 0.0, 0);
    }

    /// Lets so many seconds pass. Where it plays, it goes on to its last step and stops there.
    pub fn advance(&mut self, seconds: f32, last: u32) {
        if !self.playing {
            self.passed = 0.0;
            return;
        }
        self.passed += seconds * self.speed;
        if self.passed >= 1.0 {
            self.step = self.step.saturating_add(self.passed as u32).min(last);
            self.furthest = self.furthest.max(self.step);
            self.passed = self.passed.fract();
            self.playing = self.step < last;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_steps_add_up_and_it_stops_at_the_last() {
        let mut film = Playback {
            step: 3,
            playing: true,
            speed: 2.0,
            ..Playback::default()
        };
        for (seconds, step) in [(0.3, 3), (0.3, 4), (1.45, 7)] {
            film.advance(seconds, 9);
            assert_eq!((film.step, film.playing), (step, true));
        }
        film.advance(1.0e9, 9);
        assert_eq!((film.step, film.playing), (9, false));
        film.advance(1.0e9, 9);
        assert_eq!(film.step, 9);
        film.toggle(9);
        assert_eq!((film.step, film.playing), (0, true), "it begins anew");
    }

    #[test]
    fn keys_go_to_its_ends_and_let_it_play() {
        let mut film = Playback {
            step: 4,
            playing: true,
            ..Playback::default()
        };
        for (to, expected) in [
            (FilmMove::Last, (9, false)),
            (FilmMove::Next, (9, false)),
            (FilmMove::Previous, (8, false)),
            (FilmMove::Play, (8, true)),
            (FilmMove::First, (0, false)),
            (FilmMove::Previous, (0, false)),
            (FilmMove::Next, (1, false)),
        ] {
            film.go(to, 9);
            assert_eq!((film.step, film.playing), expected, "{to:?}");
        }
        assert_eq!(film.furthest, 9);
    }

    #[test]
    fn single_steps_stop_it_and_stay_within_it() {
        let mut film = Playback::default();
        film.restart();
        film.next_step(1);
        assert_eq!((film.step, film.playing), (1, false));
        film.next_step(1);
        assert_eq!(film.step, 1);
        film.previous_step();
        film.previous_step();
        assert_eq!(film.step, 0);
    }
}

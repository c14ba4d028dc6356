//! Playback state of a film.

use crate::actions::FilmMove;

/// Current step and speed of a film.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Playback {
    /// Step requested by the user, counted from 0.
    pub step: u32,
    /// Whether the film plays.
    pub playing: bool,
    /// Speed, in steps per second.
    pub speed: f32,
    /// Progress towards the next step while playing, from 0 to 1.
    pub passed: f32,
    /// Highest step shown since the film started.
    pub furthest: u32,
    /// Whether the film stops at quiz questions.
    pub asks: bool,
}

impl Playback {
    /// Executes a playback command. `last` is the index of the last step.
    pub fn go(&mut self, to: FilmMove, last: u32) {
        let step = match to {
            FilmMove::Next => self.step.saturating_add(1).min(last),
            FilmMove::Previous => self.step.saturating_sub(1),
            FilmMove::First => 0,
            FilmMove::Last => last,
            FilmMove::Play => return self.toggle(last),
        };
        self.furthest = self.furthest.max(self.step).max(step);
        (self.step, self.playing) = (step, false);
    }

    /// Plays or pauses the film. At the end, playing restarts it.
    pub fn toggle(&mut self, last: u32) {
        self.playing = !self.playing;
        if self.playing && self.step >= last {
            self.step = 0;
        }
    }

    /// Returns to the first step. A playing film continues from there.
    pub fn rewind(&mut self) {
        (self.step, self.passed, self.furthest) = (0, 0.0, 0);
    }

    /// Advances a playing film by a time in seconds. The film stops at the last step.
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
    fn fractions_add_up_and_playback_stops_at_end() {
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
    fn film_moves_seek_and_play() {
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
}

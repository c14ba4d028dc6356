//! Division film: shows, depth by depth, the cells into which the nodes divide the level.

use crate::{actions::FilmMove, view::FilmTree};

/// Time that the film shows each depth, in seconds.
const FRAME: f32 = 1.4;

/// The division film.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DivisionFilm {
    /// Tree; `None` if the film is off.
    pub tree: Option<FilmTree>,
    /// Depth on screen. The fractional part is the progress towards the next depth.
    pub depth: f32,
    /// Whether the film is playing.
    pub playing: bool,
    /// Whether the film stops before depths with a quiz question.
    pub asks: bool,
    /// Depth of the most recently settled quiz question. With questions, the film pauses before a depth until the
    /// question about that depth is settled.
    pub settled: u32,
}

impl DivisionFilm {
    /// Creates the film of a tree, at its beginning.
    pub const fn of(tree: FilmTree) -> Self {
        Self {
            tree: Some(tree),
            depth: 0.0,
            playing: true,
            asks: false,
            settled: 0,
        }
    }

    /// Returns whether the film asks questions. It cannot ask about the solid-leaf tree, because the build of
    /// that tree is not replayed.
    pub fn can_ask(&self) -> bool {
        self.asks && self.tree == Some(FilmTree::Nodes)
    }

    /// Returns whether the film waits for a question about its next depth.
    pub fn is_waiting_for_question(&self) -> bool {
        self.can_ask() && self.settled != self.shown() + 1
    }

    /// Advances the film by a time in seconds. A film with questions advances at most to the next depth.
    pub fn play(&mut self, seconds: f32) {
        if !self.playing || self.is_waiting_for_question() {
            return;
        }
        // Show the first cuts for longer, because they help to understand the rest.
        let slow = if self.depth < 3.0 { 1.0 } else { 0.6 };
        let next = (self.shown() + 1) as f32;
        self.depth += seconds / (FRAME * slow);
        if self.can_ask() {
            self.depth = self.depth.min(next);
        }
    }

    /// Carries out a playback command. `last` is the maximum depth of the tree.
    pub fn go(&mut self, to: FilmMove, last: u32) {
        let depth = match to {
            FilmMove::Next => self.shown() + 1,
            FilmMove::Previous => self.shown().saturating_sub(1),
            FilmMove::First => 0,
            FilmMove::Last => last,
            FilmMove::Play => {
                self.playing = !self.playing;
                if self.shown() >= last {
                    self.depth = 0.0;
                }
                return;
            }
        };
        (self.depth, self.playing) = (depth.min(last) as f32, false);
    }

    /// Returns the depth on screen. All nodes with a smaller depth are divided.
    pub fn shown(&self) -> u32 {
        self.depth as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn film_waits_at_an_open_question() {
        let mut film = DivisionFilm {
            asks: true,
            ..DivisionFilm::of(FilmTree::Nodes)
        };
        film.play(9.0);
        assert!(film.is_waiting_for_question() && film.shown() == 0);
        film.settled = 1;
        film.play(0.5);
        assert_eq!((film.is_waiting_for_question(), film.shown()), (false, 0));
        film.play(9.0);
        assert!(film.is_waiting_for_question() && film.shown() == 1, "{film:?}");
        film.asks = false;
        film.play(3.5);
        assert_eq!((film.is_waiting_for_question(), film.shown()), (false, 3));
    }
}

//! Film of painter's order, which draws fragments one by one from far to near.

use bspwalk_text::{text, words::count};
use bspwalk_trees::node_storing::NodeId;

use crate::actions::FilmMove;

/// Available film speeds, in fragments per second.
const SPEEDS: [u32; 8] = [1, 4, 16, 64, 256, 1024, 4096, 16384];

/// Duration of a film at its initial speed, in seconds.
const USUAL: f64 = 12.0;

/// Pause at the complete image before the film restarts, in seconds.
const STAYS: f64 = 2.0;

/// Returns the title of a step: the order, the number of painted fragments and the total number of fragments.
pub fn painter_title(front_to_back: bool, [painted, all]: [u32; 2]) -> String {
    let [painted, all] = [painted, all].map(count);
    if front_to_back {
        text!("film-painter-front-to-back", painted, all)
    } else {
        text!("film-painter", painted, all)
    }
}

/// Describes the last painted fragment and the node that stores it.
pub fn painter_place(last: Option<(u32, NodeId)>) -> String {
    match last {
        Some((fragment, node)) => text!(
            "film-painter-fragment",
            fragment = count(fragment),
            node = count(node)
        ),
        None => text!("film-painter-nothing").to_owned(),
    }
}

/// State of a film of painter's order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PainterFilm {
    /// Number of painted fragments. The fractional part is the progress of the next fragment.
    place: f64,
    /// Total number of fragments.
    count: u32,
    /// Speed, in fragments per second.
    speed: u32,
    /// Whether the film plays.
    pub running: bool,
    /// Whether the film stops at quiz questions.
    pub asks: bool,
    /// Time since the image was completed, in seconds.
    stayed: f64,
}

impl PainterFilm {
    /// Creates a film of `count` fragments, which starts playing at once. Its speed depends on the number of fragments.
    pub fn new(count: u32) -> Self {
        let wanted = f64::from(count) / USUAL;
        let speed = SPEEDS.into_iter().rfind(|&speed| f64::from(speed) <= wanted);
        Self {
            place: 0.0,
            count,
            speed: speed.unwrap_or(1),
            running: true,
            asks: false,
            stayed: 0.0,
        }
    }

    /// Pauses the film after a number of painted fragments.
    pub fn pause_at(&mut self, painted: u32) {
        self.step(i64::from(painted) - i64::from(self.painted()));
    }

    /// Returns the number of painted fragments.
    pub fn painted(&self) -> u32 {
        (self.place as u32).min(self.count)
    }

    /// Returns the total number of fragments.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Returns the speed, in fragments per second.
    pub fn speed(&self) -> u32 {
        self.speed
    }

    /// Updates the number of fragments, which changes with the camera.
    pub fn set_count(&mut self, count: u32) {
        self.count = count;
        self.place = self.place.min(f64::from(count));
    }

    /// Advances the film by a time in seconds.
    pub fn advance(&mut self, seconds: f64) {
        if !self.running {
            return;
        }
        if self.painted() >= self.count {
            self.stayed += seconds;
            if self.stayed >= STAYS {
                (self.place, self.stayed) = (0.0, 0.0);
            }
            return;
        }
        self.place = (self.place + f64::from(self.speed()) * seconds).min(f64::from(self.count));
    }

    /// Pauses the film and moves it by a number of fragments.
    pub fn step(&mut self, by: i64) {
        self.running = false;
        self.stayed = 0.0;
        let place = i64::from(self.painted()) + by;
        self.place = place.clamp(0, i64::from(self.count)) as f64;
    }

    /// Executes a playback command.
    pub fn go(&mut self, to: FilmMove) {
        let all = i64::from(self.count);
        match to {
            FilmMove::Next => self.step(1),
            FilmMove::Previous => self.step(-1),
            FilmMove::First => self.step(-all),
            FilmMove::Last => self.step(all),
            FilmMove::Play => self.toggle(),
        }
    }

    /// Plays or pauses the film.
    pub fn toggle(&mut self) {
        self.running = !self.running;
        self.stayed = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn film_paints_everything_pauses_and_restarts() {
        assert_eq!(PainterFilm::new(1).speed(), 1);
        assert_eq!(PainterFilm::new(0).painted(), 0);
        let mut film = PainterFilm::new(1000);
        assert_eq!((film.painted(), film.speed()), (0, 64));
        film.advance(1.0);
        assert_eq!(film.painted(), 64);
        film.advance(1000.0);
        assert_eq!(film.painted(), 1000);
        film.advance(1.0);
        assert_eq!(film.painted(), 1000);
        film.advance(1.5);
        assert_eq!(film.painted(), 0);
    }

    #[test]
    fn single_steps_pause_and_stay_in_range() {
        let mut film = PainterFilm::new(3);
        film.step(-1);
        assert_eq!((film.painted(), film.running), (0, false));
        film.step(2);
        film.advance(5.0);
        assert_eq!(film.painted(), 2);
        film.step(5);
        assert_eq!(film.painted(), 3);
        for (to, painted) in [
            (FilmMove::First, 0),
            (FilmMove::Next, 1),
            (FilmMove::Last, 3),
            (FilmMove::Previous, 2),
        ] {
            film.go(to);
            assert_eq!((film.painted(), film.running), (painted, false), "{to:?}");
        }
        film.pause_at(1);
        assert_eq!(film.painted(), 1);
        film.set_count(0);
        assert_eq!(film.painted(), 0);
        film.toggle();
        assert!(film.running);
    }
}

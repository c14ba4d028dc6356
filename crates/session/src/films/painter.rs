//! The painter's order as a film: fragment after fragment, from far to near.

use bspwalk_progress::words::count;
use bspwalk_text::text;
use bspwalk_trees::node_storing::NodeId;

use crate::actions::FilmMove;

/// Speeds of the film, in fragments a second.
pub const SPEEDS: [u32; 8] = [1, 4, 16, 64, 256, 1024, 4096, 16384];

/// How long a film of its own speed takes, in seconds.
const USUAL: f64 = 12.0;

/// How long the complete picture stays before the film begins again, in seconds.
const STAYS: f64 = 2.0;

/// What stands above a step of the film: the order, and how many fragments of how many are painted.
#[must_use]
pub fn painter_title(front_to_back: bool, [painted, all]: [u32; 2]) -> String {
    let [painted, all] = [painted, all].map(count);
    if front_to_back {
        text!("film-painter-front-to-back", painted, all)
    } else {
        text!("film-painter", painted, all)
    }
}

/// Which fragment was painted last, and the node that stores it.
#[must_use]
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

/// A film that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PainterFilm {
    /// Fragments that are painted, with the part of the next one's time that has passed.
    place: f64,
    /// How many there are.
    count: u32,
    /// An index into [`SPEEDS`].
    notch: usize,
    /// Whether it runs by itself.
    pub running: bool,
    /// Whether it stops before what can be asked about.
    asks: bool,
    /// How many fragments were painted when it was asked last what comes.
    asked: Option<u32>,
    /// How long the complete picture has been there, in seconds.
    stayed: f64,
}

impl PainterFilm {
    /// A film of so many fragments, which runs from its beginning at a speed that suits their number.
    #[must_use]
    pub fn new(count: u32) -> Self {
        let wanted = f64::from(count) / USUAL;
        let notch = SPEEDS
            .iter()
            .rposition(|&speed| f64::from(speed) <= wanted.max(1.0));
        Self {
            place: 0.0,
            count,
            notch: notch.unwrap_or(0),
            running: true,
            asks: false,
            asked: None,
            stayed: 0.0,
        }
    }

    /// Lets it ask, or no longer. Returns whether it asks.
    pub fn toggle_asking(&mut self) -> bool {
        self.asks = !self.asks;
        self.asked = self.painted().checked_sub(1);
        self.asks
    }

    /// Whether it goes on, and stops before what can be asked about.
    #[must_use]
    pub fn asks(&self) -> bool {
        self.asks && self.running
    }

    /// Of the numbers of fragments, ascending, at which it can be asked what comes: the one that it has come to, and was not asked at.
    #[must_use]
    pub fn comes_to(&self, places: impl IntoIterator<Item = u32>) -> Option<u32> {
        let asked = self.asked.filter(|&asked| asked <= self.painted());
        let mut places = places.into_iter();
        let next = places.find(|&place| asked.is_none_or(|asked| place > asked))?;
        (next <= self.painted()).then_some(next)
    }

    /// It was asked what comes after so many fragments; it stands there, or runs on.
    pub fn was_asked_at(&mut self, painted: u32, stands: bool) {
        self.asked = Some(painted);
        if stands {
            (self.running, self.place) = (false, f64::from(painted.min(self.count)));
        }
    }

    /// How many fragments are painted.
    #[must_use]
    pub fn painted(&self) -> u32 {
        (self.place as u32).min(self.count)
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Fragments a second.
    #[must_use]
    pub fn speed(&self) -> u32 {
        SPEEDS[self.notch]
    }

    /// The number of fragments has changed, as the eye sees others.
    pub fn set_count(&mut self, count: u32) {
        self.count = count;
        self.place = self.place.min(f64::from(count));
    }

    /// Lets so many seconds pass.
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

    /// Stops it, and goes so many fragments on or back.
    pub fn step(&mut self, by: i64) {
        self.running = false;
        self.stayed = 0.0;
        let place = i64::from(self.painted()) + by;
        self.place = place.clamp(0, i64::from(self.count)) as f64;
    }

    /// Does what is asked of it.
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

    /// Runs faster or slower by so many notches.
    pub fn shift_speed(&mut self, by: isize) {
        self.notch = self.notch.saturating_add_signed(by).min(SPEEDS.len() - 1);
    }

    /// Stops it, or lets it run on.
    pub fn toggle(&mut self) {
        self.running = !self.running;
        self.stayed = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_paints_from_nothing_to_all_stays_and_begins_again() {
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
    fn single_steps_stop_it_and_stay_within_it() {
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
        film.set_count(1);
        assert_eq!(film.painted(), 1);
        film.toggle();
        assert!(film.running);
    }

    #[test]
    fn it_stops_where_it_is_asked_and_asks_once_at_a_place() {
        let mut film = PainterFilm::new(30);
        assert!(!film.asks() && film.toggle_asking() && film.asks());
        let places = [0, 4, 11, 30];
        assert_eq!(film.comes_to(places), Some(0));
        film.was_asked_at(0, true);
        assert!(!film.asks() && film.painted() == 0, "it stands");
        film.toggle();
        assert_eq!(film.comes_to(places), None);
        film.advance(8.0);
        assert_eq!(film.painted(), 8);
        assert_eq!(film.comes_to(places), Some(4));
        film.was_asked_at(4, true);
        assert_eq!(film.painted(), 4, "it goes back to the place that it was past");
        // Back at the beginning it asks again; begun in the middle it asks about what is left.
        film.step(-9);
        assert_eq!(film.comes_to(places), Some(0));
        film.step(5);
        film.toggle_asking();
        film.toggle_asking();
        assert_eq!(film.comes_to(places), None);
        film.step(6);
        assert_eq!(film.comes_to(places), Some(11));
    }

    #[test]
    fn speeds_end_at_both_ends() {
        let mut film = PainterFilm::new(1);
        assert_eq!(film.speed(), 1);
        film.shift_speed(-1);
        assert_eq!(film.speed(), 1);
        film.shift_speed(100);
        assert_eq!(film.speed(), 16384);
        assert_eq!(PainterFilm::new(0).painted(), 0);
    }
}

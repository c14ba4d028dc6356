//! The numbers of entities that move, with the defaults of their games.

use bspwalk_text::text;

use super::{found::Found, part::Part};

/// Largest number that is believed: units, units a second, seconds.
const LARGEST: f64 = 1.0e6;

impl Part<'_> {
    /// A number; none where it is not said.
    pub(super) fn number(&self, key: &str) -> Option<f64> {
        let number = self.keys.numbers(key)?.first().copied()?;
        Some(number.clamp(-LARGEST, LARGEST))
    }

    /// A number that counts as not said where it is 0, as in the games.
    pub(super) fn number_or(&self, key: &str, default: f64) -> f64 {
        self.number(key)
            .filter(|&number| number != 0.0)
            .unwrap_or(default)
    }

    /// A speed; one that is negative or no number is that of the game, with a warning.
    pub(super) fn speed(&self, found: &mut Found, default: f64) -> f64 {
        let said = self.keys.get("speed").filter(|said| !said.trim().is_empty());
        let speed = self.number("speed");
        match (said, speed) {
            (Some(_), Some(speed)) if speed > 0.0 => speed,
            (None, _) | (_, Some(0.0)) => default,
            (Some(said), _) => {
                found.warn(self, &text!("quakemoving-speed", said, default));
                default
            }
        }
    }

    /// How long it waits; none where it stays.
    pub(super) fn wait(&self, default: f64) -> Option<f64> {
        let wait = self.number_or("wait", default);
        (wait >= 0.0).then_some(wait)
    }

    /// How long after it is called it calls others.
    pub(super) fn delay(&self) -> f64 {
        self.number("delay").unwrap_or(0.0).max(0.0)
    }

    /// The target that it calls.
    pub(super) fn target(&self) -> Option<&str> {
        self.keys.get("target").filter(|target| !target.is_empty())
    }

    /// Its class, with its own name in quotation marks where it has one.
    pub(super) fn title(&self) -> String {
        match self.keys.name() {
            Some(name) => format!("{} \"{name}\"", self.keys.class()),
            None => self.keys.class().to_owned(),
        }
    }
}

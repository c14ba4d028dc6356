//! Reads numbers of moving entities, with the defaults of their games.

use bspwalk_text::text;

use super::{found::Found, part::Part};

/// Largest accepted number: units, units per second or seconds.
const LARGEST: f64 = 1.0e6;

impl Part<'_> {
    /// Returns a number, or `None` if it is missing.
    pub(super) fn number(&self, key: &str) -> Option<f64> {
        let number = self.keys.numbers(key)?.first().copied()?;
        Some(number.clamp(-LARGEST, LARGEST))
    }

    /// Returns a number. As in the games, 0 counts as missing.
    pub(super) fn number_or(&self, key: &str, default: f64) -> f64 {
        self.number(key)
            .filter(|&number| number != 0.0)
            .unwrap_or(default)
    }

    /// Returns the speed. Negative or invalid values produce a warning and give the game's default.
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

    /// Returns the waiting time, or `None` if it stays.
    pub(super) fn wait(&self, default: f64) -> Option<f64> {
        let wait = self.number_or("wait", default);
        (wait >= 0.0).then_some(wait)
    }

    /// Returns the delay between being called and calling others.
    pub(super) fn delay(&self) -> f64 {
        self.number("delay").unwrap_or(0.0).max(0.0)
    }

    /// Returns the target that it calls.
    pub(super) fn target(&self) -> Option<&str> {
        self.keys.get("target").filter(|target| !target.is_empty())
    }

    /// Returns the class, followed by the name in quotation marks if there is one.
    pub(super) fn title(&self) -> String {
        match self.keys.name() {
            Some(name) => format!("{} \"{name}\"", self.keys.class()),
            None => self.keys.class().to_owned(),
        }
    }
}

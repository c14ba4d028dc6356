//! Held keys in terminals that do not report key releases. After the first press, a key counts as held for a short
//! time, and each repeat extends this time.

use bspwalk_session::actions::Motion;

/// Time for which a first press counts as held, in seconds.
const FIRST: f64 = 0.2;

/// Time for which a repeat counts as held, in seconds. It is longer than the repeat interval of keyboards.
const REPEAT: f64 = 0.15;

/// Maximum time between two presses of a repeating key, in seconds. This covers the initial delay before a keyboard
/// starts repeating.
const DELAY: f64 = 0.7;

/// A key that counts as held until a given time, in seconds.
#[derive(Clone, Copy, Debug)]
struct Key {
    motion: Motion,
    until: f64,
}

/// The held keys, in the order of their first presses. A keyboard repeats only the last pressed key, so earlier keys
/// stay held while that key repeats.
#[derive(Clone, Debug, Default)]
pub(super) struct Repeats {
    keys: Vec<Key>,
    /// The last pressed key, and the time of the press in seconds.
    last: Option<(Motion, f64)>,
}

impl Repeats {
    /// Handles a key event at time `now`. Returns whether the key is newly pressed.
    pub(super) fn press(&mut self, motion: Motion, now: f64) -> bool {
        let last = self.last.replace((motion, now));
        let is_repeat = last.is_some_and(|(last, at)| last == motion && now - at <= DELAY);
        let until = now + if is_repeat { REPEAT } else { FIRST };
        let known = self.keys.iter_mut().find(|held| held.motion == motion);
        let is_new = known.is_none();
        match known {
            Some(held) => held.until = held.until.max(until),
            None => self.keys.push(Key { motion, until }),
        }
        is_new
    }

    pub(super) fn release(&mut self, motion: Motion) {
        self.keys.retain(|held| held.motion != motion);
    }

    /// Releases the keys whose hold time has ended and returns them. Keys pressed before a held key stay held.
    pub(super) fn expire(&mut self, now: f64) -> Vec<Motion> {
        let last_alive = self.keys.iter().rposition(|held| held.until >= now);
        let gone = self.keys.split_off(last_alive.map_or(0, |last| last + 1));
        gone.into_iter().map(|held| held.motion).collect()
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Motion::{Forward, Right},
        *,
    };

    fn pressed<const N: usize>(presses: [(Motion, f64); N]) -> Repeats {
        let mut repeats = Repeats::default();
        for (motion, now) in presses {
            repeats.press(motion, now);
        }
        repeats
    }

    #[test]
    fn press_holds_for_a_moment() {
        let mut repeats = Repeats::default();
        assert!(repeats.press(Forward, 0.0));
        assert_eq!(repeats.expire(0.19), []);
        assert_eq!(repeats.expire(0.21), [Forward]);
        assert_eq!(repeats.expire(0.3), []);
    }

    #[test]
    fn repeats_extend_the_hold() {
        let mut repeats = pressed([(Forward, 0.0)]);
        // No key expires during the keyboard's initial delay.
        assert_eq!(repeats.expire(0.3), [Forward]);
        for repeat in 0..10 {
            let now = 0.5 + 0.03 * f64::from(repeat);
            assert_eq!(repeats.press(Forward, now), repeat == 0);
            assert_eq!(repeats.expire(now + 0.02), []);
        }
        assert_eq!(repeats.expire(0.77 + 0.14), []);
        assert_eq!(repeats.expire(0.77 + 0.16), [Forward]);
    }

    #[test]
    fn older_key_is_held_while_a_newer_one_repeats() {
        let mut repeats = pressed([(Forward, 0.0), (Forward, 0.1), (Right, 0.2)]);
        for repeat in 0..10 {
            let now = 0.35 + 0.03 * f64::from(repeat);
            repeats.press(Right, now);
            assert_eq!(repeats.expire(now), []);
        }
        assert_eq!(repeats.expire(2.0), [Forward, Right]);
    }

    #[test]
    fn newer_key_expires_before_a_repeating_one() {
        let mut repeats = pressed([(Forward, 0.0), (Right, 0.05), (Forward, 0.2), (Forward, 0.3)]);
        assert_eq!(repeats.expire(0.4), [Right]);
        assert_eq!(repeats.expire(0.5), [Forward]);
    }
}

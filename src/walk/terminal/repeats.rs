//! Held keys in terminals that do not report key releases. A first press counts as held for a short time, and each
//! repeat extends it.

/// Hold time of a first press, in seconds.
const FIRST: f64 = 0.2;

/// Hold time of a repeat, in seconds. Longer than the repeat interval of keyboards.
const REPEAT: f64 = 0.15;

/// Maximum time between two presses of a repeating key, in seconds. Covers the initial delay before a keyboard starts to repeat.
const DELAY: f64 = 0.7;

/// A key that counts as held.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key<K> {
    key: K,
    /// Time of the last press, in seconds.
    pressed: f64,
    until: f64,
}

/// The held keys, ordered by first press. A keyboard repeats only the last pressed key, so earlier keys stay held
/// while it repeats.
#[derive(Clone, Debug)]
pub(super) struct Repeats<K> {
    keys: Vec<Key<K>>,
    /// The last pressed key, and the time of the press in seconds.
    last: Option<(K, f64)>,
}

impl<K> Default for Repeats<K> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            last: None,
        }
    }
}

impl<K: Copy + PartialEq> Repeats<K> {
    /// Handles a key event at time `now`. Returns whether the key is newly pressed.
    pub(super) fn press(&mut self, key: K, now: f64) -> bool {
        let is_repeat = self
            .last
            .is_some_and(|(last, at)| last == key && now - at <= DELAY);
        self.last = Some((key, now));
        let until = now + if is_repeat { REPEAT } else { FIRST };
        match self.keys.iter_mut().find(|held| held.key == key) {
            Some(held) => {
                held.pressed = now;
                held.until = held.until.max(until);
                false
            }
            None => {
                let pressed = now;
                self.keys.push(Key { key, pressed, until });
                true
            }
        }
    }

    /// Releases a key.
    pub(super) fn release(&mut self, key: K) {
        self.keys.retain(|held| held.key != key);
    }

    /// Releases the keys whose hold time has ended and calls `released` with each. Keys pressed before a held key stay held.
    pub(super) fn expire(&mut self, now: f64, mut released: impl FnMut(K)) {
        let last_alive = self.keys.iter().rposition(|held| held.until >= now);
        let gone = self.keys.split_off(last_alive.map_or(0, |last| last + 1));
        gone.into_iter().for_each(|held| released(held.key));
    }

    /// Releases all keys.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expired(repeats: &mut Repeats<char>, now: f64) -> String {
        let mut gone = String::new();
        repeats.expire(now, |key| gone.push(key));
        gone
    }

    #[test]
    fn a_press_holds_for_a_moment() {
        let mut repeats = Repeats::default();
        assert!(repeats.press('w', 0.0));
        assert_eq!(expired(&mut repeats, 0.19), "");
        assert_eq!(expired(&mut repeats, 0.21), "w");
        assert_eq!(expired(&mut repeats, 0.3), "");
    }

    #[test]
    fn repeats_hold_on_and_end_soon_after_the_last() {
        let mut repeats = Repeats::default();
        repeats.press('w', 0.0);
        // The keyboard's initial delay.
        assert_eq!(expired(&mut repeats, 0.3), "w");
        for repeat in 0..10 {
            let now = 0.5 + 0.03 * f64::from(repeat);
            assert_eq!(repeats.press('w', now), repeat == 0);
            assert_eq!(expired(&mut repeats, now + 0.02), "");
        }
        assert_eq!(expired(&mut repeats, 0.77 + 0.14), "");
        assert_eq!(expired(&mut repeats, 0.77 + 0.16), "w");
    }

    #[test]
    fn an_older_key_stays_held_while_a_newer_one_repeats() {
        let mut repeats = Repeats::default();
        repeats.press('w', 0.0);
        repeats.press('w', 0.1);
        repeats.press('d', 0.2);
        for repeat in 0..10 {
            let now = 0.35 + 0.03 * f64::from(repeat);
            repeats.press('d', now);
            assert_eq!(expired(&mut repeats, now), "");
        }
        assert_eq!(expired(&mut repeats, 2.0), "wd");
    }

    #[test]
    fn a_newer_key_goes_before_an_older_one_that_repeats_again() {
        let mut repeats = Repeats::default();
        repeats.press('w', 0.0);
        repeats.press('d', 0.05);
        repeats.press('w', 0.2);
        repeats.press('w', 0.3);
        assert_eq!(expired(&mut repeats, 0.4), "d");
        assert_eq!(expired(&mut repeats, 0.5), "w");
    }
}

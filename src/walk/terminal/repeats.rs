//! Keys that are held, for terminals that do not tell when a key is let go: a first press holds for a moment, and repeats
//! hold on.

/// How long a first press holds, in seconds.
const FIRST: f64 = 0.2;

/// How long a repeat holds, in seconds: longer than keyboards take between two.
const REPEAT: f64 = 0.15;

/// A press after a pause of at most so many seconds is a repeat: keyboards wait so long before they begin to repeat.
const DELAY: f64 = 0.7;

/// A key that counts as held.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key<K> {
    key: K,
    /// When it was pressed last, in seconds.
    pressed: f64,
    until: f64,
}

/// The keys that count as held, in the order in which they were pressed first. A keyboard repeats only the key that was
/// pressed last: while it repeats, those before it stay held too.
#[derive(Clone, Debug)]
pub(super) struct Repeats<K> {
    keys: Vec<Key<K>>,
    /// The key that was pressed last, and when.
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
    /// The terminal tells of a key, now. Returns whether it is newly pressed.
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

    /// A key counts as let go.
    pub(super) fn release(&mut self, key: K) {
        self.keys.retain(|held| held.key != key);
    }

    /// Lets go of the keys that are no longer told of, now, and calls `released` with each.
    pub(super) fn expire(&mut self, now: f64, mut released: impl FnMut(K)) {
        let last_alive = self.keys.iter().rposition(|held| held.until >= now);
        let gone = self.keys.split_off(last_alive.map_or(0, |last| last + 1));
        gone.into_iter().for_each(|held| released(held.key));
    }

    /// Lets go of all keys.
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
        // The keyboard waits before it repeats.
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

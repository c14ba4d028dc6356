//! Undo and redo. Each change stores its description and the previous state.
//!
//! Undo also stores the current state, so that redo can restore it exactly.

/// Maximum number of stored changes.
const MOST_CHANGES: usize = 100;

/// A change, with the state to restore: the previous state if the change can be undone, or the later state if it can be
/// redone.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change<T> {
    words: String,
    other: T,
}

/// Destination of a jump to another camera position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// The spawn.
    Spawn,
    /// A view of the selection.
    Selection,
    /// A corner of the leak.
    Leak,
    /// A station of the course.
    Station,
    /// A clicked position on the map.
    Map,
    /// A view requested by a command line or a bookmark.
    View,
}

/// The changes that can be undone or redone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undo<T> {
    done: Vec<Change<T>>,
    undone: Vec<Change<T>>,
}

impl<T> Default for Undo<T> {
    fn default() -> Self {
        Self {
            done: Vec::new(),
            undone: Vec::new(),
        }
    }
}

impl<T> Undo<T> {
    /// Adds a change with its description (for display after "Undo") and the previous state. Drops all undone changes.
    /// Also drops the oldest change if there are too many.
    pub fn push(&mut self, words: impl Into<String>, before: T) {
        self.undone.clear();
        self.done.push(Change {
            words: words.into(),
            other: before,
        });
        if self.done.len() > MOST_CHANGES {
            self.done.remove(0);
        }
    }

    /// Undoes the last change, and returns its description and the previous state.
    ///
    /// `now` captures the part of the current state that the previous state replaces.
    pub fn undo(&mut self, now: impl FnOnce(&T) -> T) -> Option<(&str, T)> {
        cross(&mut self.done, &mut self.undone, now)
    }

    /// Redoes the last undone change, and returns its description and the later state.
    ///
    /// `now` captures the part of the current state that the later state replaces.
    pub fn redo(&mut self, now: impl FnOnce(&T) -> T) -> Option<(&str, T)> {
        cross(&mut self.undone, &mut self.done, now)
    }

    /// Returns the description of the change that would be undone.
    pub fn undo_words(&self) -> Option<&str> {
        self.done.last().map(|change| change.words.as_str())
    }

    /// Returns the description of the change that would be redone.
    pub fn redo_words(&self) -> Option<&str> {
        self.undone.last().map(|change| change.words.as_str())
    }

    /// Removes all changes.
    pub fn clear(&mut self) {
        self.done.clear();
        self.undone.clear();
    }

    /// Drops the oldest changes until at most `most` of the undoable changes satisfy `holds`.
    pub fn keep_latest(&mut self, most: usize, is_counted: impl Fn(&T) -> bool) {
        let mut left = most;
        let first_kept = self.done.iter().rposition(|change| {
            let counts = is_counted(&change.other);
            let is_too_much = counts && left == 0;
            left -= usize::from(counts && left > 0);
            is_too_much
        });
        self.done
            .drain(..first_kept.map_or(0, |last_dropped| last_dropped + 1));
    }
}

fn cross<'a, T>(
    from: &mut Vec<Change<T>>,
    to: &'a mut Vec<Change<T>>,
    now: impl FnOnce(&T) -> T,
) -> Option<(&'a str, T)> {
    let Change { words, other } = from.pop()?;
    to.push(Change {
        words,
        other: now(&other),
    });
    let words = to.last().map_or("", |change| change.words.as_str());
    Some((words, other))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A number with its change history.
    #[derive(Default)]
    struct Changed {
        now: u32,
        undo: Undo<u32>,
    }

    impl Changed {
        fn set(&mut self, to: u32) {
            self.undo.push(format!("{to}"), self.now);
            self.now = to;
        }

        fn go(&mut self, back: bool) -> Option<String> {
            let now = self.now;
            let (words, other) = if back {
                self.undo.undo(|_| now)?
            } else {
                self.undo.redo(|_| now)?
            };
            let words = words.to_owned();
            self.now = other;
            Some(words)
        }
    }

    #[test]
    fn changes_undo_in_reverse_and_redo_in_order() {
        let mut changed = Changed::default();
        assert_eq!((changed.go(true), changed.go(false)), (None, None));
        for to in [1, 2, 3] {
            changed.set(to);
        }
        assert_eq!(changed.undo.undo_words(), Some("3"));
        assert_eq!((changed.go(true).as_deref(), changed.now), (Some("3"), 2));
        assert_eq!((changed.go(true).as_deref(), changed.now), (Some("2"), 1));
        assert_eq!(changed.undo.undo_words(), Some("1"));
        assert_eq!(changed.undo.redo_words(), Some("2"));
        assert_eq!((changed.go(false).as_deref(), changed.now), (Some("2"), 2));
        // A new change drops the undone changes.
        changed.set(9);
        assert_eq!((changed.go(false), changed.now), (None, 9));
        let back: Vec<u32> = std::iter::from_fn(|| changed.go(true).map(|_| changed.now)).collect();
        assert_eq!(back, [2, 1, 0]);
    }

    #[test]
    fn redo_restores_the_state_before_undo() {
        let mut changed = Changed::default();
        changed.set(5);
        // This modification is not recorded as a change.
        changed.now = 6;
        changed.go(true);
        assert_eq!(changed.now, 0);
        changed.go(false);
        assert_eq!(changed.now, 6);
    }

    #[test]
    fn oldest_changes_are_dropped() {
        let mut changed = Changed::default();
        for to in 1..=1000 {
            changed.set(to);
        }
        let steps = std::iter::from_fn(|| changed.go(true)).count();
        assert_eq!((steps, changed.now), (MOST_CHANGES, 1000 - MOST_CHANGES as u32));
        changed.undo.clear();
        assert_eq!((changed.go(true), changed.go(false)), (None, None));
    }

    #[test]
    fn fewer_large_states_are_kept() {
        let mut undo = Undo::default();
        for before in 0..10_u32 {
            undo.push("it", before);
        }
        let is_odd = |before: &u32| before % 2 == 1;
        undo.keep_latest(2, is_odd);
        let left: Vec<u32> = std::iter::from_fn(|| undo.undo(|_| 0).map(|(_, before)| before)).collect();
        assert_eq!(left, [9, 8, 7, 6]);
        undo.keep_latest(2, is_odd);
        assert_eq!(undo.undo_words(), None);
    }

    proptest! {
        #[test]
        fn undo_and_redo_move_along_one_line(steps in proptest::collection::vec(0_u32..6, 0..60)) {
            let mut changed = Changed::default();
            let (mut line, mut at) = (vec![0], 0_usize);
            for (number, step) in (1..).zip(steps) {
                match step {
                    0 => {
                        prop_assert_eq!(changed.go(true).is_some(), at > 0);
                        at = at.saturating_sub(1);
                    }
                    1 => {
                        prop_assert_eq!(changed.go(false).is_some(), at + 1 < line.len());
                        at = (at + 1).min(line.len() - 1);
                    }
                    _ => {
                        changed.set(number);
                        line.truncate(at + 1);
                        line.push(number);
                        at += 1;
                    }
                }
                prop_assert_eq!(changed.now, line[at]);
            }
        }
    }
}

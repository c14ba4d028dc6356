//! Selection history, which works like the back and forward buttons of a browser.

use bspwalk_text::text;

/// Maximum number of stored selections.
const MOST: usize = 100;

/// History of selections, oldest first. The default value of `T` means that nothing is selected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelectionHistory<T> {
    entries: Vec<T>,
    /// Index of the current selection. If the selection is cleared, this is the index of the last selection.
    at: usize,
    /// Whether the selection is cleared.
    is_cleared: bool,
}

impl<T: Copy + Default + PartialEq> SelectionHistory<T> {
    /// Returns whether there is an earlier selection.
    pub fn can_go_back(&self) -> bool {
        !self.entries.is_empty() && (self.is_cleared || self.at > 0)
    }

    /// Returns whether there is a later selection.
    pub fn can_go_forward(&self) -> bool {
        self.at + 1 < self.entries.len()
    }

    /// Adds a selection after the current one, and drops all later ones.
    pub fn visit(&mut self, selected: T) {
        self.is_cleared = selected == T::default();
        if self.is_cleared || self.entries.get(self.at) == Some(&selected) {
            return;
        }
        self.entries.truncate(self.at + 1);
        self.entries.push(selected);
        if self.entries.len() > MOST {
            self.entries.remove(0);
        }
        self.at = self.entries.len() - 1;
    }

    /// Moves back or forward by one entry and returns the selection stored there.
    ///
    /// # Errors
    /// Returns a sentence if there is no further selection in that direction.
    pub fn go(&mut self, back: bool) -> Result<T, &'static str> {
        let can = if back {
            self.can_go_back()
        } else {
            self.can_go_forward()
        };
        if !can {
            return Err(if back {
                text!("walk-nothing-selected-before")
            } else {
                text!("walk-nothing-selected-after")
            });
        }
        self.at = match back {
            // After the selection is cleared, going back restores the last one.
            true if self.is_cleared => self.at,
            true => self.at - 1,
            false => self.at + 1,
        };
        self.is_cleared = false;
        Ok(self.entries[self.at])
    }

    /// Moves to the nearest entry that matches a selection restored by undo or redo. Does nothing if there is no such
    /// entry.
    pub fn go_to(&mut self, selected: T) {
        let is_it = |place: &usize| self.entries[*place] == selected;
        let distance = |place: &usize| place.abs_diff(self.at);
        if let Some(place) = (0..self.entries.len()).filter(is_it).min_by_key(distance) {
            (self.at, self.is_cleared) = (place, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type History = SelectionHistory<Option<u32>>;

    #[test]
    fn back_and_forward_work_as_in_a_browser() {
        let mut history = History::default();
        assert!(history.go(true).is_err() && history.go(false).is_err());
        for selected in [1, 2, 2, 9, 3] {
            history.visit(Some(selected));
        }
        assert_eq!(history.go(true), Ok(Some(9)));
        assert_eq!(history.go(true), Ok(Some(2)));
        assert_eq!(history.go(false), Ok(Some(9)));
        // A new selection in the middle of the history drops the later ones.
        history.visit(Some(9));
        history.visit(Some(7));
        assert!(history.go(false).is_err());
        let steps: Vec<_> = std::iter::from_fn(|| history.go(true).ok()).flatten().collect();
        assert_eq!(steps, [9, 2, 1]);
        assert_eq!(history.go(false), Ok(Some(2)));
    }

    #[test]
    fn back_restores_a_cleared_selection_first() {
        let mut history = History::default();
        history.visit(Some(1));
        history.visit(Some(2));
        history.visit(None);
        assert_eq!(history.go(true), Ok(Some(2)));
        assert_eq!(history.go(true), Ok(Some(1)));
        history.visit(None);
        assert_eq!(history.go(false), Ok(Some(2)));
    }

    #[test]
    fn go_to_moves_to_the_nearest_entry() {
        let mut history = History::default();
        for selected in [1, 2, 1, 3] {
            history.visit(Some(selected));
        }
        history.go_to(Some(1));
        history.visit(Some(1));
        assert_eq!(history.go(false), Ok(Some(3)), "it was the nearer one");
        history.go_to(Some(7));
        assert_eq!(history.go(true), Ok(Some(1)), "it was never selected");
    }

    #[test]
    fn oldest_entries_are_dropped() {
        let mut history = History::default();
        for number in 0..1000 {
            history.visit(Some(number));
        }
        let steps = std::iter::from_fn(|| history.go(true).ok()).count();
        assert_eq!(steps, MOST - 1);
    }
}

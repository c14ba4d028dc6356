//! Command-line words of the current view. The page puts them into its address.

use std::cell::RefCell;

thread_local! {
    static SHOWN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Sets the current view, as (key, value) pairs.
pub fn set(words: impl IntoIterator<Item = [String; 2]>) {
    SHOWN.set(words.into_iter().flatten().collect());
}

/// Returns the current view, with alternating keys and values.
#[must_use]
pub fn shown() -> Vec<String> {
    SHOWN.with_borrow(Vec::clone)
}

//! Words of the current view, which the page puts into its address.

use std::cell::RefCell;

thread_local! {
    static SHOWN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Sets the current view, as pairs of a key and a value.
pub fn set(words: impl IntoIterator<Item = [String; 2]>) {
    SHOWN.set(words.into_iter().flatten().collect());
}

/// Returns the current view, as pairs of a key and a value.
#[must_use]
pub fn shown() -> Vec<String> {
    SHOWN.with_borrow(Vec::clone)
}

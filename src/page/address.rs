//! The words of the view that is shown, which the page puts into its address.

use std::cell::RefCell;

thread_local! {
    static SHOWN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Says what is shown: pairs of a key and a value.
pub fn set(words: impl IntoIterator<Item = [String; 2]>) {
    SHOWN.set(words.into_iter().flatten().collect());
}

/// What is shown.
#[must_use]
pub fn shown() -> Vec<String> {
    SHOWN.with_borrow(Vec::clone)
}

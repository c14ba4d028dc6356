//! Queue of messages from a background thread to the main thread.

use std::sync::{Arc, Mutex};

/// Messages that have not been read yet.
pub type Board<T> = Arc<Mutex<Vec<T>>>;

/// Adds a message.
pub fn post<T>(board: &Board<T>, news: T) {
    if let Ok(mut board) = board.lock() {
        board.push(news);
    }
}

/// Removes and returns all messages.
pub(super) fn read<T>(board: &Board<T>) -> Vec<T> {
    board
        .lock()
        .map(|mut board| std::mem::take(&mut *board))
        .unwrap_or_default()
}

//! News from a thread in the background to the main thread.

use std::sync::{Arc, Mutex};

/// The news that were not read yet.
pub(super) type Board<T> = Arc<Mutex<Vec<T>>>;

/// Adds to the news.
pub(super) fn post<T>(board: &Board<T>, news: T) {
    if let Ok(mut board) = board.lock() {
        board.push(news);
    }
}

/// Takes the news.
pub(super) fn read<T>(board: &Board<T>) -> Vec<T> {
    board
        .lock()
        .map(|mut board| std::mem::take(&mut *board))
        .unwrap_or_default()
}

//! The model view, bookmarks, the selection history, and what Escape closes.

pub mod bookmarks;
pub mod escape;
pub(super) mod model_view;
pub mod selection_history;
pub(super) mod stage;

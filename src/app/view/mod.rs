//! The model view, bookmarks, the selection history, and what Escape closes.
//!
//! `escape` finds the open elements; their order is `Close` in `bspwalk_session::escape`. `stage` saves the state that
//! a tour or an example changes.

pub mod bookmarks;
pub mod escape;
pub(super) mod model_view;
pub mod selection_history;
pub(super) mod stage;

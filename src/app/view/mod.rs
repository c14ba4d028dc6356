//! The model view, bookmarks, the selection history, and the Escape key.
//!
//! `escape` determines the open elements, and `Close` in `bspwalk_session::escape` defines their order. `stage` saves
//! the state that a tour or a worked example changes. `program` is the state that commands change in all front ends.

pub mod bookmarks;
pub mod escape;
pub(super) mod model_view;
pub(super) mod program;
pub mod selection_history;
pub(super) mod stage;

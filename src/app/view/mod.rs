//! The model view and the Escape key.
//!
//! `escape` determines the open elements, and `Close` in `bspwalk_session::escape` defines their order. `stage` saves
//! the state that a tour or a worked example changes.

pub mod escape;
pub(super) mod model_view;
pub(super) mod stage;

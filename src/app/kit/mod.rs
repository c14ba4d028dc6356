//! Widgets, styles and layout of the user interface.

pub(super) mod choice;
pub(super) mod code;
pub(super) mod column;
pub(super) mod covered;
pub(super) mod definitions;
pub(super) mod film_controls;
pub(super) mod icons;
pub(super) mod layout;
pub mod style;
pub(super) mod widgets;

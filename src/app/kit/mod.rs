//! Widgets, styles and layout of the user interface.
//!
//! | file | contents |
//! |---|---|
//! | `style` | colours, text sizes and scale |
//! | `layout`, `covered` | panel width, positions of cards and notices; the free part of the window |
//! | `column`, `widgets` | scrolling columns of cards; widgets of the panel and the legends |
//! | `definitions`, `code` | tooltips of glossary terms; names and options in a monospace font |
//! | `choice`, `film_controls`, `icons` | table of candidate planes; playback controls; icon font |

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

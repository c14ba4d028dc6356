//! The table of overlays and the state of the displayed ones.
//!
//! The table defines the values of `shot --show`, the keys, the help and the switches of the panel. It also defines the
//! legend titles and the settings fields. The crate `bspwalk_overlays` draws each overlay and writes its caption, in a
//! file named after the overlay.
//!
//! `kind` is the table. Overlays whose rows have the same key share that key. `shown` stores the displayed overlays,
//! and `change` describes changes to them for undo.

mod change;
mod kind;
mod shown;

pub use kind::OverlayKind;
pub use shown::{MOST_HULLS, Overlays, WhichLeaves};

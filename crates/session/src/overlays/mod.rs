//! The table of overlays, and which of them are shown. From the table come the values of `shot --show`, the keys, the help, the
//! switches of the panel, the titles of the legends and what the settings remember.
//!
//! How an overlay is drawn and what its caption says stands in the crate `bspwalk_overlays`, in a file named as the overlay is.

mod change;
mod kind;
mod shown;

pub use kind::OverlayKind;
pub use shown::{Overlays, WhichLeaves};

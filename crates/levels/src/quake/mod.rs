//! What Quake's maps and its compiled levels share: palette, textures, the meaning of names, entities, space.
//!
//! `contents` says what names mean, `entities` reads them, `moving` finds doors and lifts among them, `quotes` finds the ends of values, `wad` and `miptex` hold textures, `procedural` draws those
//! that are missing.

pub(super) mod contents;
pub(super) mod entities;
pub(super) mod miptex;
#[cfg(feature = "quake")]
pub(super) mod moving;
pub(super) mod palette;
pub(super) mod procedural;
#[cfg(feature = "quake")]
pub(super) mod quotes;
pub(super) mod wad;

use bspwalk_text::message;

use super::{UpAxis, units::Space};

/// Axes and unit of Quake and its descendants: a player of 56 units is 1.42 m high.
pub(super) const SPACE: Space = Space {
    up: UpAxis::Z,
    scale: 0.0254,
    rule: message!("quakemap-units"),
};

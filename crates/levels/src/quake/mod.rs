//! Code shared by Quake maps and compiled levels: palette, textures, interpretation of names, entities, and units.
//!
//! `contents` interprets names, `entities` reads entities, `moving` extracts doors and lifts from them, and `quotes`
//! finds the ends of quoted values. `wad` and `miptex` read textures, `texture_search` finds them by name, and
//! `procedural` generates missing ones.

pub(super) mod contents;
pub(super) mod entities;
pub(super) mod miptex;
#[cfg(feature = "quake")]
pub(super) mod moving;
pub(super) mod procedural;
#[cfg(feature = "quake")]
pub(super) mod quotes;
#[cfg(feature = "quake")]
pub(super) mod texture_search;
pub(super) mod wad;

use crate::text;

use super::{UpAxis, units::Space};

/// Axes and unit of Quake and its descendants. A player 56 units tall is 1.42 m tall.
pub(super) const SPACE: Space = Space {
    up: UpAxis::Z,
    scale: 0.0254,
    rule: text!("quakemap-units"),
};

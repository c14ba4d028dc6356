//! Pages that cover the level, and the map.

pub(super) mod duel;
pub mod map;
pub(super) mod planar;

//! Pages that cover the level, and the map.
//!
//! `duel` compares build rules, `planar` shows the planar tree of a polygon that you draw, and `map` shows the floor
//! plan.

pub(super) mod duel;
pub mod map;
pub(super) mod planar;

//! Pages that cover the level, and the map.
//!
//! `duel` is the comparison of build rules, `planar` the planar tree that you draw, and `map` the floor plan.

pub(super) mod duel;
pub mod map;
pub(super) mod planar;

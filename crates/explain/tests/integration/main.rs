//! Integration tests of `bspwalk_explain`, in one executable.

mod brush_costs;
mod difference;
mod duel;
mod heat;
mod node_card;
mod presets;
mod query_films;
mod quiz;

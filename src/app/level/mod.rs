//! The open level: loading, trees, trials of other planes, comparisons and exports.

pub mod between_saves;
pub mod brushes;
pub mod copied_command;
pub mod divisions;
pub mod duel;
pub mod export;
pub mod film_file;
pub mod leaf_tree;
pub mod loading;
pub mod quiz;
pub mod save_as;
pub mod view_line;
pub(super) mod viewpoint;
pub mod what_if;

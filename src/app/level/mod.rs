//! The open level: loading, trees, what-if changes of planes, comparisons and exports.
//!
//! | file or folder | contents |
//! |---|---|
//! | `loading` | file dialog, loading and building in the background, levels kept in memory |
//! | `leaf_tree` | the solid-leaf tree, its PVS and culling |
//! | `divisions`, `what_if` | division of the selected node; trying a different plane |
//! | `duel` | build rule comparison |
//! | `export`, `film_file`, `save_as` | images, trees and films as files; save dialog |
//! | `view_line`, `viewpoint`, `copied_command` | views and questions as command lines |
//! | `program` | the program of all front ends, for systems; films, searches and undo over time |
//! | `quiz` | the quiz in the window |

pub mod copied_command;
pub mod divisions;
pub mod duel;
pub mod export;
pub mod film_file;
pub mod leaf_tree;
pub mod loading;
pub(super) mod program;
pub mod quiz;
pub mod save_as;
pub mod view_line;
pub(super) mod viewpoint;
pub mod what_if;

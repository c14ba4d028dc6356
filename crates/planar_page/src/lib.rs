//! The web page of the planar tree: a polygon with draggable corners, its BSP tree, and the tests of a point.
//!
//! The page shows the same as the window's page, in a program small enough to start at once. A script passes on pointer events, keys and
//! the address, and displays the results: SVG and sentences. All computation happens in this crate:
//!
//! - [`drawing`]: the polygon, its undo history, its tree, and its faults. [`rule`]: the build rules.
//! - [`link`]: conversion between a figure and the query of a web address.
//! - [`walk`]: sentences about the tests of a point on its path down the tree.
//! - [`steps`]: the divisions, depth by depth.
//! - [`view`]: the mapping between plane and screen, and the grid.
//! - [`figure`], [`tree_picture`], [`svg`]: the two pictures.
//! - [`page`]: the state of the page and its pointer input, with other controls in `controls`. [`frame`]: output for the script.
//!   [`saved`]: the exported file.

mod controls;
pub mod drawing;
pub mod figure;
pub mod frame;
#[cfg(target_family = "wasm")]
pub mod glue;
pub mod link;
pub mod page;
pub mod rule;
pub mod saved;
pub mod steps;
pub mod svg;
pub mod tree_picture;
pub mod view;
pub mod walk;

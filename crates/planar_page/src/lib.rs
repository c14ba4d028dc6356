//! The page of the planar tree: a polygon whose corners are dragged, its BSP tree beside it, and the tests of a point.
//!
//! It does what the window's page does, in a program small enough to start at once. A script of the page hands over what the
//! pointer, the keys and the address say, and shows what comes back: SVG and sentences. All of it is computed here:
//!
//! - [`drawing`]: the polygon, what was done to it, its tree, and what is wrong with it; [`rule`]: how the tree is built.
//! - [`link`]: a figure as the query of an address, and back.
//! - [`walk`]: the tests of a point on its way down the tree, as sentences.
//! - [`steps`]: the divisions, depth by depth.
//! - [`view`]: where the polygon lies on the screen, and the grid.
//! - [`figure`], [`tree_picture`], [`svg`]: the two pictures.
//! - [`page`]: the page as a whole, and what the pointer does; its controls are in `controls`; [`frame`]: what it hands to the
//!   script; [`saved`]: the file that is saved.

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

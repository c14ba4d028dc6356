//! The page of the planar tree: a polygon or free segments with draggable corners, the BSP tree, the tests of a point, and the view of an
//! eye.
//!
//! This crate contains the model of the page, and two painters show it. The program passes it the events of the window and draws its
//! pictures with egui. In browsers, a script passes it pointer events, keys and the address, and shows its pictures as SVG.
//!
//! - [`drawing`]: the polygon or the free segments, with undo history, tree and faults. [`rule`]: the build rules.
//! - [`link`]: conversion between a figure and the query of a web address.
//! - [`walk`]: sentences about the tests of a point on its path down the tree.
//! - [`steps`]: the divisions, depth by depth.
//! - [`eye`]: the eye among free segments, the order of its visits, and the columns of its one-dimensional view.
//! - [`view`]: the mapping between plane and screen, and the grid.
//! - [`figure`], [`tree_picture`]: the two pictures, made of [`shapes`]. [`svg`]: the painter for browsers.
//! - [`page`]: the state of the page and its pointer input, with other controls in `controls`. [`frame`]: output for the painters.
//!   [`saved`]: the exported file.
//! - [`doom`]: the tree of a DOOM level next to our planar tree of the same lines.

mod controls;
pub mod doom;
pub mod drawing;
pub mod eye;
pub mod figure;
pub mod frame;
pub mod link;
pub mod page;
pub mod rule;
pub mod saved;
pub mod shapes;
pub mod steps;
pub mod svg;
pub mod tree_picture;
pub mod view;
pub mod walk;

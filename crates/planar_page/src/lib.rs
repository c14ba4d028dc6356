//! The planar tree page: a polygon or free segments with draggable corners, their BSP tree, the tests of a point, and
//! the view from an eye.
//!
//! This crate contains the model of the page. Two painters display it. The program passes window events to the model
//! and draws its pictures with egui. In browsers, a script passes pointer events, keys and the URL to the model, and
//! shows its pictures as SVG.
//!
//! - [`drawing`]: the polygon or the free segments, with undo history, tree and faults. [`rule`]: the build rules.
//! - [`link`]: conversion between a figure and the query of a URL.
//! - [`walk`]: the tests of a point on its path down the tree, with a sentence for each test.
//! - [`steps`]: the divisions in display order, depth by depth.
//! - [`eye`]: the eye among free segments, the order of its visits, and the columns in its one-dimensional view.
//! - [`view`]: the mapping between the plane and the screen, and the grid that corners snap to.
//! - [`figure`], [`tree_picture`]: the two pictures, made of [`shapes`]. [`svg`]: the painter for browsers.
//! - [`page`]: the state of the page and its pointer input. `controls`: all other input. [`frame`]: the output for the
//!   painters. [`saved`]: the exported file.
//! - [`doom`]: the tree of a DOOM level, next to our planar tree of the same lines.

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

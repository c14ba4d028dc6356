//! Painters that need no graphics driver.
//!
//! [`software`] draws over a picture of the software renderer, [`caption`] below it, and [`legend_box`] into its
//! corner. [`vectors`] draws vector graphics as SVG and PDF.

pub mod caption;
pub mod legend_box;
pub mod screen;
pub mod software;
pub mod vectors;

mod letters;
mod occlusion;
mod outlines;
mod shading;
mod visible_parts;

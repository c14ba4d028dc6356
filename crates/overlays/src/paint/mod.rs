//! Painters that need no graphics driver.
//!
//! [`software`] draws overlays over a picture of the software renderer, [`caption`] adds text below it, and
//! [`legend_box`] adds legends in its corner. [`vectors`] draws vector graphics as SVG and PDF.

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

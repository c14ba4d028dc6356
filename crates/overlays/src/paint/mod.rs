//! Painters that need no graphics driver: [`software`] draws over a picture of the software renderer, [`caption`] what stands under it;
//! [`vectors`] draws with vectors, as SVG and as PDF.

pub mod caption;
pub mod screen;
pub mod software;
pub mod vectors;

mod occlusion;
mod outlines;
mod shading;
mod visible_parts;

//! Painters that need no graphics driver: [`software`] draws over a picture of the software renderer, [`svg`] draws with vectors.

pub mod screen;
pub mod software;
pub mod svg;

mod occlusion;
mod outlines;
mod visible_parts;

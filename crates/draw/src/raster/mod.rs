//! A software rasteriser. It paints the faces of a tree back to front, without a depth buffer (Fuchs, Kedem and Naylor
//! 1980). It can also use a depth buffer, which produces the same picture and thus verifies the tree order.

mod band;
pub mod camera;
mod coverage;
mod edge_functions;
mod face_set;
pub mod faces;
pub mod frames;
mod material;
mod overlay_colors;
mod parts;
mod picture;
pub mod resolution;
pub mod scene;
mod shade;
mod strips;
mod style;
mod surface;
mod texture;
mod tone;
pub mod visibility;

pub use band::VisibilityMethod;
pub use camera::{Camera, EdgeFunction, Lens, Projection, Rays};
pub use face_set::FaceSet;
pub use faces::RasterFaces;
pub use frames::{Frame, FrameStats, Frames};
pub use picture::PaintedLevel;
pub use resolution::Resolution;
pub use scene::Scene;
pub use style::{Coloring, FrameLeaves, FrameStyle, Style};
pub use visibility::find_visible_fragments;

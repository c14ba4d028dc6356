//! A software rasteriser. It paints the faces of a tree far to near, without a depth buffer (Fuchs, Kedem and Naylor 1980).
//! With a depth buffer it makes the same picture, which shows that the tree's order is right.

pub mod camera;
mod coverage;
mod edge_functions;
pub mod faces;
pub mod frames;
mod overlay_colors;
pub mod picture;
mod shade;
mod spans;
mod texture;
pub mod visibility;

pub use camera::Camera;
pub use faces::Faces;
pub use frames::{Frame, FrameLeaves, FrameStats, FrameStyle, Frames};
pub use picture::{Coloring, Scene, Style};
pub use visibility::{Method, visible};

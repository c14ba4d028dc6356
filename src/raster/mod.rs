//! A software rasteriser. It paints the faces of a tree far to near, without a depth buffer, as Fuchs, Kedem and Naylor
//! did in 1980; the same rasteriser with a depth buffer shows that the tree's order is right.

pub mod camera;
pub mod faces;
mod outline;
pub mod picture;
mod shade;
mod texture;
pub mod visibility;

pub use camera::Camera;
pub use faces::Faces;
pub use picture::{Coloring, Scene, Style};
pub use visibility::{Method, visible};

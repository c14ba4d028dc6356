//! BSP trees, and the parameters, growth, scores, recordings, statistics and validation that they share.

mod accessors;
pub mod collision;
mod divided;
pub mod doom;
mod effort;
mod groups;
mod growth;
pub(crate) mod node;
pub mod node_storing;
pub mod observer;
pub mod obstacles;
pub mod params;
mod partition;
mod pieces;
pub mod planar;
pub mod quake;
pub mod recording;
mod scoring;
pub mod section;
pub mod solid_leaf;
pub mod statistics;
mod triangle_list;
pub mod validation;
pub(crate) mod visits;

pub use doom::DoomTree;
pub use node_storing::NodeTree;
pub use obstacles::{ObstacleTriangle, Obstacles};
pub use params::{BuildParams, Rule};
pub use planar::PlanarTree;
pub use quake::QuakeTree;
pub use recording::Recording;
pub use solid_leaf::{ExpandedTree, LeafObstacles, LeafParams, LeafTree};
pub use statistics::Statistics;
pub use triangle_list::TriangleList;
pub use validation::Violation;
pub use visits::{boxes, tested, visited};

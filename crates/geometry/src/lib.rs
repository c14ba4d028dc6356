//! Planes, segments, triangles, polygons and boxes in double precision, from which the trees are built.
//!
//! Space is right-handed with Y up, lengths are metres. Faces wind counter-clockwise seen from their front. Sources:
//! seeds 000 (ATI SDK BSP source), 001 (AABB against triangle), 003 (leafy BSP) and 004 (3D tools), and Ericson,
//! *Real-Time Collision Detection*, 2005.

pub mod aabb;
pub mod box_tree;
pub mod convex_hull;
pub mod disjoint;
pub mod plane;
pub mod polygon;
pub mod polyhedron;
pub mod segment;
mod segment_triangle;
pub mod separating_axes;
pub mod tolerance;
pub mod triangle;
pub mod winding_number;

pub use aabb::Aabb;
pub use box_tree::BoxTree;
pub use disjoint::DisjointSets;
pub use plane::{Plane, Side};
pub use polygon::{Polygon, Relation, Split, Surface, Vertex, cut_at_height};
pub use polyhedron::Polyhedron;
pub use segment::{Segment, SegmentsClosest};
pub use separating_axes::{AxisProjection, SeparatingAxis, aabb_touches_triangle};
pub use tolerance::Tolerances;
pub use triangle::{ClosestPoint, Feature, TaggedTriangle, Triangle};
pub use winding_number::WindingNumbers;

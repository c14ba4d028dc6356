//! Planes, segments, triangles, polygons and boxes in double precision, from which the trees are built.
//!
//! Space is right-handed with Y up, lengths are metres. Faces wind counter-clockwise seen from their front. Sources:
//! Ericson, *Real-Time Collision Detection*, 2005; Akenine-Möller, *Fast 3D Triangle-Box Overlap Testing*, 2001; the ATI
//! SDK's BSP sample (March 2006); `DxFramework`, 10.3 (www.xionggf.com).

pub mod aabb;
pub mod box_tree;
pub mod convex_hull;
pub mod disjoint;
pub mod plane;
pub mod polygon;
pub mod polyhedron;
mod ray;
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
pub use ray::Ray;
pub use segment::{Segment, SegmentsClosest};
pub use separating_axes::{AxisProjection, SeparatingAxis, aabb_touches_triangle};
pub use tolerance::Tolerances;
pub use triangle::{ClosestPoint, Feature, TaggedTriangle, Triangle};
pub use winding_number::WindingNumbers;

//! Geometric primitives for BSP trees in double precision: planes, segments, triangles, polygons and boxes.
//!
//! Space is right-handed with Y up, and lengths are in metres. Faces wind counter-clockwise as seen from the front. A
//! plane is the set of points with n·x + d = 0, where n is a unit vector; its front is where n·x + d > 0. The crate
//! does not depend on trees, levels or files.
//!
//! | items | contents |
//! |---|---|
//! | [`Plane`], [`Side`] | planes and point classification |
//! | [`Polygon`], [`polygon`] | convex polygons with attributes, and splitting by a plane without slivers |
//! | [`Polyhedron`] | convex cells: a box cut by one plane after another |
//! | [`Segment2`], [`segment2`], [`polygon2`] | segments with exact side tests, and convex polygons, in the plane |
//! | [`Ray`] | rays with a maximum length, for casts |
//! | [`Triangle`], [`triangle`], [`Segment`] | areas, closest points and segment–triangle intersection |
//! | [`Capsule`] | spheres and capsules, the shapes of moving bodies |
//! | [`Shape`], [`Cuboid`], [`Cylinder`] | convex shapes for sweeps and overlap tests |
//! | [`FaceId`], [`TaggedTriangle`] | numbered source faces |
//! | [`Aabb`], [`BoxTree`] | axis-aligned boxes, and a hierarchy for overlap queries |
//! | [`separating_axes`] | box–triangle overlap tests with 13 separating axes |
//! | [`WindingNumbers`] | fast generalised winding numbers, for closed meshes and meshes with holes |
//! | [`convex_hull`], [`DisjointSets`] | convex hulls of coplanar points; disjoint sets (union–find) |
//! | [`tolerance`] | geometric tolerances, each with its unit and its reason |
//!
//! This example splits a square by a plane, which preserves its area:
//!
//! ```
//! use bspwalk_geometry::{Plane, Polygon, Split, Tolerances};
//! use glam::{DVec3, dvec3};
//!
//! let corners = [dvec3(0.0, 0.0, 0.0), dvec3(2.0, 0.0, 0.0), dvec3(2.0, 2.0, 0.0), dvec3(0.0, 2.0, 0.0)];
//! let square = Polygon::from_points(corners);
//! let plane = Plane::from_point_normal(dvec3(0.5, 0.0, 0.0), DVec3::X);
//! let tolerance = Tolerances::for_points(&corners).on_plane;
//! let Split::Cut { front, back } = square.split(&plane, tolerance) else {
//!     panic!("the plane goes through the square");
//! };
//! assert_eq!((front.area(), back.area()), (3.0, 1.0));
//! ```
//!
//! Sources: the ATI SDK's BSP sample (2006); Akenine-Möller, "Fast 3D triangle-box overlap testing", 2001; Ericson,
//! *Real-Time Collision Detection*, 2005. Each module cites its other sources.

mod aabb;
mod box_tree;
mod capsule;
pub mod convex_hull;
mod disjoint;
mod id;
mod plane;
pub mod polygon;
pub mod polygon2;
mod polyhedron;
mod ray;
mod segment;
pub mod segment2;
mod segment_triangle;
pub mod separating_axes;
mod shape;
pub mod tolerance;
pub mod triangle;
pub mod winding_number;

pub use glam;

pub use aabb::Aabb;
pub use box_tree::BoxTree;
pub use capsule::Capsule;
pub use disjoint::DisjointSets;
pub use id::FaceId;
pub use plane::{Plane, Side};
pub use polygon::{Polygon, Relation, Split, Surface, Vertex, cut_at_height};
pub use polyhedron::{Polyhedron, PolyhedronPart};
pub use ray::Ray;
pub use segment::{ClosestPoints, Segment};
pub use segment2::{PointSide, Segment2, SegmentSide};
pub use separating_axes::{AxisProjection, SeparatingAxis, aabb_touches_triangle};
pub use shape::{Cuboid, Cylinder, Shape};
pub use tolerance::Tolerances;
pub use triangle::{ClosestPoint, Feature, TaggedTriangle, Triangle};
pub use winding_number::WindingNumbers;

/// Runs the code in the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

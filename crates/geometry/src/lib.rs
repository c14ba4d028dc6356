//! Planes, segments, triangles, polygons and boxes in double precision: the geometry that BSP trees are made of.
//!
//! Space is right-handed with Y up, lengths are metres. Faces wind counter-clockwise seen from their front. A plane holds the
//! points with n·x + d = 0, where n is a unit vector; its front is where n·x + d > 0. The crate knows no trees, no levels and
//! no files.
//!
//! | module | gives |
//! |---|---|
//! | [`plane`] | planes, and on which side of one a point lies |
//! | [`polygon`] | convex polygons with attributes, and their split by a plane without slivers |
//! | [`polyhedron`] | convex cells: a box, cut by one plane after another |
//! | [`triangle`], [`segment`] | areas, closest points, and where a segment meets a triangle |
//! | [`aabb`], [`box_tree`] | boxes, and which of many boxes touch a given one |
//! | [`separating_axes`] | whether a box touches a triangle, with the 13 axes on which they are compared |
//! | [`winding_number`] | how often polygons enclose a point, by a hierarchy, for closed meshes and those with holes |
//! | [`convex_hull`], [`disjoint`] | hulls of points in a plane; disjoint sets (union-find) |
//! | [`tolerance`] | every tolerance of geometry, trees and levels, each with its unit and its reason |
//!
//! A plane cuts a square in two, and nothing is lost:
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
//! Sources: the ATI SDK's BSP sample (2006); Akenine-Möller, "Fast 3D triangle-box overlap testing", 2001; Ericson, *Real-Time
//! Collision Detection*, 2005. What a module takes from elsewhere it says itself.

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
pub use segment::{ClosestPoints, Segment};
pub use separating_axes::{AxisProjection, SeparatingAxis, aabb_touches_triangle};
pub use tolerance::Tolerances;
pub use triangle::{ClosestPoint, Feature, TaggedTriangle, Triangle};
pub use winding_number::WindingNumbers;

/// The code in the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

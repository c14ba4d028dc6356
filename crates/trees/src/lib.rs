//! BSP trees over triangles, with queries, portals and visibility.
//!
//! A *binary space partitioning* tree recursively divides space by planes until each region is simple. This crate
//! provides four kinds:
//!
//! | tree | faces | used for |
//! |---|---|---|
//! | [`NodeTree`] | stored in the nodes, on their planes | casts, contacts, collision, painter's order |
//! | [`LeafTree`] | bound convex leaves, each empty or solid | visibility, leaks, point location |
//! | [`QuakeTree`] | from a compiled level of Quake, Quake II or Half-Life | its own leaves, PVS and clip hulls |
//! | [`DoomTree`] | segs of a DOOM map | its own nodes and subsectors |
//!
//! The first two are built by this crate, using a [`Rule`] to choose each plane. The last two keep the planes that
//! their compilers chose. The crate neither reads files nor depends on level formats: its input is triangles.
//!
//! ```
//! use bspwalk_geometry::{FaceId, Ray, TaggedTriangle};
//! use bspwalk_trees::{BuildParams, NodeTree, Obstacles};
//! use glam::{dvec3, vec3};
//!
//! let floor = [dvec3(-5.0, 0.0, 5.0), dvec3(5.0, 0.0, 5.0), dvec3(0.0, 0.0, -5.0)];
//! let tree = NodeTree::build(&[TaggedTriangle { corners: floor, face: FaceId(0) }], &BuildParams::default())?;
//! let hit = tree.cast(vec3(0.0, 2.0, 0.0), vec3(0.0, -2.0, 0.0)).expect("the floor is in the way");
//! assert_eq!((hit.face, hit.t), (FaceId(0), 0.5)); // t is a fraction of the segment
//! let ray = Ray::new(vec3(0.0, 2.0, 0.0), vec3(0.0, -1.0, 0.0)).unwrap();
//! assert!((tree.cast_ray(&ray).unwrap().distance - 2.0).abs() < 1.0e-5); // in metres
//!
//! let mut contacts = Vec::new();
//! tree.contacts(vec3(0.0, 0.2, 0.0), 0.3, &mut contacts);
//! assert!(contacts.len() == 1 && contacts[0].normal.y > 0.999);
//! # Ok::<(), bspwalk_trees::node_storing::BuildError>(())
//! ```
//!
//! This figure shows a level of three rooms from above, cut open, with the planes of the first three depths of its
//! node-storing tree. Each plane divides only the cell of its node:
//!
#![doc = include_str!("../docs/split_planes.svg")]
//!
//! # Where to look
//!
//! | module | contents |
//! |---|---|
//! | [`node_storing`] | the node-storing tree: build, casts, contacts, triangles along the path of a body, order; replays of its build, what-if planes, replaced objects |
//! | [`solid_leaf`] | the solid-leaf tree: `build`, `solidity` (which leaves are solid), `portals`, `pvs`, `query`, `expanded` |
//! | [`quake`], [`doom`] | the other two trees |
//! | [`BuildParams`], [`recording`] | build parameters, and the decision of the build at each node |
//! | [`Obstacles`], [`observer`] | the triangles that a ray or a body meets, for any tree or list; step-by-step reports of a query |
//! | [`QueryCounters`] | counts of the nodes, bounds and faces that the queries of a thread read |
//! | [`traversal`] | traversals shared by all trees: point location, pushing a query down, order from an eye |
//! | [`section`] | planar sections of the cells of a tree, like a floor plan |
//! | [`FaceId`], [`TriangleId`], [`NodeId`], [`solid_leaf::LeafId`] | ids, each a type of its own, so that they cannot be confused |
//! | [`Statistics`], [`Violation`] | statistics of a tree, and violations of its invariants |
//!
//! Trees are built in `f64` and queried in `f32`. Vectors are from `glam` 0.32, which `bspwalk_geometry`
//! re-exports. A cast hits both sides of a triangle. Wherever a query reaches a fragment, it tests the whole uncut
//! triangle, so there are no cracks between fragments. Close decisions are made exactly, so results do not depend on
//! the memory layout of a tree.
//!
//! Two other crates build on this one: `bspwalk_collision` moves bodies among the triangles of a tree, and
//! `bspwalk_planar` builds trees over the edges of 2D polygons.
//!
//! The only effect of the feature `embree` is to add Embree to the benchmark `compare`.

mod accessors;
mod counters;
pub mod doom;
mod effort;
mod grouped;
mod growth;
mod hits;
mod mailbox;
pub(crate) mod node;
pub mod node_storing;
pub mod observer;
mod obstacles;
mod params;
mod partition;
mod pieces;
pub mod quake;
pub mod recording;
mod scoring;
pub mod section;
pub mod solid_leaf;
mod statistics;
pub mod tolerance;
pub mod traversal;
mod triangle;
mod triangle_list;
mod validation;

pub use bspwalk_geometry::FaceId;
pub use counters::QueryCounters;
pub use doom::DoomTree;
pub use hits::{CastHit, Contact, Feature, RayHit, TriangleId};
pub use node::{Branch, NONE, NodeId, NodeRange};
pub use node_storing::NodeTree;
pub use obstacles::{ObstacleTriangle, Obstacles};
pub use params::{BuildParams, Rule, UnknownRule};
pub use quake::QuakeTree;
pub use recording::Recording;
pub use scoring::TRIANGLE_COST;
pub use solid_leaf::{ExpandedTree, LeafObstacles, LeafParams, LeafTree};
pub use statistics::Statistics;
pub use triangle_list::{ListCast, TriangleList};
pub use validation::Violation;

/// Runs the code in the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

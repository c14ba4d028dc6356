//! BSP trees over triangles, and the collision queries that keep a body out of walls.
//!
//! A *binary space partitioning* tree divides space by planes, over and over, until each part is simple. This crate has five
//! kinds of it:
//!
//! | tree | its faces | serves |
//! |---|---|---|
//! | [`NodeTree`] | are stored in the nodes, on their planes | casts, contacts, sweeps, the painter's order |
//! | [`LeafTree`] | lie in convex leaves, each empty or solid | visibility, leaks, point location |
//! | [`PlanarTree`] | are edges of a polygon in the plane | exact containment, and to see how it all works |
//! | [`QuakeTree`] | are those of a compiled level of Quake, Quake II or Half-Life | its own leaves, PVS and clip hulls |
//! | [`DoomTree`] | are the segs of a map of DOOM | its own nodes and subsectors |
//!
//! The first three are built here, by a [`Rule`] that chooses each plane; the last two come out of files as their compilers left
//! them. The crate knows no files and no levels: it takes triangles.
//!
//! ```
//! use bspwalk_geometry::TaggedTriangle;
//! use bspwalk_trees::{BuildParams, NodeTree, collision::{self, Capsule}};
//! use glam::{dvec3, vec3};
//!
//! let floor = [dvec3(-5.0, 0.0, 5.0), dvec3(5.0, 0.0, 5.0), dvec3(0.0, 0.0, -5.0)];
//! let tree = NodeTree::build(&[TaggedTriangle { corners: floor, face: 0 }], &BuildParams::default())?;
//! let hit = tree.cast(vec3(0.0, 2.0, 0.0), vec3(0.0, -2.0, 0.0)).expect("the floor is in the way");
//! assert_eq!((hit.face, hit.t), (0, 0.5));
//!
//! let slide = collision::slide(&tree, Capsule::sphere(0.3), vec3(0.0, 1.0, 0.0), vec3(1.0, 0.0, 0.0));
//! assert!(slide.clear && slide.center.y >= 0.3 && slide.center.x > 0.99);
//! # Ok::<(), bspwalk_trees::node_storing::BuildError>(())
//! ```
//!
//! # Where to look
//!
//! | module | holds |
//! |---|---|
//! | [`node_storing`] | the node-storing tree: build, casts, contacts, sweeps, order; its build replayed, and with another plane |
//! | `node_storing::rules` | the build rules, a file each, with its formula and its reason |
//! | `node_storing::wide` | what queries read: seven planes and eight cells at once, in SIMD |
//! | [`solid_leaf`] | the solid-leaf tree: `build`, `solidity` (which leaves are solid), `portals`, `pvs`, `query`, `expanded` |
//! | [`collision`] | a body: contacts, sweep, slide, depenetration; the mover, which walks and flies; courses that score it |
//! | [`collision::things`] | rigid things that move in a level, such as doors and lifts, each with a tree of its own |
//! | [`planar`], [`quake`], [`doom`] | the other three trees |
//! | [`params`], [`recording`] | how a tree is built, and what it decided at each node |
//! | [`Obstacles`], [`observer`] | what a body collides with; what an observer is told of a query, step by step |
//! | [`QueryCounters`] | how many nodes, bounds and faces the queries of a thread have read |
//! | [`section`] | where a plane cuts the cells of a tree, as in the plan of a house |
//! | [`statistics`], [`validation`] | the figures of a tree, and whether it is right |
//! | `growth`, `pieces`, `partition`, `scoring` | the build of both trees: in parallel, without recursion, the same on any number of threads |
//! | `divided` | what all trees are to a traversal: where a point is, what is pushed down, the order from an eye |
//!
//! Trees are built in `f64` and queried in `f32`. A query tests the uncut triangle wherever one of its fragments lies, so that
//! fragments leave no cracks, and what is near a decision it tests exactly: answers do not depend on how the tree is read.
//!
//! The feature `embree` only adds Embree to the benchmark `compare`.

mod accessors;
pub mod collision;
mod counters;
mod divided;
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
pub mod tolerance;
mod triangle;
mod triangle_list;
pub mod validation;

pub use counters::QueryCounters;
pub use doom::DoomTree;
pub use hits::{CastHit, Contact, Feature, RayHit};
pub use node::{Branch, NodeId};
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

/// The code in the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

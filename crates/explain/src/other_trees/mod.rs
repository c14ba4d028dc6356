//! Other spatial trees over the same triangles, for comparison with BSP trees: a k-d tree, an octree, and a bounding
//! volume hierarchy (BVH).
//!
//! [`SpatialTree`] is a tree of any of these kinds. It implements [`Obstacles`], so it answers casts, contacts and
//! sweeps with the same triangle tests as the BSP trees, and all results are equal. Only the search differs:
//!
//! | module | tree | faces | source |
//! |---|---|---|---|
//! | `kd_tree` | planes perpendicular to an axis, chosen by the surface area heuristic | referenced by all leaves that they reach into | Havran 2000 |
//! | `octree` | cubes of half the size, eight per node | referenced by all leaves that they reach into | Meagher 1982 |
//! | `bvh` | boxes around groups of faces, which may overlap | referenced by one leaf | Wald 2007 |
//!
//! `motion` contains the query that all three trees answer: a box moves along a segment. `tree` combines a list of
//! triangles with one of the trees, `mailbox` skips repeated tests, and `shape` computes the statistics. The code
//! follows the textbooks. It has neither the SIMD layout of the node-storing tree nor planes in arbitrary directions,
//! so the timings are those of a plain implementation.
//!
//! Sources: Vlastimil Havran, *Heuristic Ray Shooting Algorithms*, 2000; Donald Meagher, "Geometric Modeling Using
//! Octree Encoding", 1982; Ingo Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", 2007; Christer
//! Ericson, *Real-Time Collision Detection*, 2005, chapters 6 and 7.
//!
//! ```
//! use bspwalk_explain::other_trees::{SpatialTree, SpatialTreeKind};
//! use bspwalk_levels::{LoadOptions, builtin};
//! use bspwalk_progress::Progress;
//! use bspwalk_trees::{BuildParams, NodeTree, Obstacles};
//! use glam::Vec3;
//!
//! let progress = Progress::default();
//! let level = builtin::load("three_rooms", &LoadOptions::default(), &progress)?;
//! let triangles = level.solid_triangles();
//! let bsp = NodeTree::build(&triangles, &BuildParams::default())?;
//! let eye = level.spawn.eye.as_vec3();
//! for kind in SpatialTreeKind::ALL {
//!     let tree = SpatialTree::build(kind, &triangles, &progress)?;
//!     let hits = [tree.cast(eye, eye - 3.0 * Vec3::Y), bsp.cast(eye, eye - 3.0 * Vec3::Y)];
//!     assert_eq!(hits[0].map(|hit| hit.t), hits[1].map(|hit| hit.t));
//!     println!("{} nodes, {} references", tree.shape().nodes, tree.shape().references);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Obstacles`]: bspwalk_trees::Obstacles

mod bounds;
mod bvh;
mod kd_tree;
mod mailbox;
mod motion;
mod octree;
mod shape;
mod tree;

pub use self::{
    shape::{LEVELS, TreeShape},
    tree::{SpatialTree, SpatialTreeKind},
};

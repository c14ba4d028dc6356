//! Things that move in a level: doors, lifts, platforms. Each is a rigid body with a tree of its own.
//!
//! A *thing* keeps its tree, which is built once; where it is, an [`Isometry`] says. [`Placed`] is a tree at a place, and
//! [`Assembly`] a level with some of them, as one set of [`Obstacles`](crate::Obstacles): queries are taken into the space of
//! each thing that is near. [`move_things`](super::mover::move_things) moves them, and carries and pushes bodies.
//!
//! ```
//! use bspwalk_geometry::TaggedTriangle;
//! use bspwalk_trees::{BuildParams, NodeTree, Obstacles, collision::things::{Assembly, Isometry, Owner, Placed}};
//! use glam::{DVec3, dvec3, vec3};
//!
//! let floor = [dvec3(-5.0, 0.0, 5.0), dvec3(5.0, 0.0, 5.0), dvec3(0.0, 0.0, -5.0)];
//! let level = NodeTree::build(&[TaggedTriangle { corners: floor, face: 0 }], &BuildParams::default())?;
//! let platform = NodeTree::build(&[TaggedTriangle { corners: floor, face: 1 }], &BuildParams::default())?;
//! let things = [Placed::new(&platform, Isometry::from_translation(DVec3::Y))];
//! let assembly = Assembly::new(&level, &things);
//! let hit = assembly.cast(vec3(0.0, 2.0, 0.0), vec3(0.0, -2.0, 0.0)).expect("the platform is in the way");
//! assert_eq!((hit.face, hit.point.y, assembly.owner(hit.triangle)), (1, 1.0, Owner::Thing(0)));
//! # Ok::<(), bspwalk_trees::node_storing::BuildError>(())
//! ```

mod assembly;
mod isometry;
mod placed;

pub use assembly::{Assembly, Owner};
pub use isometry::Isometry;
pub use placed::Placed;

use crate::NodeTree;

/// A thing during a tick: its tree, and where it is at the start and would be at the end.
#[derive(Clone, Copy, Debug)]
pub struct Thing<'a> {
    /// Its faces, in a space of its own, in metres.
    pub tree: &'a NodeTree,
    /// Where it is at the start of the tick.
    pub before: Isometry,
    /// Where it would be at its end.
    pub after: Isometry,
}

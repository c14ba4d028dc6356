//! Moving things in a level, such as doors, lifts and platforms. Each is a rigid body with its own tree.
//!
//! The tree of a *thing* is built only once, and an [`Isometry`] defines its pose. [`Placed`] is a tree with a pose.
//! [`Assembly`] combines a level with placed trees into one set of [`Obstacles`](bspwalk_trees::Obstacles): queries are
//! transformed into the space of each nearby thing. [`move_things`](super::mover::move_things) moves the things, and
//! carries and pushes bodies.
//!
//! ```
//! use bspwalk_collision::things::{Assembly, Isometry, Owner, Placed};
//! use bspwalk_geometry::{FaceId, TaggedTriangle};
//! use bspwalk_trees::{BuildParams, NodeTree, Obstacles};
//! use glam::{DVec3, dvec3, vec3};
//!
//! let floor = [dvec3(-5.0, 0.0, 5.0), dvec3(5.0, 0.0, 5.0), dvec3(0.0, 0.0, -5.0)];
//! let level = NodeTree::build(&[TaggedTriangle { corners: floor, face: FaceId(0) }], &BuildParams::default())?;
//! let platform = NodeTree::build(&[TaggedTriangle { corners: floor, face: FaceId(1) }], &BuildParams::default())?;
//! let things = [Placed::new(&platform, Isometry::from_translation(DVec3::Y))];
//! let assembly = Assembly::new(&level, &things);
//! let hit = assembly.cast(vec3(0.0, 2.0, 0.0), vec3(0.0, -2.0, 0.0)).expect("the platform is in the way");
//! assert_eq!((hit.face, hit.point.y, assembly.owner(hit.triangle)), (FaceId(1), 1.0, Owner::Thing(0)));
//! # Ok::<(), bspwalk_trees::node_storing::BuildError>(())
//! ```

mod assembly;
mod isometry;
mod placed;

use bspwalk_trees::NodeTree;

pub use assembly::{Assembly, Owner};
pub use isometry::Isometry;
pub use placed::Placed;

/// A moving thing during a tick: its tree, and its poses at the start and at the end.
#[derive(Clone, Copy, Debug)]
pub struct Thing<'a> {
    /// Faces of the thing, in its own space (in metres).
    pub tree: &'a NodeTree,
    /// Pose at the start of the tick.
    pub before: Isometry,
    /// Intended pose at the end of the tick.
    pub after: Isometry,
}

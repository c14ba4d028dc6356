//! The expanded solid-leaf tree: queries shift its planes outwards by the body's size, so that the body can be traced
//! as a point.
//!
//! Sources: Melax, "Dynamic plane shifting BSP traversal", Graphics Interface 2000; "BSP collision detection as used in
//! MDK2 and Neverwinter Nights", Gamasutra 2001.
//!
//! Every plane above a solid leaf is moved away from the leaf by the body's *support* along the plane's normal. The
//! support is the radius, plus |half axis · normal| for a capsule. The leaf's cell becomes an *expanded* cell, which
//! contains the body's centre whenever the body overlaps the leaf. A body stops where its centre enters an expanded
//! cell. No collision is missed, because any supporting plane of a cell may be shifted in this way. However, an
//! expanded cell is larger than the Minkowski sum of cell and body.
//!
//! * At flat faces and in concave corners, the expanded cell is exact.
//! * At convex edges and vertices, the shifted planes meet outside the Minkowski sum. *Bevel* planes cut off this
//!   excess, as in the clip hulls of Quake's compilers. Their normals subdivide the cone of normals at an edge or a
//!   vertex until neighbours are at most 61° apart. A sphere or an upright capsule then stops at most [`EDGE_REACH`]
//!   radii from the leaf at an edge, and [`VERTEX_REACH`] radii at a vertex. A tilted capsule may stop farther away.
//! * If a leaf touches a face from behind with only an edge or a vertex, its expanded cell may therefore extend through
//!   that face by this distance minus one radius. In addition, a blunt bevel stops a body that moves straight at it,
//!   whereas a rounded edge would deflect the body.
//!
//! Solid leaves stop a body whether or not they have a face. Only solid leaves with an empty neighbour are expanded,
//! because a body that moves out of an empty leaf hits one of these first. Faces without such a leaf on either side,
//! such as sheets and detail faces, are [uncovered](ExpandedTree::uncovered). Bodies have to be swept against them.

mod bevels;
mod build;
mod closed_spaces;
mod trace;
mod uncovered;

use bspwalk_geometry::{FaceId, Plane};

use super::LeafId;

pub use self::{
    bevels::{EDGE_REACH, VERTEX_REACH},
    trace::{ExpandedTrace, PlaneHit, PlaneTouch},
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Below {
    #[default]
    Empty,
    Solid,
    Node(u32),
    Cell(u32),
}

#[derive(Clone, Copy, Debug)]
struct Node {
    plane: Plane,
    front: Below,
    back: Below,
}

/// A solid leaf, bounded by the planes above it and by its bevels.
#[derive(Clone, Copy, Debug)]
struct Cell {
    leaf: LeafId,
    first_bevel: u32,
    bevel_count: u32,
}

/// The expanded tree: the planes of a solid-leaf tree and their bevels, which queries shift by the size of a body.
///
/// It is built from both trees of a level, but keeps no reference to them.
#[derive(Clone, Debug, Default)]
pub struct ExpandedTree {
    nodes: Vec<Node>,
    root: Below,
    cells: Vec<Cell>,
    bevels: Vec<Plane>,
    /// Inward-facing sides of the world box if the outside is solid; otherwise empty.
    sides: Vec<Plane>,
    uncovered: Vec<FaceId>,
    /// Additional shift of all planes (in metres): the maximum distance between a face and the plane that covers it.
    margin: f64,
}

impl ExpandedTree {
    /// Returns whether a face is [uncovered](Self::uncovered). Takes logarithmic time.
    #[inline]
    #[must_use]
    pub fn is_uncovered(&self, face: FaceId) -> bool {
        self.uncovered.binary_search(&face).is_ok()
    }

    /// Returns the uncovered faces in ascending order, as face numbers of the node-storing tree.
    ///
    /// Some part of an uncovered face has no solid leaf on either side, so bodies have to be swept against the face.
    #[inline]
    #[must_use]
    pub fn uncovered(&self) -> &[FaceId] {
        &self.uncovered
    }

    /// Returns the number of expanded cells, that is, of solid leaves with an empty neighbour, not counting the outside
    /// leaf.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of bevel planes.
    #[must_use]
    pub fn bevel_count(&self) -> usize {
        self.bevels.len()
    }

    /// Returns the maximum distance between a covered face and the plane that represents it, in metres.
    ///
    /// A body may stop in front of a face at up to this additional distance.
    #[must_use]
    pub fn max_face_plane_distance(&self) -> f64 {
        self.margin
    }
}

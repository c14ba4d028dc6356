//! The expanded solid-leaf tree: queries shift its planes outwards by the body's size, so that the body can be traced
//! as a point.
//!
//! Sources: Melax, "Dynamic plane shifting BSP traversal", Graphics Interface 2000; "BSP collision detection as used in
//! MDK2 and Neverwinter Nights", Gamasutra 2001.
//!
//! Every plane above a solid leaf is moved away from the leaf by the body's *support* along the plane's normal. The
//! support is the radius, plus |half axis · normal| for a capsule. The leaf's cell becomes an *expanded* cell, which
//! contains every centre at which the body overlaps the leaf. A body stops where its centre enters an expanded cell. No
//! collision is missed, because any supporting plane of a cell may be shifted in this way. However, an expanded cell is
//! larger than the Minkowski sum of cell and body.
//!
//! * At flat faces and in concave corners, the expanded cell is exact.
//! * At convex edges and vertices, the shifted planes meet outside the Minkowski sum. *Bevel* planes cut off this
//!   excess, as in the clip hulls of Quake's compilers. Their normals subdivide the cone of normals at an edge or a
//!   vertex until neighbours are at most 61° apart. A sphere or an upright capsule then stops at most [`EDGE_REACH`]
//!   radii from the leaf at an edge, and [`VERTEX_REACH`] radii at a vertex. A tilted capsule may stop farther away.
//! * The expanded cell of a leaf that touches a face from behind, at just an edge or a vertex, may therefore extend
//!   through that face by this distance minus one radius. In addition, a blunt bevel stops a body that moves straight
//!   at it, whereas a rounded edge would deflect the body.
//!
//! Solid leaves stop a body whether or not they have a face. Only solid leaves with an empty neighbour are expanded,
//! because a body that comes from an empty leaf hits one of these first. Faces without such a leaf on either side, such
//! as sheets and detail faces, are [uncovered](ExpandedTree::uncovered). Bodies have to be swept against them.

mod bevels;
mod cells;
mod trace;
mod uncovered;

use std::collections::BTreeSet;

use bspwalk_geometry::Plane;
use bspwalk_progress::{Cancelled, Progress};

use super::{LeafId, LeafTree};
use crate::NodeTree;

pub use self::trace::{ExpandedTrace, PlaneHit, PlaneTouch};

/// Maximum distance (in body radii) between a solid leaf and a body that it stops, if the nearest feature is an edge.
///
/// This applies to spheres and upright capsules.
pub const EDGE_REACH: f64 = 1.1606;

/// Maximum distance (in body radii) between a solid leaf and a sphere or upright capsule that it stops.
///
/// Consider three directions that are 61° apart. By Jung's theorem on the sphere (Dekster, "The Jung theorem for
/// spherical and hyperbolic spaces", 1995), no direction between them is farther from the nearest one than the centre
/// of their circle.
pub const VERTEX_REACH: f64 = 1.2342;

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
    uncovered: Vec<u32>,
    /// Additional shift of all planes (in metres): the maximum distance between a face and the plane that covers it.
    margin: f64,
}

impl ExpandedTree {
    /// Builds the expanded tree from the solid-leaf tree of a level and the node-storing tree of its collision faces.
    #[must_use]
    pub fn new(leaves: &LeafTree, nodes: &NodeTree) -> Self {
        Progress::uncancellable(|progress| Self::new_with_progress(leaves, nodes, progress))
    }

    /// Like [`ExpandedTree::new`], but reports progress and can be cancelled.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn new_with_progress(
        leaves: &LeafTree,
        nodes: &NodeTree,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let faces = nodes.corners();
        let Some(mut tree) = cells::expanded(leaves, progress)? else {
            // In this case, every face is uncovered.
            let uncovered: BTreeSet<u32> = faces.into_iter().map(|(_, face)| face).collect();
            return Ok(Self {
                uncovered: uncovered.into_iter().collect(),
                ..Self::default()
            });
        };
        progress.check()?;
        (tree.uncovered, tree.margin) = uncovered::find(leaves, &faces, progress)?;
        Ok(tree)
    }

    /// Returns whether a face is [uncovered](Self::uncovered), in logarithmic time.
    #[inline]
    #[must_use]
    pub fn is_uncovered(&self, face: u32) -> bool {
        self.uncovered.binary_search(&face).is_ok()
    }

    /// Returns the uncovered faces in ascending order, as face numbers of the node-storing tree.
    ///
    /// Some part of an uncovered face has no solid leaf on either side, so bodies have to be swept against the face.
    #[inline]
    #[must_use]
    pub fn uncovered(&self) -> &[u32] {
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
    pub fn margin(&self) -> f64 {
        self.margin
    }
}

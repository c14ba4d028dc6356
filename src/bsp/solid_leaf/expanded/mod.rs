//! A solid-leaf tree whose planes are shifted when it is asked, so that a body moves through it as a point does (Melax,
//! "Dynamic plane shifting BSP traversal", Graphics Interface 2000; "BSP collision detection as used in MDK2 and
//! Neverwinter Nights", Gamasutra 2001).
//!
//! Every plane above a solid leaf is moved away from the leaf by the body's *support* along it: the radius, and for a
//! capsule |half axis · normal| besides. The cell so becomes a *grown* cell, which holds every centre at which the body
//! would reach into the leaf: a body is stopped where its centre enters a grown cell. Since any plane that supports a cell
//! may be shifted so, nothing is ever missed; but a grown cell is larger than what the body sweeps out.
//!
//! * At flat faces and in concave corners, whose planes are those of the cells behind them, nothing is added.
//! * At convex edges and vertices the planes meet beyond the rounded body. *Bevel* planes cut that off, as the compilers
//!   of Quake's clipping hulls do: here directions that divide what the normals at an edge or a vertex enclose until two
//!   neighbours are at most 61° apart. A centre at which a sphere, or an upright capsule, is
//!   stopped is then never further from the leaf than [`EDGE_REACH`] radii where an edge is nearest and
//!   [`VERTEX_REACH`] where a vertex is. A capsule that leans may be stopped further off.
//! * So a leaf that touches a face from behind in an edge or a vertex only, and has no plane in common with it, may
//!   reach through that face by as much less one radius. And a blunt bevel stops a body that comes at it head on, where a
//!   rounded edge would turn it aside.
//!
//! What the tree takes for solid stops a body whether or not a face is there. Only leaves with an empty neighbour count: what comes from an empty leaf meets one of them first. Faces that have no
//! such leaf on either side, sheets and details, are [*loose*](ShiftedTree::is_loose): planes know nothing of them, and
//! who moves by planes has to be swept against them.

mod bevels;
mod cells;
mod trace;
mod uncovered;

use super::{LeafId, LeafTree};
use crate::{
    bsp::NodeTree,
    geometry::Plane,
    progress::{Cancelled, Progress},
};

pub use self::trace::{PlaneHit, PlaneTouch, Trace};

/// How far from a solid leaf a body may be stopped where an edge of the leaf is nearest, in radii.
pub const EDGE_REACH: f64 = 1.1606;

/// How far from a solid leaf a body may be stopped at the most, in radii: by Jung's theorem on the sphere (Dekster, "The
/// Jung theorem for spherical and hyperbolic spaces", 1995), no direction is further from the nearest of three that are
/// 61° apart than the centre of their circle.
pub const VERTEX_REACH: f64 = 1.2342;

/// What is on one side of a node's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Below {
    /// Empty leaves only.
    Empty,
    /// Solid leaves only, none of which has an empty neighbour.
    Solid,
    Node(u32),
    /// A solid leaf with an empty neighbour.
    Cell(u32),
}

#[derive(Clone, Copy, Debug)]
struct Node {
    plane: Plane,
    front: Below,
    back: Below,
}

/// A solid leaf: the planes above it and these bevels bound it.
#[derive(Clone, Copy, Debug)]
struct Cell {
    leaf: LeafId,
    first_bevel: u32,
    bevel_count: u32,
}

/// The planes of a solid-leaf tree, ready to be shifted, with bevels. It is made from the trees of one level and holds
/// what it needs of them.
#[derive(Clone, Debug)]
pub struct ExpandedTree {
    nodes: Vec<Node>,
    root: Below,
    cells: Vec<Cell>,
    /// They look out of their cells.
    bevels: Vec<Plane>,
    /// The sides of the level's world box, looking inwards, where all beyond is solid.
    sides: Vec<Plane>,
    /// Faces that planes know nothing of, ascending.
    uncovered: Vec<u32>,
    /// Planes are shifted by so many metres more: faces are so far off the planes that stand for them.
    margin: f64,
}

impl ExpandedTree {
    /// Makes it from the solid-leaf tree of a level and the node-storing tree over the faces that bodies are to be kept
    /// out of.
    #[must_use]
    pub fn new(leaves: &LeafTree, nodes: &NodeTree) -> Self {
        Progress::unwatched(|progress| Self::new_with(leaves, nodes, progress))
    }

    /// As [`ExpandedTree::new`], with progress, which can cancel it.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn new_with(leaves: &LeafTree, nodes: &NodeTree, progress: &Progress) -> Result<Self, Cancelled> {
        let faces = nodes.corners();
        let Some(mut tree) = cells::expanded(leaves, progress)? else {
            // It knows nothing of any face.
            let mut tree = Self::nothing();
            tree.uncovered = faces.into_iter().map(|(_, face)| face).collect();
            tree.uncovered.sort_unstable();
            tree.uncovered.dedup();
            return Ok(tree);
        };
        progress.check()?;
        let found = uncovered::find(leaves, &faces, progress)?;
        (tree.uncovered, tree.margin) = (found.faces, found.off_plane);
        Ok(tree)
    }

    /// The one that stops nobody.
    fn nothing() -> Self {
        Self {
            nodes: Vec::new(),
            root: Below::Empty,
            cells: Vec::new(),
            bevels: Vec::new(),
            sides: Vec::new(),
            uncovered: Vec::new(),
            margin: 0.0,
        }
    }

    /// Whether planes know nothing of some part of a face: no leaf at it is solid. Faces are numbered as in the
    /// node-storing tree.
    #[inline]
    #[must_use]
    pub fn is_uncovered(&self, face: u32) -> bool {
        self.uncovered.binary_search(&face).is_ok()
    }

    /// The faces that planes know nothing of, ascending.
    #[must_use]
    pub fn uncovered(&self) -> &[u32] {
        &self.uncovered
    }

    /// Number of solid leaves that have an empty neighbour; the one outside is not counted.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Number of bevel planes.
    #[must_use]
    pub fn bevel_count(&self) -> usize {
        self.bevels.len()
    }

    /// How far, in metres, a face that planes stand for is off its plane at the most: so much earlier than at the face a
    /// body is stopped.
    #[must_use]
    pub fn margin(&self) -> f64 {
        self.margin
    }
}

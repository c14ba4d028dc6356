//! The plane-shifted solid-leaf tree: queries shift its planes by the body's size, so that the body can be traced like a
//! point (Melax, "Dynamic plane shifting BSP traversal", Graphics Interface 2000; "BSP collision detection as used in MDK2
//! and Neverwinter Nights", Gamasutra 2001).
//!
//! Every plane above a solid leaf is moved away from the leaf by the body's *support* along its normal: the radius, and for
//! a capsule |half axis · normal| besides. The leaf's cell becomes an *expanded* cell, which contains every centre at which
//! the body would reach into the leaf. A body stops where its centre enters an expanded cell. Nothing is missed, as every
//! plane that supports a cell may be shifted so; but an expanded cell is larger than the Minkowski sum of cell and body.
//!
//! * At flat faces and in concave corners the expanded cell is exact.
//! * At convex edges and vertices the shifted planes meet beyond the Minkowski sum. *Bevel* planes cut that off, as in the
//!   clipping hulls of Quake's compilers. Their normals divide the cone of normals at an edge or a vertex until neighbours
//!   are at most 61° apart. A sphere or an upright capsule then stops at most [`EDGE_REACH`] radii from the leaf where an
//!   edge is nearest, and [`VERTEX_REACH`] where a vertex is. A leaning capsule may stop further away.
//! * So a leaf that touches a face from behind, in an edge or a vertex only, may reach through that face by this distance
//!   less one radius. And a blunt bevel stops a body that moves straight at it, where a rounded edge would deflect the body.
//!
//! Solid leaves stop a body whether or not a face is there. Only those with an empty neighbour are expanded: a body that
//! comes from an empty leaf meets one of them first. Faces without such a leaf on either side, as sheets and details, are
//! [uncovered](ExpandedTree::uncovered): bodies have to be swept against them.

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

/// The greatest distance from a solid leaf, in radii of the body, at which a body stops where an edge of the leaf is nearest.
/// It holds for spheres and upright capsules.
pub const EDGE_REACH: f64 = 1.1606;

/// The greatest distance from a solid leaf, in radii of the body, at which a sphere or an upright capsule stops. By Jung's
/// theorem on the sphere (Dekster, "The Jung theorem for spherical and hyperbolic spaces", 1995), no direction between three
/// that are 61° apart is further from the nearest of them than the centre of their circle.
pub const VERTEX_REACH: f64 = 1.2342;

/// What is on one side of a node's plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Below {
    /// Empty leaves only.
    #[default]
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

/// The plane-shifted tree: the planes of a solid-leaf tree and their bevels, which queries shift by the size of a body. It is
/// built from both trees of a level and borrows neither.
#[derive(Clone, Debug, Default)]
pub struct ExpandedTree {
    nodes: Vec<Node>,
    root: Below,
    cells: Vec<Cell>,
    /// They face out of their cells.
    bevels: Vec<Plane>,
    /// The sides of the world box, facing inwards, where the outside is solid; else none.
    sides: Vec<Plane>,
    /// The uncovered faces, ascending.
    uncovered: Vec<u32>,
    /// Planes are shifted by this much more, in metres: the greatest distance of a face from the plane that covers it.
    margin: f64,
}

impl ExpandedTree {
    /// Builds the plane-shifted tree from the solid-leaf tree of a level and the node-storing tree over the faces that bodies
    /// collide with.
    #[must_use]
    pub fn new(leaves: &LeafTree, nodes: &NodeTree) -> Self {
        Progress::uncancellable(|progress| Self::new_with_progress(leaves, nodes, progress))
    }

    /// As [`ExpandedTree::new`], with progress, which can cancel it.
    ///
    /// # Errors
    /// [`Cancelled`] if `progress` is cancelled.
    pub fn new_with_progress(
        leaves: &LeafTree,
        nodes: &NodeTree,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let faces = nodes.corners();
        let Some(mut tree) = cells::expanded(leaves, progress)? else {
            // Every face is uncovered.
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

    /// Whether a face is [uncovered](Self::uncovered).
    #[inline]
    pub(crate) fn is_uncovered(&self, face: u32) -> bool {
        self.uncovered.binary_search(&face).is_ok()
    }

    /// The uncovered faces in ascending order, with the face numbers of the node-storing tree. Some part of an uncovered face
    /// has no solid leaf on either side, so that bodies have to be swept against the face.
    #[must_use]
    pub fn uncovered(&self) -> &[u32] {
        &self.uncovered
    }

    /// Number of expanded cells: solid leaves with an empty neighbour, except the leaf outside.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Number of bevel planes.
    #[must_use]
    pub fn bevel_count(&self) -> usize {
        self.bevels.len()
    }

    /// The greatest distance of a covered face from the plane that stands for it, in metres. A body may stop this much before
    /// the face.
    #[must_use]
    pub fn margin(&self) -> f64 {
        self.margin
    }
}

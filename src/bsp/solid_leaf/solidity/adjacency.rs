//! The interfaces between neighbouring leaves, each once.
//!
//! The face of a cell that looks along its node's plane is cut into the leaves behind the plane: the same cuts, from the
//! same numbers, that made the cells there, so that what is left are the faces that both cells share.

use rayon::prelude::*;

use crate::bsp::solid_leaf::{
    LeafId, NodeId,
    build::{assemble::CellSide, descend::Descent},
};
use crate::{
    geometry::{Polygon, polygon::Attributes},
    progress::{Cancelled, Progress},
};

/// An interface, before it is known what covers it.
pub(crate) struct Interface {
    /// The leaf in front of the node's plane and the one behind it.
    pub(crate) leaves: [LeafId; 2],
    pub(crate) node: NodeId,
    /// Counter-clockwise seen from the front of the plane.
    pub(crate) polygon: Polygon,
    pub(crate) area: f64,
}

/// What interfaces are looked up by: the node, the leaf in front, the leaf behind. Cells are convex, so that there is one.
pub(crate) type Key = (NodeId, LeafId, LeafId);

impl Interface {
    pub(crate) fn key(&self) -> Key {
        (self.node, self.leaves[0], self.leaves[1])
    }
}

/// The phase of a build in which the polygons between leaves are found, of which portals are those between empty ones.
pub const NEIGHBOURS_PHASE: &str = "Finding the neighbours of leaves";

/// The interfaces behind the given faces of cells, ordered by [`Interface::key`]; none that is narrower than `least_width`
/// metres. The descent is as precise as cells are.
pub(crate) fn interfaces(
    descent: Descent<'_>,
    least_width: f64,
    sides: Vec<CellSide>,
    progress: &Progress,
) -> Result<Vec<Interface>, Cancelled> {
    progress.begin(NEIGHBOURS_PHASE, sides.len() as u64);
    let found: Vec<Vec<Interface>> = sides
        .into_par_iter()
        .map(|side| {
            progress.check()?;
            progress.advance(1);
            behind(descent, least_width, side)
        })
        .collect::<Result<_, Cancelled>>()?;
    let mut interfaces: Vec<Interface> = found.into_iter().flatten().collect();
    interfaces.par_sort_by_key(Interface::key);
    Ok(interfaces)
}

/// Whether a part of this area of a polygon is so narrow that it is made of rounding: nothing passes through it.
pub(crate) fn is_sliver<A: Attributes>(polygon: &Polygon<A>, area: f64, tolerance: f64) -> bool {
    let longest = polygon.edges().map(|edge| edge.length()).fold(0.0, f64::max);
    area.is_nan() || area <= tolerance * longest
}

fn behind(descent: Descent<'_>, least_width: f64, side: CellSide) -> Result<Vec<Interface>, Cancelled> {
    let node = &descent.nodes[side.node as usize];
    let mut interfaces = Vec::new();
    descent.cut(node.back, side.polygon, -node.plane.normal, |leaf, polygon| {
        let area = polygon.area();
        if !is_sliver(&polygon, area, least_width) {
            interfaces.push(Interface {
                leaves: [side.leaf, leaf],
                node: side.node,
                polygon,
                area,
            });
        }
        Ok(())
    })?;
    Ok(interfaces)
}

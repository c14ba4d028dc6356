//! The interfaces between neighbouring leaves, each once.
//!
//! The face of a cell that looks along its node's plane is cut into the leaves behind the plane. These are the same
//! cuts, from the same numbers, that gave the cells there, so the parts are the faces that both cells share.

use bspwalk_geometry::{Polygon, polygon::Attributes};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::{Message, message};
use rayon::prelude::*;

use crate::solid_leaf::{
    LeafId, NodeId,
    build::{assemble::CellSide, descend::Descent},
};

/// An interface whose coverage is not known yet.
pub(crate) struct Interface {
    /// The leaf in front of the node's plane and the one behind it.
    pub(crate) leaves: [LeafId; 2],
    pub(crate) node: NodeId,
    /// Counter-clockwise seen from the front of the plane.
    pub(crate) polygon: Polygon,
    pub(crate) area: f64,
}

/// The key of an interface: the node, the leaf in front, the leaf behind. Cells are convex, so there is one interface
/// for each.
pub(crate) type Key = (NodeId, LeafId, LeafId);

impl Interface {
    pub(crate) fn key(&self) -> Key {
        (self.node, self.leaves[0], self.leaves[1])
    }
}

/// Faces of cells that a thread takes at once.
const SIDES_AT_ONCE: usize = 64;

/// The name of the phase of a build that finds the interfaces between neighbouring leaves, as [`Progress`] reports it.
pub const ADJACENCY_PHASE: Message = message!("phase-find-neighbours");

/// The interfaces behind the given faces of cells, ordered by [`Interface::key`]; none that is narrower than `least_width`
/// metres. The descent is as precise as cells are.
pub(crate) fn interfaces(
    descent: Descent<'_>,
    least_width: f64,
    sides: Vec<CellSide>,
    progress: &Progress,
) -> Result<Vec<Interface>, Cancelled> {
    let chunks = sides.into_par_iter().chunks(SIDES_AT_ONCE);
    let found = progress.in_parallel(ADJACENCY_PHASE.text(), chunks, |sides| {
        let mut interfaces = Vec::with_capacity(2 * sides.len());
        for side in sides {
            progress.check()?;
            behind(descent, least_width, side, &mut interfaces)?;
        }
        Ok(interfaces)
    })?;
    let mut interfaces: Vec<Interface> = found.into_iter().flatten().collect();
    interfaces.par_sort_by_key(Interface::key);
    Ok(interfaces)
}

/// Whether a polygon of this area is so narrow that it comes from rounding: nothing passes through it.
pub(crate) fn is_sliver<A: Attributes>(polygon: &Polygon<A>, area: f64, tolerance: f64) -> bool {
    let longest = polygon.edges().map(|edge| edge.length()).fold(0.0, f64::max);
    area.is_nan() || area <= tolerance * longest
}

/// Adds the interfaces behind a face of a cell.
fn behind(
    descent: Descent<'_>,
    least_width: f64,
    side: CellSide,
    interfaces: &mut Vec<Interface>,
) -> Result<(), Cancelled> {
    let node = &descent.nodes[side.node as usize];
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
    })
}

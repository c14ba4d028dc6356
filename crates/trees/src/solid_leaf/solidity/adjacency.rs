//! The interfaces between neighbouring leaves, each listed once.
//!
//! The cell face on the front side of a node's plane is cut into the leaves behind the plane. The build made the same
//! cuts there, with the same numbers. The resulting parts are therefore exactly the faces that both cells share.

use bspwalk_geometry::{Polygon, polygon::Attributes};
use bspwalk_progress::{Cancelled, Progress};
use rayon::prelude::*;

use crate::solid_leaf::{
    LeafId, NodeId,
    build::{assemble::CellSide, descend::Descent},
};

pub(crate) struct Interface {
    /// The leaf in front of the node's plane and the leaf behind it.
    pub(crate) leaves: [LeafId; 2],
    pub(crate) node: NodeId,
    pub(crate) polygon: Polygon,
    pub(crate) area: f64,
}

/// Key of an interface: its node, the leaf in front and the leaf behind.
pub(crate) type Key = (NodeId, LeafId, LeafId);

impl Interface {
    pub(crate) fn key(&self) -> Key {
        (self.node, self.leaves[0], self.leaves[1])
    }
}

const SIDES_AT_ONCE: usize = 64;

/// Name of the build phase that finds the interfaces between neighbouring leaves, as reported by [`Progress`].
pub const ADJACENCY_PHASE: &str = "Finding neighbouring leaves";

pub(crate) fn interfaces(
    descent: Descent<'_>,
    least_width: f64,
    sides: Vec<CellSide>,
    progress: &Progress,
) -> Result<Vec<Interface>, Cancelled> {
    let chunks = sides.into_par_iter().chunks(SIDES_AT_ONCE);
    let found = progress.in_parallel(ADJACENCY_PHASE, chunks, |sides| {
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

/// Returns whether a polygon with the given area is so narrow that it is a rounding artefact rather than an opening.
pub(crate) fn is_sliver<A: Attributes>(polygon: &Polygon<A>, area: f64, tolerance: f64) -> bool {
    let longest = polygon.edges().map(|edge| edge.length()).fold(0.0, f64::max);
    area.is_nan() || area <= tolerance * longest
}

fn behind(
    descent: Descent<'_>,
    least_width: f64,
    side: CellSide,
    interfaces: &mut Vec<Interface>,
) -> Result<(), Cancelled> {
    let node = &descent.nodes[side.node.index()];
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

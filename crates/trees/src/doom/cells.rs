//! The cells of nodes and subsectors: a box, cut by one partition after another.

use glam::DVec2;

use super::{DoomNode, DoomNodeId, DoomTree, SubsectorId};
use crate::{
    divided::{Space, Traversal},
    node::Branch,
    planar::polygon,
};

/// What a node divides.
#[derive(Clone, Debug, PartialEq)]
pub struct Division {
    /// The node.
    pub node: DoomNodeId,
    /// How many nodes are above it.
    pub depth: u32,
    /// Its cell: a convex polygon, counter-clockwise with y to the north, in map units.
    pub cell: Vec<DVec2>,
    /// The part of its partition in the cell; `None` where it only touches it.
    pub chord: Option<[DVec2; 2]>,
}

impl DoomTree {
    /// The part of a box, from its least to its greatest corner, that each subsector has: convex polygons, counter-clockwise
    /// with y to the north, in map units. Together they fill the box once. Subsectors without a part are left out.
    #[must_use]
    pub fn cells(&self, bounds: [DVec2; 2]) -> Vec<(SubsectorId, Vec<DVec2>)> {
        let mut cells = Vec::with_capacity(self.parts.subsectors.len());
        self.descend(bounds, |space, _, cell| {
            if let Space::Leaf(subsector) = *space {
                cells.push((subsector, cell.to_vec()));
            }
        });
        cells
    }

    /// The part of a box that each node divides, from the root on, the right of a partition before its left. Nodes without a
    /// part are left out.
    #[must_use]
    pub fn divisions(&self, bounds: [DVec2; 2]) -> Vec<Division> {
        let mut divisions = Vec::with_capacity(self.parts.nodes.len());
        self.descend(bounds, |space, depth, cell| {
            if let Space::Node((id, node)) = *space {
                divisions.push(Division {
                    node: id,
                    depth,
                    cell: cell.to_vec(),
                    chord: chord(node, cell),
                });
            }
        });
        divisions
    }

    /// Calls `visit` with each node and subsector, how many nodes are above it, and its cell.
    fn descend<'a>(
        &'a self,
        [low, high]: [DVec2; 2],
        mut visit: impl FnMut(&Space<&'a [DoomNode]>, u32, &[DVec2]),
    ) {
        let whole = (0, polygon::rectangle(low, high));
        let mut traversal = Traversal::new(&self.parts.nodes[..], self.root(), whole);
        while let Some((space, (depth, cell))) = traversal.next() {
            if polygon::area(&cell) <= 0.0 {
                continue;
            }
            visit(&space, depth, &cell);
            if let Space::Node((id, node)) = space {
                // The right of a partition is its front.
                let parts = polygon::split(&cell, |point| -node.left_of(point));
                let parts = parts.map(|part| Some((depth + 1, part)));
                traversal.push((id, node), (Branch::Front, parts));
            }
        }
    }
}

/// Where the partition crosses the edge from `a` to `b`, whose ends are on different sides.
fn crossing(node: &DoomNode, a: DVec2, b: DVec2) -> DVec2 {
    let [start, end] = [a, b].map(|point| node.left_of(point));
    a.lerp(b, start / (start - end))
}

/// The part of the partition in a cell, in its direction.
fn chord(node: &DoomNode, cell: &[DVec2]) -> Option<[DVec2; 2]> {
    let edges = (0..cell.len()).map(|i| [cell[i], cell[(i + 1) % cell.len()]]);
    let crossings = edges.filter_map(|[a, b]| {
        let [at_a, at_b] = [a, b].map(|point| node.left_of(point));
        match () {
            () if at_a == 0.0 => Some(a),
            () if at_a * at_b < 0.0 => Some(crossing(node, a, b)),
            () => None,
        }
    });
    let along = |point: &DVec2| node.direction.dot(*point);
    let crossings: Vec<DVec2> = crossings.collect();
    let first = crossings
        .iter()
        .copied()
        .min_by(|a, b| along(a).total_cmp(&along(b)))?;
    let last = crossings
        .iter()
        .copied()
        .max_by(|a, b| along(a).total_cmp(&along(b)))?;
    (first != last).then_some([first, last])
}

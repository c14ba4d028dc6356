//! Cells of nodes and subsectors: a box cut by one partition line after another.

use bspwalk_geometry::polygon2;
use glam::DVec2;

use super::{DoomNode, DoomNodeId, DoomTree, SubsectorId};
use crate::{
    node::Branch,
    traversal::{Space, Traversal},
};

/// Cell of a node: the part of the map that the node's partition line divides.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeCell {
    /// Node index.
    pub node: DoomNodeId,
    /// Number of ancestors of the node, 0 for the root.
    pub depth: u32,
    /// The cell, clipped to the box: a convex polygon in map units, counter-clockwise with y pointing north.
    pub cell: Vec<DVec2>,
    /// Ends of the partition line within the cell, in map units. `None` if the line merely touches the cell.
    pub chord: Option<[DVec2; 2]>,
}

impl DoomTree {
    /// Returns the cells of the subsectors, clipped to a box that is defined by its minimum and maximum corners.
    ///
    /// Each cell is a convex polygon in map units, counter-clockwise with y pointing north. The cells fill the box
    /// without overlap. Subsectors outside the box are skipped.
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

    /// Returns the cells of the nodes, clipped to a box that is defined by its minimum and maximum corners. They are in
    /// depth-first order, with the right side of each partition before the left. Nodes outside the box are skipped.
    #[must_use]
    pub fn node_cells(&self, bounds: [DVec2; 2]) -> Vec<NodeCell> {
        let mut divisions = Vec::with_capacity(self.parts.nodes.len());
        self.descend(bounds, |space, depth, cell| {
            if let Space::Node((id, node)) = *space {
                divisions.push(NodeCell {
                    node: id,
                    depth,
                    cell: cell.to_vec(),
                    chord: chord(node, cell),
                });
            }
        });
        divisions
    }

    fn descend<'a>(
        &'a self,
        [low, high]: [DVec2; 2],
        mut visit: impl FnMut(&Space<&'a [DoomNode]>, u32, &[DVec2]),
    ) {
        let whole = (0, polygon2::rectangle(low, high));
        let mut traversal = Traversal::new(&self.parts.nodes[..], self.root(), whole);
        while let Some((space, (depth, cell))) = traversal.next() {
            if polygon2::area(&cell) <= 0.0 {
                continue;
            }
            visit(&space, depth, &cell);
            if let Space::Node((id, node)) = space {
                // The right side of a partition is its front.
                let parts = polygon2::split(&cell, |point| -node.left_of(point));
                let parts = parts.map(|part| Some((depth + 1, part)));
                traversal.push((id, node), (Branch::Front, parts));
            }
        }
    }
}

fn crossing(node: &DoomNode, a: DVec2, b: DVec2) -> DVec2 {
    let [start, end] = [a, b].map(|point| node.left_of(point));
    a.lerp(b, start / (start - end))
}

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

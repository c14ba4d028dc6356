//! Cells of nodes and leaves: a rectangle cut by one line after another. The corners of cells are rounded.

use bspwalk_geometry::polygon2::{self, rectangle};
use bspwalk_trees::traversal::{Space, Traversal};
use glam::DVec2;

use super::{Branch, NONE, NodeId, PlanarTree, Segment2, traversal::Nodes};

impl PlanarTree {
    /// Returns the cells of the leaves, clipped to the rectangle from `low` to `high`. Each cell is a convex polygon,
    /// counter-clockwise, with rounded corners. The `bool` is true if the leaf is in the interior of the region.
    #[must_use]
    pub fn cells(&self, low: DVec2, high: DVec2) -> Vec<(bool, Vec<DVec2>)> {
        if self.nodes.is_empty() {
            return vec![(false, rectangle(low, high))];
        }
        let mut cells = Vec::new();
        let mut pending = vec![(NodeId::ROOT, rectangle(low, high))];
        while let Some((id, cell)) = pending.pop() {
            let node = &self.nodes[id.index()];
            let [front, back] = self.cut_cell(id, &cell);
            for (branch, child, part) in [
                (Branch::Back, node.back, back),
                (Branch::Front, node.front, front),
            ] {
                if child == NONE {
                    cells.push((branch == Branch::Front, part));
                } else {
                    pending.push((child, part));
                }
            }
        }
        cells
    }

    /// Returns the cell at the end of a path from the root, such as [`Location::path`](super::Location::path), clipped
    /// to the rectangle from `low` to `high`. The cell is a convex polygon, counter-clockwise, with rounded corners.
    ///
    /// # Panics
    /// Panics if a node on the path does not exist.
    #[must_use]
    pub fn cell_of(&self, path: &[(NodeId, Branch)], low: DVec2, high: DVec2) -> Vec<DVec2> {
        path.iter().fold(rectangle(low, high), |cell, &(node, branch)| {
            branch.pick(self.cut_cell(node, &cell))
        })
    }

    /// Splits a convex polygon by the line of a node. Returns the part in front and the part behind. New corners are
    /// rounded, and a part may be empty.
    ///
    /// # Panics
    /// Panics if the node does not exist.
    #[must_use]
    pub fn cut_cell(&self, node: NodeId, cell: &[DVec2]) -> [Vec<DVec2>; 2] {
        let line = self.line(node);
        let normal = line.normal();
        polygon2::split(cell, |point| normal.dot(point - line.from))
    }

    /// Returns the index and the splitting line of each node, in node order. Each line is clipped to its node's cell
    /// and to the rectangle from `low` to `high`. The ends of the lines are rounded.
    #[must_use]
    pub fn splits(&self, low: DVec2, high: DVec2) -> Vec<(NodeId, Segment2)> {
        let mut splits = Vec::with_capacity(self.nodes.len());
        let mut traversal = Traversal::new(Nodes(&self.nodes), NodeId(0), rectangle(low, high));
        while let Some((space, cell)) = traversal.next() {
            let Space::Node((id, node)) = space else {
                continue;
            };
            let line = self.line(id);
            let [front, back] = self.cut_cell(id, &cell);
            // The cut is the edge that both parts share. It ends at the outermost corners along the line.
            let along = |point: &DVec2| line.direction().dot(*point - line.from);
            let normal = line.normal();
            let tolerance = (high - low).max_element() * 1.0e-9;
            let on = |point: &&DVec2| normal.dot(**point - line.from).abs() <= tolerance;
            let cut = || front.iter().chain(&back).filter(on);
            let ends = (
                cut().min_by(|a, b| along(a).total_cmp(&along(b))),
                cut().max_by(|a, b| along(a).total_cmp(&along(b))),
            );
            let split = match ends {
                (Some(&from), Some(&to)) => Segment2 { from, to },
                _ => line,
            };
            splits.push((id, split));
            traversal.push((id, node), (Branch::Front, [Some(front), Some(back)]));
        }
        splits
    }
}

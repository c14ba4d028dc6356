//! The cells of nodes and subsectors: a box, cut by one partition after another.

use glam::DVec2;

use super::{DoomChild, DoomNode, DoomNodeId, DoomTree, SubsectorId};

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
        self.descend(bounds, |child, _, cell| {
            if let DoomChild::Subsector(subsector) = child {
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
        self.descend(bounds, |child, depth, cell| {
            if let DoomChild::Node(id) = child {
                divisions.push(Division {
                    node: id,
                    depth,
                    cell: cell.to_vec(),
                    chord: chord(&self.parts.nodes[id as usize], cell),
                });
            }
        });
        divisions
    }

    /// Calls `visit` with each child, how many nodes are above it, and its cell.
    fn descend(&self, [low, high]: [DVec2; 2], mut visit: impl FnMut(DoomChild, u32, &[DVec2])) {
        let whole = vec![low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
        let mut stack = vec![(self.root(), 0, whole)];
        while let Some((child, depth, cell)) = stack.pop() {
            if area(&cell) <= 0.0 {
                continue;
            }
            visit(child, depth, &cell);
            if let DoomChild::Node(id) = child {
                let node = &self.parts.nodes[id as usize];
                let [front, back] = split(node, &cell);
                stack.push((node.children[1], depth + 1, back));
                stack.push((node.children[0], depth + 1, front));
            }
        }
    }
}

/// The area of a polygon, positive where it is counter-clockwise.
#[must_use]
fn area(polygon: &[DVec2]) -> f64 {
    let Some(&first) = polygon.first() else {
        return 0.0;
    };
    // Relative to a corner, so that no digits are lost far from the origin.
    let fan = polygon.windows(2);
    fan.map(|pair| (pair[0] - first).perp_dot(pair[1] - first))
        .sum::<f64>()
        / 2.0
}

/// Where the partition crosses the edge from `a` to `b`, whose ends are on different sides.
fn crossing(node: &DoomNode, a: DVec2, b: DVec2) -> DVec2 {
    let [start, end] = [a, b].map(|point| node.left_of(point));
    a.lerp(b, start / (start - end))
}

/// The parts of a cell on the right and on the left of a partition.
fn split(node: &DoomNode, cell: &[DVec2]) -> [Vec<DVec2>; 2] {
    let mut parts = [
        Vec::with_capacity(cell.len() + 1),
        Vec::with_capacity(cell.len() + 1),
    ];
    for (i, &a) in cell.iter().enumerate() {
        let b = cell[(i + 1) % cell.len()];
        let [at_a, at_b] = [a, b].map(|point| node.left_of(point));
        if at_a <= 0.0 {
            parts[0].push(a);
        }
        if at_a >= 0.0 {
            parts[1].push(a);
        }
        if at_a * at_b < 0.0 {
            let cut = crossing(node, a, b);
            parts.iter_mut().for_each(|part| part.push(cut));
        }
    }
    parts
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

//! Statistics of a tree: size, depth, expected cost, and the boxes of the nodes at its first depths.

use bspwalk_geometry::Aabb;

/// Number of depths whose boxes are kept, starting with the root.
pub const LEVELS: usize = 6;

/// Maximum number of boxes that are kept per depth.
const MOST_BOXES: usize = 1024;

/// Cost of a triangle test relative to a node visit, as in
/// [`TriangleList::expected_cost`](bspwalk_trees::TriangleList::expected_cost).
pub(super) const TRIANGLE_COST: f64 = 1.5;

/// Statistics of a tree that can be computed without running queries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeShape {
    /// Number of nodes, including leaves.
    pub nodes: u32,
    /// Number of references from leaves to triangles. It exceeds the number of triangles if leaves share some of them.
    pub references: u32,
    /// Number of nodes on the longest path from the root.
    pub depth: u32,
    /// Mean number of nodes on a path from the root to a leaf.
    pub mean_depth: f64,
    /// Number of nodes at each depth, starting with the root.
    pub depths: Vec<u32>,
    /// Mean fraction of descendants on the smaller side, over all inner nodes: 0.5 for a balanced tree, 0 for a list.
    /// `None` for an octree, whose nodes have up to eight sides.
    pub balance: Option<f64>,
    /// Memory usage in bytes, including the triangles.
    pub bytes: u64,
    /// Expected cost of a query according to the surface area heuristic, in node visits.
    pub cost: f64,
    /// Boxes of the nodes at the first [`LEVELS`] depths (in metres), starting with the root. If there are more than
    /// 1024 nodes at a depth, only the first 1024 boxes are kept.
    pub levels: Vec<Vec<Aabb>>,
}

/// The data of a node that the statistics are computed from.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeOutline {
    /// Index of the parent, or `None` for the root.
    pub(super) parent: Option<u32>,
    /// Number of nodes above this node, including the root.
    pub(super) depth: u32,
    /// Cell of the node, or the box around its faces.
    pub(super) cell: Aabb,
    /// Number of faces that the leaf refers to, or `None` for an inner node.
    pub(super) faces: Option<u32>,
}

impl TreeShape {
    /// Computes the statistics from the outlines of all nodes, parents before their children. Only binary trees have a
    /// balance.
    pub(super) fn new(outlines: &[NodeOutline], is_binary: bool, bytes: u64) -> Self {
        let mut shape = Self {
            nodes: outlines.len() as u32,
            bytes,
            balance: is_binary.then(|| balance(outlines)),
            ..Self::default()
        };
        let whole = outlines.first().map_or(0.0, |root| root.cell.surface_area());
        let (mut leaves, mut path_lengths) = (0_u32, 0_u64);
        for outline in outlines {
            let depth = outline.depth as usize;
            if shape.depths.len() <= depth {
                shape.depths.resize(depth + 1, 0);
            }
            shape.depths[depth] += 1;
            if depth < LEVELS {
                if shape.levels.len() <= depth {
                    shape.levels.resize(depth + 1, Vec::new());
                }
                let level = &mut shape.levels[depth];
                if level.len() < MOST_BOXES {
                    level.push(outline.cell);
                }
            }
            if let Some(faces) = outline.faces {
                shape.references += faces;
                leaves += 1;
                path_lengths += u64::from(outline.depth) + 1;
            }
            // Probability that a random line through the root's cell hits the node's cell (MacDonald and Booth 1990).
            let probability = if whole > 0.0 {
                outline.cell.surface_area() / whole
            } else {
                1.0
            };
            let faces = f64::from(outline.faces.unwrap_or_default());
            shape.cost += probability * (1.0 + TRIANGLE_COST * faces);
        }
        shape.depth = shape.depths.len() as u32;
        shape.mean_depth = path_lengths as f64 / f64::from(leaves.max(1));
        shape
    }
}

/// Returns the balance of a binary tree, defined in the same way as [`bspwalk_trees::Statistics::balance`].
fn balance(outlines: &[NodeOutline]) -> f64 {
    // Number of nodes in each subtree, and in the larger of its two child subtrees.
    let mut below = vec![(1_u32, 0_u32); outlines.len()];
    let (mut sum, mut forks) = (0.0, 0_u32);
    for (node, outline) in outlines.iter().enumerate().rev() {
        let (size, larger) = below[node];
        if size > 1 {
            sum += f64::from(size - 1 - larger) / f64::from(size - 1);
            forks += 1;
        }
        if let Some(parent) = outline.parent {
            let (of_parent, larger) = &mut below[parent as usize];
            *of_parent += size;
            *larger = size.max(*larger);
        }
    }
    sum / f64::from(forks.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn statistics_of_three_nodes() {
        let cell = |size: f64| Aabb {
            min: DVec3::ZERO,
            max: DVec3::splat(size),
        };
        let node = |parent, depth, size, faces| NodeOutline {
            parent,
            depth,
            cell: cell(size),
            faces,
        };
        let outlines = [
            node(None, 0, 2.0, None),
            node(Some(0), 1, 1.0, Some(2)),
            node(Some(0), 1, 1.0, Some(4)),
        ];
        let shape = TreeShape::new(&outlines, true, 100);
        assert_eq!((shape.nodes, shape.references, shape.depth), (3, 6, 2));
        assert_eq!((shape.mean_depth, shape.balance), (2.0, Some(0.5)));
        assert_eq!(shape.depths, [1, 2]);
        assert_eq!(shape.cost, 1.0 + 0.25 * (2.0 + 1.5 * 6.0));
        assert_eq!(shape.levels, [vec![cell(2.0)], vec![cell(1.0); 2]]);
        assert_eq!(TreeShape::new(&outlines, false, 100).balance, None);
    }
}

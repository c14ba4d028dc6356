//! Builds the expanded tree: the nodes above solid leaves that have an empty neighbour, and the bevels of these leaves.

use std::collections::BTreeSet;

use bspwalk_geometry::{FaceId, Plane, Polygon};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;

use super::{Below, Cell, ExpandedTree, Node, bevels, uncovered};
use crate::{
    NodeTree,
    solid_leaf::{
        Branch, Child, LeafId, LeafTree, OUTSIDE,
        build::{grow::Cell as GrownCell, world_bounds::SIDES},
    },
};

/// Maximum number of faces of all cells, per node, leaf or interface of the tree.
///
/// Each face of a cell lies on an interface or on the world box, so only a tree from a malicious file can exceed this
/// limit.
const MOST_FACES: usize = 8;

impl ExpandedTree {
    /// Builds the expanded tree from the solid-leaf tree of a level and the node-storing tree of its collision faces.
    #[must_use]
    pub fn new(leaves: &LeafTree, nodes: &NodeTree) -> Self {
        Progress::uncancellable(|progress| Self::new_with_progress(leaves, nodes, progress))
    }

    /// Like [`ExpandedTree::new`], but reports progress and can be cancelled.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn new_with_progress(
        leaves: &LeafTree,
        nodes: &NodeTree,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let faces = nodes.corners();
        let Some(mut tree) = expanded(leaves, progress)? else {
            // Every face is uncovered.
            let uncovered: BTreeSet<FaceId> = faces.into_iter().map(|(_, face)| face).collect();
            return Ok(Self {
                uncovered: uncovered.into_iter().collect(),
                ..Self::default()
            });
        };
        progress.check()?;
        (tree.uncovered, tree.margin) = uncovered::find_uncovered_faces(leaves, &faces, progress)?;
        Ok(tree)
    }
}

/// Builds the tree without uncovered faces or margin. Returns `None` if the cells have too many faces.
fn expanded(leaves: &LeafTree, progress: &Progress) -> Result<Option<ExpandedTree>, Cancelled> {
    progress.begin("Copying the planes for expansion", leaves.nodes.len() as u64);
    progress.check()?;
    let kinds = kinds_of_leaves(leaves);
    progress.check()?;
    let kept = kept_nodes(leaves, &kinds);
    progress.check()?;
    let mut tree = ExpandedTree::default();
    if leaves.is_solid(OUTSIDE) {
        let sides = leaves.nodes.iter().take(SIDES);
        tree.sides = sides.map(|node| node.plane).collect();
    }
    let Some(cells) = copy_nodes(leaves, &kinds, &kept, &mut tree, progress)? else {
        return Ok(None);
    };
    let bevels = progress.in_parallel("Bevelling edges", cells, |(leaf, cell)| {
        Ok(bevels_of(leaves, leaf, &cell))
    })?;
    for (cell, bevels) in tree.cells.iter_mut().zip(bevels) {
        cell.first_bevel = tree.bevels.len() as u32;
        cell.bevel_count = bevels.len() as u32;
        tree.bevels.extend(bevels);
    }
    Ok(Some(tree))
}

fn kinds_of_leaves(leaves: &LeafTree) -> Vec<Below> {
    let mut kinds: Vec<Below> = leaves
        .leaf_ids()
        .map(|leaf| {
            if leaf != OUTSIDE && leaves.is_solid(leaf) {
                Below::Solid
            } else {
                Below::Empty
            }
        })
        .collect();
    for adjacency in &leaves.adjacencies {
        let [a, b] = adjacency.leaves;
        for (leaf, other) in [(a, b), (b, a)] {
            if kinds[leaf.index()] == Below::Solid && !leaves.is_solid(other) {
                kinds[leaf.index()] = Below::Cell(0);
            }
        }
    }
    kinds
}

/// Classifies the subtree of each node. The result is [`Below::Node`] unless all leaves in the subtree are empty, or
/// all are solid leaves without a cell.
fn kept_nodes(leaves: &LeafTree, kinds: &[Below]) -> Vec<Below> {
    let mut kept = vec![Below::Empty; leaves.nodes.len()];
    // Children come after their parents.
    for id in (0..leaves.nodes.len()).rev() {
        let below = |child| match child {
            Child::Node(node) => kept[node.index()],
            Child::Leaf(leaf) => kinds[leaf.index()],
        };
        let node = &leaves.nodes[id];
        let (front, back) = (below(node.front), below(node.back));
        kept[id] = if front == back && matches!(front, Below::Empty | Below::Solid) {
            front
        } else {
            Below::Node(0)
        };
    }
    kept
}

struct Next {
    child: Child,
    parent: Option<(u32, Branch)>,
    cell: GrownCell,
}

fn copy_nodes(
    leaves: &LeafTree,
    kinds: &[Below],
    kept: &[Below],
    tree: &mut ExpandedTree,
    progress: &Progress,
) -> Result<Option<Vec<(LeafId, GrownCell)>>, Cancelled> {
    let precision = leaves.tolerances.cell();
    let most = MOST_FACES * (leaves.nodes.len() + leaves.leaves.len() + leaves.adjacencies.len());
    let mut faces = SIDES;
    let mut cells = Vec::new();
    let mut stack = vec![Next {
        child: leaves.root(),
        parent: None,
        cell: GrownCell {
            polyhedron: leaves.world_box(),
            depths: (0..SIDES as u32).collect(),
            measures: None,
        },
    }];
    while let Some(Next { child, parent, cell }) = stack.pop() {
        progress.check()?;
        progress.advance(u64::from(matches!(child, Child::Node(_))));
        let own_faces = cell.polyhedron.faces.len();
        let below = match child {
            Child::Leaf(leaf) => match kinds[leaf.index()] {
                Below::Cell(_) => {
                    cells.push((leaf, cell));
                    tree.cells.push(Cell {
                        leaf,
                        first_bevel: 0,
                        bevel_count: 0,
                    });
                    Below::Cell(cells.len() as u32 - 1)
                }
                other => {
                    faces -= own_faces;
                    other
                }
            },
            Child::Node(id) => match kept[id.index()] {
                Below::Node(_) => {
                    let (node, depth) = (&leaves.nodes[id.index()], leaves.details[id.index()].depth);
                    let own = tree.nodes.len() as u32;
                    tree.nodes.push(Node {
                        plane: node.plane,
                        front: Below::Empty,
                        back: Below::Empty,
                    });
                    // The sides of the world box do not cut the cell. A cell that cannot be cut goes to both sides
                    // unchanged. It is then too large, which is harmless.
                    let parts = cell.split(&node.plane, depth, precision);
                    let [front, back] = parts.unwrap_or_else(|cell| [cell.clone(), cell]);
                    faces = faces + front.polyhedron.faces.len() + back.polyhedron.faces.len() - own_faces;
                    if faces > most {
                        return Ok(None);
                    }
                    for (child, branch, cell) in [
                        (node.back, Branch::Back, back),
                        (node.front, Branch::Front, front),
                    ] {
                        stack.push(Next {
                            child,
                            parent: Some((own, branch)),
                            cell,
                        });
                    }
                    Below::Node(own)
                }
                other => {
                    faces -= own_faces;
                    other
                }
            },
        };
        match parent {
            None => tree.root = below,
            Some((parent, Branch::Front)) => tree.nodes[parent as usize].front = below,
            Some((parent, Branch::Back)) => tree.nodes[parent as usize].back = below,
        }
    }
    Ok(Some(cells))
}

fn bevels_of(leaves: &LeafTree, leaf: LeafId, cell: &GrownCell) -> Vec<Plane> {
    let faces = &cell.polyhedron.faces;
    let mut outwards: Vec<DVec3> = leaves.planes_above(leaf).map(|plane| -plane.normal).collect();
    outwards.reverse();
    let normals: Option<Vec<DVec3>> = cell
        .depths
        .iter()
        .map(|&depth| outwards.get(depth as usize).copied())
        .collect();
    let Some(normals) = normals else {
        return Vec::new();
    };
    bevels::directions(faces, &normals)
        .into_iter()
        .map(|normal| {
            let corners = faces.iter().flat_map(Polygon::positions);
            let support = corners
                .map(|corner| normal.dot(corner))
                .fold(f64::NEG_INFINITY, f64::max);
            Plane { normal, d: -support }
        })
        .filter(|plane| plane.d.is_finite())
        .collect()
}

//! Converts the tree of a compiled level to a solid-leaf tree, so that all queries and views for solid-leaf trees
//! support it.
//!
//! The topmost nodes are the sides of a world box, followed by the nodes of the file. The file represents all solid
//! space by a single leaf; in the converted tree, every path into solid space ends in a separate leaf. Nodes that do
//! not split their cell are dropped. This happens if the world box cuts off one part, or if that part is thinner than
//! the rounding error.

use std::collections::HashMap;

use crate::tolerance::MERGE_THICKNESS;
use bspwalk_geometry::{Aabb, Plane, Polygon, Tolerances};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;

use super::{
    Face, LeafTree, PlaneTable, Whole, assemble::Skeleton, grow::Cell, merge::merge, structural_faces,
    world_bounds,
};
use crate::{
    quake::{QuakeChild, QuakeLeafId, QuakeTree},
    solid_leaf::{
        Branch, LeafBuildError, LeafId, LeafParams, LeafTriangle, NodeId, PlaneId, Pvs, solidity::Solution,
    },
};

/// A solid-leaf tree converted from a compiled level.
#[derive(Clone, Debug)]
pub struct ImportedTree {
    /// The converted tree.
    pub tree: LeafTree,
    /// For each leaf of [`tree`](Self::tree), the leaf of the [`QuakeTree`] that contains it.
    pub quake_leaves: Vec<QuakeLeafId>,
}

impl ImportedTree {
    /// Converts the tree of a compiled level.
    ///
    /// `triangles` are the faces of the level, marked as structural if they bound the world. Without triangles, the
    /// result is a single leaf.
    ///
    /// # Errors
    /// Returns [`LeafBuildError`] if a coordinate is not finite, if there are too many leaves, or if `progress` is
    /// cancelled.
    pub fn from_quake(
        own: &QuakeTree,
        triangles: &[LeafTriangle],
        progress: &Progress,
    ) -> Result<Self, LeafBuildError> {
        progress.begin("Converting the file's tree", 0);
        let params = LeafParams::default();
        let corners: Vec<DVec3> = triangles.iter().flat_map(|triangle| triangle.corners).collect();
        let mut bounds = Aabb::from_points(corners.iter().copied());
        if bounds.is_empty() {
            let tree = LeafTree::single_leaf(&params);
            let quake_leaves = vec![own.locate(DVec3::ZERO)];
            return Ok(Self { tree, quake_leaves });
        }
        let mut tolerances = Tolerances::for_points(&corners);
        tolerances.on_plane = tolerances.on_plane.max(own.plane_thickness());
        let mut table = PlaneTable::new(tolerances.on_plane);
        let single: Vec<Face> = structural_faces(triangles, &mut table, &tolerances, progress)?;
        let structural = single.len() as u32;
        let faces = merge(&single, MERGE_THICKNESS * tolerances.on_plane, progress)?;
        // Even a flat level needs a box with a non-zero volume.
        let flat = bounds.size().cmplt(DVec3::splat(own.unit()));
        let margin = DVec3::select(flat, DVec3::splat(own.unit()), DVec3::ZERO);
        (bounds.min, bounds.max) = (bounds.min - margin, bounds.max + margin);
        let Nodes {
            skeleton,
            planes,
            quake_leaves,
        } = nodes(own, &bounds, tolerances.cell(), params.max_leaves, progress)?;
        let is_solid = |leaf: &QuakeLeafId| own.leaf(*leaf).is_none_or(|leaf| leaf.contents.is_opaque());
        let solidity = quake_leaves
            .iter()
            .map(|leaf| if is_solid(leaf) { 1.0 } else { -1.0 });
        let solidity: Vec<f64> = solidity.collect();
        let whole = Whole {
            faces,
            skeleton,
            planes,
            structural,
            bounds,
            tolerances,
        };
        let tree = LeafTree::put_together(whole, triangles, &params, progress, |_, _, _, adjacencies| {
            Ok(Solution::from_solidity(solidity, adjacencies.len()))
        })?;
        Ok(Self { tree, quake_leaves })
    }

    /// Converts the file's PVS to the leaves of the converted tree. Returns `None` if the file has no PVS.
    ///
    /// `own` is the original tree that was converted.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn pvs(&self, own: &QuakeTree, progress: &Progress) -> Result<Option<Pvs>, Cancelled> {
        if !own.has_pvs() {
            return Ok(None);
        }
        let clusters = own.parts().rows.len() as u32;
        let groups = LeafId::all().zip(&self.quake_leaves).map(|(leaf, &id)| {
            let cluster = own.leaf(id).and_then(|leaf| leaf.cluster);
            // An empty leaf without a cluster sees everything.
            (!self.tree.is_solid(leaf)).then(|| cluster.unwrap_or(clusters + leaf.0))
        });
        let groups: Vec<Option<u32>> = groups.collect();
        Pvs::from_rows(&groups, |group| own.row_bits(group), progress).map(Some)
    }
}

struct Nodes {
    skeleton: Skeleton,
    planes: Vec<Plane>,
    quake_leaves: Vec<QuakeLeafId>,
}

struct Below {
    own: QuakeChild,
    cell: Cell,
    parent: (NodeId, Branch),
    depth: u32,
}

/// Converts the nodes and leaves inside a box, whose sides become the topmost nodes.
fn nodes(
    own: &QuakeTree,
    bounds: &Aabb,
    tolerance: f64,
    max_leaves: u32,
    progress: &Progress,
) -> Result<Nodes, LeafBuildError> {
    let parts = own.parts();
    let sides = [0, 1, 2].map(|axis| {
        let normal = DVec3::AXES[axis];
        let side = |normal: DVec3, d: f64| Plane { normal, d };
        [side(normal, -bounds.min[axis]), side(-normal, bounds.max[axis])]
    });
    let mut planes: Vec<Plane> = sides.into_iter().flatten().collect();
    let mut plane_ids: HashMap<u32, PlaneId> = HashMap::new();
    let mut skeleton = Skeleton::new(*bounds, false);
    let mut path: Vec<(NodeId, Branch)> = Vec::new();
    for (index, &plane) in planes.iter().enumerate() {
        let id = skeleton.push_node(plane, PlaneId::from_index(index), &path);
        path.push((id, Branch::Front));
    }
    let mut quake_leaves = vec![beyond(own, bounds)];
    let whole: [Plane; world_bounds::SIDES] = std::array::from_fn(|side| planes[side]);
    let depth = world_bounds::SIDES as u32;
    let mut stack = vec![Below {
        own: own.world().root,
        cell: Cell {
            polyhedron: world_bounds::polyhedron_of_sides(&whole),
            depths: (0..depth).collect(),
            measures: None,
        },
        parent: (NodeId(depth - 1), Branch::Front),
        depth,
    }];
    while let Some(Below {
        own: child,
        cell,
        parent,
        depth,
    }) = stack.pop()
    {
        progress.check()?;
        path.truncate(depth as usize - 1);
        path.push(parent);
        let id = match child {
            QuakeChild::Node(id) => id.index(),
            QuakeChild::Leaf(leaf) => {
                if quake_leaves.len() >= max_leaves as usize {
                    return Err(LeafBuildError::TooManyLeaves {
                        rule: LeafParams::default().rule,
                        limit: max_leaves,
                    });
                }
                skeleton.push_leaf(cell, &path);
                quake_leaves.push(leaf);
                continue;
            }
        };
        let node = &parts.nodes[id];
        let plane = parts.planes[node.plane as usize];
        let below = |side: usize, cell, parent, depth| Below {
            own: node.children[side],
            cell,
            parent,
            depth,
        };
        let [front, back] = match cell.split(&plane, depth, tolerance) {
            Ok(parts) => parts,
            Err(cell) => {
                let corners = cell.polyhedron.faces.iter().flat_map(Polygon::positions);
                let furthest = corners.map(|corner| plane.distance(corner));
                let furthest = furthest.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
                stack.push(below(usize::from(furthest < 0.0), cell, parent, depth));
                continue;
            }
        };
        let plane_id = *plane_ids.entry(node.plane).or_insert_with(|| {
            planes.push(plane);
            PlaneId::from_index(planes.len() - 1)
        });
        let id = skeleton.push_node(plane, plane_id, &path);
        stack.push(below(1, back, (id, Branch::Back), depth + 1));
        stack.push(below(0, front, (id, Branch::Front), depth + 1));
    }
    Ok(Nodes {
        skeleton,
        planes,
        quake_leaves,
    })
}

/// Returns the leaf of the file that represents all space outside the box. If the level is open on any side, this leaf
/// is not solid.
fn beyond(own: &QuakeTree, bounds: &Aabb) -> QuakeLeafId {
    let far = bounds.size().length();
    let around = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
    let leaves = around.map(|direction| own.locate(bounds.center() + direction * far));
    let leaves: Vec<QuakeLeafId> = leaves.collect();
    let is_open = |leaf: &&QuakeLeafId| own.leaf(**leaf).is_some_and(|leaf| !leaf.contents.is_opaque());
    leaves.iter().find(is_open).copied().unwrap_or(leaves[0])
}

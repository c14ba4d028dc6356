//! Cells of a tree's nodes, and splitting planes clipped to these cells.

use bspwalk_geometry::{Aabb, Plane, Polygon, Polyhedron};
use glam::DVec3;

use super::{NodeId, NodeTree};

/// Margin of the root cell around the triangles, relative to their bounds' diagonal.
const CELL_MARGIN: f64 = 0.02;

impl NodeTree {
    /// Returns the bounds of the root cell, which contains all other cells: the bounds of the triangles, enlarged on
    /// every side by 2 % of their diagonal.
    #[must_use]
    pub fn root_cell_bounds(&self) -> Aabb {
        self.bounds.inflated(CELL_MARGIN * self.bounds.size().length())
    }

    fn bounding_planes(&self, id: NodeId) -> impl Iterator<Item = Plane> + '_ {
        self.ancestors(id).map(|(ancestor, branch)| {
            let plane = self.nodes[ancestor.index()].plane;
            branch.pick([plane, plane.flipped()])
        })
    }

    /// Returns the cell of a node: the convex region that the node's plane divides. It is empty if the node does not
    /// exist.
    #[must_use]
    pub fn cell(&self, id: NodeId) -> Polyhedron {
        if id.0 >= self.node_count() {
            return Polyhedron::EMPTY;
        }
        Polyhedron::from_aabb(&self.root_cell_bounds())
            .clipped_to_planes(self.bounding_planes(id), self.tolerances.on_plane)
    }

    /// Returns the part of a node's plane within its cell, facing the front side. Returns `None` if rounding leaves no
    /// part, if the node is a block, or if it does not exist.
    #[must_use]
    pub fn plane_polygon(&self, id: NodeId) -> Option<Polygon> {
        let node = self.nodes.get(id.index()).filter(|node| !node.is_block())?;
        self.plane_in_cell(id, &node.plane)
    }

    /// Like [`NodeTree::plane_polygon`], but uses the given plane instead of the node's own. Its normal must be a unit
    /// vector.
    #[must_use]
    pub fn plane_in_cell(&self, id: NodeId, plane: &Plane) -> Option<Polygon> {
        self.nodes.get(id.index())?;
        let bounds = self.root_cell_bounds();
        let mut polygon = Polygon::on_plane(plane, bounds.center(), bounds.size().length());
        let walls = DVec3::AXES.into_iter().flat_map(|axis| {
            [
                Plane::from_point_normal(bounds.min, axis),
                Plane::from_point_normal(bounds.max, -axis),
            ]
        });
        for wall in walls.chain(self.bounding_planes(id)) {
            polygon = polygon.clipped_to_front(&wall, self.tolerances.on_plane)?;
        }
        Some(polygon)
    }
}

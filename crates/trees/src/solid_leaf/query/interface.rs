//! Polygons of interfaces and their uncovered parts, reconstructed as in the build.

use bspwalk_geometry::Polygon;
use bspwalk_progress::{Cancelled, Progress};
use smallvec::SmallVec;

use crate::{
    solid_leaf::{
        Branch, LeafAdjacency, LeafTree, NodeId, OUTSIDE,
        build::{descend::Descent, grow::Cell, world_bounds::SIDES},
        solidity::{
            coverage::open_parts,
            structural_faces::{Cover, NEAR_PLANE},
        },
    },
    tolerance::CELL_THICKNESS,
};

impl LeafTree {
    /// Returns the polygon of the interface at `index` in [`adjacencies`](LeafTree::adjacencies), or `None` if it does
    /// not exist.
    ///
    /// The corners are counter-clockwise seen from the front of the interface's plane.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn interface_polygon(&self, index: usize, progress: &Progress) -> Result<Option<Polygon>, Cancelled> {
        let Some(adjacency) = self.adjacencies.get(index) else {
            return Ok(None);
        };
        let Some(side) = self.cell_side(adjacency) else {
            return Ok(None);
        };
        let node = &self.nodes[adjacency.node.index()];
        let descent = Descent {
            nodes: &self.nodes,
            tolerance: self.tolerances.cell(),
            progress,
        };
        let mut found: Option<Polygon> = None;
        descent.cut(node.back, side, -node.plane.normal, |leaf, polygon| {
            // Other candidates are narrower than the build's threshold, or belong to other pairs of neighbours.
            if leaf == adjacency.leaves[1] && found.as_ref().is_none_or(|found| found.area() < polygon.area())
            {
                found = Some(polygon);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Returns the parts of an interface's polygon that no structural face covers, as a few convex polygons.
    ///
    /// If there would be too many parts, returns the entire interface.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn open_parts(
        &self,
        adjacency: &LeafAdjacency,
        polygon: &Polygon,
        progress: &Progress,
    ) -> Result<Vec<Polygon>, Cancelled> {
        if adjacency.open_area() <= 0.0 {
            return Ok(Vec::new());
        }
        let Some(node) = self.nodes.get(adjacency.node.index()) else {
            return Ok(Vec::new());
        };
        let near = NEAR_PLANE * CELL_THICKNESS * self.tolerances.on_plane;
        let mut covers = Vec::new();
        for leaf in adjacency.leaves {
            let fragments = self.leaf(leaf).map_or(0..0, |leaf| leaf.fragments);
            for fragment in fragments.filter_map(|index| self.fragment(index)) {
                progress.check()?;
                let corners = fragment.positions.iter().map(|corner| corner.as_dvec3());
                let is_on = |corner| node.plane.distance(corner).abs() <= near;
                if !fragment.structural || !corners.clone().all(is_on) {
                    continue;
                }
                covers.push(Cover {
                    face: fragment.face.0,
                    key: (adjacency.node, adjacency.leaves[0], adjacency.leaves[1]),
                    along: true,
                    polygon: Polygon::from_points(corners.map(|corner| node.plane.project(corner))),
                });
            }
        }
        open_parts(polygon, &covers, &self.tolerances, progress).map(SmallVec::into_vec)
    }

    /// Returns the face of the cell on the front side of an interface's plane. It faces into the cell, and is cut as in
    /// the build.
    fn cell_side(&self, adjacency: &LeafAdjacency) -> Option<Polygon> {
        let leaf = adjacency.leaves[0];
        if leaf == OUTSIDE {
            return None;
        }
        let mut path: Vec<(NodeId, Branch)> = self.ancestors_of_leaf(leaf).collect();
        path.reverse();
        let mut cell = Cell {
            polyhedron: self.world_box(),
            depths: (0..SIDES as u32).collect(),
            measures: None,
        };
        for (&(node, branch), depth) in path.iter().zip(0_u32..).skip(SIDES) {
            let plane = self.nodes[node.index()].plane;
            // The build split the cell here, but a tree read from a file may contain a node that does not.
            cell = branch.pick(cell.split(&plane, depth, self.tolerances.cell()).ok()?);
        }
        let depth = path.iter().position(|&(node, _)| node == adjacency.node)?;
        let face = cell.depths.iter().position(|&own| own as usize == depth)?;
        let mut polygon = cell.polyhedron.faces.into_iter().nth(face)?;
        // The faces of a cell point outwards.
        polygon.vertices.reverse();
        Some(polygon)
    }
}

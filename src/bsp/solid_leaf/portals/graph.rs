//! The portal graph: leaves and the convex portals between them, on which leaks and the PVS are computed.

use glam::DVec3;

use crate::bsp::solid_leaf::{LeafId, PortalId};
use crate::{
    bsp::validation::{in_range, is_place, is_plane},
    geometry::Plane,
    progress::{CheckError, Progress, ensure},
};

/// A portal of a [`PortalGraph`].
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct GraphPortal {
    /// The leaf in front of the plane and the one behind it.
    pub leaves: [LeafId; 2],
    /// The plane that the portal lies on.
    pub plane: Plane,
    pub(in crate::bsp::solid_leaf) first_vertex: u32,
    pub(in crate::bsp::solid_leaf) vertex_count: u32,
}

/// Leaves, and the convex portals between them.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PortalGraph {
    portals: Vec<GraphPortal>,
    vertices: Vec<DVec3>,
    /// The portals of leaf `i` are `of_leaf[first_of_leaf[i]..first_of_leaf[i + 1]]`.
    first_of_leaf: Vec<u32>,
    of_leaf: Vec<PortalId>,
}

impl PortalGraph {
    /// A graph of so many leaves. Each portal is given by the leaf in front and the leaf behind, its plane, and its corners,
    /// counter-clockwise seen from the front. A portal of a leaf that does not exist is left out.
    pub fn new<'a>(
        leaf_count: u32,
        portals: impl IntoIterator<Item = ([LeafId; 2], Plane, &'a [DVec3])>,
    ) -> Self {
        let mut graph = Self {
            portals: Vec::new(),
            vertices: Vec::new(),
            first_of_leaf: vec![0; leaf_count as usize + 1],
            of_leaf: Vec::new(),
        };
        for (leaves, plane, polygon) in portals {
            if leaves.iter().any(|&leaf| leaf >= leaf_count) {
                continue;
            }
            graph.portals.push(GraphPortal {
                leaves,
                plane,
                first_vertex: graph.vertices.len() as u32,
                vertex_count: polygon.len() as u32,
            });
            graph.vertices.extend_from_slice(polygon);
            for leaf in leaves {
                graph.first_of_leaf[leaf as usize + 1] += 1;
            }
        }
        for leaf in 0..leaf_count as usize {
            graph.first_of_leaf[leaf + 1] += graph.first_of_leaf[leaf];
        }
        let mut next = graph.first_of_leaf.clone();
        graph.of_leaf = vec![0; 2 * graph.portals.len()];
        for (portal, id) in graph.portals.iter().zip(0..) {
            for leaf in portal.leaves {
                graph.of_leaf[next[leaf as usize] as usize] = id;
                next[leaf as usize] += 1;
            }
        }
        graph
    }

    /// Number of leaves, those without portals included.
    #[must_use]
    pub fn leaf_count(&self) -> u32 {
        (self.first_of_leaf.len() as u32).saturating_sub(1)
    }

    /// Number of portals; portal numbers are below it.
    #[must_use]
    pub fn portal_count(&self) -> u32 {
        self.portals.len() as u32
    }

    /// A portal by its number.
    #[must_use]
    pub fn portal(&self, id: PortalId) -> Option<&GraphPortal> {
        self.portals.get(id as usize)
    }

    /// The corners of a portal, counter-clockwise seen from the front of its plane; none where it does not exist.
    #[must_use]
    pub fn polygon(&self, id: PortalId) -> &[DVec3] {
        self.portals.get(id as usize).map_or(&[], |portal| {
            let first = portal.first_vertex as usize;
            self.vertices
                .get(first..first + portal.vertex_count as usize)
                .unwrap_or_default()
        })
    }

    /// Whether a point on the plane of a portal is in the portal, or at most `slack` metres beyond an edge.
    #[must_use]
    pub fn is_in_portal(&self, id: PortalId, point: DVec3, slack: f64) -> bool {
        let (Some(portal), corners) = (self.portal(id), self.polygon(id)) else {
            return false;
        };
        corners.iter().enumerate().all(|(i, &corner)| {
            let along = corners[(i + 1) % corners.len()] - corner;
            let off = along.cross(point - corner).dot(portal.plane.normal);
            off >= -slack * along.length()
        })
    }

    /// The leaf on the other side of a portal of `leaf`; `None` where the portal does not exist.
    #[must_use]
    pub fn behind(&self, id: PortalId, leaf: LeafId) -> Option<LeafId> {
        let [front, behind] = self.portal(id)?.leaves;
        Some(if front == leaf { behind } else { front })
    }

    /// The portals of a leaf; none where it does not exist.
    #[must_use]
    pub fn portals_of(&self, leaf: LeafId) -> &[PortalId] {
        let bound = |index: usize| self.first_of_leaf.get(index).map(|&first| first as usize);
        match (bound(leaf as usize), bound(leaf as usize + 1)) {
            (Some(from), Some(to)) => self.of_leaf.get(from..to).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Checks that every index is in range and that numbers are finite.
    ///
    /// # Errors
    /// What is wrong, or that it was cancelled.
    pub(in crate::bsp::solid_leaf) fn check(
        &self,
        leaf_count: u32,
        progress: &Progress,
    ) -> Result<(), CheckError> {
        let mut next_vertex = 0;
        progress.each_numbered("portal", &self.portals, |_, portal| {
            let [front, back] = portal.leaves;
            ensure(
                front < leaf_count && back < leaf_count && front != back,
                "it is not between two leaves",
            )?;
            ensure(
                is_plane(&portal.plane),
                "its plane has no unit normal or no finite distance",
            )?;
            ensure(
                portal.vertex_count >= 3
                    && in_range(portal.first_vertex, portal.vertex_count, self.vertices.len()),
                "it has corners that do not exist",
            )?;
            // Shared corners would let each portal have all of them, and work grow with the square of the file.
            ensure(
                portal.first_vertex == next_vertex,
                "its corners do not follow those before it",
            )?;
            next_vertex += portal.vertex_count;
            Ok(())
        })?;
        progress.each_numbered("corner of a portal", &self.vertices, |_, &vertex| {
            ensure(is_place(vertex), "it is not in any level")
        })?;
        let firsts = &self.first_of_leaf;
        ensure(
            firsts.len() == leaf_count as usize + 1
                && firsts.first() == Some(&0)
                && firsts.last().map(|&last| last as usize) == Some(self.of_leaf.len())
                && firsts.is_sorted()
                && self.of_leaf.len() == 2 * self.portals.len(),
            "the lists of the leaves' portals do not fit together",
        )?;
        progress.each_numbered("leaf", 0..leaf_count, |_, leaf| {
            let portals = self.portals_of(leaf);
            let are_its_own = portals.iter().all(|&id| {
                self.portal(id)
                    .is_some_and(|portal| portal.leaves.contains(&leaf))
            });
            // Strictly ascending: none is listed twice.
            ensure(
                portals.is_sorted_by(|a, b| a < b) && are_its_own,
                "its list of portals is wrong",
            )
        })
    }
}

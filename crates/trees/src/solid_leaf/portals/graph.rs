//! The portal graph: leaves and the convex portals between them. It is used by leak detection and the PVS.

use bspwalk_geometry::Plane;
use bspwalk_progress::{CheckError, Progress, ensure};
use glam::DVec3;

use crate::solid_leaf::{LeafId, PortalId};
use crate::{
    grouped::Grouped,
    validation::{in_range, is_place, is_plane},
};

/// A view of a portal: a convex polygon that connects two leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PortalView<'a> {
    /// The leaf in front of the plane, then the leaf behind it.
    pub leaves: [LeafId; 2],
    /// Plane of the portal.
    pub plane: Plane,
    /// Corners in metres, counter-clockwise seen from the front of the plane.
    pub polygon: &'a [DVec3],
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(in crate::solid_leaf) struct Portal {
    leaves: [LeafId; 2],
    plane: Plane,
    first_vertex: u32,
    vertex_count: u32,
}

/// The portal graph: its vertices are leaves, and its edges are the convex portals between them.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PortalGraph {
    portals: Vec<Portal>,
    vertices: Vec<DVec3>,
    of_leaf: Grouped<PortalId>,
}

impl PortalGraph {
    /// Creates a graph of `leaf_count` leaves and the given portals.
    ///
    /// Portals that refer to nonexistent leaves are skipped. The remaining portals keep their order.
    pub fn new<'a>(leaf_count: u32, portals: impl IntoIterator<Item = PortalView<'a>>) -> Self {
        let portals = portals.into_iter();
        let portals = portals.map(|portal| (portal.leaves, portal.plane, portal.polygon.iter().copied()));
        Self::of_corners(leaf_count, portals)
    }

    /// Like [`PortalGraph::new`], but accepts corners that are not stored in a slice.
    pub(in crate::solid_leaf) fn of_corners(
        leaf_count: u32,
        portals: impl Iterator<Item = ([LeafId; 2], Plane, impl Iterator<Item = DVec3>)>,
    ) -> Self {
        let (mut kept, mut vertices) = (Vec::new(), Vec::new());
        for (leaves, plane, corners) in portals {
            if leaves.iter().all(|leaf| leaf.0 < leaf_count) {
                let first = vertices.len();
                vertices.extend(corners);
                kept.push(Portal {
                    leaves,
                    plane,
                    first_vertex: first as u32,
                    vertex_count: (vertices.len() - first) as u32,
                });
            }
        }
        let pairs = PortalId::all()
            .zip(&kept)
            .flat_map(|(id, portal)| portal.leaves.map(|leaf| (leaf.0, id)));
        Self {
            of_leaf: Grouped::new(leaf_count, pairs),
            portals: kept,
            vertices,
        }
    }

    /// Returns the number of leaves, including those without portals.
    #[must_use]
    pub fn leaf_count(&self) -> u32 {
        self.of_leaf.count()
    }

    /// Returns the ids of all leaves.
    pub fn leaf_ids(&self) -> impl DoubleEndedIterator<Item = LeafId> + ExactSizeIterator + Clone + use<> {
        LeafId::range(0..self.leaf_count())
    }

    /// Returns the number of portals.
    #[must_use]
    pub fn portal_count(&self) -> u32 {
        self.portals.len() as u32
    }

    /// Returns the ids of all portals.
    pub fn portal_ids(
        &self,
    ) -> impl DoubleEndedIterator<Item = PortalId> + ExactSizeIterator + Clone + use<> {
        PortalId::range(0..self.portal_count())
    }

    /// Returns the portal with the given index, or `None` if it does not exist.
    #[must_use]
    pub fn portal(&self, id: PortalId) -> Option<PortalView<'_>> {
        let portal = self.portals.get(id.index())?;
        let first = portal.first_vertex as usize;
        let corners = first..first + portal.vertex_count as usize;
        Some(PortalView {
            leaves: portal.leaves,
            plane: portal.plane,
            polygon: self.vertices.get(corners).unwrap_or_default(),
        })
    }

    /// Returns the corners of a portal (in metres), counter-clockwise seen from the front of its plane.
    ///
    /// The slice is empty if the portal does not exist.
    #[must_use]
    pub fn polygon(&self, id: PortalId) -> &[DVec3] {
        self.portal(id).map_or(&[], |portal| portal.polygon)
    }

    /// Returns whether a portal contains a point on its plane. A point up to `slack` metres outside an edge counts as
    /// inside.
    #[must_use]
    pub fn portal_contains(&self, id: PortalId, point: DVec3, slack: f64) -> bool {
        let Some(PortalView { polygon, plane, .. }) = self.portal(id) else {
            return false;
        };
        polygon.iter().enumerate().all(|(i, &corner)| {
            let along = polygon[(i + 1) % polygon.len()] - corner;
            let off = along.cross(point - corner).dot(plane.normal);
            off >= -slack * along.length()
        })
    }

    /// Returns the leaf on the other side of a portal of `leaf`, or `None` if the portal does not exist.
    #[must_use]
    pub fn leaf_across(&self, id: PortalId, leaf: LeafId) -> Option<LeafId> {
        let [front, behind] = self.portal(id)?.leaves;
        Some(if front == leaf { behind } else { front })
    }

    /// Returns the portals of a leaf, or an empty slice if the leaf does not exist.
    #[must_use]
    pub fn portals_of(&self, leaf: LeafId) -> &[PortalId] {
        self.of_leaf.of(leaf.0)
    }

    /// Checks that all indices are in range and that all values are finite.
    pub(in crate::solid_leaf) fn check(
        &self,
        leaf_count: u32,
        progress: &Progress,
    ) -> Result<(), CheckError> {
        let mut next_vertex = 0;
        progress.check_each_numbered("portal", &self.portals, |_, portal| {
            let [front, back] = portal.leaves;
            ensure(
                front.0 < leaf_count && back.0 < leaf_count && front != back,
                "it does not connect two leaves",
            )?;
            ensure(
                is_plane(&portal.plane),
                "the normal of its plane is not a unit vector, or the distance is not finite",
            )?;
            ensure(
                portal.vertex_count >= 3
                    && in_range(portal.first_vertex, portal.vertex_count, self.vertices.len()),
                "its corners do not exist",
            )?;
            // If portals could share corners, each of them could use all corners, and the work would grow quadratically
            // with the file size.
            ensure(
                portal.first_vertex == next_vertex,
                "its corners do not follow the previous ones",
            )?;
            next_vertex += portal.vertex_count;
            Ok(())
        })?;
        progress.check_each_numbered("portal corner", &self.vertices, |_, &vertex| {
            ensure(is_place(vertex), "its position is not finite or is too far away")
        })?;
        ensure(
            self.of_leaf.are_whole(leaf_count, 2 * self.portals.len()),
            "the portal lists of the leaves are inconsistent",
        )?;
        let leaves = LeafId::range(0..leaf_count);
        progress.check_each_numbered("leaf", leaves, |_, leaf| {
            let portals = self.portals_of(leaf);
            let are_its_own = portals.iter().all(|&id| {
                self.portal(id)
                    .is_some_and(|portal| portal.leaves.contains(&leaf))
            });
            // The order is strictly ascending, so no portal is listed twice.
            ensure(
                portals.is_sorted_by(|a, b| a < b) && are_its_own,
                "its list of portals is invalid",
            )
        })
    }
}

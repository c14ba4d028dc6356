//! Directed portals: each opening between clusters appears once per direction.

use std::{cmp::Reverse, collections::HashMap};

use bspwalk_geometry::{Aabb, Plane, Polygon, convex_hull::convex_hull};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;
use rayon::prelude::*;

use super::clusters::Clusters;
use crate::grouped::Grouped;
use crate::solid_leaf::{LeafId, OUTSIDE, PortalGraph, PortalId};

/// Number of a directed portal. [`reverse_portal`] returns the portal in the opposite direction.
pub(super) type DirectedPortalId = usize;

/// Returns the directed portal through the same opening in the opposite direction.
#[inline]
pub(super) fn reverse_portal(id: DirectedPortalId) -> DirectedPortalId {
    id ^ 1
}

/// Cluster number for leaves without portals.
pub(super) const NO_CLUSTER: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(super) struct DirectedPortal {
    pub(super) to: u32,
    /// Plane of the opening, facing the cluster that the portal leads to.
    pub(super) plane: Plane,
    /// Centre of the opening's bounding sphere: the mean of its corners.
    pub(super) center: DVec3,
    /// Radius of the bounding sphere, in metres.
    pub(super) radius: f64,
    pub(super) portal: PortalId,
    first_corner: u32,
    corner_count: u32,
}

/// All directed portals between clusters. Clusters that have portals are renumbered.
#[derive(Clone, Debug, Default)]
pub(super) struct DirectedPortals {
    list: Vec<DirectedPortal>,
    corners: Vec<DVec3>,
    /// Bounding sphere of each group of [`usize::BITS`] consecutive portals, which are close to each other.
    pub(super) spheres: Vec<(DVec3, f64)>,
    of_cluster: Grouped<DirectedPortalId>,
    pub(super) cluster_of: Vec<u32>,
}

/// A portal between two clusters. Portals with equal keys form one opening.
struct OpeningPart {
    key: Key,
    plane: Plane,
    portal: PortalId,
}

/// Two clusters, and the bits of the plane that separates them.
type Key = (u32, u32, [u64; 4]);

/// Returns the number of openings between clusters. All coplanar portals between the same two clusters count as one
/// opening.
#[must_use]
pub fn opening_count(graph: &PortalGraph, clusters: &Clusters) -> u32 {
    let mut portals = DirectedPortals::default();
    portals.number_clusters(graph, clusters);
    let parts = portals.opening_parts(graph);
    parts.chunk_by(|a, b| a.key == b.key).count() as u32
}

impl DirectedPortals {
    /// Creates the directed portals of a graph.
    ///
    /// Coplanar portals between the same clusters become one opening, which is their convex hull. The hull can be
    /// larger than the portals, which makes the PVS coarser but keeps it conservative.
    pub(super) fn new(
        graph: &PortalGraph,
        clusters: &Clusters,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let mut portals = Self::default();
        let cluster_count = portals.number_clusters(graph, clusters);
        let parts = portals.opening_parts(graph);
        for opening in parts.chunk_by(|a, b| a.key == b.key) {
            progress.check()?;
            portals.push(graph, opening);
        }
        portals.sort_by_cluster(cluster_count);
        portals.surround();
        Ok(portals)
    }

    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    pub(super) fn cluster_count(&self) -> u32 {
        self.of_cluster.count()
    }

    /// Returns the cluster of [`OUTSIDE`].
    ///
    /// The world box is convex, so a straight line that has reached the outside never returns.
    pub(super) fn outside(&self) -> u32 {
        self.cluster_of
            .get(OUTSIDE.index())
            .copied()
            .unwrap_or(NO_CLUSTER)
    }

    #[inline]
    pub(super) fn get(&self, id: DirectedPortalId) -> &DirectedPortal {
        &self.list[id]
    }

    #[inline]
    pub(super) fn corners(&self, id: DirectedPortalId) -> &[DVec3] {
        let portal = &self.list[id];
        &self.corners[portal.first_corner as usize..][..portal.corner_count as usize]
    }

    pub(super) fn contains_point(&self, id: DirectedPortalId, point: DVec3) -> bool {
        let normal = self.get(id).plane.normal;
        let corners = self.corners(id);
        // The point is inside if it is on the same side of all edges.
        let (mut left, mut right) = (true, true);
        corners.iter().enumerate().all(|(i, &corner)| {
            let next = corners[if i + 1 == corners.len() { 0 } else { i + 1 }];
            let turn = (next - corner).cross(point - corner).dot(normal);
            (left, right) = (left && turn >= 0.0, right && turn <= 0.0);
            left || right
        })
    }

    #[inline]
    pub(super) fn reaches_in_front(&self, id: DirectedPortalId, plane: &Plane, least: f64) -> bool {
        let sphere = self.get(id);
        let distance = plane.distance(sphere.center);
        // The centre is the mean of the corners, so some corner is at least as far in front of the plane as the centre.
        distance > least
            || distance + sphere.radius > least
                && self
                    .corners(id)
                    .iter()
                    .any(|&corner| plane.distance(corner) > least)
    }

    #[inline]
    pub(super) fn portals_from(&self, cluster: u32) -> &[DirectedPortalId] {
        self.of_cluster.of(cluster)
    }

    fn number_clusters(&mut self, graph: &PortalGraph, clusters: &Clusters) -> u32 {
        let mut numbers: HashMap<(bool, u32), u32> = HashMap::new();
        let number = |leaf| match clusters.of(leaf) {
            Some(cluster) if !graph.portals_of(leaf).is_empty() => {
                let next = numbers.len() as u32;
                *numbers.entry((leaf == OUTSIDE, cluster)).or_insert(next)
            }
            _ => NO_CLUSTER,
        };
        self.cluster_of = graph.leaf_ids().map(number).collect();
        numbers.len() as u32
    }

    fn opening_parts(&self, graph: &PortalGraph) -> Vec<OpeningPart> {
        let cluster = |leaf: LeafId| self.cluster_of[leaf.index()];
        let mut parts: Vec<OpeningPart> = graph
            .portal_ids()
            .filter_map(|id| {
                let portal = graph.portal(id)?;
                let [front, behind] = portal.leaves.map(cluster);
                let is_between = front != behind && front != NO_CLUSTER && behind != NO_CLUSTER;
                let plane = if front < behind {
                    portal.plane.flipped()
                } else {
                    portal.plane
                };
                // Adding 0 turns −0, which a flipped plane may contain, into 0.
                let bits = |number: f64| (number + 0.0).to_bits();
                let plane_bits = [plane.normal.x, plane.normal.y, plane.normal.z, plane.d].map(bits);
                is_between.then_some(OpeningPart {
                    key: (front.min(behind), front.max(behind), plane_bits),
                    plane,
                    portal: id,
                })
            })
            .collect();
        parts.par_sort_unstable_by_key(|part| (part.key, part.portal));
        parts
    }

    fn push(&mut self, graph: &PortalGraph, opening: &[OpeningPart]) {
        let Some(&OpeningPart {
            key: (from, to, _),
            plane,
            portal,
        }) = opening.first()
        else {
            return;
        };
        let corners = match opening {
            [single] => graph.polygon(single.portal).to_vec(),
            parts => {
                let all = parts.iter().flat_map(|part| graph.polygon(part.portal));
                convex_hull(all.copied(), plane.normal)
            }
        };
        if corners.len() < 3 {
            return;
        }
        let center = corners.iter().sum::<DVec3>() / corners.len() as f64;
        let distances = corners.iter().map(|corner| corner.distance(center));
        let radius = distances.fold(0.0, f64::max);
        for (to, plane) in [(to, plane), (from, plane.flipped())] {
            self.list.push(DirectedPortal {
                to,
                plane,
                center,
                radius,
                portal,
                first_corner: self.corners.len() as u32,
                corner_count: corners.len() as u32,
            });
        }
        self.corners.extend(corners);
    }

    fn surround(&mut self) {
        let blocks = self.list.chunks(usize::BITS as usize);
        self.spheres = blocks
            .map(|portals| {
                let center = Aabb::from_points(portals.iter().map(|portal| portal.center)).center();
                let reach = portals
                    .iter()
                    .map(|portal| portal.center.distance(center) + portal.radius);
                (center, reach.fold(0.0, f64::max))
            })
            .collect();
    }

    fn sort_by_cluster(&mut self, cluster_count: u32) {
        let area = |id: DirectedPortalId| Polygon::from_points(self.corners(id).iter().copied()).area();
        // The bits of non-negative floats have the same order as the floats.
        let mut ids: Vec<(Reverse<u64>, DirectedPortalId)> = (0..self.count())
            .map(|id| (Reverse(area(id).to_bits()), id))
            .collect();
        ids.par_sort_unstable();
        let pairs = ids.iter().map(|&(_, id)| (self.get(reverse_portal(id)).to, id));
        self.of_cluster = Grouped::new(cluster_count, pairs);
    }
}

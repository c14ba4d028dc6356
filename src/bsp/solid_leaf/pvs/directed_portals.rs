//! The openings between clusters, once for each way through.

use std::cmp::Reverse;

use glam::DVec3;
use rayon::prelude::*;

use super::clusters::Clusters;
use crate::bsp::solid_leaf::{LeafId, OUTSIDE, PortalGraph, PortalId};
use crate::{
    geometry::{Aabb, Plane, Polygon, convex_hull::convex_hull},
    progress::{Cancelled, Progress},
};

/// The number of a passage. The way back through the same opening is [`back`].
pub(super) type DirectedPortalId = u32;

/// The passage the other way through the same opening.
#[inline]
pub(super) fn back(directed_portal: DirectedPortalId) -> DirectedPortalId {
    directed_portal ^ 1
}

/// No cluster: of a leaf without portals.
pub(super) const NO_CLUSTER: u32 = u32::MAX;

/// One way through an opening.
#[derive(Clone, Debug)]
pub(super) struct DirectedPortal {
    /// The cluster that it leads to.
    pub(super) to: u32,
    /// The plane of the opening, facing the way that it leads.
    pub(super) plane: Plane,
    /// The middle of a ball that holds the opening.
    pub(super) center: DVec3,
    /// The radius of the ball, in metres.
    pub(super) radius: f64,
    /// A portal that is a part of it, or all of it.
    pub(super) portal: PortalId,
    first_corner: u32,
    corner_count: u32,
}

/// All passages between clusters, and the clusters that have any, numbered anew.
#[derive(Clone, Debug, Default)]
pub(super) struct DirectedPortals {
    directed_portals: Vec<DirectedPortal>,
    corners: Vec<DVec3>,
    /// For each 64 passages with numbers after each other, which lie near each other, a ball that holds them.
    balls: Vec<(DVec3, f64)>,
    /// The passages out of cluster `i` are `of_cluster[first_of_cluster[i]..first_of_cluster[i + 1]]`, wide ones first.
    first_of_cluster: Vec<u32>,
    of_cluster: Vec<DirectedPortalId>,
    /// The cluster of each leaf, or [`NO_CLUSTER`].
    cluster_of: Vec<u32>,
}

/// A portal, with what decides whether others are one opening with it.
struct Opening {
    key: Key,
    /// From the first cluster of the key to the second.
    plane: Plane,
    portal: PortalId,
}

/// Two clusters, and the bits of the plane between them.
type Key = (u32, u32, [u64; 4]);

impl DirectedPortals {
    /// The passages of a graph. Portals between the same clusters on the same plane are one opening: their convex world box.
    /// It can be wider than they are, which makes the answer coarser and not wrong.
    pub(super) fn new(
        graph: &PortalGraph,
        clusters: &Clusters,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let mut directed_portals = Self::default();
        directed_portals.number_clusters(graph, clusters);
        let openings = directed_portals.openings(graph);
        for group in openings.chunk_by(|a, b| a.key == b.key) {
            progress.check()?;
            directed_portals.push(graph, group);
        }
        directed_portals.sort_by_cluster();
        directed_portals.surround();
        Ok(directed_portals)
    }

    /// Number of openings that [`DirectedPortals::new`] would find.
    pub(super) fn count_openings(graph: &PortalGraph, clusters: &Clusters) -> u32 {
        let mut directed_portals = Self::default();
        directed_portals.number_clusters(graph, clusters);
        let openings = directed_portals.openings(graph);
        openings.chunk_by(|a, b| a.key == b.key).count() as u32
    }

    pub(super) fn count(&self) -> usize {
        self.directed_portals.len()
    }

    pub(super) fn cluster_count(&self) -> u32 {
        (self.first_of_cluster.len() as u32).saturating_sub(1)
    }

    pub(super) fn cluster_of(&self) -> &[u32] {
        &self.cluster_of
    }

    /// The cluster of [`OUTSIDE`]. Its cell is what the convex world box of the level leaves of space: what has come there does
    /// not come back.
    pub(super) fn outside(&self) -> u32 {
        self.cluster_of
            .get(OUTSIDE as usize)
            .copied()
            .unwrap_or(NO_CLUSTER)
    }

    #[inline]
    pub(super) fn directed_portal(&self, id: DirectedPortalId) -> &DirectedPortal {
        &self.directed_portals[id as usize]
    }

    #[inline]
    pub(super) fn corners(&self, id: DirectedPortalId) -> &[DVec3] {
        let directed_portal = &self.directed_portals[id as usize];
        &self.corners[directed_portal.first_corner as usize..][..directed_portal.corner_count as usize]
    }

    /// For each word of a row of bits the middle and the radius of a ball that holds its openings.
    pub(super) fn balls(&self) -> &[(DVec3, f64)] {
        &self.balls
    }

    /// Whether a point of the plane of an opening is in it.
    pub(super) fn is_through(&self, id: DirectedPortalId, point: DVec3) -> bool {
        let normal = self.directed_portal(id).plane.normal;
        let corners = self.corners(id);
        // All edges turn the same way around the point, whichever that is.
        let (mut left, mut right) = (true, true);
        corners.iter().enumerate().all(|(i, &corner)| {
            let next = corners[if i + 1 == corners.len() { 0 } else { i + 1 }];
            let turn = (next - corner).cross(point - corner).dot(normal);
            (left, right) = (left && turn >= 0.0, right && turn <= 0.0);
            left || right
        })
    }

    /// The passages out of a cluster, wide ones first.
    #[inline]
    pub(super) fn out_of(&self, cluster: u32) -> &[DirectedPortalId] {
        let cluster = cluster as usize;
        &self.of_cluster[self.first_of_cluster[cluster] as usize..self.first_of_cluster[cluster + 1] as usize]
    }

    /// Numbers the clusters that have portals, in the order of their first leaves.
    fn number_clusters(&mut self, graph: &PortalGraph, clusters: &Clusters) {
        let mut numbers = vec![NO_CLUSTER; clusters.count() as usize];
        let mut count = 0;
        self.cluster_of = (0..graph.leaf_count())
            .map(|leaf| {
                let number = clusters.of(leaf).map(|cluster| &mut numbers[cluster as usize]);
                match number {
                    Some(number) if !graph.portals_of(leaf).is_empty() => {
                        if *number == NO_CLUSTER {
                            *number = count;
                            count += 1;
                        }
                        *number
                    }
                    _ => NO_CLUSTER,
                }
            })
            .collect();
        self.first_of_cluster = vec![0; count as usize + 1];
    }

    /// The portals between different clusters, those of one opening together.
    fn openings(&self, graph: &PortalGraph) -> Vec<Opening> {
        let cluster = |leaf: LeafId| self.cluster_of[leaf as usize];
        let mut openings: Vec<Opening> = (0..graph.portal_count())
            .filter_map(|id| {
                let portal = graph.portal(id)?;
                let [front, behind] = portal.leaves.map(cluster);
                let is_way = front != behind && front != NO_CLUSTER && behind != NO_CLUSTER;
                let plane = if front < behind {
                    portal.plane.flipped()
                } else {
                    portal.plane
                };
                // So that 0 and −0, of a plane and of one that was turned, are the same.
                let bits = |number: f64| (number + 0.0).to_bits();
                let plane_bits = [plane.normal.x, plane.normal.y, plane.normal.z, plane.d].map(bits);
                is_way.then_some(Opening {
                    key: (front.min(behind), front.max(behind), plane_bits),
                    plane,
                    portal: id,
                })
            })
            .collect();
        openings.par_sort_unstable_by_key(|opening| (opening.key, opening.portal));
        openings
    }

    fn push(&mut self, graph: &PortalGraph, group: &[Opening]) {
        let Some(Opening {
            key: (from, to, _),
            plane,
            portal,
        }) = group.first()
        else {
            return;
        };
        let corners = match group {
            [single] => graph.polygon(single.portal).to_vec(),
            _ => {
                let all = group.iter().flat_map(|opening| graph.polygon(opening.portal));
                convex_hull(all.copied(), plane.normal)
            }
        };
        if corners.len() < 3 {
            return;
        }
        let center = corners.iter().sum::<DVec3>() / corners.len() as f64;
        let radius = corners
            .iter()
            .map(|corner| corner.distance(center))
            .fold(0.0, f64::max);
        for (to, plane) in [(*to, *plane), (*from, plane.flipped())] {
            self.directed_portals.push(DirectedPortal {
                to,
                plane,
                center,
                radius,
                portal: *portal,
                first_corner: self.corners.len() as u32,
                corner_count: corners.len() as u32,
            });
        }
        self.corners.extend(corners);
    }

    fn surround(&mut self) {
        let words = self.directed_portals.chunks(u64::BITS as usize);
        self.balls = words
            .map(|directed_portals| {
                let center = Aabb::from_points(
                    directed_portals
                        .iter()
                        .map(|directed_portal| directed_portal.center),
                )
                .center();
                let reach = directed_portals
                    .iter()
                    .map(|directed_portal| directed_portal.center.distance(center) + directed_portal.radius);
                (center, reach.fold(0.0, f64::max))
            })
            .collect();
    }

    fn sort_by_cluster(&mut self) {
        let area = |id: DirectedPortalId| Polygon::bare(self.corners(id).iter().copied()).area();
        let mut ids: Vec<(u32, Reverse<u64>, DirectedPortalId)> = (0..self.directed_portals.len() as DirectedPortalId)
            // The bits of floats that are not negative are ordered as the floats are.
            .map(|id| (self.directed_portal(back(id)).to, Reverse(area(id).to_bits()), id))
            .collect();
        ids.sort_unstable();
        for &(from, ..) in &ids {
            self.first_of_cluster[from as usize + 1] += 1;
        }
        for cluster in 1..self.first_of_cluster.len() {
            self.first_of_cluster[cluster] += self.first_of_cluster[cluster - 1];
        }
        self.of_cluster = ids.into_iter().map(|(.., id)| id).collect();
    }
}

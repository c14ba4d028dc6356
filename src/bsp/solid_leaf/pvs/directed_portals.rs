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
pub(super) type PassageId = u32;

/// The passage the other way through the same opening.
#[inline]
pub(super) fn back(passage: PassageId) -> PassageId {
    passage ^ 1
}

/// No cluster: of a leaf without portals.
pub(super) const NO_CLUSTER: u32 = u32::MAX;

/// One way through an opening.
#[derive(Clone, Debug)]
pub(super) struct Passage {
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
pub(super) struct Passages {
    passages: Vec<Passage>,
    corners: Vec<DVec3>,
    /// For each 64 passages with numbers after each other, which lie near each other, a ball that holds them.
    balls: Vec<(DVec3, f64)>,
    /// The passages out of cluster `i` are `of_cluster[first_of_cluster[i]..first_of_cluster[i + 1]]`, wide ones first.
    first_of_cluster: Vec<u32>,
    of_cluster: Vec<PassageId>,
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

impl Passages {
    /// The passages of a graph. Portals between the same clusters on the same plane are one opening: their convex hull.
    /// It can be wider than they are, which makes the answer coarser and not wrong.
    pub(super) fn new(
        graph: &PortalGraph,
        clusters: &Clusters,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let mut passages = Self::default();
        passages.number_clusters(graph, clusters);
        let openings = passages.openings(graph);
        for group in openings.chunk_by(|a, b| a.key == b.key) {
            progress.check()?;
            passages.push(graph, group);
        }
        passages.sort_by_cluster();
        passages.surround();
        Ok(passages)
    }

    /// Number of openings that [`Passages::new`] would find.
    pub(super) fn count_openings(graph: &PortalGraph, clusters: &Clusters) -> u32 {
        let mut passages = Self::default();
        passages.number_clusters(graph, clusters);
        let openings = passages.openings(graph);
        openings.chunk_by(|a, b| a.key == b.key).count() as u32
    }

    pub(super) fn count(&self) -> usize {
        self.passages.len()
    }

    pub(super) fn cluster_count(&self) -> u32 {
        (self.first_of_cluster.len() as u32).saturating_sub(1)
    }

    pub(super) fn cluster_of(&self) -> &[u32] {
        &self.cluster_of
    }

    /// The cluster of [`OUTSIDE`]. Its cell is what the convex hull of the level leaves of space: what has come there does
    /// not come back.
    pub(super) fn outside(&self) -> u32 {
        self.cluster_of
            .get(OUTSIDE as usize)
            .copied()
            .unwrap_or(NO_CLUSTER)
    }

    #[inline]
    pub(super) fn passage(&self, id: PassageId) -> &Passage {
        &self.passages[id as usize]
    }

    #[inline]
    pub(super) fn corners(&self, id: PassageId) -> &[DVec3] {
        let passage = &self.passages[id as usize];
        &self.corners[passage.first_corner as usize..][..passage.corner_count as usize]
    }

    /// For each word of a row of bits the middle and the radius of a ball that holds its openings.
    pub(super) fn balls(&self) -> &[(DVec3, f64)] {
        &self.balls
    }

    /// Whether a point of the plane of an opening is in it.
    pub(super) fn is_through(&self, id: PassageId, point: DVec3) -> bool {
        let normal = self.passage(id).plane.normal;
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
    pub(super) fn out_of(&self, cluster: u32) -> &[PassageId] {
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
            self.passages.push(Passage {
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
        let words = self.passages.chunks(u64::BITS as usize);
        self.balls = words
            .map(|passages| {
                let center = Aabb::from_points(passages.iter().map(|passage| passage.center)).center();
                let reach = passages
                    .iter()
                    .map(|passage| passage.center.distance(center) + passage.radius);
                (center, reach.fold(0.0, f64::max))
            })
            .collect();
    }

    fn sort_by_cluster(&mut self) {
        let area = |id: PassageId| Polygon::bare(self.corners(id).iter().copied()).area();
        let mut ids: Vec<(u32, Reverse<u64>, PassageId)> = (0..self.passages.len() as PassageId)
            // The bits of floats that are not negative are ordered as the floats are.
            .map(|id| (self.passage(back(id)).to, Reverse(area(id).to_bits()), id))
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

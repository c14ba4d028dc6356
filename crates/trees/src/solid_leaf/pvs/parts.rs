//! Binary trees of convex parts: a cluster is divided into its leaves, and a leaf is divided into halves. Groups of
//! clusters can be added above them.
//!
//! The convex hull of a part's points contains the part. The children of a part cover all space in its leaves.

use bspwalk_geometry::{Aabb, Plane, Polygon, Polyhedron};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;

use super::directed_portals::NO_CLUSTER;
use crate::grouped::Grouped;
use crate::solid_leaf::{LeafId, LeafTree, OUTSIDE};

pub(super) type PartId = u32;

#[derive(Clone, Debug)]
pub(super) struct ClusterPart {
    /// A point in one of the part's leaves.
    pub(super) point: DVec3,
    /// Half the diagonal of the part's bounds, in metres.
    pub(super) radius: f64,
    /// The two halves of the part, or `None` if it is not divided.
    pub(super) parts: Option<[PartId; 2]>,
    first_corner: u32,
    corner_count: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    list: Vec<ClusterPart>,
    corners: Vec<DVec3>,
    /// Root part of each cluster, or `None` if the cluster is unbounded.
    of_cluster: Vec<Option<PartId>>,
}

/// Approximate maximum number of parts. It limits how often leaves are divided.
const MOST_PARTS: u32 = 1 << 16;

/// Maximum number of times that a leaf is halved.
const MOST_HALVINGS: u32 = 3;

/// Maximum number of corners for a set of leaves. Sets with more corners are represented by their bounding box.
const MOST_CORNERS: usize = 16;

impl Parts {
    pub(super) fn new(
        tree: &LeafTree,
        cluster_of: &[u32],
        clusters: u32,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let members = LeafId::all().zip(cluster_of);
        let members = members.filter(|(_, cluster)| **cluster != NO_CLUSTER);
        let members: Grouped<LeafId> =
            Grouped::new(clusters, members.map(|(leaf, &cluster)| (cluster, leaf)));
        let leaves = tree.leaf_count().max(1);
        let halvings = (MOST_PARTS / leaves).max(1).ilog2().min(MOST_HALVINGS);
        let of_clusters = progress.in_parallel("Dividing leaves", 0..clusters, |cluster| {
            let mut parts = Self::default();
            let leaves = members.of(cluster);
            let root = if leaves.contains(&OUTSIDE) {
                None
            } else {
                let cells = leaves.iter().map(|&leaf| tree.leaf_cell(leaf));
                parts.divide(cells.collect(), halvings, progress)?
            };
            parts.of_cluster.push(root);
            Ok(parts)
        })?;
        let mut all = Self::default();
        for (turn, parts) in of_clusters.into_iter().enumerate() {
            progress.check_at(turn)?;
            all.append(parts);
        }
        Ok(all)
    }

    pub(super) fn get(&self, id: PartId) -> &ClusterPart {
        &self.list[id as usize]
    }

    pub(super) fn corners(&self, part: &ClusterPart) -> &[DVec3] {
        &self.corners[part.first_corner as usize..][..part.corner_count as usize]
    }

    pub(super) fn bounds(&self, id: PartId) -> Aabb {
        Aabb::from_points(self.corners(self.get(id)).iter().copied())
    }

    pub(super) fn of_cluster(&self, cluster: u32) -> Option<PartId> {
        self.of_cluster.get(cluster as usize).copied().flatten()
    }

    pub(super) fn join(&mut self, parts: [PartId; 2]) -> PartId {
        let [first, second] = parts.map(|id| &self.list[id as usize]);
        let larger = if first.radius >= second.radius {
            first
        } else {
            second
        };
        let [own, other] = parts.map(|id| self.bounds(id));
        let bounds = own.union(&other);
        let point = larger.point;
        self.push(point, &bounds, Some(parts), &bounds.corners())
    }

    fn push(&mut self, point: DVec3, bounds: &Aabb, parts: Option<[PartId; 2]>, corners: &[DVec3]) -> PartId {
        self.list.push(ClusterPart {
            point,
            radius: 0.5 * bounds.size().length(),
            parts,
            first_corner: self.corners.len() as u32,
            corner_count: corners.len() as u32,
        });
        self.corners.extend_from_slice(corners);
        self.list.len() as u32 - 1
    }

    /// Adds a part that consists of the given cells, with its sub-parts. Returns `None` if a cell is unknown.
    fn divide(
        &mut self,
        mut cells: Vec<Polyhedron>,
        halvings: u32,
        progress: &Progress,
    ) -> Result<Option<PartId>, Cancelled> {
        progress.check()?;
        if cells.is_empty() || cells.iter().any(Polyhedron::is_empty) {
            return Ok(None);
        }
        let bounds = cells
            .iter()
            .fold(Aabb::EMPTY, |bounds, cell| bounds.union(&cell.bounds()));
        let axis = bounds.size().max_position();
        let largest = cells.iter().max_by(|a, b| a.volume().total_cmp(&b.volume()));
        let point = largest.map_or(bounds.center(), middle);
        let mut corners = Vec::new();
        for cell in &cells {
            corners.extend(corners_of(cell));
        }
        if cells.len() > 1 && corners.len() > MOST_CORNERS {
            corners = bounds.corners().to_vec();
        }
        let mut left = halvings;
        let parts = if cells.len() > 1 {
            cells.sort_by(|a, b| a.bounds().center()[axis].total_cmp(&b.bounds().center()[axis]));
            let second = cells.split_off(cells.len() / 2);
            Some([cells, second])
        } else if halvings > 0 {
            let across = Plane::from_point_normal(bounds.center(), DVec3::AXES[axis]);
            let halves = cells[0].split(&across, 0.0);
            left -= 1;
            halves.map(|halves| halves.map(|half| vec![half.polyhedron]))
        } else {
            None
        };
        let parts = match parts {
            Some([first, second]) => {
                let first = self.divide(first, left, progress)?;
                let second = self.divide(second, left, progress)?;
                first.zip(second).map(<[PartId; 2]>::from)
            }
            None => None,
        };
        Ok(Some(self.push(point, &bounds, parts, &corners)))
    }

    fn append(&mut self, other: Self) {
        let (known, corners) = (self.list.len() as u32, self.corners.len() as u32);
        self.list.extend(other.list.into_iter().map(|part| ClusterPart {
            parts: part.parts.map(|parts| parts.map(|part| part + known)),
            first_corner: part.first_corner + corners,
            ..part
        }));
        self.corners.extend(other.corners);
        let roots = other.of_cluster.into_iter();
        self.of_cluster.extend(roots.map(|root| Some(root? + known)));
    }
}

fn corners_of(cell: &Polyhedron) -> Vec<DVec3> {
    let mut corners: Vec<DVec3> = Vec::new();
    for corner in cell.faces.iter().flat_map(Polygon::positions) {
        // Adjacent faces have bit-identical corners.
        if !corners.contains(&corner) {
            corners.push(corner);
        }
    }
    corners
}

fn middle(cell: &Polyhedron) -> DVec3 {
    let corners = corners_of(cell);
    corners.iter().sum::<DVec3>() / corners.len().max(1) as f64
}

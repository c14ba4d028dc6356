//! Auxiliary splitting planes, which contain no face. They are used to divide smooth surfaces.
//!
//! On a convex surface, each face has all other faces behind its plane. With only such planes, the tree would
//! degenerate into a list: its depth would be the number of faces, and the build would take quadratic time. If the best
//! face plane leaves nearly all faces on one side, an auxiliary plane is used instead. It is parallel to a side of the
//! world box and close to the median of the faces, so it divides them evenly and the depth stays logarithmic. The
//! planes pass through corners, because rows of faces meet there and are not cut.

use bspwalk_geometry::Plane;
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;
use rayon::prelude::*;

use super::{plane_table::PlaneTable, world_bounds::WorldBox};
use crate::{
    pieces::{FaceSource, NodePieces},
    scoring::{SplitCounts, sample_indices},
    solid_leaf::{NodeDetail, PlaneId},
};

/// Auxiliary planes are used only at nodes with at least this many pieces. With fewer pieces, a list is no deeper than
/// other parts of the tree.
const LEAST_PIECES: usize = 64;

/// A face plane divides badly if more than this fraction of the pieces is on one side.
const BAD_SHARE: f64 = 0.95;

/// An auxiliary plane is only used if neither side has more than this fraction of the pieces.
const GOOD_SHARE: f64 = 0.75;

/// Maximum number of auxiliary planes per axis.
const MOST_PLANES: usize = 1023;

/// Maximum number of pieces used to compute the median.
const MEDIAN_SAMPLE: u32 = 255;

#[derive(Debug, Default)]
pub(crate) struct Auxiliary {
    axes: Vec<Axis>,
    first: PlaneId,
}

#[derive(Debug)]
struct Axis {
    normal: DVec3,
    planes: Vec<(f64, PlaneId)>,
}

pub(crate) struct AuxiliaryPlane {
    pub(crate) plane: Plane,
    pub(crate) id: PlaneId,
    pub(crate) counts: SplitCounts,
}

impl Auxiliary {
    /// Adds planes through face corners to the table, distributed evenly over the corners.
    pub(crate) fn new(corners: &[DVec3], faces: usize, world_box: &WorldBox, table: &mut PlaneTable) -> Self {
        let first = PlaneId::from_index(table.planes().len());
        if faces < LEAST_PIECES {
            return Self {
                axes: Vec::new(),
                first,
            };
        }
        let axes = [0, 2, 4].map(|side| table.facing_plane(world_box.sides[side]).normal);
        let axes = axes.map(|normal| {
            let mut offsets: Vec<f64> = corners.par_iter().map(|corner| corner.dot(normal)).collect();
            offsets.par_sort_unstable_by(f64::total_cmp);
            offsets.dedup();
            let count = MOST_PLANES.min(offsets.len());
            let chosen = (0..count).map(|i| offsets[(2 * i + 1) * offsets.len() / (2 * count)]);
            let mut planes: Vec<(f64, PlaneId)> = chosen
                .map(|offset| (offset, table.insert_across(normal, offset).plane))
                // Planes that were already in the table contain a face, so they are candidates anyway.
                .filter(|&(_, plane)| plane >= first)
                .collect();
            planes.dedup_by_key(|&mut (_, plane)| plane);
            Axis { normal, planes }
        });
        Self {
            axes: axes.into(),
            first,
        }
    }

    pub(crate) fn is_applicable(&self, pieces: usize) -> bool {
        pieces >= LEAST_PIECES && !self.axes.is_empty()
    }

    /// Returns the auxiliary plane that best divides the pieces, or `None` if the node does not need one.
    pub(crate) fn find<F: FaceSource>(
        &self,
        table: &PlaneTable,
        cuts: impl Fn(&Plane) -> bool,
        reached: &NodePieces<'_, F>,
        best: &SplitCounts,
        sample: &[u32],
        random: &mut fastrand::Rng,
        progress: &Progress,
    ) -> Result<Option<AuxiliaryPlane>, Cancelled> {
        let larger = |counts: &SplitCounts| f64::from(counts.front.max(counts.back) + counts.cuts);
        let total = sample.len() as f64;
        if larger(best) <= BAD_SHARE * total {
            return Ok(None);
        }
        let few = sample_indices(reached.len(), MEDIAN_SAMPLE, random);
        let mut found: Option<(f64, AuxiliaryPlane)> = None;
        for axis in &self.axes {
            progress.check()?;
            let across = Plane {
                normal: axis.normal,
                d: 0.0,
            };
            let mut middles: Vec<f64> = few
                .iter()
                .map(|&index| {
                    let (low, high) = reached.extent(index as usize, &across);
                    0.5 * (low + high)
                })
                .collect();
            let half = middles.len() / 2;
            let (_, &mut median, _) = middles.select_nth_unstable_by(half, f64::total_cmp);
            let above = axis.planes.partition_point(|&(offset, _)| offset < median);
            for &(_, id) in &axis.planes[above.saturating_sub(1)..axis.planes.len().min(above + 1)] {
                let plane = table.planes()[id.index()];
                if !cuts(&plane) {
                    continue;
                }
                let counts = SplitCounts::of_plane(reached, &plane, |_| false, sample, progress)?;
                let work = larger(&counts) + f64::from(counts.cuts);
                if larger(&counts) <= GOOD_SHARE * total
                    && found.as_ref().is_none_or(|(least, _)| work < *least)
                {
                    found = Some((work, AuxiliaryPlane { plane, id, counts }));
                }
            }
        }
        Ok(found.map(|(_, found)| found))
    }

    pub(crate) fn remove_unused_planes(
        &self,
        mut planes: Vec<Plane>,
        nodes: &mut [NodeDetail],
    ) -> Vec<Plane> {
        let first = self.first.index();
        let mut numbers = vec![None; planes.len() - first];
        for node in nodes.iter().filter(|node| node.plane >= self.first) {
            numbers[node.plane.index() - first] = Some(PlaneId(0));
        }
        let next = PlaneId::all().skip(first);
        for (next, number) in next.zip(numbers.iter_mut().flatten()) {
            *number = next;
        }
        for node in nodes.iter_mut().filter(|node| node.plane >= self.first) {
            node.plane = numbers[node.plane.index() - first].unwrap_or(node.plane);
        }
        let mut index = 0;
        planes.retain(|_| {
            index += 1;
            index <= first || numbers[index - 1 - first].is_some()
        });
        planes
    }
}

//! What hides two leaves from each other: planes through solid leaves, as the search of the PVS lays them.

use bspwalk_geometry::Plane;
use bspwalk_progress::Progress;
use glam::DVec3;

use super::{clip::Limits, directed_portals::NO_CLUSTER, occlusion::Occlusion, parts::Parts};
use crate::solid_leaf::{LeafId, LeafTree};

/// Most steps for a pair of leaves.
const STEPS: u64 = 256;

/// A plane between two leaves, or parts of them: all lines from one to the other meet it where it is solid.
#[derive(Clone, Debug, PartialEq)]
pub struct Occluder {
    /// The plane.
    pub plane: Plane,
    /// The corners of the region of the plane that the lines meet, in metres: an octagon around it.
    pub section: Vec<DVec3>,
    /// The solid leaf in the middle of it; `None` where a face between empty leaves is there.
    pub leaf: Option<LeafId>,
}

/// The planes that hide leaf `b` from leaf `a` whichever portals there are: one, or one for each pair of parts of the leaves. None where
/// the search finds none within a number of steps; then they may still be hidden by chains of portals.
#[must_use]
pub fn occluders(tree: &LeafTree, a: LeafId, b: LeafId) -> Vec<Occluder> {
    let is_empty = |leaf: LeafId| leaf < tree.leaf_count() && !tree.is_solid(leaf);
    if a == b || !is_empty(a) || !is_empty(b) {
        return Vec::new();
    }
    let mut cluster_of = vec![NO_CLUSTER; tree.leaf_count() as usize];
    (cluster_of[a as usize], cluster_of[b as usize]) = (0, 1);
    let parts = Progress::uncancellable(|progress| Parts::new(tree, &cluster_of, 2, progress));
    let (Some(from), Some(to)) = (parts.of_cluster(0), parts.of_cluster(1)) else {
        return Vec::new();
    };
    let occlusion = Occlusion::new(tree, parts, Limits::new(&tree.tolerances()));
    let planes = occlusion.planes_between([from, to], STEPS).into_iter();
    planes
        .map(|(between, section)| {
            let middle = section.iter().sum::<DVec3>() / section.len().max(1) as f64;
            let leaf = tree.locate(middle);
            Occluder {
                plane: between.plane,
                leaf: tree.is_solid(leaf).then_some(leaf),
                section,
            }
        })
        .collect()
}

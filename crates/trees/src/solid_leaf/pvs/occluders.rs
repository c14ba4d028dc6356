//! Finds the planes through solid leaves that hide two leaves from each other, like the search of the PVS.

use bspwalk_geometry::Plane;
use bspwalk_progress::Progress;
use glam::DVec3;

use super::{clip::Limits, directed_portals::NO_CLUSTER, occlusion::Occlusion, parts::Parts};
use crate::solid_leaf::{LeafId, LeafTree};

const STEPS: u64 = 256;

/// A plane between two leaves, or parts of them. All lines from one to the other hit it where it is solid.
#[derive(Clone, Debug, PartialEq)]
pub struct Occluder {
    /// The plane.
    pub plane: Plane,
    /// Corners, in metres, of an octagon around the region of the plane that the lines hit.
    pub section: Vec<DVec3>,
    /// Solid leaf in the middle of the region, or `None` for a face between empty leaves.
    pub leaf: Option<LeafId>,
}

/// Returns the planes that hide leaf `b` from leaf `a` regardless of portals.
///
/// The result is one plane, or one for each pair of parts of the leaves. It is empty if the search finds none within a
/// number of steps. Chains of portals may still hide the leaves.
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

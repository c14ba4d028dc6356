//! The PVS of a solid-leaf tree.

use bspwalk_progress::Progress;
use glam::DVec3;

use super::{
    Pvs, PvsError, PvsParams, SightlineSpace,
    flow_observer::{FlowObserver, Unobserved},
};
use crate::solid_leaf::{Inside, LeafId, LeafTree};

/// Most openings between the clusters of a PVS that is computed first where a level has no inside.
const OPENINGS_OUTSIDE: u32 = 1024;

/// Most steps of that PVS.
const STEPS_OUTSIDE: u64 = 20_000;

/// A PVS by which more than this share of the leaves is seen from the mean leaf hides next to nothing.
const HIDES_NOTHING: f64 = 0.985;

/// Points that are tried in the bounds of a leaf.
const POINT_TRIES: u32 = 200;

impl LeafTree {
    /// Computes the PVS; see [`Pvs::build`] for `publish`. Leaves are joined into clusters where there are too many portals,
    /// and solid leaves are used as occluders.
    ///
    /// Where the level has no rooms, a coarse PVS with few clusters and few steps comes first. It is the result if it hides
    /// next to nothing, or if no place is enclosed, as more work would hardly hide more.
    ///
    /// # Errors
    /// [`PvsError::Cancelled`] if `progress` is cancelled, and [`PvsError::TooManyOpenings`] if even the coarsest clusters have
    /// more openings than `params` allows.
    pub fn pvs(
        &self,
        params: &PvsParams,
        progress: &Progress,
        publish: impl FnMut(Pvs),
    ) -> Result<Pvs, PvsError> {
        self.pvs_observed(params, Unobserved, progress, publish)
    }

    /// As [`LeafTree::pvs`]; the observer is told of the last PVS that is computed.
    pub(super) fn pvs_observed(
        &self,
        params: &PvsParams,
        observer: impl FlowObserver,
        progress: &Progress,
        publish: impl FnMut(Pvs),
    ) -> Result<Pvs, PvsError> {
        if self.inside() != Inside::Rooms {
            let cheap = PvsParams {
                max_openings: params.max_openings.min(OPENINGS_OUTSIDE),
                steps: params.steps.min(STEPS_OUTSIDE),
            };
            // It is not published: a finer one may be coarser in places, where its steps did not suffice.
            let pvs = self.pvs_with(&cheap, observer, progress, |_| {})?;
            let is_enough = cheap == *params || !self.has_enclosed;
            if is_enough || pvs.mean_visible(&self.empty_leaves()) > HIDES_NOTHING {
                return Ok(pvs);
            }
        }
        self.pvs_with(params, observer, progress, publish)
    }

    fn pvs_with(
        &self,
        params: &PvsParams,
        observer: impl FlowObserver,
        progress: &Progress,
        publish: impl FnMut(Pvs),
    ) -> Result<Pvs, PvsError> {
        let clusters = self.clusters(params.max_openings, progress)?;
        Pvs::build_in(self, &clusters, params, observer, progress, publish)
    }
}

impl SightlineSpace for LeafTree {
    fn point_in(&self, leaf: LeafId, generator: &mut fastrand::Rng) -> Option<DVec3> {
        let bounds = self.leaf(leaf).filter(|leaf| !leaf.outside)?.bounds;
        // Points in its bounds, until one is in the leaf.
        (0..POINT_TRIES)
            .map(|_| bounds.min + bounds.size() * DVec3::from([(); 3].map(|()| generator.f64())))
            .find(|&point| self.locate(point) == leaf)
    }

    fn sightline(&self, from: DVec3, to: DVec3) -> Option<Vec<LeafId>> {
        self.sightline(from, to)
    }
}

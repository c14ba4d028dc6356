//! Computes the PVS of a solid-leaf tree.

use bspwalk_progress::Progress;
use glam::DVec3;

use super::{
    Pvs, PvsError, PvsParams, SightlineSpace,
    flow_observer::{FlowObserver, Unobserved},
};
use crate::solid_leaf::{Inside, LeafId, LeafTree};

/// Maximum number of openings between clusters in the preliminary PVS of a level without an interior.
const OPENINGS_OUTSIDE: u32 = 1024;

const STEPS_OUTSIDE: u64 = 20_000;

/// A PVS hides almost nothing if the average leaf sees more than this fraction of the leaves.
const HIDES_NOTHING: f64 = 0.985;

const POINT_TRIES: u32 = 200;

impl LeafTree {
    /// Computes the PVS. For `publish`, see [`Pvs::build`].
    ///
    /// If there are too many portals, leaves are joined into clusters. Solid leaves act as occluders.
    ///
    /// If the level has no rooms, a coarse PVS with few clusters and few steps is computed first. If it hides almost
    /// nothing or no position is enclosed, it is returned, because a finer PVS would hide little more.
    ///
    /// # Errors
    /// Returns [`PvsError::Cancelled`] if `progress` is cancelled, and [`PvsError::TooManyOpenings`] if even
    /// the coarsest clusters have more openings than `params` allows.
    pub fn pvs(
        &self,
        params: &PvsParams,
        progress: &Progress,
        publish: impl FnMut(Pvs),
    ) -> Result<Pvs, PvsError> {
        self.pvs_observed(params, Unobserved, progress, publish)
    }

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
            // The coarse PVS is not published, because if steps run out, the finer PVS may be coarser in places.
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
    fn point_in(&self, leaf: LeafId, random: &mut impl FnMut() -> f64) -> Option<DVec3> {
        let bounds = self.leaf(leaf).filter(|leaf| !leaf.outside)?.bounds;
        // Try random points in the bounds until one of them is in the leaf.
        (0..POINT_TRIES)
            .map(|_| bounds.min + bounds.size() * DVec3::from([(); 3].map(|()| random())))
            .find(|&point| self.locate(point) == leaf)
    }

    fn sightline(&self, from: DVec3, to: DVec3) -> Option<Vec<LeafId>> {
        self.sightline(from, to)
    }
}

//! Limits of a PVS computation.

/// Limits of a PVS computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct PvsParams {
    /// Maximum number of refinement steps. Default 4,000,000, which takes less than a minute on one core.
    ///
    /// A step clips a view by one more portal or tests a line between clusters, and takes a few microseconds. 0 keeps
    /// the base PVS, which marks many hidden leaves as visible. The computation stops early if nothing is left to
    /// refine, so a large limit costs nothing in small levels.
    pub steps: u64,
    /// Maximum number of openings between clusters. Default 8,192.
    ///
    /// Memory usage grows quadratically with their number: 8,192 openings take 32 MiB. With a small limit, more leaves
    /// share a cluster and the PVS is coarser. If given clusters have more openings, the
    /// computation fails with [`PvsError::TooManyOpenings`](super::PvsError::TooManyOpenings).
    pub max_openings: u32,
}

impl Default for PvsParams {
    fn default() -> Self {
        Self {
            steps: 4_000_000,
            max_openings: 8192,
        }
    }
}

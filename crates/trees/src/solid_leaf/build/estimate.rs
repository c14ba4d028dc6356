//! Predicts from a sample whether a level will exceed the fragment limit. If so, the build fails within seconds, before
//! it allocates memory for the fragments.
//!
//! The sample consists of runs of consecutive triangles. These are often neighbours, so merging the triangles of a run
//! shows how much merging reduces the number of faces.

use bspwalk_geometry::Tolerances;
use bspwalk_progress::{Cancelled, Progress};

use super::{
    descend::Descent,
    merge::Face,
    mesh::{self, detail_faces},
};
use crate::node::NodeId;
use crate::solid_leaf::{Child, LeafParams, LeafTriangle};

const RUN: usize = 256;

const RUNS: usize = 256;

/// Maximum predicted number of fragments, as a fraction of the limit. The remainder allows for sampling errors and for
/// the fragments of structural faces.
const MOST_PREDICTED: f64 = 0.8;

/// Returns whether a level probably has too many faces for the fragment limit in `params`.
///
/// Each face has at least one fragment. The estimate merges a sample of the `total` triangles. `triangle` returns the
/// triangle with a given index.
///
/// # Errors
/// Returns [`Cancelled`] if `progress` is cancelled.
pub fn has_too_many_faces(
    total: usize,
    triangle: impl Fn(usize) -> LeafTriangle,
    params: &LeafParams,
    tolerances: &Tolerances,
    progress: &Progress,
) -> Result<bool, Cancelled> {
    exceeds_limit((total, triangle), params, tolerances, progress, |faces| {
        Ok(faces.len() as u64)
    })
}

/// Returns whether the detail faces among `triangles` probably exceed the fragment limit in `params`.
pub(super) fn has_too_many_fragments(
    triangles: &[LeafTriangle],
    params: &LeafParams,
    tolerances: &Tolerances,
    descent: Descent<'_>,
) -> Result<bool, Cancelled> {
    let triangle = |index: usize| triangles[index];
    exceeds_limit(
        (triangles.len(), triangle),
        params,
        tolerances,
        descent.progress,
        |faces| mesh::count_detail(descent, Child::Node(NodeId(0)), faces),
    )
}

fn exceeds_limit(
    (total, triangle): (usize, impl Fn(usize) -> LeafTriangle),
    params: &LeafParams,
    tolerances: &Tolerances,
    progress: &Progress,
    count: impl Fn(&[Face]) -> Result<u64, Cancelled>,
) -> Result<bool, Cancelled> {
    let step = total / RUNS;
    if step < RUN {
        return Ok(false);
    }
    let mut counted = 0;
    for run in 0..RUNS {
        let triangles: Vec<LeafTriangle> = (0..RUN).map(|index| triangle(run * step + index)).collect();
        counted += count(&detail_faces(&triangles, params, tolerances, progress)?)?;
    }
    let predicted = counted as f64 * (total as f64 / (RUN * RUNS) as f64);
    Ok(predicted > MOST_PREDICTED * f64::from(params.max_fragments))
}

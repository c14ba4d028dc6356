//! Sweeps a weight of a rule for the node-storing tree.

use std::sync::Arc;

use bspwalk_geometry::TaggedTriangle;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{BuildParams, NodeTree, Rule, node_storing::BuildError};
use serde::{Deserialize, Serialize};

use super::row::Figures;

/// A weight in the score of a plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Weight of each face that the plane cuts.
    #[default]
    Cut,
    /// Weight of the difference between the two sides of the plane.
    Unbalance,
}

/// Statistics of a tree that was built with a certain weight. Weights that cut the level into too many pieces are
/// omitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WeightPoint {
    /// Value of the weight.
    pub weight: f64,
    /// Number of nodes.
    pub nodes: u32,
    /// Number of fragments.
    pub fragments: u32,
    /// Number of nodes on the longest path from the root.
    pub depth: u32,
    /// Expected cost of a query, as in [`Figures::cost`].
    pub cost: f64,
    /// Build time, in milliseconds.
    pub build_ms: f64,
}

impl Weight {
    /// All weights.
    pub const ALL: [Self; 2] = [Self::Cut, Self::Unbalance];

    /// Returns the display name.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Cut => text!("duel-weight-cut"),
            Self::Unbalance => text!("duel-weight-unbalance"),
        }
    }

    /// Returns the value of this weight in build parameters.
    #[must_use]
    pub fn value_in(self, params: &BuildParams) -> f64 {
        match self {
            Self::Cut => params.cut_weight,
            Self::Unbalance => params.unbalance_weight,
        }
    }

    /// Returns these build parameters with a different value of this weight.
    #[must_use]
    pub fn set(self, params: &BuildParams, value: f64) -> BuildParams {
        let mut params = *params;
        match self {
            Self::Cut => params.cut_weight = value,
            Self::Unbalance => params.unbalance_weight = value,
        }
        params
    }

    /// Returns whether a rule uses this weight.
    #[must_use]
    pub fn is_read_by(self, rule: Rule) -> bool {
        !matches!(rule, Rule::First | Rule::Random)
    }
}

/// Returns the values for a sweep in ascending order: 0, the current value `present`, and the powers of 2 from 1/64 to
/// 64.
#[must_use]
pub fn values(present: f64) -> Vec<f64> {
    let powers = (-6..=6).map(|power| f64::from(power).exp2());
    let mut values: Vec<f64> = [0.0, present].into_iter().chain(powers).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

/// Builds the tree of `params` for each value of a weight. Passes each point to `tell` as soon as it is available.
///
/// # Errors
/// Returns [`Cancelled`] if `progress` is cancelled.
pub fn sweep(
    triangles: &[TaggedTriangle],
    params: &BuildParams,
    weight: Weight,
    values: &[f64],
    progress: &Arc<Progress>,
    mut tell: impl FnMut(WeightPoint),
) -> Result<Vec<WeightPoint>, Cancelled> {
    let mut points = Vec::with_capacity(values.len());
    for &value in values {
        progress.check()?;
        let start = web_time::Instant::now();
        let tree = match NodeTree::builder(&weight.set(params, value))
            .progress(progress)
            .build(triangles)
        {
            Ok(tree) => tree,
            Err(BuildError::Cancelled(cancelled)) => return Err(cancelled),
            Err(_) => continue,
        };
        let build_ms = start.elapsed().as_secs_f64() * 1e3;
        let figures = Figures::of_nodes(&tree, build_ms, progress)?;
        let point = WeightPoint {
            weight: value,
            nodes: figures.nodes,
            fragments: figures.fragments,
            depth: figures.depth,
            cost: figures.cost,
            build_ms,
        };
        tell(point);
        points.push(point);
    }
    Ok(points)
}

//! The figures of a rule of the node-storing tree over one of its weights.

use std::sync::Arc;

use bspwalk_geometry::TaggedTriangle;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{BuildParams, NodeTree, Rule, node_storing::BuildError};
use serde::{Deserialize, Serialize};

use super::row::Figures;

/// A weight of a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// What each cut face adds to the score of a plane.
    #[default]
    Cut,
    /// What each face more on one side than on the other adds.
    Unbalance,
}

/// A tree by one weight. A weight by which the level is cut into too many pieces has none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WeightPoint {
    /// The weight.
    pub weight: f64,
    /// Nodes of the tree.
    pub nodes: u32,
    /// Its fragments.
    pub fragments: u32,
    /// Nodes on the longest path from its root.
    pub depth: u32,
    /// Its expected cost of a query, as in [`Figures::cost`].
    pub cost: f64,
    /// How long it took to build, in milliseconds.
    pub build_ms: f64,
}

impl Weight {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Cut, Self::Unbalance];

    /// Its name, for the user.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Cut => text!("duel-weight-cut"),
            Self::Unbalance => text!("duel-weight-unbalance"),
        }
    }

    /// Its value.
    #[must_use]
    pub fn of(self, params: &BuildParams) -> f64 {
        match self {
            Self::Cut => params.cut_weight,
            Self::Unbalance => params.unbalance_weight,
        }
    }

    /// The parameters with another value of it.
    #[must_use]
    pub fn set(self, params: &BuildParams, value: f64) -> BuildParams {
        let mut params = *params;
        match self {
            Self::Cut => params.cut_weight = value,
            Self::Unbalance => params.unbalance_weight = value,
        }
        params
    }

    /// Whether a rule chooses by it.
    #[must_use]
    pub fn is_read_by(self, rule: Rule) -> bool {
        !matches!(rule, Rule::First | Rule::Random)
    }
}

/// Values to sweep a weight over: 0, then from 1/64 to 64 in factors of 2, and `present` among them; ascending.
#[must_use]
pub fn values(present: f64) -> Vec<f64> {
    let powers = (-6..=6).map(|power| f64::from(power).exp2());
    let mut values: Vec<f64> = [0.0, present].into_iter().chain(powers).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

/// Builds the tree of `params` with each value of a weight. `tell` hears of each point as soon as it is there.
///
/// # Errors
/// [`Cancelled`].
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

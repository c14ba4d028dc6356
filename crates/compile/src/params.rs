//! Compilation parameters.

use bspwalk_progress::ensure;
use bspwalk_trees::{
    BuildParams,
    solid_leaf::{LeafParams, PvsParams},
};
use serde::{Deserialize, Serialize};

use super::StructureParams;

/// Compilation parameters. The same level compiled with the same parameters produces the same trees.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CompileParams {
    /// Parameters of the node-storing tree.
    pub nodes: BuildParams,
    /// Rules that classify faces as structural or detail.
    pub structure: StructureParams,
    /// Parameters of the solid-leaf tree.
    pub leaves: LeafParams,
    /// Whether empty leaves that cannot be reached from the spawn become solid, provided that the level is sealed.
    /// Default `false`.
    ///
    /// This removes the outside of a level, and rooms without a connection to the spawn.
    pub fill: bool,
    /// Limits on the work for computing the PVS.
    pub pvs: PvsParams,
}

/// PVS step limit in [`CompileParams::quick`]. This many steps take about a second on one core.
const QUICK_STEPS: u64 = 150_000;

impl CompileParams {
    /// Returns parameters for interactive use: the defaults, but with a coarser PVS for large levels.
    #[must_use]
    pub fn quick() -> Self {
        Self {
            pvs: PvsParams {
                steps: QUICK_STEPS,
                ..PvsParams::default()
            },
            ..Self::default()
        }
    }

    /// Checks that all numbers are finite. The error message is a phrase, not a sentence.
    pub fn check(&self) -> Result<(), &'static str> {
        let numbers = [
            self.nodes.cut_weight,
            self.nodes.unbalance_weight,
            self.structure.detail_size,
            self.leaves.cut_weight,
            self.leaves.unbalance_weight,
            self.leaves.coplanar_weight,
            self.leaves.winding_weight,
        ];
        let are_finite = numbers.iter().all(|number| number.is_finite());
        ensure(are_finite, "a parameter is not finite")
    }
}

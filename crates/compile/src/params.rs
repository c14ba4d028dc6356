//! The parameters of a compilation.

use bspwalk_progress::ensure;
use bspwalk_text::message;
use bspwalk_trees::{
    BuildParams,
    solid_leaf::{LeafParams, PvsParams},
};
use serde::{Deserialize, Serialize};

use super::StructureParams;

/// The parameters of a compilation: equal ones make equal trees of equal levels.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CompileParams {
    /// Of the node-storing tree.
    pub nodes: BuildParams,
    /// Which faces are structural.
    pub structure: StructureParams,
    /// Of the solid-leaf tree.
    pub leaves: LeafParams,
    /// Whether empty leaves that cannot be reached from the spawn are made solid, if the level is sealed.
    pub fill: bool,
    /// How much work the PVS may take.
    pub pvs: PvsParams,
}

/// Steps of [`CompileParams::quick`]: about a second of one core.
const QUICK_STEPS: u64 = 150_000;

impl CompileParams {
    /// For a user who waits: the default, but with a coarser PVS in a large level.
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

    /// Checks that numbers are finite.
    ///
    /// # Errors
    /// What is wrong, in one phrase.
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
        ensure(are_finite, message!("check-parameter"))
    }
}

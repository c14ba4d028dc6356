//! Classification parameters.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Kind;

/// Rules that classify faces as structural or detail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StructureParams {
    /// The user's choices, by object name. Default empty.
    pub by_hand: BTreeMap<String, Kind>,
    /// Whether names that begin with `detail` or `structur` determine the kind. Object names take precedence over
    /// material names. Default `true`.
    pub names: bool,
    /// Whether a leading `D` or `S` in a name also determines the kind, as in `DSphere01` (《Bsp分割算法简述》). Default
    /// `false`, because ordinary names such as `Door` also begin with these letters.
    pub letters: bool,
    /// Size (in metres) below which a connected piece is detail unless its name specifies otherwise. Must be finite; 0
    /// disables the rule. Default 1.5. The size of a piece is its longest side.
    ///
    /// If this is too small, furniture divides space, and the tree and its PVS become large. If it is too large,
    /// pillars and walls become detail, and the PVS hides less.
    pub detail_size: f64,
    /// Maximum number of facets (flat parts of surfaces) that become structural by default, that is, without a name
    /// that specifies it; 0 means no limit. Default 20,000.
    ///
    /// If the budget is too small, walls become detail, and the PVS hides less. If it is too large, building the
    /// solid-leaf tree can take minutes.
    pub budget: u32,
}

impl StructureParams {
    /// Returns rules that make every face structural, except liquids.
    #[must_use]
    pub fn all_structural() -> Self {
        Self {
            names: false,
            detail_size: 0.0,
            budget: 0,
            ..Self::default()
        }
    }

    /// Returns rules that use only names.
    #[must_use]
    pub fn names() -> Self {
        Self {
            names: true,
            ..Self::all_structural()
        }
    }
}

impl Default for StructureParams {
    /// Returns rules that use names, then size, then a budget.
    ///
    /// A person can see over objects lower than 1.5 m, so such objects do not separate rooms. With the default budget,
    /// a solid-leaf tree is built within seconds.
    fn default() -> Self {
        Self {
            by_hand: BTreeMap::new(),
            names: true,
            letters: false,
            detail_size: 1.5,
            budget: 20_000,
        }
    }
}

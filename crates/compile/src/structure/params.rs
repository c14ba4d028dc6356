//! Parameters of the classification.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Kind;

/// Rules that classify faces as structural or detail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StructureParams {
    /// The user's choice for objects, by name.
    pub by_hand: BTreeMap<String, Kind>,
    /// Whether the prefixes `detail` and `structur` of names decide, first of objects and then of materials.
    pub names: bool,
    /// Whether a leading `D` or `S` of a name also decides, as in `DSphere01` (《Bsp分割算法简述》).
    pub letters: bool,
    /// Size in metres below which a connected piece is detail, unless a name decides; 0 disables the rule.
    /// The size of a piece is its longest side.
    pub detail_size: f64,
    /// Maximum number of facets (flat parts of surfaces) that become structural by default, that is, without
    /// a name that says so; 0 for no limit.
    pub budget: u32,
}

impl StructureParams {
    /// Returns rules that make every face structural, except liquids.
    #[must_use]
    pub fn all() -> Self {
        Self {
            names: false,
            detail_size: 0.0,
            budget: 0,
            ..Self::default()
        }
    }

    /// Returns rules that only use names.
    #[must_use]
    pub fn names() -> Self {
        Self {
            names: true,
            ..Self::all()
        }
    }
}

impl Default for StructureParams {
    /// Returns rules that use names, then size, then a budget.
    ///
    /// A person can see over objects below 1.5 m, so these do not separate rooms. With this budget, a
    /// solid-leaf tree builds within seconds.
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

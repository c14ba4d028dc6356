//! Parameters of the classification.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Kind;

/// Rules that classify faces as structural or detail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StructureParams {
    /// The user's choice for objects, by name. Default empty.
    pub by_hand: BTreeMap<String, Kind>,
    /// Whether the prefixes `detail` and `structur` of names decide, first of objects and then of materials. Default
    /// `true`.
    pub names: bool,
    /// Whether a leading `D` or `S` of a name also decides, as in `DSphere01` (《Bsp分割算法简述》). Default `false`, because
    /// ordinary names such as `Door` also begin with these letters.
    pub letters: bool,
    /// Size below which a connected piece is detail, unless a name decides, in metres; finite, 0 disables the rule.
    /// Default 1.5. The size of a piece is its longest side.
    ///
    /// With a small size, furniture divides space, and the tree and its PVS get large. With a large one, pillars and
    /// walls are detail, and the PVS hides less.
    pub detail_size: f64,
    /// Maximum number of facets (flat parts of surfaces) that become structural by default, that is, without a name
    /// that says so; 0 for no limit. Default 20,000.
    ///
    /// With a small budget, walls become detail, and the PVS hides less. With a large one, the build of the solid-leaf
    /// tree can take minutes.
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

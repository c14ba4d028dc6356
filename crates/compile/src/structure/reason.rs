//! Kinds of faces, and the reasons for them.

use serde::{Deserialize, Serialize};

/// The role of a face in the solid-leaf tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The face is a candidate for splitting planes.
    Structural,
    /// The face is only split among the leaves.
    Detail,
}

/// Reason why a face is structural or detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// Detail: liquids are not solid.
    Liquid,
    /// The face moves, so it is detail and belongs to no leaf. The level is separated into static and moving parts.
    Moves,
    /// Chosen by the user for the whole object.
    ByHand(Kind),
    /// Classified by the object's or material's name.
    ByName(Kind),
    /// Detail: part of a small piece.
    Small,
    /// Detail: other facets with more value to the tree used up the budget.
    OverBudget,
    /// Structural: no rule applied.
    Rest,
}

impl Reason {
    /// Returns the kind implied by this reason.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::ByHand(kind) | Self::ByName(kind) => kind,
            Self::Liquid | Self::Moves | Self::Small | Self::OverBudget => Kind::Detail,
            Self::Rest => Kind::Structural,
        }
    }
}

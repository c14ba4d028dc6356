//! Classes of faces, and the reasons for them.

use serde::{Deserialize, Serialize};

/// The role of a face in the solid-leaf tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The face is a candidate for splitting planes.
    Structural,
    /// The face is only cut into the leaves.
    Detail,
}

/// The reason why a face is structural or detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// Detail: liquids are not solid.
    Liquid,
    /// Detail and in no leaf: the face moves, and the level is split into static and moving parts.
    Moves,
    /// Chosen by the user for the object.
    ByHand(Kind),
    /// Decided by the name of the object or material.
    ByName(Kind),
    /// Detail: part of a small piece.
    Small,
    /// Detail: the budget was used up by other facets with more value for the tree.
    OverBudget,
    /// Structural: no rule decided otherwise.
    Rest,
}

impl Reason {
    /// Returns the kind that follows from this reason.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::ByHand(kind) | Self::ByName(kind) => kind,
            Self::Liquid | Self::Moves | Self::Small | Self::OverBudget => Kind::Detail,
            Self::Rest => Kind::Structural,
        }
    }
}

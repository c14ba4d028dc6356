//! Walking or flying, and the collision methods.

use serde::{Deserialize, Serialize};

/// Whether a body walks or flies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// A sphere without weight.
    Fly,
    /// An upright capsule with weight.
    #[default]
    Walk,
}

/// How a body is kept out of the walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CollisionMethod {
    /// The ATI sample's push after each tick, faults and all, for comparison.
    Ati,
    /// The body moves in small pieces and is pushed out of the walls after each: discrete, and right.
    Push,
    /// The body is swept to the first face that it meets and slides on: continuous.
    #[default]
    Sweep,
    /// The body's centre moves through the planes of a solid-leaf tree, shifted by the body's size: continuous, exact at
    /// flat faces and in corners, a little wide at edges. It needs that tree, see [`Trees`](super::Trees).
    Planes,
    /// Quake's box moves as a point through the clip hull of a compiled level. It needs such a hull, see
    /// [`Trees`](super::Trees).
    Quake,
}

impl CollisionMethod {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Ati, Self::Push, Self::Sweep, Self::Planes, Self::Quake];

    /// Those that every level has what they need for.
    pub const OF_ANY_LEVEL: [Self; 4] = [Self::Ati, Self::Push, Self::Sweep, Self::Planes];

    /// The name in scripts and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ati => "ati",
            Self::Push => "push",
            Self::Sweep => "sweep",
            Self::Planes => "planes",
            Self::Quake => "quake",
        }
    }

    /// Whether it lets bodies through walls: such a method is there for comparison.
    #[must_use]
    pub fn is_faulty(self) -> bool {
        self == Self::Ati
    }

    /// One sentence for the user.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Ati => {
                "the ATI sample's push (2006) after each step: with its faults, it lets bodies through walls"
            }
            Self::Push => "in pieces, pushed out after each",
            Self::Sweep => "continuous: the first touch is found exactly, then slides on",
            Self::Planes => {
                "continuous: through the planes of the solid-leaf tree, shifted by the body's size"
            }
            Self::Quake => {
                "as in Quake: a box of 32 by 32 by 56 units, as a point in the level's own clip hull"
            }
        }
    }

    /// Whether it needs a solid-leaf tree.
    #[must_use]
    pub fn needs_leaves(self) -> bool {
        self == Self::Planes
    }

    /// Whether it needs the clip hulls of a compiled level.
    #[must_use]
    pub fn needs_hulls(self) -> bool {
        self == Self::Quake
    }

    /// The method of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

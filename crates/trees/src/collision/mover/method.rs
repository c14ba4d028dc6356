//! Walking or flying, and the collision methods.

use bspwalk_text::text;
use serde::{Deserialize, Serialize};

/// Whether a body walks or flies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// It flies: a sphere without gravity.
    Fly,
    /// It walks: an upright capsule under gravity.
    #[default]
    Walk,
}

/// The algorithm that keeps a body out of the walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CollisionMethod {
    /// Discrete, and wrong in known ways: after each tick the body is pushed as by the ATI SDK's BSP sample, see
    /// [`push_ati`](crate::collision::push_ati). It is here to be compared with.
    Ati,
    /// Discrete: the body moves in small pieces and is depenetrated after each, see
    /// [`depenetrate`](crate::collision::depenetrate).
    Push,
    /// Continuous: the body is swept to the first face that it meets and slides on, see [`slide`](crate::collision::slide()).
    #[default]
    Sweep,
    /// Continuous: the centre moves as a point through the planes of a solid-leaf tree, which are shifted by the body's size. It
    /// is exact at flat faces and in corners, and keeps a little too much distance at edges. It needs
    /// [`Trees::planes`](super::Trees::planes). Against things that move, which are in no solid-leaf tree, it is swept.
    Planes,
    /// Continuous: a box of fixed size moves as a point through the clip hull of a compiled level, as in Quake. It needs
    /// [`Trees::hulls`](super::Trees::hulls). Near a thing that moves, which is in no clip hull, the body moves as by
    /// [`CollisionMethod::Sweep`] instead, with the shape that it has there.
    Quake,
}

impl CollisionMethod {
    /// All methods, in the order in which the user is offered them.
    pub const ALL: [Self; 5] = [Self::Ati, Self::Push, Self::Sweep, Self::Planes, Self::Quake];

    /// The methods that work in every level: all but [`CollisionMethod::Quake`], for which few levels have a clip hull.
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

    /// Whether it lets bodies through walls. Such a method is here to be compared with.
    #[must_use]
    pub fn is_faulty(self) -> bool {
        self == Self::Ati
    }

    /// A description in a few English words, for the user.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Ati => {
                text!("mover-method-ati")
            }
            Self::Push => text!("mover-method-push"),
            Self::Sweep => text!("mover-method-sweep"),
            Self::Planes => {
                text!("mover-method-planes")
            }
            Self::Quake => {
                text!("mover-method-quake")
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

    /// The method of this [`CollisionMethod::name`], if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

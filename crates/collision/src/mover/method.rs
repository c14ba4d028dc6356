//! Movement modes (walking and flying) and collision methods.

use serde::{Deserialize, Serialize};

/// Movement mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Flying: the body is a sphere, and there is no gravity.
    Fly,
    /// Walking: the body is an upright capsule, and gravity acts on it.
    #[default]
    Walk,
}

/// Algorithm that keeps a body out of walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CollisionMethod {
    /// Discrete and known to be incorrect: each tick applies the push of the ATI SDK's BSP sample; see
    /// [`push_ati`](crate::push_ati). Included for comparison.
    Ati,
    /// Discrete: the body moves in small steps and is depenetrated after each one; see
    /// [`depenetrate`](crate::depenetrate).
    Push,
    /// Continuous: the body is swept until it hits a face, then slides along it; see [`slide`](crate::slide()).
    #[default]
    Sweep,
    /// Continuous: the centre is traced as a point through a solid-leaf tree whose planes are shifted by the body's
    /// size.
    ///
    /// It is exact at flat faces and in corners, but keeps slightly too much distance from edges. It needs
    /// [`Trees::planes`](super::Trees::planes). Moving things are not part of a solid-leaf tree, so the body is swept
    /// against them instead.
    Planes,
    /// Continuous: a box of fixed size is traced as a point through the clip hull of a compiled level, as in Quake.
    ///
    /// It needs [`Trees::hulls`](super::Trees::hulls). Moving things are not part of a clip hull. Near a thing, the
    /// body therefore moves as with [`CollisionMethod::Sweep`] and has the shape it would have with that method.
    Quake,
}

impl CollisionMethod {
    /// All methods, in menu order.
    pub const ALL: [Self; 5] = [Self::Ati, Self::Push, Self::Sweep, Self::Planes, Self::Quake];

    /// Methods that work in every level. [`CollisionMethod::Quake`] is excluded, because few levels have a clip hull.
    pub const OF_ANY_LEVEL: [Self; 4] = [Self::Ati, Self::Push, Self::Sweep, Self::Planes];

    /// Returns the name used in scripts and on the command line.
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

    /// Returns a short English description.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Ati => {
                "applies the ATI sample's flawed push-out after each step; bodies can pass through walls"
            }
            Self::Push => "moves in short steps and pushes the body out of walls after each step",
            Self::Sweep => "finds the first contact along the path exactly, then slides along it",
            Self::Planes => {
                "treats the body as a point and expands the planes of the solid-leaf tree by its size; otherwise works like sweep"
            }
            Self::Quake => {
                "uses a box of 32 by 32 by 56 units and treats it as a point in the level's own clip hull, as in Quake"
            }
        }
    }

    /// Returns the method whose [`CollisionMethod::name`] is `name`, or `None` if there is no such method.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

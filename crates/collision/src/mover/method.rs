//! Walking and flying modes, and the collision methods.

use bspwalk_text::text;
use serde::{Deserialize, Serialize};

/// Mode of locomotion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Flying: a sphere without gravity.
    Fly,
    /// Walking: an upright capsule under gravity.
    #[default]
    Walk,
}

/// Algorithm that keeps a body out of the walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CollisionMethod {
    /// Discrete and known to be wrong: after each tick, the push of the ATI SDK's BSP sample is applied; see
    /// [`push_ati`](crate::push_ati). It exists for comparison.
    Ati,
    /// Discrete: the body moves in small steps and is depenetrated after each; see
    /// [`depenetrate`](crate::depenetrate).
    Push,
    /// Continuous: the body is swept to the first face that it hits, then slides on; see
    /// [`slide`](crate::slide()).
    #[default]
    Sweep,
    /// Continuous: the centre is traced as a point through a solid-leaf tree, whose planes are shifted by the body's
    /// size.
    ///
    /// It is exact at flat faces and in corners, but keeps slightly too much distance at edges. It needs
    /// [`Trees::planes`](super::Trees::planes). Moving things are in no solid-leaf tree, so the body is swept against
    /// them.
    Planes,
    /// Continuous: a box of fixed size is traced as a point through the clip hull of a compiled level, as in Quake.
    ///
    /// It needs [`Trees::hulls`](super::Trees::hulls). Moving things are in no clip hull. Near them, the body moves as
    /// with [`CollisionMethod::Sweep`], using its shape from that method.
    Quake,
}

impl CollisionMethod {
    /// All methods, in menu order.
    pub const ALL: [Self; 5] = [Self::Ati, Self::Push, Self::Sweep, Self::Planes, Self::Quake];

    /// Methods that work in every level. Excludes [`CollisionMethod::Quake`], because few levels have a clip
    /// hull.
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

    /// Returns a short description for the user.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Ati => text!("mover-method-ati"),
            Self::Push => text!("mover-method-push"),
            Self::Sweep => text!("mover-method-sweep"),
            Self::Planes => text!("mover-method-planes"),
            Self::Quake => text!("mover-method-quake"),
        }
    }

    /// Returns the method with this [`CollisionMethod::name`], if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

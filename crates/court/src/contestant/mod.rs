//! The character controllers, behind a common trait.
//!
//! All controllers use the dimensions from `trial` and the same desired horizontal velocity. The velocity applies
//! immediately, because acceleration is a matter of game design rather than collision. For engines that leave gravity
//! to their user, it is integrated in the same way.

mod ahoy;
mod avian;
mod body;
mod hulls;
mod ours;
mod rapier;
mod tnua;
mod tnua_avian;
mod world;

pub use body::{Contestant, Stand};

use crate::trial::Trial;

/// A controller, and how the level is passed to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The mover of `bspwalk_collision`, with its default collision method.
    Ours,
    /// rapier's `KinematicCharacterController`.
    Rapier {
        /// Whether the mesh is built with `FIX_INTERNAL_EDGES`.
        edges: bool,
    },
    /// avian's `MoveAndSlide`, used as in its example `kinematic_character_3d`.
    Avian {
        /// Whether the mesh is built with `FIX_INTERNAL_EDGES`.
        edges: bool,
    },
    /// `bevy_ahoy`, a controller after Source's and Quake's, on avian.
    Ahoy {
        /// Whether the body is a cylinder, as its guide recommends, instead of a capsule.
        cylinder: bool,
    },
    /// `bevy-tnua`, a floating controller of a dynamic body, on avian.
    Tnua {
        /// Whether the mesh is built with `FIX_INTERNAL_EDGES`.
        edges: bool,
    },
    /// The clip hull of a compiled Quake level, traced with the mover's collision method `quake`.
    Hulls,
}

impl Kind {
    /// All contestants, each with its name in the table. A contestant with several variants is judged by its best result.
    pub const ALL: [(&'static str, &'static [Self]); 6] = [
        ("bspwalk", &[Self::Ours]),
        (
            "rapier",
            &[Self::Rapier { edges: false }, Self::Rapier { edges: true }],
        ),
        (
            "avian",
            &[Self::Avian { edges: false }, Self::Avian { edges: true }],
        ),
        (
            "ahoy",
            &[Self::Ahoy { cylinder: false }, Self::Ahoy { cylinder: true }],
        ),
        ("tnua", &[Self::Tnua { edges: false }, Self::Tnua { edges: true }]),
        ("Quake's hulls", &[Self::Hulls]),
    ];

    /// Returns whether the controller climbs stairs.
    #[must_use]
    pub fn has_stairs(self) -> bool {
        !matches!(self, Self::Avian { .. })
    }

    /// Returns whether moving platforms carry the body.
    #[must_use]
    pub fn has_platforms(self) -> bool {
        !matches!(self, Self::Avian { .. } | Self::Hulls)
    }

    /// Returns whether the body is the upright capsule of the trials. Quake's hulls use a box, and the body of
    /// `bevy-tnua` floats above the ground; only their centres are judged.
    #[must_use]
    pub fn is_capsule(self) -> bool {
        !matches!(self, Self::Tnua { .. } | Self::Hulls)
    }

    /// Returns a label for the variant, or an empty string for contestants that have only one.
    #[must_use]
    pub fn variant(self) -> &'static str {
        match self {
            Self::Rapier { edges: true } | Self::Avian { edges: true } | Self::Tnua { edges: true } => {
                "edges fixed"
            }
            Self::Rapier { edges: false } | Self::Avian { edges: false } | Self::Tnua { edges: false } => {
                "plain mesh"
            }
            Self::Ahoy { cylinder: true } => "cylinder",
            Self::Ahoy { cylinder: false } => "capsule",
            Self::Ours | Self::Hulls => "",
        }
    }

    /// Places a body at the start of a trial. Returns `None` if this contestant does not take part in the
    /// trial.
    ///
    /// # Errors
    /// Returns an error message if the engine rejects the level.
    pub fn enter(self, trial: &Trial) -> Result<Option<Box<dyn Contestant + '_>>, String> {
        if trial.stairs && !self.has_stairs() || !trial.platforms.is_empty() && !self.has_platforms() {
            return Ok(None);
        }
        Ok(Some(match self {
            Self::Ours => Box::new(ours::Ours::new(trial)),
            Self::Rapier { edges } => Box::new(rapier::Rapier::new(trial, edges)?),
            Self::Avian { edges } => Box::new(avian::Avian::new(trial, edges)?),
            Self::Ahoy { cylinder } => Box::new(ahoy::Ahoy::new(trial, cylinder)?),
            Self::Tnua { edges } => Box::new(tnua::Tnua::new(trial, edges)?),
            Self::Hulls => match hulls::Hulls::new(trial) {
                Some(hulls) => Box::new(hulls),
                None => return Ok(None),
            },
        }))
    }
}

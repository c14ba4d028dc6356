//! The character controllers, behind a common trait.
//!
//! All controllers use the dimensions from `trial` and the same desired horizontal velocity. The velocity applies
//! immediately, because acceleration is a matter of game design rather than collision. For engines that leave gravity
//! to their user, it is integrated in the same way.

mod avian;
mod body;
mod hulls;
mod ours;
mod rapier;

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
    /// The clip hull of a compiled Quake level, traced with the mover's collision method `quake`.
    Hulls,
}

impl Kind {
    /// All contestants, each with its name in the table. A contestant with several mesh variants is judged by its best
    /// result.
    pub const ALL: [(&'static str, &'static [Self]); 4] = [
        ("bspwalk", &[Self::Ours]),
        (
            "rapier",
            &[Self::Rapier { edges: false }, Self::Rapier { edges: true }],
        ),
        (
            "avian",
            &[Self::Avian { edges: false }, Self::Avian { edges: true }],
        ),
        ("Quake's hulls", &[Self::Hulls]),
    ];

    /// Returns whether the controller climbs stairs.
    #[must_use]
    pub fn has_stairs(self) -> bool {
        !matches!(self, Self::Avian { .. })
    }

    /// Returns whether the body is the upright capsule of the trials. Quake's hulls use a box; only its centre is
    /// judged.
    #[must_use]
    pub fn is_capsule(self) -> bool {
        self != Self::Hulls
    }

    /// Returns a label for the mesh variant, or an empty string for contestants that have only one.
    #[must_use]
    pub fn mesh(self) -> &'static str {
        match self {
            Self::Rapier { edges: true } | Self::Avian { edges: true } => "edges fixed",
            Self::Rapier { edges: false } | Self::Avian { edges: false } => "plain mesh",
            Self::Ours | Self::Hulls => "",
        }
    }

    /// Places a body at the start of a trial. Returns `None` if this contestant does not take part in the
    /// trial.
    ///
    /// # Errors
    /// Returns an error message if the engine rejects the level.
    pub fn enter(self, trial: &Trial) -> Result<Option<Box<dyn Contestant + '_>>, String> {
        if trial.stairs && !self.has_stairs() {
            return Ok(None);
        }
        Ok(Some(match self {
            Self::Ours => Box::new(ours::Ours::new(trial)),
            Self::Rapier { edges } => Box::new(rapier::Rapier::new(trial, edges)?),
            Self::Avian { edges } => Box::new(avian::Avian::new(trial, edges)?),
            Self::Hulls => match hulls::Hulls::new(trial) {
                Some(hulls) => Box::new(hulls),
                None => return Ok(None),
            },
        }))
    }
}

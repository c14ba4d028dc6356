//! The character controllers, behind one trait.
//!
//! All get the sizes of `trial` and the same desired horizontal velocity, which they have at once: how a game lets a body gather
//! speed is no matter of collision. Where an engine leaves gravity to its user, it is integrated in one way for all.

mod avian;
mod body;
mod hulls;
mod ours;
mod rapier;

pub use body::{Contestant, Stand};

use crate::trial::Trial;

/// Which controller, with which way to hand it the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The mover of `bspwalk_trees`, with its default method.
    Ours,
    /// rapier's `KinematicCharacterController`.
    Rapier {
        /// Whether the mesh has the flag `FIX_INTERNAL_EDGES`.
        edges: bool,
    },
    /// avian's `MoveAndSlide`, used as in its example `kinematic_character_3d`.
    Avian {
        /// Whether the mesh has the flag `FIX_INTERNAL_EDGES`.
        edges: bool,
    },
    /// The clip hull of a compiled level of Quake, traced by the mover's method of that name.
    Hulls,
}

impl Kind {
    /// The contestants as the table names them, each with the ways to hand it the level, of which the best counts.
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

    /// Whether it climbs stairs.
    #[must_use]
    pub fn has_stairs(self) -> bool {
        !matches!(self, Self::Avian { .. })
    }

    /// Whether its body is the upright capsule of the trials. That of Quake's hulls is a box, of which only the centre is judged.
    #[must_use]
    pub fn is_capsule(self) -> bool {
        self != Self::Hulls
    }

    /// How the level was handed over, where there are two ways.
    #[must_use]
    pub fn mesh(self) -> &'static str {
        match self {
            Self::Rapier { edges: true } | Self::Avian { edges: true } => "edges fixed",
            Self::Rapier { edges: false } | Self::Avian { edges: false } => "plain mesh",
            Self::Ours | Self::Hulls => "",
        }
    }

    /// Puts a body at the start of a trial; `None` where this contestant does not take part in it.
    ///
    /// # Errors
    /// A sentence, where the engine does not take the level.
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

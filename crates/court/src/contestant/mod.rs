//! The character controllers, behind one trait.
//!
//! All get the sizes of `trial` and the same desired horizontal velocity, which they have at once: how a game lets a body gather
//! speed is no matter of collision. Where an engine leaves gravity to its user, it is integrated as [`Fall`] does.

mod avian;
mod hulls;
mod ours;
mod rapier;

use glam::Vec3;

use crate::trial::{GRAVITY, TERMINAL_SPEED, Trial};

/// Where a body is after a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// The centre of the body, in metres.
    pub centre: Vec3,
    /// Whether the contestant says that it stands on the ground.
    pub grounded: bool,
}

/// A body in a level.
pub trait Contestant {
    /// Moves for so many seconds with a desired horizontal velocity in m/s, and under gravity.
    fn tick(&mut self, desired: Vec3, seconds: f32) -> Stand;
}

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
        ("rapier", &[Self::Rapier { edges: false }, Self::Rapier { edges: true }]),
        ("avian", &[Self::Avian { edges: false }, Self::Avian { edges: true }]),
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

/// Gravity for an engine that takes displacements. The path of a free fall does not depend on the ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fall {
    /// The downward speed, in m/s.
    speed: f32,
}

impl Fall {
    /// The distance that it falls in the next so many seconds, in metres.
    pub(crate) fn distance(&mut self, seconds: f32) -> f32 {
        let before = self.speed;
        self.speed = (before + GRAVITY * seconds).min(TERMINAL_SPEED);
        0.5 * (before + self.speed) * seconds
    }

    /// It stands on the ground.
    pub(crate) fn lands(&mut self) {
        self.speed = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_fall_is_the_same_at_all_rates() {
        for hz in [30, 60, 144] {
            let mut fall = Fall::default();
            let fallen: f32 = (0..hz * 2).map(|_| fall.distance(1.0 / hz as f32)).sum();
            assert!((fallen - 0.5 * GRAVITY * 4.0).abs() < 1.0e-3, "{fallen}");
        }
    }
}

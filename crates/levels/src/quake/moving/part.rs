//! An entity with what it is made of, and the game that it is of.

use bspwalk_geometry::Aabb;
use glam::DVec3;

use crate::quake::entities::Keys;

/// Whose rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Game {
    Quake,
    Quake2,
    HalfLife,
}

/// An entity with what it is made of, in the axes and units of the game.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) keys: &'a Keys,
    /// The object of its faces, where it has some.
    pub(crate) object: Option<u32>,
    /// The box around its brushes, where it has some.
    pub(crate) bounds: Option<Aabb>,
    /// The point around which it turns, where it has one.
    pub(crate) pivot: Option<DVec3>,
}

impl Part<'_> {
    /// The size that the game takes it to have.
    pub(super) fn size(&self, game: Game) -> Option<Aabb> {
        // Quake's compilers take away what its engine adds, and Half-Life's rules do; Quake II's do not.
        let bounds = self.bounds.filter(|bounds| !bounds.is_empty())?;
        Some(if game == Game::Quake2 {
            bounds.inflated(1.0)
        } else {
            bounds
        })
    }

    fn flags(&self) -> u32 {
        let flags = self.keys.numbers("spawnflags");
        flags.and_then(|flags| flags.first().copied()).unwrap_or(0.0) as u32
    }

    pub(super) fn has(&self, flag: u32) -> bool {
        self.flags() & flag != 0
    }
}

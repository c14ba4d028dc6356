//! An entity with its faces, and the game it belongs to.

use bspwalk_geometry::Aabb;
use glam::DVec3;

use crate::quake::entities::Keys;

/// Game whose rules apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Game {
    Quake,
    Quake2,
    HalfLife,
}

/// An entity with its faces and brushes, in the game's axes and units.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) keys: &'a Keys,
    /// Object of its faces, if any.
    pub(crate) object: Option<u32>,
    /// Bounding box of its brushes, if any.
    pub(crate) bounds: Option<Aabb>,
    /// Rotation centre, if any.
    pub(crate) pivot: Option<DVec3>,
}

impl Part<'_> {
    /// Returns the bounding box that the game uses.
    pub(super) fn size(&self, game: Game) -> Option<Aabb> {
        // Quake's compilers remove the margin that its engine adds, and so does Half-Life's game code. Quake II keeps
        // it.
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

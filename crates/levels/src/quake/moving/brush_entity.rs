//! An entity with its faces and key values, and the game that it belongs to.

use bspwalk_geometry::Aabb;
use glam::DVec3;

use crate::quake::entities::Keys;

/// Maximum value of a key, in units, units per second or seconds.
const LARGEST: f64 = 1.0e6;

/// Game whose rules apply to the entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Game {
    Quake,
    Quake2,
    HalfLife,
}

/// An entity with its faces and brushes, in its game's axes and units.
#[derive(Clone, Copy)]
pub(crate) struct BrushEntity<'a> {
    pub(crate) keys: &'a Keys,
    pub(crate) object: Option<u32>,
    pub(crate) bounds: Option<Aabb>,
    pub(crate) pivot: Option<DVec3>,
}

impl BrushEntity<'_> {
    /// Returns the bounding box that the game uses for the entity.
    pub(super) fn size(&self, game: Game) -> Option<Aabb> {
        // Quake's compilers subtract the margin that its engine adds, and Half-Life's game code subtracts it too. Quake
        // II keeps the margin.
        let bounds = self.bounds.filter(|bounds| !bounds.is_empty())?;
        Some(if game == Game::Quake2 {
            bounds.inflated(1.0)
        } else {
            bounds
        })
    }

    pub(super) fn has(&self, flag: u32) -> bool {
        let flags = self.keys.numbers("spawnflags");
        let flags = flags.and_then(|flags| flags.first().copied()).unwrap_or(0.0);
        flags as u32 & flag != 0
    }

    pub(super) fn number(&self, key: &str) -> Option<f64> {
        let number = self.keys.numbers(key)?.first().copied()?;
        Some(number.clamp(-LARGEST, LARGEST))
    }

    /// Returns a key's numeric value. As in the games, 0 means that the key is missing.
    pub(super) fn number_or(&self, key: &str, default: f64) -> f64 {
        self.number(key)
            .filter(|&number| number != 0.0)
            .unwrap_or(default)
    }

    /// Returns the waiting time in seconds, or `None` if the entity never returns.
    pub(super) fn wait(&self, default: f64) -> Option<f64> {
        let wait = self.number_or("wait", default);
        (wait >= 0.0).then_some(wait)
    }

    pub(super) fn target(&self) -> Option<&str> {
        self.keys.get("target").filter(|target| !target.is_empty())
    }
}

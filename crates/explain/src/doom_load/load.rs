//! Entries that DOOM's renderer needs for a view, and their limits.

use super::projection::COLUMNS;

/// Entries that DOOM's renderer needs for a view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
pub struct RenderLoad {
    /// Floors and ceilings that are drawn as one area each.
    pub visplanes: u32,
    /// Visible parts of segs.
    pub drawsegs: u32,
    /// Columns of middle textures, and of outlines that clip sprites.
    pub openings: u32,
    /// Ranges of columns that are covered by walls, at the moment when there are most of them.
    pub solidsegs: u32,
}

/// An array of the original renderer with a fixed size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RenderLimit {
    /// `MAXVISPLANES`.
    Visplanes,
    /// `MAXDRAWSEGS`.
    Drawsegs,
    /// `MAXOPENINGS`.
    Openings,
    /// `MAXSEGS`.
    Solidsegs,
}

impl RenderLimit {
    /// All limits.
    pub const ALL: [Self; 4] = [Self::Visplanes, Self::Drawsegs, Self::Openings, Self::Solidsegs];

    /// Returns the size of the array in DOOM 1.9. Boom (`TeamTNT` 1998) and later ports allocate as much as they need.
    #[must_use]
    pub const fn entries(self) -> u32 {
        match self {
            Self::Visplanes => 128,
            Self::Drawsegs => 256,
            Self::Openings => 64 * COLUMNS as u32,
            Self::Solidsegs => 32,
        }
    }

    /// Returns the number of entries that a view needs.
    #[must_use]
    pub const fn of(self, load: &RenderLoad) -> u32 {
        match self {
            Self::Visplanes => load.visplanes,
            Self::Drawsegs => load.drawsegs,
            Self::Openings => load.openings,
            Self::Solidsegs => load.solidsegs,
        }
    }
}

impl RenderLoad {
    pub(super) fn max(self, other: Self) -> Self {
        Self {
            visplanes: self.visplanes.max(other.visplanes),
            drawsegs: self.drawsegs.max(other.drawsegs),
            openings: self.openings.max(other.openings),
            solidsegs: self.solidsegs.max(other.solidsegs),
        }
    }
}

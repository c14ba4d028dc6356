//! Heights, flats and light of sectors, and the textures of linedefs: everything that DOOM's renderer reads in addition
//! to the tree.

use bspwalk_progress::{CheckError, Progress, ensure};

use super::{DoomTree, check::FARTHEST};

/// Name of a floor or ceiling texture: as in the file, in upper case, padded with zeros.
pub type FlatName = [u8; 8];

/// Name of the flat that is drawn as sky.
pub const SKY_FLAT: FlatName = *b"F_SKY1\0\0";

/// Floor and ceiling of a sector.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct DoomSector {
    /// Height of the floor, in map units.
    pub floor: f64,
    /// Height of the ceiling in the file, in map units.
    pub ceiling: f64,
    /// Height of the ceiling once the doors are open, in map units. Equals `ceiling` unless the sector is a closed door.
    pub opened_ceiling: f64,
    /// Texture of the floor.
    pub floor_flat: FlatName,
    /// Texture of the ceiling.
    pub ceiling_flat: FlatName,
    /// Light level, 0 to 255.
    pub light: u8,
}

/// Parts of a linedef's side that have a texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SideTextures {
    /// Whether the part above the opening has a texture.
    pub upper: bool,
    /// Whether the part below the opening has a texture.
    pub lower: bool,
    /// Whether a one-sided wall, or the opening of a two-sided linedef, has a texture.
    pub middle: bool,
}

/// Surfaces of a DOOM map.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct DoomSurfaces {
    /// Sectors, in file order.
    pub sectors: Vec<DoomSector>,
    /// Textures of the right and the left side of each linedef, in file order.
    pub sides: Vec<[SideTextures; 2]>,
}

impl DoomSurfaces {
    /// Checks that there is one entry for each sector and linedef of a tree, and that all heights are finite.
    ///
    /// # Errors
    /// Returns [`CheckError`] if a check fails, or if `progress` is cancelled.
    pub fn check(&self, tree: &DoomTree, progress: &Progress) -> Result<(), CheckError> {
        let parts = tree.parts();
        let is_whole =
            self.sectors.len() == parts.sectors as usize && self.sides.len() == parts.linedefs.len();
        ensure(is_whole, "the heights and textures belong to a different map")?;
        progress.check_each_numbered("sector", &self.sectors, |_, sector| {
            let heights = [sector.floor, sector.ceiling, sector.opened_ceiling];
            let is_height = |height: f64| height.is_finite() && height.abs() <= FARTHEST;
            ensure(
                heights.into_iter().all(is_height),
                "a coordinate is not finite or is too large",
            )
        })
    }
}

//! Lists the surfaces that DOOM's renderer reads next to the tree.

use bspwalk_trees::doom::{DoomSector, DoomSurfaces, SKY_FLAT, SideTextures};

use super::{
    directory::Name,
    heights::Heights,
    lumps::{Lumps, Side},
    materials::is_sky,
};

/// Returns the surfaces of a map.
pub(super) fn of(lumps: &Lumps<'_>, heights: &Heights) -> DoomSurfaces {
    // The other games have other names for the same flat.
    let flat = |name: Name| if is_sky(name) { SKY_FLAT } else { name.0 };
    let sectors = lumps.sectors.iter().zip(&heights.ceilings);
    let sectors = sectors.map(|(sector, &opened_ceiling)| DoomSector {
        floor: sector.floor,
        ceiling: sector.ceiling,
        opened_ceiling: opened_ceiling.max(sector.ceiling),
        floor_flat: flat(sector.floor_flat),
        ceiling_flat: flat(sector.ceiling_flat),
        light: sector.light,
    });
    let textures = |side: Option<u32>| {
        let side = side.and_then(|side| lumps.sidedefs.get(side as usize));
        let has = |name: fn(&Side) -> Name| side.is_some_and(|side| !name(side).is_none());
        SideTextures {
            upper: has(|side| side.upper),
            lower: has(|side| side.lower),
            middle: has(|side| side.middle),
        }
    };
    DoomSurfaces {
        sectors: sectors.collect(),
        sides: lumps.sides.iter().map(|sides| sides.map(textures)).collect(),
    }
}

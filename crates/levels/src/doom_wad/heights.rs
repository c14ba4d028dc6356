//! Sector heights in the level. Doors that are closed in the map are open in the level.

use std::collections::HashSet;

use super::{lumps::Lumps, specials::TargetSectors};

/// Distance between an open door and the lowest adjacent ceiling, in map units (`p_doors.c`).
pub(super) const LIP: f64 = 4.0;

/// Floor and ceiling heights, indexed by sector. No ceiling is below its floor.
pub(super) struct Heights {
    /// Floor heights, in map units.
    pub(super) floors: Vec<f64>,
    /// Ceiling heights, in map units.
    pub(super) ceilings: Vec<f64>,
    /// Number of doors that are closed in the map and open here.
    pub(super) doors: usize,
    /// Height of the lowest ceiling adjacent to each sector (in map units), ignoring doors. Infinite if there
    /// is no such ceiling.
    pub(super) lowest: Vec<f64>,
}

impl Heights {
    pub(super) fn of(lumps: &Lumps<'_>) -> Self {
        let sectors = &lumps.sectors;
        let mut heights = Self {
            floors: sectors.iter().map(|sector| sector.floor).collect(),
            ceilings: sectors
                .iter()
                .map(|sector| sector.ceiling.max(sector.floor))
                .collect(),
            doors: 0,
            lowest: Vec::new(),
        };
        let (mut is_door, mut tags) = (vec![false; sectors.len()], HashSet::new());
        for (line, opens) in lumps.linedefs.iter().zip(&lumps.opens) {
            match (opens, line.sectors[1]) {
                (Some(TargetSectors::Behind), Some(back)) => is_door[back as usize] = true,
                (Some(TargetSectors::Tagged(tag)), _) => {
                    tags.insert(*tag);
                }
                _ => {}
            }
        }
        for (sector, is_door) in sectors.iter().zip(&mut is_door) {
            *is_door = (*is_door || tags.contains(&sector.tag)) && sector.ceiling <= sector.floor;
        }
        let mut lowest = vec![f64::INFINITY; sectors.len()];
        for line in &lumps.linedefs {
            let [Some(front), Some(back)] = line.sectors.map(|sector| sector.map(|sector| sector as usize))
            else {
                continue;
            };
            for (door, beside) in [(front, back), (back, front)] {
                // An adjacent door does not limit how far this door opens.
                if door != beside && !is_door[beside] {
                    lowest[door] = lowest[door].min(sectors[beside].ceiling);
                }
            }
        }
        for (door, _) in is_door.iter().enumerate().filter(|(_, is_door)| **is_door) {
            let opened = lowest[door] - LIP;
            if opened.is_finite() && opened > heights.floors[door] {
                heights.ceilings[door] = opened;
                heights.doors += 1;
            }
        }
        heights.lowest = lowest;
        heights
    }
}

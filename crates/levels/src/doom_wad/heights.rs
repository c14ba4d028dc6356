//! The heights of the sectors as the level has them: closed doors stand open.

use std::collections::HashSet;

use super::lumps::Lumps;

/// How far an open door stays below the lowest ceiling beside it, in map units (`p_doors.c`).
const LIP: f64 = 4.0;

/// Specials of linedefs that open the door behind them when they are used.
const MANUAL: [u16; 10] = [1, 26, 27, 28, 31, 32, 33, 34, 117, 118];

/// Specials that open the sectors of the same tag, when they are used, crossed or shot at.
const TAGGED: [u16; 23] = [
    2, 4, 29, 46, 61, 63, 86, 90, 99, 103, 105, 106, 108, 109, 111, 112, 114, 115, 133, 134, 135, 136, 137,
];

/// Boom's generalized doors and locked doors, of which those that are used by hand (trigger 6 and 7) open what is behind.
const GENERALIZED: std::ops::Range<u16> = 0x3800..0x4000;

/// Floors and ceilings by the numbers of the sectors; no ceiling is below its floor.
pub(super) struct Heights {
    /// In map units.
    pub(super) floors: Vec<f64>,
    /// In map units.
    pub(super) ceilings: Vec<f64>,
    /// How many doors were opened.
    pub(super) doors: usize,
}

impl Heights {
    /// Of a map, with its doors open.
    pub(super) fn of(lumps: &Lumps<'_>) -> Self {
        let sectors = &lumps.sectors;
        let mut heights = Self {
            floors: sectors.iter().map(|sector| sector.floor).collect(),
            ceilings: sectors
                .iter()
                .map(|sector| sector.ceiling.max(sector.floor))
                .collect(),
            doors: 0,
        };
        let (mut is_door, mut tags) = (vec![false; sectors.len()], HashSet::new());
        for (line, &tag) in lumps.linedefs.iter().zip(&lumps.tags) {
            let is_generalized = GENERALIZED.contains(&line.special);
            let is_manual = MANUAL.contains(&line.special) || is_generalized && line.special & 7 >= 6;
            match line.sectors[1] {
                Some(back) if is_manual => is_door[back as usize] = true,
                _ if TAGGED.contains(&line.special) || is_generalized => {
                    tags.insert(tag);
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
                // A door beside a door does not hold it down.
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
        heights
    }
}

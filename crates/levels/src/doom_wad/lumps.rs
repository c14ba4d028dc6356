//! The lumps of a map as numbers, with every index checked: "The Unofficial DOOM Specs", chapter 4.

use bspwalk_progress::{CheckError, Progress, ensure};
use bspwalk_trees::doom::Linedef;
use glam::DVec2;

use super::directory::{LUMPS, Map, Name};
use crate::LevelError;

/// The index that stands for none.
const NOTHING: u16 = u16::MAX;

/// What stands on the map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thing {
    pub(super) place: DVec2,
    /// Degrees to the left of the east.
    pub(super) angle: f64,
    pub(super) kind: u16,
    pub(super) flags: u16,
}

/// One side of a linedef.
#[derive(Clone, Copy)]
pub(super) struct Side {
    /// How far its textures are moved, to the left and up, in pixels.
    pub(super) offset: [f64; 2],
    pub(super) upper: Name,
    pub(super) lower: Name,
    pub(super) middle: Name,
    pub(super) sector: u32,
}

/// A part of the map with one height of floor and ceiling.
#[derive(Clone, Copy)]
pub(super) struct Sector {
    pub(super) floor: f64,
    pub(super) ceiling: f64,
    pub(super) floor_flat: Name,
    pub(super) ceiling_flat: Name,
    /// 0 to 255.
    pub(super) light: u8,
    pub(super) tag: u16,
}

/// A map.
pub(super) struct Lumps<'a> {
    pub(super) file: &'a str,
    pub(super) map: Map<'a>,
    pub(super) things: Vec<Thing>,
    pub(super) vertices: Vec<DVec2>,
    pub(super) linedefs: Vec<Linedef>,
    /// The sides of each linedef, by its number: the front and the back.
    pub(super) sides: Vec<[Option<u32>; 2]>,
    /// The tag of each linedef.
    pub(super) tags: Vec<u16>,
    pub(super) sidedefs: Vec<Side>,
    pub(super) sectors: Vec<Sector>,
}

/// The items of a lump, `N` bytes each; bytes behind the last whole one are passed over, as in the game.
pub(super) fn items<const N: usize>(lump: &[u8]) -> &[[u8; N]] {
    lump.as_chunks::<N>().0
}

pub(super) fn unsigned(item: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([item[at], item[at + 1]])
}

pub(super) fn signed(item: &[u8], at: usize) -> f64 {
    f64::from(unsigned(item, at).cast_signed())
}

impl<'a> Lumps<'a> {
    /// Reads a map but for its tree; at most 8 bytes for each byte of the file.
    pub(super) fn read(file: &'a str, map: Map<'a>, progress: &Progress) -> Result<Self, LevelError> {
        let mut lumps = Self {
            file,
            map,
            things: Vec::new(),
            vertices: Vec::new(),
            linedefs: Vec::new(),
            sides: Vec::new(),
            tags: Vec::new(),
            sidedefs: Vec::new(),
            sectors: Vec::new(),
        };
        if lumps.map.lumps[10].is_some() {
            return Err(lumps.refused(
                "is in Hexen's format (BEHAVIOR), which is not read; save it in the format of DOOM in the map editor",
            ));
        }
        let things = items::<10>(lumps.lump("THINGS")?).iter().map(|item| Thing {
            place: DVec2::new(signed(item, 0), signed(item, 2)),
            angle: signed(item, 4),
            kind: unsigned(item, 6),
            flags: unsigned(item, 8),
        });
        lumps.things = things.collect();
        progress.check()?;
        let vertices = items::<4>(lumps.lump("VERTEXES")?)
            .iter()
            .map(|item| DVec2::new(signed(item, 0), signed(item, 2)));
        lumps.vertices = vertices.collect();
        progress.check()?;
        let sectors = items::<26>(lumps.lump("SECTORS")?).iter().map(|item| Sector {
            floor: signed(item, 0),
            ceiling: signed(item, 2),
            floor_flat: Name::of(&item[4..12]),
            ceiling_flat: Name::of(&item[12..20]),
            light: unsigned(item, 20).min(255) as u8,
            tag: unsigned(item, 24),
        });
        lumps.sectors = sectors.collect();
        progress.check()?;
        let sidedefs = items::<30>(lumps.lump("SIDEDEFS")?).iter().map(|item| Side {
            offset: [signed(item, 0), signed(item, 2)],
            upper: Name::of(&item[4..12]),
            lower: Name::of(&item[12..20]),
            middle: Name::of(&item[20..28]),
            sector: u32::from(unsigned(item, 28)),
        });
        lumps.sidedefs = sidedefs.collect();
        progress.check()?;
        lumps.read_linedefs(progress)?;
        Ok(lumps)
    }

    fn read_linedefs(&mut self, progress: &Progress) -> Result<(), LevelError> {
        let items = items::<14>(self.lump("LINEDEFS")?);
        if items.is_empty() || self.sectors.is_empty() {
            return Err(self.refused("has no linedefs or no sectors; draw a room in it"));
        }
        if items.len() > usize::from(NOTHING) {
            return Err(self.damaged("LINEDEFS", "has more linedefs than the format can number"));
        }
        let (vertices, sectors) = (self.vertices.len(), self.sectors.len());
        let (mut linedefs, mut sides) = (Vec::new(), Vec::new());
        let read = progress.check_each_numbered("linedef", items, |_, item| {
            let [from, to] = [0, 2].map(|at| u32::from(unsigned(item, at)));
            let is_there = |vertex: u32| (vertex as usize) < vertices;
            ensure(is_there(from) && is_there(to), "an end does not exist")?;
            let mut own_sides = [None; 2];
            let mut own_sectors = [None; 2];
            for (place, at) in [10, 12].into_iter().enumerate() {
                let side = unsigned(item, at);
                if side == NOTHING {
                    continue;
                }
                let found = self
                    .sidedefs
                    .get(usize::from(side))
                    .ok_or("a side does not exist")?;
                ensure((found.sector as usize) < sectors, "a sector of it does not exist")?;
                own_sides[place] = Some(u32::from(side));
                own_sectors[place] = Some(found.sector);
            }
            sides.push(own_sides);
            linedefs.push(Linedef {
                from,
                to,
                sectors: own_sectors,
                flags: unsigned(item, 4),
                special: unsigned(item, 6),
            });
            Ok(())
        });
        read.map_err(|error| self.wrong("LINEDEFS", error))?;
        self.tags = items.iter().map(|item| unsigned(item, 8)).collect();
        (self.linedefs, self.sides) = (linedefs, sides);
        Ok(())
    }

    /// The content of a lump; nothing where there is none of this name.
    ///
    /// # Errors
    /// Where it lies beyond the end of the file.
    pub(super) fn lump(&self, name: &str) -> Result<&'a [u8], LevelError> {
        let place = LUMPS.iter().position(|lump| *lump == name);
        match place.and_then(|place| self.map.lumps[place]) {
            Some(content) => content.ok_or_else(|| self.damaged(name, "lies beyond the end of the file")),
            None => Ok(&[]),
        }
    }

    /// The error that the map is not read, and why.
    pub(super) fn refused(&self, problem: &str) -> LevelError {
        let name = self.map.name;
        LevelError::refused(
            self.file,
            format!("cannot be opened: its map {name} {problem}, or choose another with --map"),
        )
    }

    /// The error that a lump is damaged.
    pub(super) fn damaged(&self, lump: &str, problem: impl std::fmt::Display) -> LevelError {
        self.refused(&format!(
            "is damaged: its lump {lump} {problem}; save the map again"
        ))
    }

    /// The error of a check of a lump.
    pub(super) fn wrong(&self, lump: &str, error: CheckError) -> LevelError {
        match error {
            CheckError::Cancelled(_) => LevelError::Cancelled,
            CheckError::Wrong(what) => self.damaged(lump, format_args!("is wrong ({what})")),
        }
    }
}

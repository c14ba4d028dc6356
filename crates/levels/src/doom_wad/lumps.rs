//! The decoded map with validated indices. `loose` counts the invalid ones.
//!
//! This module reads the binary lumps of DOOM and of Hexen. Linedefs and things are longer in Hexen. Sources: "The
//! Unofficial DOOM Specs", Fell 1994, chapter 4; `xddefs.h` of Hexen, Raven Software 1995, source of 1999.

use crate::{Text, ToText, text};
use bspwalk_progress::Progress;
use bspwalk_trees::doom::Linedef;
use glam::DVec2;

use super::{
    directory::{Kind, Map, Name},
    loose::Loose,
    specials::{Action, SectorAction, TargetSectors},
};
use crate::LevelError;

const NOTHING: u16 = u16::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct Thing {
    pub(super) place: DVec2,
    /// Angle in degrees, counter-clockwise from east.
    pub(super) angle: f64,
    pub(super) kind: u16,
    pub(super) flags: u16,
    /// Height above the floor, in map units.
    pub(super) height: f64,
}

#[derive(Clone, Copy)]
pub(super) struct Side {
    /// Texture offset to the left and upwards, in pixels.
    pub(super) offset: [f64; 2],
    pub(super) upper: Name,
    pub(super) lower: Name,
    pub(super) middle: Name,
    pub(super) sector: u32,
    /// Line number in a text map; 0 in binary formats.
    pub(super) text_line: usize,
}

/// An area with a single floor height and a single ceiling height.
#[derive(Clone, Copy)]
pub(super) struct Sector {
    pub(super) floor: f64,
    pub(super) ceiling: f64,
    pub(super) floor_flat: Name,
    pub(super) ceiling_flat: Name,
    /// Light level, 0 to 255.
    pub(super) light: u8,
    pub(super) tag: i32,
}

pub(super) struct Lumps<'a> {
    pub(super) file: &'a str,
    pub(super) map: Map<'a>,
    pub(super) things: Vec<Thing>,
    pub(super) vertices: Vec<DVec2>,
    pub(super) linedefs: Vec<Linedef>,
    pub(super) sides: Vec<[Option<u32>; 2]>,
    pub(super) opens: Vec<Option<TargetSectors>>,
    pub(super) acts: Vec<Option<SectorAction>>,
    pub(super) sidedefs: Vec<Side>,
    pub(super) sectors: Vec<Sector>,
    /// Whether thing numbers are DOOM's rather than Heretic's, Hexen's or Strife's.
    pub(super) has_things_of_doom: bool,
    pub(super) has_specials_of_hexen: bool,
    /// Number of vertices and sectors that directly define a sloped floor or ceiling.
    pub(super) slopes: usize,
    /// UDMF namespace, if it has specials that are not supported.
    pub(super) unsupported_namespace: Option<String>,
    pub(super) loose: Loose,
}

/// Maximum absolute coordinate, in map units.
pub(super) const FARTHEST: f64 = 32_768.0;

/// Converts a coordinate to 16.16 fixed point, the game's own format.
pub(super) fn fixed(coordinate: f64) -> i64 {
    (coordinate * 65_536.0).round() as i64
}

/// Converts a coordinate from 16.16 fixed point.
pub(super) fn unfixed(coordinate: i64) -> f64 {
    coordinate as f64 / 65_536.0
}

/// A linedef whose indices have not been validated.
pub(super) struct Line {
    pub(super) ends: [u32; 2],
    pub(super) sides: [Option<u32>; 2],
    pub(super) flags: u16,
    pub(super) special: u16,
    pub(super) opens: Option<TargetSectors>,
    pub(super) act: Option<SectorAction>,
    /// Line number in a text map; 0 in binary formats.
    pub(super) text_line: usize,
}

fn side(item: &[u8], at: usize) -> Option<u32> {
    let side = unsigned(item, at);
    (side != NOTHING).then_some(u32::from(side))
}

fn line(item: &[u8; 14]) -> Line {
    let special = unsigned(item, 6);
    Line {
        ends: [0, 2].map(|at| u32::from(unsigned(item, at))),
        sides: [10, 12].map(|at| side(item, at)),
        flags: unsigned(item, 4),
        special,
        opens: TargetSectors::of_doom(special, i32::from(unsigned(item, 8))),
        act: SectorAction::of_doom(special, i32::from(unsigned(item, 8))),
        text_line: 0,
    }
}

/// Flag of Hexen linedefs with a repeatable special. The next three bits select the trigger: 0 and 5 crossing, 1 use, 3
/// shot, 4 bump, 6 use with pass-through.
const REPEATS: u16 = 0x200;

/// Reads a Hexen linedef. It has a one-byte special, followed by five one-byte arguments.
fn line_of_hexen(item: &[u8; 16]) -> Line {
    let special = u16::from(item[6]);
    let flags = unsigned(item, 4);
    let set_off = flags >> 10 & 7;
    Line {
        ends: [0, 2].map(|at| u32::from(unsigned(item, at))),
        sides: [12, 14].map(|at| side(item, at)),
        flags,
        special,
        opens: TargetSectors::of_hexen(special, i32::from(item[7])),
        act: SectorAction::of_hexen(Action {
            special,
            arguments: std::array::from_fn(|argument| i32::from(item[7 + argument])),
            crossed: matches!(set_off, 0 | 5),
            used: matches!(set_off, 1 | 3 | 4 | 6),
            repeats: flags & REPEATS != 0,
        }),
        text_line: 0,
    }
}

fn thing(item: &[u8; 10]) -> Thing {
    Thing {
        place: DVec2::new(signed(item, 0), signed(item, 2)),
        angle: signed(item, 4),
        kind: unsigned(item, 6),
        flags: unsigned(item, 8),
        height: 0.0,
    }
}

/// Reads a Hexen thing. It starts with a script number, contains a height, and ends with a special and the special's
/// arguments.
fn thing_of_hexen(item: &[u8; 20]) -> Thing {
    Thing {
        place: DVec2::new(signed(item, 2), signed(item, 4)),
        height: signed(item, 6),
        angle: signed(item, 8),
        kind: unsigned(item, 10),
        flags: unsigned(item, 12),
    }
}

/// Splits a lump into items of `N` bytes each. Ignores trailing bytes, like the game.
pub(super) fn items<const N: usize>(lump: &[u8]) -> &[[u8; N]] {
    lump.as_chunks::<N>().0
}

pub(super) fn read_all<const N: usize, T>(lump: &[u8], read: impl Fn(&[u8; N]) -> T) -> Vec<T> {
    items::<N>(lump).iter().map(read).collect()
}

pub(super) fn unsigned(item: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([item[at], item[at + 1]])
}

pub(super) fn signed(item: &[u8], at: usize) -> f64 {
    f64::from(unsigned(item, at).cast_signed())
}

impl<'a> Lumps<'a> {
    /// Creates a map without any data. Data that is read later takes at most 8 bytes of memory per byte of the file.
    pub(super) fn new(file: &'a str, map: Map<'a>) -> Self {
        Self {
            file,
            map,
            things: Vec::new(),
            vertices: Vec::new(),
            linedefs: Vec::new(),
            sides: Vec::new(),
            opens: Vec::new(),
            acts: Vec::new(),
            sidedefs: Vec::new(),
            sectors: Vec::new(),
            has_things_of_doom: true,
            has_specials_of_hexen: false,
            slopes: 0,
            unsupported_namespace: None,
            loose: Loose::default(),
        }
    }

    /// Reads everything except the tree from a map in a binary format.
    pub(super) fn read_binary(&mut self, progress: &Progress) -> Result<(), LevelError> {
        let is_hexen = self.map.kind == Kind::Hexen;
        (self.has_things_of_doom, self.has_specials_of_hexen) = (!is_hexen, is_hexen);
        let things = self.lump("THINGS")?;
        self.things = if is_hexen {
            read_all(things, thing_of_hexen)
        } else {
            read_all(things, thing)
        };
        progress.check()?;
        self.vertices = read_all(self.lump("VERTEXES")?, |item: &[u8; 4]| {
            DVec2::new(signed(item, 0), signed(item, 2))
        });
        progress.check()?;
        self.sectors = read_all(self.lump("SECTORS")?, |item: &[u8; 26]| Sector {
            floor: signed(item, 0),
            ceiling: signed(item, 2),
            floor_flat: Name::of(&item[4..12]),
            ceiling_flat: Name::of(&item[12..20]),
            light: unsigned(item, 20).min(255) as u8,
            tag: i32::from(unsigned(item, 24)),
        });
        progress.check()?;
        self.sidedefs = read_all(self.lump("SIDEDEFS")?, |item: &[u8; 30]| Side {
            offset: [signed(item, 0), signed(item, 2)],
            upper: Name::of(&item[4..12]),
            lower: Name::of(&item[12..20]),
            middle: Name::of(&item[20..28]),
            sector: u32::from(unsigned(item, 28)),
            text_line: 0,
        });
        progress.check()?;
        let lines = self.lump("LINEDEFS")?;
        let lines: Vec<Line> = if is_hexen {
            read_all(lines, line_of_hexen)
        } else {
            read_all(lines, line)
        };
        if lines.len() > usize::from(NOTHING) {
            return Err(self.damaged("LINEDEFS", text!("doom-too-many-linedefs")));
        }
        self.store_linedefs(&lines, progress)
    }

    /// Stores these linedefs. Ignores linedefs with invalid vertices, and sides without a valid sector. An ignored
    /// linedef keeps its number, because nodes refer to linedef numbers.
    pub(super) fn store_linedefs(&mut self, lines: &[Line], progress: &Progress) -> Result<(), LevelError> {
        if lines.is_empty() || self.sectors.is_empty() || self.vertices.is_empty() {
            return Err(self.refused(text!("doom-nothing-drawn")));
        }
        for (number, side) in self.sidedefs.iter().enumerate() {
            progress.check_at(number)?;
            if side.sector as usize >= self.sectors.len() {
                self.loose.sides.add(number, side.text_line);
            }
        }
        for (number, line) in lines.iter().enumerate() {
            progress.check_at(number)?;
            self.join_line(number, line);
        }
        Ok(())
    }

    fn join_line(&mut self, number: usize, line: &Line) {
        let has_vertex = |vertex: u32| (vertex as usize) < self.vertices.len();
        let is_placed = line.ends.into_iter().all(has_vertex);
        let mut sides = [None; 2];
        let mut sectors = [None; 2];
        if is_placed {
            let mut is_loose = false;
            for (at, side) in line.sides.into_iter().enumerate() {
                let Some(side) = side else { continue };
                let found = self.sidedefs.get(side as usize).map(|side| side.sector);
                is_loose |= found.is_none();
                let sector = found.filter(|&sector| (sector as usize) < self.sectors.len());
                sectors[at] = sector;
                sides[at] = sector.map(|_| side);
            }
            if line.sides == [None; 2] {
                self.loose.bare_lines.add(number, line.text_line);
            }
            let [from, to] = line.ends.map(|end| self.vertices[end as usize]);
            if from == to {
                self.loose.flat_lines.add(number, line.text_line);
            }
            if is_loose {
                self.loose.lines_of_sides.add(number, line.text_line);
            }
        } else {
            self.loose.lines.add(number, line.text_line);
        }
        self.sides.push(sides);
        self.opens.push(line.opens.filter(|_| is_placed));
        self.acts.push(line.act.filter(|_| is_placed));
        let [from, to] = if is_placed { line.ends } else { [0; 2] };
        self.linedefs.push(Linedef {
            from,
            to,
            sectors,
            flags: line.flags,
            special: if is_placed { line.special } else { 0 },
        });
    }

    /// Returns a lump's content; empty if there is no lump with this name.
    pub(super) fn lump(&self, name: &str) -> Result<&'a [u8], LevelError> {
        let wanted = Name::of(name.as_bytes());
        match self.map.lumps.iter().find(|lump| lump.name == wanted) {
            Some(lump) => lump
                .content
                .ok_or_else(|| self.damaged(name, text!("doom-lump-beyond"))),
            None => Ok(&[]),
        }
    }

    pub(super) fn refused(&self, problem: Text) -> LevelError {
        let name = self.map.name;
        LevelError::refused(self.file, text!("doom-not-opened", name, problem))
    }

    pub(super) fn damaged(&self, lump: &str, problem: impl ToText) -> LevelError {
        self.refused(text!("doom-lump-damaged", lump, problem))
    }
}

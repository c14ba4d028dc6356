//! Reads UDMF maps: "Universal Doom Map Format Specification" 1.1 (Haley 2009), with the additions of `p_udmf.cpp` in
//! `GZDoom` (Oelckers 2008).
//!
//! `scanner` splits the text into tokens, `blocks` parses keys and values, and `namespace` lists the specials of source
//! ports. This module builds the map. Unknown blocks and keys are skipped, as the specification requires. Coordinates
//! are rounded to 1/65,536 of a map unit, as in the nodes.

mod blocks;
mod namespace;
mod scanner;

use crate::text;
use bspwalk_progress::Progress;
use glam::DVec2;

use self::{
    blocks::{Field, Item, fields, item},
    namespace::{Namespace, Specials},
    scanner::{Scanner, Wrong},
};
use super::damage::Damage;
use super::{
    directory::Name,
    lumps::{FARTHEST, Line, Lumps, Sector, Side, Thing, fixed, unfixed},
    specials::Action,
};
use crate::LevelError;

const LUMP: &str = "TEXTMAP";

const NOTHING: u32 = u32::MAX;

/// Linedef flags, with the corresponding bits of DOOM's format.
const FLAGS: [(&str, u16); 9] = [
    ("blocking", 0x1),
    ("blockmonsters", 0x2),
    ("twosided", 0x4),
    ("dontpegtop", 0x8),
    ("dontpegbottom", 0x10),
    ("secret", 0x20),
    ("blocksound", 0x40),
    ("dontdraw", 0x80),
    ("mapped", 0x100),
];

/// Thing flags, with the corresponding bits of DOOM's format. [`NOT_SINGLE`] is handled separately.
const THING_FLAGS: [(&str, u16); 4] = [("skill2", 0x1), ("skill3", 0x2), ("skill4", 0x4), ("ambush", 0x8)];

/// Flag for things that do not appear in single-player games.
const NOT_SINGLE: u16 = 0x10;

/// Keys of vertices and sectors that create slopes.
const SLOPES: [&str; 4] = ["zfloor", "zceiling", "floorplane_c", "ceilingplane_c"];

pub(super) fn read(lumps: &mut Lumps<'_>, progress: &Progress) -> Result<(), LevelError> {
    let text = lumps.lump(LUMP)?;
    let lines = match parse(text, lumps, progress) {
        Ok(lines) => lines,
        Err(Damage::Cancelled) => return Err(LevelError::Cancelled),
        Err(Damage::Wrong(problem)) => return Err(lumps.damaged(LUMP, problem)),
    };
    lumps.store_linedefs(&lines, progress)
}

impl From<Wrong> for Damage {
    fn from(wrong: Wrong) -> Self {
        text!("doom-udmf-wrong", line = wrong.line, what = wrong.what).into()
    }
}

fn parse(text: &[u8], lumps: &mut Lumps<'_>, progress: &Progress) -> Result<Vec<Line>, Damage> {
    let mut scanner = Scanner::new(text);
    let mut lines = Vec::new();
    // Like GZDoom, treat a map without a namespace as a DOOM map.
    let mut specials = Specials::Doom;
    let mut turn = 0;
    while let Some(item) = item(&mut scanner)? {
        progress.check_at(turn)?;
        turn += 1;
        match item {
            Item::Field(field) if field.key() == "namespace" => {
                let namespace = Namespace::of(field.text()?);
                specials = namespace.specials;
                lumps.has_specials_of_hexen = specials == Specials::Hexen;
                lumps.has_things_of_doom = namespace.has_things_of_doom;
                lumps.unsupported_namespace = namespace.unsupported;
            }
            Item::Field(_) => {}
            Item::Block(name, line) => match &*name {
                "vertex" => {
                    let (vertex, is_slope) = vertex(&mut scanner, line)?;
                    lumps.slopes += usize::from(is_slope);
                    lumps.vertices.push(vertex);
                }
                "linedef" => lines.push(linedef(&mut scanner, line, specials)?),
                "sidedef" => lumps.sidedefs.push(sidedef(&mut scanner, line)?),
                "sector" => {
                    let (sector, is_slope) = sector(&mut scanner)?;
                    lumps.slopes += usize::from(is_slope);
                    lumps.sectors.push(sector);
                }
                "thing" => lumps.things.push(thing(&mut scanner, line)?),
                _ => {
                    let mut turn = 0;
                    let mut cancelled = Ok(());
                    fields(&mut scanner, |_| {
                        turn += 1;
                        cancelled = cancelled.and_then(|()| progress.check_at(turn));
                        Ok(())
                    })?;
                    cancelled?;
                }
            },
        }
    }
    Ok(lines)
}

/// Returns the value of a required key, or an error if it is missing.
fn required<T>(value: Option<T>, key: &str, block: &str, line: usize) -> Result<T, Wrong> {
    value.ok_or_else(|| Wrong {
        line,
        what: text!("doom-udmf-no-key", block, key),
    })
}

/// Returns a coordinate rounded to 1/65,536 of a map unit.
fn coordinate(field: &Field<'_>) -> Result<f64, Wrong> {
    field.number_to(FARTHEST).map(|number| unfixed(fixed(number)))
}

fn place([x, y]: [Option<f64>; 2], block: &str, line: usize) -> Result<DVec2, Wrong> {
    Ok(DVec2::new(
        required(x, "x", block, line)?,
        required(y, "y", block, line)?,
    ))
}

/// Reads a vertex. Also returns whether the vertex defines a sloped floor or ceiling.
fn vertex(scanner: &mut Scanner<'_>, line: usize) -> Result<(DVec2, bool), Wrong> {
    let (mut at, mut is_slope) = ([None; 2], false);
    fields(scanner, |field| {
        match field.key() {
            "x" => at[0] = Some(coordinate(field)?),
            "y" => at[1] = Some(coordinate(field)?),
            key => is_slope |= SLOPES.contains(&key),
        }
        Ok(())
    })?;
    Ok((place(at, "vertex", line)?, is_slope))
}

fn linedef(scanner: &mut Scanner<'_>, line: usize, specials: Specials) -> Result<Line, Wrong> {
    let (mut ends, mut sides) = ([None; 2], [None; 2]);
    let (mut flags, mut id, mut action) = (0, 0, Action::default());
    fields(scanner, |field| {
        match field.key() {
            "v1" => ends[0] = field.index()?,
            "v2" => ends[1] = field.index()?,
            "sidefront" => sides[0] = field.index()?,
            "sideback" => sides[1] = field.index()?,
            "special" => action.special = field.short()?,
            "id" => id = field.integer()?,
            "arg0" => action.arguments[0] = field.integer()?,
            "arg1" => action.arguments[1] = field.integer()?,
            "arg2" => action.arguments[2] = field.integer()?,
            "arg3" => action.arguments[3] = field.integer()?,
            "playercross" => action.crossed |= field.truth()?,
            "playeruse" | "impact" | "playerpush" => action.used |= field.truth()?,
            "repeatspecial" => action.repeats = field.truth()?,
            key => {
                if let Some((_, bit)) = FLAGS.iter().find(|(name, _)| *name == key) {
                    set(&mut flags, *bit, field.truth()?);
                }
            }
        }
        Ok(())
    })?;
    // Source ports find sectors by the first argument, and use the ID only for linedefs. Some editors write only the
    // ID.
    let tag = match action.arguments[0] {
        0 => id,
        tag => tag,
    };
    Ok(Line {
        ends: ends.map(|end| end.unwrap_or(NOTHING)),
        sides,
        flags,
        special: action.special,
        opens: specials.target_sectors(&action, tag),
        act: specials.sector_action(action, tag),
        text_line: line,
    })
}

fn sidedef(scanner: &mut Scanner<'_>, line: usize) -> Result<Side, Wrong> {
    let none = Name::of(b"-");
    let mut side = Side {
        offset: [0.0; 2],
        upper: none,
        lower: none,
        middle: none,
        sector: NOTHING,
        text_line: line,
    };
    fields(scanner, |field| {
        match field.key() {
            "offsetx" => side.offset[0] = field.number()?,
            "offsety" => side.offset[1] = field.number()?,
            "texturetop" => side.upper = Name::of(field.text()?),
            "texturebottom" => side.lower = Name::of(field.text()?),
            "texturemiddle" => side.middle = Name::of(field.text()?),
            "sector" => side.sector = field.index()?.unwrap_or(NOTHING),
            _ => {}
        }
        Ok(())
    })?;
    Ok(side)
}

/// Reads a sector. Also returns whether the sector has a sloped floor or ceiling.
fn sector(scanner: &mut Scanner<'_>) -> Result<(Sector, bool), Wrong> {
    let none = Name::of(b"-");
    let (mut sector, mut is_slope) = (
        Sector {
            floor: 0.0,
            ceiling: 0.0,
            floor_flat: none,
            ceiling_flat: none,
            light: 160,
            tag: 0,
        },
        false,
    );
    fields(scanner, |field| {
        match field.key() {
            "heightfloor" => sector.floor = coordinate(field)?,
            "heightceiling" => sector.ceiling = coordinate(field)?,
            "texturefloor" => sector.floor_flat = Name::of(field.text()?),
            "textureceiling" => sector.ceiling_flat = Name::of(field.text()?),
            "lightlevel" => sector.light = field.integer()?.clamp(0, 255) as u8,
            "id" => sector.tag = field.integer()?,
            key => is_slope |= SLOPES.contains(&key),
        }
        Ok(())
    })?;
    Ok((sector, is_slope))
}

fn thing(scanner: &mut Scanner<'_>, line: usize) -> Result<Thing, Wrong> {
    let mut at = [None; 2];
    let mut thing = Thing {
        place: DVec2::ZERO,
        angle: 0.0,
        kind: 0,
        flags: NOT_SINGLE,
        height: 0.0,
    };
    fields(scanner, |field| {
        match field.key() {
            "x" => at[0] = Some(coordinate(field)?),
            "y" => at[1] = Some(coordinate(field)?),
            "height" => thing.height = coordinate(field)?,
            "angle" => thing.angle = field.number_to(FARTHEST)?,
            "type" => thing.kind = field.short()?,
            "single" => set(&mut thing.flags, NOT_SINGLE, !field.truth()?),
            key => {
                if let Some((_, bit)) = THING_FLAGS.iter().find(|(name, _)| *name == key) {
                    set(&mut thing.flags, *bit, field.truth()?);
                }
            }
        }
        Ok(())
    })?;
    thing.place = place(at, "thing", line)?;
    Ok(thing)
}

fn set(flags: &mut u16, bit: u16, is_set: bool) {
    *flags = if is_set { *flags | bit } else { *flags & !bit };
}

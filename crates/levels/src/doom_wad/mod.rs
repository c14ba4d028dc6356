//! Levels of DOOM in WAD files: a map's sectors raised into a level, and the tree that its node builder made.
//!
//! The lumps are read here, in place, as the crates for them allocate what a file says or are no longer maintained. Sources:
//! "The Unofficial DOOM Specs" (Fell 1994); `p_setup.c`, `p_doors.c`, `r_segs.c` and `r_data.c` of DOOM (id Software 1993);
//! "Universal Doom Map Format Specification" 1.1 (Haley 2009). `tree` names those of the formats of nodes.
//!
//! Memory: a map takes at most some 500 bytes for each byte of its lumps, and images at most 16 for each byte of the files
//! beside 16 MiB.
//!
//! `directory` finds lumps and maps, `lumps` reads them as numbers, `udmf` those that are texts, `loose` counts bad indices; `opens` says which doors
//! linedefs open, `not_shown` what else they do. `floor_plan` has all sectors in one triangulation, `heights` opens doors,
//! `raise` makes floors, `panels` walls; `specials` says what linedefs move, `moving` between which heights, `slabs` makes the faces of it; `images` and `materials` draw them, `things` are what stands there, `tree` is the map's own.

mod directory;
mod floor_plan;
mod heights;
mod images;
mod loose;
mod lumps;
mod materials;
mod moving;
mod not_shown;
mod opens;
mod panels;
mod raise;
mod slabs;
mod specials;
mod things;
mod tree;
mod udmf;

use std::borrow::Cow;

use bspwalk_progress::Progress;
use bspwalk_text::{message, text};

use self::{
    directory::{Directory, Kind},
    floor_plan::FloorPlan,
    heights::Heights,
    images::Images,
    lumps::Lumps,
    materials::Materials,
    moving::{Movers, Plane},
    raise::{OBJECTS, Raised},
    things::Placed,
};
use super::{
    Format, LevelError, Resolver, UpAxis, Warning,
    assemble::{Draft, Moving},
    units::Space,
};

/// Axes and unit of DOOM.
const SPACE: Space = Space {
    up: UpAxis::Z,
    scale: 0.031_25,
    rule: message!("doom-units"),
};

/// Files with the images of the maps of DOOM and of DOOM II, in the order in which they are looked for.
const IWADS: [[&str; 3]; 2] = [
    ["doom.wad", "doom1.wad", "freedoom1.wad"],
    ["doom2.wad", "freedoom2.wad", "freedoom1.wad"],
];

/// Sectors that are not closed that are named.
const NAMED: usize = 5;

/// Reads a map of a WAD file, the first where none is named; `files` finds the IWAD that has the images of a PWAD.
pub(super) fn read(
    file: &str,
    bytes: &[u8],
    map: Option<&str>,
    files: &dyn Resolver,
    progress: &Progress,
) -> Result<Draft, LevelError> {
    progress.begin(text!("phase-read-map"), 0);
    let directory = Directory::read(bytes)
        .map_err(|problem| LevelError::refused(file, text!("doom-damaged", problem)))?;
    progress.check()?;
    let is_first = map.is_none();
    let map = directory.map(file, map)?;
    let mut lumps = Lumps::new(file, map);
    match lumps.map.kind {
        Kind::Doom | Kind::Hexen => lumps.read_binary(progress)?,
        Kind::Text => udmf::read(&mut lumps, progress)?,
    }
    let loose = lumps.loose.messages();
    let mut warnings: Vec<Warning> = loose.map(|message| Warning { line: None, message }).collect();
    warnings.extend(not_shown::warnings(&lumps));
    let (doom_tree, format) = tree::read(&lumps, files, &mut warnings, progress)?.unzip();

    progress.begin(text!("phase-raise-map"), 0);
    let plan = FloorPlan::new(&lumps.vertices, &lumps.linedefs, progress)?;
    warnings.extend(unclosed(&plan));
    let heights = Heights::of(&lumps);
    let name = lumps.map.name;
    let beside = if directory.is_complete {
        None
    } else {
        let is_doom_2 = name.0.starts_with(b"MAP");
        let names = IWADS[usize::from(is_doom_2)].into_iter();
        names
            .filter_map(|name| files.read(name).ok())
            .find(|file| file.starts_with(b"IWAD"))
    };
    let beside: Cow<'_, [u8]> = beside.unwrap_or_default();
    let size = bytes.len() + beside.len();
    // What is wrong with a file that was not asked for is no error; it has no images then.
    let directories = std::iter::once(directory).chain(Directory::read(&beside).ok());
    let images = Images::new(directories.collect(), size);
    let materials = Materials::new(images, name, progress);
    let movers = Movers::of(&lumps, &heights);
    if movers.is_cut_short {
        let message = text!("doom-moves-cut-short").to_owned();
        warnings.push(Warning { line: None, message });
    }
    let mut moves = vec![[false; 2]; lumps.sectors.len()];
    for mover in &movers.list {
        moves[mover.sector as usize][usize::from(mover.plane == Plane::Ceiling)] = true;
    }
    let mut raised = Raised::new(&lumps, &plan, &heights, materials, moves, progress)?;
    let things = Placed::new(&lumps, &plan, &heights, progress)?;
    warnings.extend(raised.materials.warning());
    let mechanisms = movers.mechanisms(OBJECTS.len() as u32);
    let slabs = raised.slabs(&movers, OBJECTS.len() as u32, progress)?;
    let objects = OBJECTS.map(str::to_owned).into_iter();
    let objects = objects.chain(mechanisms.iter().map(|mechanism| mechanism.name.clone()));
    Ok(Draft {
        format: Format::Wad,
        conversions: conversions(&lumps, &heights, &raised, is_first, format.flatten()),
        space: Some(SPACE),
        objects: objects.collect(),
        moving: Moving {
            callers: movers.callers(&lumps),
            mechanisms,
            stowed: slabs.stowed,
            replaced: slabs.replaced,
        },
        entities: things.entities(),
        spawn: things.start(),
        doom_tree,
        part: Some(name.to_string()),
        triangles: raised.triangles,
        materials: raised.materials.list,
        warnings,
        ..Draft::default()
    })
}

/// What was done to the map, one sentence each.
fn conversions(
    lumps: &Lumps<'_>,
    heights: &Heights,
    raised: &Raised<'_>,
    is_first: bool,
    format: Option<String>,
) -> Vec<String> {
    let map = &lumps.map;
    let opened = match map.other {
        None => text!("doom-only-map", map = map.name),
        Some(other) if is_first => text!("doom-first-map", name = map.name, count = map.count, other),
        Some(other) => text!("doom-one-map", name = map.name, count = map.count, other),
    };
    let (doors, bare) = (heights.doors, raised.bare);
    [
        Some(opened),
        match map.kind {
            Kind::Doom => None,
            Kind::Hexen => Some(text!("doom-is-hexen").to_owned()),
            Kind::Text => Some(text!("doom-is-udmf").to_owned()),
        },
        format,
        Some(text!("doom-sectors-raised", count = lumps.sectors.len())),
        (doors > 0).then(|| text!("doom-doors", count = doors)),
        (raised.middles > 0)
            .then(|| text!("doom-middles", count = raised.middles, blocking = raised.blocking)),
        (bare > 0).then(|| text!("doom-bare-walls", count = bare)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The warnings of sectors that are not closed, and of linedefs that cross.
fn unclosed(plan: &FloorPlan) -> Vec<Warning> {
    let mut messages = Vec::new();
    for (sector, &count) in plan.open_corners.iter().take(NAMED) {
        messages.push(text!("doom-open-sector", sector, count));
    }
    if plan.open_corners.len() > NAMED {
        messages.push(text!(
            "doom-more-open-sectors",
            count = plan.open_corners.len() - NAMED
        ));
    }
    if plan.crossing > 0 {
        messages.push(text!("doom-crossing-linedefs", count = plan.crossing));
    }
    messages
        .into_iter()
        .map(|message| Warning { line: None, message })
        .collect()
}

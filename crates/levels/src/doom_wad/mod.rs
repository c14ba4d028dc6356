//! DOOM levels in WAD files: extrudes a map's sectors into a level and reads the tree from its node builder.
//!
//! Lumps are parsed in place. Existing crates either trust allocation sizes from the file or are no longer maintained.
//! Sources: "The Unofficial DOOM Specs" (Fell 1994); `p_setup.c`, `p_doors.c`, `r_segs.c` and `r_data.c` of DOOM (id
//! Software 1993); "Universal Doom Map Format Specification" 1.1 (Haley 2009). `tree` lists the sources for the node
//! formats.
//!
//! A map takes at most about 500 bytes of memory per byte of its lumps. Images take at most 16 bytes of memory per byte
//! of the files, plus 16 MiB.
//!
//! - Reading: `directory` finds lumps and maps, and `lumps` and `udmf` read binary and text maps. `loose` counts
//!   elements with invalid indices, and `not_shown` reports unsupported features. `tree` reads the map's own tree, and
//!   `specials` lists the movements that linedefs start.
//! - Geometry: `floor_plan` triangulates all sectors, `heights` opens doors, `surfaces` lists what DOOM's
//!   renderer reads, `raise` builds floors and ceilings, and
//!   `panels` builds walls. `images` and `materials` provide the textures.
//! - Contents: `moving` computes the heights between which planes move, `slabs` builds the faces of moving sectors, and
//!   `things` converts things to entities.

mod damage;
mod directory;
mod floor_plan;
mod heights;
mod images;
mod loose;
mod lumps;
mod materials;
mod moving;
mod not_shown;
mod panels;
mod raise;
mod slabs;
mod specials;
mod surfaces;
mod things;
mod tree;
mod udmf;

use std::borrow::Cow;

use crate::{Text, text};
use bspwalk_progress::Progress;

use self::{
    directory::{Directory, Kind},
    floor_plan::FloorPlan,
    heights::Heights,
    images::Images,
    lumps::Lumps,
    materials::Materials,
    moving::{Movers, Plane},
    raise::{ExtrudedMap, OBJECTS},
    things::Placed,
};
use super::{
    Format, LevelError, Resolver, UpAxis, Warning,
    assemble::{Draft, Moving},
    units::Space,
};

const SPACE: Space = Space {
    up: UpAxis::Z,
    scale: 0.031_25,
    rule: text!("doom-units"),
};

/// IWADs that contain the images for DOOM maps and for DOOM II maps, in search order.
const IWADS: [[&str; 3]; 2] = [
    ["doom.wad", "doom1.wad", "freedoom1.wad"],
    ["doom2.wad", "freedoom2.wad", "freedoom1.wad"],
];

/// Maximum number of unclosed sectors that a warning names.
const NAMED: usize = 5;

/// Reads a map from a WAD file, or the first map if `map` is `None`. For a PWAD, `files` finds the IWAD that contains
/// the images.
pub(super) fn read(
    file: &str,
    bytes: &[u8],
    map: Option<&str>,
    files: &dyn Resolver,
    progress: &Progress,
) -> Result<Draft, LevelError> {
    progress.begin("Reading the map", 0);
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
    let mut warnings: Vec<Warning> = lumps.loose.warnings().collect();
    warnings.extend(not_shown::warnings(&lumps));
    let (doom_tree, format) = tree::read(&lumps, files, &mut warnings, progress)?.unzip();

    progress.begin("Extruding the map", 0);
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
    // The user did not request the IWAD, so damage to it is not an error. A damaged IWAD merely provides no images.
    let directories = std::iter::once(directory).chain(Directory::read(&beside).ok());
    let images = Images::new(directories.collect(), size);
    let materials = Materials::new(images, name, progress);
    let movers = Movers::of(&lumps, &heights);
    if movers.is_cut_short {
        warnings.push(Warning::new(text!("doom-moves-cut-short")));
    }
    let mut moves = vec![[false; 2]; lumps.sectors.len()];
    for mover in &movers.list {
        moves[mover.sector as usize][usize::from(mover.plane == Plane::Ceiling)] = true;
    }
    let mut raised = ExtrudedMap::new(&lumps, &plan, &heights, materials, moves, progress)?;
    let things = Placed::new(&lumps, &plan, &heights, progress)?;
    warnings.extend(raised.materials.warning());
    let mechanisms = movers.mechanisms(OBJECTS.len() as u32);
    let slabs = raised.build_mover_faces(&movers, OBJECTS.len() as u32, progress)?;
    let objects = OBJECTS.map(str::to_owned).into_iter();
    let objects = objects.chain(mechanisms.iter().map(|mechanism| mechanism.name.to_string()));
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
        doom_surfaces: doom_tree.as_ref().map(|_| surfaces::of(&lumps, &heights)),
        doom_tree,
        part: Some(name.to_string()),
        triangles: raised.triangles,
        materials: raised.materials.list,
        warnings,
        ..Draft::default()
    })
}

fn conversions(
    lumps: &Lumps<'_>,
    heights: &Heights,
    raised: &ExtrudedMap<'_>,
    is_first: bool,
    format: Option<Text>,
) -> Vec<Text> {
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
            Kind::Hexen => Some(text!("doom-is-hexen")),
            Kind::Text => Some(text!("doom-is-udmf")),
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
    messages.into_iter().map(Warning::new).collect()
}

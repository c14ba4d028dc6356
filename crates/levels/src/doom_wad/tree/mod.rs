//! The tree of a map: its vertices, segs, subsectors and nodes, in the format that its node builder chose.
//!
//! `classic` reads the three lumps of DOOM and of `DeePBSP`, `extended` the one lump of `ZDoom`, unpacked by `inflate`, `gl` the lumps
//! of `glBSP`. They find a tree in one form, `found`, out of `bytes`; here its subsectors get their sectors.

mod bytes;
mod classic;
mod extended;
mod found;
mod gl;
mod inflate;

use bspwalk_progress::{CheckError, Progress, ensure, words};
use bspwalk_text::{message, text};
use bspwalk_trees::{
    DoomTree,
    doom::{DoomParts, Subsector},
};

use self::found::Found;
use super::{directory::Kind, lumps::Lumps};
use crate::{LevelError, Warning};

/// The tree of a map, and what is said of its format where it is not DOOM's own; `None` with a warning where its nodes were not
/// built. Of several trees the first counts: of NODES, of SSECTORS, of the three lumps, of `glBSP`'s lumps.
pub(super) fn read(
    lumps: &Lumps<'_>,
    warnings: &mut Vec<Warning>,
    progress: &Progress,
) -> Result<Option<(DoomTree, Option<String>)>, LevelError> {
    if let Some(found) = find(lumps, progress)? {
        return tree(lumps, found, progress).map(Some);
    }
    warnings.push(Warning {
        line: None,
        message: text!("doom-no-nodes", map = lumps.map.name),
    });
    Ok(None)
}

fn find(lumps: &Lumps<'_>, progress: &Progress) -> Result<Option<Found>, LevelError> {
    let extended: &[&str] = match lumps.map.kind {
        Kind::Text => &["ZNODES"],
        Kind::Doom | Kind::Hexen => &["NODES", "SSECTORS"],
    };
    for lump in extended {
        if let Some(found) = extended::read(lumps, lump, progress)? {
            return Ok(Some(found));
        }
    }
    if lumps.map.kind == Kind::Text {
        return Ok(None);
    }
    match classic::read(lumps, progress)? {
        Some(found) => Ok(Some(found)),
        None => gl::read(lumps, progress),
    }
}

/// Gives the subsectors of a tree their sectors, and checks all of it.
fn tree(
    lumps: &Lumps<'_>,
    found: Found,
    progress: &Progress,
) -> Result<(DoomTree, Option<String>), LevelError> {
    let mut parts = DoomParts {
        vertices: lumps.vertices.clone(),
        linedefs: lumps.linedefs.clone(),
        segs: found.segs,
        nodes: found.nodes,
        sectors: lumps.sectors.len() as u32,
        ..DoomParts::default()
    };
    parts.vertices.extend(found.added);
    progress.check()?;
    let mut subsectors = Vec::with_capacity(found.leaves.len());
    let read = progress.check_each_numbered(
        message!("check-kind-subsector"),
        found.leaves,
        |_, [first_seg, seg_count]| {
            let end = first_seg
                .checked_add(seg_count)
                .ok_or_else(|| text!("check-no-segs"))?;
            let own = parts.segs.get(first_seg as usize..end as usize);
            let own = own.ok_or_else(|| text!("check-no-segs"))?;
            // As in the game, the first seg says what sector it is; a miniseg, and a seg on the empty side of a line, says nothing.
            let sector = own.iter().find_map(|seg| {
                let line = parts.linedefs.get(seg.linedef? as usize)?;
                line.sectors[usize::from(seg.is_back)]
            });
            ensure(sector.is_some(), message!("doom-segs-without-sector"))?;
            subsectors.push(Subsector {
                first_seg,
                seg_count,
                sector: sector.unwrap_or_default(),
            });
            Ok(())
        },
    );
    read.map_err(|error| lumps.wrong(found.named.subsectors, error))?;
    parts.subsectors = subsectors;
    let minisegs = parts.segs.iter().filter(|seg| seg.linedef.is_none()).count();
    let tree = DoomTree::new(parts, progress).map_err(|error| {
        let kind = match error {
            CheckError::WrongItem { kind, .. } => Some(kind),
            _ => None,
        };
        lumps.wrong(found.named.of(kind), error)
    })?;
    let said = found.format.map(|format| match minisegs {
        0 => text!("doom-tree-format", format),
        count => text!(
            "doom-tree-format-minisegs",
            format,
            minisegs = words::counted(count as u64, "miniseg")
        ),
    });
    Ok((tree, said))
}

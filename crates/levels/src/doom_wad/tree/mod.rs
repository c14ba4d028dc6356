//! Reads a map's tree (vertices, segs, subsectors and nodes) in the format of its node builder.
//!
//! There is one module per format: `classic` for the three lumps of DOOM and `DeePBSP`, `extended` for the single
//! lump of `ZDoom`, and `gl` for the lumps of `glBSP`. `content` finds lumps, `bytes` decompresses them and decodes
//! numbers, and `lump_tree` defines the common result. This module assigns sectors to the subsectors. Damaged trees
//! are ignored with a warning.

mod bytes;
mod classic;
mod content;
mod extended;
mod gl;
mod lump_tree;

use crate::{Text, text, words};
use bspwalk_progress::{CheckError, Progress, ensure};
use bspwalk_trees::{
    DoomTree,
    doom::{DoomParts, Subsector},
};

use self::{
    gl::GlLumps,
    lump_tree::{LumpTree, Unusable},
};
use super::{
    directory::{Directory, Kind, Lump},
    lumps::Lumps,
};
use crate::{LevelError, Resolver, Warning};

/// A tree, with a note about its format unless that is DOOM's own.
type Tree = (DoomTree, Option<Text>);

/// Reads the tree of a map, or returns `None` with a warning if its nodes were not built.
///
/// The first usable tree wins. The candidates are, in this order: the three classic lumps, NODES, SSECTORS, `glBSP`'s
/// lumps, and a `.gwa` file next to this file. A single warning reports the first unusable tree.
pub(super) fn read(
    lumps: &Lumps<'_>,
    files: &dyn Resolver,
    warnings: &mut Vec<Warning>,
    progress: &Progress,
) -> Result<Option<Tree>, LevelError> {
    let mut first_problem = None;
    let found = match lumps.map.kind {
        Kind::Text => extended(lumps, &[extended::OF_TEXT], &mut first_problem, progress)?,
        Kind::Doom | Kind::Hexen => {
            // The first coordinates in NODES may look like another format's signature. If there are segs, the tree is
            // in DOOM's format.
            let classic = usable(classic::read(lumps, progress), lumps, progress);
            let mut classic_problem = None;
            let mut found = tree_or_problem(classic, &mut classic_problem)?;
            if found.is_none() {
                found = extended(lumps, &["NODES", "SSECTORS"], &mut first_problem, progress)?;
            }
            if found.is_none() {
                first_problem = first_problem.or(classic_problem);
                found = gl_nodes(lumps, files, &mut first_problem, progress)?;
            }
            found
        }
    };
    let map = lumps.map.name;
    let message = match first_problem {
        Some(Unusable::Cancelled) => return Err(LevelError::Cancelled),
        Some(Unusable::Lump(lump, problem)) => text!("doom-nodes-ignored", map, lump, problem),
        Some(Unusable::GlVersion(version)) => text!("doom-gl-version", map, version),
        None if found.is_none() => text!("doom-no-nodes", map),
        None => return Ok(found),
    };
    warnings.push(Warning::new(message));
    Ok(found)
}

fn extended(
    lumps: &Lumps<'_>,
    names: &[&'static str],
    first_problem: &mut Option<Unusable>,
    progress: &Progress,
) -> Result<Option<Tree>, LevelError> {
    for lump in names {
        let tree = usable(extended::read(lumps, lump, progress), lumps, progress);
        if let Some(tree) = tree_or_problem(tree, first_problem)? {
            return Ok(Some(tree));
        }
    }
    Ok(None)
}

/// Returns the tree from the GL nodes in the file, or in a `.gwa` file next to it.
fn gl_nodes(
    lumps: &Lumps<'_>,
    files: &dyn Resolver,
    first_problem: &mut Option<Unusable>,
    progress: &Progress,
) -> Result<Option<Tree>, LevelError> {
    if let Some(tree) = gl_tree(lumps, &lumps.map.gl_lumps, None, first_problem, progress)? {
        return Ok(Some(tree));
    }
    let Some(stem) = std::path::Path::new(lumps.file).file_stem() else {
        return Ok(None);
    };
    let file = format!("{}.gwa", stem.to_string_lossy());
    let Ok(bytes) = files.read(&file) else {
        return Ok(None);
    };
    let beside = Directory::read(&bytes)
        .ok()
        .and_then(|directory| directory.gl_lumps(lumps.map.name));
    match beside {
        Some(beside) => gl_tree(lumps, &beside, Some(&file), first_problem, progress),
        None => Ok(None),
    }
}

/// Reads the tree from these lumps, either in the version that their signature indicates or in version 1.
fn gl_tree(
    lumps: &Lumps<'_>,
    gl_lumps: &[Lump<'_>],
    file: Option<&str>,
    first_problem: &mut Option<Unusable>,
    progress: &Progress,
) -> Result<Option<Tree>, LevelError> {
    let gl = match GlLumps::of(gl_lumps) {
        Ok(Some(gl)) => gl,
        Ok(None) => return Ok(None),
        Err(problem) => return tree_or_problem(Err(problem), first_problem),
    };
    let tree = |is_version_1| usable(gl::read(lumps, gl, file, is_version_1, progress), lumps, progress);
    let found = match tree(false) {
        // The first vertex of a version 1 lump may look like the signature of a later version.
        Err(problem) if gl.may_be_version_1() => tree(true).map_err(|_| problem),
        found => found,
    };
    tree_or_problem(found, first_problem)
}

/// Returns the tree, or records the problem and returns `None`. Only the first problem is kept.
fn tree_or_problem(
    tree: Result<Option<Tree>, Unusable>,
    first_problem: &mut Option<Unusable>,
) -> Result<Option<Tree>, LevelError> {
    match tree {
        Ok(tree) => Ok(tree),
        Err(Unusable::Cancelled) => Err(LevelError::Cancelled),
        Err(problem) => {
            first_problem.get_or_insert(problem);
            Ok(None)
        }
    }
}

/// Validates a tree and assigns sectors to its subsectors.
fn usable(
    found: Result<Option<LumpTree>, Unusable>,
    lumps: &Lumps<'_>,
    progress: &Progress,
) -> Result<Option<Tree>, Unusable> {
    found?.map(|found| tree(lumps, found, progress)).transpose()
}

/// Assigns sectors to the subsectors of a tree and validates it.
fn tree(lumps: &Lumps<'_>, found: LumpTree, progress: &Progress) -> Result<Tree, Unusable> {
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
    let read = progress.check_each_numbered("subsector", found.leaves, |_, [first_seg, seg_count]| {
        let end = first_seg.checked_add(seg_count).ok_or("its segs do not exist")?;
        let own = parts.segs.get(first_seg as usize..end as usize);
        let own = own.ok_or("its segs do not exist")?;
        // As in the game, the first seg determines the sector. Minisegs and segs on a side without a sector are
        // ignored.
        let sector = own.iter().find_map(|seg| {
            let line = parts.linedefs.get(seg.linedef? as usize)?;
            line.sectors[usize::from(seg.is_back)]
        });
        ensure(sector.is_some(), "none of its segs has a sector")?;
        subsectors.push(Subsector {
            first_seg,
            seg_count,
            sector: sector.unwrap_or_default(),
        });
        Ok(())
    });
    read.map_err(|error| Unusable::wrong(found.named.subsectors, error))?;
    parts.subsectors = subsectors;
    let minisegs = parts.segs.iter().filter(|seg| seg.linedef.is_none()).count();
    let tree = DoomTree::new(parts, progress).map_err(|error| {
        let kind = match error {
            CheckError::WrongItem { kind, .. } => Some(kind),
            _ => None,
        };
        Unusable::wrong(found.named.of(kind), error)
    })?;
    let said = found.format.map(|format| match minisegs {
        0 => text!("doom-tree-format", format),
        count => text!(
            "doom-tree-format-minisegs",
            format,
            minisegs = words::count(count as u64)
        ),
    });
    Ok((tree, said))
}

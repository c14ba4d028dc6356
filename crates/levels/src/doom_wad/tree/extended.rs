//! Extended nodes of `ZDoom`: a single lump contains the whole tree, with 32-bit indices and the vertices that the node
//! builder added.
//!
//! XNOD has DOOM's segs. XGLN adds minisegs, so that the segs of a subsector form a closed loop where each seg begins
//! at the end of the previous one. XGL2 has 32-bit linedef numbers, and XGL3 also has fractional partition lines. If
//! the first letter is Z, everything after the signature is compressed with zlib (RFC 1950).
//!
//! Sources: "Node", `ZDoom` wiki; `processor.cpp` of ZDBSP, Heit 2002; `maploader.cpp` of `GZDoom`, Oelckers; "Binary
//! BSP tree formats", documentation of ELFBSP, Elf-Alchemist 2026.

use std::borrow::Cow;

use crate::{Text, text};
use bspwalk_progress::{CheckError, Progress};
use bspwalk_trees::doom::{DoomNode, Seg};
use glam::DVec2;

use super::super::damage::Damage;
use super::{
    bytes::{Bytes, boxes, fixed_point, inflate, pair, word},
    classic::node_of_32,
    content::content_of,
    lump_tree::{LumpNames, LumpTree, Unusable, child_of_32},
};
use crate::doom_wad::lumps::{Lumps, unsigned};

/// Format versions. Each includes the features of the previous one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Version {
    Plain,
    Gl,
    Gl2,
    Gl3,
}

/// Format signatures without the first letter. The first letter selects compression.
const MARKS: [(&[u8; 3], Version); 4] = [
    (b"NOD", Version::Plain),
    (b"GLN", Version::Gl),
    (b"GL2", Version::Gl2),
    (b"GL3", Version::Gl3),
];

/// Lump that contains the nodes of a UDMF map, always in one of these formats.
pub(super) const OF_TEXT: &str = "ZNODES";

/// Splits a lump into its signature and the rest, or returns `None` if the signature belongs to another format.
fn signature(content: &[u8]) -> Option<([u8; 4], Version, &[u8])> {
    let (mark, content) = content.split_first_chunk::<4>()?;
    let has_letter = matches!(mark[0], b'X' | b'Z');
    let (_, version) = MARKS
        .iter()
        .find(|(letters, _)| has_letter && mark[1..] == letters[..])?;
    Some((*mark, *version, content))
}

/// Reads the tree from a lump, or returns `None` if the lump's signature belongs to another format.
pub(super) fn read(
    lumps: &Lumps<'_>,
    lump: &'static str,
    progress: &Progress,
) -> Result<Option<LumpTree>, Unusable> {
    let content = content_of(lumps, lump)?;
    let Some((mark, version, content)) = signature(content) else {
        return if lump == OF_TEXT && !content.is_empty() {
            Err(Unusable::Lump(lump, text!("doom-nodes-unknown")))
        } else {
            Ok(None)
        };
    };
    let content = match mark[0] {
        b'X' => Ok(Cow::Borrowed(content)),
        _ => inflate(content, progress).map(Cow::Owned),
    };
    let found = content.and_then(|content| parts(&content, version, lumps, progress));
    let mut found = found.map_err(|error| Unusable::unreadable(lump, error))?;
    found.format = Some(Text::plain(format!("{} ({lump})", mark.escape_ascii())));
    found.named = LumpNames::one(lump);
    Ok(Some(found))
}

fn parts(
    content: &[u8],
    version: Version,
    lumps: &Lumps<'_>,
    progress: &Progress,
) -> Result<LumpTree, Damage> {
    let mut bytes = Bytes::new(content);
    let known = lumps.vertices.len() as u32;
    let original = bytes.count(text!("doom-vertices"))?;
    if original > known {
        return Err(text!("doom-nodes-of-other-vertices", original, known).into());
    }
    let count = bytes.count(text!("doom-added-vertices"))?;
    let added = bytes.items::<8>(count, text!("doom-added-vertices"))?;
    let added = added.iter().map(|item| pair(item, 0, 4, fixed_point)).collect();
    progress.check()?;

    let count = bytes.count(text!("doom-subsectors"))?;
    let (mut leaves, mut first) = (Vec::new(), 0_u32);
    for (turn, item) in bytes
        .items::<4>(count, text!("doom-subsectors"))?
        .iter()
        .enumerate()
    {
        progress.check_at(turn)?;
        let count = word(item, 0);
        leaves.push([first, count]);
        first = first.saturating_add(count);
    }
    let count = bytes.count(text!("doom-segs"))?;
    if count != first {
        return Err(text!("doom-segs-differ", count, first).into());
    }
    // The file's vertex numbers may omit some vertices of the map. Vertices added by the node builder come after all of
    // the map's vertices.
    let vertex = |number: u32| match number.checked_sub(original) {
        None => number,
        Some(added) => known.saturating_add(added),
    };
    let segs = match version {
        Version::Plain => {
            let items = bytes.items::<11>(count, text!("doom-segs"))?;
            let segs = items.iter().map(|item| Seg {
                from: vertex(word(item, 0)),
                to: vertex(word(item, 4)),
                linedef: Some(u32::from(unsigned(item, 8))),
                is_back: item[10] != 0,
            });
            segs.collect()
        }
        Version::Gl => {
            let segs = bytes.items::<11>(count, text!("doom-segs"))?.iter().map(|item| {
                let line = unsigned(item, 8);
                let line = (line != u16::MAX).then_some(u32::from(line));
                (vertex(word(item, 0)), line, item[10] != 0)
            });
            circles(&segs.collect::<Vec<_>>(), &leaves, progress)?
        }
        Version::Gl2 | Version::Gl3 => {
            let segs = bytes.items::<13>(count, text!("doom-segs"))?.iter().map(|item| {
                let line = word(item, 8);
                let line = (line != u32::MAX).then_some(line);
                (vertex(word(item, 0)), line, item[12] != 0)
            });
            circles(&segs.collect::<Vec<_>>(), &leaves, progress)?
        }
    };
    progress.check()?;
    let count = bytes.count(text!("doom-nodes"))?;
    let nodes = match version {
        Version::Gl3 => bytes
            .items::<40>(count, text!("doom-nodes"))?
            .iter()
            .map(precise_node)
            .collect(),
        _ => bytes
            .items::<32>(count, text!("doom-nodes"))?
            .iter()
            .map(node_of_32)
            .collect(),
    };
    Ok(LumpTree {
        format: None,
        named: LumpNames::one("NODES"),
        added,
        segs,
        leaves,
        nodes,
    })
}

/// Creates segs from start vertices, linedefs and sides. Each seg ends where the next seg of its subsector begins.
fn circles(
    segs: &[(u32, Option<u32>, bool)],
    leaves: &[[u32; 2]],
    progress: &Progress,
) -> Result<Vec<Seg>, CheckError> {
    let mut circles = Vec::with_capacity(segs.len());
    for (turn, &[first, count]) in leaves.iter().enumerate() {
        progress.check_at(turn)?;
        let own = &segs[first as usize..][..count as usize];
        let ends = own.iter().cycle().skip(1);
        circles.extend(own.iter().zip(ends).map(|(&(from, linedef, is_back), next)| Seg {
            from,
            to: next.0,
            linedef,
            is_back,
        }));
    }
    Ok(circles)
}

/// Reads a node with a fractional partition line.
fn precise_node(item: &[u8; 40]) -> DoomNode {
    let [at, direction]: [DVec2; 2] = [0, 8].map(|at| pair(item, at, 4, fixed_point));
    DoomNode {
        at,
        direction,
        bounds: boxes(item, 16),
        children: [32, 36].map(|at| child_of_32(word(item, at))),
    }
}

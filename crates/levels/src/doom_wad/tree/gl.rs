//! GL nodes: a second tree for hardware renderers, stored in separate lumps after the map's lumps. Versions 1, 2 and 5
//! are supported.
//!
//! Sources: `glBSP`, Apted 2000, version 5 of 2005; `processor.cpp` of ZDBSP, Heit 2002; `glnodes.cpp` of `GZDoom`,
//! Oelckers.

use crate::text;
use bspwalk_progress::Progress;
use bspwalk_trees::doom::Seg;
use glam::DVec2;

use super::{
    bytes::{fixed_point, pair, word},
    classic::{leaf_of_16, node_of_16, node_of_32},
    content::content,
    lump_tree::{LumpNames, LumpTree, Unusable},
};
use crate::doom_wad::{
    directory::Lump,
    lumps::{Lumps, items, read_all, signed, unsigned},
};

const NAMED: LumpNames = LumpNames {
    vertices: "GL_VERT",
    segs: "GL_SEGS",
    subsectors: "GL_SSECT",
    nodes: "GL_NODES",
};

const MINISEG: u16 = u16::MAX;

/// Highest bit of a vertex index. If it is set, the index refers to `GL_VERT`.
const ADDED: u16 = 0x8000;

#[derive(Clone, Copy)]
pub(super) struct GlLumps<'a> {
    vertices: &'a [u8],
    segs: &'a [u8],
    leaves: &'a [u8],
    nodes: &'a [u8],
}

impl<'a> GlLumps<'a> {
    /// Finds the GL lumps. Returns `None` if there are no segs or no subsectors.
    pub(super) fn of(lumps: &[Lump<'a>]) -> Result<Option<Self>, Unusable> {
        let lumps = Self {
            vertices: content(lumps, "GL_VERT")?,
            segs: content(lumps, "GL_SEGS")?,
            leaves: content(lumps, "GL_SSECT")?,
            nodes: content(lumps, "GL_NODES")?,
        };
        Ok((!lumps.segs.is_empty() && !lumps.leaves.is_empty()).then_some(lumps))
    }

    /// Returns whether the version signature may instead be the first vertex of a version 1 lump. If so, the segs use
    /// exactly as many vertices as a version 1 lump contains.
    pub(super) fn may_be_version_1(self) -> bool {
        let ends = items::<10>(self.segs)
            .iter()
            .flat_map(|item| [0, 2].map(|at| unsigned(item, at)));
        let added = ends.filter_map(|end| end.checked_sub(ADDED)).max();
        let used = added.map_or(0, |last| usize::from(last) + 1);
        version(self.vertices).is_some() && used == items::<4>(self.vertices).len()
    }
}

/// Reads the tree from these lumps, or returns `None` if they are empty. Uses the version in their signature or, on
/// request, version 1. `file` is the `.gwa` file that contains the lumps.
pub(super) fn read(
    lumps: &Lumps<'_>,
    gl: GlLumps<'_>,
    file: Option<&str>,
    is_version_1: bool,
    progress: &Progress,
) -> Result<Option<LumpTree>, Unusable> {
    let GlLumps {
        vertices,
        segs,
        leaves,
        nodes,
    } = gl;
    let [version_of_vertices, version_of_segs] =
        [vertices, segs].map(|lump| version(lump).filter(|_| !is_version_1));
    if version_of_vertices == Some(b'4') || version_of_segs == Some(b'3') {
        return Err(Unusable::GlVersion(if version_of_segs.is_some() { 3 } else { 4 }));
    }
    let original = lumps.vertices.len() as u32;
    let (number, added, segs, leaves, nodes) = match version_of_vertices {
        Some(b'5') => (
            5,
            precise(vertices),
            segs_of_5(segs, leaves, original),
            read_all(leaves, |item: &[u8; 8]| [word(item, 4), word(item, 0)]),
            // ZDBSP's lump continues after the last node. A tree has one node fewer than it has leaves.
            items::<32>(nodes)
                .iter()
                .take(items::<8>(leaves).len().saturating_sub(1))
                .map(node_of_32)
                .collect(),
        ),
        of_2 => (
            if of_2.is_some() { 2 } else { 1 },
            match of_2 {
                Some(_) => precise(vertices),
                None => read_all(vertices, |item: &[u8; 4]| pair(item, 0, 2, signed)),
            },
            segs_of_2(segs, original),
            read_all(leaves, leaf_of_16),
            read_all(nodes, node_of_16),
        ),
    };
    progress.check()?;
    let found = LumpTree {
        format: Some(match file {
            Some(file) => text!("doom-gl-nodes-beside", number, file),
            None => text!("doom-gl-nodes", number),
        }),
        named: NAMED,
        added,
        segs,
        leaves,
        nodes,
    };
    Ok(found.if_built())
}

/// Returns the version number in a lump's signature, as an ASCII digit.
fn version(lump: &[u8]) -> Option<u8> {
    lump.strip_prefix(b"gNd")?.first().copied()
}

/// Reads the 16.16 fixed-point vertices that follow the signature.
fn precise(lump: &[u8]) -> Vec<DVec2> {
    let lump = lump.get(4..).unwrap_or_default();
    read_all(lump, |item: &[u8; 8]| pair(item, 0, 4, fixed_point))
}

fn segs_of_2(lump: &[u8], original: u32) -> Vec<Seg> {
    let vertex = |number: u16| match number & ADDED {
        0 => u32::from(number),
        _ => original.saturating_add(u32::from(number & !ADDED)),
    };
    read_all(lump, |item: &[u8; 10]| Seg {
        from: vertex(unsigned(item, 0)),
        to: vertex(unsigned(item, 2)),
        linedef: linedef(unsigned(item, 4)),
        is_back: unsigned(item, 6) != 0,
    })
}

/// Reads segs with 32-bit vertex indices; otherwise like [`segs_of_2`].
fn segs_of_5(lump: &[u8], leaves: &[u8], original: u32) -> Vec<Seg> {
    const ADDED: u32 = 0x8000_0000;
    let vertex = |number: u32| match number & ADDED {
        0 => number,
        _ => original.saturating_add(number & !ADDED),
    };
    // ZDBSP writes larger seg records than glBSP. The number of segs in all subsectors reveals the record size.
    let counts = items::<8>(leaves).iter().map(|item| u64::from(word(item, 0)));
    if counts.sum::<u64>() * 20 == lump.len() as u64 {
        return read_all(lump, |item: &[u8; 20]| Seg {
            from: vertex(word(item, 0)),
            to: vertex(word(item, 4)),
            linedef: Some(word(item, 8)).filter(|&number| number != u32::MAX),
            is_back: unsigned(item, 12) != 0,
        });
    }
    read_all(lump, |item: &[u8; 16]| Seg {
        from: vertex(word(item, 0)),
        to: vertex(word(item, 4)),
        linedef: linedef(unsigned(item, 8)),
        is_back: unsigned(item, 10) != 0,
    })
}

fn linedef(number: u16) -> Option<u32> {
    (number != MINISEG).then_some(u32::from(number))
}

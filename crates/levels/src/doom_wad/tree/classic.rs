//! Reads trees from the lumps SEGS, SSECTORS and NODES.
//!
//! Supports DOOM's own format and `DeePBSP` V4 (2004), which uses the same records with wider integers. Sources: "The
//! Unofficial DOOM Specs", Fell 1994, chapter 4; "Binary BSP tree formats", documentation of ELFBSP, Elf-Alchemist
//! 2026.

use bspwalk_progress::Progress;
use bspwalk_trees::doom::{DoomNode, Seg};

use super::{
    bytes::{boxes, pair, word},
    content::content_of,
    lump_tree::{LumpNames, LumpTree, Unusable, child_of_16, child_of_32},
};
use crate::Text;
use crate::doom_wad::lumps::{Lumps, read_all, signed, unsigned};

/// Signature of a `DeePBSP` V4 NODES lump.
const DEEP: &[u8] = b"xNd4\0\0\0\0";

const NAMED: LumpNames = LumpNames {
    vertices: "VERTEXES",
    segs: "SEGS",
    subsectors: "SSECTORS",
    nodes: "NODES",
};

pub(super) fn read(lumps: &Lumps<'_>, progress: &Progress) -> Result<Option<LumpTree>, Unusable> {
    let nodes = content_of(lumps, "NODES")?;
    let found = match nodes.strip_prefix(DEEP) {
        Some(nodes) => deep(lumps, nodes)?,
        None => vanilla(lumps, nodes)?,
    };
    progress.check()?;
    Ok(found.if_built())
}

fn vanilla(lumps: &Lumps<'_>, nodes: &[u8]) -> Result<LumpTree, Unusable> {
    Ok(LumpTree {
        format: None,
        named: NAMED,
        added: Vec::new(),
        segs: read_all(content_of(lumps, "SEGS")?, |item: &[u8; 12]| Seg {
            from: u32::from(unsigned(item, 0)),
            to: u32::from(unsigned(item, 2)),
            linedef: Some(u32::from(unsigned(item, 6))),
            is_back: unsigned(item, 8) != 0,
        }),
        leaves: read_all(content_of(lumps, "SSECTORS")?, leaf_of_16),
        nodes: read_all(nodes, node_of_16),
    })
}

/// Reads `DeePBSP` V4. Vertex, first-seg and child indices have 32 bits.
fn deep(lumps: &Lumps<'_>, nodes: &[u8]) -> Result<LumpTree, Unusable> {
    Ok(LumpTree {
        format: Some(Text::plain("DeePBSP V4 (NODES)")),
        named: NAMED,
        added: Vec::new(),
        segs: read_all(content_of(lumps, "SEGS")?, |item: &[u8; 16]| Seg {
            from: word(item, 0),
            to: word(item, 4),
            linedef: Some(u32::from(unsigned(item, 10))),
            is_back: unsigned(item, 12) != 0,
        }),
        leaves: read_all(content_of(lumps, "SSECTORS")?, |item: &[u8; 6]| {
            [word(item, 2), u32::from(unsigned(item, 0))]
        }),
        nodes: read_all(nodes, node_of_32),
    })
}

/// Reads a subsector's first seg and number of segs.
pub(super) fn leaf_of_16(item: &[u8; 4]) -> [u32; 2] {
    [2, 0].map(|at| u32::from(unsigned(item, at)))
}

pub(super) fn node_of_16(item: &[u8; 28]) -> DoomNode {
    DoomNode {
        children: [24, 26].map(|at| child_of_16(unsigned(item, at))),
        ..partition(item)
    }
}

pub(super) fn node_of_32(item: &[u8; 32]) -> DoomNode {
    DoomNode {
        children: [24, 28].map(|at| child_of_32(word(item, at))),
        ..partition(item)
    }
}

/// Reads the part of a node that all formats share. The children are placeholders.
fn partition(item: &[u8]) -> DoomNode {
    DoomNode {
        at: pair(item, 0, 2, signed),
        direction: pair(item, 4, 2, signed),
        bounds: boxes(item, 8),
        children: [child_of_16(0); 2],
    }
}

//! The tree of a map as the reader of a format finds it: its leaves have no sectors yet.

use bspwalk_text::{Message, message};
use bspwalk_trees::doom::{DoomChild, DoomNode, Seg};
use glam::DVec2;

/// A tree in any format.
pub(super) struct Found {
    /// What the format is called, and where it was found; `None` for DOOM's own.
    pub(super) format: Option<String>,
    pub(super) named: Named,
    /// The vertices that the node builder added behind those of the map.
    pub(super) added: Vec<DVec2>,
    pub(super) segs: Vec<Seg>,
    /// The first seg of each subsector, and how many it has.
    pub(super) leaves: Vec<[u32; 2]>,
    pub(super) nodes: Vec<DoomNode>,
}

/// The lumps that errors name.
#[derive(Clone, Copy)]
pub(super) struct Named {
    pub(super) vertices: &'static str,
    pub(super) segs: &'static str,
    pub(super) subsectors: &'static str,
    pub(super) nodes: &'static str,
}

impl Named {
    /// Where all of the tree is in one lump.
    pub(super) fn one(lump: &'static str) -> Self {
        Self {
            vertices: lump,
            segs: lump,
            subsectors: lump,
            nodes: lump,
        }
    }

    /// The lump in which something of this kind is.
    pub(super) fn of(self, kind: Option<Message>) -> &'static str {
        match kind {
            Some(kind) if kind == message!("check-kind-vertex") => self.vertices,
            Some(kind) if kind == message!("check-kind-seg") => self.segs,
            Some(kind) if kind == message!("check-kind-subsector") => self.subsectors,
            _ => self.nodes,
        }
    }
}

/// A child of a node: the highest bit of 16 says that it is a subsector.
pub(super) fn child_of_16(number: u16) -> DoomChild {
    const SUBSECTOR: u16 = 0x8000;
    match number & SUBSECTOR {
        0 => DoomChild::Node(u32::from(number)),
        _ => DoomChild::Subsector(u32::from(number & !SUBSECTOR)),
    }
}

/// A child of a node: the highest bit of 32 says that it is a subsector.
pub(super) fn child_of_32(number: u32) -> DoomChild {
    const SUBSECTOR: u32 = 0x8000_0000;
    match number & SUBSECTOR {
        0 => DoomChild::Node(number),
        _ => DoomChild::Subsector(number & !SUBSECTOR),
    }
}

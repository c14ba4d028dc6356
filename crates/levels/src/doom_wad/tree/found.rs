//! The tree of a map as the reader of a format finds it: its leaves have no sectors yet. Or the reason why it is unusable.

use bspwalk_progress::{Cancelled, CheckError};
use bspwalk_text::{Message, message, text};
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

/// Reason why a tree cannot be used.
pub(super) enum Unusable {
    Cancelled,
    /// A lump is damaged; the text continues its name.
    Lump(&'static str, String),
    /// The GL nodes have a version that is not read.
    GlVersion(u8),
}

impl Unusable {
    /// The reason why a lump cannot be read, whose text continues the name of the lump.
    pub(super) fn unreadable(lump: &'static str, error: CheckError) -> Self {
        match error {
            CheckError::Cancelled(_) => Self::Cancelled,
            problem => Self::Lump(lump, problem.to_string()),
        }
    }

    /// The reason why a check of a lump's content failed.
    pub(super) fn wrong(lump: &'static str, error: CheckError) -> Self {
        match error {
            CheckError::Cancelled(_) => Self::Cancelled,
            what => Self::Lump(lump, text!("doom-lump-wrong", what)),
        }
    }
}

impl From<Cancelled> for Unusable {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

//! Result of all tree readers: a tree whose subsectors have no sectors yet, or the reason why the tree is unusable.

use super::super::damage::Damage;
use crate::{Text, ToText, text};
use bspwalk_progress::{Cancelled, CheckError};
use bspwalk_trees::doom::{DoomChild, DoomNode, DoomNodeId, Seg, SubsectorId};
use glam::DVec2;

pub(super) struct LumpTree {
    /// Format name; `None` for DOOM's own format.
    pub(super) format: Option<Text>,
    /// The format's lump names.
    pub(super) named: LumpNames,
    /// Vertices that the node builder added to the map's vertices.
    pub(super) added: Vec<DVec2>,
    pub(super) segs: Vec<Seg>,
    /// Index of the first seg, and number of segs, of each subsector.
    pub(super) leaves: Vec<[u32; 2]>,
    pub(super) nodes: Vec<DoomNode>,
}

impl LumpTree {
    /// Returns the tree, or `None` if its nodes were not built. A convex map consists of one subsector
    /// without nodes.
    pub(super) fn if_built(self) -> Option<Self> {
        let is_built = !self.segs.is_empty()
            && !self.leaves.is_empty()
            && (!self.nodes.is_empty() || self.leaves.len() == 1);
        is_built.then_some(self)
    }
}

/// Names of a format's lumps for error messages.
#[derive(Clone, Copy)]
pub(super) struct LumpNames {
    pub(super) vertices: &'static str,
    pub(super) segs: &'static str,
    pub(super) subsectors: &'static str,
    pub(super) nodes: &'static str,
}

impl LumpNames {
    pub(super) fn one(lump: &'static str) -> Self {
        Self {
            vertices: lump,
            segs: lump,
            subsectors: lump,
            nodes: lump,
        }
    }

    /// Returns the name of the lump that contains items of this kind.
    pub(super) fn of(self, kind: Option<&str>) -> &'static str {
        match kind {
            Some("vertex") => self.vertices,
            Some("seg") => self.segs,
            Some("subsector") => self.subsectors,
            _ => self.nodes,
        }
    }
}

/// Decodes a 16-bit child index. The highest bit marks a subsector.
pub(super) fn child_of_16(number: u16) -> DoomChild {
    const SUBSECTOR: u16 = 0x8000;
    match number & SUBSECTOR {
        0 => DoomChild::Node(DoomNodeId(u32::from(number))),
        _ => DoomChild::Subsector(SubsectorId(u32::from(number & !SUBSECTOR))),
    }
}

/// Decodes a 32-bit child index. The highest bit marks a subsector.
pub(super) fn child_of_32(number: u32) -> DoomChild {
    const SUBSECTOR: u32 = 0x8000_0000;
    match number & SUBSECTOR {
        0 => DoomChild::Node(DoomNodeId(number)),
        _ => DoomChild::Subsector(SubsectorId(number & !SUBSECTOR)),
    }
}

/// Reason why a tree is unusable.
pub(super) enum Unusable {
    Cancelled,
    /// A lump is damaged. The string is a sentence fragment that follows the lump's name.
    Lump(&'static str, Text),
    GlVersion(u8),
}

impl Unusable {
    pub(super) fn unreadable(lump: &'static str, error: Damage) -> Self {
        match error {
            Damage::Cancelled => Self::Cancelled,
            Damage::Wrong(problem) => Self::Lump(lump, problem),
        }
    }

    /// Creates the reason from a failed check of a lump's content.
    pub(super) fn wrong(lump: &'static str, error: CheckError) -> Self {
        match error {
            CheckError::Cancelled(_) => Self::Cancelled,
            what => Self::Lump(lump, text!("doom-lump-wrong", what = what.to_text())),
        }
    }
}

impl From<Cancelled> for Unusable {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

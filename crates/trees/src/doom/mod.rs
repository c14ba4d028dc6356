//! The tree of a level of DOOM as its node builder left it: partition lines in the plane, subsectors, and the segs that bound
//! them.
//!
//! Sources: "The Unofficial DOOM Specs" (Fell 1994) for the lumps; `r_bsp.c`, `r_main.c` and `p_setup.c` of DOOM (id Software
//! 1993, source of 1997) for the traversal; "Game Engine Black Book: DOOM" (Sanglard 2018). Coordinates are map units: x to the
//! east, y to the north. The right of a partition is its front and child 0, the left its back and child 1. The planar tree
//! ([`planar`](super::planar)) can be built over the same lines, see [`DoomTree::edges`].
//!
//! `query` locates and orders, `cells` cuts a box by the partitions, `statistics` compares with a planar tree over the
//! same lines, `validate` measures how far rounding moved the segs, `check` is for trees from files.

mod cells;
mod check;
mod query;
mod statistics;
mod validate;

use glam::DVec2;

pub use self::{cells::Division, query::DoomLocated, statistics::DoomStatistics, validate::DoomFaults};
use super::planar::Segment2;

/// The number of a node in the file; the root is the last.
pub type DoomNodeId = u32;

/// The number of a subsector in the file.
pub type SubsectorId = u32;

/// What is on one side of a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum DoomChild {
    /// Another node.
    Node(DoomNodeId),
    /// A leaf.
    Subsector(SubsectorId),
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct DoomNode {
    /// A point of the partition line, in map units.
    pub at: DVec2,
    /// The direction of the partition line.
    pub direction: DVec2,
    /// What is on its right and what on its left.
    pub children: [DoomChild; 2],
    /// The least and greatest corner of the box that the node builder stored for each child.
    pub bounds: [[DVec2; 2]; 2],
}

/// A line of the map, which has a sector on one side or on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Linedef {
    /// The vertex where it begins.
    pub from: u32,
    /// The vertex where it ends.
    pub to: u32,
    /// The sector on its right, the front, and on its left, the back.
    pub sectors: [Option<u32>; 2],
    /// The flags of the file: 1 blocks, 4 is two-sided, 8 and 16 leave the upper and the lower texture unpegged.
    pub flags: u16,
    /// What it does when it is used or crossed, by the numbers of DOOM; 0 for nothing.
    pub special: u16,
}

/// A part of one side of a linedef.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Seg {
    /// The vertex where it begins.
    pub from: u32,
    /// The vertex where it ends; its sector is on the right.
    pub to: u32,
    /// The linedef that it is a part of.
    pub linedef: u32,
    /// Whether it is of the back, and so runs against the linedef.
    pub is_back: bool,
}

/// A leaf: the convex part of one sector that its segs bound together with partitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Subsector {
    /// The first of its segs.
    pub first_seg: u32,
    /// How many segs it has; at least one.
    pub seg_count: u32,
    /// The sector that it is a part of.
    pub sector: u32,
}

/// The parts of a tree, as a reader finds them.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct DoomParts {
    /// Vertices of the linedefs, and those that the node builder added, in map units.
    pub vertices: Vec<DVec2>,
    /// The lines of the map.
    pub linedefs: Vec<Linedef>,
    /// The parts of their sides, by subsector.
    pub segs: Vec<Seg>,
    /// The leaves.
    pub subsectors: Vec<Subsector>,
    /// The nodes; children stand before their parents, and the root is the last.
    pub nodes: Vec<DoomNode>,
    /// How many sectors the map has.
    pub sectors: u32,
}

/// The tree of a level of DOOM. Its indices are in range and its nodes make one tree, so that every query ends.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct DoomTree {
    parts: DoomParts,
}

impl DoomTree {
    /// The parts.
    #[must_use]
    pub fn parts(&self) -> &DoomParts {
        &self.parts
    }

    /// The root: the last node, or the only subsector of a tree without nodes.
    #[must_use]
    pub fn root(&self) -> DoomChild {
        match self.parts.nodes.len() {
            0 => DoomChild::Subsector(0),
            count => DoomChild::Node(count as u32 - 1),
        }
    }

    /// The linedefs as segments, by their numbers: what [`PlanarTree::build`](super::PlanarTree::build) takes. The front of
    /// such a segment is its left, as always in the planar tree.
    #[must_use]
    pub fn edges(&self) -> Vec<Segment2> {
        let lines = self.parts.linedefs.iter();
        lines.map(|line| self.segment(line.from, line.to)).collect()
    }

    /// A seg as a segment; `None` where there is no such seg.
    #[must_use]
    pub fn seg(&self, seg: u32) -> Option<Segment2> {
        let seg = self.parts.segs.get(seg as usize)?;
        Some(self.segment(seg.from, seg.to))
    }

    /// The segs of a subsector; none where there is no such subsector.
    #[must_use]
    pub fn segs_of(&self, subsector: SubsectorId) -> &[Seg] {
        let parts = &self.parts;
        let segs = parts.subsectors.get(subsector as usize).and_then(|subsector| {
            let first = subsector.first_seg as usize;
            parts.segs.get(first..first + subsector.seg_count as usize)
        });
        segs.unwrap_or_default()
    }

    /// The least and the greatest corner of the linedefs, in map units; `None` of a map without any.
    #[must_use]
    pub fn bounds(&self) -> Option<[DVec2; 2]> {
        let ends = self.parts.linedefs.iter().flat_map(|line| [line.from, line.to]);
        ends.map(|vertex| self.parts.vertices[vertex as usize])
            .map(|point| [point, point])
            .reduce(|[low, high], [point, _]| [low.min(point), high.max(point)])
    }

    fn segment(&self, from: u32, to: u32) -> Segment2 {
        let [from, to] = [from, to].map(|vertex| self.parts.vertices[vertex as usize]);
        Segment2::new(from, to)
    }
}

impl DoomNode {
    /// Twice the area between the partition's direction and a point: positive on the left, negative on the right. It is exact
    /// for points with whole coordinates.
    #[must_use]
    pub fn left_of(&self, point: DVec2) -> f64 {
        self.direction.perp_dot(point - self.at)
    }
}

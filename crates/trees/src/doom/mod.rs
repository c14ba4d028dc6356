//! The tree of a level of DOOM as its node builder left it: partition lines in the plane, subsectors, and the segs that bound
//! them.
//!
//! Sources: "The Unofficial DOOM Specs" (Fell 1994) for the lumps; `r_bsp.c`, `r_main.c` and `p_setup.c` of DOOM (id Software
//! 1993, source of 1997) for the traversal; "Game Engine Black Book: DOOM" (Sanglard 2018). Coordinates are map units: x to
//! the east, y to the north. The right of a partition is its front and child 0, the left its back and child 1. The planar tree
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

pub use self::{cells::NodeCell, query::DoomLocation, statistics::DoomStatistics, validate::DoomFaults};
use super::planar::Segment2;

/// The index of a node in the file. The root is the last node.
pub type DoomNodeId = u32;

/// The index of a subsector in the file.
pub type SubsectorId = u32;

/// The child on one side of a partition line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum DoomChild {
    /// Another node.
    Node(DoomNodeId),
    /// A subsector, which is a leaf.
    Subsector(SubsectorId),
}

/// An inner node: a partition line and its two children.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct DoomNode {
    /// A point on the partition line, in map units.
    pub at: DVec2,
    /// The direction of the partition line, in map units, not normalised.
    pub direction: DVec2,
    /// The child on the right, then the child on the left.
    pub children: [DoomChild; 2],
    /// The bounding box that the file stores for each child, as its least and its greatest corner, in map units.
    pub bounds: [[DVec2; 2]; 2],
}

/// A linedef: a line of the map, with a sector on one side or on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Linedef {
    /// Its start, as an index of [`DoomParts::vertices`].
    pub from: u32,
    /// Its end, as an index of [`DoomParts::vertices`].
    pub to: u32,
    /// The sector on its right (front), then the sector on its left (back).
    pub sectors: [Option<u32>; 2],
    /// The flags of the file: 1 blocks players and monsters, 4 is two-sided, 8 and 16 unpeg the upper and the lower texture.
    pub flags: u16,
    /// The special that acts when the line is used or crossed, by the numbers of the file's format; 0 for none.
    pub special: u16,
}

/// A seg: a part of one side of a linedef, with its sector on its right, or a miniseg: a part of a partition line that bounds a
/// subsector where no linedef does. Trees for hardware renderers have minisegs, since those of `glBSP` (Apted 2000).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Seg {
    /// Its start, as an index of [`DoomParts::vertices`].
    pub from: u32,
    /// Its end, as an index of [`DoomParts::vertices`].
    pub to: u32,
    /// Its linedef, as an index of [`DoomParts::linedefs`]; `None` for a miniseg.
    pub linedef: Option<u32>,
    /// Whether it lies on the back of the linedef, and so runs against its direction.
    pub is_back: bool,
}

/// A subsector: a convex leaf within one sector, bounded by its segs and by partition lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Subsector {
    /// The first of its segs, as an index of [`DoomParts::segs`].
    pub first_seg: u32,
    /// How many segs it has; at least one.
    pub seg_count: u32,
    /// The index of its sector.
    pub sector: u32,
}

/// The arrays of a tree, as a reader of a file fills them.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct DoomParts {
    /// The vertices of the linedefs and those that the node builder added, in map units.
    pub vertices: Vec<DVec2>,
    /// The linedefs.
    pub linedefs: Vec<Linedef>,
    /// The segs, subsector by subsector.
    pub segs: Vec<Seg>,
    /// The subsectors.
    pub subsectors: Vec<Subsector>,
    /// The nodes. Children come before their parents, and the root is the last.
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
    /// The arrays of the tree.
    #[must_use]
    pub fn parts(&self) -> &DoomParts {
        &self.parts
    }

    /// The root: the last node, or the only subsector where there are no nodes.
    #[must_use]
    pub fn root(&self) -> DoomChild {
        match self.parts.nodes.len() {
            0 => DoomChild::Subsector(0),
            count => DoomChild::Node(count as u32 - 1),
        }
    }

    /// The linedefs as segments, in their order, in map units, for [`PlanarTree::build`](super::PlanarTree::build). The planar
    /// tree takes the left of a segment for its front, whereas the front of a linedef is its right.
    #[must_use]
    pub fn edges(&self) -> Vec<Segment2> {
        let lines = self.parts.linedefs.iter();
        lines.map(|line| self.segment(line.from, line.to)).collect()
    }

    /// A seg as a segment, in map units; `None` where there is no such seg.
    #[must_use]
    pub fn seg(&self, seg: u32) -> Option<Segment2> {
        let seg = self.parts.segs.get(seg as usize)?;
        Some(self.segment(seg.from, seg.to))
    }

    /// The segs of a subsector; none where there is no such subsector.
    pub(super) fn segs_of(&self, subsector: SubsectorId) -> &[Seg] {
        let parts = &self.parts;
        let segs = parts.subsectors.get(subsector as usize).and_then(|subsector| {
            let first = subsector.first_seg as usize;
            parts.segs.get(first..first + subsector.seg_count as usize)
        });
        segs.unwrap_or_default()
    }

    /// The least and the greatest corner of the bounding box of the linedefs, in map units; `None` where there are none.
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
    pub(super) fn left_of(&self, point: DVec2) -> f64 {
        self.direction.perp_dot(point - self.at)
    }
}

//! The BSP tree of a DOOM level as created by its node builder: partition lines, subsectors, and the segs that bound
//! them.
//!
//! Sources: "The Unofficial DOOM Specs" (Fell 1994) for the lumps; `r_bsp.c`, `r_main.c` and `p_setup.c` of DOOM (id
//! Software 1993, source released 1997) for the traversal; "Game Engine Black Book: DOOM" (Sanglard 2018). Coordinates
//! are in map units, with x pointing east and y pointing north. The right side of a partition is its front (child 0),
//! and the left side its back (child 1). The planar tree of the crate `bspwalk_planar` can be built over the same
//! lines; see [`DoomTree::edges`].
//!
//! - `query` locates points and computes the near-to-far order of subsectors.
//! - `cells` cuts a box by the partition lines.
//! - `statistics` computes statistics for comparisons with a planar tree over the same lines.
//! - `faults` measures how far segs were moved by rounding.
//! - `check` validates trees from files.
//! - `surfaces` contains the heights, flats and textures, which are stored next to the tree.
//! - `line_splits` counts the segs that each partition line splits.

mod cells;
mod check;
mod faults;
mod line_splits;
mod query;
mod statistics;
mod surfaces;

use bspwalk_geometry::Segment2;
use glam::DVec2;

use bspwalk_geometry::id;

pub use self::{
    cells::NodeCell,
    faults::DoomFaults,
    line_splits::LineSplits,
    query::DoomLocation,
    statistics::DoomStatistics,
    surfaces::{DoomSector, DoomSurfaces, FlatName, SKY_FLAT, SideTextures},
};

id! {
    /// Index of a node in the file. The root is the last node.
    DoomNodeId
}

id! {
    /// Index of a subsector in the file.
    SubsectorId
}

/// A child on one side of a partition line.
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
    /// Direction of the partition line, in map units, not normalised.
    pub direction: DVec2,
    /// Right child, then left child.
    pub children: [DoomChild; 2],
    /// Bounding box that the file stores for each child, as its minimum and maximum corners, in map units.
    pub bounds: [[DVec2; 2]; 2],
}

/// A linedef: a line of the map, with a sector on one or both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Linedef {
    /// Start, as an index into [`DoomParts::vertices`].
    pub from: u32,
    /// End, as an index into [`DoomParts::vertices`].
    pub to: u32,
    /// Sector on the right (front), then sector on the left (back).
    pub sectors: [Option<u32>; 2],
    /// Flags from the file: 1 blocks players and monsters, 4 marks the line as two-sided, and 8 and 16 unpeg the upper
    /// and lower texture.
    pub flags: u16,
    /// Special effect that is triggered by using or crossing the line, numbered as in the file's format, or 0 for none.
    pub special: u16,
}

/// A seg: a part of one side of a linedef, with its sector on the right. A *miniseg* lies on a partition line instead
/// of a linedef, and closes a subsector where there is no linedef. Node builders for hardware renderers have created
/// minisegs since `glBSP` (Apted 2000).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Seg {
    /// Start, as an index into [`DoomParts::vertices`].
    pub from: u32,
    /// End, as an index into [`DoomParts::vertices`].
    pub to: u32,
    /// Linedef, as an index into [`DoomParts::linedefs`], or `None` for a miniseg.
    pub linedef: Option<u32>,
    /// Whether the seg is on the back of the linedef. If so, it runs in the opposite direction.
    pub is_back: bool,
}

/// A subsector: a convex leaf within one sector, bounded by its segs and by partition lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Subsector {
    /// First seg, as an index into [`DoomParts::segs`].
    pub first_seg: u32,
    /// Number of segs, at least one.
    pub seg_count: u32,
    /// Index of the sector.
    pub sector: u32,
}

/// The arrays that define a tree, as read from a file.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct DoomParts {
    /// Vertices of the linedefs, and vertices added by the node builder, in map units.
    pub vertices: Vec<DVec2>,
    /// Linedefs.
    pub linedefs: Vec<Linedef>,
    /// Segs, grouped by subsector.
    pub segs: Vec<Seg>,
    /// Subsectors.
    pub subsectors: Vec<Subsector>,
    /// Nodes. Children come before their parents, and the root is last.
    pub nodes: Vec<DoomNode>,
    /// Number of sectors in the map.
    pub sectors: u32,
}

/// The BSP tree of a DOOM level. Its indices are in range and its nodes form a single tree, so all queries terminate.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct DoomTree {
    parts: DoomParts,
}

impl DoomTree {
    /// Returns the arrays of the tree.
    #[must_use]
    pub fn parts(&self) -> &DoomParts {
        &self.parts
    }

    /// Returns the root: the last node, or the only subsector if there are no nodes.
    #[must_use]
    pub fn root(&self) -> DoomChild {
        match self.parts.nodes.len() {
            0 => DoomChild::Subsector(SubsectorId(0)),
            count => DoomChild::Node(DoomNodeId::from_index(count - 1)),
        }
    }

    /// Returns the linedefs as segments, in file order and in map units, for `bspwalk_planar::PlanarTree::build`. The
    /// front of a segment in the planar tree is its left side, whereas the front of a linedef is its right side.
    #[must_use]
    pub fn edges(&self) -> Vec<Segment2> {
        let lines = self.parts.linedefs.iter();
        lines.map(|line| self.segment(line.from, line.to)).collect()
    }

    /// Returns a seg as a segment, in map units, or `None` if it does not exist.
    #[must_use]
    pub fn seg(&self, seg: u32) -> Option<Segment2> {
        let seg = self.parts.segs.get(seg as usize)?;
        Some(self.segment(seg.from, seg.to))
    }

    /// Returns the segs of a subsector; empty if it does not exist.
    #[must_use]
    pub fn segs_of(&self, subsector: SubsectorId) -> &[Seg] {
        let parts = &self.parts;
        let segs = parts.subsectors.get(subsector.index()).and_then(|subsector| {
            let first = subsector.first_seg as usize;
            parts.segs.get(first..first + subsector.seg_count as usize)
        });
        segs.unwrap_or_default()
    }

    /// Returns the bounding box of the linedefs as its minimum and maximum corners (in map units), or `None` if there
    /// are no linedefs.
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
    /// Returns twice the signed area of the triangle spanned by the partition's direction and a point: positive if the
    /// point is on the left, negative if it is on the right. It is exact for integer coordinates.
    pub(super) fn left_of(&self, point: DVec2) -> f64 {
        self.direction.perp_dot(point - self.at)
    }
}

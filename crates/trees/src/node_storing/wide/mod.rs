//! The memory layout used by queries. A query tests up to seven splitting planes and the eight cells they create at
//! once.
//!
//! A *wide node* combines up to seven nodes of the binary tree, whose planes are stored side by side. It has up to
//! eight lanes. A lane is either a cell with all its content, or the faces that one of the nodes stores on its plane. A
//! query is tested against all planes of a wide node in one step. It enters a lane if it is on the required side of
//! every plane above the lane. As in Quake, the bounds of the lane's content may still reject the query. A cell with
//! few triangles is a *block*, which stores their corners side by side and is not divided further.
//!
//! Sources: Dammertz, Hanika and Keller, "Shallow bounding volume hierarchies", 2008, for eight boxes side by side;
//! Ize, Wald and Parker, "Ray tracing with the BSP tree", 2008, for BSP trees as fast as bounding volume hierarchies.
//!
//! Lanes are tested in `f32` with an error bound. The remaining triangles are tested exactly, so results do not depend
//! on the layout. The best SIMD level supported by the processor is used.
//!
//! `collapse` and `items` create wide nodes and blocks from the tree; `node_planes` tests the planes of
//! a wide node; `spans` has the extents of boxes and cylinders; `path` and
//! `lane_planes` test eight lanes at once; `cast`, `near` and `along` are the traversals;
//! `watch` reports them to observers as events of the binary tree.

mod along;
mod cast;
mod collapse;
mod items;
mod lane_planes;
mod near;
mod node_planes;
mod path;
mod spans;
#[cfg(test)]
mod tests;
mod watch;

use arrayvec::ArrayVec;
use fearless_simd::{Level, Simd, f32x8, prelude::*};
use glam::Vec3;

use crate::{counters, hits::TriangleId, node::NodeId, params::BLOCK_PIECES};
pub(super) use along::Swept;
pub(super) use cast::Nearest;
pub(super) use near::NearQuery;

const LANES: usize = BLOCK_PIECES as usize;

/// Mask with one bit per lane.
const CELLS: u32 = (1 << LANES) - 1;

/// Maximum number of planes in a wide node, which is the number that divides space into `LANES` cells.
const PLANES: usize = LANES - 1;

type Row = [f32; LANES];

#[derive(Clone, Copy, Debug)]
struct Next {
    child: Child,
    /// Position of the child along the path, relative to the other lanes of its wide node.
    place: u16,
    from: f32,
    to: f32,
}

/// Stack of children to visit. In deep trees, the upper part is on the heap. This is faster than a `SmallVec`, which
/// checks where its items are whenever it reads one.
struct Waiting<T> {
    lower: ArrayVec<T, 96>,
    upper: Vec<T>,
}

impl<T> Waiting<T> {
    fn new() -> Self {
        Self {
            lower: ArrayVec::new(),
            upper: Vec::new(),
        }
    }

    #[inline(always)]
    fn push(&mut self, next: T) {
        if self.lower.is_full() {
            self.push_upper(next);
        } else {
            self.lower.push(next);
        }
    }

    #[cold]
    fn push_upper(&mut self, next: T) {
        self.upper.push(next);
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<T> {
        if self.upper.is_empty() {
            self.lower.pop()
        } else {
            self.upper.pop()
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Child(u32);

impl Child {
    /// A child that no query enters.
    const NOTHING: Self = Self(0);
    const BLOCK: u32 = 1 << 31;
    /// Bit offset of a block's number of triangles minus one.
    const COUNT: u32 = 28;
    /// Bit that marks a block with the faces of a single node rather than of a node's subtree.
    const OWN: u32 = 1 << 27;

    fn node(index: usize) -> Self {
        Self(index as u32)
    }

    /// Creates the child for a block, given the index of its first triangle among the triangles of all blocks.
    fn block(first: usize, triangles: usize, is_own: bool) -> Self {
        let own = if is_own { Self::OWN } else { 0 };
        Self(Self::BLOCK | (triangles as u32 - 1) << Self::COUNT | own | first as u32)
    }

    /// Returns the child with its index shifted by the given number of wide nodes or triangles. Index 0 is the root,
    /// which is not a child of any wide node, so it represents [`Child::NOTHING`].
    fn moved(self, nodes: usize, triangles: usize) -> Self {
        match self {
            Self::NOTHING => self,
            _ if self.is_block() => Self(self.0 + triangles as u32),
            _ => Self(self.0 + nodes as u32),
        }
    }

    #[inline(always)]
    fn is_block(self) -> bool {
        self.0 & Self::BLOCK != 0
    }

    /// Returns the index of a block's first triangle, and its number of triangles.
    #[inline(always)]
    fn place(self) -> (usize, usize) {
        let count = ((self.0 >> Self::COUNT) & 7) + 1;
        ((self.0 & (Self::OWN - 1)) as usize, count as usize)
    }

    /// Returns the number of node visits that a block counts as: 1 for a node's subtree, and 0 for the faces of a
    /// single node.
    #[inline(always)]
    fn nodes(self) -> u32 {
        u32::from(self.0 & Self::OWN == 0)
    }
}

#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct WideNode {
    /// Components of the normals, followed by the offsets; zero for missing planes.
    planes: [Row; 4],
    /// For each axis, the minimum and the maximum of each lane's content. Infinite for an empty lane, so that no query
    /// touches it.
    bounds: [[Row; 2]; 3],
    /// For each lane, then for each plane: the sides of the planes above it that a query must reach in order to enter
    /// it; see [`ReachedSides`](node_planes::ReachedSides).
    needs: [u16; 2 * LANES],
    /// Position of each lane in space; see [`Order`](node_planes::Order).
    places: [u16; LANES],
    children: [Child; LANES],
}

#[derive(Clone, Copy, Debug)]
struct Names {
    /// Node that each plane belongs to, parents first. Without planes, the first entry is the node that owns the
    /// faces.
    planes: [NodeId; PLANES],
    count: u8,
}

/// Number of coordinates of a triangle.
const COORDINATES: usize = 9;

/// Number of coordinates that can be read from the start of a block. It exceeds the end of any row, so that indices below
/// `BLOCK_INDICES` need no check.
const BLOCK_ROWS: usize = BLOCK_INDICES + LANES;
const BLOCK_INDICES: usize = (COORDINATES * LANES).next_power_of_two();

#[cold]
fn missing_rows() -> ! {
    unreachable!("the rows end with padding")
}

/// A triangle of a block, with a node that stores a fragment of it.
#[derive(Clone, Copy, Debug)]
struct BlockTriangle {
    triangle: TriangleId,
    node: NodeId,
}

/// Up to `LANES` triangles. Each of the nine coordinates of their corners is a row. A row has one coordinate per
/// triangle, and the next row follows directly, so a block takes no memory for unused lanes. Rows are nevertheless read
/// as `LANES` coordinates. The lanes after the last triangle then contain arbitrary numbers and must be masked out.
#[derive(Clone, Copy, Debug)]
struct Block<'a> {
    rows: &'a [f32; BLOCK_ROWS],
    triangles: &'a [BlockTriangle],
    count: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    pub(super) corners: [Vec3; 3],
    pub(super) triangle: TriangleId,
    pub(super) node: NodeId,
}

impl Block<'_> {
    /// Returns the mask of the lanes that hold a triangle.
    #[inline(always)]
    fn all(&self) -> u32 {
        (1 << self.count) - 1
    }

    /// Returns a coordinate of a corner, from 0 to 2 each, for all lanes.
    #[inline(always)]
    fn row<S: Simd>(&self, simd: S, corner: usize, axis: usize) -> f32x8<S> {
        let first = (3 * corner + axis % 3) * self.count % BLOCK_INDICES;
        f32x8::from_slice(simd, &self.rows[first..first + LANES])
    }

    #[inline(always)]
    fn lane(&self, lane: usize) -> Lane {
        let BlockTriangle { triangle, node } = self.triangles[lane];
        let corners = self.corners_in_order(lane, [0, 1, 2]);
        Lane {
            corners: corners.map(Vec3::from_array),
            triangle,
            node,
        }
    }

    /// Returns the corners of a lane, with the coordinates in the given order.
    #[inline(always)]
    fn corners_in_order(&self, lane: usize, axes: [usize; 3]) -> [[f32; 3]; 3] {
        [0, 1, 2].map(|corner| {
            axes.map(|axis| self.rows[((3 * corner + axis % 3) * self.count + lane) % BLOCK_INDICES])
        })
    }

    #[inline(always)]
    fn corners_from<S: Simd>(&self, simd: S, from: Vec3) -> [Corner<S>; 3] {
        [
            self.corner_from(simd, 0, from),
            self.corner_from(simd, 1, from),
            self.corner_from(simd, 2, from),
        ]
    }

    /// Returns a corner relative to a point.
    ///
    /// Functions that are generic over the SIMD level must be inlined, and must not call `map`. A separate function
    /// would be compiled without the instructions of that level.
    #[inline(always)]
    fn corner_from<S: Simd>(&self, simd: S, corner: usize, from: Vec3) -> Corner<S> {
        [
            self.row(simd, corner, 0) - f32x8::splat(simd, from.x),
            self.row(simd, corner, 1) - f32x8::splat(simd, from.y),
            self.row(simd, corner, 2) - f32x8::splat(simd, from.z),
        ]
    }
}

type Corner<S> = [f32x8<S>; 3];

#[inline(always)]
fn row<S: Simd>(simd: S, row: &Row) -> f32x8<S> {
    f32x8::simd_from(simd, *row)
}

#[inline(always)]
fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(
        #[inline(always)]
        move || {
            let lane = mask.trailing_zeros() as usize;
            (mask != 0).then(|| {
                mask &= mask - 1;
                lane
            })
        },
    )
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QueryCounts {
    /// Number of nodes that the query reaches through the planes above them: blocks, and nodes whose own planes were
    /// tested.
    pub(super) nodes: u32,
    pub(super) boxes: u32,
    pub(super) triangles: u32,
}

impl QueryCounts {
    #[inline]
    pub(super) fn count(self) {
        counters::count_nodes(self.nodes);
        counters::count_bounds(self.boxes);
        counters::count_faces(self.triangles);
    }
}

#[derive(Clone, Debug)]
pub(super) struct Wide {
    level: Level,
    has_bounds: bool,
    root: Option<Child>,
    nodes: Vec<WideNode>,
    names: Vec<Names>,
    /// Coordinates of all blocks, followed by `BLOCK_ROWS` zeros, so that the rows of the last block can be read.
    rows: Vec<f32>,
    /// Triangles of all blocks.
    triangles: Vec<BlockTriangle>,
    /// For each block, the index of its first triangle, and the node that it represents or that owns its faces.
    block_nodes: Vec<(u32, NodeId)>,
}

impl Default for Wide {
    fn default() -> Self {
        Self {
            level: Level::new(),
            has_bounds: true,
            root: None,
            nodes: Vec::new(),
            names: Vec::new(),
            rows: Vec::new(),
            triangles: Vec::new(),
            block_nodes: Vec::new(),
        }
    }
}

impl Wide {
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice())
            + size_of_val(self.names.as_slice())
            + size_of_val(self.rows.as_slice())
            + size_of_val(self.triangles.as_slice())
            + size_of_val(self.block_nodes.as_slice())
    }

    pub(super) fn counts(&self) -> [u32; 2] {
        let planes = self.names.iter().map(|names| u32::from(names.count)).sum();
        let blocks = self.children().filter(|child| child.is_block());
        [planes, blocks.map(Child::nodes).sum()]
    }

    #[inline(always)]
    fn block(&self, child: Child) -> Block<'_> {
        let (first, count) = child.place();
        let rows = self.rows[first * COORDINATES..].first_chunk();
        Block {
            rows: rows.unwrap_or_else(|| missing_rows()),
            triangles: &self.triangles[first..first + count],
            count,
        }
    }

    /// Returns the node that a block represents or that owns its faces.
    fn block_node(&self, child: Child) -> NodeId {
        let first = child.place().0 as u32;
        let index = self.block_nodes.partition_point(|&(other, _)| other < first);
        self.block_nodes[index].1
    }

    fn children(&self) -> impl Iterator<Item = Child> + '_ {
        let below = self.nodes.iter().flat_map(|node| node.children);
        self.root.into_iter().chain(below)
    }
}

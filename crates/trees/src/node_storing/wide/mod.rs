//! The tree as queries read it: up to seven split planes, and the eight cells that they make, at once.
//!
//! A *wide node* is a piece of the binary tree: up to seven nodes, whose planes stand side by side, and up to eight lanes
//! below them, each a cell with all that is in it, or the faces that one of the nodes stores on its plane. One step tells of
//! all its planes on which sides of them a query is; a lane is entered where the query is on the right side of every plane
//! above it. Then, as in Quake, the bounds of what a lane holds may still leave it out. A cell with few triangles is a
//! *block*, which holds their corners side by side; no plane below it is asked.
//!
//! Eight boxes side by side: Dammertz, Hanika and Keller, "Shallow bounding volume hierarchies", 2008. A BSP tree that is as
//! fast as they are: Ize, Wald and Parker, "Ray tracing with the BSP tree", 2008.
//!
//! Lanes are tested in `f32` with a bound of their rounding; triangles that are not rejected so are tested exactly, so that
//! the answers do not depend on how the tree is read. The instructions are the best that the processor has.
//!
//! `collapse` and `items` make wide nodes and blocks of the tree; `planes` asks the planes of a wide node; `path` and
//! `lane_planes` test eight lanes at once; `cast`, `near` and `along` are the traversals; `watch` tells observers of
//! them in the words of the binary tree.

mod along;
mod cast;
mod collapse;
mod items;
mod lane_planes;
mod near;
mod path;
mod planes;
#[cfg(test)]
mod tests;
mod watch;

use fearless_simd::{Level, Simd, f32x8, prelude::*};
use glam::{Vec3, vec3};
use smallvec::SmallVec;

use super::NodeId;
use crate::{counters, params::BLOCK_PIECES};
pub(super) use along::Swept;
pub(super) use cast::Nearest;
pub(super) use near::NearQuery;

/// Lanes of a wide node, and triangles of a block.
const LANES: usize = BLOCK_PIECES as usize;

/// A bit for each lane.
const CELLS: u32 = (1 << LANES) - 1;

/// Planes of a wide node: as many as part space into that many lanes.
const PLANES: usize = LANES - 1;

/// One number for each lane, or for each plane.
type Row = [f32; LANES];

/// What a query enters next, with the part of its path that may be in it.
#[derive(Clone, Copy, Debug)]
struct Next {
    child: Child,
    /// Its place along the path among the lanes of its wide node.
    place: u16,
    from: f32,
    to: f32,
}

/// What waits to be read; a deeper tree moves it to the heap.
type Waiting = SmallVec<[Next; 96]>;

/// A wide node or a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Child(u32);

impl Child {
    /// Of a lane that no query enters.
    const NOTHING: Self = Self(0);
    const BLOCK: u32 = 1 << 31;
    /// The number of triangles of a block, less one, stands above its number.
    const COUNT: u32 = 28;
    /// Whether a block holds the faces of one node alone, rather than a node and all nodes below it.
    const OWN: u32 = 1 << 27;

    fn node(index: usize) -> Self {
        Self(index as u32)
    }

    fn block(index: usize, triangles: usize, is_own: bool) -> Self {
        let own = if is_own { Self::OWN } else { 0 };
        Self(Self::BLOCK | (triangles as u32 - 1) << Self::COUNT | own | index as u32)
    }

    /// The same child after so many more wide nodes and blocks. Number 0, the root, is no child of a wide node: there it is
    /// [`Child::NOTHING`].
    fn moved(self, nodes: usize, blocks: usize) -> Self {
        match self {
            Self::NOTHING => self,
            _ if self.is_block() => Self(self.0 + blocks as u32),
            _ => Self(self.0 + nodes as u32),
        }
    }

    #[inline(always)]
    fn is_block(self) -> bool {
        self.0 & Self::BLOCK != 0
    }

    /// Of a block, its place and the lanes that hold a triangle.
    #[inline(always)]
    fn place(self) -> (usize, u32) {
        let count = (self.0 >> Self::COUNT) & 7;
        ((self.0 & (Self::OWN - 1)) as usize, (2 << count) - 1)
    }

    /// 1 for a block that is a node with all nodes below it, which is visited as one; 0 for the faces of one node.
    #[inline(always)]
    fn nodes(self) -> u32 {
        u32::from(self.0 & Self::OWN == 0)
    }
}

/// Up to seven nodes of the tree, and what is below them.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct WideNode {
    /// By coordinate the normal of each plane, then its offset; zero for planes that are not there.
    planes: [Row; 4],
    /// The least x, y and z of what each lane holds, then the greatest; of an empty lane infinite, so that nothing touches it.
    bounds: [Row; 6],
    /// Of each lane, then of each plane, on which sides of the planes above a query must be to enter it: see
    /// [`Reached`](planes::Reached).
    needs: [u16; 2 * LANES],
    /// Of each lane its place in space: see [`Order`](planes::Order).
    places: [u16; LANES],
    children: [Child; LANES],
}

/// The nodes of the tree that a wide node stands for; only those who watch ask for them.
#[derive(Clone, Copy, Debug)]
struct Names {
    /// The node of each plane, above those below it; without planes, first the node whose faces these are.
    planes: [NodeId; PLANES],
    count: u8,
}

/// Up to eight triangles.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Block {
    /// By corner and axis.
    corners: [[Row; 3]; 3],
    triangles: [u32; LANES],
    /// Of each triangle a node that stores a fragment of it.
    nodes: [NodeId; LANES],
}

/// A triangle of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    pub(super) corners: [Vec3; 3],
    pub(super) triangle: u32,
    pub(super) node: NodeId,
}

impl Block {
    #[inline(always)]
    fn lane(&self, lane: usize) -> Lane {
        let lane = lane % LANES;
        let corner = |[x, y, z]: &[Row; 3]| vec3(x[lane], y[lane], z[lane]);
        let [a, b, c] = &self.corners;
        Lane {
            corners: [corner(a), corner(b), corner(c)],
            triangle: self.triangles[lane],
            node: self.nodes[lane],
        }
    }

    /// The corners, each as its coordinates less a point.
    #[inline(always)]
    fn corners_from<S: Simd>(&self, simd: S, from: Vec3) -> [Corner<S>; 3] {
        let [a, b, c] = &self.corners;
        [less(simd, a, from), less(simd, b, from), less(simd, c, from)]
    }
}

/// The three coordinates of a corner in each lane.
type Corner<S> = [f32x8<S>; 3];

/// A corner less a point. What is generic over the instructions is inlined by force, and calls no `map`, as a function of its
/// own would do without those instructions.
#[inline(always)]
fn less<S: Simd>(simd: S, corner: &[Row; 3], from: Vec3) -> Corner<S> {
    let [x, y, z] = corner;
    [
        row(simd, x) - f32x8::splat(simd, from.x),
        row(simd, y) - f32x8::splat(simd, from.y),
        row(simd, z) - f32x8::splat(simd, from.z),
    ]
}

#[inline(always)]
fn row<S: Simd>(simd: S, row: &Row) -> f32x8<S> {
    f32x8::simd_from(simd, *row)
}

/// The lanes of a mask, lowest first.
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

/// What a query has read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Read {
    /// Nodes that the planes above let it into: their own planes were asked, or they are blocks.
    pub(super) nodes: u32,
    /// Bounds.
    pub(super) boxes: u32,
    /// Triangles of the blocks.
    pub(super) triangles: u32,
}

impl Read {
    /// Adds it to the counters of this thread.
    #[inline]
    pub(super) fn count(self) {
        counters::count_nodes(self.nodes);
        counters::count_bounds(self.boxes);
        counters::count_faces(self.triangles);
    }
}

/// The wide nodes and blocks of a tree.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    level: Level,
    /// Whether the bounds of lanes are asked after the planes.
    has_bounds: bool,
    /// `None` where the tree is empty.
    root: Option<Child>,
    nodes: Vec<WideNode>,
    blocks: Vec<Block>,
    names: Vec<Names>,
    /// Of each block the node that it is, or whose faces it holds.
    block_nodes: Vec<NodeId>,
}

impl Default for Wide {
    fn default() -> Self {
        Self {
            level: Level::new(),
            has_bounds: true,
            root: None,
            nodes: Vec::new(),
            blocks: Vec::new(),
            names: Vec::new(),
            block_nodes: Vec::new(),
        }
    }
}

impl Wide {
    /// Memory in bytes, besides the structure itself.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice())
            + size_of_val(self.blocks.as_slice())
            + size_of_val(self.names.as_slice())
            + size_of_val(self.block_nodes.as_slice())
    }

    /// The nodes of the tree whose planes queries ask, and those that are blocks.
    pub(super) fn counts(&self) -> [u32; 2] {
        let planes = self.names.iter().map(|names| u32::from(names.count)).sum();
        let blocks = self.children().filter(|child| child.is_block());
        [planes, blocks.map(Child::nodes).sum()]
    }

    /// The root, and the children of all wide nodes.
    fn children(&self) -> impl Iterator<Item = Child> + '_ {
        let below = self.nodes.iter().flat_map(|node| node.children);
        self.root.into_iter().chain(below)
    }
}

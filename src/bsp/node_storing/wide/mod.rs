//! The tree as queries read it: eight subtrees at once.
//!
//! A *wide node* stands for the topmost nodes of a subtree, and holds the boxes of the eight subtrees below them side by side
//! (Dammertz, Hanika and Keller, "Shallow bounding volume hierarchies", 2008). A subtree of few triangles is a *block*, which
//! holds their corners side by side. The boxes are those of the fragments that the planes have cut, so that they overlap as
//! little as the cells do.
//!
//! Lanes are tested in `f32` with a bound of their rounding; what they do not reject is tested exactly, so that the answers
//! are those of the tree read node by node. The instructions are the best that the processor has.

mod along;
mod cast;
mod collapse;
mod lane_planes;
mod near;
mod path;

use fearless_simd::{Level, Simd, f32x8, prelude::*};
use glam::{Vec3, vec3};
use smallvec::SmallVec;

use super::NodeId;
use crate::bsp::{params::BLOCK_PIECES, visits};
pub(super) use along::Swept;
pub(super) use cast::Nearest;
pub(super) use near::Near;

/// Subtrees of a wide node, and triangles of a block.
const LANES: usize = BLOCK_PIECES as usize;

/// One number for each lane.
type Row = [f32; LANES];

/// What waits to be read, with the part of the path where it begins; a deeper tree moves it to the heap.
type Waiting = SmallVec<[(Child, f32); 96]>;

/// A wide node or a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Child(u32);

impl Child {
    /// Beside a box that holds nothing, which no query enters.
    const NOTHING: Self = Self(0);
    const BLOCK: u32 = 1 << 31;
    /// The number of triangles of a block, less one, stands above its number.
    const COUNT: u32 = 28;

    fn node(index: usize) -> Self {
        Self(index as u32)
    }

    fn block(index: usize, triangles: usize) -> Self {
        Self(Self::BLOCK | (triangles as u32 - 1) << Self::COUNT | index as u32)
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
        ((self.0 & ((1 << Self::COUNT) - 1)) as usize, (2 << count) - 1)
    }
}

/// Eight subtrees.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct WideNode {
    /// The least x, y and z of the fragments of each subtree, then the greatest.
    bounds: [Row; 6],
    children: [Child; LANES],
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
    /// Wide nodes and blocks.
    pub(super) nodes: u32,
    /// Triangles of the blocks.
    pub(super) triangles: u32,
}

impl Read {
    /// Adds it to what this thread has visited.
    #[inline]
    pub(super) fn count(self) {
        visits::count(self.nodes);
        visits::count_tests(self.triangles);
    }
}

/// The wide nodes and blocks of a tree.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    level: Level,
    /// `None` where the tree is empty.
    root: Option<Child>,
    nodes: Vec<WideNode>,
    blocks: Vec<Block>,
}

impl Default for Wide {
    fn default() -> Self {
        Self {
            level: Level::new(),
            root: None,
            nodes: Vec::new(),
            blocks: Vec::new(),
        }
    }
}

impl Wide {
    /// Memory in bytes, besides the structure itself.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.blocks.as_slice())
    }

    /// Wide nodes and blocks.
    pub(super) fn count(&self) -> usize {
        self.nodes.len() + self.blocks.len()
    }
}

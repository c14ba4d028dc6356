//! The path of a point or a box, against eight boxes at once, by their slabs (Kay and Kajiya, "Ray tracing complex scenes",
//! 1986), and the blocks along it.

use fearless_simd::{Simd, f32x8, prelude::*};
use glam::Vec3;

use super::{Block, Child, Read, Row, Waiting, Wide, WideNode, lanes, row};
use crate::geometry::tolerance::ZERO_COMPONENT;

/// The path `from + t direction`, from `t` 0.
pub(super) struct Path {
    /// For each axis the row of the sides of the boxes that the path meets first, and of those that it meets last.
    rows: [[usize; 2]; 3],
    /// Where it starts, moved by the size of what moves, for each of these rows.
    origins: [[f32; 2]; 3],
    inverse: [f32; 3],
}

impl Path {
    /// `half_size` is half the size of what moves, and more than rounding may shift the answer.
    pub(super) fn new(from: Vec3, direction: Vec3, half_size: Vec3) -> Self {
        let mut path = Self {
            rows: [[0; 2]; 3],
            origins: [[0.0; 2]; 3],
            inverse: [0.0; 3],
        };
        for axis in 0..3 {
            let (at, half, along) = (from[axis], half_size[axis], direction[axis]);
            let rises = along >= 0.0;
            path.rows[axis] = if rises { [axis, axis + 3] } else { [axis + 3, axis] };
            path.origins[axis] = if rises {
                [at + half, at - half]
            } else {
                [at - half, at + half]
            };
            // Not infinite: infinity times zero would tell nothing.
            path.inverse[axis] = if along.abs() < ZERO_COMPONENT {
                1.0 / ZERO_COMPONENT
            } else {
                1.0 / along
            };
        }
        path
    }

    /// The boxes that the path enters before `end`, and where.
    #[inline(always)]
    pub(super) fn enters<S: Simd>(&self, simd: S, node: &WideNode, end: f32) -> (u32, Row) {
        self.enters_rows(
            simd,
            #[inline(always)]
            |index| row(simd, &node.bounds[index]),
            end,
        )
    }

    /// As [`Path::enters`], of boxes given by their rows.
    #[inline(always)]
    pub(super) fn enters_rows<S: Simd>(
        &self,
        simd: S,
        bounds: impl Fn(usize) -> f32x8<S>,
        end: f32,
    ) -> (u32, Row) {
        let mut near = f32x8::splat(simd, 0.0);
        let mut far = f32x8::splat(simd, end);
        for axis in 0..3 {
            let inverse = f32x8::splat(simd, self.inverse[axis]);
            let [first, last] = self.rows[axis];
            let [from_first, from_last] = self.origins[axis];
            near = near.max((bounds(first) - f32x8::splat(simd, from_first)) * inverse);
            far = far.min((bounds(last) - f32x8::splat(simd, from_last)) * inverse);
        }
        (near.simd_le(far).to_bitmask() as u32, near.into())
    }
}

/// What a path enters next.
type Next = (Child, f32);

impl Wide {
    /// Visits the blocks that a path enters, each with the lanes that hold a triangle and the part of the path that is of
    /// interest, from 0 on. `meet` returns the part that still is, which never grows; less than 0 ends the visit.
    ///
    /// The children of a wide node are entered from the nearest to the farthest, or, where `SORTED` is false, the nearest first
    /// and the others in any order.
    #[inline(always)]
    pub(super) fn blocks_along<S: Simd, const SORTED: bool>(
        &self,
        simd: S,
        path: &Path,
        mut meet: impl FnMut(&Block, u32, f32) -> f32,
    ) -> Read {
        let mut read = Read::default();
        let Some(root) = self.root else { return read };
        let mut end = 1.0_f32;
        let mut waiting = Waiting::new();
        let mut next = Some((root, 0.0));
        while let Some((child, enters)) = next {
            if !(enters <= end) {
                next = waiting.pop();
                continue;
            }
            read.nodes += 1;
            next = if child.is_block() {
                let (place, all) = child.place();
                read.triangles += all.count_ones();
                end = meet(&self.blocks[place], all, end);
                if end < 0.0 {
                    return read;
                }
                waiting.pop()
            } else {
                let node = &self.nodes[child.0 as usize];
                let (mask, enters) = path.enters(simd, node, end);
                nearest_child::<SORTED>(node, mask, &enters, &mut waiting).or_else(|| waiting.pop())
            };
        }
        read
    }
}

/// Of the children that a path enters, given by `mask`, the nearest; the others wait, the next one last.
#[inline(always)]
fn nearest_child<const SORTED: bool>(
    node: &WideNode,
    mask: u32,
    enters: &Row,
    waiting: &mut Waiting,
) -> Option<Next> {
    let mut lanes = lanes(mask);
    let first = lanes.next()?;
    let of = |lane: usize| (node.children[lane], enters[lane]);
    let mut nearest = of(first);
    let base = waiting.len();
    for lane in lanes {
        let mut farther = of(lane);
        if farther.1 < nearest.1 {
            std::mem::swap(&mut farther, &mut nearest);
        }
        waiting.push(farther);
        let mut place = waiting.len() - 1;
        while SORTED && place > base && waiting[place - 1].1 < waiting[place].1 {
            waiting.swap(place - 1, place);
            place -= 1;
        }
    }
    Some(nearest)
}

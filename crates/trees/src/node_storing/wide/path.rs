//! Finds the blocks along the path of a point or a body. The query tests the planes of a wide node, then the bounds of
//! its lanes, eight at a time with the slab method (Kay and Kajiya, "Ray tracing complex scenes", 1986).

use crate::tolerance::ZERO_COMPONENT;
use fearless_simd::{Simd, f32x8, prelude::*};
use glam::Vec3;

use super::{
    Block, CELLS, LANES, Next, QueryCounts, Row, Waiting, Wide, WideNode, lanes,
    node_planes::{Crossings, Extent, Order, PointReach, Reach, Sides, Splat},
    row,
};
use crate::observer::Observer;

pub(super) struct Path<E> {
    from: Vec3,
    direction: Vec3,
    extent: E,
    /// For each axis, the side of the boxes that the path reaches first: 0 for the minimum and 1 for the maximum.
    first: [usize; 3],
    /// For each axis, the start of the path relative to that side and to the opposite one, offset by the extent of the
    /// body.
    origins: [[f32; 2]; 3],
    inverse: [f32; 3],
}

impl Path<PointReach> {
    /// Creates the path of a point. `reach` is a margin for rounding.
    #[inline(always)]
    pub(super) fn of_point(from: Vec3, direction: Vec3, reach: f32) -> Self {
        Self::with_extent(from, direction, PointReach(reach), Vec3::splat(reach))
    }
}

impl Path<Extent> {
    /// Creates the path of a body with the given half axis. `reach` is the body's radius plus a margin for rounding.
    pub(super) fn new(from: Vec3, direction: Vec3, half_axis: Vec3, reach: f32) -> Self {
        let extent = Extent::of_axis(half_axis, reach);
        Self::with_extent(from, direction, extent, half_axis.abs() + reach)
    }
}

impl<E: Reach> Path<E> {
    /// Creates the path of a shape with the given extent towards planes. `half` contains the half-extents of its
    /// bounding box. Both include a margin for rounding.
    #[inline(always)]
    pub(super) fn with_extent(from: Vec3, direction: Vec3, extent: E, half: Vec3) -> Self {
        // These are computed without branches, because a branch on the direction would be mispredicted half of the time.
        let falls = direction
            .to_array()
            .map(|along| usize::from(along.is_sign_negative()));
        let half = half.copysign(direction);
        let (first, last) = ((from + half).to_array(), (from - half).to_array());
        // The inverse must not be infinite, because infinity times zero is NaN.
        let inverse = direction.to_array().map(|along| {
            let is_zero = along.abs() < ZERO_COMPONENT;
            1.0 / if is_zero {
                ZERO_COMPONENT.copysign(along)
            } else {
                along
            }
        });
        Self {
            from,
            direction,
            extent,
            first: falls,
            origins: [0, 1, 2].map(|axis| [first[axis], last[axis]]),
            inverse,
        }
    }

    /// Returns the lanes whose bounds the path enters between `from` and `to`, with the entry and exit parameters.
    #[inline(always)]
    fn enters<S: Simd>(&self, simd: S, node: &WideNode, from: f32, to: f32) -> (u32, [Row; 2]) {
        let mut near = f32x8::splat(simd, from);
        let mut far = f32x8::splat(simd, to);
        for axis in 0..3 {
            let inverse = f32x8::splat(simd, self.inverse[axis]);
            let first = self.first[axis];
            let [from_first, from_last] = self.origins[axis];
            let (first, last) = (
                row(simd, &node.bounds[axis][first % 2]),
                row(simd, &node.bounds[axis][(first + 1) % 2]),
            );
            near = near.max((first - f32x8::splat(simd, from_first)) * inverse);
            far = far.min((last - f32x8::splat(simd, from_last)) * inverse);
        }
        (near.simd_le(far).to_bitmask() as u32, [near.into(), far.into()])
    }
}

impl Wide {
    /// Visits the blocks that a path enters. `meet` receives the block, the mask of its triangles, and the parameter
    /// beyond which the path can be ignored. It returns the new value of this parameter, which must never increase; a
    /// negative value stops the visit.
    ///
    /// If `SORTED` is `true`, the lanes of a wide node are visited in the order of their cells along the path. Otherwise,
    /// the lane that contains the longest part of the path comes first, and the others follow in any order.
    #[inline(always)]
    pub(super) fn blocks_along<S: Simd, E: Reach, O: Observer, const SORTED: bool>(
        &self,
        simd: S,
        path: &Path<E>,
        observer: O,
        mut on_block: impl FnMut(&Block<'_>, u32, f32) -> f32,
    ) -> QueryCounts {
        let mut read = QueryCounts::default();
        let Some(root) = self.root else { return read };
        let mut end = 1.0_f32;
        let line = Splat::new(simd, path.from, path.direction);
        let mut waiting = Waiting::new();
        let mut next = Some(Next {
            child: root,
            place: 0,
            from: 0.0,
            to: 1.0,
        });
        while let Some(Next { child, from, to, .. }) = next {
            if !(from <= end) {
                self.report_skipped_child(child, observer);
                next = waiting.pop();
                continue;
            }
            next = if child.is_block() {
                let block = self.block(child);
                let all = block.all();
                read.nodes += child.nodes();
                read.triangles += all.count_ones();
                self.report_block(child, observer);
                end = on_block(&block, all, end);
                if end < 0.0 {
                    return read;
                }
                waiting.pop()
            } else {
                let node = &self.nodes[child.0 as usize];
                let to = if end < to { end } else { to };
                let sides = Sides::new(simd, node, &path.extent, &line, from, to);
                let reached = sides.reached(simd);
                let entered = reached.enters(simd, node);
                let order = sides.order(simd);
                let (cells, planes) = (entered & CELLS, entered >> LANES);
                read.nodes += planes.count_ones();
                let (within, parts);
                if self.has_bounds {
                    read.boxes += cells.count_ones();
                    let bounds;
                    (bounds, parts) = path.enters(simd, node, from, to);
                    within = if bounds & !cells == 0 {
                        bounds
                    } else {
                        intersect_masks(bounds, cells)
                    };
                } else {
                    (within, parts) = within_planes(node, cells, &sides.crossings(simd, from), from, to);
                }
                if O::ENABLED {
                    self.report_planes(
                        child,
                        &sides.to_plane_rows(simd, reached, Some([from, to])),
                        [planes, within],
                        observer,
                    );
                    self.report_skipped_lanes(node, cells & !within, observer);
                }
                first_lane::<SORTED>(node, within, order, &parts, &mut waiting).or_else(|| waiting.pop())
            };
        }
        read
    }
}

/// Returns the intersection of two masks.
///
/// This is a separate cold function, so that the processor speculatively continues with `bounds` before `cells` is
/// known. The planes rarely reject lanes whose bounds are hit.
#[cold]
#[inline(never)]
pub(super) fn intersect_masks(bounds: u32, cells: u32) -> u32 {
    bounds & cells
}

/// Returns the lanes whose cells the path actually enters, and the sections of the path inside them. `cells` contains
/// the lanes that no single plane rejects.
#[cold]
fn within_planes(node: &WideNode, cells: u32, crossings: &Crossings, from: f32, to: f32) -> (u32, [Row; 2]) {
    let mut parts = [[0.0; LANES]; 2];
    let mut within = 0;
    for lane in lanes(cells) {
        let (enters, leaves) = crossings.within(node.needs[lane], from, to);
        (parts[0][lane], parts[1][lane]) = (enters, leaves);
        within |= u32::from(enters <= leaves) << lane;
    }
    (within, parts)
}

/// Returns the first lane of a mask, and pushes the others onto the stack so that the next lane is on top.
///
/// If `SORTED` is `true`, the lanes are in the order of their cells along the path. Otherwise, the first lane is the one
/// that contains the longest part of the path, because it is the most likely to stop the path. The others are in any
/// order.
#[inline(always)]
fn first_lane<const SORTED: bool>(
    node: &WideNode,
    mask: u32,
    order: Order,
    [enters, leaves]: &[Row; 2],
    waiting: &mut Waiting<Next>,
) -> Option<Next> {
    let of = |lane: usize| Next {
        child: node.children[lane % LANES],
        place: node.places[lane % LANES] ^ order.0,
        from: enters[lane % LANES],
        to: leaves[lane % LANES],
    };
    let mut lanes = lanes(mask);
    let mut first = of(lanes.next()?);
    if !SORTED {
        for lane in lanes {
            let mut other = of(lane);
            if other.to - other.from > first.to - first.from {
                std::mem::swap(&mut other, &mut first);
            }
            waiting.push(other);
        }
        return Some(first);
    }
    let Some(second) = lanes.next() else {
        return Some(first);
    };
    let mut second = of(second);
    if second.place < first.place {
        std::mem::swap(&mut second, &mut first);
    }
    if mask.count_ones() == 2 {
        waiting.push(second);
        return Some(first);
    }
    let mut later = [second; LANES];
    let mut count = 1;
    for lane in lanes {
        let mut next = of(lane);
        if next.place < first.place {
            std::mem::swap(&mut next, &mut first);
        }
        let mut index = count;
        while index > 0 && later[index - 1].place < next.place {
            later[index % LANES] = later[index - 1];
            index -= 1;
        }
        later[index % LANES] = next;
        count += 1;
    }
    for next in &later[..count] {
        waiting.push(*next);
    }
    Some(first)
}

//! Finds triangles near a box, a sphere or a capsule.

use bspwalk_geometry::Shape;
use fearless_simd::{Simd, dispatch, f32x8, prelude::*};
use glam::Vec3;

use super::{
    Block, CELLS, Child, LANES, Lane, QueryCounts, Row, Waiting, Wide, WideNode,
    lane_planes::LanePlanes,
    lanes,
    node_planes::{Extent, PointReach, Reach, Sides, Splat},
    path::intersect_masks,
    row,
    spans::Spans,
};
use crate::observer::Observer;

/// A query volume: the points within `reach` metres of a box or of a body's axis.
pub(in crate::node_storing) struct NearQuery {
    center: Vec3,
    /// Half the diagonal of the box, or half the axis.
    half: Vec3,
    reach: f32,
    is_body: bool,
    /// A box or a cylinder, with `half` as half-extents of its bounding box.
    spans: Option<Spans>,
}

impl NearQuery {
    /// Creates the set of points within `reach` metres of the axis from `center - half_axis` to `center +
    /// half_axis`.
    pub(in crate::node_storing) fn new(center: Vec3, half_axis: Vec3, reach: f32) -> Self {
        Self {
            center,
            half: half_axis,
            reach,
            is_body: true,
            spans: None,
        }
    }

    /// Creates the set of points within `reach` metres of a box.
    pub(in crate::node_storing) fn of_box(min: Vec3, max: Vec3, reach: f32) -> Self {
        Self {
            center: (min + max) * 0.5,
            half: (max - min) * 0.5,
            reach,
            is_body: false,
            spans: None,
        }
    }

    /// Creates the set of points within `margin` metres of a shape.
    pub(in crate::node_storing) fn of_shape(center: Vec3, shape: &Shape, margin: f32) -> Self {
        match (Spans::of(shape), shape.bounding_capsule()) {
            (None, capsule) => Self::new(center, capsule.half_axis, capsule.radius + margin),
            (Some(spans), _) => Self {
                center,
                half: spans.extents(),
                reach: margin,
                is_body: false,
                spans: Some(spans),
            },
        }
    }

    fn is_sphere(&self) -> bool {
        self.is_body && self.half == Vec3::ZERO
    }

    fn extent(&self) -> Extent {
        match self.spans {
            Some(spans) => Extent::of_spans(spans, self.reach),
            None if self.is_body => Extent::of_axis(self.half, self.reach),
            None => Extent::of_box(self.half, self.reach),
        }
    }

    /// Returns the squared distance of each lane's box from the query's box or axis bounds.
    #[inline(always)]
    fn squared_gaps<S: Simd>(
        &self,
        simd: S,
        least: impl Fn(usize) -> f32x8<S>,
        greatest: impl Fn(usize) -> f32x8<S>,
    ) -> f32x8<S> {
        let zero = f32x8::splat(simd, 0.0);
        let mut squared = zero;
        for axis in 0..3 {
            let half = self.half[axis].abs();
            let low = f32x8::splat(simd, self.center[axis] - half);
            let high = f32x8::splat(simd, self.center[axis] + half);
            let gap = (least(axis) - high).max(low - greatest(axis)).max(zero);
            squared += gap * gap;
        }
        squared
    }

    /// Returns the lanes whose squared gap is within reach.
    #[inline(always)]
    fn within<S: Simd>(&self, simd: S, squared: f32x8<S>) -> u32 {
        let reach = f32x8::splat(simd, self.reach * self.reach);
        squared.simd_le(reach).to_bitmask() as u32
    }

    /// Returns the squared distance of the bounds of each lane.
    #[inline(always)]
    fn node<S: Simd>(&self, simd: S, node: &WideNode) -> f32x8<S> {
        self.squared_gaps(
            simd,
            #[inline(always)]
            |axis| row(simd, &node.bounds[axis][0]),
            #[inline(always)]
            |axis| row(simd, &node.bounds[axis][1]),
        )
    }

    /// Returns the triangles whose bounds and plane are within reach. For a sphere, also tests the edges and the
    /// interior.
    #[inline(always)]
    fn block<S: Simd>(&self, simd: S, block: &Block<'_>) -> u32 {
        let squared = self.squared_gaps(
            simd,
            #[inline(always)]
            |axis| {
                block
                    .row(simd, 0, axis)
                    .min(block.row(simd, 1, axis))
                    .min(block.row(simd, 2, axis))
            },
            #[inline(always)]
            |axis| {
                block
                    .row(simd, 0, axis)
                    .max(block.row(simd, 1, axis))
                    .max(block.row(simd, 2, axis))
            },
        );
        let near = self.within(simd, squared);
        if near == 0 {
            return 0;
        }
        let planes = LanePlanes::new(simd, block, self.center);
        let (across, error) = match &self.spans {
            Some(spans) => planes.extent(simd, spans),
            None if self.is_body => (planes.dot(simd, self.half).abs(), planes.rounding_of(self.half)),
            None => (planes.dot_sizes(simd, self.half), planes.rounding_of(self.half)),
        };
        let distance = planes.height.abs() - across - error - planes.error;
        let near = near & !planes.beyond_reach(simd, distance, self.reach);
        if near != 0 && self.is_sphere() {
            return near & planes.touches(simd, self.reach);
        }
        near
    }
}

impl Wide {
    /// Visits the triangles that may be near, in any order. A triangle with several fragments may be visited more than
    /// once.
    pub(in crate::node_storing) fn visit_near_triangles<O: Observer>(
        &self,
        near: &NearQuery,
        observer: O,
        visit: &mut dyn FnMut(Lane),
    ) -> QueryCounts {
        let Some(root) = self.root else {
            return QueryCounts::default();
        };
        if near.is_sphere() {
            let extent = PointReach(near.reach);
            return dispatch!(self.level, simd => self.near_in(simd, root, (near, &extent), observer, visit));
        }
        let extent = near.extent();
        dispatch!(self.level, simd => self.near_in(simd, root, (near, &extent), observer, visit))
    }

    #[inline(always)]
    fn near_in<S: Simd, E: Reach, O: Observer>(
        &self,
        simd: S,
        root: Child,
        (near, extent): (&NearQuery, &E),
        observer: O,
        visit: &mut dyn FnMut(Lane),
    ) -> QueryCounts {
        let mut read = QueryCounts::default();
        let center = Splat::new(simd, near.center, Vec3::ZERO);
        let mut waiting = Waiting::new();
        let mut next = Some(root);
        while let Some(current) = next {
            if current.is_block() {
                let block = self.block(current);
                let all = block.all();
                read.nodes += current.nodes();
                read.triangles += all.count_ones();
                self.report_block(current, observer);
                let mask = near.block(simd, &block) & all;
                block.report_far_triangles(all & !mask, observer);
                for lane in lanes(mask) {
                    visit(block.lane(lane));
                }
            } else {
                let node = &self.nodes[current.0 as usize];
                let sides = Sides::at_point(simd, node, extent, &center);
                let reached = sides.reached(simd);
                let entered = reached.enters(simd, node);
                let (cells, planes) = (entered & CELLS, entered >> LANES);
                read.nodes += planes.count_ones();
                let mut within = cells;
                if self.has_bounds {
                    read.boxes += cells.count_ones();
                    let bounds = near.within(simd, near.node(simd, node));
                    within = if bounds & !cells == 0 {
                        bounds
                    } else {
                        intersect_masks(bounds, cells)
                    };
                }
                if O::ENABLED {
                    let seen = sides.to_plane_rows(simd, reached, None);
                    self.report_planes(current, &seen, [planes, within], observer);
                    self.report_skipped_lanes(node, cells & !within, observer);
                }
                for lane in lanes(within) {
                    waiting.push(node.children[lane]);
                }
            }
            next = waiting.pop();
        }
        read
    }

    /// Visits triangles roughly from near to far, by branch and bound. `visit` returns the reach that still matters (in
    /// metres, with the margin for rounding), which must not increase.
    pub(in crate::node_storing) fn nearest_to(
        &self,
        near: NearQuery,
        visit: &mut dyn FnMut(Lane) -> f32,
    ) -> QueryCounts {
        let Some(root) = self.root else {
            return QueryCounts::default();
        };
        dispatch!(self.level, simd => self.nearest_in(simd, root, near, visit))
    }

    #[inline(always)]
    fn nearest_in<S: Simd>(
        &self,
        simd: S,
        root: Child,
        mut near: NearQuery,
        visit: &mut dyn FnMut(Lane) -> f32,
    ) -> QueryCounts {
        let mut read = QueryCounts::default();
        let center = Splat::new(simd, near.center, Vec3::ZERO);
        // Children with the squared distance of their bounds. Siblings are sorted, so that the nearest one is popped
        // first and shrinks the reach before the others are looked at.
        let mut waiting: smallvec::SmallVec<[(Child, f32); 96]> = smallvec::SmallVec::new();
        let mut next = Some((root, 0.0));
        while let Some((current, gap)) = next {
            if gap > near.reach * near.reach {
                next = waiting.pop();
                continue;
            }
            if current.is_block() {
                let block = self.block(current);
                let all = block.all();
                read.nodes += current.nodes();
                read.triangles += all.count_ones();
                for lane in lanes(near.block(simd, &block) & all) {
                    near.reach = near.reach.min(visit(block.lane(lane)));
                }
            } else {
                let node = &self.nodes[current.0 as usize];
                let sides = Sides::at_point(simd, node, &near.extent(), &center);
                let entered = sides.reached(simd).enters(simd, node);
                let (cells, planes) = (entered & CELLS, entered >> LANES);
                read.nodes += planes.count_ones();
                let (mut within, mut gaps): (u32, Row) = (cells, [0.0; LANES]);
                if self.has_bounds {
                    read.boxes += cells.count_ones();
                    let squared = near.node(simd, node);
                    within &= near.within(simd, squared);
                    gaps = squared.into();
                }
                let first = waiting.len();
                waiting.extend(lanes(within).map(|lane| (node.children[lane], gaps[lane % LANES])));
                if let Some(siblings) = waiting.get_mut(first..) {
                    siblings.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
                }
            }
            next = waiting.pop();
        }
        read
    }
}

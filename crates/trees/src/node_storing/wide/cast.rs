//! Casts, which find the first face that a segment hits, and occlusion tests, which stop at any face.

use crate::tolerance::SHEARED_AREA_RELATIVE;
use fearless_simd::{Simd, dispatch, f32x8, prelude::*};
use glam::Vec3;

use super::{Block, Corner, Lane, QueryCounts, Wide, lanes, node_planes::PointReach, path::Path};
use crate::{
    TriangleId,
    node::NodeId,
    observer::{Observer, TestOutcome, Unobserved},
    triangle::Line,
    triangle::parameter_in_order,
};

#[derive(Clone, Copy, Debug)]
pub(in crate::node_storing) struct Nearest {
    /// Parameter of the nearest hit, or infinity before the first hit.
    pub(in crate::node_storing) t: f32,
    pub(in crate::node_storing) triangle: TriangleId,
    pub(in crate::node_storing) node: NodeId,
}

/// A segment, prepared for tests against blocks. Corners are projected along its longest axis and sheared, so that the
/// segment becomes a point.
struct Sheared {
    line: Line,
    axes: [usize; 3],
    /// Start of the segment along these axes.
    start: [f32; 3],
    shear: [f32; 2],
    /// 1 if the segment ascends along its longest axis, and −1 otherwise.
    sign: f32,
    /// Length of the segment along its longest axis, in metres.
    reach: f32,
    slack: f32,
}

impl Sheared {
    fn new(from: Vec3, to: Vec3, slack: f32) -> Self {
        let line = Line::new(from, to);
        let axes = line.axes();
        let (from, to) = (from.to_array(), to.to_array());
        let [across, up, along] = axes;
        let length = to[along % 3] - from[along % 3];
        Self {
            axes,
            start: [from[across % 3], from[up % 3], from[along % 3]],
            shear: line.shear.map(|shear| shear as f32),
            sign: length.signum(),
            reach: length.abs(),
            slack,
            line,
        }
    }

    /// Returns the exact parameter of the hit with a triangle of a block.
    #[inline(always)]
    fn parameter(&self, block: &Block<'_>, lane: usize) -> Option<f32> {
        parameter_in_order(block.corners_in_order(lane, self.axes), &self.line)
    }

    /// Transforms the given corner of each triangle of a block to the sheared space, relative to the segment's start. The result has two coordinates across
    /// the segment, and one along its longest axis.
    #[inline(always)]
    fn see<S: Simd>(&self, simd: S, block: &Block<'_>, corner: usize) -> Corner<S> {
        let [across, up, along] = self.axes;
        let z = block.row(simd, corner, along) - f32x8::splat(simd, self.start[2]);
        let x = block.row(simd, corner, across) - f32x8::splat(simd, self.start[0]);
        let y = block.row(simd, corner, up) - f32x8::splat(simd, self.start[1]);
        [
            x - f32x8::splat(simd, self.shear[0]) * z,
            y - f32x8::splat(simd, self.shear[1]) * z,
            z,
        ]
    }

    /// Returns the lanes that the segment may hit before `end`, and the subset that it definitely hits.
    #[inline(always)]
    fn meets<S: Simd>(&self, simd: S, block: &Block<'_>, end: f32) -> (u32, u32) {
        let [ax, ay, az] = self.see(simd, block, 0);
        let [bx, by, bz] = self.see(simd, block, 1);
        let [cx, cy, cz] = self.see(simd, block, 2);
        let u = cx * by - cy * bx;
        let v = ax * cy - ay * cx;
        let w = bx * ay - by * ax;
        let size = ax
            .abs()
            .max(ay.abs())
            .max(bx.abs().max(by.abs()))
            .max(cx.abs().max(cy.abs()));
        let depth = az.abs().max(bz.abs()).max(cz.abs());
        let error = (size + depth) * size * SHEARED_AREA_RELATIVE;
        let low = u.min(v).min(w);
        let high = u.max(v).max(w);
        let zero = f32x8::splat(simd, 0.0);
        let inside = (low + error).simd_ge(zero) | (high - error).simd_le(zero);
        let surely_inside = low.simd_gt(error) | high.simd_lt(zero - error);
        let sign = f32x8::splat(simd, self.sign);
        let (az, bz, cz) = (az * sign, bz * sign, cz * sign);
        let (first, last) = (az.min(bz).min(cz), az.max(bz).max(cz));
        let (end, slack) = (end * self.reach, self.slack);
        let may = inside
            & first.simd_le(f32x8::splat(simd, end + slack))
            & last.simd_ge(f32x8::splat(simd, -slack));
        let surely = surely_inside
            & first.simd_ge(f32x8::splat(simd, slack))
            & last.simd_le(f32x8::splat(simd, end - slack));
        (may.to_bitmask() as u32, surely.to_bitmask() as u32)
    }
}

impl Wide {
    pub(in crate::node_storing) fn cast<O: Observer>(
        &self,
        from: Vec3,
        to: Vec3,
        slack: f32,
        observer: O,
    ) -> (Option<Nearest>, QueryCounts) {
        let sheared = Sheared::new(from, to, slack);
        let path = Path::of_point(from, to - from, slack);
        dispatch!(self.level, simd => self.nearest(simd, &sheared, &path, observer))
    }

    /// Returns whether the segment hits a triangle that `stops` accepts.
    pub(in crate::node_storing) fn is_blocked(
        &self,
        from: Vec3,
        to: Vec3,
        slack: f32,
        stops: &dyn Fn(TriangleId) -> bool,
    ) -> (bool, QueryCounts) {
        let sheared = Sheared::new(from, to, slack);
        let path = Path::of_point(from, to - from, slack);
        dispatch!(self.level, simd => self.any(simd, &sheared, &path, stops))
    }

    #[inline(always)]
    fn nearest<S: Simd, O: Observer>(
        &self,
        simd: S,
        sheared: &Sheared,
        path: &Path<PointReach>,
        observer: O,
    ) -> (Option<Nearest>, QueryCounts) {
        let mut nearest = Nearest {
            t: f32::INFINITY,
            triangle: TriangleId(u32::MAX),
            node: NodeId(0),
        };
        let read = self.blocks_along::<S, _, O, true>(
            simd,
            path,
            observer,
            #[inline(always)]
            |block, all, mut end| {
                let may = sheared.meets(simd, block, end).0 & all;
                if O::ENABLED {
                    for lane in lanes(all & !may) {
                        let t = sheared.parameter(block, lane);
                        let lane = block.lane(lane);
                        let tested =
                            t.map_or(TestOutcome::Outside, |t| missed(&lane, &nearest, f64::from(t)));
                        observer.test_face(lane.node, lane.triangle, tested);
                    }
                }
                for lane in lanes(may) {
                    let t = sheared.parameter(block, lane);
                    let lane = block.lane(lane);
                    let Some(t) = t else {
                        observer.test_face(lane.node, lane.triangle, TestOutcome::Outside);
                        continue;
                    };
                    let is_nearer = t < nearest.t || t == nearest.t && lane.triangle < nearest.triangle;
                    if (0.0..=1.0).contains(&t) && is_nearer {
                        nearest = Nearest {
                            t,
                            triangle: lane.triangle,
                            node: lane.node,
                        };
                        end = t;
                        observer.test_face(lane.node, lane.triangle, TestOutcome::Hit { t: f64::from(t) });
                    } else {
                        observer.test_face(lane.node, lane.triangle, missed(&lane, &nearest, f64::from(t)));
                    }
                }
                end
            },
        );
        ((nearest.t <= 1.0).then_some(nearest), read)
    }

    #[inline(always)]
    fn any<S: Simd>(
        &self,
        simd: S,
        sheared: &Sheared,
        path: &Path<PointReach>,
        stops: &dyn Fn(TriangleId) -> bool,
    ) -> (bool, QueryCounts) {
        let mut blocked = false;
        let read = self.blocks_along::<S, _, Unobserved, false>(
            simd,
            path,
            Unobserved,
            #[inline(always)]
            |block, all, end| {
                let (may, surely) = sheared.meets(simd, block, end);
                blocked = lanes(surely & all).any(
                    #[inline(always)]
                    |lane| stops(block.triangles[lane].triangle),
                ) || lanes(may & !surely & all).any(
                    #[inline(always)]
                    |lane| {
                        let t = sheared.parameter(block, lane);
                        t.is_some_and(|t| (0.0..=1.0).contains(&t)) && stops(block.triangles[lane].triangle)
                    },
                );
                if blocked { -1.0 } else { end }
            },
        );
        (blocked, read)
    }
}

/// Returns the reason why a triangle hit by the line at `t` is not the nearest hit.
#[inline(always)]
fn missed(lane: &Lane, nearest: &Nearest, t: f64) -> TestOutcome {
    if t < 0.0 {
        TestOutcome::Behind { t }
    } else if t > 1.0 {
        TestOutcome::Beyond { t }
    } else if lane.triangle == nearest.triangle {
        TestOutcome::AlreadyTested
    } else {
        TestOutcome::Farther { t }
    }
}

//! Finds triangles along the path of a moving body.

use crate::tolerance::FRAME_RELATIVE;
use bspwalk_geometry::Shape;
use fearless_simd::{Select, Simd, dispatch, f32x8, mask32x8, prelude::*};
use glam::Vec3;

use super::{
    Block, Corner, Lane, QueryCounts, Wide, lane_planes::LanePlanes, lanes, node_planes::Extent, path::Path,
    spans::Spans,
};
use crate::observer::Observer;

pub(in crate::node_storing) struct Swept {
    from: Vec3,
    direction: Vec3,
    half_axis: Vec3,
    reach: f32,
    path: Path<Extent>,
    length: f32,
    /// Axes of the motion frame: the first is along the path, the second is perpendicular to the path and the body's
    /// axis, and the third is perpendicular to both of these.
    frame: [Vec3; 3],
    /// Absolute values of the half axis along the first and third axes of the frame.
    axis: [f32; 2],
    /// A box or a cylinder, with its extents along the axes of the frame. In this case, `half_axis` is not used.
    shape: Option<(Spans, [f32; 3])>,
}

impl Swept {
    pub(in crate::node_storing) fn new(
        from: Vec3,
        direction: Vec3,
        half_axis: Vec3,
        reach: f32,
    ) -> Option<Self> {
        // In `f64`, the square of a length neither underflows nor overflows.
        let length = direction.as_dvec3().length();
        let along = (direction.as_dvec3() / length).as_vec3();
        if !along.is_finite() {
            return None;
        }
        let across = along
            .cross(half_axis)
            .try_normalize()
            .unwrap_or_else(|| along.any_orthonormal_vector());
        let up = along.cross(across);
        Some(Self {
            from,
            direction,
            half_axis,
            reach,
            path: Path::new(from, direction, half_axis, reach),
            length: (length as f32).min(f32::MAX),
            frame: [along, across, up],
            axis: [along.dot(half_axis).abs(), up.dot(half_axis).abs()],
            shape: None,
        })
    }

    /// Creates the path of a shape. `margin` is the margin for rounding.
    pub(in crate::node_storing) fn of_shape(
        from: Vec3,
        direction: Vec3,
        shape: &Shape,
        margin: f32,
    ) -> Option<Self> {
        let capsule = shape.bounding_capsule();
        let swept = Self::new(from, direction, capsule.half_axis, capsule.radius + margin)?;
        let Some(spans) = Spans::of(shape) else {
            return Some(swept);
        };
        let extent = Extent::of_spans(spans, margin);
        Some(Self {
            reach: margin,
            path: Path::with_extent(from, direction, extent, spans.extents() + margin),
            shape: Some((spans, swept.frame.map(|axis| spans.along(axis)))),
            ..swept
        })
    }

    /// Transforms a corner to the motion frame, relative to the start of the path.
    #[inline(always)]
    fn see<S: Simd>(&self, simd: S, corner: &Corner<S>) -> Corner<S> {
        let [along, across, up] = &self.frame;
        [
            splat_dot(simd, corner, *along),
            splat_dot(simd, corner, *across),
            splat_dot(simd, corner, *up),
        ]
    }

    /// Returns the triangles of a block that the body may hit before `end`.
    #[inline(always)]
    fn block<S: Simd>(&self, simd: S, block: &Block<'_>, end: f32) -> u32 {
        let planes = LanePlanes::new(simd, block, self.from);
        let [a, b, c] = &planes.corners;
        let (a, b, c) = (self.see(simd, a), self.see(simd, b), self.see(simd, c));
        let rounding = planes.far * FRAME_RELATIVE;
        let reach = f32x8::splat(simd, self.reach) + rounding;
        let ahead = self.shape.map_or(self.axis[0], |(_, extents)| extents[0]);
        let ahead = reach + f32x8::splat(simd, ahead);
        let first = a[0].min(b[0]).min(c[0]) - ahead;
        let last = a[0].max(b[0]).max(c[0]) + ahead;
        let in_range =
            first.simd_le(f32x8::splat(simd, end * self.length)) & last.simd_ge(f32x8::splat(simd, 0.0));
        let passes = match self.shape {
            None => self.passes(simd, [&a, &b, &c], reach, rounding),
            Some((_, extents)) => passes_beside(simd, [&a, &b, &c], reach, extents),
        };
        let mask = in_range.to_bitmask() as u32 & !passes;
        if mask == 0 {
            return 0;
        }
        let moved = self.direction * end;
        let after = planes.height + planes.dot(simd, moved);
        // Distance of the nearer end of the path from the plane, or a negative value if the two ends are on opposite
        // sides.
        let distance = planes.height.min(after).max(-planes.height.max(after));
        let (axis, error) = match &self.shape {
            None => (
                planes.dot(simd, self.half_axis).abs(),
                planes.rounding_of(self.half_axis),
            ),
            Some((spans, _)) => planes.extent(simd, spans),
        };
        let error = planes.error + planes.rounding_of(moved) + error;
        mask & !planes.beyond_reach(simd, distance - axis - error, self.reach)
    }

    /// Returns the triangles that the body misses when projected along the motion. A sphere misses a triangle if every
    /// edge is out of reach and the triangle does not surround the sphere. A capsule misses a triangle if the line of
    /// an edge separates the two.
    #[inline(always)]
    fn passes<S: Simd>(
        &self,
        simd: S,
        [a, b, c]: [&Corner<S>; 3],
        reach: f32x8<S>,
        rounding: f32x8<S>,
    ) -> u32 {
        let (ab, bc, ca) = (SeenEdge::new(a, b), SeenEdge::new(b, c), SeenEdge::new(c, a));
        let zero = f32x8::splat(simd, 0.0);
        if self.axis[1] == 0.0 {
            let squared = ab
                .distance_squared(simd)
                .min(bc.distance_squared(simd))
                .min(ca.distance_squared(simd));
            let low = ab.area.min(bc.area).min(ca.area);
            let high = ab.area.max(bc.area).max(ca.area);
            let outside = low.simd_lt(zero) & high.simd_gt(zero);
            // If the signs are uncertain, an edge is so close that the rounding margin in `reach` covers the error.
            return (outside & squared.simd_gt(reach * reach)).to_bitmask() as u32;
        }
        let twice = ab.area + bc.area + ca.area;
        let body = (self.axis[1], reach, rounding);
        let separates = ab.separates(simd, twice, body)
            | bc.separates(simd, twice, body)
            | ca.separates(simd, twice, body);
        separates.to_bitmask() as u32
    }
}

/// Returns the triangles whose bounding rectangle, projected along the motion, is out of reach of a shape with the given
/// extents in the motion frame.
#[inline(always)]
fn passes_beside<S: Simd>(simd: S, [a, b, c]: [&Corner<S>; 3], reach: f32x8<S>, extents: [f32; 3]) -> u32 {
    let gap = |axis: usize| {
        let (least, most) = (
            a[axis].min(b[axis]).min(c[axis]),
            a[axis].max(b[axis]).max(c[axis]),
        );
        least.max(-most) - f32x8::splat(simd, extents[axis])
    };
    gap(1).max(gap(2)).simd_gt(reach).to_bitmask() as u32
}

struct SeenEdge<S: Simd> {
    from: [f32x8<S>; 2],
    along: [f32x8<S>; 2],
    length_squared: f32x8<S>,
    /// Twice the signed area of the triangle formed by the edge and the origin. It is positive if the origin is on the
    /// left of the edge.
    area: f32x8<S>,
}

impl<S: Simd> SeenEdge<S> {
    #[inline(always)]
    fn new(from: &Corner<S>, to: &Corner<S>) -> Self {
        let along = [to[1] - from[1], to[2] - from[2]];
        Self {
            from: [from[1], from[2]],
            along,
            length_squared: along[0] * along[0] + along[1] * along[1],
            area: from[1] * to[2] - from[2] * to[1],
        }
    }

    #[inline(always)]
    fn distance_squared(&self, simd: S) -> f32x8<S> {
        let length_squared = self.length_squared.max(f32x8::splat(simd, f32::MIN_POSITIVE));
        let at = -(self.from[0] * self.along[0] + self.from[1] * self.along[1]) / length_squared;
        let at = at.max(f32x8::splat(simd, 0.0)).min(f32x8::splat(simd, 1.0));
        let (x, y) = (
            self.from[0] + self.along[0] * at,
            self.from[1] + self.along[1] * at,
        );
        x * x + y * y
    }

    /// Returns whether the edge's line separates the body from the triangle. `twice` is twice the triangle's area,
    /// `axis` is half the projected length of the body's axis, and `rounding` is the error bound for corners.
    #[inline(always)]
    fn separates(
        &self,
        simd: S,
        twice: f32x8<S>,
        (axis, reach, rounding): (f32, f32x8<S>, f32x8<S>),
    ) -> mask32x8<S> {
        // Flip the sign so that the triangle is on the left, and an origin outside of the triangle is on the right.
        let zero = f32x8::splat(simd, 0.0);
        let beside = twice.simd_ge(zero).select(-self.area, self.area);
        // An edge seen end-on is short, so the rounding error of the area matters.
        let error = (self.from[0].abs() + self.from[1].abs()) * rounding;
        let gap = beside - self.along[0].abs() * f32x8::splat(simd, axis) - error;
        gap.simd_gt(zero) & (gap * gap).simd_gt(self.length_squared * reach * reach)
    }
}

#[inline(always)]
fn splat_dot<S: Simd>(simd: S, corner: &Corner<S>, direction: Vec3) -> f32x8<S> {
    corner[0] * f32x8::splat(simd, direction.x)
        + corner[1] * f32x8::splat(simd, direction.y)
        + corner[2] * f32x8::splat(simd, direction.z)
}

impl Wide {
    /// Visits the triangles that the body may touch, in the order of the cells along its path. A triangle with several
    /// fragments may be visited more than once. `visit` returns the parameter beyond which the path can be ignored;
    /// this value must never increase.
    pub(in crate::node_storing) fn visit_along_sweep<O: Observer>(
        &self,
        swept: &Swept,
        observer: O,
        visit: &mut dyn FnMut(Lane) -> f32,
    ) -> QueryCounts {
        dispatch!(self.level, simd => self.along_in(simd, swept, observer, visit))
    }

    #[inline(always)]
    fn along_in<S: Simd, O: Observer>(
        &self,
        simd: S,
        swept: &Swept,
        observer: O,
        visit: &mut dyn FnMut(Lane) -> f32,
    ) -> QueryCounts {
        self.blocks_along::<S, _, O, true>(
            simd,
            &swept.path,
            observer,
            #[inline(always)]
            |block, all, mut end| {
                let mask = swept.block(simd, block, end) & all;
                block.report_far_triangles(all & !mask, observer);
                for lane in lanes(mask) {
                    end = visit(block.lane(lane)).min(end);
                }
                end
            },
        )
    }
}

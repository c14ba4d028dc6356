//! Tests a query against all planes of a wide node at once.

use fearless_simd::{Simd, f32x8, prelude::*, u16x16};
use glam::Vec3;

use super::{LANES, PLANES, Row, WideNode, row, spans::Spans};

/// Extent of a query, which covers the points within `reach` metres of a point, an axis or a box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    half: Vec3,
    reach: f32,
    shape: Shape,
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    Point,
    Axis,
    Box,
    Spans(Spans),
}

/// How far a query reaches towards planes.
pub(super) trait Reach {
    /// Returns the reach towards planes with the given normals.
    fn towards<S: Simd>(&self, simd: S, normal: [f32x8<S>; 3]) -> f32x8<S>;
}

/// Reach of a point, in metres: a margin for rounding.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointReach(pub(super) f32);

impl Reach for PointReach {
    #[inline(always)]
    fn towards<S: Simd>(&self, simd: S, _: [f32x8<S>; 3]) -> f32x8<S> {
        f32x8::splat(simd, self.0)
    }
}

impl Extent {
    pub(super) fn of_axis(half: Vec3, reach: f32) -> Self {
        let shape = if half == Vec3::ZERO {
            Shape::Point
        } else {
            Shape::Axis
        };
        Self { half, reach, shape }
    }

    pub(super) fn of_box(half: Vec3, reach: f32) -> Self {
        Self {
            half,
            reach,
            shape: Shape::Box,
        }
    }

    pub(super) fn of_spans(spans: Spans, reach: f32) -> Self {
        Self {
            half: Vec3::ZERO,
            reach,
            shape: Shape::Spans(spans),
        }
    }

    #[inline(always)]
    fn component<S: Simd>(simd: S, normal: [f32x8<S>; 3], vector: Vec3) -> f32x8<S> {
        let vector = Splat::new(simd, vector, Vec3::ZERO).from;
        product(normal, &vector, f32x8::splat(simd, 0.0))
    }
}

impl Reach for Extent {
    #[inline(always)]
    fn towards<S: Simd>(&self, simd: S, [x, y, z]: [f32x8<S>; 3]) -> f32x8<S> {
        let reach = f32x8::splat(simd, self.reach);
        let half = self.half;
        match self.shape {
            Shape::Point => reach,
            Shape::Axis => reach + Self::component(simd, [x, y, z], half).abs(),
            Shape::Spans(spans) => {
                let [a, b, c] = spans
                    .segments
                    .map(|half| Self::component(simd, [x, y, z], half).abs());
                let [d, e] = spans.disc.map(|radius| Self::component(simd, [x, y, z], radius));
                reach + a + b + c + (d * d + e * e).sqrt()
            }
            Shape::Box => {
                reach
                    + x.abs() * f32x8::splat(simd, half.x.abs())
                    + y.abs() * f32x8::splat(simd, half.y.abs())
                    + z.abs() * f32x8::splat(simd, half.z.abs())
            }
        }
    }
}

/// A line `from + t direction`, broadcast to all lanes. If the query is a point, the direction is zero.
pub(super) struct Splat<S: Simd> {
    from: [f32x8<S>; 3],
    direction: [f32x8<S>; 3],
}

impl<S: Simd> Splat<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, from: Vec3, direction: Vec3) -> Self {
        let splat = |number: f32| f32x8::splat(simd, number);
        Self {
            from: [splat(from.x), splat(from.y), splat(from.z)],
            direction: [splat(direction.x), splat(direction.y), splat(direction.z)],
        }
    }
}

/// Position of a section of a path relative to the planes of a wide node.
pub(super) struct Sides<S: Simd> {
    at_start: f32x8<S>,
    at_end: f32x8<S>,
    slope: f32x8<S>,
    /// Extent of the query towards each plane, plus a margin for rounding.
    reach: f32x8<S>,
}

/// Sides of a wide node's planes that a query reaches. Bit *p* is the front of plane *p*, and bit *p* + 8 is its back.
///
/// A query can enter a lane only if certain bits are set. A cell requires one bit per plane above it; the faces of a
/// node require both bits of the node's plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReachedSides(pub(super) u16);

impl ReachedSides {
    /// A bit that no query sets: the front of an eighth plane, which does not exist.
    pub(super) const NOTHING: u16 = Self::bit(LANES - 1, true);

    pub(super) const fn bit(plane: usize, is_front: bool) -> u16 {
        1 << if is_front { plane } else { plane + LANES }
    }

    pub(super) fn is_front(self, plane: usize) -> bool {
        self.0 & Self::bit(plane, true) != 0
    }

    pub(super) fn is_back(self, plane: usize) -> bool {
        self.0 & Self::bit(plane, false) != 0
    }

    /// Returns the mask of the lanes and planes that the query enters: one bit per lane, then one per plane.
    #[inline(always)]
    pub(super) fn enters<S: Simd>(self, simd: S, node: &WideNode) -> u32 {
        let needs = u16x16::simd_from(simd, node.needs);
        let missing = needs & u16x16::splat(simd, !self.0);
        missing.simd_eq(u16x16::splat(simd, 0)).to_bitmask() as u32
    }
}

/// The order of a wide node's cells along a path.
///
/// The *place* of a lane is its sort key. It has two bits per plane, with the topmost plane first. They are 00 in front
/// of the plane, 11 behind it, 01 on it, and 00 for planes that are not above the lane. The first plane where two
/// places differ separates the lanes. Sorting by place therefore orders lanes from front to back. If a path crosses a
/// plane from back to front, the plane's two bits are flipped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order(pub(super) u16);

impl Order {
    /// Returns the place of a lane that needs the given sides of the planes.
    pub(super) fn place(needs: u16) -> u16 {
        (0..PLANES).fold(0, |place, plane| {
            let needs = |is_front| needs & ReachedSides::bit(plane, is_front) != 0;
            let bits = match (needs(true), needs(false)) {
                (true, true) => 0b01,
                (false, true) => 0b11,
                _ => 0b00,
            };
            place | Self::bits(plane, bits)
        })
    }

    const fn bits(plane: usize, bits: u16) -> u16 {
        bits << (2 * (PLANES - 1 - plane))
    }

    /// Bits to flip, for each combination of planes that a path crosses from back to front.
    const FLIPS: [u16; 1 << PLANES] = {
        let mut flips = [0; 1 << PLANES];
        let mut rises = 0;
        while rises < flips.len() {
            let mut plane = 0;
            while plane < PLANES {
                if rises >> plane & 1 != 0 {
                    flips[rises] |= Self::bits(plane, 0b11);
                }
                plane += 1;
            }
            rises += 1;
        }
        flips
    };

    pub(super) fn crosses_back_to_front(self, plane: usize) -> bool {
        self.0 & Self::bits(plane, 0b11) != 0
    }

    /// Creates the order for a path that crosses the given planes from back to front. After the bits are flipped,
    /// places ascend along the path.
    #[inline(always)]
    fn new(rises: u32) -> Self {
        Self(Self::FLIPS[rises as usize % Self::FLIPS.len()])
    }
}

impl<S: Simd> Sides<S> {
    #[inline(always)]
    pub(super) fn new(
        simd: S,
        node: &WideNode,
        extent: &impl Reach,
        line: &Splat<S>,
        from: f32,
        to: f32,
    ) -> Self {
        let [x, y, z, offset] = &node.planes;
        let normal = [row(simd, x), row(simd, y), row(simd, z)];
        let distance = product(normal, &line.from, row(simd, offset));
        let slope = product(normal, &line.direction, f32x8::splat(simd, 0.0));
        Self {
            at_start: slope.mul_add(f32x8::splat(simd, from), distance),
            at_end: slope.mul_add(f32x8::splat(simd, to), distance),
            slope,
            reach: extent.towards(simd, normal),
        }
    }

    #[inline(always)]
    pub(super) fn at_point(simd: S, node: &WideNode, extent: &impl Reach, center: &Splat<S>) -> Self {
        let [x, y, z, offset] = &node.planes;
        let normal = [row(simd, x), row(simd, y), row(simd, z)];
        let at = product(normal, &center.from, row(simd, offset));
        Self {
            at_start: at,
            at_end: at,
            slope: f32x8::splat(simd, 0.0),
            reach: extent.towards(simd, normal),
        }
    }

    /// Returns the sides that the query reaches. If a distance is NaN, both sides count as reached.
    #[inline(always)]
    pub(super) fn reached(&self, simd: S) -> ReachedSides {
        let below = f32x8::splat(simd, 0.0) - self.reach;
        let behind = self.at_start.simd_lt(below) & self.at_end.simd_lt(below);
        let before = self.at_start.simd_gt(self.reach) & self.at_end.simd_gt(self.reach);
        let (behind, before) = (behind.to_bitmask() as u16, before.to_bitmask() as u16);
        ReachedSides(!(behind | before << LANES | ReachedSides::NOTHING))
    }

    #[inline(always)]
    pub(super) fn order(&self, simd: S) -> Order {
        let rises = self.slope.simd_gt(f32x8::splat(simd, 0.0));
        Order::new(rises.to_bitmask() as u32)
    }

    /// Converts the sides to the form used for observers. If the query is a path, `part` contains its start and end
    /// parameters.
    #[inline(always)]
    pub(super) fn to_plane_rows(&self, simd: S, reached: ReachedSides, part: Option<[f32; 2]>) -> PlaneRows {
        PlaneRows {
            at_start: self.at_start.into(),
            at_end: self.at_end.into(),
            reach: self.reach.into(),
            order: self.order(simd),
            reached,
            part,
        }
    }

    /// Computes where a path that starts at `from` enters and leaves the reach of each plane.
    #[inline(always)]
    pub(super) fn crossings(&self, simd: S, from: f32) -> Crossings {
        let from = f32x8::splat(simd, from);
        let inverse = f32x8::splat(simd, 1.0) / self.slope;
        Crossings {
            behind: (from + (-self.reach - self.at_start) * inverse).into(),
            before: (from + (self.reach - self.at_start) * inverse).into(),
            rises: self.slope.simd_gt(f32x8::splat(simd, 0.0)).to_bitmask() as u32,
            falls: self.slope.simd_lt(f32x8::splat(simd, 0.0)).to_bitmask() as u32,
        }
    }
}

pub(super) struct PlaneRows {
    pub(super) at_start: Row,
    pub(super) at_end: Row,
    pub(super) reach: Row,
    pub(super) order: Order,
    pub(super) reached: ReachedSides,
    pub(super) part: Option<[f32; 2]>,
}

/// Parameters of the points where a path enters and leaves the reach of each plane.
pub(super) struct Crossings {
    /// Parameter of the point on the path that is behind each plane by exactly its reach.
    behind: Row,
    /// Parameter of the point on the path that is in front of each plane by exactly its reach.
    before: Row,
    rises: u32,
    falls: u32,
}

impl Crossings {
    /// Returns the section of a path that is on all required sides. If no such section exists, the returned start is
    /// after the end.
    pub(super) fn within(&self, needs: u16, mut from: f32, mut to: f32) -> (f32, f32) {
        for plane in 0..PLANES {
            let (front, back) = (ReachedSides::bit(plane, true), ReachedSides::bit(plane, false));
            // These comparisons ignore NaN.
            let mut from_on = |t: f32| from = if t > from { t } else { from };
            let mut up_to = |t: f32| to = if t < to { t } else { to };
            if self.rises >> plane & 1 != 0 {
                if needs & front != 0 {
                    from_on(self.behind[plane]);
                }
                if needs & back != 0 {
                    up_to(self.before[plane]);
                }
            } else if self.falls >> plane & 1 != 0 {
                if needs & front != 0 {
                    up_to(self.behind[plane]);
                }
                if needs & back != 0 {
                    from_on(self.before[plane]);
                }
            }
        }
        (from, to)
    }
}

#[inline(always)]
fn product<S: Simd>([x, y, z]: [f32x8<S>; 3], vector: &[f32x8<S>; 3], more: f32x8<S>) -> f32x8<S> {
    z.mul_add(vector[2], y.mul_add(vector[1], x.mul_add(vector[0], more)))
}

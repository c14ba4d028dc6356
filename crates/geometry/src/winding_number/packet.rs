//! Winding numbers of eight points at once, a *packet* as in ray tracing.
//!
//! The packet traverses the groups together. After a point has used an approximated group, its lane is inactive until
//! the traversal has passed that group's descendants. Each point therefore uses the same groups in the same order as in
//! a single query. This works best for points close to each other, because they use nearly the same groups.

use fearless_simd::{Select, Simd, dispatch, f64x8, mask64x8, prelude::*};
use glam::DVec3;

use super::{
    Group, WindingNumbers,
    angles::{AngleSum, LARGE},
};

/// Number of points in a packet; see [`WindingNumbers::at_packet`].
pub const PACKET_SIZE: usize = 8;

/// Eight vectors, one per lane.
type Vectors<S> = [f64x8<S>; 3];

impl WindingNumbers {
    /// Returns the winding numbers of eight points, using SIMD. The results match [`WindingNumbers::at`] up to
    /// rounding. The function is fastest if the points are close to each other.
    #[must_use]
    pub fn at_packet(&self, points: &[DVec3; PACKET_SIZE]) -> [f64; PACKET_SIZE] {
        dispatch!(self.level, simd => self.packet(simd, points))
    }

    #[inline(always)]
    fn packet<S: Simd>(&self, simd: S, points: &[DVec3; PACKET_SIZE]) -> [f64; PACKET_SIZE] {
        let mut coordinates = [[0.0; PACKET_SIZE]; 3];
        for (lane, point) in points.iter().enumerate() {
            for (axis, row) in coordinates.iter_mut().enumerate() {
                row[lane] = point[axis];
            }
        }
        let [x, y, z] = coordinates;
        let at: Vectors<S> = [
            f64x8::simd_from(simd, x),
            f64x8::simd_from(simd, y),
            f64x8::simd_from(simd, z),
        ];
        let mut far = splat(simd, 0.0);
        let mut near = AngleSums::new(simd);
        // For each lane, the index of the first group where the lane is active again.
        let mut from = splat(simd, 0.0);
        let mut id = 0;
        while let Some(approach) = self.approaches.get(id) {
            let v = from_points(simd, approach.center, &at);
            let square = dot(&v, &v);
            let takes_part = from.simd_le(splat(simd, id as f64));
            let is_far = square.simd_gt(splat(simd, approach.beyond));
            let whole = takes_part & is_far;
            if whole.to_bitmask() != 0 {
                let angle = self.groups[id].angles(simd, &v, square);
                far = whole.select(far + angle, far);
                from = whole.select(splat(simd, f64::from(approach.next)), from);
            }
            let parts = takes_part & !is_far;
            if parts.to_bitmask() != 0 {
                if approach.has_parts {
                    id += 1;
                    continue;
                }
                let group = &self.groups[id];
                for polygon in group.first..group.end {
                    near.add(simd, half_angles(simd, self.corners_of(polygon), &at), parts);
                }
            }
            id = approach.next as usize;
        }
        let mut sums = [[0.0; PACKET_SIZE]; 4];
        for (sum, row) in sums.iter_mut().zip([far, near.re, near.im, near.turns]) {
            row.store_slice(sum);
        }
        std::array::from_fn(|lane| {
            let [far, re, im, turns] = sums.map(|row| row[lane]);
            WindingNumbers::of_angles(far, &AngleSum { re, im, turns })
        })
    }
}

impl Group {
    /// Like [`Group::angle`], for eight points.
    #[inline(always)]
    fn angles<S: Simd>(&self, simd: S, v: &Vectors<S>, square: f64x8<S>) -> f64x8<S> {
        let [x, y, z] = *v;
        let (n, d, o) = (self.dipole, self.diagonal, self.off_diagonal);
        let inverse = splat(simd, 1.0) / square;
        let dipole = splat(simd, n.x) * x + splat(simd, n.y) * y + splat(simd, n.z) * z;
        let squares = splat(simd, d.x) * (x * x) + splat(simd, d.y) * (y * y) + splat(simd, d.z) * (z * z);
        let products = splat(simd, o.x) * (y * z) + splat(simd, o.y) * (z * x) + splat(simd, o.z) * (x * y);
        let along = squares + splat(simd, 2.0) * products;
        (dipole + splat(simd, d.element_sum()) - splat(simd, 3.0) * along * inverse)
            * inverse
            * inverse.sqrt()
    }
}

/// Eight [`AngleSum`]s.
struct AngleSums<S: Simd> {
    re: f64x8<S>,
    im: f64x8<S>,
    turns: f64x8<S>,
}

impl<S: Simd> AngleSums<S> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        let zero = splat(simd, 0.0);
        Self {
            re: splat(simd, 1.0),
            im: zero,
            turns: zero,
        }
    }

    /// Like [`AngleSum::add`], for the selected lanes.
    #[inline(always)]
    fn add(&mut self, simd: S, [re, im]: [f64x8<S>; 2], lanes: mask64x8<S>) {
        let zero = splat(simd, 0.0);
        let lanes = lanes & (im.simd_gt(zero) | im.simd_lt(zero));
        let product = [self.re * re - self.im * im, self.re * im + self.im * re];
        let is_upper = self.im.simd_ge(zero);
        let turns_up = lanes & is_upper & im.simd_gt(zero) & product[1].simd_lt(zero);
        let turns_down = lanes & !is_upper & im.simd_lt(zero) & product[1].simd_ge(zero);
        self.turns += turns_up.select(splat(simd, 1.0), zero) - turns_down.select(splat(simd, 1.0), zero);
        let size = product[0].abs().max(product[1].abs());
        let scale = size
            .simd_gt(splat(simd, LARGE))
            .select(splat(simd, 1.0 / LARGE), splat(simd, 1.0));
        self.re = lanes.select(product[0] * scale, self.re);
        self.im = lanes.select(product[1] * scale, self.im);
    }
}

#[inline(always)]
fn splat<S: Simd>(simd: S, value: f64) -> f64x8<S> {
    f64x8::splat(simd, value)
}

/// Returns the vectors from eight points to `to`.
#[inline(always)]
fn from_points<S: Simd>(simd: S, to: DVec3, at: &Vectors<S>) -> Vectors<S> {
    [
        splat(simd, to.x) - at[0],
        splat(simd, to.y) - at[1],
        splat(simd, to.z) - at[2],
    ]
}

#[inline(always)]
fn dot<S: Simd>(a: &Vectors<S>, b: &Vectors<S>) -> f64x8<S> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
fn cross<S: Simd>(a: &Vectors<S>, b: &Vectors<S>) -> Vectors<S> {
    [
        a[1] * b[2] - b[1] * a[2],
        a[2] * b[0] - b[2] * a[0],
        a[0] * b[1] - b[0] * a[1],
    ]
}

/// Like [`super::angles::half_angle`], for a polygon seen from eight points.
#[inline(always)]
fn half_angles<S: Simd>(simd: S, corners: &[DVec3], at: &Vectors<S>) -> [f64x8<S>; 2] {
    let (zero, one) = (splat(simd, 0.0), splat(simd, 1.0));
    let (mut re, mut im) = (one, zero);
    let [first, second, rest @ ..] = corners else {
        return [re, im];
    };
    let a = from_points(simd, *first, at);
    let la = dot(&a, &a).sqrt();
    let mut b = from_points(simd, *second, at);
    let mut lb = dot(&b, &b).sqrt();
    for &corner in rest {
        let c = from_points(simd, corner, at);
        let lc = dot(&c, &c).sqrt();
        let across = dot(&a, &cross(&b, &c));
        let ahead = la * lb * lc + dot(&a, &b) * lc + dot(&b, &c) * la + dot(&c, &a) * lb;
        let size = ahead.abs().max(across.abs());
        let has_size = size.simd_gt(zero);
        let x = has_size.select(ahead / size, one);
        let y = has_size.select(across / size, zero);
        (re, im) = (re * x - im * y, re * y + im * x);
        (b, lb) = (c, lc);
    }
    [re, im]
}

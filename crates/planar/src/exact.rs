//! Exact predicate: on which side of a line two other lines cross.

use std::cmp::Ordering;

use crate::tolerance::SMALLEST;
use glam::DVec2;
use num_bigint::{BigInt, Sign};

use super::Segment2;

/// Maximum absolute coordinate.
pub const MAX_COORDINATE: f64 = 1.0e9;

/// Returns whether the coordinates of a point are in range for the predicates.
pub(super) fn is_usable(point: DVec2) -> bool {
    point
        .to_array()
        .iter()
        .all(|coordinate| coordinate.abs() <= MAX_COORDINATE)
}

pub(super) fn flush_tiny_to_zero(point: DVec2) -> DVec2 {
    DVec2::select(point.abs().cmplt(DVec2::splat(SMALLEST)), DVec2::ZERO, point)
}

/// Returns the side of `line` on which the lines of `edge` and `cutter` cross. These two lines must not be parallel.
///
/// Let s, p and q be the starts of `line`, `edge` and `cutter`, and l, d and c their directions. The crossing is p +
/// d·n/m, with n = (q − p) × c and m = d × c. Its side is the sign of (l × (p − s))·m + n·(l × d), multiplied by the
/// sign of m.
pub(super) fn crossing_side(line: &Segment2, edge: &Segment2, cutter: &Segment2) -> Ordering {
    approximate(line, edge, cutter).unwrap_or_else(|| by_integers(line, edge, cutter))
}

/// Computes the side in floating point, or returns `None` if the sign is uncertain.
fn approximate(line: &Segment2, edge: &Segment2, cutter: &Segment2) -> Option<Ordering> {
    // Returns the value of a cross product, and the sum of the magnitudes of its terms.
    let cross = |u: DVec2, v: DVec2| (u.perp_dot(v), (u.x * v.y).abs() + (u.y * v.x).abs());
    let (l, d, c) = (line.direction(), edge.direction(), cutter.direction());
    let (start, start_size) = cross(l, edge.from - line.from);
    let (step, step_size) = cross(l, d);
    let (n, n_size) = cross(cutter.from - edge.from, c);
    let (m, m_size) = cross(d, c);
    // Each monomial is a product of four differences, with fewer than 16 rounding errors of half an ULP each.
    const ROUNDING: f64 = 16.0 * f64::EPSILON;
    let value = start * m + n * step;
    let bound = ROUNDING * (start_size * m_size + n_size * step_size);
    let certain =
        value.abs() > bound && m.abs() > ROUNDING * m_size && bound > f64::MIN_POSITIVE / f64::EPSILON;
    certain.then(|| multiplied(sign(value), sign(m)))
}

/// Computes the side in integer arithmetic, with coordinates scaled by a power of two.
fn by_integers(line: &Segment2, edge: &Segment2, cutter: &Segment2) -> Ordering {
    let points = [line.from, line.to, edge.from, edge.to, cutter.from, cutter.to];
    let parts = points.map(|point| point.to_array().map(parts));
    let lowest = parts.as_flattened().iter().map(|part| part.1).min().unwrap_or(0);
    let integer = |(mantissa, exponent): (i64, i32)| BigInt::from(mantissa) << (exponent - lowest);
    let [s, t, p, q, r, o] = parts.map(|point| point.map(integer));
    let minus = |a: &[BigInt; 2], b: &[BigInt; 2]| [&a[0] - &b[0], &a[1] - &b[1]];
    let cross = |u: &[BigInt; 2], v: &[BigInt; 2]| &u[0] * &v[1] - &u[1] * &v[0];
    let (l, d, c) = (minus(&t, &s), minus(&q, &p), minus(&o, &r));
    let m = cross(&d, &c);
    let value = cross(&l, &minus(&p, &s)) * &m + cross(&minus(&r, &p), &c) * cross(&l, &d);
    let sign = |value: &BigInt| match value.sign() {
        Sign::Minus => Ordering::Less,
        Sign::NoSign => Ordering::Equal,
        Sign::Plus => Ordering::Greater,
    };
    multiplied(sign(&value), sign(&m))
}

fn parts(value: f64) -> (i64, i32) {
    let bits = value.to_bits();
    let stored = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) = match stored {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, stored - 1075),
    };
    if mantissa == 0 {
        // A zero must not lower the common exponent.
        return (0, i32::MAX >> 1);
    }
    (if value < 0.0 { -mantissa } else { mantissa }, exponent)
}

fn sign(value: f64) -> Ordering {
    value.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
}

fn multiplied(a: Ordering, b: Ordering) -> Ordering {
    match b {
        Ordering::Greater => a,
        Ordering::Equal => Ordering::Equal,
        Ordering::Less => a.reverse(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(from: [f64; 2], to: [f64; 2]) -> Segment2 {
        Segment2::new(from.into(), to.into())
    }

    #[test]
    fn crossing_side_is_exact_at_common_point() {
        // Three lines that meet at (1/3, 1/3), which is not representable in `f64`.
        let edge = segment([0.0, 0.0], [1.0, 1.0]);
        let cutter = segment([0.0, 1.0], [0.5, 0.0]);
        let line = segment([1.0, 0.0], [0.0, 0.5]);
        assert_eq!(crossing_side(&line, &edge, &cutter), Ordering::Equal);
        assert_eq!(crossing_side(&line, &cutter, &edge), Ordering::Equal);
        let above = segment([1.0, 0.0], [0.0, 0.5_f64.next_up()]);
        let below = segment([1.0, 0.0], [0.0, 0.5_f64.next_down()]);
        // For the segment from (1, 0) to (0, 0.5), the left side is below.
        assert_eq!(crossing_side(&above, &edge, &cutter), Ordering::Greater);
        assert_eq!(crossing_side(&below, &edge, &cutter), Ordering::Less);
        let turned = segment([0.0, 0.5_f64.next_up()], [1.0, 0.0]);
        assert_eq!(crossing_side(&turned, &edge, &cutter), Ordering::Less);
    }

    #[test]
    fn approximate_and_integer_predicates_agree() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut point = || DVec2::new(random.f64() * 8.0 - 4.0, random.f64() * 8.0 - 4.0);
        let mut certain = 0;
        for _ in 0..10_000 {
            let [line, edge, cutter] = std::array::from_fn(|_| Segment2::new(point(), point()));
            if let Some(side) = approximate(&line, &edge, &cutter) {
                assert_eq!(side, by_integers(&line, &edge, &cutter));
                certain += 1;
            }
        }
        assert!(certain > 9_900, "{certain}");
    }

    #[test]
    fn float_parts_are_exact() {
        for value in [1.0, -3.5, 1.0e9, f64::MIN_POSITIVE, 5.0e-324, 0.1] {
            let (mantissa, exponent) = parts(value);
            // Scale in two steps, because the smallest positive `f64` is 2 to the power of −1074.
            let half = exponent / 2;
            assert_eq!(
                mantissa as f64 * 2.0_f64.powi(half) * 2.0_f64.powi(exponent - half),
                value
            );
        }
    }
}

//! Seamless noise. It uses only integers and polynomials, so the results are identical on every machine.

/// Returns a random number between 0 and 1 for a lattice point.
pub(crate) fn random(x: u32, y: u32, seed: u32) -> f64 {
    let mut hash = x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77) ^ seed.wrapping_mul(0xC2B2_AE3D);
    hash ^= hash >> 15;
    hash = hash.wrapping_mul(0x2C1B_3C6D);
    hash ^= hash >> 12;
    hash = hash.wrapping_mul(0x297A_2D39);
    hash ^= hash >> 15;
    f64::from(hash) / f64::from(u32::MAX)
}

/// Smoothstep: 0 below `from`, 1 above `to`, and a smooth transition between them.
pub(crate) fn smooth(from: f64, to: f64, value: f64) -> f64 {
    let t = ((value - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Interpolates linearly from `a` to `b`.
pub(crate) fn lerp(a: f64, b: f64, t: f64) -> f64 {
    a + (b - a) * t
}

/// Returns value noise between 0 and 1 on a lattice with `cells[0]` × `cells[1]` cells. It repeats at u = 1 and v = 1.
pub(crate) fn value(u: f64, v: f64, cells: [u32; 2], seed: u32) -> f64 {
    let (x, y) = (u * f64::from(cells[0]), v * f64::from(cells[1]));
    let (column, row) = (x.floor() as i64, y.floor() as i64);
    let at = |dx: i64, dy: i64| {
        let wrap = |index: i64, count: u32| index.rem_euclid(i64::from(count)) as u32;
        random(wrap(column + dx, cells[0]), wrap(row + dy, cells[1]), seed)
    };
    let (s, t) = (smooth(0.0, 1.0, x - x.floor()), smooth(0.0, 1.0, y - y.floor()));
    lerp(lerp(at(0, 0), at(1, 0), s), lerp(at(0, 1), at(1, 1), s), t)
}

/// Returns a sum of octaves of [`value`], between 0 and 1. Each octave has twice the frequency and half the amplitude
/// of the previous one.
pub(crate) fn octaves(u: f64, v: f64, cells: [u32; 2], count: u32, seed: u32) -> f64 {
    let (mut sum, mut weight, mut total) = (0.0, 1.0, 0.0);
    for octave in 0..count {
        sum += weight * value(u, v, cells.map(|cells| cells << octave), seed + octave);
        total += weight;
        weight *= 0.5;
    }
    sum / total
}

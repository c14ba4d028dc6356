//! Solid angles of polygons, and sums of them.

use std::f64::consts::PI;

use glam::DVec3;

/// Magnitude above which products of complex numbers are scaled down to avoid overflow.
pub(super) const LARGE: f64 = 1.0e100;

/// A sum of solid angles, stored as a product of complex numbers whose arguments are half the angles.
///
/// Full turns of the product are counted separately, so the whole sum needs only one arctangent.
#[derive(Clone, Copy, Debug)]
pub(super) struct AngleSum {
    pub(super) re: f64,
    pub(super) im: f64,
    pub(super) turns: f64,
}

impl Default for AngleSum {
    fn default() -> Self {
        Self {
            re: 1.0,
            im: 0.0,
            turns: 0.0,
        }
    }
}

impl AngleSum {
    /// Adds the result of [`half_angle`].
    #[inline]
    pub(super) fn add(&mut self, (re, im): (f64, f64)) {
        // If the point is in the plane of the polygon, the angle is 0.
        if im == 0.0 {
            return;
        }
        let product = (self.re * re - self.im * im, self.re * im + self.im * re);
        // If the sum of two arguments passes ±π, the argument of the product wraps around by a full turn.
        if self.im >= 0.0 && im > 0.0 && product.1 < 0.0 {
            self.turns += 1.0;
        } else if self.im < 0.0 && im < 0.0 && product.1 >= 0.0 {
            self.turns -= 1.0;
        }
        let size = product.0.abs().max(product.1.abs());
        let scale = if size > LARGE { 1.0 / LARGE } else { 1.0 };
        (self.re, self.im) = (product.0 * scale, product.1 * scale);
    }

    /// Returns the sum in steradians.
    pub(super) fn angle(&self) -> f64 {
        2.0 * (self.im.atan2(self.re) + 2.0 * PI * self.turns)
    }
}

/// Returns the solid angle of a flat, convex polygon as seen from a point, in steradians.
///
/// The angle is positive if the point sees the back of the polygon, and 0 if the point is in its plane (van Oosterom
/// and Strackee, "The solid angle of a plane triangle", 1983).
#[must_use]
pub(super) fn solid_angle(corners: &[DVec3], point: DVec3) -> f64 {
    let (re, im) = half_angle(corners, point);
    if im == 0.0 { 0.0 } else { 2.0 * im.atan2(re) }
}

/// Returns a complex number whose argument is half the solid angle. The number is real if the angle is 0.
#[inline]
pub(super) fn half_angle(corners: &[DVec3], point: DVec3) -> (f64, f64) {
    let Some((&first, rest)) = corners.split_first() else {
        return (1.0, 0.0);
    };
    let a = first - point;
    let la = a.length();
    // The half angle of a triangle is the argument of a complex number. The half angle of a triangle fan is the
    // argument of the product of these numbers. The half angles of a flat polygon's triangles sum to less than half a
    // turn, so the argument does not wrap around.
    let (mut re, mut im) = (1.0, 0.0);
    for pair in rest.windows(2) {
        let [b, c] = [pair[0] - point, pair[1] - point];
        let (lb, lc) = (b.length(), c.length());
        let across = a.dot(b.cross(c));
        let ahead = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        let size = ahead.abs().max(across.abs());
        if size > 0.0 {
            let (x, y) = (ahead / size, across / size);
            (re, im) = (re * x - im * y, re * y + im * x);
        }
    }
    (re, im)
}

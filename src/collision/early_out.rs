//! Which triangles a body cannot touch, by comparisons in `f32`: most of those near a tree's nodes are told apart by it,
//! and the exact tests in `f64` see the rest.

use glam::{DVec3, Mat3A, Vec3A, Vec3Swizzles};

use crate::{
    bsp::ObstacleTriangle,
    geometry::{Aabb, tolerance::QUERY_RELATIVE},
};

/// How far a distance in `f32` among coordinates up to this may be off: the sum of some roundings.
fn slack_of(bounds: &Aabb, coordinates: f64) -> f32 {
    let most = if bounds.is_empty() {
        0.0
    } else {
        bounds.min.abs().max(bounds.max.abs()).max_element()
    };
    4.0 * QUERY_RELATIVE * (most + coordinates) as f32
}

/// Below this slope of a way against a plane, when it comes to the plane is not told in `f32`.
const STEEP: f32 = 1.0e-3;

/// An axis that rises less than this across its way lies along it.
const LEVEL: f32 = 1.0e-6;

/// A resting body.
pub(super) struct Resting {
    center: Vec3A,
    half_axis: Vec3A,
    /// The box around the axis.
    low: Vec3A,
    high: Vec3A,
    reach: f32,
}

impl Resting {
    /// A body that touches all that is within `reach` of its axis; `bounds` hold all triangles.
    pub(super) fn new(bounds: &Aabb, half_axis: DVec3, reach: f64, center: DVec3) -> Self {
        let coordinates = (center.abs() + half_axis.abs()).max_element() + reach;
        let (center, half_axis) = (center.as_vec3a(), half_axis.as_vec3a());
        Self {
            center,
            half_axis,
            low: center - half_axis.abs(),
            high: center + half_axis.abs(),
            reach: reach as f32 + slack_of(bounds, coordinates),
        }
    }

    /// Whether it may touch the triangle: the boxes around triangle and axis, and the triangle's plane, are within reach.
    #[inline]
    pub(super) fn may_touch(&self, triangle: &ObstacleTriangle) -> bool {
        let [a, b, c] = triangle.corners.map(Vec3A::from);
        let normal = Vec3A::from(triangle.normal);
        let apart = (a.min(b).min(c) - self.high)
            .max(self.low - a.max(b).max(c))
            .max(Vec3A::ZERO);
        let height = normal.dot(self.center - a).abs() - normal.dot(self.half_axis).abs();
        !(apart.length_squared() > self.reach * self.reach || height > self.reach)
    }
}

/// A body on a straight way.
pub(super) struct Passing {
    from: Vec3A,
    /// Unit direction.
    unit: Vec3A,
    half_axis: Vec3A,
    radius: f32,
    slack: f32,
    /// Into the directions along the way, across way and axis, and across both.
    turn: Mat3A,
    /// Half the body's box in these directions.
    extents: Vec3A,
    /// Half the axis in the directions along the way and across both.
    along: f32,
    third: f32,
    /// What the normal of the axis that leads ahead has of the third direction.
    slant: f32,
    /// The box around the axis at the start, from there.
    axis: Vec3A,
    /// One over the square of half the axis; 0 for a sphere, and for an axis so short that it makes none.
    per_axis: f32,
}

impl Passing {
    /// A body on the way of this unit direction and length in metres; `bounds` hold all triangles.
    pub(super) fn new(
        bounds: &Aabb,
        half_axis: DVec3,
        radius: f64,
        from: DVec3,
        unit: DVec3,
        length: f64,
    ) -> Self {
        let across = unit
            .cross(half_axis)
            .try_normalize()
            .unwrap_or_else(|| unit.any_orthonormal_vector());
        let third = unit.cross(across);
        let directions = [unit, across, third];
        let coordinates = (from.abs() + half_axis.abs()).max_element() + length + radius;
        let slack = slack_of(bounds, coordinates);
        let radius = radius as f32 + slack;
        let extents = DVec3::from(directions.map(|direction| direction.dot(half_axis).abs()));
        let (along, rise) = (unit.dot(half_axis), third.dot(half_axis));
        let slant = if half_axis == DVec3::ZERO {
            0.0
        } else {
            -along * rise.signum() / along.hypot(rise)
        };
        Self {
            along: along as f32,
            third: rise as f32,
            slant: slant as f32,
            from: from.as_vec3a(),
            unit: unit.as_vec3a(),
            half_axis: half_axis.as_vec3a(),
            radius,
            slack,
            turn: Mat3A::from_cols(unit.as_vec3a(), across.as_vec3a(), third.as_vec3a()).transpose(),
            extents: extents.as_vec3a() + radius,
            axis: half_axis.as_vec3a().abs(),
            per_axis: Some(half_axis.length_squared().recip() as f32)
                .filter(|per_axis| per_axis.is_finite())
                .unwrap_or(0.0),
        }
    }

    /// How many metres it takes at the least until it may touch the triangle; `None` where that is more than `limit`. By
    /// the boxes around the triangle, along the way and along the axes, by the triangle's plane, by what is seen of it
    /// along the way, and by the ball around it.
    #[inline]
    pub(super) fn earliest(&self, triangle: &ObstacleTriangle, limit: f64) -> Option<f32> {
        let limit = limit as f32 + self.slack;
        let [a, b, c] = triangle.corners.map(|corner| Vec3A::from(corner) - self.from);
        let normal = Vec3A::from(triangle.normal);
        let reach = self.radius + normal.dot(self.half_axis).abs();
        let (height, slope) = (-normal.dot(a), normal.dot(self.unit));
        let after = height + slope * limit;
        if height > reach && after > reach || height < -reach && after < -reach {
            return None;
        }
        let apart = (a.min(b).min(c) - self.axis)
            .max(-self.axis - a.max(b).max(c))
            .max(Vec3A::ZERO);
        let apart = apart.length() - self.radius;
        if apart > limit {
            return None;
        }
        let [a, b, c] = [a, b, c].map(|corner| self.turn * corner);
        let (least, most) = (a.min(b).min(c), a.max(b).max(c));
        let beyond = self.extents + Vec3A::new(limit, 0.0, 0.0);
        if least.cmpgt(beyond).any() || most.cmplt(-self.extents).any() {
            return None;
        }
        if self.passes_beside([a, b, c]) {
            return None;
        }
        let middle = (a + b + c) / 3.0;
        let size = [a, b, c].map(|corner| corner.distance_squared(middle));
        let to_ball = middle.x - self.front(middle, size.into_iter().fold(0.0, f32::max).sqrt())?;
        if to_ball > limit {
            return None;
        }
        let to_box = least.x - self.extents.x;
        let to_plane = height.abs() - reach;
        // The plane is `reach` away after `to_plane / slope`; where the slope is rounding, that is no bound.
        let bound = if to_plane > 0.0 && slope.abs() > STEEP {
            to_plane / slope.abs() - self.slack / slope.abs()
        } else {
            0.0
        };
        Some(to_box.max(bound).max(apart).max(to_ball))
    }

    /// How far ahead of its centre a body that is larger by `more` reaches on the line along the way through a point, which
    /// is in the directions of [`Passing::turn`]; `None` where it passes beside.
    #[inline]
    fn front(&self, at: Vec3A, more: f32) -> Option<f32> {
        // So much larger that rounding, where the front is steep, changes nothing that counts.
        let radius = self.radius + 4.0 * self.slack + more;
        // Across the axis, what is left of the radius; with it, the front is that of a circle on a segment.
        let squared = radius * radius - at.y * at.y;
        if squared < 0.0 {
            return None;
        }
        let width = squared.sqrt();
        // The point of the axis whose circle is foremost there: where the way meets its side, or an end of it.
        let on_axis = if self.third.abs() > LEVEL * self.along.abs() {
            ((at.z - width * self.slant) / self.third).clamp(-1.0, 1.0)
        } else {
            self.along.signum()
        };
        let beside = at.z - on_axis * self.third;
        let rest = squared - beside * beside;
        (rest >= 0.0).then(|| on_axis * self.along + rest.sqrt())
    }

    /// Whether a body that touches the triangle at its start may come nearer to it by more than `approach` metres on each
    /// metre: no point of the triangle is farther ahead of the point of the axis nearest to it than the two are apart.
    #[inline]
    pub(super) fn may_come_nearer(&self, triangle: &ObstacleTriangle, approach: f64) -> bool {
        let corners = triangle.corners.map(|corner| Vec3A::from(corner) - self.from);
        let [a, b, c] = corners;
        let normal = Vec3A::from(triangle.normal);
        let ahead = corners.map(|corner| corner.dot(self.unit));
        // Where on the axis, from -1 to 1, what is nearest to a point of the triangle can be.
        let on_axis = corners.map(|corner| (corner.dot(self.half_axis) * self.per_axis).clamp(-1.0, 1.0));
        let rise = self.half_axis.dot(self.unit);
        let least = on_axis
            .map(|at| at * rise)
            .into_iter()
            .fold(f32::INFINITY, f32::min);
        let most = ahead.into_iter().fold(f32::NEG_INFINITY, f32::max);
        let apart = (a.min(b).min(c) - self.axis)
            .max(-self.axis - a.max(b).max(c))
            .max(Vec3A::ZERO)
            .length();
        let height = normal.dot(a).abs() - normal.dot(self.half_axis).abs();
        most - least + 2.0 * self.slack >= approach as f32 * (apart.max(height) - 2.0 * self.slack)
    }

    /// Whether an edge of the triangle, seen along the way, lies between it and the body; the corners are in the directions
    /// of [`Passing::turn`].
    #[inline]
    fn passes_beside(&self, corners: [Vec3A; 3]) -> bool {
        let [a, b, c] = corners;
        // One edge a lane: it begins in one corner, ends in the next, and the third is opposite.
        let seen = Mat3A::from_cols(a, b, c).transpose();
        let (y, z) = (seen.y_axis, seen.z_axis);
        let (along_y, along_z) = (y.yzx() - y, z.yzx() - z);
        let edge = along_y * z - along_z * y;
        let opposite = along_y * z.zxy() - along_z * y.zxy();
        // How far to one side of the middle all is, times the length of the edge, less what of it is the body's axis and
        // what the rounding of the edge does to it.
        let beside = edge.min(opposite).max(-edge.max(opposite));
        let farthest = y.abs().max(z.abs()).max_element();
        let gap = beside - along_y.abs() * self.third.abs() - 2.0 * self.slack * farthest;
        let squared = along_y * along_y + along_z * along_z;
        (gap.cmpgt(Vec3A::ZERO) & (gap * gap).cmpgt(squared * (self.radius * self.radius))).any()
    }
}

//! Conservative early-outs in `f32`: cheap tests that prove that a body cannot touch a triangle. They settle most of the
//! triangles that a tree offers; the exact tests in `f64` see the rest.

use crate::tolerance::QUERY_RELATIVE;
use bspwalk_geometry::Aabb;
use glam::{DVec3, Mat3A, Vec3A, Vec3Swizzles};

use super::tolerance::AXIS_PARALLEL;
use crate::ObstacleTriangle;

/// Bound of the error of a distance computed in `f32` from points within `bounds` and from other coordinates up to
/// `coordinates`: the sum of some roundings.
fn slack_of(bounds: &Aabb, coordinates: f64) -> f32 {
    4.0 * QUERY_RELATIVE * (bounds.largest_coordinate() + coordinates) as f32
}

/// A resting body.
pub(super) struct Resting {
    center: Vec3A,
    half_axis: Vec3A,
    /// Bounds of the axis.
    low: Vec3A,
    high: Vec3A,
    reach: f32,
}

impl Resting {
    /// A body that touches every triangle within `reach` of its axis; `bounds` holds all triangles.
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

    /// Whether it may touch the triangle: the bounds of triangle and axis, and the axis and the triangle's plane, are no
    /// further apart than the reach.
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

/// A body that moves straight.
pub(super) struct Moving {
    from: Vec3A,
    /// Unit direction of the motion.
    unit: Vec3A,
    half_axis: Vec3A,
    /// The radius and the slack.
    radius: f32,
    slack: f32,
    /// Rotates into the *motion frame*: x along the motion, y across both motion and axis, z across x and y.
    to_frame: Mat3A,
    /// Half the body's bounding box in that frame.
    extents: Vec3A,
    /// The axis in that frame is (`axis_x`, 0, `axis_z`).
    axis_x: f32,
    axis_z: f32,
    /// In that frame, the z part of the unit normal of the axis that points ahead.
    normal_z: f32,
    /// Half the bounding box of the axis, not rotated.
    axis: Vec3A,
    /// 1 / |half axis|²; 0 for a sphere, and for an axis so short that the square vanishes.
    per_axis: f32,
}

impl Moving {
    /// A body that moves `length` metres in the unit direction `unit`; `bounds` holds all triangles.
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
        let upwards = unit.cross(across);
        let frame = [unit, across, upwards];
        let coordinates = (from.abs() + half_axis.abs()).max_element() + length + radius;
        let slack = slack_of(bounds, coordinates);
        let radius = radius as f32 + slack;
        let extents = DVec3::from(frame.map(|direction| direction.dot(half_axis).abs()));
        let (x, z) = (unit.dot(half_axis), upwards.dot(half_axis));
        let normal_z = if half_axis == DVec3::ZERO {
            0.0
        } else {
            -x * z.signum() / x.hypot(z)
        };
        Self {
            axis_x: x as f32,
            axis_z: z as f32,
            normal_z: normal_z as f32,
            from: from.as_vec3a(),
            unit: unit.as_vec3a(),
            half_axis: half_axis.as_vec3a(),
            radius,
            slack,
            to_frame: Mat3A::from_cols(unit.as_vec3a(), across.as_vec3a(), upwards.as_vec3a()).transpose(),
            extents: extents.as_vec3a() + radius,
            axis: half_axis.as_vec3a().abs(),
            per_axis: Some(half_axis.length_squared().recip() as f32)
                .filter(|per_axis| per_axis.is_finite())
                .unwrap_or(0.0),
        }
    }

    /// Whether it may touch the triangle within `limit` metres. Each of the tests alone proves that it cannot: by the
    /// triangle's plane, by bounding boxes as they are and in the motion frame, by the triangle's edges as seen along
    /// the motion, and by the ball around the triangle.
    #[inline]
    pub(super) fn may_touch(&self, triangle: &ObstacleTriangle, limit: f64) -> bool {
        let limit = limit as f32 + self.slack;
        let [a, b, c] = triangle.corners.map(|corner| Vec3A::from(corner) - self.from);
        let normal = Vec3A::from(triangle.normal);
        let reach = self.radius + normal.dot(self.half_axis).abs();
        let height = -normal.dot(a);
        let after = height + normal.dot(self.unit) * limit;
        if height > reach && after > reach || height < -reach && after < -reach {
            return false;
        }
        let apart = (a.min(b).min(c) - self.axis)
            .max(-self.axis - a.max(b).max(c))
            .max(Vec3A::ZERO);
        if apart.length() - self.radius > limit {
            return false;
        }
        let [a, b, c] = [a, b, c].map(|corner| self.to_frame * corner);
        let beyond = self.extents + Vec3A::new(limit, 0.0, 0.0);
        if a.min(b).min(c).cmpgt(beyond).any() || a.max(b).max(c).cmplt(-self.extents).any() {
            return false;
        }
        if self.passes_edge([a, b, c]) {
            return false;
        }
        let middle = (a + b + c) / 3.0;
        let squared = [a, b, c].map(|corner| corner.distance_squared(middle));
        let ball = squared.into_iter().fold(0.0, f32::max).sqrt();
        self.front(middle, ball)
            .is_some_and(|front| !(middle.x - front > limit))
    }

    /// How far ahead of its centre the body, its radius larger by `more`, reaches on the line along the motion through a
    /// point of the motion frame; `None` where the line misses it.
    #[inline]
    fn front(&self, at: Vec3A, more: f32) -> Option<f32> {
        // The slack keeps rounding harmless where the front is steep.
        let radius = self.radius + 4.0 * self.slack + more;
        // In the plane of motion and axis through the point, the body is a segment with this radius around it.
        let squared = radius * radius - at.y * at.y;
        if squared < 0.0 {
            return None;
        }
        let width = squared.sqrt();
        // The point of the axis, from -1 to 1, whose circle is foremost on the line: where its side is, or an end.
        let on_axis = if self.axis_z.abs() > AXIS_PARALLEL * self.axis_x.abs() {
            ((at.z - width * self.normal_z) / self.axis_z).clamp(-1.0, 1.0)
        } else {
            self.axis_x.signum()
        };
        let beside = at.z - on_axis * self.axis_z;
        let rest = squared - beside * beside;
        (rest >= 0.0).then(|| on_axis * self.axis_x + rest.sqrt())
    }

    /// Whether a body that touches the triangle at its start may approach it by more than `approach` metres on each metre
    /// moved: the rate is the distance by which a point of the triangle is ahead of the nearest point of the axis, divided
    /// by the distance of the two.
    #[inline]
    pub(super) fn may_approach(&self, triangle: &ObstacleTriangle, approach: f64) -> bool {
        let corners = triangle.corners.map(|corner| Vec3A::from(corner) - self.from);
        let [a, b, c] = corners;
        let normal = Vec3A::from(triangle.normal);
        let ahead = corners.map(|corner| corner.dot(self.unit));
        // The points of the axis, from -1 to 1, that are nearest to the corners: those for other points lie between.
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

    /// Whether, seen along the motion, the line of an edge separates the triangle from the body; the corners are in the
    /// motion frame.
    #[inline]
    fn passes_edge(&self, corners: [Vec3A; 3]) -> bool {
        let [a, b, c] = corners;
        // Lane i treats the edge from corner i to the next; the third corner is opposite.
        let seen = Mat3A::from_cols(a, b, c).transpose();
        let (y, z) = (seen.y_axis, seen.z_axis);
        let (along_y, along_z) = (y.yzx() - y, z.yzx() - z);
        let edge = along_y * z - along_z * y;
        let opposite = along_y * z.zxy() - along_z * y.zxy();
        // The distance of the centre's path from the edge's line, on the side where the triangle is not, times the edge's
        // length; less what the axis takes of it, and a bound of the rounding.
        let beside = edge.min(opposite).max(-edge.max(opposite));
        let farthest = y.abs().max(z.abs()).max_element();
        let gap = beside - along_y.abs() * self.axis_z.abs() - 2.0 * self.slack * farthest;
        let squared = along_y * along_y + along_z * along_z;
        (gap.cmpgt(Vec3A::ZERO) & (gap * gap).cmpgt(squared * (self.radius * self.radius))).any()
    }
}

//! Conservative early-outs in `f32`: cheap tests that can prove that a body does not touch a triangle.
//!
//! They reject most of the candidate triangles from a tree. The exact tests in `f64` handle the rest.

use bspwalk_geometry::Aabb;
use bspwalk_trees::{ObstacleTriangle, tolerance::QUERY_RELATIVE};
use glam::{DVec3, Mat3A, Vec3A, Vec3Swizzles};

use super::tolerance::AXIS_PARALLEL;

/// Returns a bound on the rounding error of distances computed in `f32`.
fn slack_of(bounds: &Aabb, coordinates: f64) -> f32 {
    4.0 * QUERY_RELATIVE * (bounds.largest_coordinate() + coordinates) as f32
}

pub(super) struct RestingBody {
    center: Vec3A,
    half_axis: Vec3A,
    low: Vec3A,
    high: Vec3A,
    reach: f32,
}

impl RestingBody {
    /// Creates a test body that touches every triangle within `reach` of its axis. `bounds` must enclose all triangles.
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

    #[inline]
    pub(super) fn may_touch(&self, triangle: &ObstacleTriangle) -> bool {
        let [a, b, c] = triangle.corners.map(Vec3A::from);
        let normal = Vec3A::from(triangle.normal);
        let apart = (a.min(b).min(c) - self.high)
            .max(self.low - a.max(b).max(c))
            .max(Vec3A::ZERO);
        let height = normal.dot(self.center - a).abs() - normal.dot(self.half_axis).abs();
        // The comparison is negated, so that NaN counts as a possible contact.
        !(apart.length_squared() > self.reach * self.reach || height > self.reach)
    }
}

pub(super) struct MovingBody {
    from: Vec3A,
    unit: Vec3A,
    half_axis: Vec3A,
    /// Radius, including the slack.
    radius: f32,
    slack: f32,
    /// Rotation into the *motion frame*: x points along the motion, y is perpendicular to motion and axis, and z is
    /// perpendicular to both x and y.
    to_frame: Mat3A,
    /// Half-extents of the axis's bounding box in the motion frame.
    extents: Vec3A,
    /// x component of the axis, which is (`axis_x`, 0, `axis_z`) in the motion frame.
    axis_x: f32,
    axis_z: f32,
    /// z component, in the motion frame, of the axis's forward-pointing unit normal.
    normal_z: f32,
    axis: Vec3A,
    /// 1 / |half axis|². It is 0 for a sphere, or if the axis is so short that its square underflows.
    per_axis: f32,
}

impl MovingBody {
    /// Creates a test body that moves `length` metres in the unit direction `unit`. `bounds` must enclose all
    /// triangles.
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

    /// Returns how far the inflated body extends ahead of its centre, along the line through `at` parallel to the
    /// motion.
    #[inline]
    fn front(&self, at: Vec3A, more: f32) -> Option<f32> {
        // The extra slack absorbs rounding errors where the front is steep.
        let radius = self.radius + 4.0 * self.slack + more;
        // The plane through `at` parallel to both motion and axis cuts the body in a flat capsule. This is its squared
        // radius.
        let squared = radius * radius - at.y * at.y;
        if squared < 0.0 {
            return None;
        }
        let width = squared.sqrt();
        // Parameter (−1 to 1) of the axis point whose circle extends farthest ahead along the line. The front is either
        // on the capsule's side or on one of its caps.
        let on_axis = if self.axis_z.abs() > AXIS_PARALLEL * self.axis_x.abs() {
            ((at.z - width * self.normal_z) / self.axis_z).clamp(-1.0, 1.0)
        } else {
            self.axis_x.signum()
        };
        let beside = at.z - on_axis * self.axis_z;
        let rest = squared - beside * beside;
        (rest >= 0.0).then(|| on_axis * self.axis_x + rest.sqrt())
    }

    /// Returns whether a body that touches the triangle at the start may approach it faster than `approach`.
    #[inline]
    pub(super) fn may_approach(&self, triangle: &ObstacleTriangle, approach: f64) -> bool {
        let corners = triangle.corners.map(|corner| Vec3A::from(corner) - self.from);
        let [a, b, c] = corners;
        let normal = Vec3A::from(triangle.normal);
        let ahead = corners.map(|corner| corner.dot(self.unit));
        // Axis parameters (−1 to 1) of the axis points nearest to the corners. All other points of the triangle have
        // parameters in between.
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

    #[inline]
    fn passes_edge(&self, corners: [Vec3A; 3]) -> bool {
        let [a, b, c] = corners;
        // Lane i handles the edge from corner i to the next one; `opposite` is the third corner.
        let seen = Mat3A::from_cols(a, b, c).transpose();
        let (y, z) = (seen.y_axis, seen.z_axis);
        let (along_y, along_z) = (y.yzx() - y, z.yzx() - z);
        let edge = along_y * z - along_z * y;
        let opposite = along_y * z.zxy() - along_z * y.zxy();
        // Distance from the centre's path to the edge's line, measured on the outer side and multiplied by the edge's
        // length. The extent of the axis and a rounding bound are subtracted.
        let beside = edge.min(opposite).max(-edge.max(opposite));
        let farthest = y.abs().max(z.abs()).max_element();
        let gap = beside - along_y.abs() * self.axis_z.abs() - 2.0 * self.slack * farthest;
        let squared = along_y * along_y + along_z * along_z;
        (gap.cmpgt(Vec3A::ZERO) & (gap * gap).cmpgt(squared * (self.radius * self.radius))).any()
    }
}

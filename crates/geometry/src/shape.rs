//! Convex shapes for queries: capsules, boxes and cylinders.

use glam::{DMat3, DQuat, DVec3, Quat, Vec3};

use super::Capsule;

/// A box of any orientation, relative to its centre. Lengths are in metres.
///
/// A cuboid is valid if its fields are finite, its half-extents are positive, and its rotation is not zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    /// Half the edge lengths, along the cuboid's own axes.
    pub half_extents: Vec3,
    /// Rotation from the cuboid's own axes to the coordinate space of the query. Queries normalise it.
    pub rotation: Quat,
}

/// A cylinder relative to its centre. Lengths are in metres.
///
/// A cylinder is valid if its fields are finite, its radius is positive, and its axis is not zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    /// Vector from the centre to the centre of a cap.
    pub half_axis: Vec3,
    /// Radius of the caps.
    pub radius: f32,
}

/// A convex shape relative to its centre. Queries take the centre as a separate argument and never panic for invalid
/// shapes; each query documents what it returns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A capsule or a sphere.
    Capsule(Capsule),
    /// A box of any orientation.
    Cuboid(Cuboid),
    /// A cylinder with flat caps.
    Cylinder(Cylinder),
}

impl Cuboid {
    /// Creates a box whose edges are parallel to the coordinate axes.
    #[must_use]
    pub const fn aligned(half_extents: Vec3) -> Self {
        Self {
            half_extents,
            rotation: Quat::IDENTITY,
        }
    }

    /// Returns the unit vectors of the cuboid's own axes, as the columns of a rotation matrix.
    #[must_use]
    pub fn axes(&self) -> DMat3 {
        if self.rotation == Quat::IDENTITY {
            return DMat3::IDENTITY;
        }
        DMat3::from_quat(self.rotation.as_dquat().normalize())
    }

    /// Returns the vectors from the centre to the centres of three sides.
    #[must_use]
    pub fn half_axes(&self) -> [DVec3; 3] {
        let (axes, half) = (self.axes(), self.half_extents.as_dvec3());
        [axes.x_axis * half.x, axes.y_axis * half.y, axes.z_axis * half.z]
    }
}

impl Cylinder {
    /// Creates an upright cylinder with the total height `height`.
    #[must_use]
    pub fn standing(height: f32, radius: f32) -> Self {
        Self {
            half_axis: Vec3::Y * (0.5 * height),
            radius,
        }
    }

    /// Returns two perpendicular radii of the caps.
    #[must_use]
    pub fn radii(&self) -> [DVec3; 2] {
        let axis = self.half_axis.as_dvec3().normalize_or(DVec3::Y);
        let (a, b) = axis.any_orthonormal_pair();
        [a * f64::from(self.radius), b * f64::from(self.radius)]
    }
}

impl Shape {
    /// Returns whether all fields are finite and the shape has a volume. An invalid shape hits nothing.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        match self {
            Self::Capsule(capsule) => capsule.is_valid(),
            Self::Cuboid(Cuboid {
                half_extents,
                rotation,
            }) => {
                half_extents.is_finite()
                    && half_extents.min_element() > 0.0
                    && rotation.is_finite()
                    && rotation.as_dquat().length_squared() > 0.0
            }
            Self::Cylinder(Cylinder { half_axis, radius }) => {
                half_axis.is_finite() && *half_axis != Vec3::ZERO && radius.is_finite() && *radius > 0.0
            }
        }
    }

    /// Returns the largest dot product of `direction` and a point of the shape (its support function).
    #[must_use]
    pub fn support(&self, direction: DVec3) -> f64 {
        match self {
            Self::Capsule(capsule) => {
                direction.dot(capsule.half_axis.as_dvec3()).abs()
                    + f64::from(capsule.radius) * direction.length()
            }
            Self::Cuboid(cuboid) => cuboid
                .half_axes()
                .iter()
                .map(|axis| direction.dot(*axis).abs())
                .sum(),
            Self::Cylinder(cylinder) => {
                let [a, b] = cylinder.radii();
                direction.dot(cylinder.half_axis.as_dvec3()).abs() + direction.dot(a).hypot(direction.dot(b))
            }
        }
    }

    /// Returns the half-extents of the axis-aligned bounding box.
    #[must_use]
    pub fn extents(&self) -> Vec3 {
        match self {
            Self::Capsule(capsule) => capsule.extents(),
            _ => DVec3::from(DVec3::AXES.map(|axis| self.support(axis))).as_vec3(),
        }
    }

    /// Returns a capsule that contains the shape. It is the shape itself if that is a capsule.
    #[must_use]
    pub fn bounding_capsule(&self) -> Capsule {
        match *self {
            Self::Capsule(capsule) => capsule,
            Self::Cuboid(Cuboid { half_extents, .. }) => Capsule::sphere(half_extents.length() * ROUNDED_UP),
            Self::Cylinder(Cylinder { half_axis, radius }) => {
                // Points of the rims are farthest from the axis; a longer radius covers them.
                let length = half_axis.length();
                let inner = (length - radius).max(0.0);
                Capsule {
                    half_axis: half_axis.normalize_or_zero() * inner,
                    radius: (length - inner).hypot(radius) * ROUNDED_UP,
                }
            }
        }
    }

    /// Returns the shape turned by a unit quaternion.
    #[must_use]
    pub fn rotated(&self, rotation: DQuat) -> Self {
        let turn = |vector: Vec3| (rotation * vector.as_dvec3()).as_vec3();
        match *self {
            Self::Capsule(capsule) => Self::Capsule(Capsule {
                half_axis: turn(capsule.half_axis),
                ..capsule
            }),
            Self::Cuboid(cuboid) => Self::Cuboid(Cuboid {
                rotation: (rotation * cuboid.rotation.as_dquat()).normalize().as_quat(),
                ..cuboid
            }),
            Self::Cylinder(cylinder) => Self::Cylinder(Cylinder {
                half_axis: turn(cylinder.half_axis),
                ..cylinder
            }),
        }
    }

    /// Returns a shape of the same kind that contains all points within `margin` metres of this one.
    #[must_use]
    pub fn inflated(&self, margin: f32) -> Self {
        match *self {
            Self::Capsule(capsule) => Self::Capsule(capsule.with_radius(capsule.radius + margin)),
            Self::Cuboid(cuboid) => Self::Cuboid(Cuboid {
                half_extents: cuboid.half_extents + margin,
                ..cuboid
            }),
            Self::Cylinder(Cylinder { half_axis, radius }) => Self::Cylinder(Cylinder {
                half_axis: half_axis + half_axis.normalize_or_zero() * margin,
                radius: radius + margin,
            }),
        }
    }
}

/// Factor for bounds that must not become too small by rounding to `f32`.
const ROUNDED_UP: f32 = 1.0 + 16.0 * f32::EPSILON;

impl From<Capsule> for Shape {
    fn from(capsule: Capsule) -> Self {
        Self::Capsule(capsule)
    }
}

impl From<Cuboid> for Shape {
    fn from(cuboid: Cuboid) -> Self {
        Self::Cuboid(cuboid)
    }
}

impl From<Cylinder> for Shape {
    fn from(cylinder: Cylinder) -> Self {
        Self::Cylinder(cylinder)
    }
}

#[cfg(test)]
mod tests {
    use glam::vec3;

    use super::*;

    fn random_shapes() -> impl Iterator<Item = (Shape, DVec3)> {
        let mut random = fastrand::Rng::with_seed(3);
        (0..3000).map(move |turn| {
            let mut number = || random.f32() * 2.0 - 1.0;
            let mut vector = || vec3(number(), number(), number());
            let shape = match turn % 3 {
                0 => Shape::Capsule(Capsule {
                    half_axis: vector(),
                    radius: vector().x.abs() + 0.01,
                }),
                1 => Shape::Cuboid(Cuboid {
                    half_extents: vector().abs() + 0.01,
                    rotation: Quat::from_euler(glam::EulerRot::XYZ, number(), number() * 3.0, number()),
                }),
                _ => Shape::Cylinder(Cylinder {
                    half_axis: vector(),
                    radius: vector().x.abs() + 0.01,
                }),
            };
            (
                shape,
                DVec3::new(0.3, f64::from(turn % 7) - 3.0, -0.7).normalize(),
            )
        })
    }

    #[test]
    fn bounds_contain_the_shape() {
        for (shape, direction) in random_shapes() {
            let support = shape.support(direction);
            let capsule = Shape::Capsule(shape.bounding_capsule());
            assert!(capsule.support(direction) >= support, "{shape:?}");
            assert!(
                shape.inflated(0.1).support(direction) >= support + 0.099_999,
                "{shape:?}"
            );
            let extents = shape.extents().as_dvec3() + 1.0e-6;
            assert!(direction.abs().dot(extents) >= support, "{shape:?}");
        }
    }

    #[test]
    fn rotation_turns_the_support_function() {
        let turn = DQuat::from_euler(glam::EulerRot::YXZ, 0.4, -1.1, 0.2);
        for (shape, direction) in random_shapes() {
            let turned = shape.rotated(turn).support(turn * direction);
            assert!((turned - shape.support(direction)).abs() < 1.0e-6, "{shape:?}");
        }
    }
}

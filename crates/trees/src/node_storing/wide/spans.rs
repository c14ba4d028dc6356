//! Half axes of boxes and cylinders, and their extent towards a plane.

use bspwalk_geometry::Shape;
use glam::{DVec3, Vec3};

/// A shape as the sum of segments and a disc, each given by its half axes or radii. The extent of the shape along a
/// vector is the sum of their extents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spans {
    pub(super) segments: [Vec3; 3],
    /// Two perpendicular radii of the disc, or zeros.
    pub(super) disc: [Vec3; 2],
}

impl Spans {
    /// Returns the spans of a box or a cylinder, and `None` for a capsule.
    pub(super) fn of(shape: &Shape) -> Option<Self> {
        match shape {
            Shape::Capsule(_) => None,
            Shape::Cuboid(cuboid) => Some(Self {
                segments: cuboid.half_axes().map(DVec3::as_vec3),
                disc: [Vec3::ZERO; 2],
            }),
            Shape::Cylinder(cylinder) => Some(Self {
                segments: [cylinder.half_axis, Vec3::ZERO, Vec3::ZERO],
                disc: cylinder.radii().map(DVec3::as_vec3),
            }),
        }
    }

    /// Returns the extent along a unit vector.
    pub(super) fn along(&self, unit: Vec3) -> f32 {
        let [a, b] = self.disc.map(|radius| unit.dot(radius));
        self.segments
            .iter()
            .map(|half| unit.dot(*half).abs())
            .sum::<f32>()
            + a.hypot(b)
    }

    pub(super) fn extents(&self) -> Vec3 {
        Vec3::from(Vec3::AXES.map(|axis| self.along(axis)))
    }
}

//! Boxes in single precision, as stored in tree nodes.

use bspwalk_geometry::Aabb;
use glam::Vec3;

/// An axis-aligned box, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) min: Vec3,
    pub(super) max: Vec3,
}

impl Bounds {
    /// The empty box, which is the identity element of [`Bounds::union`].
    pub(super) const EMPTY: Self = Self {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// Returns the smallest box that contains a triangle.
    pub(super) fn of_triangle([a, b, c]: [Vec3; 3]) -> Self {
        Self {
            min: a.min(b).min(c),
            max: a.max(b).max(c),
        }
    }

    /// Returns the smallest box that contains all given boxes.
    pub(super) fn of_all(all: impl IntoIterator<Item = Self>) -> Self {
        all.into_iter().fold(Self::EMPTY, |whole, one| whole.union(&one))
    }

    /// Returns the smallest box that contains both boxes.
    pub(super) fn union(&self, other: &Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Returns the two parts of the box below and above a plane that is perpendicular to an axis.
    pub(super) fn divided(&self, axis: usize, position: f32) -> [Self; 2] {
        let [mut lower, mut upper] = [*self; 2];
        lower.max[axis] = lower.max[axis].min(position);
        upper.min[axis] = upper.min[axis].max(position);
        [lower, upper]
    }

    pub(super) fn center(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// Returns the surface area in square metres; 0 for an empty box.
    pub(super) fn surface_area(&self) -> f64 {
        self.in_double().surface_area()
    }

    /// Returns the box in double precision.
    pub(super) fn in_double(&self) -> Aabb {
        Aabb {
            min: self.min.as_dvec3(),
            max: self.max.as_dvec3(),
        }
    }
}

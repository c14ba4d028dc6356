//! Random queries against a mesh, including degenerate cases.

use bspwalk_geometry::{Aabb, Triangle};
use glam::{DVec3, Vec3, dvec3};

use super::random::{self, Random};

/// Generates random queries for a set of triangles. The same seed always produces the same queries.
pub struct Queries<'a> {
    random: Random,
    triangles: &'a [Triangle],
    /// Range for points that need not be near a surface, which is slightly larger than the bounds of the triangles.
    bounds: Aabb,
    /// Cumulative areas of the triangles.
    areas: Vec<f64>,
}

impl<'a> Queries<'a> {
    /// Creates a generator. There must be at least one triangle.
    pub fn new(seed: u64, triangles: &'a [Triangle]) -> Self {
        let bounds = Aabb::from_points(triangles.iter().flat_map(|triangle| triangle.corners));
        let bounds = bounds.inflated(0.05 * bounds.size().length());
        let areas = triangles.iter().scan(0.0, |sum, triangle| {
            *sum += triangle.area();
            Some(*sum)
        });
        Self {
            random: random::seeded(seed),
            triangles,
            bounds,
            areas: areas.collect(),
        }
    }

    /// Returns a random value between `low` and `high` whose logarithm is uniformly distributed.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.random.f64())
    }

    /// Returns a random point within the bounds.
    pub fn point(&mut self) -> DVec3 {
        let share = dvec3(self.random.f64(), self.random.f64(), self.random.f64());
        self.bounds.min + share * self.bounds.size()
    }

    /// Returns a uniformly distributed direction.
    pub fn direction(&mut self) -> DVec3 {
        loop {
            let share = dvec3(self.random.f64(), self.random.f64(), self.random.f64()) * 2.0 - 1.0;
            if (1.0e-6..=1.0).contains(&share.length_squared()) {
                return share.normalize();
            }
        }
    }

    fn triangle(&mut self) -> &'a Triangle {
        &self.triangles[self.random.usize(..self.triangles.len())]
    }

    /// Returns a point on a random triangle, chosen regardless of its area.
    pub fn surface_point(&mut self) -> DVec3 {
        let triangle = self.triangle();
        self.point_of(triangle)
    }

    fn point_of(&mut self, triangle: &Triangle) -> DVec3 {
        let [a, b, c] = triangle.corners;
        let (mut u, mut v) = (self.random.f64(), self.random.f64());
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        a + (b - a) * u + (c - a) * v
    }

    /// Returns a point at most `reach` metres from a surface. Triangles are chosen in proportion to their area.
    pub fn near_surface(&mut self, reach: f64) -> DVec3 {
        let triangle = self.triangle_by_area();
        self.point_of(triangle) + self.direction() * (reach * self.random.f64())
    }

    /// Returns a point `distance` metres in front of a surface.
    pub fn in_front_of_surface(&mut self, distance: f64) -> DVec3 {
        let triangle = self.triangle_by_area();
        self.point_of(triangle) + triangle.normal() * distance
    }

    /// Returns a random triangle, chosen in proportion to its area.
    fn triangle_by_area(&mut self) -> &'a Triangle {
        let at = self.random.f64() * self.areas.last().copied().unwrap_or(0.0);
        let index = self.areas.partition_point(|&sum| sum < at);
        &self.triangles[index.min(self.triangles.len() - 1)]
    }

    /// Returns a random segment: between two points, in a random direction with a random length, or along an axis.
    pub fn segment(&mut self) -> (Vec3, Vec3) {
        let from = self.point();
        let diagonal = self.bounds.size().length();
        let to = match self.random.u32(..10) {
            0..4 => self.point(),
            4..8 => from + self.direction() * self.magnitude(1.0e-3 * diagonal, 2.0 * diagonal),
            8 => {
                let axis = [DVec3::X, DVec3::Y, DVec3::Z][self.random.usize(..3)];
                let sign = if self.random.bool() { 1.0 } else { -1.0 };
                from + axis * sign * self.magnitude(1.0e-3 * diagonal, 2.0 * diagonal)
            }
            // A segment between two points in a plane perpendicular to an axis.
            _ => {
                let mut to = self.point();
                let axis = self.random.usize(..3);
                to[axis] = from[axis];
                to
            }
        };
        (from.as_vec3(), to.as_vec3())
    }

    /// Returns a segment that starts at, ends at or passes through a corner or an edge of a triangle.
    pub fn grazing_segment(&mut self) -> (Vec3, Vec3) {
        let corners = self.triangle().corners;
        let corner = self.random.usize(..3);
        let share = if self.random.bool() {
            0.0
        } else {
            self.random.f64()
        };
        let through = corners[corner].lerp(corners[(corner + 1) % 3], share);
        let from = match self.random.u32(..4) {
            // A segment in the plane of the triangle.
            0 => self.surface_point(),
            1 => corners[(corner + 2) % 3],
            _ => self.point(),
        };
        let to = from + (through - from) * [0.5, 1.0, 1.5, 3.0][self.random.usize(..4)];
        (from.as_vec3(), to.as_vec3())
    }

    /// Returns a sphere near a surface, with a radius between 0.05 and 1 m.
    pub fn sphere(&mut self) -> (Vec3, f32) {
        let radius = self.magnitude(0.05, 1.0);
        let center = if self.random.u32(..5) == 0 {
            self.point()
        } else {
            self.surface_point() + self.direction() * (radius * 1.1 * self.random.f64())
        };
        (center.as_vec3(), radius as f32)
    }

    /// Returns a box near a surface, with edge lengths between 0.02 and 2 m.
    pub fn aabb(&mut self) -> (Vec3, Vec3) {
        let half = [(); 3].map(|()| self.magnitude(0.01, 1.0));
        let half = DVec3::from(half);
        let center = self.surface_point() + self.direction() * half.length() * self.random.f64();
        ((center - half).as_vec3(), (center + half).as_vec3())
    }
}

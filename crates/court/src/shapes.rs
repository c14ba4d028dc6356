//! Levels built in code from flat pieces. Faces are counter-clockwise as seen from the open side.

use std::sync::Arc;

use glam::{DVec3, Vec3, dvec3};

use crate::arena::Arena;

/// A level under construction. Coordinates are relative to an offset from the origin.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    offset: DVec3,
    triangles: Vec<[Vec3; 3]>,
}

impl Shapes {
    /// Creates an empty level with this offset, in metres.
    #[must_use]
    pub fn at(offset: DVec3) -> Self {
        Self {
            offset,
            triangles: Vec::new(),
        }
    }

    /// Converts a point from local to world coordinates.
    #[must_use]
    pub fn place(&self, point: DVec3) -> DVec3 {
        self.offset + point
    }

    /// Adds a triangle.
    pub fn triangle(&mut self, corners: [DVec3; 3]) {
        let corner = |point: DVec3| (self.offset + point).as_vec3();
        self.triangles.push(corners.map(corner));
    }

    /// Adds a flat quadrilateral, split along the diagonal that starts at its first corner.
    pub fn quad(&mut self, [a, b, c, d]: [DVec3; 4]) {
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    /// Adds a horizontal floor at height `y`.
    pub fn floor(&mut self, x: [f64; 2], z: [f64; 2], y: f64) {
        self.slope(x, [y, y], z);
    }

    /// Adds a floor whose height changes linearly along x, from the first value of `y` to the second.
    pub fn slope(&mut self, x: [f64; 2], y: [f64; 2], z: [f64; 2]) {
        self.quad([
            dvec3(x[0], y[0], z[0]),
            dvec3(x[0], y[0], z[1]),
            dvec3(x[1], y[1], z[1]),
            dvec3(x[1], y[1], z[0]),
        ]);
    }

    /// Adds a vertical wall between two points given as (x, z). When walking from the first to the second, the open
    /// side is on the right.
    pub fn wall(&mut self, from: [f64; 2], to: [f64; 2], y: [f64; 2]) {
        self.quad([
            dvec3(from[0], y[0], from[1]),
            dvec3(to[0], y[0], to[1]),
            dvec3(to[0], y[1], to[1]),
            dvec3(from[0], y[1], from[1]),
        ]);
    }

    /// Adds a box with all six faces.
    pub fn block(&mut self, low: DVec3, high: DVec3) {
        for face in block_faces(low, high) {
            self.quad(face);
        }
    }

    /// Builds the level.
    ///
    /// # Panics
    /// Panics if the pieces do not form a valid level, which is an error in the trial.
    #[must_use]
    pub fn build(self, name: &str) -> Arc<Arena> {
        Arc::new(Arena::new(name, self.triangles).expect("the pieces of a trial make a level"))
    }
}

/// Returns the six faces of a box, counter-clockwise as seen from outside.
pub(crate) fn block_faces(low: DVec3, high: DVec3) -> [[DVec3; 4]; 6] {
    let corner = |i: usize| {
        let of = |axis: usize| if i >> axis & 1 == 1 { high[axis] } else { low[axis] };
        dvec3(of(0), of(1), of(2))
    };
    [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ]
    .map(|face| face.map(corner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_faces_point_outwards() {
        let mut shapes = Shapes::at(dvec3(5.0, 0.0, 0.0));
        shapes.block(dvec3(-1.0, -1.0, -1.0), DVec3::ONE);
        let middle = Vec3::new(5.0, 0.0, 0.0);
        assert_eq!(shapes.triangles.len(), 12);
        for [a, b, c] in &shapes.triangles {
            let normal = (*b - *a).cross(*c - *a);
            assert!(normal.dot((*a + *b + *c) / 3.0 - middle) > 0.0);
        }
    }

    #[test]
    fn floors_face_up_and_walls_face_right() {
        let mut shapes = Shapes::default();
        shapes.floor([0.0, 1.0], [0.0, 1.0], 0.0);
        shapes.wall([0.0, 0.0], [1.0, 0.0], [0.0, 1.0]);
        let normal = |[a, b, c]: [Vec3; 3]| (b - a).cross(c - a).normalize();
        assert_eq!(normal(shapes.triangles[0]), Vec3::Y);
        assert_eq!(normal(shapes.triangles[2]), Vec3::Z);
    }
}

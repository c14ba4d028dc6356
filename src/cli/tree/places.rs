//! Converts points, planes and areas of a tree to the space of the level's file.

use bspwalk_geometry::Plane;
use bspwalk_levels::Level;
use glam::{DVec3, Vec3};
use serde::Serialize;

/// A plane, given by n·x + d = 0.
#[derive(Serialize)]
pub(super) struct PlaneRow {
    normal: [f64; 3],
    /// Offset, in metres.
    d: f64,
}

impl PlaneRow {
    pub(super) fn of(plane: &Plane, level: &Level) -> Self {
        let Plane { normal, d } = in_file(plane, level);
        Self {
            normal: (normal + DVec3::ZERO).to_array(),
            d: d + 0.0,
        }
    }
}

/// Converts a plane of a level's tree to the space of its file.
pub(super) fn in_file(plane: &Plane, level: &Level) -> Plane {
    Plane {
        normal: plane.normal,
        d: plane.d - plane.normal.dot(level.origin),
    }
}

/// Converts a point of a level's tree to the space of its file, replacing −0 with 0.
pub(super) fn point(point: DVec3, level: &Level) -> [f64; 3] {
    (level.to_world(point) + DVec3::ZERO).to_array()
}

/// Returns the area of a convex polygon, in square metres.
pub(super) fn area(corners: impl IntoIterator<Item = DVec3>) -> f64 {
    let mut corners = corners.into_iter();
    let Some(first) = corners.next() else {
        return 0.0;
    };
    let mut last = None;
    let mut twice = DVec3::ZERO;
    for corner in corners {
        let side = corner - first;
        if let Some(before) = last.replace(side) {
            twice += DVec3::cross(before, side);
        }
    }
    0.5 * twice.length()
}

/// Like [`area`], for the single-precision corners that queries use.
pub(super) fn area_of(corners: &[Vec3]) -> f64 {
    area(corners.iter().map(|corner| corner.as_dvec3()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygon_areas_are_correct() {
        let square =
            [[1.0, 1.0, 5.0], [4.0, 1.0, 5.0], [4.0, 3.0, 5.0], [1.0, 3.0, 5.0]].map(DVec3::from_array);
        assert!((area(square) - 6.0).abs() < 1.0e-12);
        assert!((area(square[..3].iter().copied()) - 3.0).abs() < 1.0e-12);
        assert_eq!(area(square[..2].iter().copied()), 0.0);
        assert_eq!(area([]), 0.0);
    }
}

//! Violations reported by `validate()`, and the valid ranges of numbers in every tree.

use crate::tolerance::STORED_UNIT_SQUARED;
use bspwalk_geometry::{Aabb, Plane};
use bspwalk_progress::CheckError;
use glam::{DVec3, Vec3};

/// A violation that `validate()` found in a tree, as one phrase for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub String);

pub(super) type Report<'a> = &'a mut dyn FnMut(String);

pub(super) fn violations(
    integrity: Result<(), CheckError>,
    geometry: impl FnOnce(Report<'_>),
) -> Vec<Violation> {
    let mut violations = Vec::new();
    let report: Report<'_> = &mut |what| violations.push(Violation(what));
    match integrity {
        Err(error) => report(error.to_string()),
        Ok(()) => geometry(report),
    }
    violations
}

pub(super) fn in_range(first: u32, count: u32, length: usize) -> bool {
    (first as usize)
        .checked_add(count as usize)
        .is_some_and(|end| end <= length)
}

/// Maximum coordinate in a tree, in metres. Levels use at most a tenth of it, and squares of areas stay
/// finite in `f32`.
const LARGEST: f64 = 1.0e9;

/// Largest tolerance, in metres: the tolerance of the largest level.
const LARGEST_TOLERANCE: f64 = 1.0e4;

pub(super) fn is_place(point: DVec3) -> bool {
    // `max_element` may ignore a NaN, so finiteness is a separate test.
    point.abs().max_element() <= LARGEST && point.is_finite()
}

pub(super) fn is_place_f32(point: Vec3) -> bool {
    is_place(point.as_dvec3())
}

pub(super) fn is_unit(normal: DVec3) -> bool {
    (normal.length_squared() - 1.0).abs() <= STORED_UNIT_SQUARED
}

pub(super) fn is_plane(plane: &Plane) -> bool {
    is_unit(plane.normal) && is_distance(plane.d)
}

pub(super) fn is_distance(length: f64) -> bool {
    length.abs() <= 2.0 * LARGEST
}

pub(super) fn is_box(bounds: &Aabb) -> bool {
    !bounds.is_empty() && is_place(bounds.min) && is_place(bounds.max)
}

pub(super) fn is_tolerance(length: f64) -> bool {
    (0.0..=LARGEST_TOLERANCE).contains(&length)
}

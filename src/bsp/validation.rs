//! The violations that `validate()` finds, and the ranges that the numbers of every tree are in.

use glam::{DVec3, Vec3};

use crate::geometry::{Aabb, Plane, tolerance::STORED_UNIT_SQUARED};

/// A rule of the structure that a tree breaks.
#[derive(Clone, Debug, PartialEq)]
pub enum Violation {
    /// A fragment lies on the wrong side of an ancestor's plane, by `distance` metres.
    WrongSide {
        /// Index of the fragment.
        fragment: u32,
        /// The ancestor.
        ancestor: u32,
        /// How far it reaches over.
        distance: f64,
    },
    /// A fragment is off its own node's plane, by `distance` metres.
    OffPlane {
        /// Index of the fragment.
        fragment: u32,
        /// Its node.
        node: u32,
        /// How far off.
        distance: f64,
    },
    /// The areas of a face's fragments do not add to its own.
    Area {
        /// The face, as the caller numbered it.
        face: u32,
        /// Area of the face in square metres.
        expected: f64,
        /// Sum over its fragments in square metres.
        found: f64,
    },
    /// The nodes do not form one tree in traversal order.
    Structure {
        /// The node.
        node: u32,
        /// What is wrong.
        what: &'static str,
    },
    /// A number is NaN or infinite, or a normal is not unit.
    Number {
        /// The node.
        node: u32,
        /// What is wrong.
        what: &'static str,
    },
}

/// [`Err`] of what is wrong, unless it holds.
pub(super) fn ensure(holds: bool, wrong: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(wrong()) }
}

/// Whether `count` items from `first` on are among `length`.
pub(super) fn in_range(first: u32, count: u32, length: usize) -> bool {
    (first as usize)
        .checked_add(count as usize)
        .is_some_and(|end| end <= length)
}

/// Largest coordinate in a tree, in metres. Levels stay within a tenth of it, and squares of areas are still finite in
/// `f32`.
const LARGEST: f64 = 1.0e9;

/// Largest tolerance, in metres: that of the largest level.
const LARGEST_TOLERANCE: f64 = 1.0e4;

pub(super) fn is_place(point: DVec3) -> bool {
    // NaN is not below it.
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

/// Whether it may be the distance of a plane from the origin.
pub(super) fn is_distance(length: f64) -> bool {
    length.abs() <= 2.0 * LARGEST
}

/// Whether it is a finite box; flat ones are.
pub(super) fn is_box(bounds: &Aabb) -> bool {
    !bounds.is_empty() && is_place(bounds.min) && is_place(bounds.max)
}

pub(super) fn is_tolerance(length: f64) -> bool {
    (0.0..=LARGEST_TOLERANCE).contains(&length)
}

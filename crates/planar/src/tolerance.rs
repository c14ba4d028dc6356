//! Tolerances for planar trees, each with its unit and rationale. Sides of lines are decided exactly, without a
//! tolerance.

/// Extension of the part of a segment inside a cell, relative to the segment's length. It exceeds the rounding error.
/// It can only cost extra visits, because exact tests decide which edges a segment touches.
pub(crate) const PARAMETER: f64 = 1.0e-9;

/// Largest angle (in radians) between 2D directions that count as equal. Rounding can turn the ends of fragments only
/// by a smaller angle.
pub(crate) const ANGLE: f64 = 1.0e-9;

/// Tolerance for the total area of a planar tree's interior cells, relative to the area of its bounds.
/// Corners of cells are rounded line intersections.
pub(crate) const AREA: f64 = 1.0e-6;

/// Coordinates closer to 0 than this count as 0. Products of four larger coordinates do not underflow, so their signs
/// are exact.
pub(crate) const SMALLEST: f64 = 1.0e-60;

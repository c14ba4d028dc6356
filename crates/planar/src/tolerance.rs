//! Tolerances of planar trees, each with its unit and reason. Sides of lines are decided exactly,
//! without a tolerance.

/// Widening of the part of a segment in a cell of the planar tree, relative to the segment. It exceeds the
/// rounding error, and only costs extra visits because exact tests decide which edges a segment touches.
pub(crate) const PARAMETER: f64 = 1.0e-9;

/// Largest angle in radians between planar directions that count as equal. Rounding turns the ends of fragments by
/// less.
pub(crate) const ANGLE: f64 = 1.0e-9;

/// Tolerance for the total area of a planar tree's interior cells, relative to the area of its bounds.
/// Corners of cells are rounded line intersections.
pub(crate) const AREA: f64 = 1.0e-6;

/// Planar coordinates closer to 0 than this count as 0. Products of four larger coordinates do not underflow,
/// so their signs are exact.
pub(crate) const SMALLEST: f64 = 1.0e-60;

//! Boolean operations on coplanar polygons. Coordinates are integer grid units, so that none is rounded twice.

use glam::{DVec2, IVec2};
use i_overlay::{
    core::{fill_rule::FillRule, overlay::Overlay, overlay_rule::OverlayRule},
    i_float::int::point::IntPoint,
};

/// Grid units per metre. Every vertex of a level lies on this 10 µm grid, so coordinates in metres have five decimal
/// places.
pub(crate) const GRID: f64 = 1.0e5;

/// A closed polygon: counter-clockwise around filled areas, clockwise around holes.
pub(crate) type Contour = Vec<IVec2>;

/// One or more polygons with their holes.
pub(crate) type Region = Vec<Contour>;

/// Converts a length in metres to grid units and rounds it.
pub(crate) fn snap(metres: f64) -> i32 {
    (metres * GRID).round() as i32
}

/// Converts a contour in metres to grid units and rounds it.
pub(crate) fn contour(points: &[DVec2]) -> Contour {
    points
        .iter()
        .map(|point| IVec2::new(snap(point.x), snap(point.y)))
        .collect()
}

/// Returns twice the signed area of a contour, in square grid units. It is positive for counter-clockwise contours.
pub(crate) fn doubled_area(contour: &[IVec2]) -> i64 {
    let next = contour.iter().cycle().skip(1);
    contour
        .iter()
        .zip(next)
        .map(|(a, b)| i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x))
        .sum()
}

/// Returns twice the area of a region, in square grid units.
pub(crate) fn doubled_region_area(region: &[Contour]) -> i64 {
    region.iter().map(|contour| doubled_area(contour)).sum()
}

/// Returns the intersection of two regions.
pub(crate) fn intersection(a: &[Contour], b: &[Contour]) -> Region {
    combine(a, b, OverlayRule::Intersect)
}

/// Returns the part of `a` that is outside `b`.
pub(crate) fn difference(a: &[Contour], b: &[Contour]) -> Region {
    combine(a, b, OverlayRule::Difference)
}

/// Returns the union of two regions.
pub(crate) fn union(a: &[Contour], b: &[Contour]) -> Region {
    combine(a, b, OverlayRule::Union)
}

fn combine(a: &[Contour], b: &[Contour], rule: OverlayRule) -> Region {
    shapes(a, b, rule).into_iter().flatten().collect()
}

/// Computes [`difference`], with one entry per connected piece. Each entry contains the piece's outline, then its
/// holes.
pub(crate) fn difference_pieces(a: &[Contour], b: &[Contour]) -> Vec<Region> {
    shapes(a, b, OverlayRule::Difference)
}

fn shapes(a: &[Contour], b: &[Contour], rule: OverlayRule) -> Vec<Region> {
    let convert = |region: &[Contour]| -> Vec<Vec<IntPoint<i32>>> {
        region
            .iter()
            .map(|contour| {
                contour
                    .iter()
                    .map(|point| IntPoint::new(point.x, point.y))
                    .collect()
            })
            .collect()
    };
    let mut overlay = Overlay::from_subj_and_clip(&convert(a), &convert(b));
    overlay
        .overlay(rule, FillRule::NonZero)
        .into_iter()
        .map(|shape| {
            shape
                .into_iter()
                .map(|contour| {
                    contour
                        .into_iter()
                        .map(|point| IVec2::new(point.x, point.y))
                        .collect()
                })
                .collect()
        })
        .collect()
}

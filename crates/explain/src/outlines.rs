//! Compares two sets of polygons and classifies each polygon as identical to one in the other set, partly overlapping,
//! or without a counterpart.
//!
//! Two polygons are identical if they are coplanar within [`OutlineComparison::near`] and their common area is at least the
//! fraction [`SAME_SHARE`] of the larger one's area. They are matched by geometry, never by number.

use bspwalk_geometry::{Aabb, BoxTree, Plane, Polygon};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use glam::DVec3;
use serde::Serialize;

/// Minimum common area of identical polygons, as a fraction of the larger polygon's area.
pub const SAME_SHARE: f64 = 0.95;

/// Maximum covered area of a polygon that counts as having no counterpart, as a fraction of the polygon's area.
pub const APART_SHARE: f64 = 0.05;

/// Maximum distance between a polygon's corners and the plane of a matching polygon, in metres.
///
/// It is a tenth of an inch, the tolerance of Quake's compilers. If the planes of a tree are thicker, twice the plane
/// thickness is used instead.
pub const NEAR: f64 = 0.00254;

/// Minimum cosine of the angle between the normals of coplanar polygons. Coplanarity is mainly determined by the
/// distance of the corners; this limit rejects only slivers that lie across a plane.
const SAME_DIRECTION: f64 = 0.9;

/// A polygon to compare.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Polygon, in metres.
    pub polygon: Polygon,
    /// Plane on whose front side the corners are counter-clockwise, or `None` for a degenerate polygon.
    plane: Option<Plane>,
    /// Area, in square metres.
    pub area: f64,
    /// Bounds, in metres.
    pub bounds: Aabb,
}

impl Outline {
    /// Creates a polygon with these corners.
    pub fn new(corners: impl IntoIterator<Item = DVec3>) -> Self {
        let polygon = Polygon::from_points(corners);
        Self {
            plane: polygon.plane(),
            area: polygon.area(),
            bounds: polygon.bounds(),
            polygon,
        }
    }

    /// Returns the corners, in metres.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = DVec3> + '_ {
        self.polygon.positions()
    }

    /// Returns the mean of the corners, in metres.
    #[must_use]
    pub fn center(&self) -> DVec3 {
        self.corners().sum::<DVec3>() / self.polygon.vertices.len().max(1) as f64
    }

    /// Returns the maximum distance between corresponding corners of two polygons that have the same number of corners.
    ///
    /// All starting corners and both directions are tried. Returns `None` if the distance exceeds `near`.
    fn distance(&self, other: &Self, near: f64) -> Option<f64> {
        let (own, others) = (&self.polygon.vertices, &other.polygon.vertices);
        let count = own.len();
        if count != others.len() || count == 0 {
            return None;
        }
        let from = |first: usize, step: usize| {
            let mut most = 0.0_f64;
            for (turn, corner) in own.iter().enumerate() {
                let other = others[(first + turn * step) % count].position;
                most = most.max(corner.position.distance(other));
                if most > near {
                    return None;
                }
            }
            Some(most)
        };
        let begins = (0..count).filter(|&first| own[0].position.distance(others[first].position) <= near);
        begins
            .flat_map(|first| {
                [1, count - 1]
                    .into_iter()
                    .filter_map(move |step| from(first, step))
            })
            .min_by(f64::total_cmp)
    }

    /// Returns the area (in square metres) that two coplanar polygons have in common.
    fn overlap(&self, other: &Self, near: f64) -> f64 {
        let (small, large) = if self.area <= other.area {
            (self, other)
        } else {
            (other, self)
        };
        // Use the larger polygon's plane, because extrapolating the smaller polygon's plane would amplify its error.
        let (Some(small_plane), Some(plane)) = (small.plane, large.plane) else {
            return 0.0;
        };
        let is_on_plane = small.corners().all(|corner| plane.distance(corner).abs() <= near);
        if !is_on_plane || small_plane.normal.dot(plane.normal).abs() < SAME_DIRECTION {
            return 0.0;
        }
        let mut rest = small.polygon.clone();
        for edge in large.polygon.edges() {
            let Some(inwards) = plane.normal.cross(edge.to - edge.from).try_normalize() else {
                continue;
            };
            let side = Plane::from_point_normal(edge.from, inwards);
            match rest.clipped_to_front(&side, 0.0) {
                Some(left) => rest = left,
                None => return 0.0,
            }
        }
        rest.area()
    }
}

/// Overlap between a polygon and the polygons of the other set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Overlap {
    /// The other set contains an identical polygon.
    Same,
    /// The other set contains part of the polygon, or divides it differently.
    InPart,
    /// No polygon of the other set overlaps the polygon.
    Alone,
}

/// Comparison of a polygon with the other set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolygonOverlap {
    /// Index of the identical polygon in the other set, if there is one.
    pub same: Option<u32>,
    /// Area that polygons of the other set cover, in square metres.
    pub covered: f64,
    /// Area of the polygon, in square metres.
    pub area: f64,
}

impl PolygonOverlap {
    /// Returns how the polygon overlaps with the other set.
    #[must_use]
    pub fn overlap(&self) -> Overlap {
        if self.same.is_some() {
            Overlap::Same
        } else if self.covered > APART_SHARE * self.area {
            Overlap::InPart
        } else {
            Overlap::Alone
        }
    }

    /// Returns whether only the division of the polygon differs. This means that no polygon is identical, but polygons
    /// of the other set cover at least [`SAME_SHARE`] of it.
    #[must_use]
    pub fn is_redivided(&self) -> bool {
        self.same.is_none() && self.covered >= SAME_SHARE * self.area
    }

    /// Returns the area (in square metres) that the other set does not cover.
    #[must_use]
    pub fn uncovered(&self) -> f64 {
        if self.same.is_some() {
            0.0
        } else {
            (self.area - self.covered).max(0.0)
        }
    }
}

/// Comparison of two sets of polygons.
#[derive(Clone, Debug, Default)]
pub struct OutlineComparison {
    /// Polygons of each set, compared with the other set.
    pub sides: [Vec<PolygonOverlap>; 2],
    /// Maximum distance between corners and a plane, in metres.
    pub near: f64,
}

impl OutlineComparison {
    /// Compares two sets. `thickness` is the thickness of the planes, in metres.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn new(sets: [&[Outline]; 2], thickness: f64, progress: &Progress) -> Result<Self, Cancelled> {
        let near = NEAR.max(2.0 * thickness);
        let [first, second] = sets;
        progress.begin(text!("difference-matching-polygons"), first.len() as u64);
        let alone = |outline: &Outline| PolygonOverlap {
            same: None,
            covered: 0.0,
            area: outline.area,
        };
        let mut sides = sets.map(|set| set.iter().map(alone).collect::<Vec<_>>());
        let tree = BoxTree::new(second.iter().map(|outline| outline.bounds).collect());
        let mut candidates = Vec::new();
        for (a, own) in first.iter().enumerate() {
            progress.check_at(a)?;
            progress.advance(1);
            let mut touched = Vec::new();
            tree.touching(&own.bounds.inflated(near), |b| touched.push(b));
            for (turn, b) in touched.into_iter().enumerate() {
                progress.check_at(turn)?;
                let other = &second[b as usize];
                let distance = own.distance(other, near);
                let overlap = match distance {
                    Some(_) => own.area.min(other.area),
                    None => own.overlap(other, near),
                };
                sides[0][a].covered += overlap;
                sides[1][b as usize].covered += overlap;
                let larger = own.area.max(other.area);
                if distance.is_some() || overlap > 0.0 && overlap >= SAME_SHARE * larger {
                    // Sort by the distance of the corners, then by decreasing overlap.
                    let share = if larger > 0.0 { overlap / larger } else { 1.0 };
                    candidates.push((distance.unwrap_or(f64::INFINITY), 1.0 - share, a as u32, b));
                }
            }
        }
        candidates.sort_by(|x, y| {
            x.0.total_cmp(&y.0)
                .then(x.1.total_cmp(&y.1))
                .then((x.2, x.3).cmp(&(y.2, y.3)))
        });
        for (_, _, a, b) in candidates {
            let [own, other] = [&sides[0][a as usize], &sides[1][b as usize]];
            if own.same.is_none() && other.same.is_none() {
                sides[0][a as usize].same = Some(b);
                sides[1][b as usize].same = Some(a);
            }
        }
        for beside in sides.iter_mut().flatten() {
            beside.covered = beside.covered.min(beside.area);
        }
        Ok(Self { sides, near })
    }

    /// Returns the indices of the polygons in one set that have this overlap, largest uncovered area first.
    #[must_use]
    pub fn with_overlap(&self, side: usize, overlap: Overlap) -> Vec<u32> {
        let besides = &self.sides[side];
        let mut which: Vec<u32> = (0..besides.len() as u32)
            .filter(|&index| besides[index as usize].overlap() == overlap)
            .collect();
        let uncovered = |index: u32| besides[index as usize].uncovered();
        which.sort_by(|&a, &b| uncovered(b).total_cmp(&uncovered(a)).then(a.cmp(&b)));
        which
    }

    /// Returns the number of polygons in one set that have this overlap.
    #[must_use]
    pub fn count(&self, side: usize, overlap: Overlap) -> usize {
        self.sides[side]
            .iter()
            .filter(|beside| beside.overlap() == overlap)
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    /// Returns a rectangle at x = `at` that extends from `from` to `to` in y and is 3 metres high.
    fn door(at: f64, from: f64, to: f64) -> Outline {
        Outline::new([(0.0, from), (3.0, from), (3.0, to), (0.0, to)].map(|(y, z)| dvec3(at, y, z)))
    }

    fn compare(first: &[Outline], second: &[Outline]) -> OutlineComparison {
        OutlineComparison::new([first, second], 1.0e-6, &Progress::default()).expect("nobody cancels")
    }

    #[test]
    fn set_matches_itself_including_degenerates() {
        let point = Outline::new([DVec3::ONE; 3]);
        let sliver = door(5.0, 1.0, 1.0 + 1.0e-9);
        let set = [door(0.0, 0.0, 2.0), door(0.0, 2.0, 4.0), sliver, point];
        let outlines = compare(&set, &set);
        for side in &outlines.sides {
            assert!(side.iter().map(|beside| beside.same).eq((0..4).map(Some)));
        }
    }

    #[test]
    fn match_ignores_winding_and_start_corner() {
        let mut turned = door(0.0, 0.0, 2.0).corners().collect::<Vec<_>>();
        turned.reverse();
        turned.rotate_left(1);
        // There is an additional corner on an edge, and the plane is shifted by a tenth of a millimetre.
        let extra = [(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (3.0, 2.0), (0.0, 2.0)];
        let extra = extra.map(|(y, z)| dvec3(0.0001, y, z));
        for other in [Outline::new(turned), Outline::new(extra)] {
            let outlines = compare(&[door(0.0, 0.0, 2.0)], &[other]);
            assert_eq!(outlines.sides[0][0].same, Some(0));
        }
    }

    #[test]
    fn overlap_detects_unmatched_and_redivided() {
        let one = [door(0.0, 0.0, 4.0), door(0.0, 10.0, 14.0), door(9.0, 0.0, 4.0)];
        let other = [
            door(0.0, 0.0, 1.0),
            door(0.0, 1.0, 3.0),
            door(9.01, 0.0, 4.0),
            door(0.0, 13.9, 20.0),
        ];
        let outlines = compare(&one, &other);
        let overlaps = |side: usize| outlines.sides[side].iter().map(PolygonOverlap::overlap);
        let (in_part, alone) = (Overlap::InPart, Overlap::Alone);
        assert!(overlaps(0).eq([in_part, alone, alone]));
        assert!((outlines.sides[0][0].covered - 9.0).abs() < 1.0e-9);
        let redivided: Vec<bool> = outlines.sides[1]
            .iter()
            .map(PolygonOverlap::is_redivided)
            .collect();
        assert_eq!(redivided, [true, true, false, false]);
        assert!((outlines.sides[0][0].uncovered() - 3.0).abs() < 1.0e-9);
        assert!(overlaps(1).eq([in_part, in_part, alone, alone]));
        assert_eq!(outlines.with_overlap(0, Overlap::Alone), [2, 1]);
        assert_eq!(outlines.count(1, Overlap::InPart), 2);
    }

    #[test]
    fn each_outline_matches_at_most_one() {
        let one = [door(0.0, 0.0, 4.0)];
        let other = [door(0.001, 0.0, 4.0), door(0.0, 0.0, 4.0)];
        let outlines = compare(&one, &other);
        assert_eq!(outlines.sides[0][0].same, Some(1));
        assert!(
            outlines.sides[1]
                .iter()
                .map(|beside| beside.same)
                .eq([None, Some(0)])
        );
    }
}

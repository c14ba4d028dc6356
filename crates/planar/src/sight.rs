//! Visibility from a point. Fragments are visited from near to far, and each is clipped to the directions that nearer
//! fragments leave open. Similarly, DOOM's renderer clips walls to the open columns of the screen
//! (`R_ClipSolidWallSegment`, 1997).

use std::f64::consts::{PI, TAU};

use crate::tolerance::ANGLE;
use glam::DVec2;

use super::{PlanarTree, Segment2};

/// A part of a fragment that is visible from a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VisiblePart {
    /// Fragment, as an index into [`PlanarTree::fragments`].
    pub fragment: u32,
    /// Visible part of the fragment, as a segment with the same direction and with rounded ends.
    pub segment: Segment2,
}

/// Result of [`PlanarTree::visible`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VisibleParts {
    /// Visible parts, from near to far.
    pub parts: Vec<VisiblePart>,
    /// Number of fragments visited before all directions were covered. If some directions remain open, this is the
    /// total number of fragments.
    pub visited_fragments: u32,
}

/// Covered directions, as sorted, disjoint intervals of angles from 0 to 2π.
#[derive(Debug, Default)]
struct Covered(Vec<[f64; 2]>);

impl Covered {
    /// Covers an interval and returns those parts of it that were open. Also closes gaps between intervals that are
    /// within rounding error.
    fn cover(&mut self, [from, to]: [f64; 2]) -> Vec<[f64; 2]> {
        let first = self.0.partition_point(|[_, end]| *end < from - ANGLE);
        let behind = self.0.partition_point(|[start, _]| *start <= to + ANGLE);
        let mut open = Vec::new();
        let mut at = from;
        for &[start, end] in &self.0[first..behind] {
            if start > at {
                open.push([at, start]);
            }
            at = at.max(end);
        }
        if at < to {
            open.push([at, to]);
        }
        let whole = self.0[first..behind]
            .iter()
            .fold([from, to], |[low, high], [start, end]| {
                [low.min(*start), high.max(*end)]
            });
        self.0.splice(first..behind, [whole]);
        open
    }

    fn is_full(&self) -> bool {
        matches!(self.0[..], [[from, to]] if from <= ANGLE && to >= TAU - ANGLE)
    }
}

impl PlanarTree {
    /// Returns the parts of all fragments that are visible from `eye`, in all directions. Fragments are visible from
    /// both sides. A fragment whose line contains the eye is skipped and hides nothing. Directions less than 10⁻⁹
    /// radians apart count as equal.
    #[must_use]
    pub fn visible(&self, eye: DVec2) -> VisibleParts {
        let mut sight = VisibleParts::default();
        let mut covered = Covered::default();
        for fragment in self.near_to_far(eye) {
            sight.visited_fragments += 1;
            let whole = self.segment(&self.fragments[fragment as usize]);
            let [from, to] = [whole.from, whole.to].map(|end| end - eye);
            // The angle is positive if the fragment runs counter-clockwise around the eye.
            let angle = from.perp_dot(to).atan2(from.dot(to));
            if angle.abs() <= ANGLE || angle.abs() >= PI - ANGLE || !angle.is_finite() {
                continue;
            }
            let first = if angle > 0.0 { from } else { to };
            let start = first.to_angle().rem_euclid(TAU);
            let end = start + angle.abs();
            let intervals = [[start, end.min(TAU)], [0.0, end - TAU]];
            for interval in intervals.into_iter().filter(|[from, to]| from < to) {
                for [low, high] in covered.cover(interval) {
                    if high - low <= ANGLE {
                        continue;
                    }
                    let ends = if angle > 0.0 { [low, high] } else { [high, low] };
                    let [from, to] = ends.map(|angle| eye + towards(from, to, DVec2::from_angle(angle)));
                    sight.parts.push(VisiblePart {
                        fragment,
                        segment: Segment2 { from, to },
                    });
                }
            }
            if covered.is_full() {
                break;
            }
        }
        sight
    }
}

/// Returns the point where a ray from the origin hits the segment between two points, clamped to the segment.
fn towards(from: DVec2, to: DVec2, direction: DVec2) -> DVec2 {
    let [a, b] = [from, to].map(|end| direction.perp_dot(end));
    from.lerp(to, (a / (a - b)).clamp(0.0, 1.0))
}

//! Boxes against triangles, by separating axes in time.
//!
//! The Minkowski sum of a box and a triangle is a polyhedron. Each of its face normals is the normal of the triangle, a
//! normal of the box, or the cross product of an edge of each. On each of these axes, the two shapes overlap during one
//! interval of the motion. The box touches the triangle while it overlaps it on all axes (Eberly, "Intersection of
//! convex objects: the method of separating axes", 2001).

use glam::DVec3;

use super::{
    clip::{Clipped, clip},
    separation::Separation,
};
use crate::{
    proximity::unit_normal,
    tolerance::{EDGE_PARALLEL_SINE_SQUARED, MOVES_ALONG},
};

/// A box in its own frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    pub(super) half: DVec3,
}

/// Positions of the box's centre, along a unit axis, where the box and a triangle overlap on this axis.
struct Span {
    axis: DVec3,
    low: f64,
    high: f64,
}

impl Span {
    /// Returns the gap between the triangle and a box at the origin, and the unit vector from the triangle to the box.
    fn separation(&self) -> Separation {
        if self.low > -self.high {
            Separation {
                gap: self.low,
                normal: -self.axis,
            }
        } else {
            Separation {
                gap: -self.high,
                normal: self.axis,
            }
        }
    }
}

impl Sides {
    /// Returns the spans on all axes that can separate the box from a triangle, the triangle's normal first.
    ///
    /// Axes of nearly parallel edges are left out, because their direction would be rounding error. The face of the
    /// Minkowski sum that they belong to is narrower than 1e-8 of the longer edge.
    fn spans(&self, corners: [DVec3; 3]) -> impl Iterator<Item = Span> {
        let half = self.half;
        let edges = [
            corners[1] - corners[0],
            corners[2] - corners[1],
            corners[0] - corners[2],
        ];
        let crosses = edges.into_iter().flat_map(|edge| {
            DVec3::AXES.into_iter().filter_map(move |axis| {
                let across = axis.cross(edge);
                let squared = across.length_squared();
                (squared > EDGE_PARALLEL_SINE_SQUARED * edge.length_squared())
                    .then(|| across / squared.sqrt())
            })
        });
        let axes = unit_normal(corners).into_iter().chain(DVec3::AXES).chain(crosses);
        axes.map(move |axis| {
            let [a, b, c] = corners.map(|corner| axis.dot(corner));
            let reach = half.dot(axis.abs());
            Span {
                axis,
                low: a.min(b).min(c) - reach,
                high: a.max(b).max(c) + reach,
            }
        })
    }

    /// Returns the separation on the axis where the gap is largest, or `None` if it exceeds `slack`.
    ///
    /// The triangle's own normal is preferred to axes on which the gap is at most `slack` larger.
    pub(super) fn separation(&self, corners: [DVec3; 3], slack: f64) -> Option<Separation> {
        let mut best: Option<Separation> = None;
        for span in self.spans(corners) {
            let found = span.separation();
            if found.gap > slack {
                return None;
            }
            if best.is_none_or(|best| found.gap > best.gap + slack) {
                best = Some(found);
            }
        }
        best
    }

    /// Returns the distance to the first contact with the triangle while the box's centre moves from the origin along
    /// `unit`, and the unit vector from the triangle to the box. The box must not touch the triangle at the start.
    ///
    /// There is no hit beyond `limit`, or if the motion is parallel to a surface that the box overlaps by at most
    /// `slack`. All lengths are in metres.
    pub(super) fn entry(
        &self,
        corners: [DVec3; 3],
        unit: DVec3,
        limit: f64,
        slack: f64,
    ) -> Option<(f64, DVec3)> {
        let (mut enters, mut leaves, mut normal) = (0.0_f64, limit, None);
        for span in self.spans(corners) {
            let speed = span.axis.dot(unit);
            if speed.abs() <= MOVES_ALONG {
                if span.separation().gap > -slack {
                    return None;
                }
                continue;
            }
            let (first, last) = if speed > 0.0 {
                (span.low / speed, span.high / speed)
            } else {
                (span.high / speed, span.low / speed)
            };
            leaves = leaves.min(last);
            if first > enters {
                // On a tie, the earlier axis is preferred, which is the triangle's normal if it is among them.
                if normal.is_none() || (first - enters) * speed.abs() > slack {
                    normal = Some(-span.axis * speed.signum());
                }
                enters = first;
            }
            if enters > leaves {
                return None;
            }
        }
        Some((enters, normal?))
    }

    /// Returns the middle of the part of a triangle that is within `slack` of the box.
    pub(super) fn common_point(&self, corners: [DVec3; 3], slack: f64) -> Option<DVec3> {
        let mut part = Clipped::from_slice(&corners);
        for axis in 0..3 {
            part = clip(&part, axis, self.half[axis] + slack);
        }
        let middle = part.iter().sum::<DVec3>() / part.len() as f64;
        middle.is_finite().then_some(middle)
    }
}

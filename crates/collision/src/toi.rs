//! The time of impact between a moving body and a triangle, computed in `f64`. Precision does not degrade with the
//! length of the path.
//!
//! A capsule hits a triangle when its centre comes within one radius of the prism that the triangle sweeps along the
//! capsule's axis. For a sphere, the prism is the triangle itself. The points within one radius of a convex shape form
//! a union: its faces shifted outwards, cylinders around its edges and balls around its vertices. A centre that starts
//! outside hits the union where it first enters one of these parts.

use crate::tolerance::TOUCHING_RELATIVE;
use bspwalk_trees::Feature;
use glam::DVec3;

use super::{
    proximity::{proximity_within, unit_normal},
    tolerance::{EDGE_PARALLEL_SINE_SQUARED, FLAT_PRISM_SINE_SQUARED, MOVES_ALONG, SIDEWAYS},
};

struct Facing {
    /// Top: the triangle shifted by half the axis.
    top: bool,
    /// Bottom: the triangle shifted by minus half the axis.
    bottom: bool,
    /// Sides: the parallelograms swept by the edges.
    sides: [bool; 3],
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SweepPath {
    pub(super) from: DVec3,
    pub(super) unit: DVec3,
    pub(super) length: f64,
    pub(super) half_axis: DVec3,
    pub(super) radius: f64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Toi {
    pub(super) at: f64,
    pub(super) point: DVec3,
    /// Unit vector from the hit point to the body's axis.
    pub(super) normal: DVec3,
    pub(super) feature: Feature,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Impact {
    None,
    /// The body touches the triangle at the start. This is a hit if the body approaches the triangle.
    AtStart(Option<Toi>),
    Later(Toi),
}

struct Earliest {
    /// Distance along the path (in metres), measured from where it passes the triangle.
    at: f64,
    hit: Option<(DVec3, DVec3, Feature)>,
}

impl SweepPath {
    pub(super) fn side_of_start(&self, corners: [DVec3; 3], normal: DVec3) -> DVec3 {
        if normal.dot(self.from - corners[0]) < 0.0 {
            -normal
        } else {
            normal
        }
    }

    /// Returns the impact with a triangle. Impacts more than `limit` metres from the start may be omitted.
    pub(super) fn impact(&self, corners: [DVec3; 3], limit: f64) -> Impact {
        let normal = unit_normal(corners);
        let mut facing = None;
        let mut may_touch = true;
        if let Some(normal) = normal {
            let height = normal.dot(self.from - corners[0]);
            let side = if height < 0.0 { -normal } else { normal };
            let height = height.abs();
            let lean = side.dot(self.half_axis);
            let reach = self.radius * (1.0 + TOUCHING_RELATIVE) + lean.abs();
            if height > reach {
                let approach = -side.dot(self.unit);
                if approach <= 0.0 {
                    return Impact::None;
                }
                let at = (height - self.radius - lean.abs()) / approach;
                if at > limit {
                    return Impact::None;
                }
                may_touch = false;
                facing = Some((side, at, lean));
            }
        }
        // Measure positions from the point where the path passes the triangle. Otherwise, on a long path, the squared
        // distances would swamp the squared radius.
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let base = self.unit.dot(middle - self.from).clamp(0.0, self.length);
        let local = corners.map(|corner| corner - middle);
        let origin = (self.from - middle) + self.unit * base;
        let size = local
            .iter()
            .map(|corner| corner.length_squared())
            .fold(0.0, f64::max)
            .sqrt();
        let around = size + self.half_axis.length() + self.radius * (1.0 + TOUCHING_RELATIVE);
        if origin.length_squared() > around * around {
            return Impact::None;
        }
        if may_touch && (self.from - middle).length_squared() <= around * around {
            let touching = self.radius * (1.0 + TOUCHING_RELATIVE);
            let within = touching * (1.0 + f64::EPSILON);
            if let Some(start) = proximity_within(corners, normal, self.from, self.half_axis, within) {
                let gap = start.distance - self.radius;
                // The distance from a convex shape is a convex function along the path: once it stops decreasing, it
                // never decreases again.
                let approach = -start.normal.dot(self.unit);
                let hit = (approach > MOVES_ALONG && gap <= approach * self.length).then_some(Toi {
                    at: 0.0,
                    point: start.point,
                    normal: start.normal,
                    feature: start.feature,
                });
                return Impact::AtStart(hit);
            }
        }
        let mut earliest = Earliest {
            at: limit - base,
            hit: None,
        };
        if let Some((side, at, lean)) = facing {
            // The point of the axis that is farthest in the direction of the triangle is at this end.
            let shift = if lean > 0.0 {
                -self.half_axis
            } else {
                self.half_axis
            };
            let at = at - base;
            let point = origin + self.unit * at + shift - side * self.radius;
            if contains(local, side, point) {
                return Impact::Later(Toi {
                    at: (at + base).max(0.0),
                    point: point + middle,
                    normal: side,
                    feature: Feature::Face,
                });
            }
        }
        if self.half_axis == DVec3::ZERO {
            for i in 0..3 {
                self.enter_edge(
                    origin,
                    base,
                    [local[i], local[(i + 1) % 3]],
                    DVec3::ZERO,
                    &mut earliest,
                );
            }
        } else {
            self.enter_prism(origin, base, local, normal, &mut earliest);
        }
        let Some((point, normal, feature)) = earliest.hit else {
            return Impact::None;
        };
        Impact::Later(Toi {
            at: (earliest.at + base).max(0.0),
            point: point + middle,
            normal,
            feature,
        })
    }

    fn enter_prism(
        &self,
        origin: DVec3,
        base: f64,
        corners: [DVec3; 3],
        normal: Option<DVec3>,
        earliest: &mut Earliest,
    ) {
        let half = self.half_axis;
        let edges = [
            corners[1] - corners[0],
            corners[2] - corners[1],
            corners[0] - corners[2],
        ];
        let mut facing = Facing {
            top: true,
            bottom: true,
            sides: [true; 3],
        };
        if let Some(normal) = normal {
            let lean = normal.dot(half);
            if lean * lean > FLAT_PRISM_SINE_SQUARED * half.length_squared() {
                // This sign makes the face normals of the prism point outwards.
                let outward = lean.signum();
                let approach = outward * normal.dot(self.unit);
                facing = Facing {
                    top: approach <= SIDEWAYS,
                    bottom: approach >= -SIDEWAYS,
                    sides: edges.map(|edge| {
                        let side = edge.cross(half);
                        outward * side.dot(self.unit) <= SIDEWAYS * edge.length() * half.length()
                    }),
                };
            }
        }
        for i in 0..3 {
            if facing.sides[i] && self.enter_side(origin, base, corners[i], edges[i], earliest) {
                return;
            }
        }
        for i in 0..3 {
            let (corner, next) = (corners[i], corners[(i + 1) % 3]);
            for (shift, cap) in [(half, facing.top), (-half, facing.bottom)] {
                if cap || facing.sides[i] {
                    self.enter_edge(origin, base, [corner + shift, next + shift], shift, earliest);
                }
            }
            if !(facing.sides[i] || facing.sides[(i + 2) % 3]) {
                continue;
            }
            // A corner swept along the axis is an edge of the prism, but only a single vertex of the triangle.
            if let Some((at, center, along)) = self
                .entry(origin, corner - half, 2.0 * half, earliest.at)
                .filter(|entry| entry.0 < earliest.at && entry.0 + base >= 0.0)
            {
                let on_axis = corner - half + 2.0 * half * along;
                earliest.at = at;
                earliest.hit = Some((
                    corner,
                    (center - on_axis).normalize_or(-self.unit),
                    Feature::Vertex,
                ));
            }
        }
    }

    fn enter_side(
        &self,
        origin: DVec3,
        base: f64,
        corner: DVec3,
        edge: DVec3,
        earliest: &mut Earliest,
    ) -> bool {
        let half = self.half_axis;
        let across = edge.cross(half);
        let squared = across.length_squared();
        // A degenerate parallelogram is covered by its edges.
        if squared <= EDGE_PARALLEL_SINE_SQUARED * edge.length_squared() * half.length_squared() {
            return false;
        }
        let mut side = across / squared.sqrt();
        let start = (origin - self.unit * base) - corner;
        if side.dot(start) < 0.0 {
            side = -side;
        }
        let (height, approach) = (side.dot(start), -side.dot(self.unit));
        if height <= self.radius || approach <= 0.0 {
            return false;
        }
        let at = (height - self.radius) / approach - base;
        if at >= earliest.at {
            return false;
        }
        let from_corner = origin + self.unit * at - side * self.radius - corner;
        let along = from_corner.cross(half).dot(across) / squared;
        let up = edge.cross(from_corner).dot(across) / squared;
        let inside = (0.0..=1.0).contains(&along) && (-1.0..=1.0).contains(&up);
        if inside {
            earliest.at = at;
            earliest.hit = Some((corner + edge * along, side, Feature::Edge));
        }
        inside
    }

    /// Finds where the path enters the union through an edge of the prism, or through a vertex at one of its ends.
    fn enter_edge(&self, origin: DVec3, base: f64, ends: [DVec3; 2], shift: DVec3, earliest: &mut Earliest) {
        let edge = ends[1] - ends[0];
        let Some((at, center, along)) = self.entry(origin, ends[0], edge, earliest.at) else {
            return;
        };
        if at >= earliest.at || at + base < 0.0 {
            return;
        }
        let (on_edge, feature) = if along <= 0.0 {
            (ends[0], Feature::Vertex)
        } else if along >= 1.0 {
            (ends[1], Feature::Vertex)
        } else {
            (ends[0] + edge * along, Feature::Edge)
        };
        earliest.at = at;
        earliest.hit = Some((
            on_edge - shift,
            (center - on_edge).normalize_or(-self.unit),
            feature,
        ));
    }

    /// Finds where the path first comes within one radius of a segment.
    ///
    /// The segment is `start + w edge`, with w from 0 to 1. Returns the distance along the path (in metres), the centre
    /// at that distance, and w. Returns `None` if there is no such point within `limit` metres.
    #[inline]
    fn entry(&self, origin: DVec3, start: DVec3, edge: DVec3, limit: f64) -> Option<(f64, DVec3, f64)> {
        let radius_squared = self.radius * self.radius;
        let offset = origin - start;
        let across = self.unit.cross(edge);
        let (across_squared, edge_squared) = (across.length_squared(), edge.length_squared());
        if across_squared > EDGE_PARALLEL_SINE_SQUARED * edge_squared {
            // The discriminant of the quadratic would suffer from cancellation; the distance between the two lines does
            // not.
            let between = offset.dot(across);
            if between * between > radius_squared * across_squared {
                return None;
            }
            let rest = (radius_squared - between * between / across_squared).max(0.0);
            let nearest = -offset.cross(edge).dot(across) / across_squared;
            let at = nearest - (rest * edge_squared / across_squared).sqrt();
            // The path cannot hit the segment before it hits the line that contains it.
            if at >= limit {
                return None;
            }
            let center = origin + self.unit * at;
            let along = (center - start).dot(edge) / edge_squared;
            if (0.0..=1.0).contains(&along) {
                return Some((at, center, along));
            }
            let end = if along < 0.0 { 0.0 } else { 1.0 };
            let at = self.entry_of_ball(origin, start + edge * end)?;
            return Some((at, origin + self.unit * at, end));
        }
        let (a, b) = (
            self.entry_of_ball(origin, start),
            self.entry_of_ball(origin, start + edge),
        );
        let (at, end) = match (a, b) {
            (Some(a), Some(b)) if b < a => (b, 1.0),
            (Some(a), _) => (a, 0.0),
            (None, b) => (b?, 1.0),
        };
        Some((at, origin + self.unit * at, end))
    }

    #[inline]
    fn entry_of_ball(&self, origin: DVec3, ball: DVec3) -> Option<f64> {
        let offset = origin - ball;
        let nearest = -offset.dot(self.unit);
        let rest = self.radius * self.radius - (offset + self.unit * nearest).length_squared();
        (rest >= 0.0).then(|| nearest - rest.sqrt())
    }
}

#[inline]
fn contains(corners: [DVec3; 3], side: DVec3, point: DVec3) -> bool {
    let area = |i: usize| {
        let (corner, next) = (corners[i], corners[(i + 1) % 3]);
        side.dot((next - corner).cross(point - corner))
    };
    let areas = [area(0), area(1), area(2)];
    areas.iter().all(|&area| area >= 0.0) || areas.iter().all(|&area| area <= 0.0)
}

//! Cylinders against triangles.
//!
//! In the frame of the cylinder, its axis is parallel to y. The centres of all cylinders that touch a triangle
//! form the Minkowski sum of the triangle, a vertical segment and a horizontal disc. The sum is convex. Its surface
//! consists of these pieces. A straight path crosses each at a root of a linear or quadratic equation:
//!
//! - discs and rounded polygons above and below the highest and lowest points of the triangle: the caps touch it;
//! - vertical cylinders around the corners, and rectangles parallel to the edges: the side touches it;
//! - the triangle, shifted by the support of the cylinder along its normal: the rim touches its interior;
//! - oblique cylinders with horizontal discs, along the edges: the rim touches an edge.
//!
//! A path from outside enters the sum where it first meets one of these pieces, so the earliest entry is exact. Edges
//! and faces whose slope is below [`FLAT`] count as horizontal or vertical. The error is therefore below that fraction
//! of the size of the triangle and the cylinder.

use glam::{DVec2, DVec3};

use super::{
    clip::{Clipped, clip, nearest_to_axis},
    separation::Separation,
};
use crate::{
    proximity::unit_normal,
    tolerance::{FLAT, MOVES_ALONG, ON_PIECE},
};

/// An upright cylinder with its centre at the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Upright {
    pub(super) half_height: f64,
    pub(super) radius: f64,
}

/// Earliest known entry.
struct Entry {
    /// Distance along the path, from the point where it passes the triangle, in metres.
    at: f64,
    /// Smallest distance that is not before the start of the path.
    start: f64,
    normal: Option<DVec3>,
}

impl Entry {
    fn add(&mut self, at: f64, normal: DVec3) {
        if at >= self.start && at < self.at {
            self.at = at;
            self.normal = Some(normal);
        }
    }

    fn may_be_at(&self, at: f64) -> bool {
        at >= self.start && at < self.at
    }
}

/// A path `origin + t unit`, and a triangle, both relative to the centroid of the triangle.
struct Course {
    origin: DVec3,
    unit: DVec3,
    corners: [DVec3; 3],
    /// Largest distance of a corner from the centroid, in metres.
    size: f64,
}

impl Course {
    fn at(&self, t: f64) -> DVec3 {
        self.origin + self.unit * t
    }

    fn edges(&self) -> [(DVec3, DVec3); 3] {
        let [a, b, c] = self.corners;
        [(a, b - a), (b, c - b), (c, a - c)]
    }
}

fn flat(vector: DVec3) -> DVec2 {
    DVec2::new(vector.x, vector.z)
}

fn level(vector: DVec2) -> DVec3 {
    DVec3::new(vector.x, 0.0, vector.y)
}

/// Finds where a path `origin + t along` in the plane enters a circle around the origin. Returns t and the unit vector
/// to that point.
fn circle_entry(origin: DVec2, along: DVec2, radius: f64) -> Option<(f64, DVec2)> {
    let squared = along.length_squared();
    let between = origin.perp_dot(along);
    if squared == 0.0 || between * between > radius * radius * squared {
        return None;
    }
    let rest = (radius * radius - between * between / squared).max(0.0);
    let t = -origin.dot(along) / squared - (rest / squared).sqrt();
    Some((t, (origin + along * t) / radius))
}

/// Returns the squared distance of a point from a convex polygon in the plane. A polygon of two points is a segment.
fn distance_squared(polygon: &[DVec2], point: DVec2) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    let edges = || polygon.iter().zip(next.clone());
    let areas = || edges().map(|(from, to)| (to - from).perp_dot(point - from));
    if polygon.len() > 2 && (areas().all(|area| area > 0.0) || areas().all(|area| area < 0.0)) {
        return 0.0;
    }
    let squared = edges().map(|(from, to)| {
        let along = to - from;
        let at = (point - from).dot(along) / along.length_squared();
        let at = if at.is_finite() { at.clamp(0.0, 1.0) } else { 0.0 };
        (from + along * at).distance_squared(point)
    });
    squared.fold(f64::INFINITY, f64::min)
}

impl Upright {
    fn support(&self, normal: DVec3) -> f64 {
        self.half_height * normal.y.abs() + self.radius * flat(normal).length()
    }

    /// Returns the point of the triangle within `slack` of the cylinder's height that is nearest to its axis.
    fn nearest(&self, corners: [DVec3; 3], slack: f64) -> Option<DVec3> {
        nearest_to_axis(&clip(&Clipped::from_slice(&corners), 1, self.half_height + slack))
    }

    /// Returns a point of the triangle that is within `slack` of the cylinder.
    pub(super) fn common_point(&self, corners: [DVec3; 3], slack: f64) -> Option<DVec3> {
        self.nearest(corners, slack)
            .filter(|point| flat(*point).length() <= self.radius + 2.0 * slack)
    }

    /// Returns the separation along the normal where the gap is largest, or `None` if the cylinder is farther than
    /// `slack` from the triangle.
    ///
    /// The candidates are the normals of the pieces of the Minkowski sum near its point that is nearest to the cylinder. If the
    /// cylinder touches the triangle, they include the normal of the contact. If it overlaps the triangle, the shortest
    /// displacement that separates them may be shorter than the gap, along a normal between the candidates.
    pub(super) fn separation(&self, corners: [DVec3; 3], slack: f64) -> Option<Separation> {
        let near = self.nearest(corners, slack)?;
        if flat(near).length() > self.radius + slack {
            return None;
        }
        let mut best: Option<Separation> = None;
        let mut add = |normal: DVec3| {
            let (mut high, mut low) = (f64::NEG_INFINITY, f64::INFINITY);
            for corner in corners {
                let height = normal.dot(corner);
                (high, low) = (high.max(height), low.min(height));
            }
            let support = self.support(normal);
            let (above, below) = (-high - support, low - support);
            let gap = above.max(below).min(slack);
            if best.is_none_or(|best| gap > best.gap + slack) {
                let normal = if below > above { -normal } else { normal };
                best = Some(Separation { gap, normal });
            }
        };
        if let Some(normal) = unit_normal(corners) {
            add(normal);
        }
        add(DVec3::Y);
        for corner in corners {
            if let Some(away) = flat(-corner).try_normalize() {
                add(level(away));
            }
        }
        for (from, to) in [(0, 1), (1, 2), (2, 0)].map(|(from, to)| (corners[from], corners[to])) {
            let edge = to - from;
            if let Some(along) = flat(edge).try_normalize() {
                add(level(along.perp()));
            }
            if edge.y.abs() <= FLAT * edge.length() {
                continue;
            }
            for cap in [self.half_height, -self.half_height] {
                let center = flat(from) + flat(edge) * ((cap - from.y) / edge.y);
                if let Some(away) = (-center).try_normalize()
                    && let Some(normal) = rim_normal(away, edge)
                {
                    add(normal);
                }
            }
        }
        best
    }

    /// Returns the distance to the first contact with the triangle while the cylinder's centre moves from the origin
    /// along `unit`, and the unit vector from the triangle to the cylinder. The cylinder must not touch the triangle at
    /// the start.
    ///
    /// There is no hit beyond `limit`, or if the motion is horizontal and the heights of both overlap by at most
    /// `slack`. All lengths are in metres.
    pub(super) fn entry(
        &self,
        corners: [DVec3; 3],
        unit: DVec3,
        limit: f64,
        slack: f64,
    ) -> Option<(f64, DVec3)> {
        let [a, b, c] = corners;
        let (low, high) = (a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y));
        if unit.y.abs() <= MOVES_ALONG && low.max(-high) > self.half_height - slack {
            return None;
        }
        // Measure from the point where the path passes the triangle, so that the squares of distances stay small.
        let middle = (a + b + c) / 3.0;
        let base = unit.dot(middle).clamp(0.0, limit);
        let local = corners.map(|corner| corner - middle);
        let course = Course {
            origin: unit * base - middle,
            unit,
            corners: local,
            size: local.iter().map(|corner| corner.length()).fold(0.0, f64::max),
        };
        let mut entry = Entry {
            at: limit - base,
            start: -base,
            normal: None,
        };
        self.enter_caps(&course, &mut entry);
        if let Some(normal) = unit_normal(local) {
            self.enter_face(&course, normal, &mut entry);
        }
        for (from, edge) in course.edges() {
            self.enter_corner(&course, from, &mut entry);
            self.enter_beside_edge(&course, from, edge, &mut entry);
            self.enter_rim(&course, from, edge, &mut entry);
        }
        Some((entry.at + base, entry.normal?))
    }

    /// The lower cap touches the highest points of the triangle, or the upper cap the lowest ones.
    fn enter_caps(&self, course: &Course, entry: &mut Entry) {
        let up = -course.unit.y.signum();
        if course.unit.y == 0.0 {
            return;
        }
        let heights = course.corners.map(|corner| up * corner.y);
        let top = heights.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let t = (up * (top + self.half_height) - course.origin.y) / course.unit.y;
        if !entry.may_be_at(t) {
            return;
        }
        let is_top = |height: f64| top - height <= FLAT * course.size;
        let highest: Clipped = course
            .corners
            .into_iter()
            .zip(heights)
            .filter_map(|(corner, height)| is_top(height).then_some(corner))
            .collect();
        let polygon: smallvec::SmallVec<[DVec2; 9]> = highest.iter().map(|corner| flat(*corner)).collect();
        let reach = self.radius + ON_PIECE * course.size;
        if distance_squared(&polygon, flat(course.at(t))) <= reach * reach {
            entry.add(t, DVec3::Y * up);
        }
    }

    /// The rim touches the interior of the triangle, or the side touches the interior of a vertical triangle.
    fn enter_face(&self, course: &Course, normal: DVec3, entry: &mut Entry) {
        let normal = -normal * normal.dot(course.unit).signum();
        let approach = -normal.dot(course.unit);
        if approach <= 0.0 {
            return;
        }
        let distance = normal.dot(course.origin - course.corners[0]) - self.support(normal);
        let t = distance / approach;
        let across = flat(normal);
        if !entry.may_be_at(t) || across.length() <= FLAT {
            return;
        }
        let touching = course.at(t) - level(across.normalize() * self.radius);
        let is_inside = if normal.y.abs() <= FLAT {
            // Tests whether the triangle, at the height of the cylinder, includes the line through the touching point.
            let along = across.normalize().perp();
            let moved = course.corners.map(|corner| corner - touching);
            let part = clip(&Clipped::from_slice(&moved), 1, self.half_height);
            let beside = part.iter().map(|point| along.dot(flat(*point)));
            let (low, high) = beside.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
                (low.min(at), high.max(at))
            });
            low.max(-high) <= ON_PIECE * course.size
        } else {
            let touching = touching - DVec3::Y * (self.half_height * normal.y.signum());
            is_in_triangle(course, normal, touching)
        };
        if is_inside {
            entry.add(t, normal);
        }
    }

    /// The side or a cap touches a corner.
    fn enter_corner(&self, course: &Course, corner: DVec3, entry: &mut Entry) {
        let (origin, along) = (flat(course.origin - corner), flat(course.unit));
        let Some((t, away)) = circle_entry(origin, along, self.radius) else {
            return;
        };
        if entry.may_be_at(t) && (course.at(t).y - corner.y).abs() <= self.half_height {
            entry.add(t, level(away).normalize_or(-course.unit));
        }
    }

    /// The side touches an edge.
    fn enter_beside_edge(&self, course: &Course, from: DVec3, edge: DVec3, entry: &mut Entry) {
        let along = flat(edge);
        if along.length() <= FLAT * edge.length() {
            return;
        }
        let normal = along.perp().normalize();
        let normal = -normal * normal.dot(flat(course.unit)).signum();
        let approach = -normal.dot(flat(course.unit));
        if approach <= 0.0 {
            return;
        }
        let t = (normal.dot(flat(course.origin - from)) - self.radius) / approach;
        if !entry.may_be_at(t) {
            return;
        }
        let touching = course.at(t) - level(normal * self.radius) - from;
        let share = flat(touching).dot(along) / along.length_squared();
        let beyond = (share - 0.5).abs() - 0.5;
        let above = (touching.y - edge.y * share).abs() - self.half_height;
        if beyond <= ON_PIECE && above <= ON_PIECE * course.size {
            entry.add(t, level(normal));
        }
    }

    /// A rim touches an edge from above or below.
    fn enter_rim(&self, course: &Course, from: DVec3, edge: DVec3, entry: &mut Entry) {
        if edge.y.abs() <= FLAT * edge.length() {
            return;
        }
        let slope = flat(edge) / edge.y;
        for cap in [self.half_height, -self.half_height] {
            let origin = course.origin - from - DVec3::Y * cap;
            let (origin_flat, along) = (
                flat(origin) - slope * origin.y,
                flat(course.unit) - slope * course.unit.y,
            );
            let Some((t, away)) = circle_entry(origin_flat, along, self.radius) else {
                continue;
            };
            let share = (origin.y + course.unit.y * t) / edge.y;
            let beyond = (share - 0.5).abs() - 0.5;
            if entry.may_be_at(t)
                && beyond <= ON_PIECE
                && let Some(normal) = rim_normal(away, edge)
            {
                entry.add(t, normal);
            }
        }
    }
}

/// Returns the normal of the oblique cylinder around an edge, at the horizontal unit vector `away` from its axis.
fn rim_normal(away: DVec2, edge: DVec3) -> Option<DVec3> {
    let rise = -away.dot(flat(edge)) / edge.y;
    DVec3::new(away.x, rise, away.y).try_normalize()
}

fn is_in_triangle(course: &Course, normal: DVec3, point: DVec3) -> bool {
    let sides = course.edges().map(|(from, edge)| {
        let inward = normal.cross(edge).normalize_or_zero();
        inward.dot(point - from)
    });
    let slack = ON_PIECE * course.size;
    sides.iter().all(|side| *side >= -slack) || sides.iter().all(|side| *side <= slack)
}

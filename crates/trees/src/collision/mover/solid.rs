//! Whether a place is within a solid, by the sides that the faces around it turn to it.

use std::f64::consts::PI;

use glam::{DVec3, Vec3};

use crate::{ObstacleTriangle, Obstacles, collision::tolerance::AT_FACE};

/// Rays from a place.
const RAYS: u32 = 32;

/// Most rays from a place within a solid that come out of none: faces that wind backwards, and small holes, send some astray.
const MOST_ASTRAY: u32 = 3;

/// Least rays from a place within a solid that come out of it for certain.
const LEAST_CERTAIN: u32 = 10;

/// Where a ray leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It comes out of a solid through the back of a face.
    Out,
    /// It meets the back of a face and the front of another at one place: it comes out of a solid that touches another, or
    /// passes a sheet that is drawn from both sides.
    Unclear,
    /// It meets fronts alone, or nothing.
    Astray,
}

/// Whether a place is within a solid: nearly every ray from it comes out of one through the back of a face.
///
/// Levels whose faces wind in no order, sheets and places outside of a room have no such places: many rays meet fronts, or
/// nothing.
pub(super) fn is_within_solid(tree: &impl Obstacles, at: Vec3) -> bool {
    let bounds = tree.bounds();
    let (center, low, high) = (at.as_dvec3(), bounds.min, bounds.max);
    let is_inside = center.cmpge(low).all() && center.cmple(high).all();
    if bounds.is_empty() || !is_inside {
        return false;
    }
    let reach = bounds.size().length() * 1.01;
    let (mut certain, mut astray) = (0, 0);
    for index in 0..RAYS {
        let to = (center + direction(index) * reach).as_vec3();
        match way(tree, at, to) {
            Way::Out => certain += 1,
            Way::Unclear => {}
            Way::Astray if astray == MOST_ASTRAY => return false,
            Way::Astray => astray += 1,
        }
    }
    certain >= LEAST_CERTAIN
}

/// Directions that are spread over a sphere (a Fibonacci lattice), opposite ones far from each other in number, so that a
/// few tell most places that are not within a solid. None of them lies along an axis, where edges are.
fn direction(index: u32) -> DVec3 {
    let number = (index * 13) % RAYS;
    let y = 1.0 - (f64::from(number) * 2.0 + 1.0) / f64::from(RAYS);
    let turn = 0.37 + f64::from(number) * PI * (3.0 - 5.0_f64.sqrt());
    let flat = (1.0 - y * y).sqrt();
    DVec3::new(flat * turn.cos(), y, flat * turn.sin())
}

/// Whether a ray leaves more solids than it has entered, anywhere on its way.
fn way(tree: &impl Obstacles, from: Vec3, to: Vec3) -> Way {
    let slack = AT_FACE * (1.0 + from.abs().max(to.abs()).max_element());
    let mut crossings: Vec<(u32, f64, i32)> = Vec::new();
    tree.visit_swept(from, to, Vec3::ZERO, slack, |triangle| {
        if let Some((t, change)) = crossing(triangle, from.as_dvec3(), to.as_dvec3()) {
            crossings.push((triangle.triangle, t, change));
        }
        1.0
    });
    // A triangle may come more than once.
    crossings.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    crossings.dedup_by_key(|crossing| crossing.0);
    let slack = f64::from(slack / from.distance(to).max(slack));
    let (mut depth, mut found) = (0, Way::Astray);
    // What is crossed at one place comes in no order.
    for together in crossings.chunk_by(|a, b| b.1 - a.1 <= slack) {
        let left: i32 = together.iter().map(|&(.., change)| change.max(0)).sum();
        if depth + left > 0 {
            found = Way::Unclear;
        }
        depth += together.iter().map(|&(.., change)| change).sum::<i32>();
        if depth > 0 {
            return Way::Out;
        }
    }
    found
}

/// Where a segment crosses a triangle, as a share of its length, and whether it leaves through the back (1) or enters
/// through the front (−1).
fn crossing(triangle: &ObstacleTriangle, from: DVec3, to: DVec3) -> Option<(f64, i32)> {
    let [a, b, c] = triangle.corners.map(|corner| corner.as_dvec3() - from);
    let path = to - from;
    let around = [a.cross(b), b.cross(c), c.cross(a)].map(|side| side.dot(path));
    let is_through = around.iter().all(|&side| side >= 0.0) || around.iter().all(|&side| side <= 0.0);
    let normal = (b - a).cross(c - a);
    let along = normal.dot(path);
    if !is_through || along == 0.0 {
        return None;
    }
    let t = normal.dot(a) / along;
    (0.0..=1.0)
        .contains(&t)
        .then_some((t, if along > 0.0 { 1 } else { -1 }))
}

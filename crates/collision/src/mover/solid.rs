//! Tests whether a point is inside a solid, based on the orientation of the faces around it.

use std::f64::consts::PI;

use bspwalk_trees::{ObstacleTriangle, Obstacles, TriangleId};
use glam::{DVec3, Vec3};

use crate::{Capsule, tolerance::AT_FACE};

const RAYS: u32 = 32;

/// Maximum number of stray rays from a point that counts as inside a solid; see [`RayOutcome::Astray`].
const MOST_ASTRAY: u32 = 3;

/// Minimum number of rays that must definitely leave a solid before a point counts as inside it; see
/// [`RayOutcome::Out`].
const LEAST_CERTAIN: u32 = 10;

/// Outcome of a ray from a point that may be inside a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RayOutcome {
    /// The ray leaves a solid through the back of a face.
    Out,
    /// The ray hits the back of one face and the front of another at the same point. It either passes from one solid
    /// into an adjacent one, or passes through a double-sided sheet.
    Unclear,
    /// The ray only hits front faces, or nothing.
    Astray,
}

/// Returns whether a point is inside a solid, that is, whether nearly every ray from it leaves a solid through the back
/// of a face.
///
/// The result is `false` where many rays hit front faces or nothing: in levels with inconsistent winding, near thin
/// sheets, and outside of rooms.
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
        match trace_ray(tree, at, to) {
            RayOutcome::Out => certain += 1,
            RayOutcome::Unclear => {}
            RayOutcome::Astray if astray == MOST_ASTRAY => return false,
            RayOutcome::Astray => astray += 1,
        }
    }
    certain >= LEAST_CERTAIN
}

/// Returns directions that are evenly spread over a sphere (a Fibonacci lattice).
///
/// Consecutive directions are far apart, so that a few rays are enough to reject most points outside solids. No
/// direction is parallel to an axis, where edges are common.
fn direction(index: u32) -> DVec3 {
    let number = (index * 13) % RAYS;
    let y = 1.0 - (f64::from(number) * 2.0 + 1.0) / f64::from(RAYS);
    let turn = 0.37 + f64::from(number) * PI * (3.0 - 5.0_f64.sqrt());
    let flat = (1.0 - y * y).sqrt();
    DVec3::new(flat * turn.cos(), y, flat * turn.sin())
}

fn trace_ray(tree: &impl Obstacles, from: Vec3, to: Vec3) -> RayOutcome {
    let slack = AT_FACE * (1.0 + from.abs().max(to.abs()).max_element());
    let mut crossings: Vec<(TriangleId, f64, i32)> = Vec::new();
    tree.visit_swept(&Capsule::sphere(slack).into(), from, to, |triangle| {
        if let Some((t, change)) = crossing(triangle, from.as_dvec3(), to.as_dvec3()) {
            crossings.push((triangle.triangle, t, change));
        }
        1.0
    });
    // A triangle may be visited more than once.
    crossings.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    crossings.dedup_by_key(|crossing| crossing.0);
    let slack = f64::from(slack / from.distance(to).max(slack));
    let (mut depth, mut found) = (0, RayOutcome::Astray);
    // The order of crossings at the same point is arbitrary.
    for together in crossings.chunk_by(|a, b| b.1 - a.1 <= slack) {
        let left: i32 = together.iter().map(|&(.., change)| change.max(0)).sum();
        if depth + left > 0 {
            found = RayOutcome::Unclear;
        }
        depth += together.iter().map(|&(.., change)| change).sum::<i32>();
        if depth > 0 {
            return RayOutcome::Out;
        }
    }
    found
}

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

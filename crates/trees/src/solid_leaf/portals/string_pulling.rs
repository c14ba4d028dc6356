//! String pulling: shortening a line that passes portals in order.
//!
//! The length of the line is a convex function of the points on the portals. Points are moved one after another, each to
//! where the two parts of the line at it are shortest (coordinate descent). That alone would stop too early where points
//! coincide, as they do where several portals share an edge: there only all of them together can move. So the length of a
//! part is softened to √(length² + softening²), which is smooth, and the softening is reduced step by step. Each point
//! goes to the weighted mean of its neighbours, clamped to its portal (Weiszfeld 1937), which never lengthens the line.

use crate::tolerance::TAUT;
use bspwalk_geometry::Segment;
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;

use crate::solid_leaf::{PortalGraph, PortalId};

/// The first softening, as a share of the line's length, and what it is multiplied with from step to step.
const SOFTENING: f64 = 0.1;
const REDUCTION: f64 = 0.25;

/// Number of softenings: the last is less than a hundred-thousandth of the line's length.
const SOFTENINGS: i32 = 8;

/// Most rounds of moving every point with one softening.
const ROUNDS: usize = 512;

/// Length of a line, in metres.
pub(in crate::solid_leaf) fn length(line: &[DVec3]) -> f64 {
    // The empty sum is −0.
    line.windows(2).map(|part| part[0].distance(part[1])).sum::<f64>() + 0.0
}

/// Moves the points of a line, except the first, on their portals until it is nearly as short as it can be.
pub(in crate::solid_leaf) fn pull_string(
    graph: &PortalGraph,
    portals: &[PortalId],
    line: &mut [DVec3],
    progress: &Progress,
) -> Result<(), Cancelled> {
    let whole = length(line);
    if !(whole > 0.0) {
        return Ok(());
    }
    for step in 0..SOFTENINGS {
        let softening = SOFTENING * REDUCTION.powi(step) * whole;
        let softened = |line: &[DVec3]| -> f64 {
            let parts = line.windows(2).map(|part| part[0].distance(part[1]));
            parts.map(|part| part.hypot(softening)).sum()
        };
        straighten(graph, portals, line, progress)?;
        let mut before = softened(line);
        for round in 0..ROUNDS {
            for index in 0..portals.len() {
                progress.check()?;
                // Forwards and backwards in turn.
                let index = if round % 2 == 0 {
                    index
                } else {
                    portals.len() - 1 - index
                };
                let here = line[index + 1];
                let weight = |other: DVec3| 1.0 / here.distance(other).hypot(softening);
                let from = line[index];
                // The last point has no neighbour behind it.
                let to = line.get(index + 2).copied().unwrap_or(from);
                let share = weight(to) / (weight(from) + weight(to));
                line[index + 1] = nearest_point(graph, portals[index], from.lerp(to, share));
            }
            let after = softened(line);
            if before - after <= TAUT * before {
                break;
            }
            before = after;
        }
    }
    straighten(graph, portals, line, progress)
}

/// Most parts of the line that are replaced by one straight one.
const MOST_STRAIGHT: usize = 1024;

/// Replaces parts of the line that can pass their portals without a bend by straight ones.
fn straighten(
    graph: &PortalGraph,
    portals: &[PortalId],
    line: &mut [DVec3],
    progress: &Progress,
) -> Result<(), Cancelled> {
    let mut from = 0;
    while from + 2 < line.len() {
        let mut to = from + 2;
        let mut straight = None;
        while to < line.len() && to - from <= MOST_STRAIGHT {
            progress.check()?;
            let crossings: Option<Vec<DVec3>> = portals[from..to - 1]
                .iter()
                .map(|&portal| crossing(graph, portal, line[from], line[to]))
                .collect();
            let Some(crossings) = crossings else { break };
            straight = Some((to, crossings));
            to += 1;
        }
        match straight {
            Some((to, crossings)) => {
                line[from + 1..to].copy_from_slice(&crossings);
                from = to - 1;
            }
            None => from += 1,
        }
    }
    Ok(())
}

/// Where a straight line between the two sides of a portal passes it; `None` where it does not.
fn crossing(graph: &PortalGraph, portal: PortalId, from: DVec3, to: DVec3) -> Option<DVec3> {
    let plane = graph.portal(portal)?.plane;
    let (here, there) = (plane.distance(from), plane.distance(to));
    let point = (here * there < 0.0).then(|| from.lerp(to, here / (here - there)))?;
    graph.portal_contains(portal, point, 0.0).then_some(point)
}

/// The point of a portal nearest to a point.
fn nearest_point(graph: &PortalGraph, id: PortalId, point: DVec3) -> DVec3 {
    let Some(portal) = graph.portal(id) else {
        return point;
    };
    let flat = portal.plane.project(point);
    if graph.portal_contains(id, flat, 0.0) {
        return flat;
    }
    let corners = graph.polygon(id);
    let edges = corners.iter().enumerate().map(|(i, &from)| Segment {
        from,
        to: corners[(i + 1) % corners.len()],
    });
    edges
        .map(|edge| edge.closest_point(flat))
        .min_by(|a, b| a.distance_squared(flat).total_cmp(&b.distance_squared(flat)))
        .unwrap_or(flat)
}

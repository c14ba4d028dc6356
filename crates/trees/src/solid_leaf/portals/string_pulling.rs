//! String pulling: shortens a polyline that passes through portals in order.
//!
//! The length of the line is a convex function of the points on the portals. Coordinate descent moves one point at a
//! time to where the line is shortest. Coordinate descent on its own gets stuck where points coincide, for example on
//! an edge shared by several portals, because such points can only move together. The length of a segment is therefore
//! smoothed to √(length² + softening²), with a softening that is reduced step by step. Each point moves to the weighted
//! mean of its neighbours, clamped to its portal (Weiszfeld 1937). This never lengthens the line.

use crate::tolerance::TAUT;
use bspwalk_geometry::Segment;
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;

use crate::solid_leaf::{PortalGraph, PortalId};

/// Initial softening as a fraction of the line's length, and reduction factor between steps.
const SOFTENING: f64 = 0.1;
const REDUCTION: f64 = 0.25;

/// Number of softening steps. The last softening is less than a hundred-thousandth of the line's length.
const SOFTENINGS: i32 = 8;

/// Maximum number of rounds per softening step. Each round moves every point once.
const ROUNDS: usize = 512;

pub(in crate::solid_leaf) fn length(line: &[DVec3]) -> f64 {
    // Adding 0 turns −0, which is the sum for an empty line, into 0.
    line.windows(2).map(|part| part[0].distance(part[1])).sum::<f64>() + 0.0
}

/// Moves all points of a line except the first within their portals, until the line is nearly as short as possible.
pub(in crate::solid_leaf) fn pull_string(
    graph: &PortalGraph,
    portals: &[PortalId],
    line: &mut [DVec3],
    progress: &Progress,
) -> Result<(), Cancelled> {
    let whole = length(line);
    // The negated comparison also rejects NaN.
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
                // Alternate between forward and backward order.
                let index = if round % 2 == 0 {
                    index
                } else {
                    portals.len() - 1 - index
                };
                let here = line[index + 1];
                let weight = |other: DVec3| 1.0 / here.distance(other).hypot(softening);
                let from = line[index];
                // The last point has no successor.
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

/// Maximum number of segments replaced by a single straight segment.
const MOST_STRAIGHT: usize = 1024;

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

fn crossing(graph: &PortalGraph, portal: PortalId, from: DVec3, to: DVec3) -> Option<DVec3> {
    let plane = graph.portal(portal)?.plane;
    let (here, there) = (plane.distance(from), plane.distance(to));
    let point = (here * there < 0.0).then(|| from.lerp(to, here / (here - there)))?;
    graph.portal_contains(portal, point, 0.0).then_some(point)
}

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

//! Leaks: whether the space around a point is sealed from the outside, and the shortest way out where it is not (the
//! `.pts` file of Quake's compilers). What cannot be reached can be filled.

use std::{cmp::Reverse, collections::BinaryHeap};

use glam::DVec3;

use super::{LeafId, OUTSIDE, PortalGraph, PortalId};
use crate::geometry::Segment;

/// Most rounds in which a line is pulled taut: each halves what is left of its bends, or nearly so.
const ROUNDS: usize = 200;

/// A round that shortens the line by less than this share of its length is the last.
const TAUT: f64 = 1.0e-9;

/// A way from the inside to [`OUTSIDE`].
#[derive(Clone, Debug, PartialEq)]
pub struct Leak {
    /// The leaves that it leads through, the last of them [`OUTSIDE`].
    pub leaves: Vec<LeafId>,
    /// The portals between them. The last is the hole.
    pub portals: Vec<PortalId>,
    /// The line: where it begins, then a point on every portal. Each part of it lies in one leaf.
    pub line: Vec<DVec3>,
}

impl Leak {
    /// The portal through which it comes out; `None` where it begins outside.
    #[must_use]
    pub fn hole(&self) -> Option<PortalId> {
        self.portals.last().copied()
    }

    /// Length of the line, in metres.
    #[must_use]
    pub fn length(&self) -> f64 {
        length(&self.line)
    }
}

/// The way from a point in a leaf to the outside that is the shortest through the middles of portals, pulled taut; `None`
/// where the leaf is sealed.
#[must_use]
pub fn leak(graph: &PortalGraph, leaf: LeafId, point: DVec3) -> Option<Leak> {
    let portals = way_out(graph, leaf, point)?;
    let mut leaves = vec![leaf];
    for &portal in &portals {
        let next = graph.behind(portal, *leaves.last()?)?;
        leaves.push(next);
    }
    let mut line = vec![point];
    line.extend(portals.iter().map(|&portal| middle(graph, portal)));
    pull_taut(graph, &portals, &mut line);
    Some(Leak {
        leaves,
        portals,
        line,
    })
}

/// For each leaf whether a way leads there from `leaf`, which counts as reached. [`OUTSIDE`] can be reached, and nothing
/// through it.
#[must_use]
pub fn reached(graph: &PortalGraph, leaf: LeafId) -> Vec<bool> {
    let mut reached = vec![false; graph.leaf_count() as usize];
    let mut stack = vec![leaf];
    while let Some(leaf) = stack.pop() {
        match reached.get_mut(leaf as usize) {
            Some(reached) if !*reached => *reached = true,
            _ => continue,
        }
        if leaf != OUTSIDE {
            let portals = graph.portals_of(leaf).iter();
            stack.extend(portals.filter_map(|&portal| graph.behind(portal, leaf)));
        }
    }
    reached
}

/// The empty leaves that no way leads to from `leaf`, ascending: nothing is lost where they are made solid. In a sealed
/// level [`OUTSIDE`] is one of them.
#[must_use]
pub fn unreachable(graph: &PortalGraph, leaf: LeafId, is_empty: impl Fn(LeafId) -> bool) -> Vec<LeafId> {
    (0..)
        .zip(reached(graph, leaf))
        .filter_map(|(leaf, reached)| (!reached && is_empty(leaf)).then_some(leaf))
        .collect()
}

fn middle(graph: &PortalGraph, portal: PortalId) -> DVec3 {
    let corners = graph.polygon(portal);
    corners.iter().sum::<DVec3>() / corners.len().max(1) as f64
}

/// A portal on a way, in the order of Dijkstra's search.
#[derive(PartialEq)]
struct Reached {
    /// Metres from the start, through the middles of portals.
    distance: f64,
    portal: PortalId,
    /// The leaf behind it.
    leaf: LeafId,
}

impl Eq for Reached {}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.distance
            .total_cmp(&other.distance)
            .then(self.portal.cmp(&other.portal))
            .then(self.leaf.cmp(&other.leaf))
    }
}

/// The portals on the shortest way out, by the distances between their middles (Dijkstra, 1959).
fn way_out(graph: &PortalGraph, leaf: LeafId, point: DVec3) -> Option<Vec<PortalId>> {
    if leaf == OUTSIDE {
        return Some(Vec::new());
    }
    let count = graph.portal_count() as usize;
    let mut distances = vec![f64::INFINITY; count];
    let mut before: Vec<Option<PortalId>> = vec![None; count];
    let mut open = BinaryHeap::new();
    let mut at = Reached {
        distance: 0.0,
        portal: PortalId::MAX,
        leaf,
    };
    let mut here = point;
    loop {
        for &portal in graph.portals_of(at.leaf) {
            let distance = at.distance + here.distance(middle(graph, portal));
            if distance < distances[portal as usize] {
                distances[portal as usize] = distance;
                before[portal as usize] = (at.portal != PortalId::MAX).then_some(at.portal);
                open.push(Reverse(Reached {
                    distance,
                    portal,
                    leaf: graph.behind(portal, at.leaf)?,
                }));
            }
        }
        at = loop {
            let Reverse(next) = open.pop()?;
            if next.distance <= distances[next.portal as usize] {
                break next;
            }
        };
        if at.leaf == OUTSIDE {
            break;
        }
        here = middle(graph, at.portal);
    }
    let mut way: Vec<PortalId> =
        std::iter::successors(Some(at.portal), |&portal| before[portal as usize]).collect();
    way.reverse();
    Some(way)
}

fn length(line: &[DVec3]) -> f64 {
    line.windows(2).map(|part| part[0].distance(part[1])).sum()
}

/// Moves the points of a line on their portals so that it becomes as short as it can. The length is a convex function of
/// the points, and each is moved in turn to where it is best.
fn pull_taut(graph: &PortalGraph, portals: &[PortalId], line: &mut [DVec3]) {
    let mut before = length(line);
    for round in 0..ROUNDS {
        straighten(graph, portals, line);
        for step in 0..portals.len() {
            // There and back.
            let index = if round % 2 == 0 {
                step
            } else {
                portals.len() - 1 - step
            };
            let (from, to) = (line[index], line.get(index + 2).copied());
            line[index + 1] = best_point(graph, portals[index], from, to.unwrap_or(line[index + 1]));
            if to.is_none() {
                line[index + 1] = best_point(graph, portals[index], from, from);
            }
        }
        let after = length(line);
        if before - after <= TAUT * before {
            break;
        }
        before = after;
    }
}

/// Replaces parts of the line that pass their portals without a bend by straight ones. Where many portals meet in one
/// edge no single point can be moved to a better place, but all of them together can.
fn straighten(graph: &PortalGraph, portals: &[PortalId], line: &mut [DVec3]) {
    let mut from = 0;
    while from + 2 < line.len() {
        let mut to = from + 2;
        let mut straight = None;
        while to < line.len() {
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
}

/// Where a straight line from one side of a portal to the other passes it.
fn crossing(graph: &PortalGraph, portal: PortalId, from: DVec3, to: DVec3) -> Option<DVec3> {
    let plane = graph.portal(portal)?.plane;
    let (here, there) = (plane.distance(from), plane.distance(to));
    let point = (here * there < 0.0).then(|| from.lerp(to, here / (here - there)))?;
    graph.is_in_portal(portal, point, 0.0).then_some(point)
}

fn edges(corners: &[DVec3]) -> impl Iterator<Item = Segment> + '_ {
    corners.iter().enumerate().map(|(i, &from)| Segment {
        from,
        to: corners[(i + 1) % corners.len()],
    })
}

/// The point of a portal by which the way from `from` to `to` is the shortest.
fn best_point(graph: &PortalGraph, id: PortalId, from: DVec3, to: DVec3) -> DVec3 {
    let Some(portal) = graph.portal(id) else {
        return from;
    };
    let plane = portal.plane;
    let (here, there) = (plane.distance(from).abs(), plane.distance(to).abs());
    // On the whole plane: seen as if both were on different sides.
    let t = if here + there > 0.0 {
        here / (here + there)
    } else {
        0.5
    };
    let free = plane.project(from).lerp(plane.project(to), t);
    if graph.is_in_portal(id, free, 0.0) {
        return free;
    }
    // A convex function whose least value is outside has it on the boundary.
    edges(graph.polygon(id))
        .map(|edge| {
            let point = best_on_edge(&edge, from, to);
            (from.distance(point) + point.distance(to), point)
        })
        .min_by(|(a, _), (b, _)| a.total_cmp(b))
        .map_or(free, |(_, point)| point)
}

/// The point of an edge by which the way from `from` to `to` is the shortest: both turned around the edge into one plane,
/// on different sides of it, a straight line.
fn best_on_edge(edge: &Segment, from: DVec3, to: DVec3) -> DVec3 {
    let direction = edge.direction();
    let length_squared = direction.length_squared();
    if length_squared <= 0.0 {
        return edge.from;
    }
    let along = |point: DVec3| direction.dot(point - edge.from) / length_squared;
    let off = |point: DVec3| point.distance(edge.from + direction * along(point));
    let (here, there) = (off(from), off(to));
    let t = if here + there > 0.0 {
        here / (here + there)
    } else {
        0.5
    };
    edge.at((along(from) + (along(to) - along(from)) * t).clamp(0.0, 1.0))
}

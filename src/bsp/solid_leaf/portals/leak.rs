//! Leaks: whether the space around a point is sealed from the outside, and the shortest way out where it is not (the
//! `.pts` file of Quake's compilers). What cannot be reached can be filled.

use std::{cmp::Reverse, collections::BinaryHeap};

use glam::DVec3;

use super::string_pulling::{length, pull_taut};
use crate::bsp::solid_leaf::{LeafId, OUTSIDE, PortalGraph, PortalId};
use crate::progress::{Cancelled, Progress};

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

/// The way from a point in a leaf to the outside that is the shortest through the middles of portals, its line pulled taut:
/// the shortest through these portals, within a millionth of its length; `None` where the leaf is sealed.
#[must_use]
pub fn leak(graph: &PortalGraph, leaf: LeafId, point: DVec3) -> Option<Leak> {
    Progress::unwatched(|progress| leak_with(graph, leaf, point, progress))
}

/// As [`leak`], with progress, which can cancel it.
///
/// # Errors
/// [`Cancelled`].
pub fn leak_with(
    graph: &PortalGraph,
    leaf: LeafId,
    point: DVec3,
    progress: &Progress,
) -> Result<Option<Leak>, Cancelled> {
    progress.begin("Looking for a leak", 0);
    let Some(portals) = way_out(graph, leaf, point, progress)? else {
        return Ok(None);
    };
    let mut leaves = vec![leaf];
    for &portal in &portals {
        let last = leaves[leaves.len() - 1];
        let Some(next) = graph.behind(portal, last) else {
            return Ok(None);
        };
        leaves.push(next);
    }
    let mut line = vec![point];
    line.extend(portals.iter().map(|&portal| middle(graph, portal)));
    pull_taut(graph, &portals, &mut line, progress)?;
    Ok(Some(Leak {
        leaves,
        portals,
        line,
    }))
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
fn way_out(
    graph: &PortalGraph,
    leaf: LeafId,
    point: DVec3,
    progress: &Progress,
) -> Result<Option<Vec<PortalId>>, Cancelled> {
    if leaf == OUTSIDE {
        return Ok(Some(Vec::new()));
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
        progress.check()?;
        for &portal in graph.portals_of(at.leaf) {
            let distance = at.distance + here.distance(middle(graph, portal));
            let Some(behind) = graph.behind(portal, at.leaf) else {
                return Ok(None);
            };
            if distance < distances[portal as usize] {
                distances[portal as usize] = distance;
                before[portal as usize] = (at.portal != PortalId::MAX).then_some(at.portal);
                open.push(Reverse(Reached {
                    distance,
                    portal,
                    leaf: behind,
                }));
            }
        }
        at = loop {
            let Some(Reverse(next)) = open.pop() else {
                return Ok(None);
            };
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
    Ok(Some(way))
}

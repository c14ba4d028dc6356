//! Leak detection: checks whether a leaf is sealed off from the outside. If it is not, finds a short path to the
//! outside.
//!
//! The path corresponds to the `.pts` file written by Quake's compilers. Empty leaves that cannot be reached can be
//! filled.

use std::{cmp::Reverse, collections::BinaryHeap};

use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;

use super::string_pulling::{length, pull_string};
use crate::solid_leaf::{LeafId, OUTSIDE, PortalGraph, PortalId};

/// A path from a leaf to [`OUTSIDE`].
#[derive(Clone, Debug, PartialEq)]
pub struct Leak {
    /// Leaves on the path, ending with [`OUTSIDE`].
    pub leaves: Vec<LeafId>,
    /// Portals between consecutive leaves.
    pub portals: Vec<PortalId>,
    /// The path as a polyline (in metres): its start, followed by a point on each portal. Each segment lies in a single
    /// leaf.
    pub line: Vec<DVec3>,
}

impl Leak {
    /// Returns the portal through which the path reaches the outside, or `None` if it starts outside.
    #[must_use]
    pub fn hole(&self) -> Option<PortalId> {
        self.portals.last().copied()
    }

    /// Returns the length of the line, in metres.
    #[must_use]
    pub fn length(&self) -> f64 {
        length(&self.line)
    }
}

/// Finds a path from a point in a leaf to the outside, or returns `None` if the leaf is sealed.
///
/// The route through portals is the shortest one by distances between portal centres. String pulling then shortens the
/// polyline to within about 0.1 % of the optimum.
#[must_use]
pub fn find_leak(graph: &PortalGraph, leaf: LeafId, point: DVec3) -> Option<Leak> {
    Progress::uncancellable(|progress| find_leak_with_progress(graph, leaf, point, progress))
}

/// Like [`find_leak`], but reports progress and can be cancelled.
///
/// # Errors
/// Returns [`Cancelled`] if `progress` is cancelled.
pub fn find_leak_with_progress(
    graph: &PortalGraph,
    leaf: LeafId,
    point: DVec3,
    progress: &Progress,
) -> Result<Option<Leak>, Cancelled> {
    progress.begin("Searching for a leak", 0);
    let Some(portals) = path_out(graph, leaf, point, progress)? else {
        return Ok(None);
    };
    let (mut leaves, mut line) = (vec![leaf], vec![point]);
    for &portal in &portals {
        leaves.extend(graph.leaf_across(portal, leaves[leaves.len() - 1]));
    }
    line.extend(portals.iter().map(|&portal| center(graph, portal)));
    pull_string(graph, &portals, &mut line, progress)?;
    Ok(Some(Leak {
        leaves,
        portals,
        line,
    }))
}

/// Returns, for each leaf of the graph, whether it can be reached from `leaf` through portals. `leaf` itself counts as
/// reached.
///
/// Paths do not continue beyond [`OUTSIDE`].
#[must_use]
pub fn reachable_leaves(graph: &PortalGraph, leaf: LeafId) -> Vec<bool> {
    let mut reached = vec![false; graph.leaf_count() as usize];
    let mut stack = vec![leaf];
    while let Some(leaf) = stack.pop() {
        match reached.get_mut(leaf.index()) {
            Some(reached) if !*reached => *reached = true,
            _ => continue,
        }
        if leaf != OUTSIDE {
            let portals = graph.portals_of(leaf).iter();
            stack.extend(portals.filter_map(|&portal| graph.leaf_across(portal, leaf)));
        }
    }
    reached
}

/// Returns the empty leaves that cannot be reached from `leaf` through portals, in ascending order.
///
/// In a sealed level, [`OUTSIDE`] is one of them.
#[must_use]
pub fn unreachable_leaves(
    graph: &PortalGraph,
    leaf: LeafId,
    is_empty: impl Fn(LeafId) -> bool,
) -> Vec<LeafId> {
    LeafId::all()
        .zip(reachable_leaves(graph, leaf))
        .filter_map(|(leaf, reached)| (!reached && is_empty(leaf)).then_some(leaf))
        .collect()
}

fn center(graph: &PortalGraph, portal: PortalId) -> DVec3 {
    let corners = graph.polygon(portal);
    corners.iter().sum::<DVec3>() / corners.len().max(1) as f64
}

/// Returns the portals on the shortest path to the outside, measured by distances between portal centres (Dijkstra
/// 1959).
fn path_out(
    graph: &PortalGraph,
    mut leaf: LeafId,
    mut here: DVec3,
    progress: &Progress,
) -> Result<Option<Vec<PortalId>>, Cancelled> {
    let count = graph.portal_count() as usize;
    let mut distances = vec![f64::INFINITY; count];
    let mut before: Vec<Option<PortalId>> = vec![None; count];
    let (mut last, mut travelled) = (None, 0.0);
    // Each entry contains the bits of the distance, the portal, and the leaf behind it. The bits of non-negative floats
    // have the same order as the floats.
    let mut open: BinaryHeap<Reverse<(u64, PortalId, LeafId)>> = BinaryHeap::new();
    while leaf != OUTSIDE {
        progress.check()?;
        for &portal in graph.portals_of(leaf) {
            let distance = travelled + here.distance(center(graph, portal));
            if let Some(behind) = graph.leaf_across(portal, leaf)
                && distance < distances[portal.index()]
            {
                distances[portal.index()] = distance;
                before[portal.index()] = last;
                open.push(Reverse((distance.to_bits(), portal, behind)));
            }
        }
        // Skip entries that a shorter path has replaced.
        let next = std::iter::from_fn(|| open.pop()).find_map(|Reverse((distance, portal, behind))| {
            let distance = f64::from_bits(distance);
            (distance <= distances[portal.index()]).then_some((distance, portal, behind))
        });
        let Some((distance, portal, behind)) = next else {
            return Ok(None);
        };
        (travelled, last, leaf, here) = (distance, Some(portal), behind, center(graph, portal));
    }
    let mut path: Vec<PortalId> = std::iter::successors(last, |&portal| before[portal.index()]).collect();
    path.reverse();
    Ok(Some(path))
}

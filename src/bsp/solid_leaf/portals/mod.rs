//! Portals: the parts of interfaces between empty leaves that no face covers.

pub mod graph;
pub mod leak;
pub(super) mod string_pulling;

use glam::DVec3;
use rayon::prelude::*;

use super::{
    LeafAdjacency, LeafId, Node, PortalGraph,
    solidity::{
        adjacency::Interface,
        coverage::{Coverage, Widths, of_interface, open_parts},
        structural_faces::Cover,
    },
};
use crate::{
    geometry::{Plane, Tolerances},
    progress::{Cancelled, Progress},
};

/// The interfaces with the areas that faces cover, in their order.
pub(super) fn adjacencies(
    interfaces: &[Interface],
    covers: &[Cover],
    tolerances: &Tolerances,
    progress: &Progress,
) -> Result<Vec<LeafAdjacency>, Cancelled> {
    progress.begin("Measuring the coverage of interfaces", interfaces.len() as u64);
    interfaces
        .par_iter()
        .map(|interface| {
            progress.check()?;
            progress.advance(1);
            // Its corners are exact to about the thickness of a plane.
            let slack =
                tolerances.on_plane * interface.polygon.edges().map(|edge| edge.length()).sum::<f64>();
            let coverage = Coverage::of(
                of_interface(covers, interface.key()),
                interface.area,
                slack,
                Widths::of(tolerances),
                progress,
            )?;
            Ok(LeafAdjacency {
                leaves: interface.leaves,
                node: interface.node,
                area: interface.area,
                facing_front: coverage.front,
                facing_back: coverage.back,
                facing_both: coverage.both,
            })
        })
        .collect()
}

/// The portals, in the order of the interfaces that they are in.
///
/// Where faces cover an interface in part, the open rest is one or a few portals. Where that rest is ragged, the whole
/// interface is one portal.
pub(super) fn graph(
    leaf_count: u32,
    interfaces: &[Interface],
    adjacencies: &[LeafAdjacency],
    covers: &[Cover],
    nodes: &[Node],
    is_solid: impl Fn(LeafId) -> bool + Sync,
    tolerances: &Tolerances,
    progress: &Progress,
) -> Result<PortalGraph, Cancelled> {
    progress.begin("Finding the portals", adjacencies.len() as u64);
    let portals = interfaces
        .par_iter()
        .zip(adjacencies)
        .map(|(interface, adjacency)| {
            progress.check()?;
            progress.advance(1);
            if adjacency.open() <= 0.0 || adjacency.leaves.iter().any(|&leaf| is_solid(leaf)) {
                return Ok(Vec::new());
            }
            let plane = nodes[interface.node as usize].plane;
            let open = open_parts(
                &interface.polygon,
                of_interface(covers, interface.key()),
                Widths::of(tolerances),
                progress,
            )?;
            let portals = open
                .into_iter()
                .map(|polygon| polygon.without_short_edges(tolerances.cell()))
                .filter(|polygon| polygon.vertices.len() >= 3)
                .map(|polygon| (interface.leaves, plane, polygon.positions().collect()));
            Ok(portals.collect())
        })
        .collect::<Result<Vec<Vec<([LeafId; 2], Plane, Vec<DVec3>)>>, Cancelled>>()?;
    progress.check()?;
    Ok(PortalGraph::new(
        leaf_count,
        portals
            .iter()
            .flatten()
            .map(|(leaves, plane, polygon)| (*leaves, *plane, polygon.as_slice())),
    ))
}

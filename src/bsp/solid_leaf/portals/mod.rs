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
        coverage::{coverage, of_interface, open_parts},
        structural_faces::Cover,
    },
};
use crate::{
    geometry::Tolerances,
    progress::{Cancelled, Progress},
};

/// The interfaces with the areas that faces cover, in their order.
pub(super) fn adjacencies(
    interfaces: &[Interface],
    covers: &[Cover],
    tolerances: &Tolerances,
    progress: &Progress,
) -> Result<Vec<LeafAdjacency>, Cancelled> {
    progress.in_parallel("Measuring the coverage of interfaces", interfaces, |interface| {
        // Its corners are exact to about the thickness of a plane.
        let slack = tolerances.on_plane * interface.polygon.edges().map(|edge| edge.length()).sum::<f64>();
        let covers = of_interface(covers, interface.key());
        let [facing_front, facing_back, facing_both] =
            coverage(covers, interface.area, slack, tolerances, progress)?;
        Ok(LeafAdjacency {
            leaves: interface.leaves,
            node: interface.node,
            area: interface.area,
            facing_front,
            facing_back,
            facing_both,
        })
    })
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
    let pairs = interfaces.par_iter().zip(adjacencies);
    let portals = progress.in_parallel("Finding the portals", pairs, |(interface, adjacency)| {
        if adjacency.open() <= 0.0 || adjacency.leaves.iter().any(|&leaf| is_solid(leaf)) {
            return Ok(Vec::new());
        }
        let plane = nodes[interface.node as usize].plane;
        let open = open_parts(
            &interface.polygon,
            of_interface(covers, interface.key()),
            tolerances,
            progress,
        )?;
        let portals = open
            .into_iter()
            .map(|polygon| polygon.without_short_edges(tolerances.cell()))
            .filter(|polygon| polygon.vertices.len() >= 3)
            .map(|polygon| (interface.leaves, plane, polygon.positions().collect()));
        Ok(portals.collect::<Vec<(_, _, Vec<DVec3>)>>())
    })?;
    progress.check()?;
    Ok(PortalGraph::new(
        leaf_count,
        portals
            .iter()
            .flatten()
            .map(|(leaves, plane, polygon)| (*leaves, *plane, polygon.as_slice())),
    ))
}

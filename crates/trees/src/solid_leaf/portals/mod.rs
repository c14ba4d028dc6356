//! Portals: the parts of interfaces between empty leaves that no face covers.
//!
//! `graph` stores portals, `leak` finds a path to the outside, `string_pulling` shortens this path, and `opening` finds
//! the hole at its end.

pub(super) mod graph;
mod leak;
mod opening;
mod string_pulling;

use bspwalk_geometry::{Polygon, Tolerances};
use bspwalk_progress::{Cancelled, Progress};
use rayon::prelude::*;
use smallvec::SmallVec;

pub use self::{
    leak::{Leak, find_leak, find_leak_with_progress, reachable_leaves, unreachable_leaves},
    opening::Opening,
};

use super::{
    LeafAdjacency, LeafId, Node, PortalGraph,
    solidity::{
        adjacency::Interface,
        coverage::{coverage, open_parts},
        structural_faces::Cover,
    },
};

pub(super) fn adjacencies(
    interfaces: &[Interface],
    covers: &[&[Cover]],
    tolerances: &Tolerances,
    progress: &Progress,
) -> Result<Vec<LeafAdjacency>, Cancelled> {
    let pairs = interfaces.par_iter().zip(covers);
    progress.in_parallel("Measuring interface coverage", pairs, |(interface, covers)| {
        // The corners of portals are accurate to about the thickness of a plane.
        let slack = tolerances.on_plane * interface.polygon.edges().map(|edge| edge.length()).sum::<f64>();
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

pub(super) fn graph(
    leaf_count: u32,
    interfaces: &[Interface],
    adjacencies: &[LeafAdjacency],
    covers: &[&[Cover]],
    nodes: &[Node],
    is_solid: impl Fn(LeafId) -> bool + Sync,
    tolerances: &Tolerances,
    progress: &Progress,
) -> Result<PortalGraph, Cancelled> {
    let triples = (interfaces.par_iter(), adjacencies, covers).into_par_iter();
    let portals = progress.in_parallel(
        "Finding the portals",
        triples,
        |(interface, adjacency, covers)| {
            if adjacency.open_area() <= 0.0 || adjacency.leaves.iter().any(|&leaf| is_solid(leaf)) {
                return Ok(SmallVec::new());
            }
            let open = open_parts(&interface.polygon, covers, tolerances, progress)?;
            let portals = open
                .into_iter()
                .map(|polygon| polygon.without_short_edges(tolerances.cell()))
                .filter(|polygon| polygon.vertices.len() >= 3);
            Ok(portals.collect::<SmallVec<[Polygon; 1]>>())
        },
    )?;
    progress.check()?;
    let of_interfaces = interfaces.iter().zip(&portals);
    let graph = PortalGraph::of_corners(
        leaf_count,
        of_interfaces.flat_map(|(interface, portals)| {
            let plane = nodes[interface.node.index()].plane;
            let portal = move |polygon| (interface.leaves, plane, Polygon::positions(polygon));
            portals.iter().map(portal)
        }),
    );
    portals.into_par_iter().for_each(drop);
    Ok(graph)
}

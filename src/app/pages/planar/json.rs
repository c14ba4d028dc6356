//! JSON export of a planar tree.

use bspwalk_planar::{Fragment, NONE, NodeId, PlanarNode, PlanarTree, Segment2};
use glam::DVec2;
use serde_json::{Value, json};

/// Converts a tree to JSON. `edges` contains pairs of points, and `nodes` contains the nodes in depth-first order. A
/// node consists of the index of its splitting edge (`line`), the `fragments` on this edge (edge, start, end), the
/// number of `cuts`, and the children `front` and `back`. A null child is a leaf: a null front child is inside the
/// region, and a null back child is outside.
pub(super) fn of(tree: &PlanarTree) -> Value {
    let child = |id: NodeId| (id != NONE).then_some(id);
    let point = |point: DVec2| point.to_array();
    let edges: Vec<_> = tree
        .edges()
        .iter()
        .map(|edge| [point(edge.from), point(edge.to)])
        .collect();
    let fragment = |part: &Fragment| {
        let Segment2 { from, to } = tree.segment(part);
        (part.edge, point(from), point(to))
    };
    let node = |(id, node): (NodeId, &PlanarNode)| {
        json!({
            "line": node.edge,
            "fragments": tree.fragments_of(id).iter().map(fragment).collect::<Vec<_>>(),
            "cuts": node.cuts,
            "front": child(node.front),
            "back": child(node.back),
        })
    };
    let nodes: Vec<_> = NodeId::all().zip(tree.nodes()).map(node).collect();
    json!({ "edges": edges, "nodes": nodes })
}

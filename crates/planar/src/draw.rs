//! Text and JSON output of a planar tree.

use std::fmt::Write as _;

use bspwalk_text::text;
use bspwalk_trees::traversal::{Space, Traversal};
use glam::DVec2;
use serde_json::json;

use super::{Branch, Fragment, NONE, NodeId, PlanarNode, PlanarTree, Segment2, traversal::Nodes};

impl PlanarTree {
    /// Formats the tree as text, one line per node, indented by depth, with the front child before the back child.
    /// `name` returns the name of an edge.
    #[must_use]
    pub fn to_text(&self, name: impl Fn(u32) -> String) -> String {
        let mut text = String::new();
        let mut traversal = Traversal::new(Nodes(&self.nodes), 0, (0, None));
        while let Some((space, (depth, side))) = traversal.next() {
            let Space::Node((id, node)) = space else {
                continue;
            };
            let mut on: Vec<u32> = self.fragments_of(id).iter().map(|part| part.edge).collect();
            on.dedup();
            let on: Vec<String> = on.into_iter().map(&name).collect();
            let (edge, on) = (name(node.edge), on.join(", "));
            let line = match node.cuts {
                0 => text!("planar-node", edge, on),
                cuts => text!("planar-node-cuts", edge, on, cuts),
            };
            let line = match side {
                None => line,
                Some(Branch::Front) => text!("planar-front", node = line),
                Some(Branch::Back) => text!("planar-back", node = line),
            };
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "{}{line}", "  ".repeat(depth));
            let sides = [Branch::Front, Branch::Back].map(|side| Some((depth + 1, Some(side))));
            traversal.push((id, node), (Branch::Front, sides));
        }
        text
    }

    /// Converts the tree to JSON. `edges` contains pairs of points. `nodes` contains the nodes in depth-first order.
    /// Each has the edge whose `line` splits, the `fragments` on it (edge, start, end), the number of `cuts`, and the
    /// children `front` and `back`. A child is null for a leaf: a null front child is in the interior of the region,
    /// a null back child outside.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        let child = |id: NodeId| (id != NONE).then_some(id);
        let point = |point: DVec2| point.to_array();
        let edges: Vec<_> = self
            .edges
            .iter()
            .map(|edge| [point(edge.from), point(edge.to)])
            .collect();
        let fragment = |part: &Fragment| {
            let Segment2 { from, to } = self.segment(part);
            (part.edge, point(from), point(to))
        };
        let node = |(id, node): (NodeId, &PlanarNode)| {
            json!({
                "line": node.edge,
                "fragments": self.fragments_of(id).iter().map(fragment).collect::<Vec<_>>(),
                "cuts": node.cuts,
                "front": child(node.front),
                "back": child(node.back),
            })
        };
        let nodes: Vec<_> = (0..).zip(&self.nodes).map(node).collect();
        json!({ "edges": edges, "nodes": nodes })
    }
}

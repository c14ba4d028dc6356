//! Text and JSON output of a planar tree.

use std::fmt::Write as _;

use bspwalk_text::text;
use serde::Serialize;

use super::{Branch, NONE, NodeId, PlanarTree, Segment2};
use crate::divided::{Space, Traversal};

#[derive(Serialize)]
struct NodeRecord {
    line: u32,
    fragments: Vec<(u32, [f64; 2], [f64; 2])>,
    cuts: u32,
    front: Option<NodeId>,
    back: Option<NodeId>,
}

#[derive(Serialize)]
struct TreeRecord {
    edges: Vec<[[f64; 2]; 2]>,
    nodes: Vec<NodeRecord>,
}

impl PlanarTree {
    /// Formats the tree as text, one line per node, indented by depth, with the front child before the back child.
    /// `name` returns the name of an edge.
    #[must_use]
    pub fn to_text(&self, name: impl Fn(u32) -> String) -> String {
        let mut text = String::new();
        let mut traversal = Traversal::new(&self.nodes[..], 0, (0, None));
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
        let record = TreeRecord {
            edges: self
                .edges
                .iter()
                .map(|edge| [edge.from, edge.to].map(Into::into))
                .collect(),
            nodes: (0u32..)
                .zip(&self.nodes)
                .map(|(id, node)| NodeRecord {
                    line: node.edge,
                    fragments: self
                        .fragments_of(id)
                        .iter()
                        .map(|fragment| {
                            let Segment2 { from, to } = self.segment(fragment);
                            (fragment.edge, from.into(), to.into())
                        })
                        .collect(),
                    cuts: node.cuts,
                    front: child(node.front),
                    back: child(node.back),
                })
                .collect(),
        };
        serde_json::json!(record)
    }
}

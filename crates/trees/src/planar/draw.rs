//! A planar tree as text and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use super::{Branch, NONE, NodeId, PlanarTree, Segment2};
use crate::divided::{Space, Traversal};

/// A node in JSON.
#[derive(Serialize)]
struct NodeRecord {
    /// The edge whose line divides.
    line: u32,
    /// The parts of edges on the line: the edge, and the two ends.
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
    /// The tree as lines of text, a node each, indented by its depth, front before back. `name` names edges.
    #[must_use]
    pub fn text(&self, name: impl Fn(u32) -> String) -> String {
        let mut text = String::new();
        let mut traversal = Traversal::new(&self.nodes[..], 0, (0, ""));
        while let Some((space, (depth, side))) = traversal.next() {
            let Space::Node((id, node)) = space else {
                continue;
            };
            let mut on: Vec<u32> = self.fragments_of(id).iter().map(|part| part.edge).collect();
            on.dedup();
            let on: Vec<String> = on.into_iter().map(&name).collect();
            let indent = "  ".repeat(depth);
            // Writing to a text does not fail.
            let _ = write!(
                text,
                "{indent}{side}line of {}, with {}",
                name(node.edge),
                on.join(", ")
            );
            if node.cuts > 0 {
                let _ = write!(text, "; cuts {}", node.cuts);
            }
            text.push('\n');
            let sides = ["front: ", "back: "].map(|side| Some((depth + 1, side)));
            traversal.push((id, node), (Branch::Front, sides));
        }
        text
    }

    /// The tree as JSON: `edges` as pairs of points, and `nodes` in depth-first order, each with the edge of its `line`, its
    /// `fragments` (edge, start, end), how many edges it `cuts`, and its children `front` and `back`, or null. A missing
    /// front child is inside, a missing back child outside.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
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

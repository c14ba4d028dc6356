//! A planar tree as text, as JSON and as a picture.

use std::fmt::Write as _;

use glam::DVec2;
use serde::Serialize;
use svg::{
    Document,
    node::element::{Group, Line, Polygon, Text, Title},
};

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

    /// A picture of the tree as SVG: inner cells are tinted, edges are bold, and the line of each node is drawn across its
    /// cell, thinner the deeper it is, with the node's number at its edge. y points up.
    #[must_use]
    pub fn svg(&self) -> String {
        let points = self.edges.iter().flat_map(|edge| [edge.from, edge.to]);
        let low = points.clone().fold(DVec2::INFINITY, DVec2::min);
        let high = points.fold(DVec2::NEG_INFINITY, DVec2::max);
        if !(low.is_finite() && high.is_finite()) {
            return Document::new().to_string();
        }
        let size = (high - low).max_element().max(f64::MIN_POSITIVE);
        let margin = DVec2::splat(size * 0.05);
        let (low, high) = (low - margin, high + margin);
        // 1000 units wide or high, as tiny and huge regions are drawn alike.
        let scale = 1000.0 / (high - low).max_element();
        let at = |point: DVec2| ((point.x - low.x) * scale, (high.y - point.y) * scale);
        let extent = (high - low) * scale;
        let mut cells = Group::new().set("stroke", "none");
        for (inside, cell) in self.cells(low, high) {
            let corners: Vec<String> = cell
                .iter()
                .map(|&p| at(p))
                .map(|(x, y)| format!("{x:.2},{y:.2}"))
                .collect();
            cells = cells.add(
                Polygon::new()
                    .set("points", corners.join(" "))
                    .set("fill", if inside { "#cfe8d5" } else { "#f4f1ea" }),
            );
        }
        let line = |from: DVec2, to: DVec2| {
            let ((x1, y1), (x2, y2)) = (at(from), at(to));
            let line = Line::new().set("x1", x1).set("y1", y1);
            line.set("x2", x2).set("y2", y2)
        };
        let mut splits = Group::new()
            .set("stroke", "#b0532a")
            .set("stroke-dasharray", "6 4");
        let depths = self.depths();
        for ((_, split), depth) in self.splits(low, high).into_iter().zip(depths) {
            splits = splits.add(line(split.from, split.to).set("stroke-width", 4.0 / f64::from(depth)));
        }
        let mut edges = Group::new().set("stroke", "#1f3b57").set("stroke-width", 4);
        let mut numbers = Group::new()
            .set("font-size", 16)
            .set("font-family", "sans-serif")
            .set("text-anchor", "middle");
        for (id, _) in (0u32..).zip(&self.nodes) {
            for fragment in self.fragments_of(id) {
                let segment = self.segment(fragment);
                edges = edges.add(line(segment.from, segment.to));
                let middle = segment.from.midpoint(segment.to) + segment.normal() * (14.0 / scale);
                let (x, y) = at(middle);
                numbers = numbers.add(Text::new(id.to_string()).set("x", x).set("y", y + 5.0));
            }
        }
        Document::new()
            .set("viewBox", (0, 0, extent.x.ceil(), extent.y.ceil()))
            .add(Title::new(
                "A planar BSP tree: inner cells green, lines of nodes dashed",
            ))
            .add(cells)
            .add(splits)
            .add(edges)
            .add(numbers)
            .to_string()
    }
}

//! SVG pictures of planar trees.

use bspwalk_text::text;
use bspwalk_trees::PlanarTree;
use glam::DVec2;
use svg::{
    Document,
    node::element::{Group, Line, Polygon, Text, Title},
};

/// Draws a planar tree as SVG, with y pointing up.
///
/// Inner cells are tinted and edges are bold. The line of each node is drawn across its cell, with the node's number
/// at its edge. Deeper nodes have thinner lines.
#[must_use]
pub fn svg(tree: &PlanarTree) -> String {
    let points = tree.edges().iter().flat_map(|edge| [edge.from, edge.to]);
    let low = points.clone().fold(DVec2::INFINITY, DVec2::min);
    let high = points.fold(DVec2::NEG_INFINITY, DVec2::max);
    if !(low.is_finite() && high.is_finite()) {
        return Document::new().to_string();
    }
    let size = (high - low).max_element().max(f64::MIN_POSITIVE);
    let margin = DVec2::splat(size * 0.05);
    let (low, high) = (low - margin, high + margin);
    // Scale the longer side to 1000 units, so that tiny and huge trees look alike.
    let scale = 1000.0 / (high - low).max_element();
    let at = |point: DVec2| ((point.x - low.x) * scale, (high.y - point.y) * scale);
    let extent = (high - low) * scale;
    let mut cells = Group::new().set("stroke", "none");
    for (inside, cell) in tree.cells(low, high) {
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
    let depths = tree.depths();
    for ((_, split), depth) in tree.splits(low, high).into_iter().zip(depths) {
        splits = splits.add(line(split.from, split.to).set("stroke-width", 4.0 / f64::from(depth)));
    }
    let mut edges = Group::new().set("stroke", "#1f3b57").set("stroke-width", 4);
    let mut numbers = Group::new()
        .set("font-size", 16)
        .set("font-family", "sans-serif")
        .set("text-anchor", "middle");
    for (id, _) in (0u32..).zip(tree.nodes()) {
        for fragment in tree.fragments_of(id) {
            let segment = tree.segment(fragment);
            edges = edges.add(line(segment.from, segment.to));
            let middle = segment.from.midpoint(segment.to) + segment.normal() * (14.0 / scale);
            let (x, y) = at(middle);
            numbers = numbers.add(Text::new(id.to_string()).set("x", x).set("y", y + 5.0));
        }
    }
    Document::new()
        .set("viewBox", (0, 0, extent.x.ceil(), extent.y.ceil()))
        .add(Title::new(text!("planarpage-picture")))
        .add(cells)
        .add(splits)
        .add(edges)
        .add(numbers)
        .to_string()
}

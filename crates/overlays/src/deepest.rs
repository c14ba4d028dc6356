//! Depth labels for the model view. The largest faces show the depth of the nodes that store them, and a mark shows the
//! deepest node.

use crate::prelude::*;

overlay! {
    /// Depth labels for the model view, shown while the faces are coloured by depth.
    Deepest [Depth] Background |scene|
    let _ = scene.model?;
    {
        tree: Shared<NodeTree> = scene.nodes(),
        figures: Shared<TreeFigures> = scene.figures(),
    }
}

impl Overlay for Deepest {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        OverlayOutput::layer(Layer::Deepest, drawing(&self.tree, &self.figures.stats, palette))
    }
}

/// Returns the first node at the maximum depth; `None` for an empty tree.
fn node(stats: &TreeStats) -> Option<NodeId> {
    stats.at_depth(stats.deepest()).first().copied()
}

/// Maximum number of faces with a depth label; the largest are kept.
const MOST_NUMBERS: usize = 2_500;

/// Labels the largest faces with their depths, and marks the deepest node's plane in its cell. Used in the model view.
fn drawing(tree: &NodeTree, stats: &TreeStats, palette: Palette) -> Drawing {
    let mut drawing = Drawing {
        labels: numbers(tree, palette),
        ..Drawing::default()
    };
    mark(&mut drawing, tree, stats, palette);
    drawing
}

/// Returns labels for the largest faces, each with the depth of the node that stores the face.
fn numbers(tree: &NodeTree, palette: Palette) -> Vec<Label> {
    let stored = tree
        .node_ids()
        .filter_map(|node| tree.node(node))
        .flat_map(|view| view.fragments.map(move |fragment| (view.depth, fragment)));
    let mut faces: Vec<(f32, Label)> = stored
        .filter_map(|(depth, fragment)| {
            let corners = tree.fragment(fragment)?.vertices;
            let center = corners.iter().sum::<Vec3>() / corners.len().max(1) as f32;
            // The line crosses the face through its centre and the nearest edge midpoint. If it is short on the screen,
            // the number does not fit on the face.
            let sides = corners.iter().zip(corners.iter().cycle().skip(1));
            let middles = sides.map(|(from, to)| from.midpoint(*to));
            let near = middles.min_by(|a, b| {
                let away = |side: &Vec3| side.distance_squared(center);
                away(a).total_cmp(&away(b))
            })?;
            let color = palette.depth(depth);
            let label = Label {
                height: 11.0,
                even_hidden: false,
                // With a leader line, it would be unclear which face the label belongs to.
                leader: false,
                line: Some([2.0 * near - center, 3.0 * center - 2.0 * near]),
                ..Label::new(OverlayKind::Depth, vec![center], depth.to_string(), color)
            };
            Some((near.distance(center), label))
        })
        .collect();
    faces.sort_by(|a, b| b.0.total_cmp(&a.0));
    faces.truncate(MOST_NUMBERS);
    let ranked = (1..).zip(faces);
    ranked.map(|(rank, (_, label))| Label { rank, ..label }).collect()
}

/// Outlines the deepest node's plane in its cell, and labels it with the node's depth.
fn mark(drawing: &mut Drawing, tree: &NodeTree, stats: &TreeStats, palette: Palette) {
    let Some(polygon) = node(stats).and_then(|node| tree.plane_polygon(node)) else {
        return;
    };
    drawing.outline(polygon.positions(), Stroke::new(palette.selected(), 1.0, 3.0));
    let center = middle(polygon.positions()).as_vec3();
    let text = text!("plate-deepest", depth = stats.deepest());
    let label = Label::new(OverlayKind::Depth, vec![center], text, palette.selected());
    drawing.labels.push(label);
}

/// Describes the depth of the tree and the number of nodes at that depth. In a model cut at height `cut` (in metres),
/// it also describes the mark's position.
pub fn caption(tree: &NodeTree, stats: &TreeStats, cut: Option<f32>) -> String {
    let nodes = stats.at_depth(stats.deepest()).len() as u64;
    let depth = stats.deepest();
    let polygon = node(stats).and_then(|node| tree.plane_polygon(node));
    let height = polygon.map(|polygon| polygon.bounds().center().y as f32);
    let count = words::count(nodes);
    let nodes = words::count_with_noun(nodes, "node");
    let deepest = text!("legend-deepest", depth, nodes);
    let mark = match (height, cut) {
        (Some(height), Some(cut)) if height > cut => text!(
            "legend-deepest-above",
            count,
            metres = format_args!("{:.1}", height - cut)
        ),
        (Some(_), Some(_)) => text!("legend-deepest-marked", count),
        _ => return deepest,
    };
    text!("text-sentences", first = deepest, second = mark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees as test_trees;

    /// Returns whether a label is on the plane of a node at this depth.
    fn is_on_plane(tree: &NodeTree, label: &Label, depth: u32) -> bool {
        tree.node_ids().any(|node| {
            let view = tree.node(node).expect("it exists");
            view.depth == depth && view.plane.distance(label.places[0].as_dvec3()).abs() < 1.0e-3
        })
    }

    #[test]
    fn deepest_mark_lies_on_plane_of_deepest_node() {
        let (tree, _) = test_trees::room();
        let stats = TreeStats::new(&tree);
        let drawn = drawing(&tree, &stats, Palette::default());
        let deepest = tree.statistics().depth.saturating_sub(1);
        assert_eq!(stats.deepest(), deepest);
        let marks: Vec<&Label> = drawn.labels.iter().filter(|label| label.rank == 0).collect();
        let [label] = marks[..] else {
            panic!("{:?}", drawn.labels)
        };
        assert_eq!(label.text, format!("MAX DEPTH {deepest}"));
        assert!(is_on_plane(&tree, label, deepest));
        let height = label.places[0].y;
        let said = |cut| caption(&tree, &stats, cut);
        assert!(said(Some(height + 1.0)).ends_with("marked."));
        assert!(said(Some(height - 1.5)).ends_with("is 1.5 m above the section plane, so it is not shown."));
        assert!(said(None).starts_with(&format!("The maximum depth is {deepest}, reached by ")));
    }

    #[test]
    fn numbers_show_depth_of_their_node() {
        let (tree, _) = test_trees::room();
        let stats = TreeStats::new(&tree);
        let drawn = drawing(&tree, &stats, Palette::default());
        let numbers: Vec<&Label> = drawn.labels.iter().filter(|label| label.rank > 0).collect();
        assert_eq!(numbers.len(), MOST_NUMBERS.min(tree.fragment_count() as usize));
        for label in numbers {
            let depth = label.text.parse().expect("a number");
            assert!(is_on_plane(&tree, label, depth), "{}", label.text);
        }
    }

    #[test]
    fn an_empty_tree_has_no_mark() {
        let tree = test_trees::tree(&[]);
        let stats = TreeStats::new(&tree);
        assert_eq!(drawing(&tree, &stats, Palette::default()), Drawing::default());
    }
}

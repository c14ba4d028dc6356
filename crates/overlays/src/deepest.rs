//! Where the tree is deepest: the first of its deepest nodes, marked in the model, where no wall hides it.

use bspwalk_levels::color::palette::Palette;
use bspwalk_progress::words;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::{NodeTree, node_storing::NodeId};
use glam::{DVec3, Vec3};

use crate::{
    drawing::{Drawing, Label},
    lines::Stroke,
    tree_stats::TreeStats,
};

/// The first of the deepest nodes; `None` in an empty tree.
fn node(stats: &TreeStats) -> Option<NodeId> {
    stats.at_depth(stats.deepest()).first().copied()
}

/// The outline of the deepest node's plane in its cell, with its depth.
#[must_use]
pub fn drawing(tree: &NodeTree, stats: &TreeStats, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    let polygon = node(stats).and_then(|node| tree.plane_polygon(node));
    let corners: Vec<Vec3> = polygon
        .iter()
        .flat_map(|polygon| polygon.positions().map(DVec3::as_vec3))
        .collect();
    if corners.is_empty() {
        return drawing;
    }
    drawing
        .lines
        .ring(&corners, Stroke::new(palette.selected(), 1.0, 3.0));
    let center = corners.iter().sum::<Vec3>() / corners.len() as f32;
    drawing.labels.push(Label {
        places: vec![center],
        text: format!("DEEPEST {}", stats.deepest()),
        color: palette.selected(),
        height: 13.0,
        rank: 0,
        even_hidden: true,
        normal: None,
        line: None,
        of: OverlayKind::Depth,
    });
    drawing
}

/// How deep the tree is, and how many of its nodes are so deep.
#[must_use]
pub fn caption(stats: &TreeStats) -> String {
    let nodes = words::counted(stats.at_depth(stats.deepest()).len() as u64, "node");
    let which = if nodes == "1 node" { "it" } else { "the first" };
    let depth = stats.deepest();
    format!("The tree is deepest at depth {depth}: {nodes}; the model marks {which}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees as test_trees;

    #[test]
    fn the_mark_stands_on_the_plane_of_a_deepest_node() {
        let (tree, _) = test_trees::room();
        let stats = TreeStats::new(&tree);
        let drawn = drawing(&tree, &stats, Palette::default());
        let deepest = tree.statistics().depth.saturating_sub(1);
        assert_eq!(stats.deepest(), deepest);
        let [label] = &drawn.labels[..] else {
            panic!("{:?}", drawn.labels)
        };
        assert_eq!(label.text, format!("DEEPEST {deepest}"));
        let at = label.places[0].as_dvec3();
        let is_on = |node: &NodeId| {
            let view = tree.node(*node).expect("it exists");
            view.depth == deepest && view.plane.distance(at).abs() < 1.0e-3
        };
        assert!((0..tree.node_count()).any(|node| is_on(&node)));
        assert!(caption(&stats).starts_with(&format!("The tree is deepest at depth {deepest}: ")));
    }

    #[test]
    fn an_empty_tree_has_no_mark() {
        let tree = test_trees::tree(&[]);
        let stats = TreeStats::new(&tree);
        assert_eq!(drawing(&tree, &stats, Palette::default()), Drawing::default());
    }
}

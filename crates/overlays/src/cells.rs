//! The convex cells into which the nodes at one depth divide space.

use crate::prelude::*;

overlay! {
    /// The cells at one depth.
    Cells [Cells] Background |scene| {
        tree: Shared<NodeTree> = scene.nodes(),
        figures: Shared<TreeFigures> = scene.figures(),
        depth: u32 = scene.overlays.cell_depth.min(figures.stats.deepest()),
        selected: Option<NodeId> = scene.selected,
        of_eye: Option<NodeId> = scene.tree.path(scene.eye.as_vec3()).nth(depth as usize).map(|step| step.node),
        is_model: bool = scene.model.is_some(),
    }
}

impl Overlay for Cells {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let TreeFigures { stats, statistics } = &*self.figures;
        let bright = [self.selected, self.of_eye];
        let drawing = drawing(&self.tree, stats, self.depth, bright, self.is_model, palette);
        let caption = caption(drawing.counts, self.depth, statistics.nodes);
        let legend = legend(caption, bright, palette);
        OverlayOutput::layer(Layer::Cells, drawing).with_legend(legend)
    }
}

/// Maximum number of cells to draw.
pub const MOST_CELLS: usize = 600;

/// Draws the cells at a depth and highlights the cells of the selected node and of the eye. In the model view, whose
/// section is tinted by cell, only these two cells are drawn.
fn drawing(
    tree: &NodeTree,
    stats: &TreeStats,
    depth: u32,
    [selected, of_eye]: [Option<NodeId>; 2],
    is_model: bool,
    palette: Palette,
) -> Drawing {
    let nodes = stats.at_depth(depth.min(stats.deepest()));
    let mut drawing = Drawing {
        counts: [nodes.len().min(MOST_CELLS), nodes.len()],
        ..Drawing::default()
    };
    let categories = palette.categories();
    let alpha = if selected.is_some() { 0.45 } else { 0.9 };
    let most = if is_model { 0 } else { MOST_CELLS };
    for (&node, &color) in nodes.iter().take(most).zip(categories.iter().cycle()) {
        if Some(node) != selected && Some(node) != of_eye {
            drawing.cell(&tree.cell(node), Stroke::new(color, alpha, 1.6), None);
        }
    }
    let of_eye = of_eye.filter(|_| of_eye != selected);
    let bright = [(of_eye, palette.eye()), (selected, palette.selected())];
    for (node, color) in bright {
        if let Some(node) = node {
            drawing.cell(&tree.cell(node), Stroke::new(color, 1.0, 3.0), None);
        }
    }
    drawing
}

fn caption([drawn, at_depth]: [usize; 2], depth: u32, nodes: u32) -> String {
    let cells = words::describe_share([drawn, nodes as usize], "cell");
    if drawn < at_depth {
        let [shown, all] = [drawn, at_depth].map(|count| words::count(count as u64));
        text!("legend-cells-first", cells, shown, all, depth)
    } else {
        text!("legend-cells", cells, depth)
    }
}

fn legend(caption: String, [selected, of_eye]: [Option<NodeId>; 2], palette: Palette) -> Legend {
    let of_eye = of_eye.filter(|_| of_eye != selected);
    let rows = [
        (of_eye, palette.eye(), text!("legend-cell-of-eye")),
        (selected, palette.selected(), text!("legend-cell-of-selected")),
    ];
    let drawn = rows.into_iter().filter(|(node, ..)| node.is_some());
    let drawn = drawn.map(|(_, color, text)| Row::line(color, 3.0, text));
    [Row::note(caption)].into_iter().chain(drawn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees as test_trees;

    #[test]
    fn selected_cell_is_drawn_with_cells_of_depth() {
        let (tree, _) = test_trees::room();
        let stats = TreeStats::new(&tree);
        let palette = Palette::default();
        let depth = drawing(&tree, &stats, 3, [None, None], false, palette);
        assert_eq!(depth.counts, [stats.at_depth(3).len(); 2]);
        let with_root = drawing(&tree, &stats, 3, [Some(NodeId(0)), None], false, palette);
        assert_eq!(with_root.lines.len(), depth.lines.len() + 12);
        let of_eye = drawing(
            &tree,
            &stats,
            3,
            [None, Some(stats.at_depth(3)[0])],
            false,
            palette,
        );
        assert_eq!(of_eye.lines.len(), depth.lines.len(), "each cell once");
        let in_model = drawing(&tree, &stats, 3, [Some(NodeId(0)), None], true, palette);
        assert_eq!((in_model.lines.len(), in_model.counts), (12, depth.counts));
        let deeper = drawing(&tree, &stats, u32::MAX, [None, None], false, palette);
        let deepest = stats.at_depth(stats.deepest()).len();
        assert_eq!(deeper.counts[1], deepest, "the deepest instead of none");
    }

    #[test]
    fn legend_lists_only_drawn_cells() {
        let rows = |bright| legend(String::new(), bright, Palette::default()).len();
        let [one, other] = [0, 1].map(|id| Some(NodeId(id)));
        assert_eq!(
            [[None, None], [one, None], [one, one], [one, other]].map(rows),
            [1, 2, 2, 3]
        );
    }

    #[test]
    fn the_caption_counts_the_cells() {
        assert!(caption([2, 2], 1, 40).starts_with("2 of 40 cells shown: all at depth 1"));
        assert!(
            caption([600, 700], 9, 9_000)
                .starts_with("600 of 9,000 cells shown: the first 600 of 700 at depth 9.")
        );
    }
}

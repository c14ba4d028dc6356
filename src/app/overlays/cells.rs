//! The cells: the convex regions that the nodes of one depth divide space into.

use bevy_egui::egui::{Color32, Slider, Ui};
use bspwalk_explain::glossary::Term;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::{NodeTree, node_storing::NodeId};

use super::{
    background::{BackgroundOverlay, Inputs, Work},
    drawing::Drawing,
    layers::Layer,
    lines::Stroke,
    tree_stats::TreeStats,
};
use crate::app::{
    palette::{Palette, Rgb},
    panel::widgets,
    state::Overlays,
    words,
};

/// At most this many cells are drawn at once.
pub(super) const MOST_CELLS: usize = 600;

/// Draws the cells at a depth, those of the selected node and of the eye brighter; in the model, where the section is
/// tinted by the cells, only these two.
pub(super) fn drawing(
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
    let bright = [(of_eye, Rgb(255, 255, 255)), (selected, palette.selected())];
    for (node, color) in bright {
        if let Some(node) = node {
            drawing.cell(&tree.cell(node), Stroke::new(color, 1.0, 3.0), None);
        }
    }
    drawing
}

pub(super) struct Cells;

impl BackgroundOverlay for Cells {
    const KIND: OverlayKind = OverlayKind::Cells;
    const LAYER: Layer = Layer::Cells;
    type Key = (u64, u32, [Option<NodeId>; 2], bool, Palette);
    type Answer = ();

    fn request(inputs: &Inputs<'_>) -> Option<(Self::Key, Work<()>)> {
        let (tree, stats) = (inputs.current.tree.clone(), inputs.tree_stats.stats.clone());
        let depth = inputs.overlays.cell_depth.min(stats.deepest());
        let mut path = inputs.current.tree.path(inputs.player.position);
        let of_eye = path.nth(depth as usize).map(|step| step.node);
        let (selected, palette) = (inputs.selection.node, inputs.overlays.palette);
        // In the model the section is tinted by them.
        let is_model = inputs.cut().is_some();
        let key = (
            inputs.current.revision,
            depth,
            [selected, of_eye],
            is_model,
            palette,
        );
        let work = move || {
            let bright = [selected, of_eye];
            (drawing(&tree, &stats, depth, bright, is_model, palette), ())
        };
        Some((key, Box::new(work)))
    }
}

/// The legend, for a tree of so many nodes; `change_depth` names the keys that change the depth.
pub(super) fn legend(ui: &mut Ui, counts: [usize; 2], depth: u32, nodes: u32, change_depth: String) {
    widgets::note(ui, caption(counts, depth, nodes));
    widgets::line_key(ui, Color32::WHITE, 3.0, "the cell of the eye");
    widgets::note(ui, change_depth);
}

fn caption([drawn, at_depth]: [usize; 2], depth: u32, nodes: u32) -> String {
    let cells = words::of_all([drawn, nodes as usize], "cell", "cells");
    let which = if drawn < at_depth {
        format!(
            "the first {} of {}",
            words::count(drawn as u64),
            words::count(at_depth as u64)
        )
    } else {
        "all".to_owned()
    };
    format!(
        "{cells}: {which} at depth {depth}, the convex regions that the planes above have divided space into."
    )
}

pub(super) fn controls(ui: &mut Ui, overlays: &mut Overlays, deepest: u32) {
    ui.horizontal(|ui| {
        widgets::name(ui, "Depth", Term::Depth);
        let deepest = deepest.max(overlays.cell_depth);
        ui.add(Slider::new(&mut overlays.cell_depth, 0..=deepest));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::overlays::test_trees;

    #[test]
    fn the_selected_cell_is_drawn_with_those_of_the_depth() {
        let (tree, _) = test_trees::room();
        let stats = TreeStats::new(&tree);
        let palette = Palette::default();
        let depth = drawing(&tree, &stats, 3, [None, None], false, palette);
        assert_eq!(depth.counts, [stats.at_depth(3).len(); 2]);
        let with_root = drawing(&tree, &stats, 3, [Some(0), None], false, palette);
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
        let in_model = drawing(&tree, &stats, 3, [Some(0), None], true, palette);
        assert_eq!((in_model.lines.len(), in_model.counts), (12, depth.counts));
        let deeper = drawing(&tree, &stats, u32::MAX, [None, None], false, palette);
        let deepest = stats.at_depth(stats.deepest()).len();
        assert_eq!(deeper.counts[1], deepest, "the deepest instead of none");
    }

    #[test]
    fn the_caption_counts_the_cells() {
        assert!(caption([2, 2], 1, 40).starts_with("2 of 40 cells: all at depth 1,"));
        assert!(
            caption([600, 700], 9, 9_000).starts_with("600 of 9,000 cells: the first 600 of 700 at depth 9,")
        );
    }
}

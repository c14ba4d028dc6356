//! The cells: the convex regions that the nodes of one depth divide space into.

use bevy_egui::egui::{Slider, Ui};
use bspwalk_explain::glossary::Term;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{cells::drawing, layer::Layer};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::text;
use bspwalk_trees::node_storing::NodeId;

use super::background::{BackgroundOverlay, Inputs, Work};
use crate::app::{panel::widgets, state::Overlays, state::TreeId};

pub(super) struct Cells;

impl BackgroundOverlay for Cells {
    const KIND: OverlayKind = OverlayKind::Cells;
    const LAYER: Layer = Layer::Cells;
    type Key = (TreeId, u32, [Option<NodeId>; 2], bool, Palette);
    type Answer = ();

    fn request(inputs: &Inputs<'_, '_>) -> Option<(Self::Key, Work<()>)> {
        let (tree, stats) = (inputs.current.tree.clone(), inputs.tree_stats.stats.clone());
        let depth = inputs.overlays.cell_depth.min(stats.deepest());
        let mut path = inputs.current.tree.path(inputs.player.position);
        let of_eye = path.nth(depth as usize).map(|step| step.node);
        let (selected, palette) = (inputs.selection.node, inputs.overlays.palette);
        // In the model the section is tinted by them.
        let is_model = inputs.cut().is_some();
        let key = (
            inputs.current.tree_id(),
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

pub(super) fn controls(ui: &mut Ui, overlays: &mut Overlays, deepest: u32) {
    ui.horizontal(|ui| {
        widgets::name(ui, text!("overlay-depth-name"), Term::Depth);
        let deepest = deepest.max(overlays.cell_depth);
        ui.add(Slider::new(&mut overlays.cell_depth, 0..=deepest));
    });
}

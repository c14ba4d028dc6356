//! The legend of the faces coloured by visible leaf.

use bevy_egui::egui::Ui;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::faces::visible_legend;
use bspwalk_text::text;

use crate::app::{input::KeyLabels, leaf_tree::CullingReport, panel::widgets, state::Action};

/// Draws the legend, with the keys of the culling.
pub(in crate::app::overlays) fn visible(
    ui: &mut Ui,
    culling: &CullingReport,
    is_model: bool,
    palette: Palette,
    keys: &KeyLabels,
) {
    let [all, _, in_view] = culling.drawn.map(|drawn| drawn.leaves as usize);
    // The model shows everything that is potentially visible from the leaf, in all directions.
    let seen = if is_model { culling.seen } else { in_view };
    let counts = culling.known.then_some([seen, all]);
    widgets::legend(ui, &visible_legend(counts, is_model, palette));
    let [cull, freeze] = [Action::NextCulling, Action::ToggleFrozenCulling].map(|command| keys.of(command));
    let text = text!("culling-keys", cull, freeze);
    widgets::note(ui, text);
}

//! Changes the depths that overlays show.

use bevy::prelude::*;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::text;

use super::report::CurrentTreeStats;
use crate::app::{
    host::{
        shown::Shown,
        state::{Action, Notice, Overlays, Selection},
    },
    input::KeyLabels,
};

/// Shows splitting planes and cells one depth deeper or one depth shallower.
pub(in crate::app) fn step(
    In(deeper): In<bool>,
    mut overlays: ResMut<Overlays>,
    (tree_stats, selection, keys): (Res<CurrentTreeStats>, Shown<Selection>, Res<KeyLabels>),
    mut notices: MessageWriter<Notice>,
) {
    overlays.step(deeper, tree_stats.stats.deepest());
    if let Some(text) = hidden_step(&overlays, selection.node.is_some(), &keys) {
        notices.write(Notice::info(text));
    }
}

/// Returns a notice about the new depths if nothing on screen reflects them.
fn hidden_step(overlays: &Overlays, node_selected: bool, keys: &KeyLabels) -> Option<String> {
    let [first, last] = overlays.plane_depths;
    let key = |kind: OverlayKind| keys.key_or_palette_hint(Action::Overlay(kind.key()));
    let steps = [
        OverlayKind::Cells,
        OverlayKind::Painter,
        OverlayKind::Flow,
        OverlayKind::Hulls,
    ];
    if steps.into_iter().any(|kind| overlays.is_on(kind)) {
        None
    } else if !overlays.is_on(OverlayKind::Planes) {
        Some(text!(
            "overlay-neither",
            first,
            last,
            planes = key(OverlayKind::Planes),
            depth = overlays.cell_depth,
            cells = key(OverlayKind::Cells)
        ))
    } else if overlays.planes_of_selection && node_selected {
        Some(text!(
            "overlay-planes-soon",
            first,
            last,
            key = keys.key_or_palette_hint(Action::ClearSelection)
        ))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_without_a_visible_effect_is_reported() {
        let keys = KeyLabels::default();
        let mut overlays = Overlays::none();
        overlays.step(true, 9);
        let told = |overlays: &Overlays, selected| hidden_step(overlays, selected, &keys).unwrap_or_default();
        assert!(told(&overlays, false).contains("0 to 5"));
        overlays.set(OverlayKind::Planes, true);
        assert_eq!(told(&overlays, false), "");
        assert!(told(&overlays, true).contains("selected node"));
        overlays.set(OverlayKind::Cells, true);
        assert_eq!(told(&overlays, true), "");
    }
}

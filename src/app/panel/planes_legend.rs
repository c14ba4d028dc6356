//! The legend of the planes, and their controls in the panel.

use bevy_egui::egui::{DragValue, Slider, Ui};
use bspwalk_explain::glossary::Term;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{planes, tree_stats::NodeFaces};
use bspwalk_progress::words;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::text;

use crate::app::{
    host::state::Overlays,
    kit::{
        style,
        widgets::{self, Tip},
    },
    paint::overlays::report::OverlayReport,
};

/// Draws the legend for a tree with this many nodes. `change_depth` names the keys that change the depth.
pub(super) fn legend(
    ui: &mut Ui,
    report: &OverlayReport,
    (nodes, is_model): (u32, bool),
    palette: Palette,
    change_depth: &str,
) {
    widgets::legend(ui, &planes::legend::legend(report.planes, nodes, palette));
    let text = text!("planes-number", change_depth);
    widgets::note(ui, text);
    if let Some(text) = left_out(report, is_model) {
        widgets::note(ui, text);
    }
}

/// Describes how many planes have a number, unless all have one.
fn left_out(report: &OverlayReport, is_model: bool) -> Option<String> {
    let labels = report.labels(OverlayKind::Planes);
    if is_model {
        let [lines, _] = report.on_the_cut;
        let have = if labels == 1 { "has" } else { "have" };
        return (labels < lines).then(|| {
            text!(
                "planes-numbers-here",
                shown = words::count(labels as u64),
                all = words::counted(lines as u64, "line"),
                have
            )
        });
    }
    let planes = report.planes.counts[0] + usize::from(report.planes.of_selection);
    (labels < planes).then(|| text!("planes-numbers", list = words::count(labels as u64)))
}

/// Draws the colours of the selected node: its plane, the faces on both sides and the cut ones. Their counts are added
/// once `faces` is known.
pub(in crate::app) fn selection(ui: &mut Ui, overlays: &Overlays, faces: Option<NodeFaces>) {
    let palette = overlays.palette;
    let [on, front, back, cut] = sides(faces);
    widgets::key(ui, widgets::color(palette.selected()), &on);
    if overlays.tint_subtree {
        widgets::key(ui, widgets::color(palette.front()), &front);
        widgets::key(ui, widgets::color(palette.back()), &back);
    }
    if faces.is_none_or(|faces| faces.cut > 0) {
        widgets::key(ui, widgets::color(palette.cut()), &cut);
    }
    let above = text!("planes-above");
    widgets::line_key(ui, style::FAINT, 1.5, above);
}

/// Describes the faces on a node's plane, in front of it, behind it and cut by it.
fn sides(faces: Option<NodeFaces>) -> [String; 4] {
    let Some(faces) = faces else {
        return [
            text!("planes-own"),
            text!("planes-front"),
            text!("planes-behind"),
            text!("planes-cut"),
        ]
        .map(Into::into);
    };
    let count = |number: u32| words::counted(number, "face");
    let both = if faces.cut == 1 { "counts" } else { "count" };
    [
        text!("planes-own-with", faces = count(faces.on)),
        text!("planes-front-faces", faces = count(faces.front)),
        text!("planes-behind-faces", faces = count(faces.back)),
        text!("planes-cut-faces", faces = count(faces.cut), both),
    ]
}

pub(super) fn controls(ui: &mut Ui, overlays: &mut Overlays, deepest: u32) {
    ui.horizontal(|ui| {
        widgets::name(
            ui,
            text!("planes-depths"),
            Tip::with(Term::SplitPlane, text!("planes-depths-hint")),
        );
        let [first, last] = &mut overlays.plane_depths;
        ui.add(DragValue::new(first).speed(0.08).range(0..=deepest));
        widgets::text(ui, "to", style::FAINT, 12.5);
        let range = *first..=deepest.max(*first);
        ui.add(DragValue::new(last).speed(0.08).range(range));
        widgets::text(ui, format!("of {deepest}"), style::FAINT, 12.5);
    });
    ui.horizontal(|ui| {
        widgets::name(ui, text!("planes-opacity"), Term::Opacity);
        ui.add(Slider::new(&mut overlays.plane_opacity, 0.0..=1.0).show_value(false));
    });
    let follow = &mut overlays.planes_of_selection;
    widgets::switch(ui, follow, text!("planes-follow"), Term::PlanesOfSelection);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_legend_says_how_many_planes_have_no_number() {
        let mut report = OverlayReport::default();
        report.planes.counts = [63, 63];
        report.on_the_cut = [41, 0];
        report.labels.insert(OverlayKind::Planes, 24);
        assert_eq!(
            left_out(&report, true).as_deref(),
            Some(
                "24 of the 41 lines on the cut have a number: zoom in for the others, which are short or crowded here."
            )
        );
        assert_eq!(
            left_out(&report, false).as_deref(),
            Some("Numbers here: 24. The other planes are hidden, out of view or crowded.")
        );
        report.labels.insert(OverlayKind::Planes, 63);
        assert_eq!(
            [true, false].map(|is_model| left_out(&report, is_model)),
            [None, None]
        );
    }

    #[test]
    fn the_sides_of_a_node_are_counted() {
        let faces = NodeFaces {
            node: 17,
            on: 2,
            front: 1_312,
            back: 120,
            cut: 1,
        };
        assert_eq!(
            sides(Some(faces)),
            [
                "its plane, with 2 faces on it",
                "in front (F): 1,312 faces",
                "behind (B): 120 faces",
                "cut by the plane: 1 face, which counts on both sides",
            ]
        );
        assert!(sides(None)[3].starts_with("cut by the plane"));
    }
}

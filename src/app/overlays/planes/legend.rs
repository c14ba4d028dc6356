//! The legend of the planes, and their controls in the panel.

use bevy_egui::egui::{DragValue, RichText, Slider, Ui};

use crate::{
    app::{
        hud::style,
        overlays::report::OverlayReport,
        palette::Palette,
        panel::{terms, widgets},
        state::Overlays,
        words,
    },
    cli::overlays::OverlayKind,
};

/// The legend; `change_depth` names the keys that change the depth.
pub(in crate::app::overlays) fn legend(
    ui: &mut Ui,
    report: &OverlayReport,
    palette: Palette,
    change_depth: &str,
) {
    widgets::note(ui, caption(report));
    widgets::ramp(ui, palette, report.plane_depths, report.plane_depths[1]);
    let text =
        format!("The arrow points to the front. Plain: you see its front; hatched: its back. {change_depth}");
    widgets::note(ui, text);
}

fn caption(report: &OverlayReport) -> String {
    let counts = report.counts(OverlayKind::Planes);
    if counts[1] == 0 {
        return "Only the planes of the selected node and of the one under the crosshair.".to_owned();
    }
    let [first, last] = report.plane_depths;
    let (planes, limit) = if report.planes_of_selection {
        let [one, many] = ["plane above the selected node", "planes above the selected node"];
        (words::of_all(counts, one, many), ", the nearest to it")
    } else {
        let planes = words::of_all(counts, "split plane", "split planes");
        let depths = if first == last {
            format!("at depth {first}")
        } else {
            format!("at depths {first} to {last}")
        };
        (format!("{planes} {depths}"), ", the shallowest first")
    };
    let limit = if counts[0] < counts[1] { limit } else { "" };
    format!("{planes}{limit}, each clipped to its cell.")
}

pub(in crate::app::overlays) fn controls(ui: &mut Ui, overlays: &mut Overlays, deepest: u32) {
    ui.horizontal(|ui| {
        widgets::name(ui, "Depths", terms::SPLIT_PLANE);
        let [first, last] = &mut overlays.plane_depths;
        ui.add(DragValue::new(first).speed(0.08).range(0..=deepest));
        ui.label(RichText::new("to").color(style::FAINT));
        let range = *first..=deepest.max(*first);
        ui.add(DragValue::new(last).speed(0.08).range(range));
        ui.label(RichText::new(format!("of {deepest}")).color(style::FAINT));
    });
    ui.horizontal(|ui| {
        widgets::name(ui, "Opacity", "How much the planes hide.");
        ui.add(Slider::new(&mut overlays.plane_opacity, 0.0..=1.0).show_value(false));
    });
    ui.checkbox(&mut overlays.planes_of_selection, "Follow the selection")
        .on_hover_text("While a node is selected, only its plane and those of the nodes above it are shown.");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_plane_is_singular_and_a_limit_is_told() {
        let caption = |counts, plane_depths, planes_of_selection| {
            let mut report = OverlayReport {
                plane_depths,
                planes_of_selection,
                ..OverlayReport::default()
            };
            report.count(OverlayKind::Planes, counts);
            caption(&report)
        };
        assert_eq!(
            caption([1, 1], [0, 0], false),
            "1 split plane at depth 0, each clipped to its cell."
        );
        assert_eq!(
            caption([31, 31], [0, 4], false),
            "All 31 split planes at depths 0 to 4, each clipped to its cell."
        );
        assert_eq!(
            caption([32, 40], [0, 4], true),
            "32 of 40 planes above the selected node, the nearest to it, each clipped to its cell."
        );
        assert!(caption([0, 0], [0, 4], false).starts_with("Only the planes of the selected node"));
    }
}

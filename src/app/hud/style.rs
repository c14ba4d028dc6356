//! Colours, sizes and the scale of everything drawn over the picture.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Color32, CornerRadius, Frame, Margin, Shadow, Stroke};

/// Behind text.
pub const CARD: Color32 = Color32::from_rgba_premultiplied(13, 16, 21, 238);
/// Lines between parts of a card.
pub const LINE: Color32 = Color32::from_rgb(52, 60, 72);
/// Text.
pub const TEXT: Color32 = Color32::from_rgb(226, 230, 236);
/// Text of less weight.
pub const FAINT: Color32 = Color32::from_rgb(150, 159, 172);
/// What is on, chosen or going well.
pub const ACCENT: Color32 = Color32::from_rgb(86, 180, 233);
/// What went wrong. With the accent it can be told apart by people with a colour vision deficiency (Okabe and Ito).
pub const ALARM: Color32 = Color32::from_rgb(230, 159, 0);

/// A card.
pub fn card() -> Frame {
    Frame::new()
        .fill(CARD)
        .stroke(Stroke::new(1.0, LINE))
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(12, 8))
        .shadow(Shadow {
            offset: [0, 2],
            blur: 12,
            spread: 0,
            color: Color32::from_black_alpha(90),
        })
}

/// A key as it is drawn in text.
pub fn key(ui: &mut egui::Ui, name: &str) {
    Frame::new()
        .fill(Color32::from_rgb(38, 44, 54))
        .stroke(Stroke::new(1.0, Color32::from_rgb(78, 88, 104)))
        .corner_radius(CornerRadius::same(4))
        .inner_margin(Margin::symmetric(6, 1))
        .show(ui, |ui| {
            ui.label(egui::RichText::new(name).color(TEXT).monospace().size(12.0))
        });
}

/// Sets the style of every card and of the panel.
pub(in crate::app) fn apply(mut contexts: EguiContexts) -> Result {
    contexts.ctx_mut()?.all_styles_mut(|style| {
        let visuals = &mut style.visuals;
        *visuals = egui::Visuals::dark();
        visuals.panel_fill = Color32::from_rgb(16, 19, 25);
        visuals.window_fill = Color32::from_rgb(16, 19, 25);
        visuals.window_stroke = Stroke::new(1.0, LINE);
        visuals.extreme_bg_color = Color32::from_rgb(9, 11, 15);
        visuals.selection.bg_fill = Color32::from_rgb(30, 82, 118);
        visuals.selection.stroke = Stroke::new(1.0, TEXT);
        visuals.hyperlink_color = ACCENT;
        visuals.warn_fg_color = ALARM;
        visuals.widgets.noninteractive.fg_stroke.color = TEXT;
        visuals.widgets.noninteractive.bg_stroke.color = LINE;
        for widget in [
            &mut visuals.widgets.inactive,
            &mut visuals.widgets.hovered,
            &mut visuals.widgets.active,
            &mut visuals.widgets.open,
        ] {
            widget.corner_radius = CornerRadius::same(4);
        }
        style.spacing.item_spacing = egui::vec2(8.0, 5.0);
        style.spacing.button_padding = egui::vec2(8.0, 3.0);
        style.interaction.selectable_labels = false;
    });
    Ok(())
}

/// Window heights, in logical pixels, of the least and the greatest size of text.
const HEIGHTS: [f32; 2] = [900.0, 2160.0];

/// Text grows with the window, so that it reads as well at 2560×1440 as at 1280×720.
pub(super) fn scale(mut contexts: EguiContexts, windows: Query<&Window>) {
    let Some(window) = windows.iter().next() else {
        return;
    };
    let zoom = window.height().clamp(HEIGHTS[0], HEIGHTS[1]) / HEIGHTS[0];
    if let Ok(context) = contexts.ctx_mut()
        && (context.zoom_factor() - zoom).abs() > 0.01
    {
        context.set_zoom_factor(zoom);
    }
}

//! Colours, sizes and scale of everything that is drawn over the level.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_levels::color::palette::Rgb;
use egui::{Color32, CornerRadius, Frame, Margin, Shadow, Stroke};

use super::pad_signs;
use crate::app::input::UiZoom;

/// The background of a card.
pub const CARD: Color32 = Color32::from_rgba_premultiplied(13, 16, 21, 238);
/// Lines between parts of a card.
pub const LINE: Color32 = Color32::from_rgb(52, 60, 72);
/// Text.
pub const TEXT: Color32 = Color32::from_rgb(226, 230, 236);
/// White, as the newest lines of the films are.
pub const WHITE: Color32 = Color32::WHITE;
/// Faint text.
pub const FAINT: Color32 = Color32::from_rgb(150, 159, 172);
/// Things that are on, chosen or in order.
pub const ACCENT: Color32 = Color32::from_rgb(86, 180, 233);
/// Errors. People with a colour vision deficiency can tell it from the accent (Okabe and Ito).
pub const ALARM: Color32 = Color32::from_rgb(230, 159, 0);
/// A figure that is better than before or than the others: not a colour of front and back.
pub const BETTER: Color32 = Color32::from_rgb(60, 190, 145);
/// One that is worse. A mark beside it says so too.
pub const WORSE: Color32 = Color32::from_rgb(214, 140, 182);

/// The shadow of a card.
pub const SHADOW: Shadow = Shadow {
    offset: [0, 2],
    blur: 12,
    spread: 0,
    color: Color32::from_black_alpha(90),
};

/// The frame of a card.
pub fn card() -> Frame {
    Frame::new()
        .fill(CARD)
        .stroke(Stroke::new(1.0, LINE))
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(12, 8))
        .shadow(SHADOW)
}

/// A key with its label; of the gamepad in the hand the signs.
pub fn key(ui: &mut egui::Ui, name: &str) {
    if pad_signs::draw(ui, name) {
        return;
    }
    Frame::new()
        .fill(Color32::from_rgb(38, 44, 54))
        .stroke(Stroke::new(1.0, Color32::from_rgb(78, 88, 104)))
        .corner_radius(CornerRadius::same(4))
        .inner_margin(Margin::symmetric(6, 1))
        .show(ui, |ui| {
            ui.label(egui::RichText::new(name).color(TEXT).monospace().size(12.0))
        });
}

/// A colour of the palette in egui's type.
pub fn color(Rgb(r, g, b): Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// Text that wraps.
pub fn text(ui: &mut egui::Ui, text: impl Into<String>, color: Color32, size: f32) {
    ui.add(egui::Label::new(egui::RichText::new(text).color(color).size(size)).wrap());
}

/// A small filled square.
pub fn swatch(ui: &mut egui::Ui, fill: Color32) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(12.0, 12.0), egui::Sense::hover());
    // Without a rim, dark colours would not be seen on a card.
    let rim = egui::Stroke::new(1.0, Color32::from_gray(120));
    ui.painter().rect(rect, 2.0, fill, rim, egui::StrokeKind::Inside);
}

/// A bar of progress, which moves where it is not known how far that is.
pub fn bar(fraction: Option<f32>) -> egui::ProgressBar {
    egui::ProgressBar::new(fraction.unwrap_or(1.0)).animate(fraction.is_none())
}

/// Sets the style of the cards and of the panel.
pub(super) fn apply(mut contexts: EguiContexts) -> Result {
    let context = contexts.ctx_mut()?;
    let families = [egui::FontFamily::Proportional, egui::FontFamily::Monospace];
    context.add_font(egui::epaint::text::FontInsert::new(
        "messages",
        egui::FontData::from_static(bspwalk_text::FONT),
        families
            .map(|family| egui::epaint::text::InsertFontFamily {
                family,
                priority: egui::epaint::text::FontPriority::Lowest,
            })
            .to_vec(),
    ));
    // `input::zoom` reads the keys that zoom.
    context.options_mut(|options| options.zoom_with_keyboard = false);
    context.all_styles_mut(|style| {
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
        // Scroll bars are visible even without the pointer on them.
        style.spacing.scroll.dormant_handle_opacity = 0.5;
        style.interaction.selectable_labels = false;
    });
    Ok(())
}

/// The window, in logical pixels, in which text has its normal size, and the greatest factor in larger windows.
const USUAL: egui::Vec2 = egui::vec2(1280.0, 900.0);
const MOST: f32 = 3.0;

/// The zoom of text and cards in a window of this logical size. It grows with the window, so that 3840×2160 reads as well as
/// 1280×720, and is never below 1. The logical size already includes the scale factor of the display.
fn fitting(window: egui::Vec2) -> f32 {
    (window / USUAL).min_elem().clamp(1.0, MOST)
}

/// The smallest window, in points of the enlarged text, in which the panel, the cards and the tables still have room beside what
/// they are about.
const LEAST: egui::Vec2 = egui::vec2(880.0, 500.0);

/// The zoom that the user has chosen, over that which fits the window of this logical size, as far as the window has room for it.
fn effective(window: egui::Vec2, chosen: f32) -> f32 {
    let most = (window / LEAST).min_elem().max(1.0);
    (fitting(window) * chosen).min(most)
}

/// Zooms text and cards by the window and by the user's choice.
pub(super) fn scale(mut contexts: EguiContexts, chosen: Res<UiZoom>) -> Result {
    let context = contexts.ctx_mut()?;
    let window = context.content_rect().size() * context.zoom_factor();
    let zoom = effective(window, chosen.0);
    if (context.zoom_factor() - zoom).abs() > 0.01 {
        context.set_zoom_factor(zoom);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_enlarged_only_as_far_as_the_window_has_room() {
        for size in [
            [1280.0, 720.0],
            [1920.0, 1080.0],
            [3840.0, 2160.0],
            [1024.0, 600.0],
        ] {
            let window = egui::Vec2::from(size);
            for chosen in [1.0, 1.5, 2.2, 3.0] {
                let zoom = effective(window, chosen);
                let points = window / zoom;
                assert!(
                    points.x >= 879.0 && points.y >= 499.0,
                    "{size:?} at {chosen}: {points:?}"
                );
                assert!(zoom >= 1.0, "{size:?} at {chosen}");
            }
            // Smaller text has always room.
            assert_eq!(effective(window, 0.5), 0.5 * fitting(window));
        }
        assert!(effective(egui::vec2(1280.0, 720.0), 3.0) > 1.4, "it is enlarged");
        assert_eq!(effective(egui::vec2(400.0, 300.0), 2.0), 1.0, "a small window");
    }

    #[test]
    fn text_grows_with_the_window_and_never_shrinks() {
        for (size, expected) in [
            ([1024.0, 600.0], 1.0),
            ([1280.0, 720.0], 1.0),
            ([1920.0, 1080.0], 1.2),
            ([3840.0, 2160.0], 2.4),
            // High, or wide, but not both.
            ([1080.0, 1920.0], 1.0),
            ([3440.0, 1440.0], 1.6),
        ] {
            assert!((fitting(size.into()) - expected).abs() < 0.01, "{size:?}");
        }
    }
}

//! Colours, sizes and scale of everything drawn over the level.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_draw::color::palette::Rgb;
use bspwalk_session::actions::{Action, Effect};
use bspwalk_text::text;
use egui::{Color32, CornerRadius, FontFamily, Frame, Margin, Shadow, Stroke};

use super::{code, icons};
use crate::app::{
    host::state::ProgramState,
    input::{KeyLabels, settings::Settings},
};

/// Background of a card.
pub const CARD: Color32 = Color32::from_rgba_premultiplied(13, 16, 21, 238);
/// Lightest possible appearance of a card's background, which occurs over a white level.
const CARD_BEFORE_WHITE: Color32 = Color32::from_rgb(30, 33, 38);
/// Colour of the separators between parts of a card.
pub const LINE: Color32 = Color32::from_rgb(52, 60, 72);
/// Colour of text.
pub const TEXT: Color32 = Color32::from_rgb(226, 230, 236);
/// White, which marks the newest lines in films.
pub const WHITE: Color32 = Color32::WHITE;
/// Colour of secondary text.
pub const FAINT: Color32 = Color32::from_rgb(158, 167, 180);
/// Colour of active, selected or valid items.
pub const ACCENT: Color32 = Color32::from_rgb(86, 180, 233);
/// Colour of the ring around the control that has the keyboard focus.
pub const FOCUS: Color32 = Color32::from_rgb(240, 228, 66);
/// Background colour of selected items.
pub const CHOSEN: Color32 = Color32::from_rgb(22, 58, 84);
/// Background colours of a button: normal, and under the pointer.
const BUTTON: [Color32; 2] = [Color32::from_rgb(45, 50, 58), Color32::from_rgb(54, 60, 70)];
/// Colour of errors and wrong answers. It is distinguishable from the accent colour for people with colour vision deficiency (Okabe and
/// Ito).
pub const ALARM: Color32 = Color32::from_rgb(230, 159, 0);
/// Colour of a right answer, and of a value that has improved or that is better than others. It differs from the front and back colours.
pub const BETTER: Color32 = Color32::from_rgb(60, 190, 145);
/// Colour of a worse value, which is also marked with a symbol.
pub const WORSE: Color32 = Color32::from_rgb(214, 140, 182);

/// Shadow of a card.
pub const SHADOW: Shadow = Shadow {
    offset: [0, 2],
    blur: 12,
    spread: 0,
    color: Color32::from_black_alpha(90),
};

/// Returns the egui frame of a card.
pub fn card() -> Frame {
    Frame::new()
        .fill(CARD)
        .stroke(Stroke::new(1.0, LINE))
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(12, 8))
        .shadow(SHADOW)
}

/// Draws the label of a key or gamepad button as a key cap.
pub fn draw_key_cap(ui: &mut egui::Ui, name: &str) {
    Frame::new()
        .fill(Color32::from_rgb(38, 44, 54))
        .stroke(Stroke::new(1.0, Color32::from_rgb(78, 88, 104)))
        .corner_radius(CornerRadius::same(4))
        .inner_margin(Margin::symmetric(6, 1))
        .show(ui, |ui| {
            ui.label(egui::RichText::new(name).color(TEXT).monospace().size(12.0))
        });
}

/// Draws the key cap of a command, if the command has a key.
pub fn draw_command_key(ui: &mut egui::Ui, keys: &KeyLabels, command: Action) {
    if let Some(name) = keys.names().of_effect(Effect::Send(command)) {
        draw_key_cap(ui, &name);
    }
}

/// Adds a tooltip to a control and also uses it as the accessible name, because screen readers cannot read an icon.
pub fn hinted(control: egui::Response, hint: impl Into<String>) -> egui::Response {
    let hint: String = hint.into();
    let plain = code::Code::new(&hint).text;
    set_accessible_name(control, plain.trim_end_matches('.')).on_hover_ui(|ui| text(ui, hint, TEXT, 13.0))
}

/// Sets the accessible name of a control that has no text.
pub fn set_accessible_name(control: egui::Response, name: &str) -> egui::Response {
    control
        .ctx
        .accesskit_node_builder(control.id, |node| node.set_label(name));
    control
}

/// Converts a palette colour to egui's type.
pub fn color(Rgb(r, g, b): Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// Converts a palette colour for use as text on a card, and lightens it if it would be too dark to read.
pub fn readable_text_color(color: Rgb) -> Color32 {
    let [r, g, b, _] = CARD_BEFORE_WHITE.to_array();
    self::color(color.readable_on(Rgb(r, g, b)))
}

/// Draws wrapped text, with code in a monospace font.
pub fn text(ui: &mut egui::Ui, text: impl Into<String>, color: Color32, size: f32) {
    ui.add(egui::Label::new(code::job(&text.into(), color, size)).wrap());
}

/// Draws text in a single colour and size. It wraps if the surrounding layout wraps.
pub fn label(ui: &mut egui::Ui, text: impl Into<String>, color: Color32, size: f32) -> egui::Response {
    ui.label(egui::RichText::new(text).color(color).size(size))
}

/// Draws secondary text.
pub fn faint(ui: &mut egui::Ui, text: impl Into<String>) -> egui::Response {
    ui.label(egui::RichText::new(text).color(FAINT))
}

/// Draws the title of a card.
pub fn title(ui: &mut egui::Ui, text: impl Into<String>, size: f32) {
    ui.label(egui::RichText::new(text).color(TEXT).size(size).strong());
}

/// Draws text on a plate. `center` maps half the plate's size to the position of its centre.
pub fn draw_text_plate(painter: &egui::Painter, text: String, center: impl FnOnce(egui::Vec2) -> egui::Pos2) {
    let galley = painter.layout_no_wrap(text, egui::FontId::proportional(13.5), TEXT);
    let half = galley.size() * 0.5 + egui::vec2(7.0, 3.0);
    let plate = egui::Rect::from_center_size(center(half), half * 2.0);
    painter.rect_filled(plate, 5.0, CARD);
    painter.galley(plate.center() - galley.size() * 0.5, galley, TEXT);
}

/// Draws a small filled square.
pub fn swatch(ui: &mut egui::Ui, fill: Color32) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(12.0, 12.0), egui::Sense::hover());
    // Without an outline, a dark swatch would be invisible on a card.
    let rim = egui::Stroke::new(1.0, Color32::from_gray(120));
    ui.painter().rect(rect, 2.0, fill, rim, egui::StrokeKind::Inside);
}

/// Sense for drawings that react to the pointer. Tab skips them, because other controls and keys offer the same
/// actions.
pub const CANVAS: egui::Sense = egui::Sense::CLICK.union(egui::Sense::DRAG);

/// Returns a progress bar. If the progress is unknown, the bar is animated unless motion is reduced.
pub fn bar(ui: &egui::Ui, fraction: Option<f32>) -> egui::ProgressBar {
    egui::ProgressBar::new(fraction.unwrap_or(1.0)).animate(fraction.is_none() && has_animations(ui))
}

/// Draws a placeholder while a result is being computed: a spinner, or static text if motion is reduced.
pub fn wait(ui: &mut egui::Ui) {
    if has_animations(ui) {
        ui.spinner();
    } else {
        text(ui, text!("access-wait"), FAINT, 12.5);
    }
}

/// Returns whether cards and panels are animated, which is the case unless motion is reduced.
pub fn has_animations(ui: &egui::Ui) -> bool {
    ui.style().animation_time > 0.0
}

/// Turns animations of cards and panels on or off.
pub(in crate::app) fn update_animations(mut contexts: EguiContexts, settings: Res<Settings>) -> Result {
    let context = contexts.ctx_mut()?;
    let usual = egui::Style::default();
    let (time, scroll) = match settings.reduced_motion {
        true => (0.0, egui::style::ScrollAnimation::none()),
        false => (usual.animation_time, usual.scroll_animation),
    };
    context.all_styles_mut(|style| (style.animation_time, style.scroll_animation) = (time, scroll));
    Ok(())
}

/// Names of the fonts for text, monospaced text and pictograms.
const TEXT_FONT: &str = "text";
const CODE_FONT: &str = "code";
const PICTOGRAMS: &str = "pictograms";

/// Scale of pictograms. At their own size, they would be taller than text.
const PICTOGRAM_SCALE: f32 = 0.9;

/// Returns the font families: Ubuntu for text, Hack for monospaced text, the icon font, and the fonts for messages and
/// pictograms.
///
/// Each family falls back to all fonts, because arrows exist only in Hack.
fn fonts() -> egui::FontDefinitions {
    let mut fonts = egui::FontDefinitions::empty();
    let sources = [
        (TEXT_FONT, epaint_default_fonts::UBUNTU_LIGHT),
        (CODE_FONT, epaint_default_fonts::HACK_REGULAR),
        ("messages", bspwalk_text::FONT),
        (PICTOGRAMS, bspwalk_text::PICTOGRAMS),
    ];
    for (name, font) in sources {
        let tweak = egui::FontTweak {
            scale: if name == PICTOGRAMS { PICTOGRAM_SCALE } else { 1.0 },
            ..egui::FontTweak::default()
        };
        let data = egui::FontData::from_static(font).tweak(tweak);
        fonts.font_data.insert(name.to_owned(), data.into());
    }
    let first = [
        (FontFamily::Proportional, TEXT_FONT),
        (FontFamily::Monospace, CODE_FONT),
    ];
    for (family, name) in first {
        fonts.families.insert(family, vec![name.to_owned()]);
    }
    icons::add_to_fonts(&mut fonts);
    for family in fonts.families.values_mut() {
        for name in fonts.font_data.keys() {
            if !family.contains(name) {
                family.push(name.clone());
            }
        }
    }
    fonts
}

/// Creates a context with the fonts of the window, for tests.
#[cfg(test)]
pub(in crate::app) fn context_with_fonts() -> egui::Context {
    let context = egui::Context::default();
    context.set_fonts(fonts());
    context
}

/// Sets the style of the cards and the panel.
pub(in crate::app) fn apply(mut contexts: EguiContexts) -> Result {
    let context = contexts.ctx_mut()?;
    context.set_fonts(fonts());
    // `input::zoom` handles the zoom keys.
    context.options_mut(|options| options.zoom_with_keyboard = false);
    context.all_styles_mut(|style| {
        let visuals = &mut style.visuals;
        *visuals = egui::Visuals::dark();
        visuals.panel_fill = Color32::from_rgb(16, 19, 25);
        visuals.window_fill = Color32::from_rgb(16, 19, 25);
        visuals.window_stroke = Stroke::new(1.0, LINE);
        visuals.extreme_bg_color = Color32::from_rgb(9, 11, 15);
        visuals.selection.bg_fill = CHOSEN;
        visuals.selection.stroke = Stroke::new(1.0, TEXT);
        visuals.hyperlink_color = ACCENT;
        visuals.warn_fg_color = ALARM;
        visuals.widgets.noninteractive.fg_stroke.color = TEXT;
        visuals.widgets.noninteractive.bg_stroke.color = LINE;
        visuals.widgets.inactive.weak_bg_fill = BUTTON[0];
        visuals.widgets.inactive.fg_stroke.color = TEXT;
        visuals.widgets.hovered.weak_bg_fill = BUTTON[1];
        visuals.weak_text_color = Some(FAINT);
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
        // Keep scroll bars visible even when the pointer is not over them.
        style.spacing.scroll.dormant_handle_opacity = 0.5;
        style.interaction.selectable_labels = false;
    });
    Ok(())
}

/// Window size for normal text size (in logical pixels), and maximum zoom in larger windows.
const USUAL: egui::Vec2 = egui::vec2(1280.0, 900.0);
const MOST: f32 = 3.0;

/// Returns the zoom of text and cards for a window of the given logical size.
///
/// The zoom grows with the window, so that text is as legible at 3840×2160 as at 1280×720. It is never below 1. The
/// logical size already includes the display's scale factor.
fn fitting(window: egui::Vec2) -> f32 {
    (window / USUAL).min_elem().clamp(1.0, MOST)
}

/// Minimum window size in zoomed points, so that the panel, cards and tables still leave room for the level.
const LEAST: egui::Vec2 = egui::vec2(880.0, 500.0);

/// Returns the user's zoom multiplied by the zoom that fits this window, limited so that everything still fits.
fn effective(window: egui::Vec2, chosen: f32) -> f32 {
    let most = (window / LEAST).min_elem().max(1.0);
    (fitting(window) * chosen).min(most)
}

/// Zooms text and cards according to the window size and the user's zoom.
pub(in crate::app) fn scale(mut contexts: EguiContexts, program: Res<ProgramState>) -> Result {
    let context = contexts.ctx_mut()?;
    let window = context.content_rect().size() * context.zoom_factor();
    let zoom = effective(window, program.ui.text_scale.0);
    if (context.zoom_factor() - zoom).abs() > 0.01 {
        context.set_zoom_factor(zoom);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_fall_back_to_all_fonts() {
        let fonts = fonts();
        for (family, names) in &fonts.families {
            let mut names = names.clone();
            names.sort_unstable();
            assert!(names.iter().eq(fonts.font_data.keys()), "{family}: {names:?}");
        }
    }

    #[test]
    fn text_zoom_is_limited_by_the_window() {
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
            // Text that is smaller than normal always fits.
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
            // These windows are tall or wide, but not both.
            ([1080.0, 1920.0], 1.0),
            ([3440.0, 1440.0], 1.6),
        ] {
            assert!((fitting(size.into()) - expected).abs() < 0.01, "{size:?}");
        }
    }
}

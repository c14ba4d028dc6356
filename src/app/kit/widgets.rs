//! Widgets shared by the panel sections and the legends.
//!
//! Every label is given its glossary term, and every sentence is searched for terms. These widgets therefore show
//! definitions as tooltips for everything they draw.

use bevy_egui::egui::{self, Button, Color32, RichText, Sense, Ui, WidgetText};
use bspwalk_draw::color::palette::Palette;
use bspwalk_overlays::legend::{Legend, Row};
use bspwalk_text::text;
use bspwalk_trees::node_storing::Branch;

use crate::app::input::settings::{Disclosure, Disclosures, Section, Sections};
use crate::app::kit::{definitions, style};
pub(in crate::app) use crate::app::kit::{
    definitions::{Tip, add_definition, draw_text_with_terms as text, legend as key},
    style::{color, swatch},
};

/// Returns the colour of a side of a plane.
pub(in crate::app) fn side_color(branch: Branch, palette: Palette) -> Color32 {
    color(match branch {
        Branch::Front => palette.front(),
        Branch::Back => palette.back(),
    })
}

/// Returns the text colour for a side of a plane.
pub(in crate::app) fn side_ink(branch: Branch, palette: Palette) -> Color32 {
    style::readable_text_color(match branch {
        Branch::Front => palette.front(),
        Branch::Back => palette.back(),
    })
}

/// Returns the letter for a side of a plane in a path.
pub(in crate::app) fn letter(branch: Branch, palette: Palette) -> RichText {
    RichText::new(branch.letter().to_string())
        .monospace()
        .size(12.5)
        .color(side_ink(branch, palette))
}

/// Draws a panel section. Clicking its title collapses or expands it.
pub(in crate::app) fn section(
    ui: &mut Ui,
    section: Section,
    sections: &mut Sections,
    contents: impl FnOnce(&mut Ui),
) {
    let is_open = sections.is_open(section);
    let title = RichText::new(section.title()).strong().size(14.5);
    let header = egui::CollapsingHeader::new(title.color(style::TEXT))
        .default_open(is_open)
        .open(Some(is_open))
        .show_unindented(ui, |ui| {
            ui.add_space(2.0);
            contents(ui);
            ui.add_space(2.0);
        });
    if header.header_response.clicked() {
        sections.toggle(section);
    }
    ui.add(egui::Separator::default().spacing(1.0));
}

/// Draws a part of a card or section that is initially collapsed. Clicking its title expands or collapses it.
pub(in crate::app) fn disclosure(ui: &mut Ui, part: Disclosure, contents: impl FnOnce(&mut Ui)) {
    // The layout copies the expanded parts from the settings and back.
    let mut open: Disclosures = ui.data_mut(|data| data.get_temp(egui::Id::NULL).unwrap_or_default());
    let is_open = open.is_open(part);
    let title = RichText::new(part.title()).size(12.5).color(style::TEXT);
    let header = egui::CollapsingHeader::new(title)
        .id_salt(part)
        .default_open(is_open)
        .open(Some(is_open))
        .show_unindented(ui, contents);
    if header.header_response.clicked() {
        open.toggle(part);
        ui.data_mut(|data| data.insert_temp(egui::Id::NULL, open));
    }
}

/// Draws a button with a tooltip. Returns whether it was clicked.
pub(in crate::app) fn button(ui: &mut Ui, title: impl Into<String>, hint: impl Into<WidgetText>) -> bool {
    clicks(ui, true, Button::new(title.into()), hint)
}

/// Draws a small button like [`button`].
pub(in crate::app) fn small_button(ui: &mut Ui, title: &str, hint: impl Into<WidgetText>) -> bool {
    clicks(ui, true, Button::new(title).small(), hint)
}

/// Draws a button with a tooltip, which is grey if it is not enabled. Returns whether it was clicked.
pub(in crate::app) fn clicks(
    ui: &mut Ui,
    enabled: bool,
    button: Button<'_>,
    hint: impl Into<WidgetText>,
) -> bool {
    ui.add_enabled(enabled, button).on_hover_text(hint).clicked()
}

/// Draws a table whose columns are as narrow as their contents.
pub(in crate::app) fn table(
    ui: &mut Ui,
    (id, columns): (&str, usize),
    spacing: [f32; 2],
    contents: impl FnOnce(&mut Ui),
) {
    let table = egui::Grid::new(id).num_columns(columns).min_col_width(0.0);
    table.spacing(spacing).show(ui, contents);
}

/// Draws a subsection heading.
pub(in crate::app) fn heading(ui: &mut Ui, title: &str) {
    ui.add_space(6.0);
    text(ui, title, style::ACCENT, 13.0);
}

/// Draws a grid of labels and values.
pub(in crate::app) fn rows(ui: &mut Ui, id: &str, contents: impl FnOnce(&mut Ui)) {
    egui::Grid::new(id)
        .num_columns(2)
        .spacing([12.0, 4.0])
        .min_col_width(96.0)
        .show(ui, contents);
}

/// Draws a row of [`rows`], with a definition as a tooltip.
pub(in crate::app) fn row<'a>(ui: &mut Ui, name: &str, value: impl Into<String>, tip: impl Into<Tip<'a>>) {
    let name = style::faint(ui, name);
    let value = ui.label(RichText::new(value).color(style::TEXT));
    add_definition(name.union(value), tip);
    ui.end_row();
}

/// Draws the label of a control, with a definition as a tooltip.
pub(in crate::app) fn draw_control_label<'a>(ui: &mut Ui, name: &str, tip: impl Into<Tip<'a>>) {
    add_definition(style::faint(ui, name), tip);
}

/// Draws the label of a control. If the label contains a term, its definition is the tooltip.
pub(in crate::app) fn name_found(ui: &mut Ui, name: &str) {
    definitions::add_definition_of_found_term(style::faint(ui, name), name);
}

/// Draws a row of [`rows`] that contains a control.
pub(in crate::app) fn control<'a>(
    ui: &mut Ui,
    name: &str,
    tip: impl Into<Tip<'a>>,
    control: impl egui::Widget,
) {
    self::draw_control_label(ui, name, tip);
    ui.add(control);
    ui.end_row();
}

/// Draws the header of a table column, with a definition as a tooltip.
pub(in crate::app) fn head<'a>(ui: &mut Ui, name: &str, tip: impl Into<Tip<'a>>) {
    add_definition(ui.label(RichText::new(name).color(style::FAINT).size(11.5)), tip);
}

/// Draws a checkbox, with a definition as a tooltip. Returns whether the value changed.
pub(in crate::app) fn switch<'a>(ui: &mut Ui, on: &mut bool, name: &str, tip: impl Into<Tip<'a>>) -> bool {
    add_definition(ui.checkbox(on, name), tip).changed()
}

/// Draws a checkbox. If the label contains a term, its definition is the tooltip. Returns whether the value changed.
pub(in crate::app) fn switch_found(ui: &mut Ui, on: &mut bool, name: &str) -> bool {
    definitions::add_definition_of_found_term(ui.checkbox(on, name), name).changed()
}

pub(in crate::app) fn slider<'a>(
    value: &'a mut f32,
    [least, greatest]: [f32; 2],
    unit: &str,
    decimals: usize,
) -> egui::Slider<'a> {
    egui::Slider::new(value, least..=greatest)
        .suffix(unit)
        .max_decimals(decimals)
}

/// Draws a combo box with the current label `chosen`. Each entry has a name and a tooltip. Returns the value of the
/// entry that was clicked.
pub(in crate::app) fn choose<T, H: Into<WidgetText>>(
    ui: &mut Ui,
    id: &str,
    chosen: &str,
    width: f32,
    values: impl IntoIterator<Item = (T, &'static str, H)>,
) -> Option<T> {
    choose_named(ui, (id, ""), chosen, width, values)
}

/// Draws a combo box like [`choose`], with an accessible name for use without a preceding label.
pub(in crate::app) fn choose_named<T, H: Into<WidgetText>>(
    ui: &mut Ui,
    (id, name): (&str, &str),
    chosen: &str,
    width: f32,
    values: impl IntoIterator<Item = (T, &'static str, H)>,
) -> Option<T> {
    let mut clicked = None;
    let combo = egui::ComboBox::from_id_salt(id)
        .width(width)
        .selected_text(chosen)
        .show_ui(ui, |ui| {
            for (value, title, hint) in values {
                let label = ui.selectable_label(title == chosen, title);
                if label.on_hover_text(hint).clicked() {
                    clicked = Some(value);
                }
            }
        });
    if !name.is_empty() {
        let info = || egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, name);
        combo.response.widget_info(info);
    }
    definitions::add_definition_of_found_term(combo.response, chosen);
    clicked
}

/// Draws small, faint, wrapped text.
pub(in crate::app) fn draw_note(ui: &mut Ui, text: impl Into<String>) {
    definitions::draw_wrapped_text_with_terms(ui, text, style::FAINT, 12.0);
}

/// Creates a plot that has no background and ignores pointer input.
pub(in crate::app) fn plot<'a>(id: &str, height: f32) -> egui_plot::Plot<'a> {
    egui_plot::Plot::new(id)
        .height(height)
        .show_background(false)
        .sense(style::CANVAS)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .show_crosshair(false)
}

/// Draws a short line followed by its meaning.
pub(in crate::app) fn line_key(ui: &mut Ui, stroke: Color32, width: f32, text: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let (rect, _) = ui.allocate_exact_size(egui::vec2(22.0, 12.0), Sense::hover());
        ui.painter()
            .hline(rect.x_range(), rect.center().y, egui::Stroke::new(width, stroke));
        definitions::draw_wrapped_text_with_terms(ui, text, style::TEXT, 12.5);
    });
}

/// Draws the colour ramp for a range of depths.
pub(in crate::app) fn draw_depth_ramp(ui: &mut Ui, palette: Palette, [first, last]: [u32; 2], deepest: u32) {
    let width = ui.available_width().min(260.0);
    let (rect, _) = ui.allocate_exact_size(egui::vec2(width, 12.0), Sense::hover());
    let steps = (last - first + 1).min(64);
    let painter = ui.painter();
    for step in 0..steps {
        let part = |step: u32| rect.left() + rect.width() * step as f32 / steps as f32;
        let fill = color(palette.depth(first + step * (last - first) / (steps - 1).max(1)));
        let place = egui::Rect::from_x_y_ranges(part(step)..=part(step + 1) + 0.5, rect.y_range());
        painter.rect_filled(place, 0.0, fill);
    }
    ui.horizontal(|ui| {
        ui.set_width(width);
        let from = match first {
            0 => text!("panel-depth-root").into(),
            _ => first.to_string(),
        };
        let to = match deepest > last {
            true => text!("panel-depth-of-deepest", last, deepest),
            false => text!("panel-depth-last", last),
        };
        text(ui, from, style::FAINT, 11.5);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            text(ui, to, style::FAINT, 11.5);
        });
    });
}

/// Draws the rows of a legend.
pub(in crate::app) fn legend(ui: &mut Ui, legend: &Legend) {
    for row in legend {
        match row {
            Row::Note(text) => draw_note(ui, text),
            Row::Area(rgb, text) => key(ui, color(*rgb), text),
            Row::Line(rgb, width, text) => line_key(ui, color(*rgb), *width, text),
            Row::Ramp(palette, depths, deepest) => draw_depth_ramp(ui, *palette, *depths, *deepest),
            Row::Categories(palette) => {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 2.0;
                    for &rgb in palette.categories() {
                        swatch(ui, color(rgb));
                    }
                });
            }
        }
    }
}

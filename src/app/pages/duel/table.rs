//! Results table, with one row per contestant for its weights and results. The best value in each column is marked.

use bevy_egui::egui::{
    Align, Align2, Button, Checkbox, Color32, DragValue, FontId, Grid, Layout, Rect, Response, RichText, Ui,
    containers::menu::MenuButton, pos2, vec2,
};
use bspwalk_explain::duel::{Column, Contestant, Row};
use bspwalk_session::duel::{Entry, Possible};

use super::plots;
use crate::app::kit::prelude::*;
use crate::app::level::duel::DuelState;

/// Result of the pointer interaction with the table.
#[derive(Default)]
pub(super) struct Answer {
    /// Contestant under the pointer.
    pub(super) hovered: Option<Contestant>,
    /// Contestant whose tree should become the level's tree.
    pub(super) taken: Option<Contestant>,
    /// Index of the row to duplicate with different weights.
    pub(super) doubled: Option<usize>,
    /// Index of the row to remove.
    pub(super) removed: Option<usize>,
}

/// Row height, and space between columns, in points.
const ROW: f32 = 20.0;
const SPACE: f32 = 6.0;

/// Widths of a weight, a result, and everything to the left of the results except the name, in points.
const WEIGHT: f32 = 42.0;
const FIGURE: f32 = 60.0;
const BESIDE: f32 = 228.0;

/// Number of header rows.
const TITLES: usize = 2;

/// Columns to drop, in this order, when not all columns fit. If the remaining columns still do not fit, the table
/// scrolls.
const OPTIONAL: [Column; 9] = [
    Column::Growth,
    Column::Bytes,
    Column::SweepFaces,
    Column::ContactFaces,
    Column::CastFaces,
    Column::Fragments,
    Column::Balance,
    Column::ContactVisits,
    Column::SweepVisits,
];

/// Returns the columns that fit into a width, dropping optional ones where necessary.
fn fitting(room: f32) -> Vec<Column> {
    let mut kept = Column::ALL.to_vec();
    for optional in OPTIONAL {
        if kept.len() as f32 * (FIGURE + SPACE) <= room {
            break;
        }
        kept.retain(|column| *column != optional);
    }
    kept
}

/// Draws the table.
pub(super) fn show(
    ui: &mut Ui,
    duel: &mut DuelState,
    world: &dyn Fn(&Contestant) -> bool,
    hovered: Option<Contestant>,
) -> Answer {
    let width = |entry: &Entry| {
        let (name, font) = (
            entry.contestant.readable_name().to_owned(),
            FontId::proportional(13.0),
        );
        ui.painter().layout_no_wrap(name, font, style::TEXT).size().x
    };
    let widest = duel.entries.iter().map(width).fold(0.0, f32::max);
    // Pair each column with the contestant that has the best value in it.
    let best = |column: Column| {
        let index = column.best(duel.rows());
        (column, index.map(|index| duel.rows()[index].contestant))
    };
    let columns = fitting(ui.available_width() - widest - BESIDE).into_iter();
    let columns: Vec<_> = columns.map(best).collect();
    let is_marked = |entry: &Entry| Some(entry.contestant) == hovered;
    let marked = duel.entries.iter().position(is_marked);
    let mut answer = Answer::default();
    let mut entries = duel.entries.clone();
    Grid::new("duel figures")
        .min_col_width(0.0)
        .min_row_height(ROW)
        .spacing([SPACE, 0.0])
        .with_row_color(move |row, _| {
            let index = row.checked_sub(TITLES)?;
            if Some(index) == marked {
                Some(Color32::from_rgb(34, 42, 54))
            } else {
                (index % 2 == 1).then_some(Color32::from_rgb(20, 24, 31))
            }
        })
        .show(ui, |ui| {
            ui.spacing_mut().button_padding.y = 1.0;
            titles(ui, &columns);
            for (index, entry) in entries.iter_mut().enumerate() {
                let start = ui.cursor().min;
                let row = Rect::from_min_max(start, pos2(ui.max_rect().right(), start.y + ROW));
                if ui.rect_contains_pointer(row) {
                    answer.hovered = Some(entry.contestant);
                }
                let tick = ui.add(Checkbox::without_text(&mut entry.ticked));
                let tick = tick.on_hover_text(text!("duelpage-takes-part"));
                style::set_accessible_name(tick, &entry.contestant.label());
                let has_depths = duel.row(&entry.contestant).is_some_and(Row::has_tree);
                plots::swatch(ui, index, has_depths);
                name(ui, entry.contestant, world, &mut answer);
                weights(ui, &mut entry.contestant);
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 2.0;
                    let mut clicks = |sign, hint| style::hinted(ui.small_button(sign), hint).clicked();
                    if entry.contestant.weights().is_some() && clicks("+", text!("duelpage-another")) {
                        answer.doubled = Some(index);
                    }
                    if entry.added && clicks("−", text!("duelpage-remove")) {
                        answer.removed = Some(index);
                    }
                });
                figures(ui, duel, entry.contestant, &columns);
                ui.end_row();
            }
        });
    duel.entries = entries;
    add_rule(ui, duel);
    if duel.rows().is_empty() {
        for entry in &duel.entries {
            let (name, what) = (entry.contestant.label(), entry.contestant.description());
            widgets::draw_note(ui, text!("duelpage-rule-does", name, what));
        }
    }
    answer
}

/// Draws the menu for adding contestants to the table.
fn add_rule(ui: &mut Ui, duel: &mut DuelState) {
    let addable: Vec<Possible> = duel.addable().collect();
    if addable.is_empty() {
        return;
    }
    let mut chosen = None;
    let (button, _) = MenuButton::new(text!("duelpage-add-rule")).ui(ui, |ui| {
        for Possible { contestant, is_slow } in addable {
            let what = contestant.description();
            let hint = match is_slow {
                true => text!("duelpage-it-is-slow", what),
                false => text!("duelpage-it", what),
            };
            if widgets::button(ui, contestant.readable_name(), hint) {
                chosen = Some(contestant);
            }
        }
    });
    button.on_hover_text(text!("duelpage-add-rule-hint"));
    if let Some(contestant) = chosen {
        duel.add(contestant);
    }
}

/// Draws the two header rows: the kinds of query, and the column titles.
fn titles(ui: &mut Ui, columns: &[(Column, Option<Contestant>)]) {
    let title = |text: &str, color: Color32| RichText::new(text).size(11.5).color(color);
    for _ in 0..6 {
        ui.label("");
    }
    let mut last = "";
    for (column, _) in columns {
        let [kind, _] = column.title();
        figure(ui, title(if kind == last { "" } else { kind }, style::TEXT));
        last = kind;
    }
    ui.end_row();
    for _ in 0..3 {
        ui.label("");
    }
    for (text, term) in [
        (text!("duelpage-cut-weight"), Term::CutWeight),
        (text!("duelpage-imbalance-weight"), Term::ImbalanceWeight),
    ] {
        ui.label(title(text, style::FAINT))
            .on_hover_text(term.definition());
    }
    ui.label("");
    for (column, _) in columns {
        let [_, name] = column.title();
        figure(ui, title(name, style::FAINT)).on_hover_text(column.description());
    }
    ui.end_row();
}

/// Draws right-aligned text in a cell.
fn figure(ui: &mut Ui, text: RichText) -> Response {
    let layout = Layout::right_to_left(Align::Center);
    let cell = ui.allocate_ui_with_layout(vec2(FIGURE, ROW), layout, |ui| {
        ui.set_min_width(FIGURE);
        ui.label(text)
    });
    cell.inner
}

/// Draws a contestant's name. Clicking the name makes its tree the level's tree.
fn name(ui: &mut Ui, contestant: Contestant, world: &dyn Fn(&Contestant) -> bool, answer: &mut Answer) {
    let is_here = world(&contestant);
    let does = text!(
        "duelpage-row",
        contestant = contestant.to_string(),
        mark = contestant.kind().title(),
        what = contestant.description()
    );
    let hint = match contestant {
        Contestant::Other(_) => text!("duelpage-other", what = contestant.description()),
        _ if !contestant.kind().is_bsp() => does,
        _ if is_here => text!("duelpage-is-own", does),
        _ => text!("duelpage-make-own", does),
    };
    let text = RichText::new(contestant.readable_name()).size(13.0);
    let text = if is_here {
        text.strong().color(style::WHITE)
    } else {
        text.color(style::TEXT)
    };
    let button = ui.add(Button::selectable(is_here, text)).on_hover_text(hint);
    if button.clicked() && contestant.kind().is_bsp() {
        answer.taken = Some(contestant);
    }
}

/// Draws the editable weights of a rule.
fn weights(ui: &mut Ui, contestant: &mut Contestant) {
    let Some(mut weights) = contestant.weights() else {
        ui.label("");
        ui.label("");
        return;
    };
    let terms = [Term::CutWeight, Term::ImbalanceWeight];
    for (value, term) in weights.iter_mut().zip(terms) {
        let drag = DragValue::new(value).speed(0.05).range(0.0..=1.0e6);
        let drag = ui.add_sized([WEIGHT, ROW - 2.0], drag.max_decimals(3));
        style::set_accessible_name(drag.on_hover_text(term.definition()), term.name());
    }
    if Some(weights) != contestant.weights() {
        *contestant = contestant.with_weights(weights);
    }
}

/// Draws the results of a contestant, or the reason why it has no results.
fn figures(ui: &mut Ui, duel: &DuelState, contestant: Contestant, columns: &[(Column, Option<Contestant>)]) {
    let row = duel.row(&contestant);
    let is_running = duel.running_contestant() == Some(contestant);
    let running = is_running.then(|| (text!("duelpage-is-asked"), style::ACCENT));
    let failure = duel.failure(&contestant).map(|reason| (reason, style::ALARM));
    let instead = failure.or(running);
    if let (None, Some((text, color))) = (row, instead) {
        let at = ui.cursor().min + vec2(SPACE, 0.5 * ROW);
        let font = FontId::proportional(12.0);
        ui.painter().text(at, Align2::LEFT_CENTER, text, font, color);
    }
    for &(column, best) in columns {
        let text = row.map_or_else(String::new, |row| column.text(row));
        let text = RichText::new(text).size(12.0);
        let text = if best == Some(contestant) {
            let ground = Color32::from_rgb(24, 58, 82);
            text.color(style::BETTER).background_color(ground)
        } else {
            text.color(style::TEXT)
        };
        let spread = row.and_then(|row| column.spread(row));
        let spread = spread.map_or_else(String::new, |spread| format!("{spread}. "));
        let hint = match row.and_then(|row| column.missing(row)) {
            Some(reason) => format!("{reason} {}", column.description()),
            None => format!("{spread}{}", column.description()),
        };
        figure(ui, text).on_hover_text(hint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_dropped_in_order_to_fit() {
        let fit = |columns: f32| fitting(columns * (FIGURE + SPACE));
        let counts = [17.0, 16.9, 13.5, 0.0].map(|columns| fit(columns).len());
        assert_eq!(counts, [17, 16, 13, 8]);
        assert!(!fit(16.0).contains(&Column::Growth));
        assert!(fit(16.0).contains(&Column::Bytes));
    }
}

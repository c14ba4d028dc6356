//! Results table: one row per contestant with its weights and figures. The best value of each column is marked.

use bevy_egui::egui::{
    self, Align2, Button, Checkbox, Color32, DragValue, FontId, Id, Rect, Sense, Ui, pos2, vec2,
};
use bspwalk_explain::{
    duel::{Column, Contestant, Query, Row, TreeKind},
    glossary::Term,
};
use bspwalk_text::text;

use super::plots;
use crate::app::{duel::DuelState, hud::style};

/// Pointer interaction with the table.
#[derive(Default)]
pub(super) struct Answer {
    /// Contestant under the pointer.
    pub(super) hovered: Option<Contestant>,
    /// Contestant whose tree becomes the tree of the level.
    pub(super) taken: Option<Contestant>,
    /// Row to duplicate with other weights.
    pub(super) doubled: Option<usize>,
    /// Row to remove.
    pub(super) removed: Option<usize>,
}

/// Heights of a row and of a title line, and the space between columns, in points.
const ROW: f32 = 20.0;
const TITLE: f32 = 16.0;
const SPACE: f32 = 12.0;

/// Widths of the checkbox, the line sample, a weight and the duplicate button, in points.
const TICK: f32 = 20.0;
const SWATCH: f32 = 16.0;
const WEIGHT: f32 = 46.0;
const DOUBLE: f32 = 20.0;

/// Returns title and definition of the cut weight and the imbalance weight.
fn weight_titles() -> [(&'static str, &'static str); 2] {
    [
        ("cut", Term::CutWeight.definition()),
        ("unbal.", Term::ImbalanceWeight.definition()),
    ]
}

fn font(size: f32) -> FontId {
    FontId::proportional(size)
}

/// Returns the width of a text in points.
fn width(ui: &Ui, text: &str, size: f32) -> f32 {
    let galley = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font(size), style::TEXT);
    galley.size().x
}

/// Columns to drop, in this order, when not all of them fit. If the rest still does not fit, the table scrolls.
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

/// Positions of the columns, in points from the left.
struct Columns {
    name: f32,
    weights: f32,
    /// Visible figure columns, each with its left and right edge.
    figures: Vec<(Column, [f32; 2])>,
    end: f32,
}

impl Columns {
    fn new(ui: &Ui, duel: &DuelState) -> Self {
        let names = duel.entries.iter().map(|entry| entry.contestant.to_string());
        let widest = names.map(|name| width(ui, &name, 13.0)).fold(60.0, f32::max);
        let name = TICK + SWATCH;
        let weights = name + widest + 22.0;
        let first = weights + 2.0 * WEIGHT + DOUBLE + 4.0;
        let widths = Column::ALL.map(|column| {
            let texts = duel.rows().iter().map(|row| width(ui, &column.text(row), 12.0));
            let title = width(ui, column.title()[1], 11.5);
            (column, texts.fold(title, f32::max) + SPACE)
        });
        let fit = fitting(&widths, ui.available_width() - first);
        let mut end = first;
        let figures = fit.into_iter().map(|(column, width)| {
            let left = end;
            end += width;
            (column, [left, end])
        });
        let figures = figures.collect();
        Self {
            name,
            weights,
            figures,
            end,
        }
    }

    /// Returns the left and right edge of the adjacent columns of a query kind.
    fn of_kind(&self, kind: &str) -> Option<[f32; 2]> {
        let mut of = self
            .figures
            .iter()
            .filter(|(column, _)| column.title()[0] == kind);
        let first = of.next()?.1;
        Some([first[0], of.next_back().map_or(first[1], |last| last.1[1])])
    }
}

/// Returns the columns that fit into a width, leaving out optional ones where necessary.
fn fitting(widths: &[(Column, f32)], room: f32) -> Vec<(Column, f32)> {
    let mut kept = widths.to_vec();
    for optional in OPTIONAL {
        if kept.iter().map(|(_, width)| width).sum::<f32>() <= room {
            break;
        }
        kept.retain(|(column, _)| *column != optional);
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
    let columns = Columns::new(ui, duel);
    let size = vec2(columns.end, 2.0 * TITLE + ROW * duel.entries.len() as f32 + 4.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    titles(ui, rect, &columns);
    let best = Column::ALL.map(|column| {
        column
            .best(duel.rows())
            .map(|index| duel.rows()[index].contestant)
    });
    let mut answer = Answer::default();
    let (mut entries, count) = (duel.entries.clone(), duel.entries.len());
    for (index, entry) in entries.iter_mut().enumerate() {
        let top = rect.top() + 2.0 * TITLE + ROW * index as f32;
        let line = Rect::from_min_size(pos2(rect.left(), top), vec2(columns.end, ROW));
        if ui.rect_contains_pointer(line) {
            answer.hovered = Some(entry.contestant);
        }
        let is_hovered = hovered == Some(entry.contestant);
        if is_hovered || index % 2 == 1 {
            let fill = if is_hovered {
                Color32::from_rgb(34, 42, 54)
            } else {
                Color32::from_rgb(20, 24, 31)
            };
            ui.painter().rect_filled(line, 3.0, fill);
        }
        let at = |left: f32, width: f32| {
            Rect::from_min_size(pos2(rect.left() + left, top + 1.0), vec2(width, ROW - 2.0))
        };
        let tick = Checkbox::without_text(&mut entry.ticked);
        let tick = ui
            .put(at(0.0, TICK), tick)
            .on_hover_text(text!("duelpage-takes-part"));
        style::named(tick, &entry.contestant.to_string());
        let has_depths = duel.row(&entry.contestant).is_some_and(Row::has_tree);
        plots::swatch(ui, at(TICK, SWATCH), index, has_depths);
        name(
            ui,
            at(columns.name, columns.weights - columns.name - 4.0),
            entry.contestant,
            world,
            &mut answer,
        );
        weights(ui, &at, &columns, &mut entry.contestant);
        if entry.contestant.weights().is_some() {
            let (sign, hint) = if entry.added {
                ("−", text!("duelpage-remove"))
            } else {
                ("+", text!("duelpage-another"))
            };
            let place = at(columns.weights + 2.0 * WEIGHT + 2.0, DOUBLE - 2.0);
            let button = ui.put(place, Button::new(sign).small());
            if style::hinted(button, hint).clicked() {
                if entry.added {
                    answer.removed = Some(index);
                } else {
                    answer.doubled = Some(index);
                }
            }
        }
        figures(ui, duel, entry.contestant, (&columns, line), &best);
    }
    debug_assert_eq!(count, entries.len());
    duel.entries = entries;
    answer
}

fn titles(ui: &mut Ui, rect: Rect, columns: &Columns) {
    let title = |ui: &mut Ui, [left, right]: [f32; 2], line: u8, text: &str, hint: &str| {
        let top = rect.top() + TITLE * f32::from(line);
        let place = Rect::from_x_y_ranges(rect.left() + left..=rect.left() + right, top..=top + TITLE);
        let at = place.right_center();
        ui.painter()
            .text(at, Align2::RIGHT_CENTER, text, font(11.5), style::FAINT);
        let id = Id::new(("duel title", line, (left * 8.0) as i32));
        ui.interact(place, id, Sense::hover()).on_hover_text(hint);
    };
    for (index, (text, hint)) in weight_titles().into_iter().enumerate() {
        let left = columns.weights + WEIGHT * index as f32;
        title(ui, [left, left + WEIGHT - 8.0], 1, text, hint);
    }
    for &(column, place) in &columns.figures {
        title(ui, place, 1, column.title()[1], column.description());
    }
    // Group title over the columns of a query kind.
    for kind in Query::ALL.map(Query::name) {
        let Some([left, right]) = columns.of_kind(kind) else {
            continue;
        };
        let [left, right] = [left + SPACE, right].map(|x| rect.left() + x);
        let middle = pos2(0.5 * (left + right), rect.top() + 0.5 * TITLE);
        let painter = ui.painter();
        painter.text(middle, Align2::CENTER_CENTER, kind, font(11.5), style::TEXT);
        let bottom = rect.top() + TITLE - 1.0;
        painter.hline(left..=right, bottom, egui::Stroke::new(1.0, style::LINE));
    }
}

/// Draws the name. Clicking it makes this tree the tree of the level.
fn name(
    ui: &mut Ui,
    place: Rect,
    contestant: Contestant,
    world: &dyn Fn(&Contestant) -> bool,
    answer: &mut Answer,
) {
    let is_here = world(&contestant);
    let does = text!(
        "duelpage-row",
        contestant,
        mark = contestant.kind().title(),
        what = contestant.description()
    );
    let hint = match contestant.kind() {
        TreeKind::None => does,
        _ if is_here => text!("duelpage-is-own", does),
        _ => text!("duelpage-make-own", does),
    };
    let text = egui::RichText::new(contestant.to_string()).size(13.0);
    let text = if is_here {
        text.strong().color(style::WHITE)
    } else {
        text.color(style::TEXT)
    };
    let button = Button::selectable(is_here, text).sense(Sense::click());
    let clicked = ui
        .scope_builder(egui::UiBuilder::new().max_rect(place), |ui| {
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(button)
            })
            .inner
        })
        .inner
        .on_hover_text(hint)
        .clicked();
    if clicked && contestant.kind() != TreeKind::None {
        answer.taken = Some(contestant);
    }
}

/// Draws editable weights of a rule.
fn weights(ui: &mut Ui, at: &dyn Fn(f32, f32) -> Rect, columns: &Columns, contestant: &mut Contestant) {
    let Some(mut weights) = contestant.weights() else {
        return;
    };
    let terms = [Term::CutWeight, Term::ImbalanceWeight].map(Term::name);
    for (index, (value, (_, hint))) in weights.iter_mut().zip(weight_titles()).enumerate() {
        let place = at(columns.weights + WEIGHT * index as f32, WEIGHT - 4.0);
        let drag = DragValue::new(value)
            .speed(0.05)
            .range(0.0..=1.0e6)
            .max_decimals(3);
        style::named(ui.put(place, drag).on_hover_text(hint), terms[index]);
    }
    if Some(weights) != contestant.weights() {
        *contestant = contestant.with_weights(weights);
    }
}

/// Draws the figures of a contestant, or the reason why there are none.
fn figures(
    ui: &mut Ui,
    duel: &DuelState,
    contestant: Contestant,
    (columns, line): (&Columns, Rect),
    best: &[Option<Contestant>],
) {
    let middle = line.center().y;
    let Some(row) = duel.row(&contestant) else {
        let first = columns.figures.first().map_or(columns.end, |(_, place)| place[0]) + SPACE;
        let (text, color) = match duel.failure(&contestant) {
            Some(reason) => (reason, style::ALARM),
            None if duel.now() == Some(contestant) => (text!("duelpage-is-asked"), style::ACCENT),
            None => return,
        };
        let place = line.with_min_x(line.left() + first);
        let painter = ui.painter().with_clip_rect(place.intersect(ui.clip_rect()));
        painter.text(place.left_center(), Align2::LEFT_CENTER, text, font(12.0), color);
        return;
    };
    for ((column, [left, right]), best) in columns.figures.iter().zip(best) {
        let is_best = *best == Some(contestant);
        let place = Rect::from_x_y_ranges(line.left() + left..=line.left() + right, line.y_range());
        if is_best {
            let mark = place
                .shrink2(vec2(0.0, 2.0))
                .with_min_x(place.left() + 0.5 * SPACE);
            let mark = mark.with_max_x(place.right() + 4.0);
            ui.painter().rect_filled(mark, 3.0, Color32::from_rgb(24, 58, 82));
        }
        let color = if is_best { style::BETTER } else { style::TEXT };
        let text = column.text(row);
        ui.painter().text(
            pos2(place.right(), middle),
            Align2::RIGHT_CENTER,
            text,
            font(12.0),
            color,
        );
        let id = Id::new(("duel figure", *column, line.top() as i32));
        let spread = column
            .spread(row)
            .map_or(String::new(), |spread| format!("{spread}. "));
        ui.interact(place, id, Sense::hover())
            .on_hover_text(format!("{spread}{}", column.description()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_in_their_order_until_the_rest_fits() {
        let widths = Column::ALL.map(|column| (column, 10.0));
        let kept = |room: f32| fitting(&widths, room).len();
        assert_eq!(
            [kept(140.0), kept(139.0), kept(105.0), kept(0.0)],
            [14, 13, 10, 8]
        );
        let fit = fitting(&widths, 165.0);
        assert!(!fit.iter().any(|(column, _)| *column == Column::Growth));
        assert!(fit.iter().any(|(column, _)| *column == Column::Bytes));
    }
}

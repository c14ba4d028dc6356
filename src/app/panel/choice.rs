//! The candidates at a node: a table of what was considered, and the button that takes another one.

use bevy_egui::egui::{self, Ui};
use bspwalk_explain::{
    decisions::{Scoring, considered},
    glossary::Term,
};
use bspwalk_trees::recording::Decision;

use super::widgets::{self, Tip};
use bspwalk_progress::words::count;

use crate::app::hud::style;

/// The columns of the rows, with their terms and what is counted.
const COLUMNS: [(&str, Term, &str); 5] = [
    (
        "plane",
        Term::Candidate,
        "One across an axis is named by where it crosses the axis. Behind a face, in brackets: how many other faces lie on it.",
    ),
    ("score", Term::Score, ""),
    (
        "front",
        Term::Front,
        "Pieces of the sample wholly in front of the plane.",
    ),
    ("back", Term::Back, "Pieces of the sample wholly behind it."),
    (
        "cut",
        Term::Split,
        "Pieces of the sample that it would cut in two.",
    ),
];

/// What the pointer does to the candidates, by their places in the decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pointed {
    /// The one whose row it is over.
    pub(super) hovered: Option<usize>,
    /// The one whose button was clicked.
    pub(super) taken: Option<usize>,
}

/// Draws the table of candidates; with what a button says, each but the chosen one has the button.
pub(super) fn show(ui: &mut Ui, decision: &Decision, scoring: &Scoring, button: Option<Tip<'_>>) -> Pointed {
    let mut pointed = Pointed::default();
    let Some(table) = considered(decision, scoring) else {
        return pointed;
    };
    widgets::text(ui, &*table.title, style::TEXT, 12.5);
    widgets::note(ui, &table.caption);
    egui::Grid::new("candidates")
        .num_columns(COLUMNS.len() + 1)
        .min_col_width(0.0)
        .spacing([7.0, 1.0])
        .show(ui, |ui| {
            for (title, term, counted) in COLUMNS {
                widgets::head(ui, title, Tip::with(term, counted));
            }
            ui.end_row();
            for (row, &place) in table.rows.iter().zip(&table.places) {
                let is_chosen = place == decision.chosen as usize;
                let color = if is_chosen { style::ACCENT } else { style::TEXT };
                let top = ui.cursor().min;
                for cell in row {
                    widgets::text(ui, &**cell, color, 12.0);
                }
                if let Some(tip) = button.clone().filter(|_| !is_chosen)
                    && widgets::define(ui.small_button("try"), tip).clicked()
                {
                    pointed.taken = Some(place);
                }
                let end = egui::pos2(
                    ui.max_rect().right(),
                    top.y + ui.spacing().interact_size.y.min(17.0),
                );
                if ui.rect_contains_pointer(egui::Rect::from_min_max(top, end)) {
                    pointed.hovered = Some(place);
                }
                ui.end_row();
            }
        });
    if table.more > 0 {
        widgets::note(ui, format!("and {} more", count(table.more as u64)));
    }
    pointed
}

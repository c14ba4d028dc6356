//! Candidate planes at a node: a table of the planes considered, with buttons for trying others.

use bevy_egui::egui::{self, Ui};
use bspwalk_explain::decisions::{Scoring, find_considered_planes};
use bspwalk_explain::glossary::Term;
use bspwalk_text::{text, words::count};
use bspwalk_trees::recording::Decision;

use super::widgets::{self, Tip};

use crate::app::{input::settings::Disclosure, kit::style};

/// Hovered and clicked candidates, as indices into the decision's candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct Pointed {
    /// Candidate under the pointer.
    pub(in crate::app) hovered: Option<usize>,
    /// Candidate whose button was clicked.
    pub(in crate::app) taken: Option<usize>,
}

/// Draws the table of candidates. If `button` is given, every candidate that is not chosen has a button with this
/// tooltip. The score formula is initially collapsed.
pub(in crate::app) fn show(
    ui: &mut Ui,
    decision: &Decision,
    scoring: &Scoring,
    button: Option<Tip<'_>>,
) -> Pointed {
    let mut pointed = Pointed::default();
    let Some(table) = find_considered_planes(decision, scoring) else {
        return pointed;
    };
    widgets::text(ui, &*table.title, style::TEXT, 12.5);
    widgets::draw_note(ui, &table.caption);
    widgets::table(ui, ("candidates", 6), [7.0, 1.0], |ui| {
        for (title, term, counted) in [
            (text!("panel-plane"), Term::Candidate, text!("panel-plane-hint")),
            (text!("panel-score"), Term::Score, ""),
            (text!("panel-front"), Term::Front, text!("panel-front-hint")),
            (text!("panel-back"), Term::Back, text!("panel-back-hint")),
            (text!("panel-cut"), Term::Split, text!("panel-cut-hint")),
        ] {
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
                && widgets::add_definition(ui.small_button(text!("panel-try")), tip).clicked()
            {
                pointed.taken = Some(place);
            }
            let height = ui.spacing().interact_size.y.min(17.0);
            let end = egui::pos2(ui.max_rect().right(), top.y + height);
            if ui.rect_contains_pointer(egui::Rect::from_min_max(top, end)) {
                pointed.hovered = Some(place);
            }
            ui.end_row();
        }
    });
    if table.more > 0 {
        widgets::draw_note(ui, text!("panel-more", more = count(table.more as u64)));
    }
    widgets::disclosure(ui, Disclosure::Score, |ui| widgets::draw_note(ui, &table.score));
    pointed
}

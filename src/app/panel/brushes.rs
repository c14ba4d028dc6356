//! The dearest brushes of a map: what each costs, what is saved where it is detail, and the buttons; what the last save changed.

use bevy_egui::egui::{self, Button, RichText, Ui};
use bspwalk_explain::{brush_costs::map_box, glossary::Term};
use bspwalk_progress::words::{count, counted};
use bspwalk_session::brush_survey::{BrushSurvey, MEASURED};

use super::{
    data::{Controls, PanelData, PanelMessages},
    widgets,
};
use crate::app::{
    brushes::{BrushRequest, has_brushes},
    hud::style,
    state::OpenedLevel,
};

/// How many brushes are listed.
const LISTED: usize = 12;

/// Height of the list before it scrolls, in points.
const HEIGHT: f32 = 220.0;

/// Draws what concerns the brushes of a map, and nothing for other levels.
pub(super) fn contents(
    ui: &mut Ui,
    current: &OpenedLevel,
    (data, controls): (&PanelData<'_, '_>, &mut Controls<'_, '_>),
    messages: &mut PanelMessages<'_>,
) {
    if let Some(save) = data.saves.latest() {
        widgets::note(ui, format!("Last save. {}", save.sentence));
        let mut is_drawn = controls.drawn_save.0;
        let hint = "Draws what came in one colour, and what is gone with dashes: faces, portals, and in the model what became solid.";
        let tip = widgets::Tip::with(Term::SolidLeaf, hint);
        if widgets::switch(ui, &mut is_drawn, "Show it in the level", tip) {
            controls.drawn_save.0 = is_drawn;
        }
    }
    if !has_brushes(current) {
        return;
    }
    egui::CollapsingHeader::new(RichText::new("Dearest brushes").color(style::TEXT))
        .id_salt("brushes")
        .show(ui, |ui| {
            if let Some(status) = data.brushes.status() {
                ui.add(style::bar(ui, status.fraction).text(RichText::new(status.phase).size(12.0)));
                if ui.small_button("Cancel").clicked() {
                    messages.brushes.write(BrushRequest::Cancel);
                }
                return;
            }
            let (label, found) = match data.brushes.found(current) {
                None => ("Measure", None),
                found => ("Measure again", found),
            };
            let hint = format!(
                "Counts what the sides of each brush cost in the trees, and builds the level anew with each of the {MEASURED} \
                 dearest as func_detail."
            );
            let button = ui.small_button(label);
            if button.clicked() {
                messages.brushes.write(BrushRequest::Survey);
            }
            widgets::define(button, widgets::Tip::with(Term::Structural, hint));
            if let Some(found) = found {
                list(ui, found, messages);
            }
        });
}

/// The brushes that were found.
fn list(ui: &mut Ui, found: &BrushSurvey, messages: &mut PanelMessages<'_>) {
    if found.dearest.is_empty() {
        widgets::note(ui, "No brush divides space alone.");
    }
    egui::ScrollArea::vertical()
        .id_salt("brush list")
        .max_height(HEIGHT)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for number in found.listed().take(LISTED) {
                row(ui, found, number, messages);
            }
        });
}

/// A brush: what is counted of it, and what was measured.
fn row(ui: &mut Ui, found: &BrushSurvey, number: u32, messages: &mut PanelMessages<'_>) {
    let survey = &found.survey;
    let (Some(brush), Some(counts)) = (
        survey.map.brushes.get(number as usize),
        survey.counts.get(number as usize),
    ) else {
        return;
    };
    let title = format!(
        "{number}: {} of the PVS, {}",
        counted(counts.pvs_steps, "step"),
        counted(counts.portals, "portal")
    );
    let hint = format!(
        "Brush {number} of the file, line {}: {}, {}, of {}. {} A click shows it.",
        count(brush.line as u64),
        map_box(brush),
        brush.texture,
        brush.class,
        counted(counts.cuts, "piece") + " of faces cut.",
    );
    ui.horizontal(|ui| {
        let show = Button::new(RichText::new(title).size(12.5)).truncate();
        if ui.add(show).on_hover_text(hint).clicked() {
            messages.brushes.write(BrushRequest::Show(number));
        }
        let hint =
            "Writes a copy of the map beside it, in which this brush is func_detail; the map stays as it is.";
        if ui.small_button("Copy…").on_hover_text(hint).clicked() {
            messages.brushes.write(BrushRequest::Write(number));
        }
    });
    let measured = found.savings.iter().find(|saving| saving.brushes == [number]);
    if let Some(saving) = measured {
        widgets::note(ui, format!("As detail: {}.", saving.changes()));
        if let Some(warning) = saving.warning() {
            widgets::text(ui, format!("But {warning}."), style::ALARM, 12.0);
        }
    }
}

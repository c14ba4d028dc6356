//! The dearest brushes of a map: what each costs, what is saved where it is detail, and the buttons; what the last save changed.

use bevy_egui::egui::{self, Button, RichText, Ui};
use bspwalk_explain::{brush_costs::map_box, glossary::Term};
use bspwalk_progress::words::{count, counted};
use bspwalk_session::brush_survey::{BrushSurvey, MEASURED};
use bspwalk_text::text;

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
        widgets::note(ui, text!("panel-last-save", what = save.sentence));
        let mut is_drawn = controls.drawn_save.0;
        let hint = text!("panel-last-save-hint");
        let tip = widgets::Tip::with(Term::SolidLeaf, hint);
        if widgets::switch(ui, &mut is_drawn, text!("panel-last-save-show"), tip) {
            controls.drawn_save.0 = is_drawn;
        }
    }
    if !has_brushes(current) {
        return;
    }
    egui::CollapsingHeader::new(RichText::new(text!("panel-dearest")).color(style::TEXT))
        .id_salt("brushes")
        .show(ui, |ui| {
            if let Some(status) = data.brushes.status() {
                ui.add(style::bar(ui, status.fraction).text(RichText::new(status.phase).size(12.0)));
                if ui.small_button(text!("duelpage-cancel")).clicked() {
                    messages.brushes.write(BrushRequest::Cancel);
                }
                return;
            }
            let (label, found) = match data.brushes.found(current) {
                None => (text!("panel-measure"), None),
                found => (text!("panel-measure-again"), found),
            };
            let hint = text!("panel-measure-hint", most = MEASURED);
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
        widgets::note(ui, text!("panel-no-brush"));
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
    let title = text!(
        "panel-brush",
        number,
        steps = counted(counts.pvs_steps, "step"),
        portals = counted(counts.portals, "portal")
    );
    let hint = text!(
        "panel-brush-hint",
        number,
        line = count(brush.line as u64),
        size = map_box(brush),
        texture = brush.texture,
        class = brush.class,
        cuts = counted(counts.cuts, "piece")
    );
    ui.horizontal(|ui| {
        let show = Button::new(RichText::new(title).size(12.5)).truncate();
        if ui.add(show).on_hover_text(hint).clicked() {
            messages.brushes.write(BrushRequest::Show(number));
        }
        let hint = text!("panel-copy-hint");
        if ui.small_button(text!("panel-copy")).on_hover_text(hint).clicked() {
            messages.brushes.write(BrushRequest::Write(number));
        }
    });
    let measured = found.savings.iter().find(|saving| saving.brushes == [number]);
    if let Some(saving) = measured {
        widgets::note(ui, text!("panel-as-detail", changes = saving.changes()));
        if let Some(warning) = saving.warning() {
            widgets::text(ui, text!("panel-but", warning), style::ALARM, 12.0);
        }
    }
}

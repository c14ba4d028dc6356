//! The most expensive brushes of a map with their costs, verdicts and buttons; changes of the last save.

use bevy_egui::egui::{self, Response, RichText, Sides, Ui};
use bspwalk_explain::{
    brush_costs::{Row, Verdict, map_box},
    glossary::Term,
};
use bspwalk_progress::words::{capitalized, count, counted};
use bspwalk_session::brush_survey::{BrushSurvey, MEASURED};
use bspwalk_text::text;

use super::data::{Controls, PanelData, PanelMessages};
use crate::app::kit::widgets;
use crate::app::{
    host::state::OpenedLevel,
    kit::style,
    level::brushes::{BrushRequest, has_brushes},
};

/// Number of brushes listed.
const LISTED: usize = 12;

/// Height of the list before it scrolls, in points.
const HEIGHT: f32 = 220.0;

/// Draws the brush survey of a map, and nothing for other levels.
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

/// Draws the list of brushes.
fn list(ui: &mut Ui, found: &BrushSurvey, messages: &mut PanelMessages<'_>) {
    if found.dearest.is_empty() {
        widgets::note(ui, text!("panel-no-brush"));
    }
    egui::ScrollArea::vertical()
        .id_salt("brush list")
        .max_height(HEIGHT)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for listed in found.rows().into_iter().take(LISTED) {
                row(ui, &listed, messages);
            }
        });
}

/// Draws a brush: its counts, its buttons, and the verdict with the figures measured.
fn row(ui: &mut Ui, row: &Row<'_>, messages: &mut PanelMessages<'_>) {
    let Row {
        number,
        brush,
        counts,
        saving,
    } = *row;
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
    let [show, copy] = buttons(ui, title);
    if show.on_hover_text(hint).clicked() {
        messages.brushes.write(BrushRequest::Show(number));
    }
    if copy.on_hover_text(text!("panel-copy-hint")).clicked() {
        messages.brushes.write(BrushRequest::Write(number));
    }
    if let Some(saving) = saving {
        let color = match saving.verdict() {
            Verdict::MakeDetail => style::TEXT,
            _ => style::FAINT,
        };
        let advice = capitalized(&saving.advice());
        widgets::text(ui, text!("panel-brush-advice", advice), color, 12.0);
        widgets::note(ui, text!("panel-as-detail", changes = saving.changes()));
    }
}

/// Draws the button that shows a brush, and at the right edge the one that writes a copy of the map. The title is
/// truncated to fit.
fn buttons(ui: &mut Ui, title: String) -> [Response; 2] {
    let (show, copy) = Sides::new().shrink_left().truncate().show(
        ui,
        |ui| ui.button(RichText::new(title).size(12.5)),
        |ui| ui.small_button(text!("panel-copy")),
    );
    [show, copy]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copy_button_stays_inside_the_panel() {
        let context = egui::Context::default();
        let width = 240.0;
        for title in [
            "17: 1 step",
            "1,234: 1,204,563 steps of the PVS, 1,234 portals, and more",
        ] {
            let mut placed = None;
            let input = egui::RawInput {
                screen_rect: Some(egui::Rect::from_min_size(
                    egui::Pos2::ZERO,
                    egui::vec2(width, 100.0),
                )),
                ..egui::RawInput::default()
            };
            let _output = context.run_ui(input, |ui| {
                let [show, copy] = buttons(ui, title.to_owned());
                placed = Some((ui.max_rect(), show.rect, copy.rect));
            });
            let (panel, show, copy) = placed.expect("it is drawn");
            assert!(
                copy.right() <= panel.right() + 0.5,
                "{title}: {copy:?} in {panel:?}"
            );
            assert!(show.right() <= copy.left(), "{title}: {show:?}, {copy:?}");
        }
    }
}

//! Selects two rules whose trees are compared in the level.

use bevy::prelude::MessageWriter;
use bevy_egui::egui::{Button, ComboBox, RichText, Ui};
use bspwalk_explain::duel::Contestant;
use bspwalk_text::text;

use super::labels::label;
use crate::app::{
    kit::style,
    level::duel::{AskDuel, DuelState},
};

/// Width of a combo box, in points.
const CHOICE: f32 = 170.0;

/// Draws the two combo boxes and the button that starts or ends the comparison.
pub(super) fn show(ui: &mut Ui, duel: &mut DuelState, ask: &mut MessageWriter<'_, AskDuel>) {
    let comparable = duel.comparable();
    let heat = &mut duel.heat;
    ui.horizontal_wrapped(|ui| {
        label(ui, text!("duelpage-heat-title"), text!("duelpage-heat-hint"));
        let Some(pair) = heat.pair(&comparable) else {
            ui.label(RichText::new(text!("duelpage-heat-needs-two")).color(style::FAINT));
            return;
        };
        for (which, chosen) in pair.into_iter().enumerate() {
            if which == 1 {
                ui.label(RichText::new(text!("duelpage-heat-and")).color(style::FAINT));
            }
            if let Some(contestant) = choice(ui, which, chosen, &comparable) {
                heat.choose(which, contestant);
            }
        }
        if let Some(status) = heat.status() {
            if ui.button(text!("duelpage-cancel")).clicked() {
                ask.write(AskDuel::CancelHeat);
            }
            let text = format!("{} · {}", status.phase, status.times());
            ui.label(RichText::new(text).size(12.0).color(style::FAINT));
            return;
        }
        let hint = text!("duelpage-heat-show-hint");
        if ui
            .button(text!("duelpage-heat-show"))
            .on_hover_text(hint)
            .clicked()
        {
            ask.write(AskDuel::ShowHeat(pair));
        }
        if heat.shown().is_some() {
            let end = ui.add(Button::new(text!("duelpage-heat-end")));
            if end.on_hover_text(text!("duelpage-heat-end-hint")).clicked() {
                ask.write(AskDuel::EndHeat);
            }
        }
    });
}

/// Draws one of the two combo boxes. Returns the contestant that was clicked, if any.
fn choice(ui: &mut Ui, which: usize, chosen: Contestant, comparable: &[Contestant]) -> Option<Contestant> {
    let mut clicked = None;
    ComboBox::from_id_salt(("duel heat", which))
        .width(CHOICE)
        .selected_text(chosen.label())
        .show_ui(ui, |ui| {
            for &contestant in comparable {
                let name = ui.selectable_label(contestant == chosen, contestant.label());
                let does = text!("duelpage-it", what = contestant.description());
                if name.on_hover_text(does).clicked() {
                    clicked = Some(contestant);
                }
            }
        });
    clicked
}

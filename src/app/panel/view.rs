//! Part of the section See about the view: first person, model or plan, and the height of the cut.

use bevy_egui::egui::Ui;
use bspwalk_explain::glossary::Term;
use bspwalk_session::view::View;
use bspwalk_text::text;

use super::{
    Controls, Drafts, PanelData, PanelMessages, bookmarks, light,
    widgets::{self, Tip},
};
use crate::app::{
    hud::model,
    state::{Act, Action},
};

pub(super) fn contents(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    controls: &mut Controls<'_, '_>,
    messages: &mut PanelMessages<'_>,
    drafts: &mut Drafts,
) {
    let [model, plan] = [Action::ToggleModel, Action::TogglePlan].map(|command| data.keys.of(command));
    ui.horizontal(|ui| {
        let hint = text!("panel-view-keys", model, plan);
        widgets::name(ui, text!("panel-view"), Tip::with(Term::View, hint));
        for (view, command, title) in [
            (View::Eye, Action::FirstPerson, text!("panel-eyes")),
            (View::Model, Action::ToggleModel, text!("panel-model")),
            (View::Plan, Action::TogglePlan, text!("panel-plan")),
        ] {
            let is_shown = controls.view.view == view;
            if ui.selectable_label(is_shown, title).clicked() && !is_shown {
                messages.commands.write(Act(command));
            }
        }
        bookmarks::menu(ui, data, messages, &mut drafts.bookmark);
    });
    light::contents(ui, data, controls);
    let Some(current) = data.current.as_ref().filter(|_| !controls.view.is_eye()) else {
        return;
    };
    ui.horizontal(|ui| {
        // Leave space for the button next to the slider.
        ui.spacing_mut().slider_width = 60.0;
        if let Some(cut) = model::cut(ui, current, &controls.player, &controls.view) {
            controls.view.cut = cut;
        }
    });
}

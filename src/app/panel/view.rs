//! Part of the section See about the view: first person, model or plan, and the height of the cut.

use bevy_egui::egui::{self, Slider, Ui};
use bspwalk_explain::glossary::Term;
use bspwalk_session::view::View;
use bspwalk_text::text;

use super::{Controls, Drafts, PanelData, PanelMessages, bookmarks, light};
use crate::app::host::state::{Act, Action, ModelView, OpenedLevel, Player};
use crate::app::kit::widgets::{self, Tip};

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
        if let Some(cut) = cut(ui, current, &controls.player, &controls.view) {
            controls.view.cut = cut;
        }
    });
}

/// Draws the height of the cut, in metres. Returns the new height if the user changed it; an inner `None` makes the cut
/// follow the eyes.
pub(in crate::app) fn cut(
    ui: &mut egui::Ui,
    current: &OpenedLevel,
    player: &Player,
    view: &ModelView,
) -> Option<Option<f32>> {
    let mut changed = None;
    widgets::name(ui, text!("model-cut-at"), Term::SectionCut);
    let bounds = current.level.bounds;
    let (low, high) = (bounds.min.y as f32, bounds.max.y as f32 + 0.5);
    // The slider rounds and clamps its value and reports that as a change.
    let shown = (view.height(player.position.y).min(high).max(low) * 100.0).round() / 100.0;
    let mut height = shown;
    ui.add(
        Slider::new(&mut height, low..=high)
            .suffix(" m")
            .fixed_decimals(2),
    );
    if height != shown {
        changed = Some(Some(height));
    }
    let follow = egui::Button::new(text!("model-above-eyes"));
    if ui.add_enabled(view.cut.is_some(), follow).clicked() {
        changed = Some(None);
    }
    changed
}

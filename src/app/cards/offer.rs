//! Card of an offer that the user accepts with a click or a key.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_text::text;
use egui::Ui;

use crate::app::kit::{layout::Screen, style};
use crate::app::{
    host::state::{Act, Action, Offer},
    input::KeyLabels,
    level::loading::Offers,
};

/// Draws a button with its key, which also works while the mouse is captured.
pub(super) fn button(
    ui: &mut Ui,
    keys: &KeyLabels,
    title: &str,
    command: Action,
    commands: &mut MessageWriter<Act>,
) {
    style::key_of(ui, keys, command);
    if ui.button(title).clicked() {
        commands.write(Act(command));
    }
}

/// Draws the offer about the current level. An offer about a level that is still loading is on the progress card.
pub(super) fn draw(
    mut contexts: EguiContexts,
    offers: Offers,
    keys: Res<KeyLabels>,
    mut screen: ResMut<Screen>,
    mut commands: MessageWriter<Act>,
) -> Result {
    if offers.current() != Some(Offer::TurnUpright) {
        return Ok(());
    }
    screen.at_the_bottom(contexts.ctx_mut()?, "offer", true, |ui| {
        let text = text!("offer-lies");
        style::text(ui, text, style::TEXT, 15.0);
        ui.horizontal(|ui| {
            button(ui, &keys, text!("offer-turn"), Action::AcceptOffer, &mut commands);
            ui.add_space(8.0);
            let title = text!("offer-right");
            button(ui, &keys, title, Action::DeclineOffer, &mut commands);
        });
    });
    Ok(())
}

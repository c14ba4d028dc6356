//! What the window offers to do about the level, in one click or by one key.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{RichText, Ui};

use super::{layout::Screen, style};
use crate::app::{
    input::KeyLabels,
    loading::Offers,
    state::{Command, Offer},
};

/// A button with its key beside it, so that it is at hand while the mouse is captured; sends the command when clicked.
pub(super) fn button(
    ui: &mut Ui,
    keys: &KeyLabels,
    title: &str,
    command: Command,
    commands: &mut MessageWriter<Command>,
) {
    style::key(ui, &keys.of(command));
    if ui.button(title).clicked() {
        commands.write(command);
    }
}

/// What is offered about the level that is shown; what is offered about one that is being loaded stands beside its progress.
pub(super) fn draw(
    mut contexts: EguiContexts,
    offers: Offers,
    keys: Res<KeyLabels>,
    mut screen: ResMut<Screen>,
    mut commands: MessageWriter<Command>,
) -> Result {
    if offers.current() != Some(Offer::TurnUpright) {
        return Ok(());
    }
    screen.at_the_bottom(contexts.ctx_mut()?, "offer", true, |ui| {
        let text = "This level looks as if Z were up, so that it lies on its side.";
        ui.label(RichText::new(text).color(style::TEXT).size(15.0));
        ui.horizontal(|ui| {
            button(ui, &keys, "Turn it upright", Command::AcceptOffer, &mut commands);
            ui.add_space(8.0);
            let title = "It is right as it is";
            button(ui, &keys, title, Command::DeclineOffer, &mut commands);
        });
    });
    Ok(())
}

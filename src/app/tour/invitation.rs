//! Tour invitation, shown when the program is started for the very first time.

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::EguiContexts;
use bspwalk_text::text;

use crate::app::{
    host::state::{Act, Action, Invitation, Ui},
    input::{KeyLabels, settings::Settings},
    kit::{definitions::draw_wrapped_text_with_terms, layout::Screen, style},
    level::loading::Work,
};

/// Card width, in points.
const WIDTH: f32 = 520.0;

/// Access to the invitation and to the user's answer.
#[derive(SystemParam)]
pub(in crate::app) struct Answer<'w, 's> {
    commands: Commands<'w, 's>,
    invitation: Option<Res<'w, Invitation>>,
}

impl Answer<'_, '_> {
    /// Returns whether there is an invitation that nothing covers.
    pub(super) fn is_seen(&self, ui: &Ui) -> bool {
        self.invitation.is_some() && !ui.captured && !ui.help
    }

    /// Removes the invitation once the user has started or declined the tour, or captured the mouse.
    pub(super) fn withdraw(&mut self, settings: &Settings, ui: &Ui) {
        if self.invitation.is_some() && (settings.tour_seen || ui.captured) {
            self.commands.remove_resource::<Invitation>();
        }
    }
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    (ui, work, keys): (Res<Ui>, Res<Work>, Res<KeyLabels>),
    mut screen: ResMut<Screen>,
    mut commands: MessageWriter<Act>,
) -> Result {
    if ui.captured || ui.help || ui.tour || work.status().is_some() {
        return Ok(());
    }
    screen.at_the_bottom(contexts.ctx_mut()?, "invitation", true, |card| {
        card.set_width(card.available_width().min(WIDTH));
        let text = text!("tourcard-invitation");
        draw_wrapped_text_with_terms(card, text, style::TEXT, 15.0);
        card.horizontal(|card| {
            for (command, title) in [
                (Action::AcceptOffer, text!("tourcard-begin")),
                (Action::DeclineOffer, text!("tourcard-not-now")),
            ] {
                style::draw_key_cap(card, &keys.key_or_palette_hint(command));
                if card.button(title).clicked() {
                    commands.write(Act(command));
                }
                card.add_space(8.0);
            }
        });
    });
    Ok(())
}

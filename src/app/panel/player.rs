//! The panel's part about the person.

use bevy::prelude::DetectChangesMut;
use bevy_egui::egui::{Slider, Ui};

use super::{Controls, Outbox, terms, widgets};
use crate::app::{
    input::SPEEDS,
    settings::{FIELDS_OF_VIEW, RADII, SENSITIVITIES},
    state::Command,
};

pub(super) fn section(ui: &mut Ui, controls: &mut Controls<'_>, outbox: &mut Outbox<'_>) {
    widgets::section(ui, "Player", false, |ui| {
        let mut settings = controls.settings.clone();
        let mut player = controls.player.clone();
        widgets::rows(ui, "player", |ui| {
            widgets::name(ui, "Radius", terms::RADIUS);
            ui.add(
                Slider::new(&mut player.radius, RADII[0]..=RADII[1])
                    .logarithmic(true)
                    .suffix(" m")
                    .max_decimals(2),
            );
            ui.end_row();
            widgets::name(ui, "Speed", "Metres a second; the wheel changes it too.");
            ui.add(
                Slider::new(&mut player.speed, SPEEDS[0]..=SPEEDS[1])
                    .logarithmic(true)
                    .suffix(" m/s")
                    .max_decimals(1),
            );
            ui.end_row();
            widgets::name(ui, "Field of view", terms::FIELD_OF_VIEW);
            let [least, greatest] = FIELDS_OF_VIEW;
            ui.add(
                Slider::new(&mut settings.field_of_view, least..=greatest)
                    .suffix("°")
                    .max_decimals(0),
            );
            ui.end_row();
            widgets::name(ui, "Sensitivity", terms::SENSITIVITY);
            let [least, greatest] = SENSITIVITIES;
            ui.add(
                Slider::new(&mut settings.sensitivity, least..=greatest)
                    .logarithmic(true)
                    .max_decimals(3),
            );
            ui.end_row();
        });
        ui.checkbox(&mut settings.invert_y, "Invert Y")
            .on_hover_text("Moving the mouse forward looks down.");
        ui.horizontal(|ui| {
            let mut noclip = player.noclip;
            if ui
                .checkbox(&mut noclip, "Noclip")
                .on_hover_text("Pass through walls (V).")
                .changed()
            {
                outbox.commands.write(Command::ToggleNoclip);
            }
            if ui.button("Back to the spawn").clicked() {
                outbox.commands.write(Command::Respawn);
            }
        });
        let position = player.position;
        widgets::note(
            ui,
            format!(
                "Eye at ({:.2}, {:.2}, {:.2}) m.",
                position.x, position.y, position.z
            ),
        );
        controls.settings.set_if_neq(settings);
        controls.player.set_if_neq(player);
    });
}

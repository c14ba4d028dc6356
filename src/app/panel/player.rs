//! The panel's part about the player.

use bevy::prelude::DetectChangesMut;
use bevy_egui::egui::{ComboBox, Slider, Ui};

use super::{Controls, Inbox, Outbox, terms, widgets};
use crate::{
    app::{
        input::SPEEDS,
        settings::{FIELDS_OF_VIEW, RADII, SENSITIVITIES},
        state::Command,
    },
    collision::mover::CollisionMethod,
};

pub(super) fn section(ui: &mut Ui, inbox: &Inbox<'_>, controls: &mut Controls<'_>, outbox: &mut Outbox<'_>) {
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
            widgets::name(ui, "Speed", "In metres per second; the wheel changes it too.");
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
        widgets::rows(ui, "body", |ui| {
            widgets::name(
                ui,
                "Movement",
                &format!(
                    "On foot, with gravity, or through the air ({}).",
                    inbox.keys.of(Command::ToggleWalking)
                ),
            );
            ui.horizontal(|ui| {
                for (walking, title) in [(true, "walk"), (false, "fly")] {
                    if ui.selectable_label(player.walking == walking, title).clicked()
                        && player.walking != walking
                    {
                        outbox.commands.write(Command::ToggleWalking);
                    }
                }
            });
            ui.end_row();
            widgets::name(ui, "Collision method", terms::METHOD);
            ComboBox::from_id_salt("method")
                .selected_text(player.method.name())
                .show_ui(ui, |ui| {
                    for method in CollisionMethod::ALL {
                        method_choice(ui, inbox, &mut player.method, method);
                    }
                });
            ui.end_row();
            let params = &mut player.params;
            for (title, hint, value, [least, greatest], unit) in [
                (
                    "Height",
                    "Of the body that walks, from feet to top.",
                    &mut params.height,
                    [0.5, 4.0],
                    " m",
                ),
                ("Eye", "Above the feet.", &mut params.eye_height, [0.3, 3.9], " m"),
                (
                    "Step",
                    "The highest step that is climbed without a jump.",
                    &mut params.step_height,
                    [0.0, 1.0],
                    " m",
                ),
                (
                    "Slope",
                    "The steepest ground that can be walked on.",
                    &mut params.max_slope,
                    [0.0, 80.0],
                    "°",
                ),
                (
                    "Jump",
                    "How high a jump lifts the feet.",
                    &mut params.jump_height,
                    [0.0, 5.0],
                    " m",
                ),
                (
                    "Gravity",
                    "9.81 on the Earth, 1.62 on the Moon.",
                    &mut params.gravity,
                    [0.0, 30.0],
                    " m/s²",
                ),
            ] {
                widgets::name(ui, title, hint);
                ui.add(Slider::new(value, least..=greatest).suffix(unit).max_decimals(2));
                ui.end_row();
            }
        });
        widgets::note(
            ui,
            format!(
                "Collision method `{}`: {}.",
                player.method.name(),
                player.method.description()
            ),
        );
        ui.checkbox(&mut settings.head_bob, "Head bob")
            .on_hover_text("The eye goes up and down with the steps.");
        ui.checkbox(&mut settings.invert_y, "Invert Y")
            .on_hover_text("Moving the mouse forward looks down.");
        ui.horizontal(|ui| {
            let mut noclip = player.noclip;
            if ui
                .checkbox(&mut noclip, "Noclip")
                .on_hover_text(format!(
                    "Pass through walls ({}).",
                    inbox.keys.of(Command::ToggleNoclip)
                ))
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

/// A collision method, that can be chosen once there is what it needs.
pub(super) fn method_choice(
    ui: &mut Ui,
    inbox: &Inbox<'_>,
    chosen: &mut CollisionMethod,
    method: CollisionMethod,
) {
    let current = inbox.current.as_ref();
    let has_planes = current.is_some_and(|current| inbox.leaf_tree.trees(current).planes.is_some());
    let reason = inbox.leaf_tree.failure().unwrap_or("it is still being built.");
    ui.add_enabled_ui(has_planes || !method.needs_leaves(), |ui| {
        ui.selectable_value(chosen, method, method.name())
            .on_hover_text(method.description())
            .on_disabled_hover_text(format!("It needs the solid-leaf tree: {reason}"));
    });
}

//! The panel's section about the player.

use bevy::prelude::DetectChangesMut;
use bevy_egui::egui::{ComboBox, Slider, Ui};

use super::{
    Controls, PanelData, PanelMessages, terms,
    widgets::{self, control},
};
use crate::{
    app::{
        settings::{FIELDS_OF_VIEW, SENSITIVITIES},
        state::{Command, RADII, SPEEDS},
    },
    collision::mover::CollisionMethod,
};

pub(super) fn section(
    ui: &mut Ui,
    data: &PanelData<'_>,
    controls: &mut Controls<'_>,
    messages: &mut PanelMessages<'_>,
) {
    widgets::section(ui, "Player", false, |ui| {
        let mut settings = controls.settings.clone();
        let mut player = controls.player.clone();
        widgets::rows(ui, "player", |ui| {
            let radius = slider(&mut player.radius, RADII, " m", 2).logarithmic(true);
            control(ui, "Radius", terms::RADIUS, radius);
            let speed = slider(&mut player.speed, SPEEDS, " m/s", 1).logarithmic(true);
            let hint = "In metres per second; the wheel changes it too.";
            control(ui, "Speed", hint, speed);
            let view = slider(&mut settings.field_of_view, FIELDS_OF_VIEW, "°", 0);
            control(ui, "Field of view", terms::FIELD_OF_VIEW, view);
            let turn = slider(&mut settings.sensitivity, SENSITIVITIES, "", 3).logarithmic(true);
            control(ui, "Sensitivity", terms::SENSITIVITY, turn);
        });
        widgets::rows(ui, "body", |ui| {
            let key = data.keys.of(Command::ToggleWalking);
            widgets::name(ui, "Movement", &format!("Walk, with gravity, or fly ({key})."));
            ui.horizontal(|ui| {
                for (walking, title) in [(true, "walk"), (false, "fly")] {
                    if ui.selectable_label(player.walking == walking, title).clicked()
                        && player.walking != walking
                    {
                        messages.commands.write(Command::ToggleWalking);
                    }
                }
            });
            ui.end_row();
            widgets::name(ui, "Collision method", terms::METHOD);
            ComboBox::from_id_salt("method")
                .selected_text(player.method.name())
                .show_ui(ui, |ui| {
                    for method in CollisionMethod::ALL {
                        method_choice(ui, data, &mut player.method, method);
                    }
                });
            ui.end_row();
            let params = &mut player.params;
            let height = slider(&mut params.height, [0.5, 4.0], " m", 2);
            control(
                ui,
                "Height",
                "Height of the walking body, from feet to top.",
                height,
            );
            let eye = slider(&mut params.eye_height, [0.3, 3.9], " m", 2);
            control(ui, "Eye", "Above the feet.", eye);
            let step = slider(&mut params.step_height, [0.0, 1.0], " m", 2);
            control(
                ui,
                "Step",
                "The highest step that is climbed without a jump.",
                step,
            );
            let slope = slider(&mut params.max_slope, [0.0, 80.0], "°", 2);
            control(ui, "Slope", "The steepest ground that can be walked on.", slope);
            let jump = slider(&mut params.jump_height, [0.0, 5.0], " m", 2);
            control(ui, "Jump", "How high a jump lifts the feet.", jump);
            let gravity = slider(&mut params.gravity, [0.0, 30.0], " m/s²", 2);
            control(ui, "Gravity", "9.81 on the Earth, 1.62 on the Moon.", gravity);
        });
        let (name, description) = (player.method.name(), player.method.description());
        widgets::note(ui, format!("Collision method `{name}`: {description}."));
        ui.checkbox(&mut settings.head_bob, "Head bob")
            .on_hover_text("The eye goes up and down with the steps.");
        ui.checkbox(&mut settings.invert_y, "Invert Y")
            .on_hover_text("Moving the mouse forward looks down.");
        ui.horizontal(|ui| {
            let mut noclip = player.noclip;
            let hint = format!("Pass through walls ({}).", data.keys.of(Command::ToggleNoclip));
            let noclip = ui.checkbox(&mut noclip, "Noclip").on_hover_text(hint);
            if noclip.changed() {
                messages.commands.write(Command::ToggleNoclip);
            }
            if ui.button("Back to the spawn").clicked() {
                messages.commands.write(Command::Respawn);
            }
        });
        let [x, y, z] = player.position.to_array();
        widgets::note(ui, format!("Eye at ({x:.2}, {y:.2}, {z:.2}) m."));
        controls.settings.set_if_neq(settings);
        controls.player.set_if_neq(player);
    });
}

fn slider<'a>(value: &'a mut f32, [least, greatest]: [f32; 2], unit: &str, decimals: usize) -> Slider<'a> {
    Slider::new(value, least..=greatest)
        .suffix(unit)
        .max_decimals(decimals)
}

/// A collision method, which can be chosen once the tree that it needs is built.
pub(super) fn method_choice(
    ui: &mut Ui,
    data: &PanelData<'_>,
    chosen: &mut CollisionMethod,
    method: CollisionMethod,
) {
    let current = data.current.as_ref();
    let has_planes = current.is_some_and(|current| data.leaf_tree.trees(current).planes.is_some());
    let reason = data.leaf_tree.failure().unwrap_or("it is still being built.");
    ui.add_enabled_ui(has_planes || !method.needs_leaves(), |ui| {
        ui.selectable_value(chosen, method, method.name())
            .on_hover_text(method.description())
            .on_disabled_hover_text(format!("It needs the solid-leaf tree: {reason}"));
    });
}

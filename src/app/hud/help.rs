//! The help card: drawn from the table of controls.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, Id, Order, RichText};

use super::style;
use crate::app::input::controls::{CONTROLS, Control, Group};

/// The groups of each column.
const COLUMNS: [&[Group]; 3] = [
    &[Group::Move, Group::Rooms],
    &[Group::Motion, Group::Tree],
    &[Group::Overlays, Group::Window],
];

pub(super) fn draw(mut contexts: EguiContexts) -> Result {
    egui::Area::new(Id::new("help"))
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .order(Order::Foreground)
        .interactable(false)
        .show(contexts.ctx_mut()?, |ui| {
            style::card().inner_margin(egui::Margin::same(20)).show(ui, |ui| {
                ui.horizontal_top(|ui| {
                    for (index, groups) in COLUMNS.iter().enumerate() {
                        if index > 0 {
                            ui.add_space(28.0);
                        }
                        ui.vertical(|ui| groups.iter().for_each(|&group| section(ui, group)));
                    }
                });
            });
        });
    Ok(())
}

fn section(ui: &mut egui::Ui, group: Group) {
    ui.label(
        RichText::new(group.title())
            .color(style::ACCENT)
            .strong()
            .size(15.0),
    );
    egui::Grid::new(group.title())
        .num_columns(2)
        .spacing([14.0, 5.0])
        .show(ui, |ui| {
            for control in CONTROLS.iter().filter(|control| control.group == group) {
                line(ui, control);
                ui.end_row();
            }
        });
    ui.add_space(10.0);
}

fn line(ui: &mut egui::Ui, control: &Control) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for name in control.keys() {
            style::key(ui, &name);
        }
    });
    ui.label(RichText::new(control.help).color(style::TEXT));
}

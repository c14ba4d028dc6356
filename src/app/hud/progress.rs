//! How far loading and building are.

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, Id, Order, ProgressBar, RichText};

use super::{layout::Screen, style};
use crate::app::{
    input::KeyLabels,
    loading::Work,
    state::{Command, Shown},
};

/// Work that is shorter than this is not announced.
const PATIENCE: Duration = Duration::from_millis(250);

pub(super) fn draw(
    mut contexts: EguiContexts,
    work: Res<Work>,
    shown: Option<Res<Shown>>,
    keys: Res<KeyLabels>,
    mut screen: ResMut<Screen>,
) -> Result {
    let Some(status) = work.status() else {
        return Ok(());
    };
    if shown.is_some() && status.elapsed < PATIENCE {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let contents = |ui: &mut egui::Ui| {
        ui.set_width(ui.available_width().min(320.0));
        ui.horizontal(|ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button("Cancel").clicked() {
                    work.cancel();
                }
                style::key(ui, &keys.of(Command::Escape));
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let title = RichText::new(format!("Loading {}", status.title))
                        .color(style::TEXT)
                        .size(15.0);
                    ui.add(egui::Label::new(title).truncate());
                });
            });
        });
        let bar = match status.fraction {
            Some(fraction) => ProgressBar::new(fraction),
            None => ProgressBar::new(1.0).animate(true),
        };
        ui.add(bar.desired_height(6.0).fill(style::ACCENT));
        let text = format!("{} · {:.1} s", status.phase, status.elapsed.as_secs_f32());
        ui.add(egui::Label::new(RichText::new(text).color(style::FAINT).size(12.0)).wrap());
    };
    if shown.is_some() {
        screen.at_the_bottom(context, "progress", true, contents);
    } else {
        egui::Area::new(Id::new("first progress"))
            .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
            .order(Order::Middle)
            .show(context, |ui| style::card().show(ui, contents));
    }
    Ok(())
}

//! How far loading and building are.

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, Id, Order, ProgressBar, RichText};

use super::style;
use crate::app::{loading::Work, state::Shown};

/// Work that is shorter than this is not announced.
const PATIENCE: Duration = Duration::from_millis(250);

pub(super) fn draw(mut contexts: EguiContexts, work: Res<Work>, shown: Option<Res<Shown>>) -> Result {
    let Some(status) = work.status() else {
        return Ok(());
    };
    if shown.is_some() && status.elapsed < PATIENCE {
        return Ok(());
    }
    egui::Area::new(Id::new("progress"))
        .anchor(
            Align2::CENTER_CENTER,
            egui::vec2(0.0, if shown.is_some() { 110.0 } else { 0.0 }),
        )
        .order(Order::Foreground)
        .show(contexts.ctx_mut()?, |ui| {
            style::card().show(ui, |ui| {
                ui.set_width(320.0);
                ui.horizontal(|ui| {
                    ui.label(
                        RichText::new(format!("Loading {}", status.title))
                            .color(style::TEXT)
                            .size(15.0),
                    );
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        if ui.button("Cancel").clicked() {
                            work.cancel();
                        }
                        style::key(ui, "Esc");
                    });
                });
                let bar = match status.fraction {
                    Some(fraction) => ProgressBar::new(fraction),
                    None => ProgressBar::new(1.0).animate(true),
                };
                ui.add(bar.desired_height(6.0).fill(style::ACCENT));
                ui.label(
                    RichText::new(format!(
                        "{} · {:.1} s",
                        status.phase,
                        status.elapsed.as_secs_f32()
                    ))
                    .color(style::FAINT)
                    .size(12.0),
                );
            });
        });
    Ok(())
}

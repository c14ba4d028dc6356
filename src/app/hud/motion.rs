//! Cards about the motion: why the body stopped, and what a replay shows.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, Color32, Id, Order, ProgressBar, RichText};

use super::style;
use crate::app::{
    overlays::Body,
    palette::Rgb,
    panel::FreeArea,
    replay::Replay,
    state::{Overlays, Player},
    why::Explanation,
};

/// Width of the card of an explanation, in points.
const WIDTH: f32 = 400.0;

fn color(Rgb(r, g, b): Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}

fn heading(ui: &mut egui::Ui, key: &str, title: &str) {
    ui.horizontal(|ui| {
        style::key(ui, key);
        ui.label(RichText::new(title).color(style::TEXT).size(15.0));
    });
}

fn key_of(ui: &mut egui::Ui, fill: Color32, text: &str) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("■").color(fill));
        ui.label(RichText::new(text).color(style::TEXT).size(13.0));
    });
}

/// Why the body stopped.
pub(super) fn why(
    mut contexts: EguiContexts,
    why: Option<Res<Explanation>>,
    free: Option<Res<FreeArea>>,
) -> Result {
    let Some(why) = why else { return Ok(()) };
    let left = free.map_or(0.0, |free| free.0.left());
    egui::Area::new(Id::new("why"))
        .anchor(Align2::LEFT_TOP, egui::vec2(left + 14.0, 14.0))
        .order(Order::Middle)
        .interactable(false)
        .show(contexts.ctx_mut()?, |ui| {
            style::card().show(ui, |ui| {
                ui.set_width(WIDTH);
                heading(ui, "Y", "Why did I stop?");
                let sentences = why.sentences();
                let last = sentences.len() - 1;
                for (index, sentence) in sentences.iter().enumerate() {
                    // The first says what happened, the last how it was found.
                    let faint = index == last || (index > 0 && index % 2 == 0);
                    let color = if faint { style::FAINT } else { style::TEXT };
                    ui.label(RichText::new(sentence).color(color).size(13.0));
                }
            });
        });
    Ok(())
}

/// What a replay shows.
pub(super) fn replay(
    mut contexts: EguiContexts,
    replay: Option<Res<Replay>>,
    player: Res<Player>,
    overlays: Res<Overlays>,
    body: Res<Body>,
    free: Option<Res<FreeArea>>,
) -> Result {
    let Some(replay) = replay else { return Ok(()) };
    let palette = overlays.palette;
    let left = free.map_or(0.0, |free| free.0.left());
    egui::Area::new(Id::new("replay"))
        .anchor(Align2::CENTER_BOTTOM, egui::vec2(left * 0.5, -64.0))
        .order(Order::Middle)
        .interactable(false)
        .show(contexts.ctx_mut()?, |ui| {
            style::card().show(ui, |ui| {
                ui.set_width(360.0);
                heading(ui, "B", "The last seconds, at half speed");
                key_of(
                    ui,
                    color(palette.front()),
                    &format!("you, kept out by `{}`", player.way.name()),
                );
                let steps = replay.ghost.len();
                let inside = replay.ghost_inside();
                let ghost = if inside == 0 {
                    "the same keys with the ATI sample's push: never in a wall".to_owned()
                } else {
                    format!(
                        "the same keys with the ATI sample's push: in a wall for {inside} of {steps} steps"
                    )
                };
                key_of(ui, color(palette.back()), &ghost);
                let apart = replay
                    .body
                    .last()
                    .zip(replay.ghost.last())
                    .map_or(0.0, |(own, ghost)| own.center.distance(ghost.center));
                if apart > 0.1 * body.radius {
                    ui.label(
                        RichText::new(format!("At the end the two are {apart:.2} m apart."))
                            .color(style::FAINT)
                            .size(12.5),
                    );
                }
                let share = replay.at / replay.duration().max(1.0e-3);
                ui.add(ProgressBar::new(share).desired_height(5.0).fill(style::ACCENT));
            });
        });
    Ok(())
}

//! Cards about the motion: why the body stopped, and what a replay shows.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Color32, ProgressBar, RichText};

use super::{layout::Screen, style};
use crate::app::{
    input::KeyLabels,
    overlays::Body,
    palette::Rgb,
    replay::Replay,
    state::{Command, Overlays, Player},
    stop_reason::Explanation,
};

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
        ui.add(egui::Label::new(RichText::new(text).color(style::TEXT).size(13.0)).wrap());
    });
}

/// Why the body stopped.
pub(in crate::app) fn why(ui: &mut egui::Ui, why: &Explanation) {
    let sentences = why.sentences();
    let last = sentences.len().saturating_sub(1);
    for (index, sentence) in sentences.iter().enumerate() {
        // The first says what happened, the last how it was found.
        let faint = index == last || (index > 0 && index % 2 == 0);
        let color = if faint { style::FAINT } else { style::TEXT };
        ui.add(egui::Label::new(RichText::new(sentence).color(color).size(13.0)).wrap());
    }
}

/// What a replay shows.
pub(super) fn replay(
    mut contexts: EguiContexts,
    replay: Option<Res<Replay>>,
    player: Res<Player>,
    overlays: Res<Overlays>,
    body: Res<Body>,
    keys: Res<KeyLabels>,
    mut screen: ResMut<Screen>,
) -> Result {
    let Some(replay) = replay else { return Ok(()) };
    let palette = overlays.palette;
    screen.at_the_bottom(contexts.ctx_mut()?, "replay", false, |ui| {
        ui.set_width(ui.available_width().min(380.0));
        heading(
            ui,
            &keys.of(Command::ToggleReplay),
            "Replay of the last seconds, at half speed",
        );
        key_of(
            ui,
            color(palette.front()),
            &format!("you, moved by `{}`", player.method.name()),
        );
        let steps = replay.ghost.len();
        let inside = replay.ghost_inside();
        let ghost = if inside == 0 {
            "the same keys with the ATI sample's push (2006): never in a wall".to_owned()
        } else {
            format!(
                "the same keys with the ATI sample's push (2006): in a wall for {inside} of {steps} steps"
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
                RichText::new(format!("They end {apart:.2} m apart."))
                    .color(style::FAINT)
                    .size(12.5),
            );
        }
        let share = replay.at / replay.duration().max(1.0e-3);
        ui.add(ProgressBar::new(share).desired_height(5.0).fill(style::ACCENT));
    });
    Ok(())
}

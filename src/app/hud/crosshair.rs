//! The crosshair, the speed and what to press first.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, Color32, Id, LayerId, Order, RichText};

use super::style;
use crate::app::{
    clock::Pace,
    input::MoveIntent,
    loading::Work,
    panel::FreeArea,
    player::drive::{Playing, Recording},
    replay::Replay,
    rooms::Frozen,
    state::{Player, Shown, Ui},
};

/// A cross with an open middle, light on dark, so that it shows on every ground and hides nothing.
pub(super) fn draw(mut contexts: EguiContexts, shown: Option<Res<Shown>>) -> Result {
    if shown.is_none() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let painter = context.layer_painter(LayerId::background());
    let middle = context.content_rect().center();
    for (width, color) in [
        (3.5, Color32::from_black_alpha(140)),
        (1.5, Color32::from_white_alpha(225)),
    ] {
        let stroke = egui::Stroke::new(width, color);
        let reach = if width > 2.0 { 10.0 } else { 9.0 };
        for direction in [
            egui::vec2(1.0, 0.0),
            egui::vec2(-1.0, 0.0),
            egui::vec2(0.0, 1.0),
            egui::vec2(0.0, -1.0),
        ] {
            painter.line_segment([middle + direction * 4.0, middle + direction * reach], stroke);
        }
        painter.circle_filled(middle, width * 0.55, color);
    }
    Ok(())
}

/// Seconds for which the speed shows after it changed.
const SPEED_SHOWN: f32 = 1.6;

/// The speed, for a while after the wheel changed it; frozen culling, noclip and a gap that is too narrow as long as they
/// last.
pub(super) fn speed(
    mut contexts: EguiContexts,
    time: Res<Time<Real>>,
    player: Res<Player>,
    intent: Res<MoveIntent>,
    free: Option<Res<FreeArea>>,
    (pace, recording, playing): (Res<Pace>, Res<Recording>, Option<Res<Playing>>),
    frozen: Option<Res<Frozen>>,
    mut last: Local<Option<(f32, f32)>>,
) -> Result {
    let now = time.elapsed_secs();
    let (known, since) = *last.get_or_insert((player.speed, f32::NEG_INFINITY));
    if known != player.speed {
        *last = Some((player.speed, now));
    }
    let since = if known == player.speed { since } else { now };
    let mut lines: Vec<(String, Color32)> = Vec::new();
    if now - since < SPEED_SHOWN {
        let fast = if intent.fast {
            player.params.fast_factor
        } else {
            1.0
        };
        lines.push((format!("{:.1} m/s", player.speed * fast), style::TEXT));
    }
    if let Some(words) = pace.words() {
        lines.push((words, style::ACCENT));
    }
    if recording.is_on() {
        lines.push(("● recording".into(), style::ALARM));
    }
    if playing.is_some() {
        lines.push(("playing a script".into(), style::ACCENT));
    }
    if frozen.is_some_and(|frozen| frozen.0.is_some()) {
        lines.push(("culling is frozen (Z)".into(), style::ACCENT));
    }
    if player.noclip {
        lines.push(("noclip".into(), style::ACCENT));
    }
    if !player.clear && !player.noclip {
        lines.push(("no room for the body here".into(), style::ALARM));
    }
    if lines.is_empty() {
        return Ok(());
    }
    // The panel and the path of the eye lie at the left.
    let left = free.map_or(0.0, |free| free.0.left());
    egui::Area::new(Id::new("speed"))
        .anchor(Align2::CENTER_BOTTOM, egui::vec2(left * 0.5, -18.0))
        .order(Order::Background)
        .interactable(false)
        .show(contexts.ctx_mut()?, |ui| {
            style::card().show(ui, |ui| {
                ui.horizontal(|ui| {
                    for (text, color) in lines {
                        ui.label(RichText::new(text).color(color).size(15.0));
                    }
                });
            });
        });
    Ok(())
}

/// What to press first, until the mouse has been captured once.
pub(super) fn hint(
    mut contexts: EguiContexts,
    ui: Res<Ui>,
    work: Res<Work>,
    shown: Option<Res<Shown>>,
    replay: Option<Res<Replay>>,
    mut known: Local<bool>,
) -> Result {
    *known |= ui.captured;
    if *known || replay.is_some() || ui.help || ui.panel || shown.is_none() || work.status().is_some() {
        return Ok(());
    }
    egui::Area::new(Id::new("hint"))
        .anchor(Align2::CENTER_BOTTOM, egui::vec2(0.0, -70.0))
        .order(Order::Background)
        .interactable(false)
        .show(contexts.ctx_mut()?, |ui| {
            style::card().show(ui, |ui| {
                ui.horizontal(|ui| {
                    for (name, does) in [
                        ("Click", "to look around"),
                        ("G", "walk"),
                        ("F1", "all keys"),
                        ("Tab", "panel"),
                    ] {
                        style::key(ui, name);
                        ui.label(RichText::new(does).color(style::TEXT));
                        ui.add_space(6.0);
                    }
                });
            });
        });
    Ok(())
}

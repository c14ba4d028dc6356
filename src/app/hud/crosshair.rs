//! The crosshair, the state of the motion and what to press first.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{
    Color32, FontId, LayerId, RichText,
    text::{LayoutJob, TextFormat},
};

use super::{layout::Screen, style};
use crate::app::{
    clock::TimeScale,
    input::{KeyLabels, MoveIntent, controls::Hold},
    leaf_tree::Frozen,
    loading::Work,
    player::{drive::Playing, recording::Recording},
    replay::Replay,
    state::{Command, CurrentLevel, Player, Ui},
};

/// A cross with an open middle, light on dark, so that it shows on every ground and hides nothing.
pub(super) fn draw(mut contexts: EguiContexts, current: Option<Res<CurrentLevel>>) -> Result {
    if current.is_none() {
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
pub(super) fn status(
    mut contexts: EguiContexts,
    time: Res<Time<Real>>,
    player: Res<Player>,
    intent: Res<MoveIntent>,
    mut screen: ResMut<Screen>,
    (time_scale, recording, playing): (Res<TimeScale>, Res<Recording>, Option<Res<Playing>>),
    frozen: Option<Res<Frozen>>,
    keys: Res<KeyLabels>,
    mut last: Local<Option<(f32, f32)>>,
) -> Result {
    let now = time.elapsed_secs();
    let (known, since) = *last.get_or_insert((player.speed, f32::NEG_INFINITY));
    if known != player.speed {
        *last = Some((player.speed, now));
    }
    let since = if known == player.speed { since } else { now };
    let mut parts: Vec<(String, Color32)> = Vec::new();
    if now - since < SPEED_SHOWN {
        let fast = if intent.held.contains(Hold::Fast) {
            player.params.fast_factor
        } else {
            1.0
        };
        parts.push((format!("{:.1} m/s", player.speed * fast), style::TEXT));
    }
    if let Some(words) = time_scale.words() {
        parts.push((words, style::ACCENT));
    }
    if recording.is_on() {
        parts.push(("⏺ recording".into(), style::ALARM));
    }
    if playing.is_some() {
        parts.push(("playing a script".into(), style::ACCENT));
    }
    if frozen.is_some_and(|frozen| frozen.0.is_some()) {
        let key = keys.of(Command::ToggleFrozenCulling);
        parts.push((format!("culling is frozen ({key})"), style::ACCENT));
    }
    if player.noclip {
        let key = keys.of(Command::ToggleNoclip);
        parts.push((format!("noclip ({key})"), style::ACCENT));
    }
    if !player.clear && !player.noclip {
        parts.push(("no room for the body here".into(), style::ALARM));
    }
    if parts.is_empty() {
        return Ok(());
    }
    // One text, so that it is wrapped where the room is narrow.
    let mut text = LayoutJob {
        halign: egui::Align::Center,
        ..LayoutJob::default()
    };
    for (place, (part, color)) in parts.iter().enumerate() {
        let font = FontId::proportional(15.0);
        if place > 0 {
            text.append("  ·  ", 0.0, TextFormat::simple(font.clone(), style::FAINT));
        }
        text.append(part, 0.0, TextFormat::simple(font, *color));
    }
    screen.at_the_bottom(contexts.ctx_mut()?, "status", false, |ui| {
        // Centred text needs to know where its middle is: the width comes first.
        text.wrap.max_width = ui.available_width();
        let galley = ui.painter().layout_job(text);
        let (rect, _) = ui.allocate_exact_size(galley.size(), egui::Sense::hover());
        ui.painter().galley(rect.center_top(), galley, style::TEXT);
    });
    Ok(())
}

/// What to press first, until the mouse has been captured once.
pub(super) fn hint(
    mut contexts: EguiContexts,
    ui: Res<Ui>,
    work: Res<Work>,
    current: Option<Res<CurrentLevel>>,
    replay: Option<Res<Replay>>,
    keys: Res<KeyLabels>,
    mut screen: ResMut<Screen>,
    mut known: Local<bool>,
) -> Result {
    *known |= ui.captured;
    if *known || replay.is_some() || ui.help || ui.panel || current.is_none() || work.status().is_some() {
        return Ok(());
    }
    screen.at_the_bottom(contexts.ctx_mut()?, "hint", false, |ui| {
        ui.horizontal(|ui| {
            for (name, does) in [
                ("Click".to_owned(), "to look around"),
                (keys.of(Command::ToggleWalking), "walk or fly"),
                (keys.of(Command::ToggleHelp), "all keys"),
                (keys.of(Command::TogglePanel), "panel"),
            ] {
                style::key(ui, &name);
                ui.label(RichText::new(does).color(style::TEXT));
                ui.add_space(6.0);
            }
        });
    });
    Ok(())
}

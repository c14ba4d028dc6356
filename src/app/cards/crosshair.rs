//! Crosshair, motion status, and the hint with the basic keys.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_session::actions::Motion;
use bspwalk_text::{Message, message, text};
use egui::{
    Color32, FontId, LayerId, RichText,
    text::{LayoutJob, TextFormat},
};

use crate::app::kit::{layout::Screen, style};
use crate::app::{
    host::{
        shown::Shown,
        state::{Act, Action, Player, Ui},
    },
    input::{KeyLabels, MoveIntent, settings::Settings},
    level::{leaf_tree::Frozen, loading::Work},
};

/// Draws a cross with an open centre, light on dark, so that it is visible on every background and hides nothing.
pub(super) fn draw(mut contexts: EguiContexts) -> Result {
    let context = contexts.ctx_mut()?;
    let painter = context.layer_painter(LayerId::background());
    let middle = context.content_rect().center();
    let dark = (3.5, 10.0, Color32::from_black_alpha(140));
    let light = (1.5, 9.0, Color32::from_white_alpha(225));
    for (width, reach, color) in [dark, light] {
        let stroke = egui::Stroke::new(width, color);
        for direction in [
            egui::Vec2::RIGHT,
            egui::Vec2::LEFT,
            egui::Vec2::DOWN,
            egui::Vec2::UP,
        ] {
            painter.line_segment([middle + direction * 4.0, middle + direction * reach], stroke);
        }
        painter.circle_filled(middle, width * 0.55, color);
    }
    Ok(())
}

/// Time that the speed stays on screen after a change, in seconds.
const SPEED_SHOWN: f32 = 1.6;

/// Shows the speed for a while after the wheel changed it. Shows pause, recording, frozen culling, noclip and lack of
/// space while they last.
pub(super) fn status(
    mut contexts: EguiContexts,
    time: Res<Time<Real>>,
    player: Shown<Player>,
    intent: Res<MoveIntent>,
    mut screen: ResMut<Screen>,
    frozen: Shown<Frozen>,
    keys: Res<KeyLabels>,
    mut last: Local<Option<(f32, f32)>>,
) -> Result {
    let now = time.elapsed_secs();
    let (known, since) = *last.get_or_insert((player.speed, f32::NEG_INFINITY));
    if known != player.speed {
        *last = Some((player.speed, now));
    }
    let since = if known == player.speed { since } else { now };
    let fast = if intent.is_held(Motion::Fast) {
        player.params.fast_factor
    } else {
        1.0
    };
    let speed = format!("{:.1} m/s", player.speed * fast);
    let with_key = |text: &str, command| format!("{text} ({})", keys.of(command));
    let frozen_text = with_key(text!("hud-frozen"), Action::ToggleFrozenCulling);
    let noclip_text = with_key(text!("hud-noclip"), Action::ToggleNoclip);
    let walker = &player.walker;
    let is_stuck = !player.clear && !player.noclip;
    let parts: Vec<(String, Color32)> = [
        (now - since < SPEED_SHOWN).then_some((speed, style::TEXT)),
        walker.time_scale.words().map(|words| (words, style::ACCENT)),
        walker
            .draft
            .is_some()
            .then_some((text!("hud-recording").into(), style::ALARM)),
        walker
            .playing
            .is_some()
            .then(|| (text!("hud-playing").into(), style::ACCENT)),
        frozen.0.is_some().then_some((frozen_text, style::ACCENT)),
        player.noclip.then_some((noclip_text, style::ACCENT)),
        is_stuck.then_some((text!("hud-no-room").into(), style::ALARM)),
    ]
    .into_iter()
    .flatten()
    .collect();
    if parts.is_empty() {
        return Ok(());
    }
    // A single text, which wraps if space is short.
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
        // Centred text must know its width before layout.
        text.wrap.max_width = ui.available_width();
        let galley = ui.painter().layout_job(text);
        let (rect, _) = ui.allocate_exact_size(galley.size(), egui::Sense::hover());
        ui.painter().galley(rect.center_top(), galley, style::TEXT);
    });
    Ok(())
}

/// Label of the tour button.
pub(super) const TOUR: Message = message!("hud-tour");

/// Returns what the walk/fly key does in the current mode.
fn other_mode(walks: bool) -> &'static str {
    if walks {
        text!("hud-to-fly")
    } else {
        text!("hud-to-walk")
    }
}

/// Shows the basic keys until the mouse has been captured once.
pub(super) fn hint(
    mut contexts: EguiContexts,
    (ui, settings, work): (Res<Ui>, Res<Settings>, Res<Work>),
    player: Option<Shown<Player>>,
    keys: Res<KeyLabels>,
    mut screen: ResMut<Screen>,
    mut commands: MessageWriter<Act>,
    mut was_captured: Local<bool>,
) -> Result {
    *was_captured |= ui.captured;
    if *was_captured
        || !settings.names_keys()
        || player
            .as_ref()
            .is_some_and(|player| player.walker.replay.is_some())
        || ui.help
        || ui.panel
        || ui.tour
        || work.status().is_some()
    {
        return Ok(());
    }
    let walks = player.is_some_and(|player| player.walking);
    screen.at_the_bottom(contexts.ctx_mut()?, "hint", true, |ui| {
        ui.horizontal(|ui| {
            for (label, effect) in [
                (text!("hud-click").to_owned(), text!("hud-look")),
                (keys.of(Action::ToggleWalking), other_mode(walks)),
                (keys.of(Action::ToggleHelp), text!("hud-all-keys")),
                (keys.of(Action::TogglePanel), text!("hud-panel")),
            ] {
                style::key(ui, &label);
                ui.label(RichText::new(effect).color(style::TEXT));
                ui.add_space(6.0);
            }
            style::key_of(ui, &keys, Action::Tour);
            if ui
                .button(text!("hud-tour-short"))
                .on_hover_text(TOUR.text())
                .clicked()
            {
                commands.write(Act(Action::Tour));
            }
        });
    });
    Ok(())
}

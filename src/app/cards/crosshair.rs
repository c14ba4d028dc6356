//! Crosshair, movement status and replay.

use bevy::prelude::*;
use bspwalk_session::actions::Motion;
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, LayerId, ProgressBar};

use crate::app::kit::{definitions::legend, prelude::*};
use crate::app::{input::MoveIntent, paint::overlays::Body};

/// Draws a light cross with a dark outline and an open centre. It is visible on every background and hides nothing.
pub(super) fn draw(mut contexts: EguiContexts) -> Result {
    let context = contexts.ctx_mut()?;
    let painter = context.layer_painter(LayerId::background());
    let middle = context.content_rect().center();
    let dark = (3.5, 10.0, Color32::from_black_alpha(140));
    let light = (1.5, 9.0, Color32::from_white_alpha(225));
    for (width, reach, color) in [dark, light] {
        for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            let direction = egui::vec2(x, y);
            let ends = [middle + direction * 4.0, middle + direction * reach];
            painter.line_segment(ends, egui::Stroke::new(width, color));
        }
        painter.circle_filled(middle, width * 0.55, color);
    }
    Ok(())
}

/// Time that the speed stays on screen after a change (in seconds).
const SPEED_SHOWN: f32 = 1.6;

/// Shows the speed for a while after the wheel has changed it. Pause, recording, frozen culling, noclip and lack of
/// space are shown for as long as they apply.
pub(super) fn status(
    mut contexts: EguiContexts,
    time: Res<Time<Real>>,
    player: Shown<Player>,
    intent: Res<MoveIntent>,
    mut screen: ResMut<Screen>,
    program: Res<ProgramState>,
    keys: Res<KeyLabels>,
    mut last: Local<Option<(f32, f32)>>,
) -> Result {
    let now = time.elapsed_secs();
    let (known, since) = last.get_or_insert((player.speed, f32::NEG_INFINITY));
    if *known != player.speed {
        (*known, *since) = (player.speed, now);
    }
    let mut text = LayoutJob {
        halign: egui::Align::Center,
        ..LayoutJob::default()
    };
    let mut add = |part: &str, color: Color32| {
        let format = |color| TextFormat::simple(FontId::proportional(15.0), color);
        if !text.is_empty() {
            text.append("  ·  ", 0.0, format(style::FAINT));
        }
        text.append(part, 0.0, format(color));
    };
    let walker = &player.walker;
    if now - *since < SPEED_SHOWN {
        let is_fast = intent.is_held(Motion::Fast);
        let factor = if is_fast { player.params.fast_factor } else { 1.0 };
        add(&format!("{:.1} m/s", player.speed * factor), style::TEXT);
    }
    if let Some(words) = walker.time_scale.words() {
        add(&words, style::ACCENT);
    }
    if walker.draft.is_some() {
        add(text!("hud-recording"), style::ALARM);
    }
    if walker.playing.is_some() {
        add(text!("hud-playing"), style::ACCENT);
    }
    let is_frozen = program.level.frozen.is_some();
    for (is_on, words, command) in [
        (is_frozen, text!("hud-frozen"), Action::ToggleFrozenCulling),
        (player.noclip, text!("hud-noclip"), Action::ToggleNoclip),
    ] {
        if is_on {
            let key = keys.key_or_palette_hint(command);
            add(&format!("{words} ({key})"), style::ACCENT);
        }
    }
    if !player.clear && !player.noclip {
        add(text!("hud-no-room"), style::ALARM);
    }
    if text.is_empty() {
        return Ok(());
    }
    // A single layout job wraps if space is short.
    screen.at_the_bottom(contexts.ctx_mut()?, "status", false, |ui| {
        // The width of centred text must be known before layout.
        text.wrap.max_width = ui.available_width();
        let galley = ui.painter().layout_job(text);
        let (rect, _) = ui.allocate_exact_size(galley.size(), egui::Sense::hover());
        ui.painter().galley(rect.center_top(), galley, style::TEXT);
    });
    Ok(())
}

/// Returns whether a replay is on screen.
pub(super) fn is_replaying(player: Option<Shown<Player>>) -> bool {
    player.is_some_and(|player| player.walker.replay.is_some())
}

pub(super) fn replay(
    mut contexts: EguiContexts,
    player: Shown<Player>,
    program: Res<ProgramState>,
    body: Res<Body>,
    keys: Res<KeyLabels>,
    mut screen: ResMut<Screen>,
) -> Result {
    let Some(replay) = &player.walker.replay else {
        return Ok(());
    };
    let palette = program.overlays.palette;
    screen.at_the_bottom(contexts.ctx_mut()?, "replay", false, |ui| {
        ui.set_width(ui.available_width().min(380.0));
        ui.horizontal(|ui| {
            style::draw_command_key(ui, &keys, Action::ToggleReplay);
            style::text(ui, text!("replay-title"), style::TEXT, 15.0);
        });
        let steps = [replay.ghost_steps_in_walls(), replay.ghost.len()].map(|count| count as u64);
        bodies(ui, player.method.name(), steps, palette);
        let ends = replay.body.last().zip(replay.ghost.last());
        let apart = ends.map_or(0.0, |(own, ghost)| own.center.distance(ghost.center));
        if apart > 0.1 * body.radius {
            let text = text!("replay-apart", apart = format_args!("{apart:.2}"));
            style::text(ui, text, style::FAINT, 12.5);
        }
        let share = replay.at / replay.duration().max(1.0e-3);
        ui.add(ProgressBar::new(share).desired_height(5.0).fill(style::ACCENT));
    });
    Ok(())
}

/// Draws a legend for the body and the ghost, given the number of steps of the ghost in walls and of all its steps.
pub(in crate::app) fn bodies(ui: &mut egui::Ui, method: &str, [inside, steps]: [u64; 2], palette: Palette) {
    legend(ui, style::color(palette.eye()), &text!("replay-you", method));
    let walls = match inside {
        0 => text!("replay-never").to_owned(),
        _ => text!("replay-in-wall", inside, steps),
    };
    legend(ui, style::color(palette.asked()), &text!("replay-ati", walls));
}

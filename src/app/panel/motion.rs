//! Cards for "Why did I stop?" and for the replay.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_session::stop_reason::Explanation;
use bspwalk_text::text;
use egui::ProgressBar;

use crate::app::kit::{
    definitions::{draw_wrapped_text_with_terms, legend},
    layout::Screen,
    style, widgets,
};
use crate::app::{
    host::{
        shown::Shown,
        state::{Action, Player, ProgramState},
    },
    input::{
        KeyLabels,
        settings::{Disclosure, Disclosures},
    },
    paint::overlays::Body,
};

/// Number of sentences about a stop that are always visible.
const SENTENCES: usize = 2;

/// Draws the first sentences of an explanation. The remaining sentences are initially collapsed.
pub(in crate::app) fn draw_explanation(ui: &mut egui::Ui, why: &Explanation, open: &mut Disclosures) {
    let sentences = why.sentences();
    let last = sentences.len().saturating_sub(1);
    let draw = |ui: &mut egui::Ui, index: usize| {
        // The first sentence states what happened, and the last one states how this was determined.
        let faint = index == last || (index > 0 && index.is_multiple_of(2));
        let color = if faint { style::FAINT } else { style::TEXT };
        draw_wrapped_text_with_terms(ui, &sentences[index], color, 13.0);
    };
    (0..sentences.len().min(SENTENCES)).for_each(|index| draw(ui, index));
    if sentences.len() > SENTENCES {
        widgets::disclosure(ui, Disclosure::Stop, open, |ui, _| {
            (SENTENCES..sentences.len()).for_each(|index| draw(ui, index));
        });
    }
}

/// Returns whether a replay is on screen.
pub(in crate::app) fn is_replaying(player: Option<Shown<Player>>) -> bool {
    player.is_some_and(|player| player.walker.replay.is_some())
}

pub(in crate::app) fn replay(
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
            let title = text!("replay-title");
            style::text(ui, title, style::TEXT, 15.0);
        });
        let body_text = text!("replay-you", method = player.method.name());
        legend(ui, style::color(palette.eye()), &body_text);
        let steps = replay.ghost.len();
        let inside = replay.ghost_steps_in_walls();
        let walls = match inside {
            0 => text!("replay-never").to_owned(),
            _ => text!("replay-in-wall", inside, steps),
        };
        let ghost = text!("replay-ati", walls);
        legend(ui, style::color(palette.asked()), &ghost);
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

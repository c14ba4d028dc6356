//! The controls that films share: a step back and on, play and pause, the scrubber and the speed.

use bevy::prelude::*;
use bevy_egui::egui;
use bspwalk_progress::words;
use bspwalk_session::films::Playback;
use egui::{RichText, Slider, Ui};

use super::style;
use crate::app::{
    input::KeyLabels,
    state::{Act, Action},
};

/// Films of more steps than this have a scrubber that gives the first steps the most room.
const LONG: u32 = 400;

/// What a film shows and how it plays, as the controls change it.
pub(super) struct Played<'a> {
    pub(super) playback: &'a mut Playback,
    /// The least and the greatest speed, in steps a second.
    pub(super) speeds: [f32; 2],
    /// How many steps there are.
    pub(super) count: u32,
    /// What the hint of the scrubber says.
    pub(super) hint: &'a str,
}

/// Draws the controls in a row.
pub(super) fn controls(
    ui: &mut Ui,
    film: Played<'_>,
    keys: &KeyLabels,
    commands: &mut MessageWriter<'_, Act>,
) {
    let count = film.count;
    ui.horizontal(|ui| {
        for (label, hint, command) in [
            ("⏴", "The step before", Action::PreviousStep),
            ("⏵", "The next step", Action::NextStep),
        ] {
            let hint = format!("{hint} ({}).", keys.of(command));
            if ui.button(label).on_hover_text(hint).clicked() {
                commands.write(Act(command));
            }
        }
        let playback = film.playback;
        let (label, hint) = if playback.playing {
            ("⏸", "Pause.")
        } else {
            ("▶", "Play.")
        };
        if ui.button(label).on_hover_text(hint).clicked() {
            playback.toggle(count.saturating_sub(1));
        }
        // Steps are counted from 1 here, which a logarithmic scale needs.
        let mut step = playback.step + 1;
        ui.spacing_mut().slider_width = 330.0;
        let slider = Slider::new(&mut step, 1..=count.max(1))
            .logarithmic(count > LONG)
            .integer();
        if ui.add(slider).on_hover_text(film.hint).changed() {
            playback.step = step.saturating_sub(1).min(count.saturating_sub(1));
            playback.playing = false;
        }
        ui.label(RichText::new(format!("of {}", words::count(count))).color(style::FAINT));
        let [least, most] = film.speeds;
        let speed = egui::DragValue::new(&mut playback.speed)
            .range(least..=most)
            .speed(0.02)
            .max_decimals(1)
            .suffix(" a second");
        ui.add(speed).on_hover_text("Steps a second while it plays.");
        let hint = "The film stops before what can be asked about, and asks what comes.";
        ui.checkbox(&mut playback.asks, "Ask me").on_hover_text(hint);
    });
}

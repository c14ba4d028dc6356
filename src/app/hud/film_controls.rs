//! The controls that films share: a step back and on, play and pause, the scrubber and the speed.

use bevy::prelude::*;
use bevy_egui::egui;
use bspwalk_progress::words;
use bspwalk_session::films::Playback;
use bspwalk_text::text;
use egui::{RichText, Slider, Ui};

use super::style;
use crate::{
    app::{
        film_file::AskedFilm,
        input::KeyLabels,
        state::{Act, Action},
    },
    cli::FilmKind,
};

/// Films of more steps than this have a scrubber that gives the first steps the most room.
const LONG: u32 = 400;

/// What a film shows and how it plays, as the controls change it.
pub(in crate::app) struct Played<'a> {
    pub(in crate::app) playback: &'a mut Playback,
    /// The least and the greatest speed, in steps a second.
    pub(in crate::app) speeds: [f32; 2],
    /// The number that the first step is shown with: 1, or 0 where something stands before the steps.
    pub(in crate::app) first: u32,
    /// How many steps there are.
    pub(in crate::app) count: u32,
    /// What the hint of the scrubber says.
    pub(in crate::app) hint: &'a str,
    /// Whether it can stop before what can be asked about.
    pub(in crate::app) asks: bool,
    /// What it is saved as.
    pub(in crate::app) kind: FilmKind,
}

/// Draws the buttons that save a film and copy the command that writes it; in a page there are none.
pub(in crate::app) fn save(ui: &mut Ui, kind: FilmKind, films: &mut MessageWriter<'_, AskedFilm>) {
    if cfg!(target_family = "wasm") {
        return;
    }
    for (label, hint, asked) in [
        (text!("film-save"), text!("film-save-hint"), AskedFilm::Save(kind)),
        (
            text!("tourcard-copy"),
            text!("film-copy-hint"),
            AskedFilm::Copy(kind),
        ),
    ] {
        if style::hinted(ui.small_button(label), hint).clicked() {
            films.write(asked);
        }
    }
}

/// Widths of the scrubber, and of what stands beside it in a row of its own, in points.
const SCRUBBER: f32 = 220.0;
const BESIDE: f32 = 130.0;

/// Draws the controls in a row; in a narrow card in several.
pub(in crate::app) fn controls(
    ui: &mut Ui,
    film: Played<'_>,
    keys: &KeyLabels,
    (commands, films): (&mut MessageWriter<'_, Act>, &mut MessageWriter<'_, AskedFilm>),
) {
    let (count, first) = (film.count, film.first);
    let room = ui.available_width();
    ui.horizontal_wrapped(|ui| {
        for (label, hint, command) in [
            ("⏴", text!("film-step-before"), Action::PreviousStep),
            ("⏵", text!("film-step-next"), Action::NextStep),
        ] {
            let hint = text!("film-step-hint", hint, key = keys.of(command));
            if style::hinted(ui.button(label), hint).clicked() {
                commands.write(Act(command));
            }
        }
        let playback = film.playback;
        let (label, hint) = if playback.playing {
            ("⏸", text!("film-pause"))
        } else {
            ("▶", text!("film-play"))
        };
        if style::hinted(ui.button(label), hint).clicked() {
            playback.toggle(count.saturating_sub(1));
        }
        let mut step = playback.step + first;
        ui.spacing_mut().slider_width = (room - BESIDE).clamp(60.0, SCRUBBER);
        if room < SCRUBBER + 2.0 * BESIDE {
            // The scrubber has a row of its own: a row wraps between widgets, and it is two.
            ui.end_row();
        }
        let last = count.saturating_sub(1) + first;
        let slider = Slider::new(&mut step, first..=last)
            .logarithmic(count > LONG)
            .integer();
        let slider = style::hinted(ui.add(slider), film.hint);
        if slider.changed() {
            playback.step = step.saturating_sub(first).min(count.saturating_sub(1));
            playback.playing = false;
        }
        ui.label(RichText::new(text!("film-of-all", all = words::count(last))).color(style::FAINT));
        let [least, most] = film.speeds;
        let speed = egui::DragValue::new(&mut playback.speed)
            .range(least..=most)
            .speed(0.02)
            .max_decimals(1)
            .suffix(text!("film-a-second"));
        style::hinted(ui.add(speed), text!("film-speed-hint"));
        if film.asks {
            let hint = text!("film-ask-hint");
            ui.checkbox(&mut playback.asks, text!("quiz-ask-me"))
                .on_hover_text(hint);
        }
        save(ui, film.kind, films);
    });
}

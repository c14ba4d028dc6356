//! The controls that films share: a step back and on, play and pause, the scrubber and the speed.

use bevy::prelude::*;
use bevy_egui::egui;
use bspwalk_progress::words;
use bspwalk_session::films::Playback;
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
        (
            "Save",
            "Save the film as an animated picture (GIF), from where you look now.",
            AskedFilm::Save(kind),
        ),
        (
            "copy",
            "Copy the command that writes this film: `bspwalk film` in a shell.",
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
            ("⏴", "The step before", Action::PreviousStep),
            ("⏵", "The next step", Action::NextStep),
        ] {
            let hint = format!("{hint} ({}).", keys.of(command));
            if style::hinted(ui.button(label), hint).clicked() {
                commands.write(Act(command));
            }
        }
        let playback = film.playback;
        let (label, hint) = if playback.playing {
            ("⏸", "Pause.")
        } else {
            ("▶", "Play.")
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
        ui.label(RichText::new(format!("of {}", words::count(last))).color(style::FAINT));
        let [least, most] = film.speeds;
        let speed = egui::DragValue::new(&mut playback.speed)
            .range(least..=most)
            .speed(0.02)
            .max_decimals(1)
            .suffix(" a second");
        style::hinted(ui.add(speed), "Steps a second while it plays.");
        if film.asks {
            let hint = "The film stops before what can be asked about, and asks what comes.";
            ui.checkbox(&mut playback.asks, "Ask me").on_hover_text(hint);
        }
        save(ui, film.kind, films);
    });
}

//! Playback controls shared by all films: step buttons, play and pause, scrubber and speed.

use bevy::prelude::*;
use bevy_egui::egui;
use bspwalk_draw::color::palette::Rgb;
use bspwalk_session::films::Playback;
use bspwalk_text::{text, words};
use egui::{Slider, Ui};

use super::{definitions::draw_text_with_terms, style};
use crate::app::{host::prelude::*, input::KeyLabels};
use crate::cli::FilmKind;

/// Number of steps above which the scrubber is logarithmic, which gives the first steps more space.
const LONG: u32 = 400;

/// Position and playback state of a film, which the controls change.
pub(in crate::app) struct Played<'a> {
    pub(in crate::app) playback: &'a mut Playback,
    /// Minimum and maximum speed, in steps per second.
    pub(in crate::app) speeds: [f32; 2],
    /// Displayed number of the first step: 1, or 0 if the film begins with an initial state.
    pub(in crate::app) first: u32,
    /// Number of steps.
    pub(in crate::app) count: u32,
    /// Tooltip of the scrubber.
    pub(in crate::app) hint: &'a str,
    /// Whether the film can stop before steps that the quiz asks about.
    pub(in crate::app) asks: bool,
    /// Kind of film to save, or `None` without buttons for saving it.
    pub(in crate::app) kind: Option<FilmKind>,
}

/// Returns the maximum width of a film card, in points. In the tour, it is as wide as the card of the station.
pub(in crate::app) const fn width(in_tour: bool) -> f32 {
    if in_tour { 600.0 } else { 760.0 }
}

/// Draws the first row of a film card: the key that opens the film, the sentence, and the close button.
pub(in crate::app) fn draw_header(
    ui: &mut Ui,
    command: Action,
    keys: &KeyLabels,
    commands: &mut MessageWriter<'_, Act>,
    sentence: impl FnOnce(&mut Ui),
) {
    ui.horizontal_top(|ui| {
        style::draw_command_key(ui, keys, command);
        // Always reserve two lines, so that the size of the card does not change.
        let room = egui::vec2(ui.available_width() - 32.0, 38.0);
        ui.allocate_ui(room, |ui| {
            ui.set_min_size(room);
            sentence(ui);
        });
        if style::hinted(ui.small_button("×"), text!("query-close")).clicked() {
            commands.write(Act(command));
        }
    });
}

/// Draws the buttons for saving a film and for copying the command that renders it. Draws nothing in a browser.
pub(in crate::app) fn draw_save_buttons(
    ui: &mut Ui,
    kind: FilmKind,
    films: &mut MessageWriter<'_, AskedFilm>,
) {
    if cfg!(target_family = "wasm") {
        return;
    }
    if style::hinted(ui.small_button(text!("film-save")), text!("film-save-hint")).clicked() {
        films.write(AskedFilm::Save(kind));
    }
    if style::hinted(ui.small_button(text!("tourcard-copy")), text!("film-copy-hint")).clicked() {
        films.write(AskedFilm::Copy(kind));
    }
}

/// Draws the button that starts or pauses a film. Returns whether it was clicked.
pub(in crate::app) fn draw_play_button(ui: &mut Ui, plays: bool) -> bool {
    let (label, hint) = match plays {
        true => ("⏸", text!("film-pause")),
        false => ("▶", text!("film-play")),
    };
    style::hinted(ui.button(label), hint).clicked()
}

/// Draws a legend for the colours of a step.
pub(in crate::app) fn legend(ui: &mut Ui, colors: impl IntoIterator<Item = (Rgb, &'static str)>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for (color, text) in colors {
            style::swatch(ui, style::color(color));
            draw_text_with_terms(ui, text, style::TEXT, 12.5);
            ui.add_space(6.0);
        }
    });
}

/// Width of the scrubber, and width of the controls next to it when they have a separate row, in points.
const SCRUBBER: f32 = 220.0;
const BESIDE: f32 = 130.0;

/// Draws the controls in one row, or in several rows if the card is narrow.
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
            let hint = text!("film-step-hint", hint, key = keys.key_or_palette_hint(command));
            if style::hinted(ui.button(label), hint).clicked() {
                commands.write(Act(command));
            }
        }
        let playback = film.playback;
        if draw_play_button(ui, playback.playing) {
            playback.toggle(count.saturating_sub(1));
        }
        let mut step = playback.step + first;
        ui.spacing_mut().slider_width = (room - BESIDE).clamp(60.0, SCRUBBER);
        if room < SCRUBBER + 2.0 * BESIDE {
            // Give the scrubber its own row. It consists of two widgets, and a shared row could wrap between them.
            ui.end_row();
        }
        let last = count.saturating_sub(1) + first;
        let slider = Slider::new(&mut step, first..=last).logarithmic(count > LONG);
        let slider = style::hinted(ui.add(slider.integer()), film.hint);
        if slider.changed() {
            playback.step = step.saturating_sub(first).min(count.saturating_sub(1));
            playback.playing = false;
        }
        style::faint(ui, text!("film-of-all", all = words::count(last)));
        let [least, most] = film.speeds;
        let speed = egui::DragValue::new(&mut playback.speed)
            .range(least..=most)
            .speed(0.02);
        let speed = speed.max_decimals(1).suffix(text!("film-a-second"));
        style::hinted(ui.add(speed), text!("film-speed-hint"));
        if film.asks {
            let asks = ui.checkbox(&mut playback.asks, text!("quiz-ask-me"));
            asks.on_hover_text(text!("film-ask-hint"));
        }
        if let Some(kind) = film.kind {
            draw_save_buttons(ui, kind, films);
        }
    });
}

//! Card of a station: its text, its task, and the navigation to other stations.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_session::actions::Effect;
use bspwalk_text::text;
use egui::{Align, Color32, Layout, RichText, Sense, vec2};

use super::{
    STATIONS, Tour,
    station::{Station, Word},
    stations,
};
use crate::app::{
    host::state::{Act, Action, Notice, Ui},
    input::{KeyLabels, settings::Settings},
    kit::{
        definitions::{line, prose, sourced},
        layout::Screen,
        style,
    },
    level::view_line::ViewClipboard,
};

/// Width of the card's contents, in points. It fits between two columns in a window of 1280×720.
const WIDTH: f32 = 600.0;

/// Font sizes, in points.
const TEXT: f32 = 14.0;
const SMALL: f32 = 12.5;

pub(super) fn draw(
    mut contexts: EguiContexts,
    (tour, ui, keys, settings): (Res<Tour>, Res<Ui>, Res<KeyLabels>, Res<Settings>),
    mut screen: ResMut<Screen>,
    mut clipboard: ResMut<ViewClipboard>,
    (mut commands, mut notices): (MessageWriter<Act>, MessageWriter<Notice>),
) -> Result {
    let station = tour.station();
    let (mut sent, mut is_copied) = (None, false);
    screen.at_the_bottom(contexts.ctx_mut()?, "tour", !ui.captured, |card| {
        card.set_width(card.available_width().min(WIDTH));
        card.spacing_mut().item_spacing.y = 4.0;
        let title = title(card, &tour, &settings, &keys, &mut is_copied);
        for sentence in &station.sentences {
            sourced(card, sentence.text.text(), sentence.source, style::TEXT, TEXT);
        }
        card.add_space(2.0);
        if tour.is_done() {
            done(card, station);
        } else {
            task(card, station, &keys);
        }
        let fact = match &tour.fact {
            Some(fact) => fact.clone(),
            None if tour.is_shown() => String::new(),
            None => text!("tourcard-loading", level = station.level),
        };
        let bottom = bottom(card, &tour, &fact, &keys);
        sent = title.or(bottom);
    });
    if let Some(command) = sent {
        commands.write(Act(command));
    }
    if is_copied {
        notices.write(Notice::info(clipboard.copy(&stations::line(station))));
    }
    Ok(())
}

/// Draws the title, a mark for each station, and the button that leaves the tour. Returns the requested action.
fn title(
    ui: &mut egui::Ui,
    tour: &Tour,
    settings: &Settings,
    keys: &KeyLabels,
    copies: &mut bool,
) -> Option<Action> {
    let mut sent = None;
    let number = tour.place() + 1;
    ui.horizontal(|ui| {
        let text = text!("tourcard-of", number, all = STATIONS.len());
        ui.label(RichText::new(text).color(style::FAINT).size(SMALL));
        let title = RichText::new(tour.station().title.text()).strong().size(17.0);
        ui.label(title.color(style::TEXT));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let key = keys.of(Action::Tour);
            let hint = text!("tourcard-leave", key);
            if style::hinted(ui.small_button("×"), hint).clicked() {
                sent = Some(Action::Tour);
            }
            let hint = text!("tourcard-copy-hint");
            *copies = ui
                .small_button(text!("tourcard-copy"))
                .on_hover_text(hint)
                .clicked();
            ui.add_space(4.0);
            ui.spacing_mut().item_spacing.x = 1.0;
            for (place, station) in STATIONS.iter().enumerate().rev() {
                let is_done = settings.tour_done.contains(station.name);
                if mark(ui, place == tour.place(), is_done, station) {
                    sent = go_to(place);
                }
            }
        });
    });
    sent
}

/// Returns the command that goes to a station.
fn go_to(place: usize) -> Option<Action> {
    u8::try_from(place).map(Action::TourStation).ok()
}

/// Draws the mark of a station: filled if its task is done, larger for the current one. Returns whether it was clicked.
fn mark(ui: &mut egui::Ui, is_here: bool, is_done: bool, station: &Station) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(15.0, 15.0), Sense::click());
    let color = if is_here { style::ACCENT } else { style::FAINT };
    let radius = if is_here { 5.5 } else { 4.0 };
    let fill = if is_done { color } else { Color32::TRANSPARENT };
    let stroke = egui::Stroke::new(1.5, color);
    ui.painter().circle(rect.center(), radius, fill, stroke);
    let done = if is_done { text!("tourcard-done-mark") } else { "" };
    let text = format!("{}{done}", station.title);
    style::hinted(response, text).clicked()
}

/// Draws the task.
fn task(ui: &mut egui::Ui, station: &Station, keys: &KeyLabels) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(
            RichText::new(text!("tourcard-try"))
                .strong()
                .color(style::ACCENT)
                .size(TEXT),
        );
        for word in station.task.words {
            match *word {
                Word::Say(words) => {
                    line(ui, words.text(), style::TEXT, TEXT);
                }
                Word::Press(command) => match keys.bound(Effect::Send(command)) {
                    Some(key) => style::key(ui, &key),
                    None => _ = line(ui, keys.of(command), style::ACCENT, TEXT),
                },
                Word::Hold(motion) => style::key(ui, &keys.of_motion(motion)),
            }
        }
    });
}

/// Draws what the completed task has shown.
fn done(ui: &mut egui::Ui, station: &Station) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(
            RichText::new(text!("tourcard-done"))
                .strong()
                .color(style::ACCENT)
                .size(TEXT),
        );
        line(ui, station.task.after.text(), style::TEXT, TEXT);
    });
}

/// Draws a fact about the current position, and the buttons to the previous and next station. Returns the requested
/// action.
fn bottom(ui: &mut egui::Ui, tour: &Tour, fact: &str, keys: &KeyLabels) -> Option<Action> {
    let mut sent = None;
    let place = tour.place();
    if !fact.is_empty() {
        prose(ui, fact, style::FAINT, SMALL);
    }
    ui.horizontal(|ui| {
        style::key_of(ui, keys, Action::ToggleQuiz);
        let hint = text!("tourcard-ask-hint");
        if ui.button(text!("quiz-ask-me")).on_hover_text(hint).clicked() {
            sent = Some(Action::ToggleQuiz);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let next = if place + 1 < STATIONS.len() {
                text!("tourcard-next")
            } else {
                text!("tourcard-end")
            };
            if ui.button(next).clicked() {
                sent = go_to(place + 1);
            }
            style::key(ui, &keys.of(Action::AcceptOffer));
            ui.add_space(6.0);
            if place > 0 {
                if ui.button(text!("tourcard-back")).clicked() {
                    sent = go_to(place - 1);
                }
                style::key(ui, &keys.of(Action::DeclineOffer));
            }
        });
    });
    sent
}

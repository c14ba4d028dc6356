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
    let (mut sent, mut copies) = (None, false);
    screen.at_the_bottom(contexts.ctx_mut()?, "tour", !ui.captured, |card| {
        card.set_width(card.available_width().min(WIDTH));
        card.spacing_mut().item_spacing.y = 4.0;
        title(card, &tour, (&settings, &keys), &mut sent, &mut copies);
        for &(text, source) in station.sentences {
            sourced(card, text.text(), source, style::TEXT, TEXT);
        }
        card.add_space(2.0);
        task(card, &tour, &keys);
        if let Some(fact) = &tour.fact {
            prose(card, fact, style::FAINT, SMALL);
        } else if !tour.is_shown {
            let text = text!("tourcard-loading", level = station.level);
            prose(card, text, style::FAINT, SMALL);
        }
        buttons(card, tour.place, &keys, &mut sent);
    });
    commands.write_batch(sent.map(Act));
    if copies {
        notices.write(Notice::info(clipboard.copy(&stations::line(station))));
    }
    Ok(())
}

/// Draws the title, a mark for each station, and the button that leaves the tour.
fn title(
    ui: &mut egui::Ui,
    tour: &Tour,
    (settings, keys): (&Settings, &KeyLabels),
    sent: &mut Option<Action>,
    copies: &mut bool,
) {
    ui.horizontal(|ui| {
        let text = text!("tourcard-of", number = tour.place + 1, all = STATIONS.len());
        style::label(ui, text, style::FAINT, SMALL);
        style::title(ui, tour.station().title.text(), 17.0);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let hint = text!("tourcard-leave", key = keys.of(Action::Tour));
            if style::hinted(ui.small_button("×"), hint).clicked() {
                *sent = Some(Action::Tour);
            }
            let copy = ui.small_button(text!("tourcard-copy"));
            *copies = copy.on_hover_text(text!("tourcard-copy-hint")).clicked();
            ui.add_space(4.0);
            ui.spacing_mut().item_spacing.x = 1.0;
            for (place, station) in STATIONS.iter().enumerate().rev() {
                let is_done = settings.tour_done.contains(station.name);
                if mark(ui, place == tour.place, is_done, station) {
                    *sent = go_to(place);
                }
            }
        });
    });
}

/// Returns the command that goes to a station.
fn go_to(place: usize) -> Option<Action> {
    u8::try_from(place).map(Action::TourStation).ok()
}

/// Draws the mark of a station: filled if its task is done, larger for the current one. Returns whether it was clicked.
fn mark(ui: &mut egui::Ui, is_here: bool, is_done: bool, station: &Station) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(15.0, 15.0), Sense::click());
    let (color, radius) = if is_here {
        (style::ACCENT, 5.5)
    } else {
        (style::FAINT, 4.0)
    };
    let (fill, done) = if is_done {
        (color, text!("tourcard-done-mark"))
    } else {
        (Color32::TRANSPARENT, "")
    };
    let stroke = egui::Stroke::new(1.5, color);
    ui.painter().circle(rect.center(), radius, fill, stroke);
    style::hinted(response, format!("{}{done}", station.title)).clicked()
}

/// Draws the task, or what it has shown once it is completed.
fn task(ui: &mut egui::Ui, tour: &Tour, keys: &KeyLabels) {
    let station = tour.station();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let heading = match tour.is_done {
            true => text!("tourcard-done"),
            false => text!("tourcard-try"),
        };
        ui.label(RichText::new(heading).strong().color(style::ACCENT).size(TEXT));
        if tour.is_done {
            line(ui, station.after.text(), style::TEXT, TEXT);
            return;
        }
        for &word in station.task {
            match word {
                Word::Say(words) => _ = line(ui, words.text(), style::TEXT, TEXT),
                Word::Press(command) => match keys.bound(Effect::Send(command)) {
                    Some(key) => style::key(ui, &key),
                    None => _ = line(ui, keys.of(command), style::ACCENT, TEXT),
                },
                Word::Hold(motion) => style::key(ui, &keys.of_motion(motion)),
            }
        }
    });
}

/// Draws the button that asks a question, and those to the previous and the next station.
fn buttons(ui: &mut egui::Ui, place: usize, keys: &KeyLabels, sent: &mut Option<Action>) {
    ui.horizontal(|ui| {
        style::key_of(ui, keys, Action::ToggleQuiz);
        let ask = ui.button(text!("quiz-ask-me"));
        if ask.on_hover_text(text!("tourcard-ask-hint")).clicked() {
            *sent = Some(Action::ToggleQuiz);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let next = if place + 1 < STATIONS.len() {
                text!("tourcard-next")
            } else {
                text!("tourcard-end")
            };
            if ui.button(next).clicked() {
                *sent = go_to(place + 1);
            }
            style::key(ui, &keys.of(Action::AcceptOffer));
            ui.add_space(6.0);
            if place > 0 {
                if ui.button(text!("tourcard-back")).clicked() {
                    *sent = go_to(place - 1);
                }
                style::key(ui, &keys.of(Action::DeclineOffer));
            }
        });
    });
}

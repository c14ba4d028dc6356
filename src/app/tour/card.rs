//! Station card: text with drawings, task, question, and navigation to other stations.

use std::sync::LazyLock;

use bevy::prelude::*;
use bspwalk_explain::cyclic_overlap::{CyclicOverlap, TrianglePiece};
use bspwalk_explain::decisions::equation;
use bspwalk_explain::quiz::checks::{CheckFilm, ChoiceQuestion};
use bspwalk_explain::quiz::letter;
use bspwalk_session::actions::{Effect, controls};
use bspwalk_text::words::{count, count_with_noun};
use egui::{Align, Color32, Layout, Rect, RichText, Sense, Shape, Stroke, vec2};

use super::station::{Extra, Station, Word};
use super::{Ghost, RootPlanes, STATIONS, Tour, TourInput, stations};
use crate::app::kit::widgets::{button, small_button};
use crate::app::{
    cards::crosshair::bodies, kit::definitions::draw_text_with_source, kit::prelude::*,
    level::view_line::ViewClipboard,
};

/// Width of the card contents, in points. The card fits between two columns in a 1280×720 window.
const WIDTH: f32 = 600.0;

/// Height of the card contents below a page, in points.
const HEIGHT_BELOW_PAGE: f32 = 128.0;

/// Font sizes, in points.
const TEXT: f32 = 14.0;
const SMALL: f32 = 12.5;

pub(super) fn draw(
    mut contexts: EguiContexts,
    (tour, keys, settings): (Res<Tour>, Res<KeyLabels>, Res<Settings>),
    (planes, ghost, program): (Res<RootPlanes>, Res<Ghost>, Res<ProgramState>),
    player: Option<Shown<Player>>,
    mut screen: ResMut<Screen>,
    mut clipboard: ResMut<ViewClipboard>,
    (mut commands, mut notices): (MessageWriter<Act>, MessageWriter<Notice>),
    mut inputs: MessageWriter<TourInput>,
) -> Result {
    let ui = program.ui;
    let station = tour.station();
    let (mut sent, mut copies) = (None, false);
    screen.at_the_bottom(contexts.ctx_mut()?, "tour", !ui.captured, |card| {
        card.set_width(card.available_width().min(WIDTH));
        if station.setup.page.is_some() {
            // The page above the card must not change its size during the station.
            card.set_min_height(HEIGHT_BELOW_PAGE);
        }
        card.spacing_mut().item_spacing.y = 4.0;
        title(card, &tour, (&settings, &keys), &mut sent, &mut copies);
        // Once the task is done, the question replaces the text.
        if !tour.is_done {
            sentences(card, station);
            card.add_space(2.0);
        }
        // Below a page, there is no space for both the explanation and the answer.
        if station.setup.page.is_none() || tour.given.is_none() {
            task(card, &tour, &keys, &mut sent);
        }
        match station.setup.extra {
            Extra::None | Extra::Cycle => {}
            Extra::Planes => pick(card, &planes, &mut inputs),
            Extra::Ghost => {
                if let Some(player) = player.filter(|_| tour.is_shown) {
                    let palette = program.overlays.palette;
                    bodies(card, player.method.name(), ghost.steps(), palette);
                }
            }
        }
        if let Some(fact) = &tour.fact {
            draw_wrapped_text_with_terms(card, fact, style::FAINT, SMALL);
        } else if !tour.is_shown {
            let text = text!("tourcard-loading", level = station.level);
            draw_wrapped_text_with_terms(card, text, style::FAINT, SMALL);
        }
        if let Some(check) = &tour.check {
            question(card, check, tour.given, program.overlays.palette, &mut inputs);
        }
        buttons(card, &tour, &keys, &mut sent);
    });
    commands.write_batch(sent.map(Act));
    if copies {
        notices.write(Notice::info(clipboard.copy(&stations::line(station))));
    }
    Ok(())
}

/// Draws the title, a marker for each station, and the button that leaves the tour.
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
            let hint = text!("tourcard-leave", key = keys.key_or_palette_hint(Action::Tour));
            if style::hinted(ui.small_button("×"), hint).clicked() {
                *sent = Some(Action::Tour);
            }
            *copies = small_button(ui, text!("tourcard-copy"), text!("tourcard-copy-hint"));
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

/// Returns the command for going to a station.
fn go_to(place: usize) -> Option<Action> {
    u8::try_from(place).map(Action::TourStation).ok()
}

/// Draws the marker of a station, which is filled if the station's task is done and larger if the station is the
/// current one. Returns whether the marker was clicked.
fn mark(ui: &mut egui::Ui, is_here: bool, is_done: bool, station: &Station) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(15.0, 15.0), Sense::click());
    let (color, radius) = match is_here {
        true => (style::ACCENT, 5.5),
        false => (style::FAINT, 4.0),
    };
    let (fill, done) = match is_done {
        true => (color, text!("tourcard-done-mark")),
        false => (Color32::TRANSPARENT, ""),
    };
    let stroke = Stroke::new(1.5, color);
    ui.painter().circle(rect.center(), radius, fill, stroke);
    style::hinted(response, format!("{}{done}", station.title)).clicked()
}

/// Draws the text of a station, next to the drawing if the station has one.
fn sentences(ui: &mut egui::Ui, station: &Station) {
    let write = |ui: &mut egui::Ui| {
        for &(text, source) in station.sentences {
            draw_text_with_source(ui, text.text(), source, style::TEXT, TEXT);
        }
    };
    if station.setup.extra != Extra::Cycle {
        return write(ui);
    }
    ui.horizontal_top(|ui| {
        let width = ui.available_width() - CYCLE_WIDTH;
        ui.vertical(|ui| {
            ui.set_width(width);
            write(ui);
        });
        cycle(ui);
    });
}

/// Draws the task, or an explanation of its result once the task is complete. A command without a key is a button.
fn task(ui: &mut egui::Ui, tour: &Tour, keys: &KeyLabels, sent: &mut Option<Action>) {
    let station = tour.station();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let heading = match tour.is_done {
            true => text!("tourcard-done"),
            false => text!("tourcard-try"),
        };
        ui.label(RichText::new(heading).strong().color(style::ACCENT).size(TEXT));
        if tour.is_done {
            draw_text_with_terms(ui, station.after.text(), style::TEXT, TEXT);
            return;
        }
        for &word in station.task {
            match word {
                Word::Say(words) => _ = draw_text_with_terms(ui, words.text(), style::TEXT, TEXT),
                Word::Press(command) => match keys.names().of_effect(Effect::Send(command)) {
                    Some(key) => style::draw_key_cap(ui, &key),
                    None => {
                        if button(ui, title_of(command), keys.key_or_palette_hint(command)) {
                            *sent = Some(command);
                        }
                    }
                },
                Word::Hold(motion) => style::draw_key_cap(ui, &keys.names().of_motion(motion)),
            }
        }
    });
}

/// Returns the title of a command in the menus.
fn title_of(command: Action) -> &'static str {
    let mut rows = controls();
    let row = rows.find(|row| row.effect == Effect::Send(command));
    row.map_or("", |row| row.title.text())
}

/// Draws the planes that the user can choose for the root, each with its costs once the user has built a tree with it.
fn pick(ui: &mut egui::Ui, planes: &RootPlanes, inputs: &mut MessageWriter<TourInput>) {
    if planes.planes.is_empty() {
        draw_wrapped_text_with_terms(ui, text!("tour-cutting-sought"), style::FAINT, SMALL);
    }
    for (place, plane) in planes.planes.iter().enumerate() {
        ui.horizontal(|ui| {
            let cost = &plane.candidate;
            let (letter, equation) = (letter(place), equation(&cost.plane));
            let text = text!("tour-cutting-plane", letter, plane = equation);
            if chooses(ui, text, style::TEXT, planes.picked == Some(place)) {
                inputs.write(TourInput::Pick(place));
            }
            if let Some([nodes, depth]) = plane.tree {
                let [cuts, front, back] = [cost.cuts, cost.front, cost.back].map(count);
                let nodes = count_with_noun(nodes, "node");
                let text = text!("tour-cutting-cost", cuts, front, back, nodes, depth);
                style::label(ui, text, style::TEXT, SMALL).on_hover_text(text!("tour-cutting-own"));
            }
        });
    }
}

/// Draws the question, its choices and (once it is answered) the explanation.
fn question(
    ui: &mut egui::Ui,
    check: &ChoiceQuestion,
    given: Option<usize>,
    palette: Palette,
    inputs: &mut MessageWriter<TourInput>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let heading = RichText::new(text!("tourcard-check")).strong();
        ui.label(heading.color(style::ACCENT).size(TEXT));
        draw_text_with_terms(ui, &*check.text, style::TEXT, TEXT);
    });
    ui.horizontal_wrapped(|ui| {
        for (place, choice) in check.choices.iter().enumerate() {
            let color = match given {
                Some(_) if check.is_right(place) => style::BETTER,
                Some(_) => style::FAINT,
                None => style::TEXT,
            };
            if let Some(leaf) = check.named_leaves.get(place) {
                let [red, green, blue] = palette.category(leaf.0);
                style::swatch(ui, egui::Rgba::from_rgb(red, green, blue).into());
            }
            if chooses(ui, choice, color, given == Some(place)) && given.is_none() {
                inputs.write(TourInput::Answer(place));
            }
        }
        if given.is_none() && matches!(check.film, Some(CheckFilm::Query(_))) {
            ui.add_space(6.0);
            let hint = text!("tourcard-check-step-hint");
            if button(ui, text!("tourcard-check-step"), hint) {
                inputs.write(TourInput::Prepare);
            }
        }
        if given.is_some() && check.film.is_some() {
            ui.add_space(6.0);
            let hint = text!("tourcard-check-film-hint");
            if button(ui, text!("tourcard-check-film"), hint) {
                inputs.write(TourInput::Show);
            }
        }
    });
    let Some(given) = given else { return };
    let (verdict, color) = if check.is_right(given) {
        (text!("tourcard-check-right").to_owned(), style::BETTER)
    } else {
        let right = check.choices.get(check.right).map_or("", String::as_str);
        (text!("tourcard-check-wrong", right), style::ALARM)
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        draw_text_with_terms(ui, verdict, color, TEXT);
        draw_text_with_terms(ui, &*check.why, style::TEXT, TEXT);
    });
}

/// Draws the button of a choice. Returns whether it was clicked.
fn chooses(ui: &mut egui::Ui, text: impl Into<String>, color: Color32, is_selected: bool) -> bool {
    let text = RichText::new(text).size(TEXT).color(color);
    ui.add(egui::Button::new(text).selected(is_selected)).clicked()
}

/// Draws the buttons for the previous and next stations and, at the end of a station, the button that asks a question.
fn buttons(ui: &mut egui::Ui, tour: &Tour, keys: &KeyLabels, sent: &mut Option<Action>) {
    let place = tour.place;
    ui.horizontal(|ui| {
        // The task of the last station is a question.
        let is_last = place + 1 == STATIONS.len();
        if (tour.is_done || is_last) && !tour.station().asks.is_empty() {
            style::draw_command_key(ui, keys, Action::ToggleQuiz);
            if button(ui, text!("quiz-ask-me"), text!("tourcard-ask-hint")) {
                *sent = Some(Action::ToggleQuiz);
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let next = match is_last {
                true => text!("tourcard-end"),
                false => text!("tourcard-next"),
            };
            if ui.button(next).clicked() {
                *sent = go_to(place + 1);
            }
            style::draw_key_cap(ui, &keys.key_or_palette_hint(Action::AcceptOffer));
            ui.add_space(6.0);
            if place > 0 {
                if ui.button(text!("tourcard-back")).clicked() {
                    *sent = go_to(place - 1);
                }
                style::draw_key_cap(ui, &keys.key_or_palette_hint(Action::DeclineOffer));
            }
        });
    });
}

/// The triangles, and the pieces into which the tree cuts them.
static OVERLAP: LazyLock<Option<CyclicOverlap>> = LazyLock::new(CyclicOverlap::new);

/// Width and height of one drawing of the triangles, in points.
const SIZE: f32 = 72.0;

/// Total width of both drawings and the gaps next to them, in points.
const CYCLE_WIDTH: f32 = 2.0 * SIZE + 32.0;

/// Largest absolute coordinate shown in the drawings.
const REACH: f32 = 1.35;

/// Colours of the triangles.
const COLORS: [Color32; 3] = [
    Color32::from_rgb(184, 92, 77),
    Color32::from_rgb(92, 133, 179),
    Color32::from_rgb(204, 179, 133),
];

/// Draws the uncut and cut triangles side by side, with captions.
fn cycle(ui: &mut egui::Ui) {
    let Some(overlap) = &*OVERLAP else { return };
    for (pieces, caption) in [
        (&overlap.whole, text!("tour-order-whole")),
        (&overlap.cut, text!("tour-order-cut")),
    ] {
        ui.vertical(|ui| {
            ui.set_width(SIZE);
            let (rect, response) = ui.allocate_exact_size(vec2(SIZE, SIZE), Sense::hover());
            paint(&ui.painter_at(rect), rect, pieces);
            style::set_accessible_name(response, caption);
            style::label(ui, caption, style::FAINT, 11.5);
        });
    }
}

fn paint(painter: &egui::Painter, rect: Rect, pieces: &[TrianglePiece]) {
    let scale = 0.5 * SIZE / REACH;
    for piece in pieces {
        let corners = piece.corners.iter();
        let corners = corners.map(|corner| rect.center() + scale * vec2(corner.x, -corner.y));
        let outline = Stroke::new(1.0, style::LINE);
        let color = COLORS[piece.triangle % COLORS.len()];
        painter.add(Shape::convex_polygon(corners.collect(), color, outline));
    }
}

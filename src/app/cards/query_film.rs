//! Query film card: the query, a sentence about the current step, and the counters.

use bevy::prelude::*;
use bspwalk_explain::films::{PRESETS, QueryFilm, QueryKind, QueryMode};
use bspwalk_overlays::query_step;
use bspwalk_session::films::{QueryPlayer, from_eye};
use bspwalk_session::question::Question;
use egui::{ProgressBar, RichText, Ui};

use super::query_axes;
use crate::app::films::query_film::ShowPreset;
use crate::app::kit::film_controls::{self, Played};
use crate::app::kit::prelude::*;
use crate::app::level::copied_command::{self, CopyQuestion};
use crate::cli::FilmKind;

pub(super) fn draw(
    mut contexts: EguiContexts,
    (current, keys): (Shown<OpenedLevel>, Res<KeyLabels>),
    (body, mut screen): (Shown<Player>, ResMut<Screen>),
    mut program: ResMut<ProgramState>,
    (mut commands, mut presets): (MessageWriter<Act>, MessageWriter<ShowPreset>),
    (mut films, mut copies): (MessageWriter<AskedFilm>, MessageWriter<CopyQuestion>),
) -> Result {
    let opened = program.ui;
    let (player, palette) = (&program.query, program.overlays.palette);
    let mut new = player.clone();
    let film = player.film(&current.tree).cloned();
    let index = player.step as usize;
    let text = player.sentence(&current.tree);
    screen.at_the_bottom(contexts.ctx_mut()?, "query film", true, |ui| {
        ui.set_max_width(film_controls::width(opened.tour));
        film_controls::draw_header(ui, Action::ToggleQueryFilm, &keys, &mut commands, |ui| {
            style::text(ui, text, style::TEXT, 14.0);
        });
        if let Some(film) = &film {
            counters(ui, film, index, palette);
            query_axes::draw(ui, film, &current.tree, index, palette);
            let [least, most, _] = QUERY_SPEEDS;
            let played = Played {
                playback: &mut new.playback,
                speeds: [least, most],
                first: 1,
                asks: true,
                kind: (!opened.tour).then_some(FilmKind::Query(player.asked.kind)),
                count: film.len() as u32,
                hint: text!("query-which-step"),
            };
            film_controls::controls(ui, played, &keys, (&mut commands, &mut films));
        }
        let mut before = new.asked;
        // The station of the tour has chosen the query, and its card needs the room.
        if !opened.tour {
            ui.horizontal_wrapped(|ui| {
                kind(ui, &mut new, &mut presets);
                for mode in QueryMode::ALL {
                    let choice = ui.selectable_value(&mut new.asked.mode, mode, mode.title());
                    choice.on_hover_text(mode.description());
                }
            });
            widgets::disclosure(ui, Disclosure::QueryFilm, |ui| {
                ui.horizontal_wrapped(|ui| {
                    if new.asked.kind.has_path() {
                        end(ui, &mut new, QueryEnd::From, text!("query-from"));
                        end(ui, &mut new, QueryEnd::To, text!("query-to"));
                    } else {
                        end(ui, &mut new, QueryEnd::To, text!("query-at"));
                    }
                    if widgets::button(ui, text!("query-from-eye"), text!("query-from-eye-hint")) {
                        [new.asked.from, new.asked.to] =
                            from_eye(&current.tree, body.position, body.forward());
                        (new.picking, new.preset) = (None, None);
                    }
                    let copy = ui.small_button(text!("query-copy"));
                    let hint = |ui: &mut Ui| style::text(ui, copied_command::HINT.text(), style::TEXT, 13.0);
                    if copy.on_hover_ui(hint).clicked() {
                        copies.write(CopyQuestion(Question::Query(player.asked.query())));
                    }
                    sizes(ui, &mut new.asked);
                });
            });
        }
        // The worked example stays open if only the traversal changes.
        before.mode = new.asked.mode;
        if new.asked != before {
            new.preset = None;
        }
        film_controls::legend(ui, query_step::colors(palette));
        if new.picking.is_some() {
            let [select, pointer] = keys.hints([Action::SelectUnderCrosshair, Action::SelectUnderPointer]);
            let text = text!("query-click-face", select, pointer);
            style::text(ui, text, style::ACCENT, 12.5);
        }
    });
    if new.asked.mode != program.query.asked.mode {
        program.query_mode = new.asked.mode;
    }
    program.query = new;
    Ok(())
}

/// Draws the counters up to this step, next to the number of tests that a query without a tree needs.
fn counters(ui: &mut Ui, film: &QueryFilm, index: usize, palette: Palette) {
    let counters = film.counters(index);
    let without = film.tested_without_tree(index);
    let ink = style::readable_text_color;
    let big = |ui: &mut Ui, number: u64, color: egui::Color32, text: &str| {
        let number = RichText::new(words::count(number)).size(20.0);
        ui.label(number.strong().color(color));
        style::label(ui, text, style::FAINT, 12.5);
        ui.add_space(10.0);
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let nodes = if counters.questions > 1 {
            let questions = words::count_with_noun(counters.questions, "query");
            text!("query-visits-in", questions)
        } else {
            let nodes = words::count_with_noun(film.nodes(), "node");
            text!("query-of-visited", nodes)
        };
        big(ui, counters.visited, ink(palette.reached()), &nodes);
        if counters.tested > 0 || without > 0 {
            let tested = match counters.tested {
                1 => text!("query-face-tested"),
                _ => text!("query-faces-tested"),
            };
            big(ui, counters.tested, ink(palette.missed()), tested);
            big(ui, without, style::TEXT, text!("query-without-tree"));
            let share = counters.tested as f32 / without.max(1) as f32;
            let bar = ProgressBar::new(share).desired_width(120.0).desired_height(10.0);
            ui.add(bar.corner_radius(2).fill(style::color(palette.missed())));
        }
    });
}

/// Draws the combo boxes for the query kind and the worked examples.
fn kind(ui: &mut Ui, player: &mut QueryPlayer, presets: &mut MessageWriter<'_, ShowPreset>) {
    let kinds = QueryKind::ALL.map(|kind| (kind, kind.title(), kind.description()));
    let (name, chosen) = (text!("query-kind"), player.asked.kind.title());
    if let Some(kind) = widgets::choose_named(ui, ("query", name), chosen, 150.0, kinds) {
        player.asked.kind = kind;
        player.preset = None;
    }
    let examples = PRESETS.iter();
    let examples = examples.map(|preset| (preset, preset.title.text(), preset.source.to_string()));
    let name = text!("query-examples");
    let chosen = player.preset.map_or(name, |preset| preset.title.text());
    let example = widgets::choose_named(ui, ("worked examples", name), chosen, 190.0, examples);
    presets.write_batch(example.map(ShowPreset));
}

/// Draws the button that starts picking one end of the query.
fn end(ui: &mut Ui, player: &mut QueryPlayer, end: QueryEnd, name: &str) {
    let is_picked = player.picking == Some(end);
    let point = *player.asked.end_mut(end);
    let [x, y, z] = point.to_array().map(|coordinate| format!("{coordinate:.1}"));
    let button = egui::Button::new(text!("query-pick", name)).selected(is_picked);
    if widgets::clicks(ui, true, button, text!("query-at-point", x, y, z)) {
        player.picking = (!is_picked).then_some(end);
    }
}

/// Draws the controls for the size of the body or the box.
fn sizes(ui: &mut Ui, asked: &mut AskedQuery) {
    let is_box = asked.kind == QueryKind::Overlap;
    let Some(may_be_capsule) = asked.kind.body().or(is_box.then_some(false)) else {
        return;
    };
    let length = |ui: &mut Ui, name: &str, value: &mut f32, [least, most]: [f32; 2]| {
        style::label(ui, name, style::FAINT, 12.5);
        let drag = egui::DragValue::new(value).range(least..=most);
        ui.add(drag.speed(0.01).max_decimals(2).suffix(" m"));
    };
    ui.add_space(10.0);
    if is_box {
        for (name, edge) in ["x", "y", "z"].into_iter().zip(0..) {
            length(ui, name, &mut asked.size[edge], QUERY_SIZES);
        }
        return;
    }
    if may_be_capsule {
        ui.selectable_value(&mut asked.capsule, false, text!("query-sphere"));
        ui.selectable_value(&mut asked.capsule, true, text!("query-capsule"));
    }
    length(ui, text!("query-radius"), &mut asked.radius, QUERY_RADII);
    if asked.capsule && may_be_capsule {
        length(ui, text!("query-height"), &mut asked.height, QUERY_SIZES);
    }
}

/// Draws the card of a worked example: what the example teaches, and its source.
pub(super) fn preset(
    mut contexts: EguiContexts,
    mut program: ResMut<ProgramState>,
    mut screen: ResMut<Screen>,
) -> Result {
    let Some(preset) = program.query.preset else {
        return Ok(());
    };
    let mut is_closed = false;
    screen.at_the_bottom(contexts.ctx_mut()?, "worked example", true, |ui| {
        ui.set_max_width(film_controls::width(false));
        ui.horizontal(|ui| {
            style::title(ui, preset.title.text(), 15.0);
            style::label(ui, preset.source.to_string(), style::FAINT, 12.5)
                .on_hover_text(preset.source.explained());
            is_closed = style::hinted(ui.small_button("×"), text!("query-example-close")).clicked();
        });
        style::text(ui, preset.words.text(), style::TEXT, 13.5);
    });
    if is_closed {
        program.query.preset = None;
    }
    Ok(())
}

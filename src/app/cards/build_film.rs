//! Build film card: a sentence about the current step, and the playback controls.

use bevy::prelude::*;
use bspwalk_explain::build_cost::cost_words;
use bspwalk_overlays::build_step;
use bspwalk_session::films::BuildFilm;
use egui::Ui;
use egui_plot::{Line, VLine};

use crate::app::kit::film_controls::{self, Played};
use crate::app::kit::prelude::*;
use crate::app::{films::build_film::BuildCosts, paint::overlays::CurrentTreeStats};
use crate::cli::FilmKind;

/// Maximum number of points on the cost curve.
const CURVE_POINTS: usize = 240;

/// Delay before the card reports that a step is still being computed (in seconds).
const NOTICEABLE: f32 = 0.3;

pub(super) fn draw(
    mut contexts: EguiContexts,
    (current, keys): (Shown<OpenedLevel>, Res<KeyLabels>),
    (stats, costs): (Res<CurrentTreeStats>, Res<BuildCosts>),
    mut screen: ResMut<Screen>,
    mut program: ResMut<ProgramState>,
    (mut commands, mut films): (MessageWriter<Act>, MessageWriter<AskedFilm>),
    mut waits: Local<f32>,
    time: Res<Time<Real>>,
) -> Result {
    let opened = program.ui;
    let film = &program.build;
    let mut new = film.clone();
    let count = current.tree.node_count();
    let text = program.divisions.caption(&current.tree, film);
    // Report nothing if the next step is ready immediately.
    *waits = match film.next.is_some() && film.held.is_none() {
        true => *waits + time.delta_secs(),
        false => 0.0,
    };
    let waits = *waits > NOTICEABLE;
    screen.at_the_bottom(contexts.ctx_mut()?, "build film", true, |ui| {
        ui.set_max_width(film_controls::width(opened.tour));
        film_controls::draw_header(ui, Action::ToggleBuildFilm, &keys, &mut commands, |ui| {
            draw_wrapped_text_with_terms(ui, text, style::TEXT, 14.0);
        });
        if count > 0 {
            let [least, most, _] = FILM_SPEEDS;
            let played = Played {
                playback: &mut new.playback,
                speeds: [least, most],
                first: 1,
                asks: true,
                kind: (!opened.tour).then_some(FilmKind::Build),
                count,
                hint: text!("film-which-division"),
            };
            film_controls::controls(ui, played, &keys, (&mut commands, &mut films));
        }
        // The tour has its own card, so this one must be small.
        if count > 0 && !opened.tour {
            widgets::disclosure(ui, Disclosure::BuildFilm, |ui| {
                depths(ui, &mut new, &stats, waits);
                if let Some(costs) = costs.of(&current.tree_id()) {
                    curve(ui, costs, film.step, current.tree.triangle_count());
                }
            });
        }
        film_controls::legend(ui, build_step::colors(program.overlays.palette));
    });
    program.build = new;
    Ok(())
}

/// Draws the depth of the current step, and buttons that jump to the first step at each depth.
fn depths(ui: &mut Ui, film: &mut BuildFilm, stats: &CurrentTreeStats, waits: bool) {
    let Some(shown) = &film.shown else { return };
    let (step, depth) = (shown.step, shown.depth);
    let start = |depth: u32| stats.stats.divisions.steps_above(depth);
    let (first, end) = (start(depth), start(depth + 1));
    ui.horizontal(|ui| {
        let which = words::count((step + 1).saturating_sub(first));
        let divisions = words::count_with_noun(end.saturating_sub(first), "division");
        let text = text!("film-depth-of", depth, which, divisions);
        draw_text_with_terms(ui, text, style::FAINT, 12.5);
        let previous = match film.step > first {
            true => first,
            false => start(depth.saturating_sub(1)),
        };
        for (label, step, enabled) in [
            (text!("film-previous-depth"), previous, film.step > 0),
            (text!("film-next-depth"), end, depth < stats.stats.deepest()),
        ] {
            let button = egui::Button::new(label).small();
            if ui.add_enabled(enabled, button).clicked() {
                (film.step, film.playing) = (step, false);
            }
        }
        if waits {
            let text = text!("film-computing", division = words::count(film.step + 1));
            draw_text_with_terms(ui, text, style::ACCENT, 12.5);
        } else {
            draw_text_with_terms(ui, text!("film-click-in-model"), style::FAINT, 12.5);
        }
    });
}

/// Plots the expected query cost after each division, and marks the current step.
fn curve(ui: &mut Ui, costs: &[f64], step: u32, faces: u32) {
    let at = (step as usize + 1).min(costs.len().saturating_sub(1));
    let [first, now, last] = [0, at, costs.len() - 1].map(|at| cost_words(costs[at]));
    let faces = words::count_with_noun(faces, "face");
    let text = text!("film-cost", now, last, faces, first);
    draw_text_with_terms(ui, text, style::TEXT, 12.5);
    // Use about one point per horizontal pixel of the plot. The first divisions change the cost most, so the division
    // axis is logarithmic.
    let across = |division: usize| (1.0 + division as f64).log10();
    let end = across(costs.len() - 1);
    let points = (0..=CURVE_POINTS).map(|point| {
        let division = (10f64.powf(end * point as f64 / CURVE_POINTS as f64) - 1.0).round() as usize;
        let division = division.min(costs.len() - 1);
        [across(division), costs[division]]
    });
    let mut points: Vec<[f64; 2]> = points.collect();
    points.dedup();
    let height = costs.iter().copied().fold(0.0, f64::max);
    widgets::plot("cost of queries", 54.0)
        .show_axes(false)
        .show_grid(false)
        .show_x(false)
        .show_y(false)
        .include_y(0.0)
        .include_y(height)
        .show(ui, |plot| {
            let line = Line::new(text!("film-cost-axis"), points);
            plot.line(line.color(style::ACCENT).width(2.0));
            let step = VLine::new(text!("film-step-axis"), across(at));
            plot.vline(step.color(style::TEXT).width(1.5));
        });
}

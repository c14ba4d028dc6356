//! Body section: movement mode, collision method, sizes, speeds, and the level's course.

use bevy_egui::egui::{Align, ComboBox, FontId, Label, Layout, RichText, Sense, Ui, vec2};
use bspwalk_collision::mover::CollisionMethod;
use bspwalk_session::body::{RADII, SPEEDS};
use bspwalk_session::{course::Score, courses};
use bspwalk_text::translated;
use glam::DVec3;

use super::{data::Panel, level::hundredths};
use crate::app::kit::prelude::*;
use crate::app::kit::widgets::{control, slider};

pub(super) fn draw_body_section(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let mut player = panel.player.walker.body.clone();
    widgets::rows(ui, "body", |ui| {
        let key = panel.keys.key_or_palette_hint(Action::ToggleWalking);
        let hint = text!("panel-key-changes", key);
        widgets::draw_control_label(ui, text!("panel-movement"), Tip::with(Term::Movement, hint));
        ui.horizontal(|ui| {
            for (walking, title) in [(true, text!("panel-walk")), (false, text!("panel-fly"))] {
                let is_chosen = player.walking == walking;
                if ui.selectable_label(is_chosen, title).clicked() && !is_chosen {
                    panel.send(Action::ToggleWalking);
                }
            }
            let mut noclip = player.noclip;
            let key = panel.keys.key_or_palette_hint(Action::ToggleNoclip);
            let tip = Tip::with(Term::Noclip, text!("panel-key-switches", key));
            if widgets::switch(ui, &mut noclip, text!("panel-noclip"), tip) {
                panel.send(Action::ToggleNoclip);
            }
        });
        ui.end_row();
        widgets::draw_control_label(ui, text!("panel-method"), Term::CollisionMethod);
        let combo = ComboBox::from_id_salt("method")
            .selected_text(player.method.name())
            .show_ui(ui, |ui| {
                for method in CollisionMethod::ALL {
                    method_choice(ui, panel, &mut player.method, method);
                }
            });
        widgets::add_definition(combo.response, Term::CollisionMethod);
        ui.end_row();
    });
    let (name, description) = (player.method.name(), translated(player.method.description()));
    widgets::draw_note(ui, text!("panel-method-is", name, description));
    widgets::rows(ui, "sizes and speeds", |ui| {
        let radius = slider(&mut player.radius, RADII, " m", 2).logarithmic(true);
        control(ui, text!("panel-radius"), Term::Radius, radius);
        let speed = slider(&mut player.speed, SPEEDS, " m/s", 1).logarithmic(true);
        control(ui, text!("panel-speed"), Term::Speed, speed);
        let params = &mut player.params;
        for (title, term, value, range, unit) in [
            (
                text!("panel-height"),
                Term::Height,
                &mut params.height,
                [0.5, 4.0],
                " m",
            ),
            (
                text!("panel-eye"),
                Term::EyeHeight,
                &mut params.eye_height,
                [0.3, 3.9],
                " m",
            ),
            (
                text!("panel-step"),
                Term::StepHeight,
                &mut params.step_height,
                [0.0, 1.0],
                " m",
            ),
            (
                text!("panel-slope"),
                Term::Slope,
                &mut params.max_slope,
                [0.0, 80.0],
                "°",
            ),
            (
                text!("panel-jump"),
                Term::Jump,
                &mut params.jump_height,
                [0.0, 5.0],
                " m",
            ),
            (
                text!("panel-gravity"),
                Term::Gravity,
                &mut params.gravity,
                [0.0, 30.0],
                " m/s²",
            ),
        ] {
            control(ui, title, term, slider(value, range, unit, 2));
        }
    });
    let mut has_game_feel = player.params.has_game_feel();
    let tip = Tip::with(Term::Movement, text!("panel-game-feel-hint"));
    if widgets::switch(ui, &mut has_game_feel, text!("panel-game-feel"), tip) {
        player.params.set_game_feel(has_game_feel);
    }
    ui.horizontal(|ui| {
        let key = panel.keys.key_or_palette_hint(Action::Respawn);
        let hint = text!("panel-goes-there", key);
        let button = ui.button(text!("panel-to-spawn"));
        if widgets::add_definition(button, Tip::with(Term::Spawn, hint)).clicked() {
            panel.send(Action::Respawn);
        }
        let current = panel.current.as_ref();
        let origin = current.map_or(DVec3::ZERO, |current| current.level.origin);
        let [x, y, z] = hundredths(player.position.as_dvec3() + origin);
        widgets::draw_note(ui, text!("panel-eye-at", x, y, z));
    });
    if panel.player.walker.body != player {
        panel.player.walker.body = player;
    }
    stations(ui, panel);
}

/// Draws the button of a collision method, which is enabled once the tree it requires is built.
fn method_choice(ui: &mut Ui, panel: &Panel<'_, '_>, chosen: &mut CollisionMethod, method: CollisionMethod) {
    let current = panel.current.as_ref();
    let (is_there, needs) = if method == CollisionMethod::Quake {
        let has_hulls = current.is_some_and(|current| current.level.tree_with_hulls().is_some());
        (has_hulls, text!("panel-needs-hulls").to_owned())
    } else {
        let has_planes = current.is_some_and(|current| panel.leaf_tree.trees(current).planes.is_some());
        let reason = panel.leaf_tree.failure().unwrap_or(text!("panel-still-built"));
        let needs = text!("panel-needs-leaf-tree", reason);
        (has_planes || method != CollisionMethod::Planes, needs)
    };
    ui.add_enabled_ui(is_there, |ui| {
        ui.selectable_value(chosen, method, method.name())
            .on_hover_text(translated(method.description()))
            .on_disabled_hover_text(needs);
    });
}

/// Draws the stations of the level's course, with a score for each collision method.
fn stations(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    /// Width of the station titles, in points.
    const TITLE: f32 = 112.0;
    let current = panel.current.as_ref();
    let Some(course) = current.and_then(|current| courses::of_level(&current.source)) else {
        return;
    };
    widgets::heading(ui, text!("panel-course"));
    widgets::draw_note(ui, text!("panel-course-hint"));
    if panel.scores.is_busy() {
        style::wait(ui);
    }
    let columns = 2 + CollisionMethod::OF_ANY_LEVEL.len();
    widgets::table(ui, ("course", columns), [5.0, 4.0], |ui| {
        widgets::text(ui, "", style::TEXT, 12.5);
        widgets::text(ui, "", style::TEXT, 12.5);
        let mut chosen = panel.player.method;
        for method in CollisionMethod::OF_ANY_LEVEL {
            // Use small buttons, so that all methods fit.
            ui.scope(|ui| {
                ui.spacing_mut().button_padding.x = 3.0;
                ui.style_mut().override_font_id = Some(FontId::proportional(12.0));
                method_choice(ui, panel, &mut chosen, method);
            });
        }
        if panel.player.method != chosen {
            panel.player.method = chosen;
        }
        ui.end_row();
        for (number, station) in (0_u8..).zip(&course.stations) {
            let watch = text!("access-watch", station = &station.title);
            if style::hinted(ui.small_button("▶"), watch).clicked() {
                panel.send(Action::WatchStation(number));
            }
            let [title, shows] = courses::words(station);
            let shows = text!("panel-station", station = title, what = shows);
            let title = Label::new(RichText::new(title).color(style::ACCENT).size(12.5));
            let layout = Layout::left_to_right(Align::Center);
            let title = title.truncate().sense(Sense::click());
            let title = ui.allocate_ui_with_layout(vec2(TITLE, 16.0), layout, |ui| ui.add(title));
            if title.inner.on_hover_text(shows).clicked() {
                panel.send(Action::GoToStation(number));
            }
            let scores = panel.scores.rows.get(usize::from(number));
            for score in scores.into_iter().flatten() {
                points(ui, score);
            }
            ui.end_row();
        }
    });
}

fn points(ui: &mut Ui, score: &Score) {
    let (passed, all) = score.points();
    let color = [style::WORSE, style::BETTER][usize::from(score.passed())];
    let outcomes = score.outcomes.iter();
    let mark = |passed| if passed { "✔" } else { "×" };
    let words: Vec<String> = outcomes
        .map(|outcome| format!("{} {}", mark(outcome.passed), outcome.words))
        .collect();
    widgets::text(ui, format!("{passed}/{all}"), color, 12.5).on_hover_text(words.join("\n"));
}

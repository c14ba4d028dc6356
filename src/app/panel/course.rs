//! Part of the section Body about the level's course.

use bevy_egui::egui::{Align, FontId, Grid, Label, Layout, RichText, Sense, Ui, vec2};
use bspwalk_levels::courses;
use bspwalk_text::text;
use bspwalk_trees::collision::{course::Score, mover::CollisionMethod};

use super::{Controls, PanelData, PanelMessages, body::method_choice};
use crate::app::kit::widgets;
use crate::app::{
    body::course,
    host::state::{Act, Action},
    kit::style,
};

/// Width of the station titles, in points.
const TITLE: f32 = 112.0;

pub(super) fn contents(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    controls: &mut Controls<'_, '_>,
    messages: &mut PanelMessages<'_>,
) {
    let Some(course) = data.current.as_ref().and_then(|current| course::of(current)) else {
        return;
    };
    widgets::heading(ui, text!("panel-course"));
    widgets::note(ui, text!("panel-course-hint"));
    if data.scores.is_busy() {
        style::wait(ui);
    }
    Grid::new("course")
        .num_columns(2 + CollisionMethod::OF_ANY_LEVEL.len())
        .min_col_width(0.0)
        .spacing([5.0, 4.0])
        .show(ui, |ui| {
            widgets::text(ui, "", style::TEXT, 12.5);
            widgets::text(ui, "", style::TEXT, 12.5);
            for method in CollisionMethod::OF_ANY_LEVEL {
                // Small, so that all methods fit.
                ui.scope(|ui| {
                    ui.spacing_mut().button_padding.x = 3.0;
                    ui.style_mut().override_font_id = Some(FontId::proportional(12.0));
                    method_choice(ui, data, &mut controls.player.method, method);
                });
            }
            ui.end_row();
            for (number, station) in (0_u8..).zip(&course.stations) {
                let watch = text!("access-watch", station = &station.title);
                if style::hinted(ui.small_button("▶"), watch).clicked() {
                    messages.commands.write(Act(Action::WatchStation(number)));
                }
                let [title, shows] = courses::words(station);
                let shows = text!("panel-station", station = title, what = shows);
                let title = Label::new(RichText::new(title).color(style::ACCENT).size(12.5))
                    .truncate()
                    .sense(Sense::click());
                let layout = Layout::left_to_right(Align::Center);
                let clicked = ui
                    .allocate_ui_with_layout(vec2(TITLE, 16.0), layout, |ui| {
                        ui.add(title).on_hover_text(shows).clicked()
                    })
                    .inner;
                if clicked {
                    messages.commands.write(Act(Action::GoToStation(number)));
                }
                for score in data.scores.rows.get(usize::from(number)).into_iter().flatten() {
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

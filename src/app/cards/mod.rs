//! Head-up display: crosshair, cards of films and of the quiz, hints, notices, progress and help.

mod build_film;
mod crosshair;
mod help;
pub mod hints;
mod model;
mod notices;
mod out_of_view;
mod plane_handles;
mod progress;
mod query_axes;
mod query_film;
pub(super) mod quiz;
#[cfg(test)]
mod screenshots;
#[cfg(test)]
pub(in crate::app) mod tests;

use bevy::prelude::*;
use bevy_egui::{
    EguiPrimaryContextPass,
    egui::{self, FontId, Painter, Pos2, vec2},
};
use bspwalk_text::text;

use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        state::{Act, Action, BuildFilm, ModelView, QueryPlayer, Ui},
    },
    input::KeyLabels,
    kit::{layout, style},
    level::quiz::QuizState,
    panel::motion,
};

/// Draws the head-up display next to the panel, after the panel is drawn.
pub struct HudPlugin;

impl Plugin for HudPlugin {
    fn build(&self, app: &mut App) {
        let is_eye = |view: Res<ModelView>| view.is_eye();
        let shows_model = |view: Res<ModelView>, quiz: Res<QuizState>| !view.is_eye() && !quiz.is_asking();
        let in_level = (
            crosshair::draw.run_if(is_eye),
            hints::basic_keys.run_if(is_eye),
            model::draw.run_if(shows_model),
            build_film::draw.run_if(|film: Res<BuildFilm>| film.open),
            query_film::draw.run_if(|film: Res<QueryPlayer>| film.open),
            query_film::preset.run_if(|film: Res<QueryPlayer>| film.preset.is_some()),
            out_of_view::draw,
            plane_handles::draw,
        );
        app.init_resource::<notices::Board>()
            .add_systems(Update, notices::collect.in_set(AppSystems::Show))
            .add_systems(
                EguiPrimaryContextPass,
                (
                    crosshair::status,
                    in_level.chain().run_if(in_state(AppState::InLevel)),
                    motion::replay.run_if(motion::is_replaying),
                    progress::draw_offer,
                    progress::draw,
                    notices::draw,
                    help::draw.run_if(|ui: Res<Ui>| ui.help),
                )
                    .chain()
                    .after(layout::Arranged)
                    .in_set(AppSystems::Hud),
            );
    }
}

/// Draws the first row of a film's card: the key that opens the film, the sentence, and the close button.
fn film_sentence(
    ui: &mut egui::Ui,
    command: Action,
    keys: &KeyLabels,
    commands: &mut MessageWriter<'_, Act>,
    sentence: impl FnOnce(&mut egui::Ui),
) {
    ui.horizontal_top(|ui| {
        style::key_of(ui, keys, command);
        // Always reserve two lines, so that the card does not change its size.
        let room = vec2(ui.available_width() - 32.0, 38.0);
        ui.allocate_ui(room, |ui| {
            ui.set_min_size(room);
            sentence(ui);
        });
        if style::hinted(ui.small_button("×"), text!("query-close")).clicked() {
            commands.write(Act(command));
        }
    });
}

/// Projects a point to the window, in points. Returns `None` if it is behind the camera.
fn place(clip: Vec4, window: egui::Rect) -> Option<Pos2> {
    let aside = vec2(clip.x, -clip.y) / clip.w * window.size() * 0.5;
    (clip.w > 0.0).then(|| window.center() + aside)
}

/// Draws text on a plate. `center` is the centre of the plate, given half of its size.
fn plate(painter: &Painter, text: String, center: impl FnOnce(egui::Vec2) -> Pos2) {
    let galley = painter.layout_no_wrap(text, FontId::proportional(13.5), style::TEXT);
    let half = galley.size() * 0.5 + vec2(7.0, 3.0);
    let plate = egui::Rect::from_center_size(center(half), half * 2.0);
    painter.rect_filled(plate, 5.0, style::CARD);
    painter.galley(plate.center() - galley.size() * 0.5, galley, style::TEXT);
}

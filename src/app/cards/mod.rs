//! Head-up display: crosshair, cards of films and of the quiz, hints, notices, progress and help.

mod build_film;
mod crosshair;
mod help;
pub mod hints;
mod model;
mod notices;
mod offer;
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
use bevy_egui::EguiPrimaryContextPass;

use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        state::{BuildFilm, ModelView, QueryPlayer, Ui},
    },
    level::quiz::QuizState,
};
use crate::app::{kit::layout, panel::motion};

/// Draws the head-up display next to the panel, after the panel is drawn.
pub struct HudPlugin;

impl Plugin for HudPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<notices::Board>()
            .add_systems(Update, notices::collect.in_set(AppSystems::Show))
            .add_systems(
                EguiPrimaryContextPass,
                (
                    crosshair::draw
                        .run_if(in_state(AppState::InLevel).and_then(|view: Res<ModelView>| view.is_eye())),
                    crosshair::status,
                    crosshair::hint
                        .run_if(in_state(AppState::InLevel).and_then(|view: Res<ModelView>| view.is_eye())),
                    model::draw.run_if(in_state(AppState::InLevel).and_then(
                        |view: Res<ModelView>, quiz: Res<QuizState>| !view.is_eye() && !quiz.is_asking(),
                    )),
                    build_film::draw
                        .run_if(in_state(AppState::InLevel).and_then(|film: Res<BuildFilm>| film.open)),
                    query_film::draw
                        .run_if(in_state(AppState::InLevel).and_then(|film: Res<QueryPlayer>| film.open)),
                    query_film::preset.run_if(
                        in_state(AppState::InLevel).and_then(|film: Res<QueryPlayer>| film.preset.is_some()),
                    ),
                    out_of_view::draw.run_if(in_state(AppState::InLevel)),
                    plane_handles::draw.run_if(in_state(AppState::InLevel)),
                    motion::replay.run_if(motion::is_replaying),
                    offer::draw,
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

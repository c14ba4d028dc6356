//! Head-up display: crosshair, film and quiz cards, hints, notices, progress and help.
//!
//! Each card has its own file: `build_film`, `query_film`, `quiz`, `model`, `help`, `hints`, `notices` and `progress`.
//! Other files draw over the level: `crosshair`, `out_of_view` (arrows at the screen edge), `plane_handles` and
//! `query_axes`. `screenshots` tests that every unoccluded part of an overlay is drawn.

mod build_film;
pub(super) mod crosshair;
mod help;
pub mod hints;
mod model;
mod notices;
mod out_of_view;
mod plane_handles;
mod progress;
mod query_axes;
mod query_film;
mod quiz;
#[cfg(test)]
mod screenshots;
#[cfg(test)]
pub(in crate::app) mod tests;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::app::{host::prelude::*, kit::layout};

/// Draws the head-up display next to the panel, after the panel has been drawn.
pub(super) fn plugin(app: &mut App) {
    let is_eye = |program: Res<ProgramState>| program.view.is_eye();
    let shows_model = |program: Res<ProgramState>| !program.view.is_eye() && !program.quiz.is_asking();
    let has_quiz = |program: Res<ProgramState>| program.quiz.is_open();
    let in_level = (
        crosshair::draw.run_if(is_eye),
        hints::basic_keys.run_if(is_eye),
        model::draw.run_if(shows_model),
        build_film::draw.run_if(|program: Res<ProgramState>| program.build.open),
        query_film::draw.run_if(|program: Res<ProgramState>| program.query.open),
        query_film::preset.run_if(|program: Res<ProgramState>| program.query.preset.is_some()),
        out_of_view::draw,
        plane_handles::draw,
    );
    let cards = (
        crosshair::status,
        in_level.chain().run_if(in_state(AppState::InLevel)),
        crosshair::replay.run_if(crosshair::is_replaying),
        progress::draw_offer,
        progress::draw,
        notices::draw,
        help::draw.run_if(|program: Res<ProgramState>| program.ui.help.is_some()),
    );
    let quiz = quiz::draw.run_if(in_state(AppState::InLevel).and_then(has_quiz));
    app.init_resource::<notices::Board>()
        .add_systems(Update, notices::collect.in_set(AppSystems::Show))
        .add_systems(
            EguiPrimaryContextPass,
            (
                quiz.after(AppSystems::Panel).before(AppSystems::Hud),
                cards.chain().in_set(AppSystems::Hud),
            )
                .after(layout::Arranged),
        );
}

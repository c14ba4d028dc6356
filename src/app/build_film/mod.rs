//! The build film: replays the node-storing tree division by division in the model view.
//!
//! The film and the selection are linked. A step selects its node, and selecting a node elsewhere jumps to its step. So
//! the card explains each step, the faces in front and behind are tinted, and the tree dock shows the node.
//!
//! Divisions are found on a background thread, in any order. The film stays at the previous step until the division of
//! the next one is found and drawn.

mod caption;
mod costs;
mod steps;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bspwalk_session::view::View;

use super::{
    overlays::{CurrentTreeStats, NewStep},
    schedule::{AppState, AppSystems},
    selection_history,
    shown::Shown,
    state::{Act, Action, BuildFilm, ModelView, OpenedLevel, Ui},
};

pub(super) use caption::sentence;
pub(super) use costs::BuildCosts;
pub(super) use steps::Steps;

/// Shows the build film.
pub(super) struct BuildFilmPlugin;

impl Plugin for BuildFilmPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<CurrentTreeStats>()
            .init_resource::<NewStep>()
            .init_resource::<Steps>()
            .init_resource::<BuildCosts>()
            .add_systems(
                Update,
                (
                    command.in_set(AppSystems::Command),
                    (
                        leave.run_if(on_model_commands),
                        play,
                        steps::follow,
                        steps::find,
                        steps::show,
                        costs::count,
                    )
                        .chain()
                        .after(AppSystems::LeafTree)
                        .after(selection_history::step)
                        .before(AppSystems::Overlays),
                )
                    .run_if(in_state(AppState::InLevel)),
            );
    }
}

/// Returns whether the user entered or left the model view since the last frame.
fn on_model_commands(mut commands: MessageReader<Act>) -> bool {
    let is_one = |command: Action| {
        matches!(
            command,
            Action::FirstPerson | Action::ToggleModel | Action::TogglePlan
        )
    };
    commands.read().filter(|act| is_one(act.0)).count() > 0
}

/// Opens the film in the model view, closes it, and moves between steps.
fn command(
    mut commands: MessageReader<Act>,
    current: Shown<OpenedLevel>,
    (mut film, mut view, mut ui): (ResMut<BuildFilm>, ResMut<ModelView>, ResMut<Ui>),
) {
    let last = current.tree.node_count().saturating_sub(1);
    for &Act(command) in commands.read() {
        match command {
            Action::ToggleBuildFilm if film.open => {
                film.open = false;
                if film.from_eyes {
                    view.view = View::Eye;
                }
            }
            Action::ToggleBuildFilm => {
                film.open = true;
                film.shown = None;
                film.from_eyes = view.is_eye();
                if view.is_eye() {
                    view.view = View::Model;
                    ui.captured = false;
                }
            }
            // Only one film can be open.
            Action::ToggleDivision => film.open = false,
            _ => {
                if let Some(to) = command.film_move().filter(|_| film.open) {
                    film.go(to, last);
                }
            }
        }
    }
}

/// Closes the film when the camera returns to first person, where the film is not visible.
fn leave(view: Res<ModelView>, mut film: ResMut<BuildFilm>) {
    if view.is_eye() && film.open {
        film.open = false;
    }
}

/// Advances playback. It waits while a step is being found.
fn play(time: Res<Time<Real>>, current: Shown<OpenedLevel>, mut film: ResMut<BuildFilm>) {
    if film.open && film.playing {
        film.play(time.delta_secs(), current.tree.node_count());
    }
}

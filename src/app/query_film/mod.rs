//! Query film: shows step by step what a cast, a push or any other query does in the node-storing tree.
//!
//! The query is recorded on a background thread while it runs. Each step is highlighted in the level, in the model and
//! in the tree dock. The card describes it in a sentence.

mod lit;
mod opening;
mod places;
mod presets;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bspwalk_session::{films, view::View};

use super::{
    schedule::{AppState, AppSystems},
    shown::Shown,
    state::{Act, Action, BuildFilm, ModelView, OpenedLevel, Player, QueryPlayer, Ui},
};

use self::opening::open;
pub(super) use lit::{LitNodes, NodeLight};
pub(super) use places::from_eye;
pub use presets::ShowPreset;

/// Shows the film.
pub(super) struct QueryFilmPlugin;

impl Plugin for QueryFilmPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Recording>()
            .init_resource::<LitNodes>()
            .init_resource::<presets::Examples>()
            .add_message::<ShowPreset>()
            .add_systems(
                Update,
                (
                    presets::change_level.in_set(AppSystems::Load),
                    leave.in_set(AppSystems::Enter),
                    command.in_set(AppSystems::Command),
                    (
                        presets::put_back,
                        places::pick,
                        presets::show,
                        record,
                        play,
                        lit::light,
                    )
                        .chain()
                        .after(AppSystems::LeafTree)
                        .before(AppSystems::Overlays),
                )
                    .run_if(in_state(AppState::InLevel)),
            )
            .add_systems(Last, presets::end_with_program.in_set(AppSystems::Leave));
    }
}

/// The recording in progress.
#[derive(Resource, Default)]
struct Recording(films::Recording);

/// Resets the film when another level is opened, but keeps its speed.
fn leave(mut player: ResMut<QueryPlayer>) {
    let speed = player.speed;
    *player = QueryPlayer::default();
    player.speed = speed;
}

/// Opens the film in the model view, closes it, and moves between steps.
fn command(
    mut commands: MessageReader<Act>,
    (current, body): (Shown<OpenedLevel>, Shown<Player>),
    (mut player, mut view, mut ui): (ResMut<QueryPlayer>, ResMut<ModelView>, ResMut<Ui>),
    mut build: ResMut<BuildFilm>,
) {
    for &Act(command) in commands.read() {
        match command {
            Action::ToggleQueryFilm if player.open => {
                (player.open, player.preset) = (false, None);
                if player.from_eyes {
                    view.view = View::Eye;
                }
            }
            Action::ToggleQueryFilm => {
                open(&mut player, &mut view, &mut ui, &mut build);
                (player.asked.from, player.asked.to) = from_eye(&current, &body);
                player.preset = None;
            }
            // Only one film can be open.
            Action::ToggleDivision | Action::ToggleBuildFilm => {
                (player.open, player.preset) = (false, None);
            }
            _ => {
                if let Some(to) = command.film_move().filter(|_| player.open) {
                    let last = player.last_step(&current.tree);
                    player.go(to, last);
                }
            }
        }
    }
}

/// Records the query again if the query or the tree has changed. The film then plays from the beginning.
fn record(current: Shown<OpenedLevel>, mut recording: ResMut<Recording>, mut player: ResMut<QueryPlayer>) {
    let recording = &mut recording.bypass_change_detection().0;
    if player.open {
        recording.record(&mut player, &current.tree);
    } else {
        recording.record(player.bypass_change_detection(), &current.tree);
    }
}

/// Advances playback up to the last step.
fn play(time: Res<Time<Real>>, current: Shown<OpenedLevel>, mut player: ResMut<QueryPlayer>) {
    if player.open && player.playing {
        player.play(time.delta_secs(), &current.tree);
    }
}

//! The film of a query: what a cast, a push or any other query does in the node-storing tree, step by step.
//!
//! What is asked is recorded beside the main thread, from the query itself. A step then lights up in the world, in the model
//! and in the tree's picture; the card says it in a sentence.

mod lit;
mod opening;
mod places;
mod presets;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bspwalk_explain::films::QueryFilm;
use bspwalk_session::view::View;

use super::{
    pace::Pace,
    schedule::{AppState, AppSystems},
    shown::Shown,
    state::{
        Act, Action, AskedQuery, BuildFilm, Close, ModelView, OpenedLevel, Player, QueryPlayer,
        RecordedQuery, TreeId, Ui,
    },
    worker::Job,
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
            .add_systems(Last, presets::end_with_program.before(AppSystems::Save));
    }
}

/// What is being recorded: the tree and what is asked.
#[derive(Resource, Default)]
struct Recording(Job<(TreeId, AskedQuery), QueryFilm>);

/// In another level nothing is asked.
fn leave(mut player: ResMut<QueryPlayer>) {
    *player = QueryPlayer {
        speed: player.speed,
        ..QueryPlayer::default()
    };
}

/// Opens the film in the model, closes it, and goes a step on or back.
fn command(
    mut commands: MessageReader<Act>,
    (current, body): (Shown<OpenedLevel>, Shown<Player>),
    (mut player, mut view, mut ui): (ResMut<QueryPlayer>, ResMut<ModelView>, ResMut<Ui>),
    mut build: ResMut<BuildFilm>,
    mut closes: MessageReader<Close>,
) {
    if closes.read().any(|close| *close == Close::Picking) {
        player.picking = None;
    }
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
            // One film at a time.
            Action::ToggleDivision | Action::ToggleBuildFilm => {
                (player.open, player.preset) = (false, None);
            }
            Action::NextStep if player.open => {
                player.playing = false;
                player.step = player.step.saturating_add(1).min(player.last_step(&current.tree));
            }
            Action::PreviousStep if player.open => {
                player.playing = false;
                player.step = player.step.saturating_sub(1);
            }
            _ => {}
        }
    }
}

/// Records what is asked, where that or the tree has changed; the film then plays from its beginning.
fn record(current: Shown<OpenedLevel>, mut recording: ResMut<Recording>, mut player: ResMut<QueryPlayer>) {
    let job = &mut recording.bypass_change_detection().0;
    if !player.open {
        job.cancel();
        return;
    }
    let key = (current.tree_id(), player.asked);
    if player.is_waiting(&current.tree) {
        let (tree, query) = (current.tree.clone(), player.asked.query());
        job.request(key, move || QueryFilm::record(&tree, &query));
    }
    let wanted = job.wanted().cloned();
    if let (Some(film), Some((tree_id, asked))) = (job.take(), wanted) {
        (player.step, player.playing) = (0, true);
        player.recorded = Some(RecordedQuery {
            tree_id,
            asked,
            film: film.into(),
        });
    }
}

/// Lets the film go on to its last step, where it stops.
fn play(
    time: Res<Time<Real>>,
    current: Shown<OpenedLevel>,
    mut player: ResMut<QueryPlayer>,
    mut pace: Local<Pace>,
) {
    if !player.open || !player.playing || player.is_waiting(&current.tree) {
        *pace = Pace::default();
        return;
    }
    let last = player.last_step(&current.tree);
    if let Some(step) = pace.advance(time.delta_secs() * player.speed, player.step, last) {
        player.step = step;
        player.playing = step < last;
    }
}

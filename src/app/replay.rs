//! The replay of the last seconds: begins it, lets it go on, and ends it.

use bevy::prelude::*;
use bspwalk_session::replay::{NOTHING, WatchedReplay};

use super::{
    leaf_tree::LeafTreeState,
    schedule::{AppSystems, remove},
    shown::{Shown, ShownMut},
    state::{Act, Action, Close, Closing, Notice, OpenedLevel, Player},
};

/// A replay while it is shown.
#[derive(Resource, Clone, Debug, Deref, DerefMut)]
pub struct Replay(WatchedReplay);

/// Begins, advances and ends replays.
pub struct ReplayPlugin;

impl Plugin for ReplayPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            (
                remove::<Replay>.in_set(AppSystems::Enter),
                (advance.run_if(resource_exists::<Replay>), toggle)
                    .chain()
                    .in_set(AppSystems::Replay),
            ),
        );
    }
}

/// Begins a replay, or ends it. Every command that moves the body ends it first.
fn toggle(
    mut commands: Commands,
    (mut messages, mut closes): (MessageReader<Act>, MessageReader<Closing>),
    current: Shown<OpenedLevel>,
    leaf_tree: Shown<LeafTreeState>,
    replay: Option<Res<Replay>>,
    mut player: ShownMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    let changed = current.is_changed();
    let mut asked = 0;
    let mut ended = changed || closes.read().any(|close| *close == Close::Replay);
    for &Act(command) in messages.read() {
        match command {
            Action::ToggleReplay => asked += 1,
            Action::Respawn
            | Action::ToggleNoclip
            | Action::ToggleRecording
            | Action::PlayScript
            | Action::Undo
            | Action::Redo
            | Action::GoToStation(_)
            | Action::WatchStation(_)
            | Action::AlongLeak
            | Action::BackAlongLeak => ended = true,
            _ => {}
        }
    }
    if let Some(replay) = replay {
        if replay.is_left(&player) {
            commands.remove_resource::<Replay>();
        } else if ended || asked % 2 == 1 {
            replay.end(&mut player);
            commands.remove_resource::<Replay>();
        }
    } else if asked % 2 == 1 && !changed {
        match WatchedReplay::begin(&mut player, leaf_tree.trees(&current)) {
            Some(replay) => commands.insert_resource(Replay(replay)),
            None => _ = notices.write(Notice::info(NOTHING)),
        }
    }
}

fn advance(time: Res<Time<Real>>, mut replay: ResMut<Replay>) {
    replay.advance(time.delta_secs());
}

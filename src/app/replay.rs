//! The replay of the last seconds: begins it, lets it go on, and ends it.

use bevy::prelude::*;
use bspwalk_session::replay;

use super::{
    escape::Close,
    leaf_tree::LeafTreeState,
    player::history::History,
    schedule::{AppSystems, remove},
    state::{Command, CurrentLevel, Notice, Player},
};

/// Where the eye is when a replay begins: so far behind the body and above it, in metres.
const BEHIND: f32 = 3.2;
const ABOVE: f32 = 0.9;

/// The pitch of the view then, in degrees.
const DOWN: f32 = -18.0;

/// A replay while it is shown.
#[derive(Resource, Clone, Debug, Deref, DerefMut)]
pub struct Replay {
    #[deref]
    of: replay::Replay,
    /// Position, yaw and pitch of the eye before the replay, which its end restores.
    back: (Vec3, f32, f32),
    /// The path of the body, as [`Player::path`] numbers it: a body that is put elsewhere ends the replay.
    path: u64,
}

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
    (mut messages, mut closes): (MessageReader<Command>, MessageReader<Close>),
    current: Res<CurrentLevel>,
    leaf_tree: Res<LeafTreeState>,
    history: Res<History>,
    replay: Option<Res<Replay>>,
    mut player: ResMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    let changed = current.is_changed();
    let mut asked = 0;
    let mut ended = changed || closes.read().any(|close| *close == Close::Replay);
    for command in messages.read() {
        match command {
            Command::ToggleReplay => asked += 1,
            Command::Respawn
            | Command::ToggleNoclip
            | Command::ToggleRecording
            | Command::PlayScript
            | Command::GoToStation(_)
            | Command::WatchStation(_)
            | Command::AlongLeak
            | Command::BackAlongLeak => ended = true,
            _ => {}
        }
    }
    if let Some(replay) = replay {
        if replay.path != player.path {
            commands.remove_resource::<Replay>();
        } else if ended || asked % 2 == 1 {
            // The body did not move; the eye goes back to it.
            let (eye, yaw, pitch) = replay.back;
            (player.position, player.previous) = (eye, eye);
            (player.yaw, player.pitch) = (yaw, pitch);
            player.velocity = player.mover.velocity;
            commands.remove_resource::<Replay>();
        }
    } else if asked % 2 == 1 && !changed {
        let Some(of) =
            replay::Replay::of(leaf_tree.trees(&current), history.moments()).filter(|_| !player.noclip)
        else {
            notices.write(Notice::info("Nothing has moved yet: there is nothing to replay."));
            return;
        };
        commands.insert_resource(Replay {
            of,
            back: (player.position, player.yaw, player.pitch),
            path: player.path,
        });
        let behind =
            player.position - player.forward().with_y(0.0).normalize_or_zero() * BEHIND + Vec3::Y * ABOVE;
        let free = current
            .tree
            .cast(player.position, behind)
            .map_or(1.0, |hit| (hit.t - 0.05).max(0.0));
        let eye = player.position.lerp(behind, free);
        (player.position, player.previous, player.velocity) = (eye, eye, Vec3::ZERO);
        player.pitch = DOWN.to_radians();
    }
}

fn advance(time: Res<Time<Real>>, mut replay: ResMut<Replay>) {
    replay.advance(time.delta_secs());
}

//! The replay of the last seconds: the path of the body, and beside it a ghost with the same input that the ATI sample's push
//! (2006) keeps out of the walls.

use bevy::prelude::*;
use bspwalk_trees::collision::{
    Capsule, is_clear,
    mover::{CollisionMethod, Mover, Trees},
};

use super::{
    escape::Close,
    leaf_tree::LeafTreeState,
    player::history::{History, Moment},
    schedule::{AppSystems, remove},
    state::{Command, CurrentLevel, Notice, Player},
};

/// The speed of a replay relative to real time.
const SPEED: f32 = 0.5;

/// Where the eye is when a replay begins: so far behind the body and above it, in metres.
const BEHIND: f32 = 3.2;
const ABOVE: f32 = 0.9;

/// The pitch of the view then, in degrees.
const DOWN: f32 = -18.0;

/// A body is clear if nothing is nearer than this share of its radius.
const CLEAR: f32 = 0.999;

/// The body at one moment of a replay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Its centre, in metres.
    pub center: Vec3,
    /// Its shape.
    pub body: Capsule,
    /// Whether it is clear of all faces.
    pub clear: bool,
}

/// A replay, which repeats until it is ended.
#[derive(Resource, Clone, Debug, Default)]
pub struct Replay {
    /// The poses of the body.
    pub body: Vec<Pose>,
    /// The poses of the ghost.
    pub ghost: Vec<Pose>,
    /// Seconds a step.
    pub seconds: f32,
    /// The replayed time since the beginning, in seconds.
    pub at: f32,
    /// Position, yaw and pitch of the eye before the replay, which its end restores.
    back: (Vec3, f32, f32),
    /// The path of the body, as [`Player::path`] numbers it: a body that is put elsewhere ends the replay.
    path: u64,
}

impl Replay {
    /// The replay of these moments; `None` where there are none.
    #[must_use]
    pub fn of<'a, 'b>(
        trees: impl Into<Trees<'b>>,
        moments: impl Iterator<Item = &'a Moment> + Clone,
    ) -> Option<Self> {
        let trees = trees.into();
        let tree = trees.nodes;
        let first = moments.clone().next()?;
        let pose = |mover: &Mover| {
            let (body, center) = (mover.body(), mover.position());
            let touching = Capsule {
                radius: body.radius * CLEAR,
                ..body
            };
            Pose {
                center,
                body,
                clear: is_clear(tree, touching, center),
            }
        };
        let mut replay = Self {
            seconds: first.seconds,
            ghost: vec![pose(&first.before)],
            ..Self::default()
        };
        let mut ghost = first.before.clone();
        ghost.method = CollisionMethod::Ati;
        let mut last = first;
        for moment in moments {
            replay.body.push(pose(&moment.before));
            last = moment;
            ghost.set_params(moment.before.params());
            if ghost.mode() != moment.before.mode() {
                let _ = ghost.set_mode(tree, moment.before.mode());
            }
            let _ = ghost.tick(tree, &moment.input, moment.seconds);
            replay.ghost.push(pose(&ghost));
        }
        let mut mover = last.before.clone();
        let _ = mover.tick(trees, &last.input, last.seconds);
        replay.body.push(pose(&mover));
        Some(replay)
    }

    /// How long the replayed time is, in seconds.
    #[must_use]
    pub fn duration(&self) -> f32 {
        self.seconds * self.body.len().saturating_sub(1) as f32
    }

    /// The index of the poses that are shown.
    #[must_use]
    pub fn now(&self) -> usize {
        ((self.at / self.seconds.max(1.0e-6)) as usize).min(self.body.len().saturating_sub(1))
    }

    /// How many steps the ghost was in a wall.
    #[must_use]
    pub fn ghost_inside(&self) -> usize {
        self.ghost.iter().filter(|pose| !pose.clear).count()
    }
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
        let Some(mut replay) =
            Replay::of(leaf_tree.trees(&current), history.moments()).filter(|_| !player.noclip)
        else {
            notices.write(Notice::info("Nothing has moved yet: there is nothing to replay."));
            return;
        };
        replay.path = player.path;
        replay.back = (player.position, player.yaw, player.pitch);
        let behind =
            player.position - player.forward().with_y(0.0).normalize_or_zero() * BEHIND + Vec3::Y * ABOVE;
        let free = current
            .tree
            .cast(player.position, behind)
            .map_or(1.0, |hit| (hit.t - 0.05).max(0.0));
        let eye = player.position.lerp(behind, free);
        (player.position, player.previous, player.velocity) = (eye, eye, Vec3::ZERO);
        player.pitch = DOWN.to_radians();
        commands.insert_resource(replay);
    }
}

fn advance(time: Res<Time<Real>>, mut replay: ResMut<Replay>) {
    let at = replay.at + time.delta_secs() * SPEED;
    // It rests for a moment at the end before it repeats.
    replay.at = if at > replay.duration() + 0.5 { 0.0 } else { at };
}

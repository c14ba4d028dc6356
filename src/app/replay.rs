//! The last seconds once more: where the body went, and beside it a ghost that was pushed as the ATI sample pushes.

use bevy::prelude::*;

use super::{
    leaf_tree::LeafTreeState,
    player::history::{History, Moment},
    schedule::{AppSystems, Simulation},
    state::{Command, CurrentLevel, Notice, Player},
};
use crate::collision::{
    Capsule, is_clear,
    mover::{CollisionMethod, Mover, Trees},
};

/// How fast it goes, relative to what was.
const SPEED: f32 = 0.5;

/// How far behind the body the eye stands when a replay begins, and how far above it, in metres.
const BEHIND: f32 = 3.2;
/// See [`BEHIND`].
const ABOVE: f32 = 0.9;

/// How far down it looks then, in degrees.
const DOWN: f32 = -18.0;

/// The share of the radius within which nothing may be of a body that is clear.
const CLEAR: f32 = 0.999;

/// A body at one moment of a replay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Its centre, in metres.
    pub center: Vec3,
    /// Its shape.
    pub body: Capsule,
    /// Whether it reaches into nothing.
    pub clear: bool,
}

/// What is replayed, over and over.
#[derive(Resource, Clone, Debug, Default)]
pub struct Replay {
    /// What the body did.
    pub body: Vec<Pose>,
    /// What the sample's push would have done with the same input.
    pub ghost: Vec<Pose>,
    /// Seconds a step.
    pub seconds: f32,
    /// Seconds since the beginning, as they were.
    pub at: f32,
    /// The eye and the view to which the end of the replay goes back: position, yaw and pitch.
    back: (Vec3, f32, f32),
}

impl Replay {
    /// Of these moments; `None` where there are none.
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
        let mut last = None;
        for moment in moments {
            replay.body.push(pose(&moment.before));
            last = Some(moment);
            ghost.set_params(moment.before.params());
            if ghost.mode() != moment.before.mode() {
                let _ = ghost.set_mode(tree, moment.before.mode());
            }
            let _ = ghost.step(tree, &moment.input, moment.seconds);
            replay.ghost.push(pose(&ghost));
        }
        if let Some(last) = last {
            let mut mover = last.before.clone();
            let _ = mover.step(trees, &last.input, last.seconds);
            replay.body.push(pose(&mover));
        }
        Some(replay)
    }

    /// How long it lasts, in seconds as they were.
    #[must_use]
    pub fn duration(&self) -> f32 {
        self.seconds * self.body.len().saturating_sub(1) as f32
    }

    /// Which poses are shown now.
    #[must_use]
    pub fn now(&self) -> usize {
        ((self.at / self.seconds.max(1.0e-6)) as usize).min(self.body.len().saturating_sub(1))
    }

    /// Steps in which the ghost reached into something.
    #[must_use]
    pub fn ghost_inside(&self) -> usize {
        self.ghost.iter().filter(|pose| !pose.clear).count()
    }
}

/// Replays.
pub struct ReplayPlugin;

impl Plugin for ReplayPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            (
                forget.in_set(AppSystems::Enter),
                (
                    toggle,
                    advance.run_if(in_state(Simulation::Replaying).and_then(resource_exists::<Replay>)),
                )
                    .chain()
                    .in_set(AppSystems::Replay),
            ),
        );
    }
}

/// A replay ends with its level; the place to go back to is one of that level.
fn forget(mut commands: Commands) {
    commands.remove_resource::<Replay>();
}

/// Begins a replay, or ends it. Whatever moves the body ends it first.
fn toggle(
    mut commands: Commands,
    mut messages: MessageReader<Command>,
    current: Res<CurrentLevel>,
    leaf_tree: Res<LeafTreeState>,
    history: Res<History>,
    replay: Option<Res<Replay>>,
    mut player: ResMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    let changed = current.is_changed();
    let mut asked = 0;
    let mut ended = changed;
    for command in messages.read() {
        match command {
            Command::ToggleReplay => asked += 1,
            Command::Escape
            | Command::Respawn
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
        if ended || asked % 2 == 1 {
            // The body never moved; only the eye comes back.
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
            notices.write(Notice::info(
                "Nothing has moved yet: there is nothing to see again.",
            ));
            return;
        };
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
    // It rests for a moment at the end before it begins anew.
    replay.at = if at > replay.duration() + 0.5 { 0.0 } else { at };
}

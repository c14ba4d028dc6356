//! "Why did I stop?": asks for the faces that stopped the body last, and selects the node of the first one.

use bevy::prelude::*;
use bspwalk_session::stop_reason::{self, Following};

use super::{
    escape::Close,
    player::history::{History, Moment},
    schedule::{AppState, AppSystems, remove},
    state::{Command, CurrentLevel, Notice, Player, Selection},
};

/// Why the body was stopped or turned, while this is shown.
#[derive(Resource, Clone, Debug, PartialEq, Deref)]
pub struct Explanation {
    #[deref]
    of: Following,
    /// The path on which the body was stopped, as [`Player::path`] numbers it.
    path: u64,
}

impl Explanation {
    pub(super) fn new(of: stop_reason::Explanation, path: u64) -> Self {
        let of = of.into();
        Self { of, path }
    }

    /// Explains the newest step of the body, on this path, where it is another stop. Returns what is selected then.
    pub(super) fn follow(&mut self, current: &CurrentLevel, path: u64, newest: &Moment) -> Option<Selection> {
        let is_another = self.path == path && self.of.follow(&current.tree, &current.level, newest);
        is_another.then(|| selection_of(&self.of)).flatten()
    }
}

/// The node of the first reason, and its face.
fn selection_of(explanation: &stop_reason::Explanation) -> Option<Selection> {
    explanation.reasons.first().map(|reason| Selection {
        node: Some(reason.node),
        face: Some(reason.face),
    })
}

/// Explains why the body stopped.
pub struct StopReasonPlugin;

impl Plugin for StopReasonPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            (
                remove::<Explanation>.in_set(AppSystems::Enter),
                ask.in_set(AppSystems::Command)
                    .run_if(in_state(AppState::InLevel)),
            ),
        );
    }
}

fn ask(
    mut commands: Commands,
    (mut messages, mut closes): (MessageReader<Command>, MessageReader<Close>),
    (current, player): (Res<CurrentLevel>, Res<Player>),
    history: Res<History>,
    known: Option<Res<Explanation>>,
    mut selection: ResMut<Selection>,
    mut notices: MessageWriter<Notice>,
) {
    // Each tree numbers its nodes anew, and a body that was put elsewhere has left its walls behind.
    let is_elsewhere = known.as_ref().is_some_and(|known| known.path != player.path);
    let asked = messages
        .read()
        .filter(|command| **command == Command::Why)
        .count();
    let is_closed = closes.read().any(|close| *close == Close::Explanation);
    if known.is_some() {
        if current.is_changed() || is_elsewhere || is_closed || asked % 2 == 1 {
            commands.remove_resource::<Explanation>();
        }
    } else if asked % 2 == 1 {
        let Some(explanation) = stop_reason::Explanation::new(&current.tree, &current.level, &history) else {
            notices.write(Notice::info("Nothing stood in your way in the last seconds."));
            return;
        };
        if let Some(first) = selection_of(&explanation) {
            selection.set_if_neq(first);
        }
        commands.insert_resource(Explanation::new(explanation, player.path));
    }
}

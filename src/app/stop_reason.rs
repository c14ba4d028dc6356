//! "Why did I stop?": asks for the faces that stopped the body last, and selects the node of the first one.

use bevy::prelude::*;

use super::{
    player::history::History,
    schedule::{AppState, AppSystems, remove},
    state::{Command, CurrentLevel, Notice, Selection},
};
use crate::walk::stop_reason;

/// Why the body was stopped or turned.
#[derive(Resource, Clone, Debug, Default, PartialEq, Deref, DerefMut)]
pub struct Explanation(pub stop_reason::Explanation);

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
    mut messages: MessageReader<Command>,
    current: Res<CurrentLevel>,
    history: Res<History>,
    known: Option<Res<Explanation>>,
    mut selection: ResMut<Selection>,
    mut notices: MessageWriter<Notice>,
) {
    // Each tree numbers its nodes anew.
    let (mut asked, mut closed) = (0, current.is_changed());
    for command in messages.read() {
        match command {
            Command::Why => asked += 1,
            Command::Escape | Command::Respawn => closed = true,
            _ => {}
        }
    }
    if known.is_some() {
        if closed || asked % 2 == 1 {
            commands.remove_resource::<Explanation>();
        }
    } else if asked % 2 == 1 {
        let Some(explanation) = stop_reason::Explanation::of(&current.tree, &current.level, &history) else {
            notices.write(Notice::info("Nothing stood in your way in the last seconds."));
            return;
        };
        if let Some(reason) = explanation.reasons.first() {
            selection.set_if_neq(Selection {
                node: Some(reason.node),
                face: Some(reason.face),
            });
        }
        commands.insert_resource(Explanation(explanation));
    }
}

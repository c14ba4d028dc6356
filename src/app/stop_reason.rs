//! "Why did I stop?": asks for the faces that stopped the body last, and selects the node of the first one.

use bevy::prelude::*;
use bspwalk_session::stop_reason::Following;
use bspwalk_text::text;

use super::{
    schedule::{AppState, AppSystems, remove},
    shown::{Shown, ShownMut},
    state::{Act, Action, Close, Closing, Notice, OpenedLevel, Player, Selection},
};

/// Why the body was stopped or turned, while this is shown.
#[derive(Resource, Clone, Debug, PartialEq, Deref, DerefMut)]
pub struct Explanation(pub Following);

impl Explanation {
    /// The node of the first reason, and its face.
    pub(super) fn selection(&self) -> Option<Selection> {
        self.reasons.first().map(|reason| Selection {
            node: reason.node_of_level(),
            face: Some(reason.face),
        })
    }
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
    (mut messages, mut closes): (MessageReader<Act>, MessageReader<Closing>),
    (current, player): (Shown<OpenedLevel>, Shown<Player>),
    known: Option<Res<Explanation>>,
    mut selection: ShownMut<Selection>,
    mut notices: MessageWriter<Notice>,
) {
    // Each tree numbers its nodes anew, and a body that was put elsewhere has left its walls behind.
    let is_elsewhere = known.as_ref().is_some_and(|known| known.is_left(&player));
    let asked = messages.read().filter(|command| **command == Action::Why).count();
    let is_closed = closes.read().any(|close| *close == Close::Explanation);
    if known.is_some() {
        if current.is_changed() || is_elsewhere || is_closed || asked % 2 == 1 {
            commands.remove_resource::<Explanation>();
        }
    } else if asked % 2 == 1 {
        let Some(following) = Following::new(&current.tree, &current.level, &player) else {
            notices.write(Notice::info(text!("window-nothing-stopped")));
            return;
        };
        let explanation = Explanation(following);
        if let Some(first) = explanation.selection() {
            selection.set_if_neq(first);
        }
        commands.insert_resource(explanation);
    }
}

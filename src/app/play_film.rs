//! Lets the accept key play and pause the open film when no card offers anything else.

use bevy::prelude::*;

use super::{
    loading::Offers,
    quiz::QuizState,
    schedule::{AppState, AppSystems},
    shown::Shown,
    state::{Act, Action, BuildFilm, OpenedLevel, QueryPlayer, Ui},
};

pub(super) struct PlayFilmPlugin;

impl Plugin for PlayFilmPlugin {
    fn build(&self, app: &mut App) {
        let play = play.in_set(AppSystems::Command);
        app.add_systems(Update, play.run_if(in_state(AppState::InLevel)));
    }
}

/// Plays or pauses the open film.
fn play(
    mut commands: MessageReader<Act>,
    (offers, quiz, ui): (Offers, Res<QuizState>, Res<Ui>),
    current: Shown<OpenedLevel>,
    (mut build, mut query): (ResMut<BuildFilm>, ResMut<QueryPlayer>),
) {
    let presses = commands
        .read()
        .filter(|Act(command)| *command == Action::AcceptOffer);
    let is_odd = presses.count() % 2 == 1;
    let is_taken = ui.tour || quiz.is_open() || offers.current().is_some();
    if !is_odd || is_taken {
        return;
    }
    if build.open {
        let last = current.tree.node_count().saturating_sub(1);
        build.toggle(last);
    } else if query.open {
        let last = query.last_step(&current.tree);
        query.toggle(last);
    }
}

//! On/off state of the tools.

use bevy::{ecs::system::SystemParam, prelude::*, window::WindowMode};
use bspwalk_session::view::View;

use super::tools::Use;
use crate::app::{
    leaf_tree::{Culling, CullingMode, Frozen},
    quiz::QuizState,
    shown::Shown,
    state::{Action, BuildFilm, ModelView, Page, Player, QueryPlayer, Ui},
};

/// Everything that the state of the buttons depends on.
#[derive(SystemParam)]
pub(in crate::app) struct ToolState<'w, 's> {
    ui: Res<'w, Ui>,
    view: Res<'w, ModelView>,
    build_film: Res<'w, BuildFilm>,
    query_film: Res<'w, QueryPlayer>,
    player: Shown<'w, 's, Player>,
    culling: Res<'w, Culling>,
    frozen: Shown<'w, 's, Frozen>,
    quiz: Res<'w, QuizState>,
    windows: Query<'w, 's, &'static Window>,
}

impl ToolState<'_, '_> {
    /// Returns whether the bar is shown: while the mouse is free and nothing covers the whole window.
    pub(in crate::app) fn is_wanted(&self) -> bool {
        !self.ui.captured && !self.ui.help
    }

    /// Returns whether the view of a button is shown, or its command is on.
    pub(super) fn is_on(&self, action: &Use) -> bool {
        match *action {
            Use::Look(view) => self.view.view == view,
            Use::Send(command) => self.is_command_on(command) == Some(true),
            Use::Show(_) | Use::Colors => false,
        }
    }

    /// Returns whether the setting that a command switches is on, or `None` if it switches nothing.
    pub(in crate::app) fn is_command_on(&self, command: Action) -> Option<bool> {
        Some(match command {
            Action::ToggleModel => self.view.view == View::Model,
            Action::TogglePlan => self.view.view == View::Plan,
            Action::ToggleDivision => self.view.shows_division(),
            Action::ToggleBuildFilm => self.build_film.open,
            Action::ToggleQueryFilm => self.query_film.open,
            Action::ToggleWalking => self.player.walking,
            Action::ToggleNoclip => self.player.noclip,
            Action::TogglePause => self.player.walker.time_scale.paused,
            Action::Slower => self.player.walker.time_scale.speed() < 1.0,
            Action::ToggleRecording => self.player.walker.draft.is_some(),
            Action::PlayScript => self.player.walker.playing.is_some(),
            Action::ToggleReplay => self.player.walker.replay.is_some(),
            Action::Why => self.player.walker.why.is_some(),
            Action::Tour => self.ui.tour,
            Action::NextCulling => self.culling.0 != CullingMode::None,
            Action::ToggleFrozenCulling => self.frozen.0.is_some(),
            Action::ToggleHelp => self.ui.help,
            Action::TogglePanel => self.ui.panel,
            Action::ToggleTreeDock => self.ui.dock,
            Action::TogglePlanarPage => self.ui.page == Some(Page::PlanarTree),
            Action::ToggleDuel => self.ui.page == Some(Page::Duel),
            Action::ToggleQuiz => self.quiz.is_open(),
            Action::NextMap => self.ui.map,
            Action::ToggleFullScreen => self
                .windows
                .iter()
                .any(|window| window.mode != WindowMode::Windowed),
            _ => return None,
        })
    }

    /// Returns the command that a click sends.
    pub(super) fn command_of(&self, action: &Use) -> Option<Action> {
        match *action {
            Use::Look(view) => self.view.command_to(view),
            Use::Show(_) | Use::Send(_) | Use::Colors => Some(action.command()),
        }
    }
}

//! Which tools are on.

use bevy::{ecs::system::SystemParam, prelude::*, window::WindowMode};
use bspwalk_session::view::View;

use super::tools::Action;
use crate::app::{
    clock::TimeScale,
    leaf_tree::{CullingMode, Frozen},
    player::{drive::Playing, recording::Recording},
    replay::Replay,
    state::{BuildFilm, Command, MapSize, ModelView, Player, QueryPlayer, Ui},
    stop_reason::Explanation,
};

/// What the buttons' states follow from.
#[derive(SystemParam)]
pub(super) struct ToolState<'w, 's> {
    ui: Res<'w, Ui>,
    view: Res<'w, ModelView>,
    build_film: Res<'w, BuildFilm>,
    query_film: Res<'w, QueryPlayer>,
    player: Res<'w, Player>,
    time_scale: Res<'w, TimeScale>,
    recording: Res<'w, Recording>,
    playing: Option<Res<'w, Playing>>,
    replay: Option<Res<'w, Replay>>,
    explanation: Option<Res<'w, Explanation>>,
    culling: Res<'w, CullingMode>,
    frozen: Res<'w, Frozen>,
    windows: Query<'w, 's, &'static Window>,
}

impl ToolState<'_, '_> {
    /// Whether the bar is shown: where the mouse is free and nothing lies over the whole window.
    pub(super) fn is_wanted(&self) -> bool {
        !self.ui.captured && !self.ui.help
    }

    /// Whether a tool is on; none where it has no state.
    pub(super) fn is_on(&self, action: &Action) -> Option<bool> {
        match *action {
            Action::Look(view) => Some(self.view.view == view),
            Action::Show(_) => None,
            Action::Send(command) => self.is_command_on(command),
        }
    }

    /// Whether what a command switches is on; none where it switches nothing.
    pub(super) fn is_command_on(&self, command: Command) -> Option<bool> {
        Some(match command {
            Command::ToggleModel => self.view.view == View::Model,
            Command::TogglePlan => self.view.view == View::Plan,
            Command::ToggleDivision => self.view.shows_division(),
            Command::ToggleBuildFilm => self.build_film.open,
            Command::ToggleQueryFilm => self.query_film.open,
            Command::ToggleWalking => self.player.walking,
            Command::ToggleNoclip => self.player.noclip,
            Command::TogglePause => self.time_scale.paused,
            Command::Slower => self.time_scale.speed() < 1.0,
            Command::ToggleRecording => self.recording.is_on(),
            Command::PlayScript => self.playing.is_some(),
            Command::ToggleReplay => self.replay.is_some(),
            Command::Why => self.explanation.is_some(),
            Command::NextCulling => *self.culling != CullingMode::ALL[0],
            Command::ToggleFrozenCulling => self.frozen.0.is_some(),
            Command::ToggleHelp => self.ui.help,
            Command::TogglePanel => self.ui.panel,
            Command::ToggleTreeDock => self.ui.dock,
            Command::TogglePlanarPage => self.ui.planar_page,
            Command::ToggleDuel => self.ui.duel,
            Command::NextMap => self.ui.map != MapSize::Off,
            Command::ToggleFullScreen => self
                .windows
                .iter()
                .any(|window| window.mode != WindowMode::Windowed),
            _ => return None,
        })
    }

    /// The command that a click sends.
    pub(super) fn command_of(&self, action: &Action) -> Option<Command> {
        match *action {
            Action::Look(view) => self.view.command_to(view),
            Action::Show(kind) => Some(Command::Overlay(kind.key())),
            Action::Send(command) => Some(command),
        }
    }
}

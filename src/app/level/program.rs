//! The window's part of [`Program`], for systems.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_session::program::Program;

use crate::app::{
    host::{
        shown::{Shown, ShownMut},
        state::{Notice, OpenedLevel, Player, ProgramState, SectionFacts},
    },
    input::{
        KeyLabels,
        settings::{Settings, SettingsPath},
    },
    kit::layout::Screen,
    level::leaf_tree::{LeafTreeParams, LeafTreeState},
};

/// State that commands change in all front ends.
#[derive(SystemParam)]
pub(in crate::app) struct ProgramParams<'w, 's> {
    pub(in crate::app) current: Shown<'w, 's, OpenedLevel>,
    leaf_tree: Shown<'w, 's, LeafTreeState>,
    leaf_params: Shown<'w, 's, LeafTreeParams>,
    player: ShownMut<'w, 's, Player>,
    pub(in crate::app) state: ResMut<'w, ProgramState>,
    facts: Option<Res<'w, SectionFacts>>,
    pub(in crate::app) settings: ResMut<'w, Settings>,
    settings_path: Option<Res<'w, SettingsPath>>,
    screen: Option<Res<'w, Screen>>,
    keys: Res<'w, KeyLabels>,
    pub(in crate::app) notices: MessageWriter<'w, Notice>,
}

/// Aspect ratio assumed when framing the selection.
const ASPECT: f32 = 16.0 / 9.0;

impl ProgramParams<'_, '_> {
    /// Changes the state, and shows the notices.
    pub(in crate::app) fn change<T>(&mut self, change: impl FnOnce(&mut Program<'_>) -> T) -> T {
        let up = (self.settings.vertical_field_of_view() * 0.5).tan();
        let film = self.facts.as_ref().and_then(|facts| facts.film);
        let film = film.filter(|known| Some(known.tree) == self.state.view.film.tree);
        let mut program = Program {
            opened: &self.current,
            built: self.leaf_tree.built(),
            is_building: !self.leaf_tree.is_done(),
            failure: self.leaf_tree.failure(),
            walker: &mut self.player.walker,
            state: &mut self.state,
            deepest: film.map(|film| film.last),
            tangents: Vec2::new(up * ASPECT, up),
            free: self
                .screen
                .as_ref()
                .map_or([Vec2::ZERO, Vec2::ONE], |screen| screen.free_share()),
            pvs: self.leaf_params.pvs,
            settings_file: self.settings_path.as_ref().and_then(|path| path.0.as_deref()),
            keys: self.keys.names(),
            describes_changes: false,
            notices: Vec::new(),
        };
        let changed = change(&mut program);
        self.notices
            .write_batch(program.notices.into_iter().map(Notice::from));
        changed
    }
}

//! The window's part of [`Program`], for systems, and the systems that give it time.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_session::program::Program;

use crate::app::input::settings::{Settings, SettingsPath};
use crate::app::level::leaf_tree::{LeafTreeParams, LeafTreeState};
use crate::app::{host::prelude::*, input::KeyLabels, kit::layout::Screen};

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
            params: &self.leaf_params,
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

/// Gives the program time, makes the changes that cards request, and records changes for undo.
pub(in crate::app) fn plugin(app: &mut App) {
    app.add_message::<Change>().add_systems(
        Update,
        (
            change
                .run_if(on_message::<Change>)
                .before(advance)
                .in_set(AppSystems::Follow),
            advance.in_set(AppSystems::Follow),
            (compare_saves, visit, record)
                .chain()
                .after(AppSystems::LeafTree)
                .before(AppSystems::Overlays),
        )
            .run_if(in_state(AppState::InLevel)),
    );
}

/// Makes the requested changes.
pub(in crate::app) fn change(mut changes: MessageReader<Change>, mut program: ProgramParams) {
    for change in changes.read() {
        program.change(|program| change(program));
    }
}

/// Advances films, scripts and searches.
pub(in crate::app) fn advance(time: Res<Time<Real>>, mut program: ProgramParams) {
    program.change(|program| program.advance(time.delta_secs()));
}

/// Compares each saved state of the level with the previous one, once its trees are built.
fn compare_saves(mut program: ProgramParams) {
    program.change(|program| {
        program.compare_saves();
    });
}

/// Records the current selection.
pub(in crate::app) fn visit(mut program: ResMut<ProgramState>) {
    // While a film step is being computed, the node of the previous step stays selected. The user did not choose that
    // node.
    if program.build.next.is_none() {
        let level = &mut program.level;
        level.selections.visit(level.selected.items());
    }
}

/// Records changes made by the user, for undo. The planar tree page has a separate undo history for its drawing.
fn record(buttons: Res<ButtonInput<MouseButton>>, mut program: ProgramParams) {
    let ui = program.state.ui;
    program.state.undo.drags = !ui.captured && buttons.pressed(MouseButton::Left);
    program.change(|program| program.record_changes(ui.tour));
}

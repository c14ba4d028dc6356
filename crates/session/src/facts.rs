//! Facts about commands: whether each is on, and why it is unavailable. Menus, tool bar and palette show them.

use bspwalk_text::text;

use crate::{
    LevelName, Opened,
    actions::{Action, Export},
    culling::CullingMode,
    overlays::OverlayKind,
    program_state::ProgramState,
    selection::Selected,
    ui::Page,
    view::View,
    walker::Walker,
};

/// State that determines which commands are on and which are available.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The level and its node-storing tree, or `None` if no level is open.
    pub opened: Option<&'a Opened>,
    /// Whether the solid-leaf tree is built.
    pub has_leaves: bool,
    /// The body and its controls.
    pub walker: &'a Walker,
    /// State other than the level and the body.
    pub state: &'a ProgramState,
}

impl Facts<'_> {
    /// Returns whether the setting toggled by a command is on, or `None` if the command toggles nothing that all front
    /// ends have.
    pub fn is_on(&self, command: Action) -> Option<bool> {
        let Self { walker, state, .. } = self;
        Some(match command {
            Action::FirstPerson => state.view.is_eye(),
            Action::ToggleModel => state.view.view == View::Model,
            Action::TogglePlan => state.view.view == View::Plan,
            Action::ToggleDivision => state.view.shows_division(),
            Action::ToggleBuildFilm => state.build.open,
            Action::ToggleQueryFilm => state.query.open,
            // Materials are the default colouring, so the command is marked only for other colourings.
            Action::Overlay(key) if key == OverlayKind::Materials.key() => {
                state.overlays.face_coloring_kind() != OverlayKind::Materials
            }
            Action::Overlay('0') => return None,
            Action::Overlay(key) => OverlayKind::ALL
                .into_iter()
                .any(|kind| kind.key() == key && state.overlays.is_on(kind)),
            Action::Show(kind) => state.overlays.is_on(kind),
            Action::ToggleWalking => walker.body.walking,
            Action::ToggleNoclip => walker.body.noclip,
            Action::TogglePause => walker.time_scale.paused,
            Action::Slower => walker.time_scale.speed() < 1.0,
            Action::ToggleRecording => walker.draft.is_some(),
            Action::PlayScript => walker.playing.is_some(),
            Action::ToggleReplay => walker.replay.is_some(),
            Action::Why => walker.why.is_some(),
            Action::NextCulling => state.culling != CullingMode::ALL[0],
            Action::ToggleFrozenCulling => state.level.frozen.is_some(),
            Action::ToggleTreeOwner => state.own_tree,
            Action::ToggleQuiz => state.quiz.is_open(),
            Action::Tour => state.ui.tour,
            Action::ToggleHelp => state.ui.help.is_some(),
            Action::TogglePanel => state.ui.panel,
            Action::ToggleTreeDock => state.ui.dock,
            Action::TogglePlanarPage => state.ui.page == Some(Page::PlanarTree),
            Action::ToggleDuel => state.ui.page == Some(Page::Duel),
            Action::NextMap => state.ui.map,
            Action::ToggleMenuBar => state.bars.menu,
            Action::ToggleToolBar => state.bars.tools,
            Action::ToggleHints => state.hints.on,
            Action::ToggleGlossary => state.ui.glossary,
            _ => return None,
        })
    }

    /// Returns why a command is currently unavailable, or `None` if it is available.
    pub fn why_not(&self, command: Action) -> Option<&'static str> {
        let works_without_level = matches!(
            command,
            Action::OpenDialog
                | Action::Leave
                | Action::TogglePanel
                | Action::ToggleHelp
                | Action::ToggleFullScreen
                | Action::Screenshot
                | Action::Export(Export::Picture)
                | Action::ToggleMenu
                | Action::ToggleMenuBar
                | Action::ToggleToolBar
                | Action::ToggleHints
                | Action::ToggleGlossary
                | Action::About
        ) || command.resizes_text();
        match self.opened {
            _ if works_without_level => None,
            None => Some(text!("menu-no-level")),
            Some(opened) => self.why_not_in_level(command, opened),
        }
    }

    fn why_not_in_level(&self, command: Action, opened: &Opened) -> Option<&'static str> {
        let state = self.state;
        let Selected {
            node: selected, leaf, ..
        } = state.level.selected;
        let node = || opened.tree.node(selected?);
        let history = &state.level.selections;
        let [applied, tried] = state.level.trial.change_counts();
        let is_nameless = opened.source.is_drawn();
        let reads_textures = matches!(opened.source, LevelName::File(_)) && !opened.is_from_compiled_file();
        match command {
            Action::Undo if state.undo.undo_words().is_none() => Some(text!("undo-nothing")),
            Action::Redo if state.undo.redo_words().is_none() => Some(text!("undo-nothing-to-redo")),
            Action::UndoPlane | Action::KeepPlanes | Action::DropPlanes if applied == 0 => {
                Some(text!("menu-no-plane"))
            }
            Action::RedoPlane if applied == tried => Some(text!("menu-no-plane")),
            Action::CopyView | Action::KeepView | Action::CopyQueryFilm if is_nameless => {
                Some(text!("view-nameless"))
            }
            Action::ChooseTextures if cfg!(target_family = "wasm") => Some(text!("menu-textures-in-page")),
            Action::ChooseTextures if !reads_textures => Some(text!("menu-no-texture-folder")),
            Action::CopyQueryFilm | Action::Export(Export::QueryFilm) if !state.query.open => {
                Some(text!("menu-no-query"))
            }
            Action::Export(Export::Leaves | Export::Portals) if !self.has_leaves => {
                Some(text!("saving-no-leaves"))
            }
            Action::Export(Export::Compiled) if is_nameless => Some(text!("saving-no-source")),
            Action::SelectParent if node().is_some_and(|node| node.parent.is_none()) => {
                Some(text!("menu-root"))
            }
            Action::SelectFront if node().is_some_and(|node| node.front.is_none()) => {
                Some(text!("menu-no-front"))
            }
            Action::SelectBack if node().is_some_and(|node| node.back.is_none()) => {
                Some(text!("menu-no-back"))
            }
            Action::ListExpensive if !self.has_leaves => Some(text!("expensive-not-yet")),
            Action::CopyEditorPlace if selected.is_none() => Some(text!("menu-nothing-selected")),
            Action::ClearSelection | Action::LookAtSelection if selected.is_none() && leaf.is_none() => {
                Some(text!("menu-nothing-selected"))
            }
            Action::SelectionBack if !history.can_go_back() => Some(text!("menu-none-before")),
            Action::SelectionForward if !history.can_go_forward() => Some(text!("menu-none-after")),
            _ if command.film_move().is_some() && state.active_film().is_none() => {
                Some(text!("menu-no-film"))
            }
            Action::ToggleTreeOwner if opened.level.own_tree.is_none() => Some(text!("menu-no-own-tree")),
            Action::PlayScript if state.scripts.latest.is_none() && self.walker.draft.is_none() => {
                Some(text!("menu-no-script"))
            }
            _ => None,
        }
    }
}

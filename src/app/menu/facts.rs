//! State of the commands in the controls table: whether each command is on, and whether it is available or why not.
//! Used by the menus, the tool bar and the command palette.

use bevy::{ecs::system::SystemParam, prelude::*, window::WindowMode};
use bspwalk_session::{
    actions::{Action, Export},
    culling::CullingMode,
    overlays::OverlayKind,
    selection::Selected,
    view::View,
};
use bspwalk_text::text;

use crate::app::{
    host::{
        shown::Shown,
        state::{GlossaryWindow, LevelName, OpenedLevel, Page, Player, ProgramState, Ui},
    },
    input::{KeyLabels, settings::Settings},
    level::{
        export,
        film_file::SavingFilm,
        leaf_tree::{LeafTreeState, TreeOwner},
        view_line::NAMELESS,
    },
    pages::planar::PlanarPage,
};

/// State that determines which commands are on and which are available.
#[derive(SystemParam)]
pub(in crate::app) struct Facts<'w, 's> {
    pub(in crate::app) keys: Res<'w, KeyLabels>,
    pub(in crate::app) settings: Res<'w, Settings>,
    program: Res<'w, ProgramState>,
    ui: Res<'w, Ui>,
    current: Option<Shown<'w, 's, OpenedLevel>>,
    player: Shown<'w, 's, Player>,
    leaf_tree: Option<Shown<'w, 's, LeafTreeState>>,
    saving: Res<'w, SavingFilm>,
    exporting: Res<'w, export::Exporting>,
    owner: Res<'w, TreeOwner>,
    glossary: Res<'w, GlossaryWindow>,
    drawing: Option<Res<'w, PlanarPage>>,
    windows: Query<'w, 's, &'static Window>,
}

impl Facts<'_, '_> {
    /// Returns the key label of a command, or an empty string if no key is bound to it.
    pub(in crate::app) fn key(&self, command: Action) -> String {
        self.keys.key_of(command)
    }

    /// Returns whether the setting toggled by a command is on, or `None` if the command toggles nothing.
    pub(in crate::app) fn is_on(&self, command: Action) -> Option<bool> {
        let walker = &self.player.walker;
        Some(match command {
            Action::FirstPerson => self.program.view.is_eye(),
            Action::ToggleModel => self.program.view.view == View::Model,
            Action::TogglePlan => self.program.view.view == View::Plan,
            Action::ToggleDivision => self.program.view.shows_division(),
            Action::ToggleBuildFilm => self.program.build.open,
            Action::ToggleQueryFilm => self.program.query.open,
            // Materials are the default colouring, so the command is marked only for other colourings.
            Action::Overlay(key) if key == OverlayKind::Materials.key() => {
                self.program.overlays.face_coloring_kind() != OverlayKind::Materials
            }
            Action::Overlay('0') => return None,
            Action::Overlay(key) => OverlayKind::ALL
                .into_iter()
                .any(|kind| kind.key() == key && self.program.overlays.is_on(kind)),
            Action::Show(kind) => self.program.overlays.is_on(kind),
            Action::ToggleWalking => self.player.walking,
            Action::ToggleNoclip => self.player.noclip,
            Action::TogglePause => walker.time_scale.paused,
            Action::Slower => walker.time_scale.speed() < 1.0,
            Action::ToggleRecording => walker.draft.is_some(),
            Action::PlayScript => walker.playing.is_some(),
            Action::ToggleReplay => walker.replay.is_some(),
            Action::Why => walker.why.is_some(),
            Action::Tour => self.ui.tour,
            Action::NextCulling => self.program.culling != CullingMode::ALL[0],
            Action::ToggleFrozenCulling => self.program.level.frozen.is_some(),
            Action::ToggleTreeOwner => *self.owner == TreeOwner::File,
            Action::ToggleHelp => self.ui.help,
            Action::TogglePanel => self.ui.panel,
            Action::ToggleTreeDock => self.ui.dock,
            Action::TogglePlanarPage => self.ui.page == Some(Page::PlanarTree),
            Action::ToggleDuel => self.ui.page == Some(Page::Duel),
            Action::ToggleQuiz => self.program.quiz.is_open(),
            Action::NextMap => self.ui.map,
            Action::ToggleMenuBar => self.settings.menu_bar,
            Action::ToggleToolBar => self.settings.tool_bar,
            Action::ToggleHints => self.settings.hints,
            Action::ToggleGlossary => self.glossary.open,
            Action::ToggleFullScreen => self
                .windows
                .iter()
                .any(|window| window.mode != WindowMode::Windowed),
            _ => return None,
        })
    }

    /// Returns descriptions of the changes that undo and redo would make.
    pub(in crate::app) fn undo_redo_words(&self) -> [Option<&str>; 2] {
        match &self.drawing {
            Some(drawing) if self.ui.page == Some(Page::PlanarTree) => drawing.undo_redo_words(),
            _ => [self.program.undo.undo_words(), self.program.undo.redo_words()],
        }
    }

    /// Returns why a command is currently unavailable, or `None` if it is available.
    pub(in crate::app) fn why_not(&self, command: Action) -> Option<String> {
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
        let reason = match command {
            _ if works_without_level => None,
            _ if self.current.is_none() => Some(text!("menu-no-level")),
            Action::Export(export) => return self.why_not_exported(export),
            _ => self.why_not_in_level(command),
        };
        reason.map(str::to_owned)
    }

    fn why_not_in_level(&self, command: Action) -> Option<&'static str> {
        let Selected {
            node: selected, leaf, ..
        } = self.program.level.selected;
        let node = || self.current.as_ref()?.tree.node(selected?);
        let history = &self.program.level.selections;
        let [undo, redo] = self.undo_redo_words().map(|words| words.is_none());
        let [applied, tried] = self.program.level.trial.change_counts();
        let film = self.program.active_film();
        match command {
            Action::Undo if undo => Some(text!("undo-nothing")),
            Action::Redo if redo => Some(text!("undo-nothing-to-redo")),
            Action::UndoPlane | Action::KeepPlanes | Action::DropPlanes if applied == 0 => {
                Some(text!("menu-no-plane"))
            }
            Action::RedoPlane if applied == tried => Some(text!("menu-no-plane")),
            Action::CopyView | Action::KeepView | Action::CopyQueryFilm if self.is_nameless() => {
                Some(NAMELESS.text())
            }
            Action::ChooseTextures if cfg!(target_family = "wasm") => Some(text!("menu-textures-in-page")),
            Action::ChooseTextures if !self.reads_textures() => Some(text!("menu-no-texture-folder")),
            Action::CopyQueryFilm if !self.program.query.open => Some(text!("menu-no-query")),
            Action::SelectParent if node().is_some_and(|node| node.parent.is_none()) => {
                Some(text!("menu-root"))
            }
            Action::SelectFront if node().is_some_and(|node| node.front.is_none()) => {
                Some(text!("menu-no-front"))
            }
            Action::SelectBack if node().is_some_and(|node| node.back.is_none()) => {
                Some(text!("menu-no-back"))
            }
            Action::ListExpensive if !self.has_leaves() => Some(text!("expensive-not-yet")),
            Action::CopyEditorPlace if selected.is_none() => Some(text!("menu-nothing-selected")),
            Action::ClearSelection | Action::LookAtSelection if selected.is_none() && leaf.is_none() => {
                Some(text!("menu-nothing-selected"))
            }
            Action::SelectionBack if !history.can_go_back() => Some(text!("menu-none-before")),
            Action::SelectionForward if !history.can_go_forward() => Some(text!("menu-none-after")),
            _ if command.film_move().is_some() && film.is_none() => Some(text!("menu-no-film")),
            Action::ToggleTreeOwner if !self.has_own_tree() => Some(text!("menu-no-own-tree")),
            Action::PlayScript
                if self.program.scripts.latest.is_none() && self.player.walker.draft.is_none() =>
            {
                Some(text!("menu-no-script"))
            }
            _ => None,
        }
    }

    fn why_not_exported(&self, export: Export) -> Option<String> {
        let escape = || self.keys.key_or_palette_hint(Action::Escape);
        let reason = match export {
            Export::DivisionFilm
            | Export::BuildFilm
            | Export::QueryFilm
            | Export::PainterFilm
            | Export::FlowFilm
            | Export::SolidityFilm => match export {
                _ if cfg!(target_family = "wasm") => Some(text!("menu-no-films")),
                _ if self.saving.status().is_some() => return Some(text!("film-is-drawn", key = escape())),
                Export::QueryFilm if !self.program.query.open => Some(text!("menu-no-query")),
                _ => None,
            },
            _ if self.exporting.status().is_some() => return Some(text!("saving-is-made", key = escape())),
            Export::Leaves | Export::Portals if !self.has_leaves() => Some(export::no_leaves()),
            Export::Compiled if !self.has_source() => Some(export::no_source()),
            _ => None,
        };
        reason.map(str::to_owned)
    }

    fn is_nameless(&self) -> bool {
        let current = self.current.as_ref();
        current.is_some_and(|current| current.source.is_drawn())
    }

    fn reads_textures(&self) -> bool {
        let current = self.current.as_ref();
        current.is_some_and(|current| {
            matches!(current.source, LevelName::File(_)) && !current.is_from_compiled_file()
        })
    }

    fn has_leaves(&self) -> bool {
        let leaf_tree = self.leaf_tree.as_ref();
        leaf_tree.is_some_and(|leaf_tree| leaf_tree.built().is_some())
    }

    fn has_own_tree(&self) -> bool {
        let current = self.current.as_ref();
        current.is_some_and(|current| current.level.own_tree.is_some())
    }

    fn has_source(&self) -> bool {
        let current = self.current.as_ref();
        current.is_some_and(|current| !current.source.is_drawn())
    }
}

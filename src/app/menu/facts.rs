//! State of the commands in the controls table: whether each command is on, and whether it is available or why not.
//! Used by the menus, the tool bar and the command palette.

use bevy::{ecs::system::SystemParam, prelude::*, window::WindowMode};
use bspwalk_session::{
    actions::{Action, Export},
    facts::Facts as ProgramFacts,
};
use bspwalk_text::text;

use crate::app::{
    host::prelude::*, input::KeyLabels, input::settings::Settings, level::export::Exporting,
    level::film_file::SavingFilm, level::leaf_tree::LeafTreeState, pages::planar::PlanarPage,
};

/// State that determines which commands are on and which are available.
#[derive(SystemParam)]
pub(in crate::app) struct Facts<'w, 's> {
    pub(in crate::app) keys: Res<'w, KeyLabels>,
    pub(in crate::app) settings: Res<'w, Settings>,
    pub(in crate::app) program: Res<'w, ProgramState>,
    current: Option<Shown<'w, 's, OpenedLevel>>,
    player: Shown<'w, 's, Player>,
    leaf_tree: Option<Shown<'w, 's, LeafTreeState>>,
    saving: Res<'w, SavingFilm>,
    exporting: Res<'w, Exporting>,
    drawing: Option<Res<'w, PlanarPage>>,
    windows: Query<'w, 's, &'static Window>,
}

impl Facts<'_, '_> {
    /// Returns the key label of a command, or an empty string if no key is bound to it.
    pub(in crate::app) fn key(&self, command: Action) -> String {
        self.keys.key_of(command)
    }

    /// Returns the facts that all front ends have.
    fn of_program(&self) -> ProgramFacts<'_> {
        let leaf_tree = self.leaf_tree.as_ref();
        ProgramFacts {
            opened: self.current.as_ref().map(|current| &current.0),
            has_leaves: leaf_tree.is_some_and(|leaf_tree| leaf_tree.built().is_some()),
            walker: &self.player.walker,
            state: &self.program,
        }
    }

    /// Returns whether the setting toggled by a command is on, or `None` if the command toggles nothing.
    pub(in crate::app) fn is_on(&self, command: Action) -> Option<bool> {
        Some(match command {
            Action::ToggleFullScreen => self
                .windows
                .iter()
                .any(|window| window.mode != WindowMode::Windowed),
            _ => return self.of_program().is_on(command),
        })
    }

    /// Returns descriptions of the changes that undo and redo would make.
    pub(in crate::app) fn undo_redo_words(&self) -> [Option<&str>; 2] {
        self.of_drawing()
            .unwrap_or_else(|| [self.program.undo.undo_words(), self.program.undo.redo_words()])
    }

    /// Returns these descriptions for the drawing on the planar tree page, if the page is open.
    fn of_drawing(&self) -> Option<[Option<&str>; 2]> {
        let drawing = self.drawing.as_ref()?;
        (self.program.ui.page == Some(Page::PlanarTree)).then(|| drawing.undo_redo_words())
    }

    /// Returns why a command is currently unavailable, or `None` if it is available.
    pub(in crate::app) fn why_not(&self, command: Action) -> Option<String> {
        let escape = || self.keys.key_or_palette_hint(Action::Escape);
        let in_drawing = self.of_drawing().filter(|_| self.current.is_some());
        match (command, in_drawing) {
            (Action::Undo, Some([Some(_), _])) | (Action::Redo, Some([_, Some(_)])) => return None,
            (Action::Undo, Some(_)) => return Some(text!("undo-nothing").to_owned()),
            (Action::Redo, Some(_)) => return Some(text!("undo-nothing-to-redo").to_owned()),
            _ => {}
        }
        let reason = self.of_program().why_not(command).map(str::to_owned);
        reason.or_else(|| match command {
            Action::Export(Export::Picture) => None,
            Action::Export(export) if export.is_film() && cfg!(target_family = "wasm") => {
                Some(text!("menu-no-films").to_owned())
            }
            Action::Export(export) if export.is_film() => self
                .saving
                .status()
                .map(|_| text!("film-is-drawn", key = escape())),
            Action::Export(_) => self
                .exporting
                .status()
                .map(|_| text!("saving-is-made", key = escape())),
            _ => None,
        })
    }
}

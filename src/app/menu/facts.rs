//! State that the menus depend on: what is shown, what is on, and what is currently unavailable, with the reason.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_session::{actions::Action, films::ActiveFilm, view::View};
use bspwalk_text::text;

use super::{
    bar::GlossaryWindow,
    row::{Do, Setting},
};
use crate::{
    app::{
        export::{self, Export},
        film_file::{AskedFilm, SavingFilm},
        input::KeyLabels,
        leaf_tree::{ChosenLeaf, LeafTreeState, TreeOwner},
        planar_page::PlanarPage,
        player::recording::Recording,
        selection_history::SelectionHistory,
        settings::Settings,
        shown::Shown,
        state::{BuildFilm, ModelView, OpenedLevel, Overlays, Page, QueryPlayer, Selection, Ui},
        tool_bar::ToolState,
        undo::History,
        view_line::NAMELESS,
        what_if::{Trial, WhatIf},
    },
    cli::FilmKind,
};

/// Selection, and its history.
#[derive(SystemParam)]
struct Chosen<'w, 's> {
    node: Option<Shown<'w, 's, Selection>>,
    leaf: Option<Shown<'w, 's, ChosenLeaf>>,
    history: Option<Shown<'w, 's, SelectionHistory>>,
    trial: Option<Shown<'w, 's, Trial>>,
}

/// Everything that the menu items depend on.
#[derive(SystemParam)]
pub(super) struct Facts<'w, 's> {
    pub(super) keys: Res<'w, KeyLabels>,
    pub(super) settings: Res<'w, Settings>,
    overlays: Res<'w, Overlays>,
    view: Res<'w, ModelView>,
    ui: Res<'w, Ui>,
    tools: ToolState<'w, 's>,
    current: Option<Shown<'w, 's, OpenedLevel>>,
    leaf_tree: Option<Shown<'w, 's, LeafTreeState>>,
    chosen: Chosen<'w, 's>,
    build_film: Res<'w, BuildFilm>,
    query_film: Res<'w, QueryPlayer>,
    saving: Res<'w, SavingFilm>,
    exporting: Res<'w, export::Exporting>,
    recording: Res<'w, Recording>,
    owner: Res<'w, TreeOwner>,
    history: Res<'w, History>,
    glossary: Res<'w, GlossaryWindow>,
    drawing: Option<Res<'w, PlanarPage>>,
}

impl Facts<'_, '_> {
    /// Returns whether the setting that an item switches is on, or `None` if it switches nothing.
    pub(super) fn is_on(&self, action: &Do) -> Option<bool> {
        match *action {
            Do::Send(Action::ToggleTreeOwner) => Some(*self.owner == TreeOwner::File),
            Do::Send(command) => self.tools.is_command_on(command),
            Do::Look(view) => Some(self.view.view == view),
            Do::Show(kind) => Some(self.overlays.is_on(kind)),
            Do::Switch(setting) => Some(match setting {
                Setting::MenuBar => self.settings.menu_bar,
                Setting::ToolBar => self.settings.tool_bar,
                Setting::Hints => self.settings.hints,
            }),
            Do::Glossary => Some(self.glossary.open),
            Do::Open(_) | Do::Film(_) | Do::WhatIf(_) | Do::Text(_) | Do::Export(_) | Do::About => None,
        }
    }

    /// Returns the key for the same action, or an empty string if there is none.
    pub(super) fn key(&self, action: &Do) -> String {
        match *action {
            Do::Send(command) => self.keys.of(command),
            Do::Look(View::Model) => self.keys.of(Action::ToggleModel),
            Do::Look(View::Plan) => self.keys.of(Action::TogglePlan),
            // A key that several overlays share cycles through them.
            Do::Show(kind) if kind.on_its_key().count() == 1 => self.keys.of(Action::Overlay(kind.key())),
            _ => String::new(),
        }
    }

    /// Returns descriptions of what undo and redo would do.
    pub(super) fn undo_redo_words(&self) -> [Option<&str>; 2] {
        match &self.drawing {
            Some(drawing) if self.ui.page == Some(Page::PlanarTree) => drawing.undo_redo_words(),
            _ => [self.history.undo_words(), self.history.redo_words()],
        }
    }

    /// Returns why an action is currently unavailable, or `None` if it is available.
    pub(super) fn why_not(&self, action: &Do) -> Option<String> {
        let reason = match *action {
            Do::Open(_) | Do::Text(_) | Do::Switch(_) | Do::Export(Export::Picture) => None,
            Do::Glossary | Do::About => None,
            Do::Send(
                Action::OpenDialog
                | Action::Leave
                | Action::TogglePanel
                | Action::ToggleHelp
                | Action::ToggleFullScreen
                | Action::Screenshot,
            ) => None,
            _ if self.current.is_none() => Some(text!("menu-no-level")),
            Do::Send(command) => self.why_not_sent(command),
            Do::Look(_) | Do::Show(_) => None,
            Do::Film(AskedFilm::Copy(_)) if self.is_nameless() => Some(NAMELESS.text()),
            Do::Film(AskedFilm::Save(_)) if cfg!(target_family = "wasm") => Some(text!("menu-no-films")),
            Do::Film(AskedFilm::Save(_)) if self.saving.status().is_some() => {
                return Some(text!("film-is-drawn", key = self.keys.of(Action::Escape)));
            }
            Do::Film(AskedFilm::Save(FilmKind::Query(_)) | AskedFilm::Copy(FilmKind::Query(_)))
                if !self.query_film.open =>
            {
                Some(text!("menu-no-query"))
            }
            Do::Film(_) => None,
            Do::WhatIf(what) => self.why_not_what_if(what),
            Do::Export(_) if self.exporting.status().is_some() => {
                return Some(text!("saving-is-made", key = self.keys.of(Action::Escape)));
            }
            Do::Export(export) if export.needs_leaves() && !self.has_leaves() => Some(export::no_leaves()),
            Do::Export(Export::Compiled) if !self.has_source() => Some(export::no_source()),
            Do::Export(_) => None,
        };
        reason.map(str::to_owned)
    }

    fn why_not_sent(&self, command: Action) -> Option<&'static str> {
        let selected = self.chosen.node.as_ref().and_then(|selection| selection.node);
        let leaf = self.chosen.leaf.as_ref().and_then(|leaf| leaf.0);
        let node = || self.current.as_ref()?.tree.node(selected?);
        let history = self.chosen.history.as_ref();
        let [undo, redo] = self.undo_redo_words().map(|words| words.is_none());
        let film = ActiveFilm::of(&self.build_film, &self.query_film, &self.view, &self.overlays);
        match command {
            Action::Undo if undo => Some(text!("undo-nothing")),
            Action::Redo if redo => Some(text!("undo-nothing-to-redo")),
            Action::CopyView | Action::KeepView if self.is_nameless() => Some(NAMELESS.text()),
            Action::SelectParent if node().is_some_and(|node| node.parent.is_none()) => {
                Some(text!("menu-root"))
            }
            Action::SelectFront if node().is_some_and(|node| node.front.is_none()) => {
                Some(text!("menu-no-front"))
            }
            Action::SelectBack if node().is_some_and(|node| node.back.is_none()) => {
                Some(text!("menu-no-back"))
            }
            Action::ClearSelection | Action::LookAtSelection if selected.is_none() && leaf.is_none() => {
                Some(text!("menu-nothing-selected"))
            }
            Action::SelectionBack if !history.is_some_and(|history| history.can_go_back()) => {
                Some(text!("menu-none-before"))
            }
            Action::SelectionForward if !history.is_some_and(|history| history.can_go_forward()) => {
                Some(text!("menu-none-after"))
            }
            Action::NextStep
            | Action::PreviousStep
            | Action::FirstStep
            | Action::LastStep
            | Action::TogglePlaying
                if film.is_none() =>
            {
                Some(text!("menu-no-film"))
            }
            Action::ToggleTreeOwner if !self.has_own_tree() => Some(text!("menu-no-own-tree")),
            Action::PlayScript
                if self.recording.latest.is_none()
                    && self.tools.is_command_on(Action::ToggleRecording) != Some(true) =>
            {
                Some(text!("menu-no-script"))
            }
            _ => None,
        }
    }

    fn why_not_what_if(&self, what: WhatIf) -> Option<&'static str> {
        let [applied, all] = self.chosen.trial.as_ref().map_or([0; 2], |trial| trial.counts());
        let is_possible = match what {
            WhatIf::Redo => applied < all,
            WhatIf::Undo | WhatIf::Keep | WhatIf::Drop => applied > 0,
            WhatIf::Take(..) | WhatIf::Cancel => true,
        };
        (!is_possible).then_some(text!("menu-no-plane"))
    }

    fn is_nameless(&self) -> bool {
        let current = self.current.as_ref();
        current.is_some_and(|current| current.source.is_drawn())
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

    /// Returns the kind of the query film that is open or would be opened.
    pub(super) fn query(&self) -> FilmKind {
        FilmKind::Query(self.query_film.asked.kind)
    }
}

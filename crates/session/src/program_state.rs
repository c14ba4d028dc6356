//! State that commands change in all front ends.

use std::sync::Arc;

use bspwalk_explain::films::QueryMode;
use bspwalk_levels::Level;
use bspwalk_trees::{NodeTree, node_storing::NodeId};

use crate::{
    between_saves::BetweenSaves,
    bookmarks::LevelBookmarks,
    brush_survey::BrushSearch,
    culling::{CullingMode, CullingView},
    escape::Close,
    expensive::ExpensiveSearch,
    films::{BuildFilm, Divisions, OverlaySteps, QueryPlayer, Recording},
    overlays::Overlays,
    palette::{Palette, PaletteCommand},
    quiz::QuizState,
    reselect::Reselection,
    scripts::Scripts,
    selection::Selected,
    selection_history::SelectionHistory,
    snapshot::ViewSnapshot,
    trial::{Trial, TrialStep},
    ui::{Bars, Hints, Ui},
    undo_history::UndoHistory,
    view::ModelView,
    walker::Walker,
};

/// State that commands change in all front ends. The body and the level are separate.
#[derive(Debug, Default)]
pub struct ProgramState {
    /// View of the level, which contains the division film.
    pub view: ModelView,
    /// Build film.
    pub build: BuildFilm,
    /// Query film.
    pub query: QueryPlayer,
    /// Traversal of query films that the user chose. The tour and the worked examples use another one for a while.
    pub query_mode: QueryMode,
    /// Divisions that the build film and the card of the selected node show.
    pub divisions: Divisions,
    /// Recording of the query film.
    pub recording: Recording,
    /// Playback of the overlays' steps.
    pub steps: OverlaySteps,
    /// Movement scripts.
    pub scripts: Scripts,
    /// Quiz.
    pub quiz: QuizState,
    /// Overlays.
    pub overlays: Overlays,
    /// Culling mode.
    pub culling: CullingMode,
    /// Whether to show the solid-leaf tree in the file of a compiled level, in place of the tree that the program builds.
    pub own_tree: bool,
    /// Undo history.
    pub undo: UndoHistory,
    /// Bookmarks of the level on screen.
    pub bookmarks: LevelBookmarks,
    /// Open parts of the user interface.
    pub ui: Ui,
    /// Bars over the level.
    pub bars: Bars,
    /// Hints that suggest keys.
    pub hints: Hints,
    /// Command palette, if it is open.
    pub palette: Option<Palette<PaletteCommand>>,
    /// State of the level on screen.
    pub level: LevelState,
}

/// State that belongs to a level and its trees.
#[derive(Debug, Default)]
pub struct LevelState {
    /// The selection.
    pub selected: Selected,
    /// Selection in the next version of the level and in the next tree.
    pub reselection: Reselection,
    /// Reports about the saves of the level.
    pub saves: BetweenSaves,
    /// The most expensive parts.
    pub expensive: ExpensiveSearch,
    /// The most expensive brushes of a map.
    pub brushes: BrushSearch,
    /// Planes that the user tries.
    pub trial: Trial,
    /// Selection history.
    pub selections: SelectionHistory<Selected>,
    /// Frozen culling view, which stays in place while the eye moves on.
    pub frozen: Option<CullingView>,
}

impl LevelState {
    /// Moves along the planes that the user tried, or ends the trial. `shown` is the tree on screen. Returns the tree to
    /// show instead, if it changes.
    pub fn step_trial(&mut self, shown: &Arc<NodeTree>, step: TrialStep) -> Option<Arc<NodeTree>> {
        self.trial.follow_tree(shown);
        let (node, tree) = self.trial.step(step)?;
        self.select_in_next_tree(node);
        Some(tree)
    }

    /// Selects a node of the tree that replaces the current one.
    pub fn select_in_next_tree(&mut self, node: NodeId) {
        self.selected.select_node(Some(node), None);
        self.reselection.keep();
    }
}

impl ProgramState {
    /// Moves the selection to the current level and tree, and returns whether they have changed. If so, clears the
    /// selection history, because other trees number their nodes differently. Also clears the undo history, unless the
    /// user tries planes in the tree.
    pub fn follow_trees(&mut self, level: &Arc<Level>, tree: &Arc<NodeTree>) -> bool {
        let LevelState {
            selected,
            reselection,
            selections,
            ..
        } = &mut self.level;
        let is_tried = reselection.is_ahead();
        let has_changed = reselection.follow(level, tree, selected);
        if has_changed {
            *selections = SelectionHistory::default();
            if !is_tried {
                self.undo.clear();
            }
        }
        has_changed
    }

    /// Saves the view, the films and the overlays.
    pub fn snapshot(&self) -> ViewSnapshot {
        ViewSnapshot {
            view: self.view,
            build: self.build.clone(),
            query: self.query.clone(),
            overlays: self.overlays.clone(),
        }
    }

    /// Restores a snapshot, except for the palette, which applies to all levels. If another level was opened in the
    /// meantime, its films and its camera are not restored.
    pub fn restore(&mut self, before: &ViewSnapshot, is_same_level: bool) {
        if is_same_level {
            self.view = before.view;
            (self.build, self.query) = (before.build.clone(), before.query.clone());
        } else {
            self.view = ModelView {
                view: before.view.view,
                ..ModelView::default()
            };
            (self.build.open, self.query.open) = (false, false);
        }
        let palette = self.overlays.palette;
        self.overlays = before.overlays.clone();
        self.overlays.palette = palette;
    }

    /// Replaces the state of the level on screen and returns it. Clears the undo history.
    pub fn replace_level(&mut self, level: LevelState) -> LevelState {
        self.undo.clear();
        std::mem::replace(&mut self.level, level)
    }
}

impl ProgramState {
    /// Returns the topmost open item. `own` are the items of the front end, each with whether it is open.
    pub fn topmost_item(
        &self,
        walker: Option<&Walker>,
        own: impl IntoIterator<Item = (Close, bool)>,
    ) -> Option<Close> {
        let items = [
            (Close::Palette, self.palette.is_some()),
            (Close::Picking, self.query.is_picking()),
            (Close::Quiz, self.quiz.is_open()),
            (Close::Reading, self.scripts.status().is_some()),
            (Close::ShownFilm, self.query.open || self.build.open),
        ];
        let of_walker = walker.into_iter().flat_map(Walker::closable_items);
        let items = items.into_iter().chain(self.ui.closable_items());
        let open = items.chain(of_walker).chain(own);
        open.filter(|(_, is_open)| *is_open).map(|(item, _)| item).min()
    }

    /// Closes a part of the user interface, ends picking, or cancels the script that is being loaded. Does nothing for
    /// other items.
    pub fn close_item(&mut self, item: Close) {
        match item {
            Close::Palette => self.palette = None,
            Close::Picking => self.query.picking = None,
            Close::Reading => self.scripts.cancel(),
            item => self.ui.close(item),
        }
    }
}

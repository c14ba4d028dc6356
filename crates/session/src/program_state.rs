//! State that commands change in all front ends.

use std::sync::Arc;

use bspwalk_levels::Level;
use bspwalk_trees::{NodeTree, node_storing::NodeId};

use crate::{
    between_saves::BetweenSaves,
    bookmarks::LevelBookmarks,
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
    trial::Trial,
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
    /// Undo history.
    pub undo: UndoHistory,
    /// Bookmarks of the level on screen.
    pub bookmarks: LevelBookmarks,
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
    /// Planes that the user tries.
    pub trial: Trial,
    /// Selection history.
    pub selections: SelectionHistory<Selected>,
    /// Frozen culling view, which stays in place while the eye moves on.
    pub frozen: Option<CullingView>,
}

impl LevelState {
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
        let open = items.into_iter().chain(of_walker).chain(own);
        open.filter(|(_, is_open)| *is_open).map(|(item, _)| item).min()
    }

    /// Closes the palette, ends picking, or cancels the script that is being loaded. Does nothing for other items.
    pub fn close_item(&mut self, item: Close) {
        match item {
            Close::Palette => self.palette = None,
            Close::Picking => self.query.picking = None,
            Close::Reading => self.scripts.cancel(),
            _ => {}
        }
    }
}

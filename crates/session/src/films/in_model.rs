//! The build film and the query film in the model view. At most one of them is open.

use std::sync::Arc;

use bspwalk_explain::films::QueryFilm;
use bspwalk_levels::Level;
use bspwalk_trees::{
    NodeTree,
    node_storing::{Division, DivisionOrder, NodeId},
};

use super::{BuildFilm, Divisions, Playback, QueryPlayer, Recording, playback};
/// The films of a tree in the model view.
#[derive(Debug)]
pub struct FilmsInModel {
    tree: Arc<NodeTree>,
    level: Arc<Level>,
    /// Build film.
    pub build: BuildFilm,
    /// Order of the divisions, or `None` until the build film is first opened.
    order: Option<DivisionOrder>,
    divisions: Divisions,
    /// Query film.
    pub query: QueryPlayer,
    recording: Recording,
}

impl FilmsInModel {
    /// Creates closed films of a tree.
    pub fn new(level: &Arc<Level>, tree: &Arc<NodeTree>) -> Self {
        Self {
            tree: Arc::clone(tree),
            level: Arc::clone(level),
            build: BuildFilm::default(),
            order: None,
            divisions: Divisions::default(),
            query: QueryPlayer::default(),
            recording: Recording::default(),
        }
    }

    /// Closes the open film.
    pub fn close(&mut self) {
        (self.build.open, self.query.open) = (false, false);
    }

    /// Returns the division that the build film shows, if the film is open and the division is known.
    ///
    /// Returns `None` while a division is held back for a question.
    pub fn division(&self) -> Option<&Arc<Division>> {
        self.divisions.shown(&self.tree, &self.build)
    }

    /// Returns the division that is hidden until the user answers a question about it.
    pub fn held_division(&self) -> Option<&Arc<Division>> {
        self.divisions.held(&self.tree, &self.build)
    }

    /// Returns the steps of the query film, if it is open and recorded.
    pub fn recorded_query(&self) -> Option<&Arc<QueryFilm>> {
        self.query.film(&self.tree)
    }

    /// Returns the caption of the open film's step.
    pub fn sentence(&self) -> Option<String> {
        if self.build.open {
            Some(self.divisions.caption(&self.tree, &self.build))
        } else {
            let query = &self.query;
            query.open.then(|| query.sentence(&self.tree))
        }
    }

    /// Returns whether a step is still being computed.
    pub fn is_waiting(&self) -> bool {
        self.build.is_waiting(self.tree.node_count()) || self.query.is_waiting(&self.tree)
    }

    /// Returns whether the films do not change until a key is pressed.
    pub fn is_idle(&self) -> bool {
        let Self { build, query, .. } = self;
        let plays = build.open && build.playing || query.open && query.playing;
        !plays && !self.is_waiting()
    }

    /// Returns the playback of the open film and the index of its last step.
    pub fn playback(&mut self) -> Option<(&mut Playback, u32)> {
        playback(&mut self.build, &mut self.query, &self.tree)
    }

    /// Shows the steps that have been computed.
    ///
    /// If the selection must change, returns the node to select and whether it belongs to a new step.
    pub fn show_computed(&mut self, selected: Option<NodeId>) -> Option<(NodeId, bool)> {
        let (tree, level) = (&self.tree, &self.level);
        self.recording.record(&mut self.query, tree);
        let build = &mut self.build;
        if !build.open {
            self.divisions.request_division(tree, level, None);
            return None;
        }
        let order = self.order.get_or_insert_with(|| DivisionOrder::new(tree));
        self.divisions
            .advance(build, (tree, level), order, selected, |_| true)
    }
}

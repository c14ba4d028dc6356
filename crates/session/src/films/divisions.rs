//! Divisions of nodes, computed in the background by replaying the build.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_text::{Localize, text};
use bspwalk_trees::{
    NodeTree,
    node_storing::{Division, DivisionOrder, NodeId, Replay, ReplayError},
};
use log::error;

use super::BuildFilm;
use crate::{
    identity::Identity,
    job::{Failure, Job},
};

/// Shared replay of a tree's build. It is created on first use.
#[derive(Clone, Default)]
pub struct SharedReplay(Arc<Mutex<Option<(Identity<NodeTree>, Replay)>>>);

impl SharedReplay {
    /// Queries the replay of a tree's build. Do not call this on the main thread.
    ///
    /// # Errors
    /// Returns the reason why the build cannot be replayed, or the error from the query.
    pub fn ask<T>(
        &self,
        tree: &Arc<NodeTree>,
        level: &Level,
        progress: &Progress,
        question: impl FnOnce(&mut Replay) -> Result<T, ReplayError>,
    ) -> Result<T, ReplayError> {
        // Reusing the replay after a panic is safe, because every entry of its stored path is complete.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut replay = match kept.take() {
            Some((of, replay)) if of == Identity::of(tree) => replay,
            _ => Replay::new(Arc::clone(tree), &level.solid_triangles(), progress)?,
        };
        let answer = question(&mut replay);
        *kept = Some((Identity::of(tree), replay));
        answer
    }
}

impl fmt::Debug for SharedReplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedReplay").finish_non_exhaustive()
    }
}

/// Computes divisions in the background and stores the latest one.
#[derive(Debug, Default)]
pub struct Divisions {
    /// Replay of the build.
    pub replay: SharedReplay,
    job: Job<(Identity<NodeTree>, NodeId), Option<Division>>,
    /// The latest divisions, with their tree and node, latest first. A division is `None` if the build cannot be
    /// replayed.
    found: Vec<(Identity<NodeTree>, NodeId, Option<Arc<Division>>)>,
    /// Node of the last division about which the build film asked a question.
    asked: Option<NodeId>,
}

/// Number of stored divisions: the displayed step of the build film, and the next one.
const STORED: usize = 2;

impl Divisions {
    /// Returns the division of a node in a tree, if it is computed.
    pub fn of(&self, tree: &Arc<NodeTree>, node: NodeId) -> Option<&Arc<Division>> {
        self.stored(tree, node)?.as_ref()
    }

    /// Returns the outcome for a node, if its computation has ended.
    fn stored(&self, tree: &Arc<NodeTree>, node: NodeId) -> Option<&Option<Arc<Division>>> {
        let tree_id = Identity::of(tree);
        let mut found = self.found.iter();
        let found = found.find(|(of, of_node, _)| *of == tree_id && *of_node == node);
        found.map(|(.., division)| division)
    }

    /// Returns the division that the build film shows, if the film is open and the division is known.
    ///
    /// Returns `None` while a division is held back for a question.
    pub fn shown(&self, tree: &Arc<NodeTree>, film: &BuildFilm) -> Option<&Arc<Division>> {
        self.of(tree, film.node().filter(|_| film.held.is_none())?)
    }

    /// Returns the division that the build film hides until the user answers a question about it.
    pub fn held(&self, tree: &Arc<NodeTree>, film: &BuildFilm) -> Option<&Arc<Division>> {
        self.of(tree, film.held.filter(|_| film.open)?)
    }

    /// Shows the requested step of the build film once its division is computed and `can_show` accepts its node. During
    /// playback, also prepares the next step. Holds a step back if the film asks a question about it.
    ///
    /// If the selection must change, returns the node to select and whether it belongs to a new step.
    pub fn advance(
        &mut self,
        film: &mut BuildFilm,
        (tree, level): (&Arc<NodeTree>, &Arc<Level>),
        order: &DivisionOrder,
        selected: Option<NodeId>,
        can_show: impl Fn(NodeId) -> bool,
    ) -> Option<(NodeId, bool)> {
        let depth = |node| tree.node(node).map_or(0, |view| view.depth);
        let selected = selected.map(|node| (node, depth(node)));
        let stays = film.sync_with_selection(&Identity::of(tree), order, selected);
        if !film.open {
            return None;
        }
        film.held = film.held.filter(|_| film.held == film.next);
        let shown = film.node().filter(|&node| self.stored(tree, node).is_none());
        let after = order
            .node_at(film.step.saturating_add(1))
            .filter(|_| film.playing);
        let is_found = self.request_division(tree, level, film.next.or(shown).or(after));
        let found = film.next.filter(|&node| is_found && can_show(node));
        if let Some(node) = found
            && film.asks
            && film.playing
            && self.asked != Some(node)
            && self.of(tree, node).is_some()
        {
            (film.held, film.playing, self.asked) = (Some(node), false, Some(node));
        }
        match found.filter(|_| film.held.is_none()) {
            Some(node) => {
                // Forget the question, so that it is asked again when the film returns to this step.
                self.asked = None;
                film.show(Identity::of(tree), depth(node));
                Some((node, true))
            }
            None => Some((film.node().filter(|_| stays)?, false)),
        }
    }

    /// Returns the caption of the division that the build film shows.
    pub fn caption(&self, tree: &Arc<NodeTree>, film: &BuildFilm) -> String {
        let shown = film.shown.as_ref();
        let division = shown.and_then(|shown| self.of(tree, shown.node));
        film.sentence(tree.node_count(), division.map(AsRef::as_ref))
    }

    /// Returns whether a division is being computed.
    pub fn is_busy(&self) -> bool {
        self.job.is_busy()
    }

    /// Computes the division of a node, or cancels the computation if `node` is `None`.
    ///
    /// Returns whether the computation has ended. If the build cannot be replayed, the error is logged and the
    /// computation counts as ended.
    pub fn request_division(
        &mut self,
        tree: &Arc<NodeTree>,
        level: &Arc<Level>,
        node: Option<NodeId>,
    ) -> bool {
        let tree_id = Identity::of(tree);
        let Some(node) = node.filter(|&node| self.stored(tree, node).is_none()) else {
            self.job.cancel();
            return node.is_some();
        };
        let (tree, level, replay) = (Arc::clone(tree), Arc::clone(level), self.replay.clone());
        let key = (tree_id.clone(), node);
        self.job.request_cancellable(key, move |progress| {
            let asked = |replay: &mut Replay| replay.division(node, progress);
            match replay.ask(&tree, &level, progress, asked) {
                Ok(division) => Ok(Some(division)),
                Err(ReplayError::Cancelled(_)) => Err(Failure::Cancelled),
                Err(error) => Err(Failure::Failed(text!(
                    "film-build-failed",
                    error = error.localized()
                ))),
            }
        });
        let Some(answer) = self.job.poll() else {
            return false;
        };
        let division = answer.inspect_err(|failure| error!("{failure}")).ok().flatten();
        self.found.insert(0, (tree_id, node, division.map(Arc::new)));
        self.found.truncate(STORED);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use bspwalk_testing::small_trees;

    use super::*;

    fn found(divisions: &mut Divisions, tree: &Arc<NodeTree>, level: &Arc<Level>, node: NodeId) {
        while !divisions.request_division(tree, level, Some(node)) {
            assert!(divisions.is_busy());
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn division_is_found_in_background() {
        let (tree, level) = small_trees::room();
        let (tree, level) = (Arc::new(tree), Arc::new(level));
        let other = Arc::new(small_trees::room().0);
        let mut divisions = Divisions::default();
        for node in [3, 0, 11].map(NodeId) {
            found(&mut divisions, &tree, &level, node);
            let division = divisions.of(&tree, node).expect("it was found");
            assert_eq!(Some(division.plane), tree.node(node).map(|view| view.plane));
            let next = NodeId(node.0 + 1);
            assert!(divisions.of(&tree, next).is_none() && divisions.of(&other, node).is_none());
        }
        assert!(!divisions.request_division(&tree, &level, None));
    }

    #[test]
    fn failed_replay_ends_the_search() {
        let (tree, mut level) = small_trees::room();
        level.triangles.truncate(5);
        let (tree, level) = (Arc::new(tree), Arc::new(level));
        let mut divisions = Divisions::default();
        found(&mut divisions, &tree, &level, NodeId(2));
        assert!(
            divisions.of(&tree, NodeId(2)).is_none()
                && divisions.request_division(&tree, &level, Some(NodeId(2)))
        );
    }
}

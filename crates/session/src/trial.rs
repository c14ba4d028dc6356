//! Trees with different planes at nodes, which the user tries and then keeps or discards.

use std::sync::Arc;

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::{text, words};
use bspwalk_trees::{
    NodeTree,
    node_storing::{Measure, NodeId, SubtreeStatistics, SubtreeSums},
};

use crate::{
    identity::Identity,
    job::{Failure, WorkStatus, Worker},
};

/// Maximum number of changes that can be undone. It is limited because each change stores a whole tree.
const MOST_CHANGES: usize = 12;

/// A step along the changes, or the end of the trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialStep {
    /// Return to the tree before the last change.
    Undo,
    /// Restore the next undone change.
    Redo,
    /// Keep the current tree and forget the changes.
    Keep,
    /// Return to the tree before all changes.
    Drop,
}

/// Statistics of the rebuilt subtree and of the whole tree, before and after a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Statistics of the subtree before and after the change.
    pub subtree: [SubtreeStatistics; 2],
    /// Statistics of the whole tree before and after the change.
    pub whole: [SubtreeStatistics; 2],
}

/// Result of trying a different plane.
#[derive(Clone, Debug)]
pub struct Change {
    /// Node with the new plane.
    pub node: NodeId,
    /// Tree before and after the change.
    pub trees: [Arc<NodeTree>; 2],
    /// Fragment counts of the subtrees of both trees.
    pub weights: [SubtreeSums; 2],
    /// Comparison of both trees.
    pub comparison: Comparison,
}

impl Change {
    /// Compares a tree with a tree that has a different plane at a node.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn new(
        before: Arc<NodeTree>,
        after: NodeTree,
        node: NodeId,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let trees = [before, Arc::new(after)];
        let both = trees.each_ref();
        let figures = |of: NodeId| -> Result<_, Cancelled> {
            let [before, after] = both.map(|tree| tree.subtree_statistics(of, progress));
            Ok([before?, after?])
        };
        let [before, after] = both.map(|tree| SubtreeSums::new(tree, Measure::Faces, progress));
        Ok(Self {
            node,
            weights: [before?, after?],
            comparison: Comparison {
                subtree: figures(node)?,
                whole: figures(NodeId::ROOT)?,
            },
            trees,
        })
    }
}

/// Changes made since the tree was built or kept.
#[derive(Debug, Default)]
pub struct Trial {
    changes: Vec<Arc<Change>>,
    /// Number of changes applied to the current tree.
    applied: usize,
    /// Tree that the changes produced. If the current tree has a different identity, it was built in another way.
    of: Identity<NodeTree>,
    job: Option<(Identity<NodeTree>, Worker<Change>)>,
}

impl Trial {
    /// Returns the last change applied to the current tree.
    #[must_use]
    pub fn last(&self) -> Option<&Change> {
        Some(self.changes.get(self.applied.checked_sub(1)?)?)
    }

    /// Returns the number of applied changes and the total number of changes, including undone ones.
    #[must_use]
    pub fn change_counts(&self) -> [usize; 2] {
        [self.applied, self.changes.len()]
    }

    /// Returns the progress of the build.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.job
            .as_ref()
            .map(|(_, job)| job.status(text!("opening-building")))
    }

    /// Ends the trial if the tree of the level was built in another way.
    pub fn follow_tree(&mut self, tree: &Arc<NodeTree>) {
        let of = Identity::of(tree);
        if self.of != of {
            *self = Self {
                of,
                ..Self::default()
            };
        }
    }

    /// Starts to build a tree with another plane, in place of any build in progress.
    pub fn start(&mut self, tree: &Arc<NodeTree>, job: Worker<Change>) {
        self.job = Some((Identity::of(tree), job));
    }

    /// Cancels the build in progress.
    pub fn cancel(&mut self) {
        self.job = None;
    }

    /// Moves along the changes or ends the trial. Returns the node and the tree to show, if the tree changes.
    pub fn step(&mut self, step: TrialStep) -> Option<(NodeId, Arc<NodeTree>)> {
        let undone = self.last().map(|change| change.node);
        match step {
            TrialStep::Undo if self.applied > 0 => self.applied -= 1,
            TrialStep::Redo if self.applied < self.changes.len() => self.applied += 1,
            TrialStep::Drop if self.applied > 0 => self.applied = 0,
            TrialStep::Keep => {
                self.forget();
                return None;
            }
            TrialStep::Undo | TrialStep::Redo | TrialStep::Drop => return None,
        }
        let redone = self.last().map(|change| change.node);
        let node = if step == TrialStep::Redo { redone } else { undone };
        let shown = node.zip(self.tree().cloned());
        if let Some((_, tree)) = &shown {
            self.of = Identity::of(tree);
        }
        if step == TrialStep::Drop {
            self.forget();
        }
        shown
    }

    /// Takes the result of a finished build. Returns the node and the tree to show.
    ///
    /// # Errors
    /// Returns a sentence if the tree could not be built.
    pub fn take(&mut self, current: &Arc<NodeTree>) -> Result<Option<(NodeId, Arc<NodeTree>)>, String> {
        let Some((of, job)) = self.job.take_if(|(_, job)| job.is_finished()) else {
            return Ok(None);
        };
        match job.finish() {
            Ok(change) if of == Identity::of(current) => {
                let shown = (change.node, Arc::clone(&change.trees[1]));
                self.of = Identity::of(&shown.1);
                self.push(change);
                Ok(Some(shown))
            }
            // The tree has since been replaced, or another request cancelled the build.
            Ok(_) | Err(Failure::Cancelled) => Ok(None),
            Err(Failure::Failed(reason)) => Err(reason),
        }
    }

    /// Takes a snapshot, which contains only changes that belong to the current tree.
    pub(crate) fn snapshot(&self, tree: &Arc<NodeTree>) -> TrialSnapshot {
        let is_of = self.of == Identity::of(tree);
        TrialSnapshot {
            changes: if is_of { self.changes.clone() } else { Vec::new() },
            applied: if is_of { self.applied } else { 0 },
            tree: Arc::clone(tree),
        }
    }

    /// Restores a snapshot, cancels any build in progress, and returns the tree to show.
    pub(crate) fn restore(&mut self, snapshot: TrialSnapshot) -> Arc<NodeTree> {
        let TrialSnapshot {
            changes,
            applied,
            tree,
        } = snapshot;
        *self = Self {
            changes,
            applied,
            of: Identity::of(&tree),
            job: None,
        };
        tree
    }

    /// Returns the tree that results from the applied changes.
    fn tree(&self) -> Option<&Arc<NodeTree>> {
        match self.applied {
            0 => self.changes.first().map(|change| &change.trees[0]),
            applied => self.changes.get(applied - 1).map(|change| &change.trees[1]),
        }
    }

    /// Appends a change to the applied ones, and discards all undone changes.
    fn push(&mut self, change: Change) {
        self.changes.truncate(self.applied);
        self.changes.push(Arc::new(change));
        if self.changes.len() > MOST_CHANGES {
            self.changes.remove(0);
        }
        self.applied = self.changes.len();
    }

    fn forget(&mut self) {
        self.applied = 0;
        self.changes.clear();
    }
}

/// Snapshot of the tried planes and of the resulting tree.
#[derive(Clone, Debug)]
pub(crate) struct TrialSnapshot {
    changes: Vec<Arc<Change>>,
    applied: usize,
    tree: Arc<NodeTree>,
}

impl PartialEq for TrialSnapshot {
    fn eq(&self, other: &Self) -> bool {
        let same_changes = self.changes.len() == other.changes.len()
            && self
                .changes
                .iter()
                .zip(&other.changes)
                .all(|(one, other)| Arc::ptr_eq(one, other));
        same_changes && self.applied == other.applied && Arc::ptr_eq(&self.tree, &other.tree)
    }
}

impl TrialSnapshot {
    /// Describes the change that led to this state, as a phrase to follow "Undo".
    pub(crate) fn describe_change(&self, before: &Self) -> String {
        let node = |tried: &Self| {
            let last = tried
                .applied
                .checked_sub(1)
                .and_then(|last| tried.changes.get(last));
            last.map_or(NodeId::ROOT, |change| change.node)
        };
        if self.changes.is_empty() {
            let is_kept = Arc::ptr_eq(&self.tree, &before.tree);
            if is_kept {
                text!("undo-keep").to_owned()
            } else {
                text!("undo-drop").to_owned()
            }
        } else if self.applied >= before.applied {
            text!("undo-plane", node = words::count(node(self)))
        } else {
            text!("undo-take-back", node = words::count(node(before)))
        }
    }
}

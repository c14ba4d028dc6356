//! "What if a node had a different plane?": rebuilds the node's subtree in the background.
//!
//! The resulting tree replaces the current one, including for collision, until the user keeps or discards the change.

mod by_hand;
mod handles;

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_geometry::Plane;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::{Opened, films::SharedReplay, undo_history::OwnState};
use bspwalk_text::{Localize, text, words};
use bspwalk_trees::{
    NodeTree,
    node_storing::{Measure, NodeId, ReplayError, SubtreeStatistics, SubtreeSums},
};

pub(in crate::app) use self::handles::handles;
pub use self::{
    by_hand::{Base, ByHand, PlaneByHand, intersect_horizontal_plane},
    handles::{Grip, Handle, Held, PlaneHandles, UncoveredView},
};

use crate::app::host::{
    schedule::{AppState, AppSystems},
    shown::{ShownMut, add_to_levels},
    state::{Notice, OpenedLevel, ProgramState, Selection, TreeId},
    worker::{Failure, WorkStatus, Worker},
};

/// Maximum number of changes that can be undone. It is limited because each change stores a whole tree.
const MOST_CHANGES: usize = 12;

/// A request for trying a different plane at a node.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum WhatIf {
    /// Rebuild the subtree of a node with this plane.
    Take(NodeId, Plane),
    /// Cancel the build.
    Cancel,
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

/// Changes made since the tree was built or kept.
#[derive(Component, Default)]
pub struct Trial {
    changes: Vec<Arc<Change>>,
    /// Number of changes applied to the current tree.
    applied: usize,
    /// Tree that the changes produced. If the current tree has a different identity, it was built in another way.
    of: TreeId,
    job: Option<(TreeId, Worker<Change>)>,
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
pub struct TrialSnapshot {
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
    /// Takes a snapshot, which contains only changes that belong to the current tree.
    pub(in crate::app) fn now(current: &OpenedLevel, trial: &Trial) -> Self {
        let is_of = trial.of == current.tree_id();
        Self {
            changes: if is_of { trial.changes.clone() } else { Vec::new() },
            applied: if is_of { trial.applied } else { 0 },
            tree: Arc::clone(&current.tree),
        }
    }

    /// Restores this snapshot, and cancels any build in progress.
    pub(in crate::app) fn restore(&self, current: &mut OpenedLevel, trial: &mut Trial) {
        current.tree = Arc::clone(&self.tree);
        *trial = Trial {
            changes: self.changes.clone(),
            applied: self.applied,
            of: current.tree_id(),
            job: None,
        };
    }

    /// Returns whether the tree of this snapshot results from trying planes. If not, it was built in another way.
    pub(in crate::app) fn is_trial_result(&self, before: &Self, trial: &Trial) -> bool {
        Arc::ptr_eq(&self.tree, &before.tree) || trial.of == TreeId::of(&self.tree)
    }
}

impl OwnState for TrialSnapshot {
    fn describe_change(&self, before: &Self) -> String {
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

/// Tries different planes at nodes.
pub(in crate::app) struct WhatIfPlugin;

impl Plugin for WhatIfPlugin {
    fn build(&self, app: &mut App) {
        add_to_levels::<Trial>(app);
        app.init_resource::<PlaneByHand>()
            .init_resource::<PlaneHandles>()
            .add_message::<WhatIf>()
            .add_systems(
                Update,
                (handle, finish)
                    .chain()
                    .run_if(in_state(AppState::InLevel))
                    .after(AppSystems::Load)
                    .before(AppSystems::Enter),
            );
    }
}

/// Starts a build, or switches to the tree before or after a change.
fn handle(
    mut messages: MessageReader<WhatIf>,
    mut current: ShownMut<OpenedLevel>,
    (mut trial, program): (ShownMut<Trial>, Res<ProgramState>),
    mut selection: ShownMut<Selection>,
) {
    if trial.of != current.tree_id() {
        // The level is different, or the tree was built in another way.
        trial.forget();
        (trial.job, trial.of) = (None, current.tree_id());
    }
    for &message in messages.read() {
        let changed = trial.last().map(|change| change.node);
        match message {
            WhatIf::Take(node, plane) => {
                let job = build(Opened::clone(&current), &program.divisions.replay, node, plane);
                trial.job = Some((current.tree_id(), job));
                continue;
            }
            WhatIf::Cancel => {
                trial.job = None;
                continue;
            }
            WhatIf::Undo if trial.applied > 0 => trial.applied -= 1,
            WhatIf::Redo if trial.applied < trial.changes.len() => trial.applied += 1,
            WhatIf::Drop if trial.applied > 0 => trial.applied = 0,
            WhatIf::Keep => {
                trial.forget();
                continue;
            }
            WhatIf::Undo | WhatIf::Redo | WhatIf::Drop => continue,
        }
        let redone = trial.last().map(|change| change.node);
        let node = if message == WhatIf::Redo { redone } else { changed };
        if let Some(tree) = trial.tree().cloned() {
            show(&mut current, &mut trial, tree);
            if node.is_some() {
                selection.select_node(node, None);
            }
        }
        if message == WhatIf::Drop {
            trial.forget();
        }
    }
}

/// Starts to rebuild the subtree of a node with the given plane. In a browser, the subtree is built in a web worker,
/// which receives all hand-placed planes, unless the level was sketched.
fn build(current: Opened, replay: &SharedReplay, node: NodeId, plane: Plane) -> Worker<Change> {
    #[cfg(target_family = "wasm")]
    if let Some(compiled) = current.compiled.clone() {
        use crate::page::build;
        return build::worker(title(node), async move |progress| {
            let tree = &current.tree;
            let planes = tree.planes_by_hand().chain([(node, plane)]).collect();
            let tree = build::nodes(&compiled, *tree.params(), planes, progress).await;
            let tree = tree.map_err(|failure| match failure {
                Failure::Failed(reason) => not_taken(&reason),
                Failure::Cancelled => failure,
            })?;
            Change::new(current.tree, tree, node, progress).map_err(|Cancelled| Failure::Cancelled)
        });
    }
    let replay = replay.clone();
    Worker::start(title(node), move |progress| {
        let tree = replay.ask(&current.tree, &current.level, progress, |replay| {
            replay.with_plane(node, plane, progress)
        });
        let tree = tree.map_err(|error| match error {
            ReplayError::Cancelled(_) => Failure::Cancelled,
            error => not_taken(&format!("{}.", error.localized())),
        })?;
        Change::new(current.tree, tree, node, progress).map_err(|Cancelled| Failure::Cancelled)
    })
}

fn title(node: NodeId) -> String {
    text!("whatif-subtree", node)
}

/// Returns a failure whose message states why the plane was not applied.
fn not_taken(reason: &str) -> Failure {
    Failure::Failed(text!("whatif-not-taken", reason))
}

impl Change {
    /// Compares a tree with a tree that has a different plane at a node.
    fn new(
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

/// Shows the finished tree.
fn finish(
    mut current: ShownMut<OpenedLevel>,
    mut trial: ShownMut<Trial>,
    mut selection: ShownMut<Selection>,
    mut notices: MessageWriter<Notice>,
) {
    let Some((of, job)) = trial
        .bypass_change_detection()
        .job
        .take_if(|(_, job)| job.is_finished())
    else {
        return;
    };
    match job.finish() {
        Ok(change) if of == current.tree_id() => {
            let (tree, node) = (change.trees[1].clone(), change.node);
            trial.push(change);
            show(&mut current, &mut trial, tree);
            selection.select_node(Some(node), None);
        }
        // The tree has since been replaced, or another request cancelled the build.
        Ok(_) | Err(Failure::Cancelled) => {}
        Err(Failure::Failed(reason)) => {
            notices.write(Notice::info(reason));
        }
    }
}

/// Replaces the level's current tree with the given tree.
fn show(current: &mut OpenedLevel, trial: &mut Trial, tree: Arc<NodeTree>) {
    current.tree = tree;
    trial.of = current.tree_id();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{host::shown::ShownIn, paint::overlays::test_trees};

    fn rig() -> App {
        let mut app = App::new();
        app.world_mut().spawn((test_trees::shown(), Trial::default()));
        app.init_resource::<ProgramState>()
            .add_message::<WhatIf>()
            .add_message::<Notice>()
            .add_systems(Update, (handle, finish).chain());
        app
    }

    /// Sends a message, waits until nothing is being built, and returns the resulting tree.
    fn send(app: &mut App, message: WhatIf) -> Arc<NodeTree> {
        app.world_mut().write_message(message);
        app.update();
        while app.world().shown::<Trial>().job.is_some() {
            std::thread::sleep(std::time::Duration::from_millis(1));
            app.update();
        }
        app.world().shown::<OpenedLevel>().tree.clone()
    }

    #[test]
    fn planes_are_tried_undone_and_dropped() {
        let mut app = rig();
        let first = app.world().shown::<OpenedLevel>().tree.clone();
        let center = first.bounds().center();
        let leaning = Plane::from_point_normal(center, glam::DVec3::new(0.6, 0.0, 0.8));
        let second = send(&mut app, WhatIf::Take(NodeId::ROOT, leaning));
        assert_eq!(second.node(NodeId::ROOT).map(|view| view.plane), Some(leaning));
        assert_eq!(second.validate(), Ok(()));
        assert!(!Arc::ptr_eq(&first, &second));
        let trial = app.world().shown::<Trial>();
        let Change {
            node,
            trees,
            weights,
            comparison,
        } = trial.last().expect("there is a change");
        assert_eq!((*node, trial.change_counts()), (NodeId::ROOT, [1, 1]));
        assert!(Arc::ptr_eq(&trees[0], &first) && Arc::ptr_eq(&trees[1], &second));
        assert_eq!(
            weights.each_ref().map(|weights| weights.total(NodeId::ROOT)),
            trees.each_ref().map(|tree| f64::from(tree.fragment_count()))
        );
        assert_eq!(comparison.subtree, comparison.whole, "the root's subtree is all");
        assert_eq!(comparison.whole[1].nodes, second.node_count());
        assert_eq!(comparison.whole[0].fragments, first.fragment_count());

        let upright = Plane::from_point_normal(center, glam::DVec3::X);
        let third = send(&mut app, WhatIf::Take(NodeId(1), upright));
        // If the plane misses the front half of the level, the tree does not change.
        let changes = app.world().shown::<Trial>().change_counts()[1];
        assert_eq!(changes == 2, !Arc::ptr_eq(&third, &second));
        if changes == 2 {
            assert!(Arc::ptr_eq(&send(&mut app, WhatIf::Undo), &second));
        }
        assert!(Arc::ptr_eq(&send(&mut app, WhatIf::Undo), &first));
        assert!(
            Arc::ptr_eq(&send(&mut app, WhatIf::Undo), &first),
            "there is no more to undo"
        );
        assert!(Arc::ptr_eq(&send(&mut app, WhatIf::Redo), &second));
        assert!(Arc::ptr_eq(&send(&mut app, WhatIf::Drop), &first));
        assert_eq!(app.world().shown::<Trial>().change_counts(), [0, 0]);

        let kept = send(&mut app, WhatIf::Take(NodeId::ROOT, leaning));
        assert!(Arc::ptr_eq(&send(&mut app, WhatIf::Keep), &kept));
        assert!(
            Arc::ptr_eq(&send(&mut app, WhatIf::Undo), &kept),
            "what is kept is no trial"
        );
    }

    #[test]
    fn replaced_tree_ends_the_trial() {
        let mut app = rig();
        let center = app.world().shown::<OpenedLevel>().tree.bounds().center();
        let leaning = Plane::from_point_normal(center, glam::DVec3::new(0.6, 0.0, 0.8));
        send(&mut app, WhatIf::Take(NodeId::ROOT, leaning));
        let tree = test_trees::current().tree.clone();
        app.world_mut().shown_mut::<OpenedLevel>().tree = tree.clone();
        assert!(Arc::ptr_eq(&send(&mut app, WhatIf::Undo), &tree));
        assert_eq!(app.world().shown::<Trial>().change_counts(), [0, 0]);
        // A plane that does not divide the node is rejected.
        let outside = Plane::from_point_normal(center + glam::DVec3::splat(1.0e4), glam::DVec3::X);
        assert!(Arc::ptr_eq(
            &send(&mut app, WhatIf::Take(NodeId::ROOT, outside)),
            &tree
        ));
    }
}

//! "What if a node had a different plane?": rebuilds the node's subtree in the background.
//!
//! The resulting tree replaces the current one, including for collision, until the user keeps or discards the change.

use bevy::prelude::*;
use bspwalk_geometry::Plane;
use bspwalk_progress::Cancelled;
use bspwalk_session::{Opened, films::SharedReplay, plane_by_hand, trial::Change};
use bspwalk_text::{Localize, text};
use bspwalk_trees::node_storing::{NodeId, ReplayError};

use crate::app::host::prelude::*;

/// A request for trying a different plane at a node.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum WhatIf {
    /// Rebuild the subtree of a node with this plane.
    Take(NodeId, Plane),
    /// Cancel the build.
    Cancel,
}

/// Hand-placed plane of the selected node.
#[derive(Resource, Clone, Debug, Default, PartialEq, Deref, DerefMut)]
pub struct PlaneByHand(plane_by_hand::PlaneByHand);

/// Handles of the hand-placed plane.
#[derive(Resource, Clone, Debug, Default, PartialEq, Deref, DerefMut)]
pub struct PlaneHandles(plane_by_hand::PlaneHandles);

/// Tries different planes at nodes.
pub(in crate::app) fn plugin(app: &mut App) {
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

/// Starts or cancels a build.
fn handle(
    mut messages: MessageReader<WhatIf>,
    current: Shown<OpenedLevel>,
    mut program: ResMut<ProgramState>,
) {
    let state = &mut program.0;
    state.level.trial.follow_tree(&current.tree);
    for &message in messages.read() {
        let trial = &mut state.level.trial;
        match message {
            WhatIf::Take(node, plane) => {
                let job = build(Opened::clone(&current), &state.divisions.replay, node, plane);
                trial.start(&current.tree, job);
            }
            WhatIf::Cancel => trial.cancel(),
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

/// Shows the finished tree.
fn finish(
    mut current: ShownMut<OpenedLevel>,
    mut program: ResMut<ProgramState>,
    mut notices: MessageWriter<Notice>,
) {
    match program.level.trial.take(&current.tree) {
        Ok(Some((node, tree))) => {
            current.tree = tree;
            program.level.select_in_next_tree(node);
        }
        Ok(None) => {}
        Err(reason) => _ = notices.write(Notice::info(reason)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bspwalk_session::trial::{Trial, TrialStep};
    use bspwalk_trees::NodeTree;

    use super::*;
    use crate::app::paint::overlays::test_trees;

    fn rig() -> App {
        let mut app = App::new();
        app.world_mut().spawn(test_trees::shown());
        app.init_resource::<ProgramState>()
            .add_message::<WhatIf>()
            .add_message::<Notice>()
            .add_systems(Update, (handle, finish).chain());
        app
    }

    fn trial(app: &App) -> &Trial {
        &app.world().resource::<ProgramState>().level.trial
    }

    /// Moves along the changes or ends the trial, and returns the resulting tree.
    fn step(app: &mut App, step: TrialStep) -> Arc<NodeTree> {
        let shown = app.world().shown::<OpenedLevel>().tree.clone();
        let level = &mut app.world_mut().resource_mut::<ProgramState>().0.level;
        let Some(tree) = level.step_trial(&shown, step) else {
            return shown;
        };
        app.world_mut().shown_mut::<OpenedLevel>().tree = tree.clone();
        app.update();
        tree
    }

    /// Sends a message, waits until nothing is being built, and returns the resulting tree.
    fn send(app: &mut App, message: WhatIf) -> Arc<NodeTree> {
        app.world_mut().write_message(message);
        app.update();
        while trial(app).status().is_some() {
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
        let tried = trial(&app);
        let Change {
            node,
            trees,
            weights,
            comparison,
        } = tried.last().expect("there is a change");
        assert_eq!((*node, tried.change_counts()), (NodeId::ROOT, [1, 1]));
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
        let changes = trial(&app).change_counts()[1];
        assert_eq!(changes == 2, !Arc::ptr_eq(&third, &second));
        if changes == 2 {
            assert!(Arc::ptr_eq(&step(&mut app, TrialStep::Undo), &second));
        }
        assert!(Arc::ptr_eq(&step(&mut app, TrialStep::Undo), &first));
        assert!(
            Arc::ptr_eq(&step(&mut app, TrialStep::Undo), &first),
            "there is no more to undo"
        );
        assert!(Arc::ptr_eq(&step(&mut app, TrialStep::Redo), &second));
        assert!(Arc::ptr_eq(&step(&mut app, TrialStep::Drop), &first));
        assert_eq!(trial(&app).change_counts(), [0, 0]);

        let kept = send(&mut app, WhatIf::Take(NodeId::ROOT, leaning));
        assert!(Arc::ptr_eq(&step(&mut app, TrialStep::Keep), &kept));
        assert!(
            Arc::ptr_eq(&step(&mut app, TrialStep::Undo), &kept),
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
        assert!(Arc::ptr_eq(&step(&mut app, TrialStep::Undo), &tree));
        assert_eq!(trial(&app).change_counts(), [0, 0]);
        // A plane that does not divide the node is rejected.
        let outside = Plane::from_point_normal(center + glam::DVec3::splat(1.0e4), glam::DVec3::X);
        assert!(Arc::ptr_eq(
            &send(&mut app, WhatIf::Take(NodeId::ROOT, outside)),
            &tree
        ));
    }
}

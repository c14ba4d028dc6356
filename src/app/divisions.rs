//! How the selected node was divided: found beside the main thread by replaying the build.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;
use bspwalk_progress::Progress;
use bspwalk_trees::node_storing::{Division, NodeId, Replay, ReplayError};

use super::{
    schedule::{AppState, AppSystems},
    shown::Shown,
    state::{OpenedLevel, Selection, TreeId},
    worker::{Failure, Job},
};

/// The replay of the current tree's build, once something was asked of it, with the tree.
#[derive(Clone, Default)]
pub(super) struct SharedReplay(Arc<Mutex<Option<(TreeId, Replay)>>>);

impl SharedReplay {
    /// Asks the replay of the build of the current tree, which must not happen in the main thread.
    pub(super) fn ask<T>(
        &self,
        current: &OpenedLevel,
        progress: &Progress,
        question: impl FnOnce(&mut Replay) -> Result<T, ReplayError>,
    ) -> Result<T, ReplayError> {
        // A panic leaves what is kept of the path, which the next question reads as it is: each entry is whole.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut replay = match kept.take() {
            Some((tree_id, replay)) if tree_id == current.tree_id() => replay,
            _ => Replay::new(current.tree.clone(), &current.level.solid_triangles(), progress)?,
        };
        let answer = question(&mut replay);
        *kept = Some((current.tree_id(), replay));
        answer
    }
}

/// How the selected node was divided.
#[derive(Resource, Default)]
pub struct Divisions {
    pub(super) replay: SharedReplay,
    job: Job<(TreeId, NodeId), Option<Division>>,
    found: Option<(TreeId, Arc<Division>)>,
}

impl Divisions {
    /// The division of a node of the current tree, if it has been found.
    #[must_use]
    pub fn of(&self, current: &OpenedLevel, node: NodeId) -> Option<&Arc<Division>> {
        let (tree_id, division) = self.found.as_ref()?;
        (*tree_id == current.tree_id() && division.node == node).then_some(division)
    }

    /// Takes over the division of a node that was found elsewhere.
    pub(super) fn put(&mut self, tree_id: TreeId, division: Arc<Division>) {
        self.found = Some((tree_id, division));
    }

    /// Whether a division is being looked for.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

/// Looks for the division of the selected node.
pub(super) struct DivisionsPlugin;

impl Plugin for DivisionsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Divisions>().add_systems(
            Update,
            find.after(AppSystems::Select)
                .before(AppSystems::Overlays)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

fn find(current: Shown<OpenedLevel>, selection: Shown<Selection>, mut divisions: ResMut<Divisions>) {
    let divisions = divisions.bypass_change_detection();
    let exists = |node: &NodeId| *node < current.tree.node_count();
    let node = selection.node.filter(exists);
    let Some(node) = node.filter(|&node| divisions.of(&current, node).is_none()) else {
        divisions.job.cancel();
        return;
    };
    let asked = (OpenedLevel::clone(&current), divisions.replay.clone());
    divisions
        .job
        .request_cancellable((current.tree_id(), node), move |progress| {
            let (current, replay) = asked;
            found(replay.ask(&current, progress, |replay| replay.division(node, progress)))
        });
    if let Some(found) = divisions.job.take().flatten() {
        divisions.found = Some((current.tree_id(), Arc::new(found)));
    }
}

/// The result of a job: none where the build cannot be replayed, which is logged.
pub(super) fn found<T>(answer: Result<T, ReplayError>) -> Result<Option<T>, Failure> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(ReplayError::Cancelled(_)) => Err(Failure::Cancelled),
        Err(error) => {
            error!("The build cannot be replayed: {error}.");
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::app::{overlays::test_trees, shown::ShownIn};

    #[test]
    fn the_division_of_the_selected_node_is_found() {
        let mut world = World::new();
        world.spawn(test_trees::shown());
        world.init_resource::<Divisions>();
        for node in [3, 0, 11] {
            world.shown_mut::<Selection>().node = Some(node);
            world.run_system_once(find).expect("it has what it needs");
            while world.resource::<Divisions>().is_busy() {
                std::thread::sleep(std::time::Duration::from_millis(1));
                world.run_system_once(find).expect("it has what it needs");
            }
            let (divisions, current) = (world.resource::<Divisions>(), world.shown::<OpenedLevel>());
            let division = divisions.of(current, node).expect("it was found");
            let plane = current.tree.node(node).map(|view| view.plane);
            assert_eq!(Some(division.plane), plane);
            assert!(divisions.of(current, node + 1).is_none());
        }
    }
}

//! Level course: scores every collision method at each station.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_collision::mover::{CollisionMethod, Trees};
use bspwalk_session::{
    course::{self, Score, Station},
    courses,
};

use crate::app::{host::prelude::*, level::leaf_tree::LeafTreeState};

/// Scores of the level's course, with one row per station and one column per method, in the order of
/// [`CollisionMethod::OF_ANY_LEVEL`]. The last column, for the plane-based method, is added once the solid-leaf tree is
/// built.
#[derive(Resource, Default)]
pub struct Scores {
    /// Rows of scores; empty if the level has no course or the scores are still being computed.
    pub rows: Vec<Vec<Score>>,
    /// Scoring job, keyed by the tree and by whether planes are available.
    job: Job<(TreeId, bool), Vec<Vec<Score>>>,
}

impl Scores {
    /// Returns whether scores are being computed.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

/// Scores the course of the current level.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        score
            .run_if(in_state(AppState::InLevel))
            .in_set(AppSystems::Follow),
    );
}

/// Scores the course for each new tree, and again once planes are available.
fn score(current: Shown<OpenedLevel>, leaf_tree: Shown<LeafTreeState>, mut scores: ResMut<Scores>) {
    if current.is_changed() {
        scores.rows.clear();
    }
    let Some(course) = courses::of_level(&current.source) else {
        return;
    };
    let built = leaf_tree
        .built()
        .filter(|built| built.level == current.level_id());
    let tree = Arc::clone(&current.tree);
    let planes = built.map(|built| Arc::clone(&built.planes));
    let scores = scores.bypass_change_detection();
    scores
        .job
        .request((current.tree_id(), planes.is_some()), move || {
            let trees: Trees<'_> = Trees {
                nodes: &tree,
                planes: planes.as_deref(),
                hulls: None,
                environment: None,
            };
            let can = |method: &CollisionMethod| trees.has_trees_for(*method);
            let methods = CollisionMethod::OF_ANY_LEVEL.into_iter().filter(can);
            let run = |station: &Station| {
                let methods = methods.clone();
                methods
                    .map(|method| course::run(station, trees, method))
                    .collect()
            };
            course.stations.iter().map(run).collect()
        });
    if let Some(rows) = scores.job.take() {
        scores.rows = rows;
    }
}

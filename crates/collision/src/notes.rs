//! Reports triangle tests to observers.

use bspwalk_trees::{
    ObstacleTriangle, Obstacles,
    observer::{Note, TestOutcome},
};

/// Reports the outcome of testing a candidate triangle through [`Obstacles::note`].
#[inline(always)]
pub(super) fn note_tested(
    obstacles: &impl Obstacles,
    triangle: &ObstacleTriangle,
    outcome: impl FnOnce() -> TestOutcome,
) {
    obstacles.note(|| Note::Tested {
        node: triangle.node,
        triangle: triangle.triangle,
        outcome: outcome(),
    });
}

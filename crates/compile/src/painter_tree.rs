//! Tree for drawing a level in painter's order.

use std::sync::Arc;

use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_trees::{BuildParams, NodeTree, node_storing::BuildError};

/// Returns whether drawing a level needs another tree than collision: the tree of the solid faces contains neither
/// liquids nor moving parts.
#[must_use]
pub fn needs_painter_tree(level: &Level) -> bool {
    let moves = level.apart && !level.mechanisms.is_empty();
    moves || level.triangles.iter().any(|triangle| !triangle.solid)
}

/// Builds a node-storing tree of all faces. Returns `None` if the tree of the solid faces [has all of
/// them](needs_painter_tree).
///
/// # Errors
/// Returns [`BuildError`], for example if the build is cancelled.
pub fn painter_tree(
    level: &Level,
    params: &BuildParams,
    progress: &Arc<Progress>,
) -> Result<Option<NodeTree>, BuildError> {
    if !needs_painter_tree(level) {
        return Ok(None);
    }
    let all = level.triangles.iter().map(|triangle| TaggedTriangle {
        corners: triangle.corners,
        face: triangle.source,
    });
    let all: Vec<TaggedTriangle> = all.collect();
    NodeTree::builder(params).progress(progress).build(&all).map(Some)
}

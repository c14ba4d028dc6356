//! Trees of a level's moving parts.

use std::sync::Arc;

use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_trees::{BuildParams, NodeTree, node_storing::BuildError};

/// Builds a node-storing tree for each mechanism of a level, in the pose stored in the file. Returns no trees if the
/// level was not [taken apart](Level::separate_moving_parts). A mechanism without solid faces gets an empty tree.
///
/// # Errors
/// Returns [`BuildError`], for example if the build is cancelled.
pub fn moving_trees(
    level: &Level,
    params: &BuildParams,
    progress: &Arc<Progress>,
) -> Result<Vec<Arc<NodeTree>>, BuildError> {
    let count = if level.apart { level.mechanisms.len() } else { 0 };
    (0..count)
        .map(|mechanism| {
            let triangles = level.moving_triangles(mechanism);
            let tree = NodeTree::builder(params).progress(progress).build(&triangles)?;
            Ok(Arc::new(tree))
        })
        .collect()
}

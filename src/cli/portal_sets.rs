//! The portals that `portals` writes and compares: those of a level's tree, numbered as in a portal file, and those
//! of a file.

use std::{path::Path, sync::Arc};

use bspwalk_compile::tree_portals::FileNumbers;
use bspwalk_explain::portal_comparison::PortalComparison;
use bspwalk_levels::portal_file::PortalFile;
use bspwalk_session::Opened;
use bspwalk_text::text;
use bspwalk_trees::{LeafTree, solid_leaf::PortalId};

use super::{error::CliError, progress_bar};

/// Returns the selected tree, and the numbers of its leaves and clusters in a portal file.
pub(super) fn portals_of(opened: &Opened, own_tree: bool) -> Result<(Arc<LeafTree>, FileNumbers), CliError> {
    if !own_tree {
        let tree = Arc::clone(&opened.leaves()?.tree);
        let numbers = FileNumbers::of_built(&tree);
        return Ok((tree, numbers));
    }
    match (opened.own_tree()?, &opened.level.own_tree) {
        (Some(own), Some(quake)) => Ok((Arc::clone(&own.tree), FileNumbers::of_own(own, quake))),
        _ => Err(CliError::Failed(text!(
            "usage-no-own-leaves",
            name = opened.source
        ))),
    }
}

/// Compares the portals of a portal file with those of a tree.
pub(super) fn compared(
    opened: &Opened,
    file: &Path,
    (tree, ids): (&LeafTree, Vec<PortalId>),
) -> Result<(PortalFile, PortalComparison), CliError> {
    progress_bar::shown(|progress| {
        let read = PortalFile::load(file, progress).map_err(|error| CliError::Failed(error.to_string()))?;
        let comparison = PortalComparison::new(&opened.level, &read, (tree, ids), progress)
            .map_err(|error| CliError::Failed(error.to_string()))?;
        Ok((read, comparison))
    })
}

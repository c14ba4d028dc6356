//! Comparison of two solid-leaf trees: the one built here and the one in a compiled level.

use bspwalk_compile::own_tree::{FileTree, PvsComparison};
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::Localize;
use bspwalk_trees::{
    quake::QuakeStatistics,
    solid_leaf::{LeafStatistics, LeafTree, Pvs},
};

/// Random seed of the eye positions used in the comparison.
const SEED: u64 = 1;

/// Statistics of both trees.
#[derive(Clone, Debug)]
pub struct SideBySide {
    /// Statistics of the tree that the program built.
    pub here: LeafStatistics,
    /// Mean fraction of the built tree's empty leaves that are potentially visible from one of its empty leaves.
    pub here_visible: Option<f64>,
    /// Statistics of the tree in the file.
    pub file: QuakeStatistics,
    /// Statistics of the file's tree after conversion to the tree shown here.
    pub shown: LeafStatistics,
    /// Same as `here_visible` for the file's tree and PVS, if the file has a PVS.
    pub file_visible: Option<f64>,
    /// Sentence that states which tree hides more.
    pub sentence: String,
}

impl SideBySide {
    /// Compares the tree built here with the file's tree. Returns `None` if the level contains no tree.
    pub(super) fn of(
        level: &Level,
        here: (&LeafTree, Option<&Pvs>),
        own: &FileTree,
        progress: &Progress,
    ) -> Result<Option<Self>, Cancelled> {
        let (Some(file), Some(pvs)) = (&level.own_tree, here.1) else {
            return Ok(None);
        };
        let hiding = PvsComparison::new(file, (here.0, pvs), SEED, progress)?;
        let empty = own.tree.empty_leaves();
        Ok(Some(Self {
            here: here.0.statistics(),
            here_visible: Some(pvs.mean_visible(&here.0.empty_leaves())),
            file: file.statistics(),
            shown: own.tree.statistics(),
            file_visible: own.pvs.as_ref().map(|pvs| pvs.mean_visible(&empty)),
            sentence: hiding.sentence(own.pvs.is_some()).localized(),
        }))
    }
}

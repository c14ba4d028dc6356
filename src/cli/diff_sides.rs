//! The levels that `diff` compares, and their trees.

use std::sync::Arc;

use bspwalk_explain::difference::Side;
use bspwalk_session::{LevelName, Opened, tree_args::TreeArgs};
use bspwalk_text::text;
use bspwalk_trees::{LeafTree, solid_leaf::Pvs};

use super::{diff_args::DiffArgs, error::CliError, open};

/// A level to compare.
pub(super) struct Compared {
    pub(super) opened: Opened,
    pub(super) leaves: Arc<LeafTree>,
    pub(super) pvs: Option<Arc<Pvs>>,
    /// Computation time of the PVS in milliseconds, if it was computed.
    pub(super) pvs_ms: Option<f64>,
}

impl Compared {
    /// Opens a level with the trees to compare.
    pub(super) fn open(
        name: &LevelName,
        is_own: bool,
        args: &DiffArgs,
        tree: &TreeArgs,
    ) -> Result<Self, CliError> {
        let opened = open::open(name, tree)?;
        if is_own {
            let Some(own) = opened.own_tree()? else {
                return Err(CliError::Failed(text!("usage-no-own-leaves", name)));
            };
            let (leaves, pvs) = (Arc::clone(&own.tree), own.pvs.clone().filter(|_| args.pvs));
            return Ok(Self {
                opened,
                leaves,
                pvs,
                pvs_ms: None,
            });
        }
        let leaves = Arc::clone(&opened.leaves()?.tree);
        let pvs = if args.pvs {
            Some(opened.pvs()?.clone())
        } else {
            None
        };
        let (pvs, pvs_ms) = pvs.unzip();
        Ok(Self {
            opened,
            leaves,
            pvs,
            pvs_ms,
        })
    }

    /// Returns this side of the comparison.
    pub(super) fn side(&self) -> Side<'_> {
        Side {
            level: &self.opened.level,
            nodes: &self.opened.tree,
            leaves: &self.leaves,
            pvs: self.pvs.as_deref(),
        }
    }
}

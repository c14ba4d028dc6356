//! Differences from another level, for a picture.

use std::sync::Arc;

use bspwalk_explain::{
    difference::{Difference, Side},
    difference_shapes::Changed,
};
use bspwalk_progress::Cancelled;
use bspwalk_session::{LevelName, Opened, tree_args::TreeArgs};
use bspwalk_text::text;

use super::{error::CliError, open, portal_sets::portals_of, progress_bar};

/// Returns the differences from an earlier level as shapes, and the name of that level.
pub(super) fn since(
    before: &LevelName,
    after: &Opened,
    own_tree: bool,
    args: &TreeArgs,
) -> Result<(Arc<Changed>, String), CliError> {
    let name = before.to_string();
    let before = open::open(before, args)?;
    let leaves = [portals_of(&before, own_tree)?.0, portals_of(after, own_tree)?.0];
    let levels = [&before, after];
    let mut pvs = [None, None];
    for (pvs, level) in pvs.iter_mut().zip(levels) {
        *pvs = match own_tree {
            true => level.own_tree()?.and_then(|own| own.pvs.clone()),
            false => Some(level.pvs()?.0.clone()),
        };
    }
    let side = |side: usize| Side {
        level: &levels[side].level,
        nodes: &levels[side].tree,
        leaves: &leaves[side],
        pvs: pvs[side].as_deref(),
    };
    let changed = progress_bar::shown(|progress| {
        let sides = [side(0), side(1)];
        let difference = Difference::new(sides[0], sides[1], progress)?;
        Changed::new(sides, &difference, progress)
    });
    let changed =
        changed.map_err(|Cancelled| CliError::Failed(text!("usage-comparison-cancelled").to_owned()))?;
    Ok((Arc::new(changed), name))
}

//! Steps of the build film, synchronized with the selection.

use bevy::prelude::*;
use bspwalk_session::selection::Selected;
use bspwalk_trees::node_storing::NodeId;

use crate::app::host::prelude::*;
use crate::app::paint::overlays::{CurrentTreeStats, PlanesAhead};

/// Shows the requested step in a single frame once its division and its planes are ready. The step comes from the
/// scrubber or from a node that was selected elsewhere. Such a node becomes the selection only once its step is shown.
pub(super) fn follow(
    (current, stats, planes): (
        Shown<OpenedLevel>,
        Res<CurrentTreeStats>,
        Option<Res<PlanesAhead>>,
    ),
    mut program: ResMut<ProgramState>,
    mut requested: Local<Selected>,
) {
    let state = &mut program.0;
    let (film, divisions) = (&mut state.build, &mut state.divisions);
    let selection = &mut state.level.selected;
    let (tree, tree_id) = (&current.tree, current.tree_id());
    // A different tree has different steps, which are requested once its nodes have been counted.
    if stats.tree_id.as_ref() != Some(&tree_id) {
        (film.shown, film.next, film.held) = (None, None, None);
        if film.open {
            divisions.request_division(tree, &current.level, None);
        }
        return;
    }
    let (selected, was_held) = (*selection, film.held.is_some());
    let can_show = |node: NodeId| {
        let planes = planes.as_ref();
        selected.node == Some(node)
            || planes.is_none_or(|planes| planes.0.as_ref() == Some(&(tree_id.clone(), node)))
    };
    let order = &stats.stats.divisions;
    let step = divisions.advance(film, (tree, &current.level), order, selected.node, can_show);
    let selected = match step {
        Some((node, true)) => [selected, *requested]
            .into_iter()
            .find(|selected| selected.node == Some(node))
            .unwrap_or(Selected::of_node(Some(node), None)),
        Some((node, false)) => {
            *requested = selected;
            Selected::of_node(Some(node), None)
        }
        // Highlight nothing else while the question is open.
        None if film.held.is_some() && !was_held => Selected::default(),
        None => return,
    };
    if (selection.node, selection.face) != (selected.node, selected.face) {
        selection.select_node(selected.node, selected.face);
    }
}

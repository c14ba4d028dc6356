//! The selection after a change of the tree, and highlights of hovered nodes and planes.

use crate::app::host::prelude::*;
use bevy::{math::DVec3, prelude::*};
use bspwalk_geometry::Plane;
use bspwalk_session::{reselect, selection::Selected};
use bspwalk_trees::{FaceId, node_storing::NodeId};

/// Node under the pointer in the panel or the path. It is highlighted while the pointer is over it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hovered(pub Option<NodeId>);

/// Candidate plane under the pointer on the node card.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct PreviewedPlane(pub Option<(NodeId, Plane)>);

/// State of the previous frame: the level, the tree and the selection.
#[derive(Component, Default)]
pub(super) struct LastFrame {
    ids: Option<(LevelId, TreeId)>,
    node: Option<NodeId>,
    face: Option<FaceId>,
    /// Corners of the selected face. If no face is selected, corners of a face stored by the selected node. They
    /// identify the face in a reloaded level, where face indices may differ.
    corners: Option<[DVec3; 3]>,
}

impl LastFrame {
    fn remember(&mut self, current: &OpenedLevel, selection: &Selected) {
        if (self.node, self.face) == (selection.node, selection.face) {
            return;
        }
        (self.node, self.face) = (selection.node, selection.face);
        self.corners =
            reselect::selection_corners(&current.level, &current.tree, selection.node, selection.face);
    }

    /// Returns the corresponding selection in a reloaded level.
    fn found_again(&self, current: &OpenedLevel) -> Option<Selected> {
        let (node, face) = reselect::find_face_by_corners(&current.level, &current.tree, self.corners?)?;
        Some(Selected::of_node(Some(node), self.face.map(|_| face)))
    }
}

/// Selects the node that stores the selected face in a new tree of the same level, where node indices may differ.
pub(super) fn follow_tree(
    current: Shown<OpenedLevel>,
    mut last: ShownMut<LastFrame>,
    mut selection: ShownMut<Selection>,
    mut hovered: ResMut<Hovered>,
) {
    let ids = (current.level_id(), current.tree_id());
    if last.ids.as_ref() == Some(&ids) {
        last.remember(&current, &selection);
        return;
    }
    hovered.set_if_neq(Hovered(None));
    let is_in_tree = |kept: &Selected| kept.node.is_some_and(|node| node.0 < current.tree.node_count());
    let by_number = Some(selection.0).filter(is_in_tree);
    let kept = match (&last.ids, last.face) {
        // For the first level, the command line selects a node by index.
        (None, _) => by_number,
        (Some((level, _)), _) if *level != ids.0 => last.found_again(&current),
        // Undo restores a tree together with its selection.
        (Some(_), _) if selection.is_changed() && by_number.is_some() => by_number,
        (Some(_), Some(face)) => {
            reselect::node_of_face(&current.tree, face).map(|node| Selected::of_node(Some(node), Some(face)))
        }
        (Some(_), None) => None,
    };
    let kept = kept.unwrap_or_default();
    **last = LastFrame {
        ids: Some(ids),
        ..LastFrame::default()
    };
    last.remember(&current, &kept);
    if (selection.node, selection.face) != (kept.node, kept.face) {
        selection.select_node(kept.node, kept.face);
    }
}

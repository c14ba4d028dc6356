//! Restoring the selection after a level is reloaded or its node-storing tree is replaced.

use std::sync::Arc;

use bspwalk_levels::Level;
use bspwalk_trees::{FaceId, NodeTree, node_storing::NodeId};
use glam::DVec3;

use crate::{
    identity::Identity,
    selection::{Selected, node_of_face},
};

/// Finds the selected face in the next level or tree, whose numbers may differ.
#[derive(Clone, Debug, Default)]
pub struct Reselection {
    /// Level and tree that the selection belongs to.
    ids: Option<(Identity<Level>, Identity<NodeTree>)>,
    node: Option<NodeId>,
    face: Option<FaceId>,
    /// Corners of the selected face. If no face is selected, corners of a face stored by the selected node. They
    /// identify the face in a reloaded level.
    corners: Option<[DVec3; 3]>,
    /// Whether the selection already belongs to the next tree.
    is_ahead: bool,
}

impl Reselection {
    /// Declares that the selection already belongs to the tree that replaces the current one.
    pub fn keep(&mut self) {
        self.is_ahead = true;
    }

    /// Returns whether the selection already belongs to the next tree.
    pub(crate) fn is_ahead(&self) -> bool {
        self.is_ahead
    }

    /// Selects the node that stores the selected face, if the level or the tree was replaced since the last call. Returns
    /// whether it was.
    pub fn follow(&mut self, level: &Arc<Level>, tree: &Arc<NodeTree>, selected: &mut Selected) -> bool {
        let ids = (Identity::of(level), Identity::of(tree));
        let is_ahead = std::mem::take(&mut self.is_ahead);
        if self.ids.as_ref() == Some(&ids) {
            self.remember(level, tree, *selected);
            return false;
        }
        let is_in_tree = |node: &NodeId| node.0 < tree.node_count();
        let by_number = selected.node.filter(is_in_tree).map(|node| (node, selected.face));
        let kept = match (&self.ids, self.face) {
            // For the first level, the command line selects a node by index.
            (None, _) => by_number,
            (Some((known, _)), face) if *known != ids.0 => self
                .corners
                .and_then(|corners| find_face_by_corners(level, tree, corners))
                .map(|(node, found)| (node, face.map(|_| found))),
            (Some(_), _) if is_ahead && by_number.is_some() => by_number,
            (Some(_), Some(face)) => node_of_face(tree, face).map(|node| (node, Some(face))),
            (Some(_), None) => None,
        };
        let (node, face) = kept.map_or((None, None), |(node, face)| (Some(node), face));
        if (selected.node, selected.face) != (node, face) {
            selected.select_node(node, face);
        }
        *self = Self {
            ids: Some(ids),
            ..Self::default()
        };
        self.remember(level, tree, *selected);
        true
    }

    fn remember(&mut self, level: &Level, tree: &NodeTree, Selected { node, face, .. }: Selected) {
        if (self.node, self.face) != (node, face) {
            (self.node, self.face) = (node, face);
            self.corners = selection_corners(level, tree, node, face);
        }
    }
}

/// Returns the corners of `face`, or, if it is `None`, the corners of a face that the node stores.
///
/// Corners identify the selection, because a reloaded level numbers its faces and nodes differently.
fn selection_corners(
    level: &Level,
    tree: &NodeTree,
    node: Option<NodeId>,
    face: Option<FaceId>,
) -> Option<[DVec3; 3]> {
    let stored = || tree.fragment(tree.node(node?)?.fragments.start);
    let face = face.or_else(|| stored().map(|fragment| fragment.face))?;
    level.triangle_of_face(face).map(|triangle| triangle.corners)
}

/// Finds the face with the given corners, and the shallowest node that stores a piece of it.
fn find_face_by_corners(level: &Level, tree: &NodeTree, corners: [DVec3; 3]) -> Option<(NodeId, FaceId)> {
    let mut triangles = level.triangles.iter();
    let face = triangles.find(|triangle| triangle.corners == corners)?.source;
    Some((node_of_face(tree, face)?, face))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_levels::{LoadOptions, builtin};
    use bspwalk_progress::Progress;
    use bspwalk_trees::BuildParams;

    #[test]
    fn face_is_found_in_its_shallowest_node() {
        let level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default()).unwrap();
        let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).unwrap();
        for fragment in (0..tree.fragment_count()).filter_map(|index| tree.fragment(index)) {
            let depth = |node: NodeId| tree.node(node).map(|view| view.depth);
            let found = node_of_face(&tree, fragment.face);
            assert!(found.is_some_and(|found| depth(found) <= depth(fragment.node)));
            // A node is found again through a face that it stores.
            let corners =
                selection_corners(&level, &tree, Some(fragment.node), None).expect("it stores a face");
            let (node, face) = find_face_by_corners(&level, &tree, corners).expect("nothing has changed");
            assert_eq!(Some(node), node_of_face(&tree, face));
        }
        assert_eq!(node_of_face(&tree, FaceId::NONE), None);
        assert_eq!(find_face_by_corners(&level, &tree, [DVec3::ZERO; 3]), None);
        assert_eq!(selection_corners(&level, &tree, None, None), None);
    }
}

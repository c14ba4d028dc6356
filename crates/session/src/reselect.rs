//! Restoring the selection after a level is reloaded.

use bspwalk_levels::Level;
use bspwalk_trees::{FaceId, NodeTree, node_storing::NodeId};
use glam::DVec3;

/// Returns the corners of `face`, or, if it is `None`, the corners of a face that the node stores.
///
/// Corners identify the selection, because a reloaded level numbers its faces and nodes differently.
pub fn selection_corners(
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
pub fn find_face_by_corners(level: &Level, tree: &NodeTree, corners: [DVec3; 3]) -> Option<(NodeId, FaceId)> {
    let mut triangles = level.triangles.iter();
    let face = triangles.find(|triangle| triangle.corners == corners)?.source;
    Some((node_of_face(tree, face)?, face))
}

/// Returns the shallowest node that stores a piece of the face.
pub fn node_of_face(tree: &NodeTree, face: FaceId) -> Option<NodeId> {
    (0..tree.fragment_count())
        .filter_map(|index| tree.fragment(index))
        .filter(|fragment| fragment.face == face)
        .map(|fragment| fragment.node)
        .min_by_key(|&node| tree.node(node).map(|view| view.depth))
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

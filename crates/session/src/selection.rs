//! Selection of nodes and leaves: by the face that a ray hits, by number, or by moving up or down the tree.

use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::NodeId,
    solid_leaf::{LeafId, OUTSIDE},
};
use glam::Vec3;

use crate::{films::max_face_distance, reselect::node_of_face};

/// A selected node, and the face through which it was selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Selected node.
    pub node: Option<NodeId>,
    /// Face, as an index in the level.
    pub face: Option<u32>,
}

/// A way to select a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pick {
    /// The node of the first face that a ray hits.
    Along {
        /// Origin in metres, and unit direction.
        ray: Option<[Vec3; 2]>,
        /// Whether the ray passes through the mouse pointer instead of the crosshair.
        at_pointer: bool,
    },
    /// The parent of the selected node, or the root if none is selected.
    Parent,
    /// The front child, or the root if no node is selected.
    Front,
    /// The back child, or the root if no node is selected.
    Back,
    /// This node.
    Node(NodeId),
    /// The shallowest node that stores a piece of the face with this source number.
    Face(u32),
    /// No node.
    Nothing,
}

/// Returns the selection that replaces the currently selected node.
///
/// # Errors
/// Returns a sentence if there is no such node, or if the ray hits no face.
pub fn select_by_pick(tree: &NodeTree, selected: Option<NodeId>, pick: Pick) -> Result<Choice, String> {
    let view = selected.and_then(|node| tree.node(node));
    let to = match (pick, view, selected) {
        (Pick::Along { ray, at_pointer }, ..) => {
            let hit = ray.and_then(|[from, direction]| {
                tree.cast(from, from + direction * max_face_distance(tree, from))
            });
            let what = if at_pointer {
                text!("select-pointer")
            } else {
                text!("select-crosshair")
            };
            let hit = hit.ok_or_else(|| text!("select-no-face", what))?;
            return Ok(Choice {
                node: Some(hit.node),
                face: Some(hit.face),
            });
        }
        (Pick::Face(face), ..) => {
            let node = node_of_face(tree, face).ok_or_else(|| text!("select-no-such-face", face))?;
            return Ok(Choice {
                node: Some(node),
                face: Some(face),
            });
        }
        (Pick::Node(node), ..) if node.0 < tree.node_count() => Ok(Some(node)),
        (Pick::Node(node), ..) => Err(text!("select-no-node", node)),
        (Pick::Nothing, ..) => Ok(None),
        (Pick::Parent, Some(view), Some(node)) => {
            view.parent.map(Some).ok_or_else(|| text!("select-root", node))
        }
        (Pick::Front, Some(view), Some(node)) => {
            view.front.map(Some).ok_or_else(|| text!("select-no-front", node))
        }
        (Pick::Back, Some(view), Some(node)) => {
            view.back.map(Some).ok_or_else(|| text!("select-no-back", node))
        }
        (Pick::Parent | Pick::Front | Pick::Back, ..) => Ok(tree.root()),
    };
    to.map(|node| Choice { node, face: None })
}

/// Returns the leaf in front of the first face that a ray hits. The ray has an origin in metres and a unit direction.
pub fn leaf_before_first_hit(
    tree: &NodeTree,
    leaves: &LeafTree,
    [from, direction]: [Vec3; 2],
) -> Option<LeafId> {
    let hit = tree.cast(from, from + direction * max_face_distance(tree, from))?;
    // A point slightly in front of the face is in the leaf that the face is visible from.
    let back = leaves.tolerances().on_plane.max(1.0e-4) * 8.0;
    let leaf = leaves.locate(hit.point.as_dvec3() - direction.as_dvec3() * back);
    (leaf != OUTSIDE).then_some(leaf)
}

#[cfg(test)]
mod tests {
    use bspwalk_testing::small_trees;

    use super::*;

    #[test]
    fn face_under_the_crosshair_selects_its_node() {
        let (tree, level) = small_trees::room();
        let eye = level.spawn.eye.as_vec3();
        let under_crosshair = |eye, forward| {
            let (ray, at_pointer) = (Some([eye, forward]), false);
            select_by_pick(&tree, None, Pick::Along { ray, at_pointer })
        };
        let hit = tree.cast(eye, eye - Vec3::Y * 100.0).expect("the floor");
        let expected = Choice {
            node: Some(hit.node),
            face: Some(hit.face),
        };
        assert_eq!(under_crosshair(eye, Vec3::NEG_Y), Ok(expected));
        let outside = tree.bounds().max.as_vec3() + Vec3::ONE;
        assert!(under_crosshair(outside, Vec3::Y).is_err());
    }

    #[test]
    fn parent_and_child_selection_are_inverse() {
        let (tree, _) = small_trees::room();
        let go = |node, pick| select_by_pick(&tree, node, pick).map(|choice| choice.node);
        for id in tree.node_ids() {
            let view = tree.node(id).expect("it exists");
            for (child, pick) in [(view.front, Pick::Front), (view.back, Pick::Back)] {
                match child {
                    Some(child) => {
                        assert_eq!(go(Some(id), pick), Ok(Some(child)));
                        assert_eq!(go(Some(child), Pick::Parent), Ok(Some(id)));
                    }
                    None => {
                        assert!(go(Some(id), pick).is_err_and(|reason| reason.contains(&id.to_string())));
                    }
                }
            }
        }
        assert!(go(Some(NodeId(0)), Pick::Parent).is_err_and(|reason| reason.contains("root")));
        assert_eq!(go(None, Pick::Parent), Ok(tree.root()));
        assert!(go(None, Pick::Node(NodeId(tree.node_count()))).is_err());
        assert_eq!(go(Some(NodeId(0)), Pick::Nothing), Ok(None));
    }
}

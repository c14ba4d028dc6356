//! Selection of nodes and leaves: by the face along a ray, by number, and up and down the tree.

use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::NodeId,
    solid_leaf::{LeafId, OUTSIDE},
};
use glam::Vec3;

use crate::{actions::Action, films::reach};

/// A selected node, and the face that it was selected by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Selected node.
    pub node: Option<NodeId>,
    /// Face, as an index in the level.
    pub face: Option<u32>,
}

/// Returns the selection of a node after an action, or `None` if the action does not select nodes.
///
/// `ray` has its origin in metres and a unit direction; actions that do not select along a ray ignore it. If
/// no node is selected, moving to a parent or a child selects the root.
///
/// # Errors
/// Returns a sentence if there is no such node, or no face along the ray.
pub fn choose(
    tree: &NodeTree,
    selected: Option<NodeId>,
    action: Action,
    ray: Option<[Vec3; 2]>,
) -> Option<Result<Choice, String>> {
    let view = selected.and_then(|node| tree.node(node));
    let to = match (action, view, selected) {
        (Action::SelectUnderCrosshair | Action::SelectUnderPointer, ..) => {
            let hit = ray.and_then(|[from, direction]| tree.cast(from, from + direction * reach(tree, from)));
            let what = if action == Action::SelectUnderPointer {
                text!("select-pointer")
            } else {
                text!("select-crosshair")
            };
            return Some(match hit {
                Some(hit) => Ok(Choice {
                    node: Some(hit.node),
                    face: Some(hit.face),
                }),
                None => Err(text!("select-no-face", what)),
            });
        }
        (Action::SelectNode(node), ..) if node < tree.node_count() => Ok(Some(node)),
        (Action::SelectNode(node), ..) => Err(text!("select-no-node", node)),
        (Action::ClearSelection, ..) => Ok(None),
        (Action::SelectParent, Some(view), Some(node)) => {
            view.parent.map(Some).ok_or_else(|| text!("select-root", node))
        }
        (Action::SelectFront, Some(view), Some(node)) => {
            view.front.map(Some).ok_or_else(|| text!("select-no-front", node))
        }
        (Action::SelectBack, Some(view), Some(node)) => {
            view.back.map(Some).ok_or_else(|| text!("select-no-back", node))
        }
        (Action::SelectParent | Action::SelectFront | Action::SelectBack, ..) => Ok(tree.root()),
        _ => return None,
    };
    Some(to.map(|node| Choice { node, face: None }))
}

/// Returns the leaf in front of the first face along a ray. The ray has its origin in metres and a unit
/// direction.
pub fn leaf_along(tree: &NodeTree, leaves: &LeafTree, [from, direction]: [Vec3; 2]) -> Option<LeafId> {
    let hit = tree.cast(from, from + direction * reach(tree, from))?;
    // A point slightly in front of the face is in the leaf through which the face is seen.
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
            let action = Action::SelectUnderCrosshair;
            choose(&tree, None, action, Some([eye, forward])).expect("it selects")
        };
        let hit = tree.cast(eye, eye - Vec3::Y * 100.0).expect("the floor");
        let expected = Choice {
            node: Some(hit.node),
            face: Some(hit.face),
        };
        assert_eq!(under_crosshair(eye, Vec3::NEG_Y), Ok(expected));
        let outside = tree.bounds().max.as_vec3() + Vec3::ONE;
        assert!(under_crosshair(outside, Vec3::Y).is_err());
        assert_eq!(choose(&tree, None, Action::Why, None), None);
    }

    #[test]
    fn parent_and_child_selection_are_inverse() {
        let (tree, _) = small_trees::room();
        let go = |node: Option<NodeId>, action: Action| {
            let choice = choose(&tree, node, action, None).expect("it selects");
            choice.map(|choice| choice.node)
        };
        for id in 0..tree.node_count() {
            let view = tree.node(id).expect("it exists");
            for (child, action) in [(view.front, Action::SelectFront), (view.back, Action::SelectBack)] {
                match child {
                    Some(child) => {
                        assert_eq!(go(Some(id), action), Ok(Some(child)));
                        assert_eq!(go(Some(child), Action::SelectParent), Ok(Some(id)));
                    }
                    None => {
                        assert!(go(Some(id), action).is_err_and(|reason| reason.contains(&id.to_string())));
                    }
                }
            }
        }
        assert!(go(Some(0), Action::SelectParent).is_err_and(|reason| reason.contains("root")));
        assert_eq!(go(None, Action::SelectParent), Ok(tree.root()));
        assert!(go(None, Action::SelectNode(tree.node_count())).is_err());
        assert_eq!(go(Some(0), Action::ClearSelection), Ok(None));
    }
}

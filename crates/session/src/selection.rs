//! Selection of nodes and leaves: by the face that a ray hits, by number, or by moving up or down the tree.

use bspwalk_text::{text, words::count};
use bspwalk_trees::{
    FaceId, LeafTree, NodeTree,
    node_storing::NodeId,
    solid_leaf::{LeafId, OUTSIDE},
};
use glam::Vec3;

use crate::{films::max_face_distance, view::FilmTree};

/// The selection: a node, a leaf, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    /// Node of the node-storing tree.
    pub node: Option<NodeId>,
    /// Face through which the node was selected, as an index in the level.
    pub face: Option<FaceId>,
    /// Leaf of the solid-leaf tree.
    pub leaf: Option<LeafId>,
    /// Whether the leaf was selected explicitly after the node. If so, the leaf counts as the selection.
    pub leaf_is_latest: bool,
    /// Leaf where the sightline starts, or `None` for the leaf that contains the eye.
    pub sight_from: Option<LeafId>,
}

impl Selected {
    /// Returns the selection of a node, through a face if there is one.
    pub fn of_node(node: Option<NodeId>, face: Option<FaceId>) -> Self {
        Self {
            node,
            face,
            ..Self::default()
        }
    }

    /// Selects a node, or none. Keeps the leaf.
    pub fn select_node(&mut self, node: Option<NodeId>, face: Option<FaceId>) {
        (self.node, self.face, self.leaf_is_latest) = (node, face, false);
    }

    /// Selects a leaf, or none. Keeps the node.
    pub fn select_leaf(&mut self, leaf: Option<LeafId>) {
        (self.leaf, self.leaf_is_latest) = (leaf, true);
    }

    /// Returns the selected leaf if it counts as the selection.
    pub fn latest_leaf(&self) -> Option<LeafId> {
        self.leaf.filter(|_| self.leaf_is_latest || self.node.is_none())
    }

    /// Returns only the node, the face and the leaf, for comparisons and for [`Selected::restore`].
    #[must_use]
    pub fn items(self) -> Self {
        Self {
            leaf: self.leaf,
            ..Self::of_node(self.node, self.face)
        }
    }

    /// Restores the node, the face and the leaf of another selection.
    pub fn restore(&mut self, other: Self) {
        self.select_node(other.node, other.face);
        self.leaf = other.leaf;
    }

    /// Selects a node, and the leaf in front of the face that a ray hits. If `only` is set, a ray selects only items of
    /// that tree.
    ///
    /// # Errors
    /// Returns a sentence if there is no such node, or if the ray hits no face.
    pub fn choose(
        &mut self,
        tree: &NodeTree,
        leaves: Option<&LeafTree>,
        pick: Pick,
        only: Option<FilmTree>,
    ) -> Result<(), String> {
        let Pick::Along { ray, .. } = pick else {
            let (node, face) = select_by_pick(tree, self.node, pick)?;
            if pick == Pick::Nothing {
                *self = Self::default();
            }
            self.select_node(node, face);
            return Ok(());
        };
        if only != Some(FilmTree::Leaves) {
            let (node, face) = select_by_pick(tree, self.node, pick)?;
            self.select_node(node, face);
        }
        if let (Some(leaves), Some(ray)) = (leaves, ray.filter(|_| only != Some(FilmTree::Nodes))) {
            (self.leaf, self.sight_from) = (leaf_before_first_hit(tree, leaves, ray), None);
        }
        self.leaf_is_latest = only == Some(FilmTree::Leaves);
        Ok(())
    }

    /// Describes the selection, as a phrase to follow "Undo".
    pub fn undo_words(&self) -> String {
        match (self.node, self.leaf) {
            (Some(node), None) => text!("undo-select-node", node = count(node)),
            (None, Some(leaf)) => text!("undo-select-leaf", leaf = count(leaf)),
            (Some(node), Some(leaf)) => text!("undo-select-both", node = count(node), leaf = count(leaf)),
            (None, None) => text!("undo-select-nothing").to_owned(),
        }
    }
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
    Face(FaceId),
    /// No node.
    Nothing,
}

/// Returns the node that replaces the currently selected one, and the face through which it is selected.
///
/// # Errors
/// Returns a sentence if there is no such node, or if the ray hits no face.
fn select_by_pick(
    tree: &NodeTree,
    selected: Option<NodeId>,
    pick: Pick,
) -> Result<(Option<NodeId>, Option<FaceId>), String> {
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
            return Ok((Some(hit.node), Some(hit.face)));
        }
        (Pick::Face(face), ..) => {
            let node = node_of_face(tree, face).ok_or_else(|| text!("select-no-such-face", face))?;
            return Ok((Some(node), Some(face)));
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
    to.map(|node| (node, None))
}

/// Returns the leaf in front of the first face that a ray hits. The ray has an origin in metres and a unit direction.
fn leaf_before_first_hit(tree: &NodeTree, leaves: &LeafTree, [from, direction]: [Vec3; 2]) -> Option<LeafId> {
    let hit = tree.cast(from, from + direction * max_face_distance(tree, from))?;
    // A point slightly in front of the face is in the leaf that the face is visible from.
    let back = leaves.tolerances().on_plane.max(1.0e-4) * 8.0;
    let leaf = leaves.locate(hit.point.as_dvec3() - direction.as_dvec3() * back);
    (leaf != OUTSIDE).then_some(leaf)
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
        let expected = (Some(hit.node), Some(hit.face));
        assert_eq!(under_crosshair(eye, Vec3::NEG_Y), Ok(expected));
        let outside = tree.bounds().max.as_vec3() + Vec3::ONE;
        assert!(under_crosshair(outside, Vec3::Y).is_err());
    }

    #[test]
    fn parent_and_child_selection_are_inverse() {
        let (tree, _) = small_trees::room();
        let go = |node, pick| select_by_pick(&tree, node, pick).map(|(node, _)| node);
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

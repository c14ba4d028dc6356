//! Selection of a node: by the face under the crosshair, then up and down the tree.

use crate::app::{
    shown::{Shown, ShownMut},
    state::{
        Act, Action, Aim, LevelId, ModelView, Notice, OpenedLevel, Player, QueryPlayer, Selection, TreeId,
    },
};
use bevy::{math::DVec3, prelude::*};
use bspwalk_geometry::Plane;
use bspwalk_session::reselect;
use bspwalk_text::text;
use bspwalk_trees::{NodeTree, node_storing::NodeId};

/// The node under the pointer in the panel or the path, highlighted while the pointer is over it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hovered(pub Option<NodeId>);

/// The candidate plane under the pointer in the card.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct PreviewedPlane(pub Option<(NodeId, Plane)>);

/// Returns the selection after a command. `eye` is the eye's position, in metres, and `forward` the unit viewing
/// direction.
///
/// # Errors
/// One sentence if nothing is under the crosshair, nothing is selected, or the node does not exist.
fn choose(
    tree: &NodeTree,
    selection: Selection,
    command: Action,
    eye: Vec3,
    forward: Vec3,
) -> Result<Selection, String> {
    let selected = |what: &str| {
        let node = selection.node.ok_or_else(|| text!("select-first", what))?;
        tree.node(node)
            .map(|view| (node, view))
            .ok_or_else(|| text!("select-no-node", node))
    };
    let only = |node: NodeId| Selection {
        node: Some(node),
        face: None,
    };
    let go = |to: Option<NodeId>, none: String| to.map(only).ok_or(none);
    match command {
        Action::SelectUnderCrosshair | Action::SelectUnderPointer => {
            let reach = tree.bounds().size().length() + tree.bounds().center().distance(eye.as_dvec3());
            let what = if command == Action::SelectUnderPointer {
                text!("select-pointer")
            } else {
                text!("select-crosshair")
            };
            let hit = tree
                .cast(eye, eye + forward * (reach as f32).max(1.0))
                .ok_or_else(|| text!("select-no-face", what))?;
            Ok(Selection {
                node: Some(hit.node),
                face: Some(hit.face),
            })
        }
        Action::SelectParent => {
            let (node, view) = selected(text!("select-parent"))?;
            go(view.parent, text!("select-root", node))
        }
        Action::SelectFront => {
            let (node, view) = selected(text!("select-front-child"))?;
            go(view.front, text!("select-no-front", node))
        }
        Action::SelectBack => {
            let (node, view) = selected(text!("select-back-child"))?;
            go(view.back, text!("select-no-back", node))
        }
        Action::SelectNode(node) if node < tree.node_count() => Ok(only(node)),
        Action::SelectNode(node) => Err(text!("select-no-node", node)),
        Action::ClearSelection => Ok(Selection::default()),
        _ => Ok(selection),
    }
}

pub(super) fn select(
    mut commands: MessageReader<Act>,
    mut selection: ShownMut<Selection>,
    mut notices: MessageWriter<Notice>,
    current: Shown<OpenedLevel>,
    (view, pointed, player): (Res<ModelView>, Res<Aim>, Shown<Player>),
    query: Res<QueryPlayer>,
) {
    for &Act(command) in commands.read() {
        if query.takes(command) {
            continue;
        }
        let aim = view.aim_of(command, *pointed, &player);
        let Aim { from, direction } = aim.unwrap_or_default();
        match choose(&current.tree, **selection, command, from, direction) {
            Ok(chosen) => {
                selection.set_if_neq(chosen);
            }
            Err(reason) => {
                notices.write(Notice::info(reason));
            }
        }
    }
}

/// The level and tree of the last frame, and the selection in them.
#[derive(Component, Default)]
pub(super) struct LastFrame {
    ids: Option<(LevelId, TreeId)>,
    node: Option<NodeId>,
    face: Option<u32>,
    /// Corners of the selected face, or of one that the selected node stores. They identify the face in a reloaded
    /// level, where face indices may differ.
    corners: Option<[DVec3; 3]>,
}

impl LastFrame {
    fn remember(&mut self, current: &OpenedLevel, selection: &Selection) {
        if (self.node, self.face) == (selection.node, selection.face) {
            return;
        }
        (self.node, self.face) = (selection.node, selection.face);
        self.corners = reselect::anchor(&current.level, &current.tree, selection.node, selection.face);
    }

    /// Returns the selection in a reloaded level.
    fn found_again(&self, current: &OpenedLevel) -> Option<Selection> {
        let (node, face) = reselect::found_again(&current.level, &current.tree, self.corners?)?;
        Some(Selection {
            node: Some(node),
            face: self.face.map(|_| face),
        })
    }
}

/// Selects the node that stores the selected face in a new tree of the same level, where node indices differ.
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
    let is_in_tree = |kept: &Selection| kept.node.is_some_and(|node| node < current.tree.node_count());
    let by_number = Some(**selection).filter(is_in_tree);
    let kept = match (&last.ids, last.face) {
        // The command line selects a node of the first level by its index.
        (None, _) => by_number,
        (Some((level, _)), _) if *level != ids.0 => last.found_again(&current),
        // Undo restores a tree together with its selection.
        (Some(_), _) if selection.is_changed() && by_number.is_some() => by_number,
        (Some(_), Some(face)) => reselect::node_of_face(&current.tree, face).map(|node| Selection {
            node: Some(node),
            face: Some(face),
        }),
        (Some(_), None) => None,
    };
    let kept = kept.unwrap_or_default();
    **last = LastFrame {
        ids: Some(ids),
        ..LastFrame::default()
    };
    last.remember(&current, &kept);
    selection.set_if_neq(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees;

    #[test]
    fn the_face_under_the_crosshair_leads_to_its_node() {
        let (tree, level) = small_trees::room();
        let eye = level.spawn.eye.as_vec3();
        let under_crosshair = |eye, forward| {
            let command = Action::SelectUnderCrosshair;
            choose(&tree, Selection::default(), command, eye, forward)
        };
        let hit = tree.cast(eye, eye - Vec3::Y * 100.0);
        let expected = hit.map(|hit| Selection {
            node: Some(hit.node),
            face: Some(hit.face),
        });
        assert!(expected.is_some());
        assert_eq!(under_crosshair(eye, Vec3::NEG_Y).ok(), expected);
        let outside = tree.bounds().max.as_vec3() + Vec3::ONE;
        assert!(under_crosshair(outside, Vec3::Y).is_err());
    }

    #[test]
    fn parents_and_children_find_each_other() {
        let (tree, _) = small_trees::room();
        let go = |node: NodeId, command: Action| {
            let selection = Selection {
                node: Some(node),
                face: Some(1),
            };
            choose(&tree, selection, command, Vec3::ZERO, Vec3::X).map(|selection| selection.node)
        };
        for id in 0..tree.node_count() {
            let Some(view) = tree.node(id) else {
                panic!("no node {id}")
            };
            for (child, command) in [(view.front, Action::SelectFront), (view.back, Action::SelectBack)] {
                match child {
                    Some(child) => {
                        assert_eq!(go(id, command), Ok(Some(child)));
                        assert_eq!(go(child, Action::SelectParent), Ok(Some(id)));
                    }
                    None => assert!(go(id, command).is_err_and(|reason| reason.contains(&id.to_string()))),
                }
            }
        }
        assert!(go(0, Action::SelectParent).is_err_and(|reason| reason.contains("root")));
        assert!(go(0, Action::SelectNode(tree.node_count())).is_err());
        assert_eq!(go(0, Action::ClearSelection), Ok(None));
    }
}

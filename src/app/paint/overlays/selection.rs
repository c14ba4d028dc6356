//! The selection after a change of the tree, and highlights of hovered nodes and planes.

use crate::app::host::prelude::*;
use bevy::prelude::*;
use bspwalk_geometry::Plane;
use bspwalk_trees::node_storing::NodeId;

/// Node under the pointer in the panel or the path. It is highlighted while the pointer is over it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hovered(pub Option<NodeId>);

/// Candidate plane under the pointer on the node card.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct PreviewedPlane(pub Option<(NodeId, Plane)>);

/// Selects the node that stores the selected face in a new tree or a new version of the level, where node indices may
/// differ.
pub(super) fn follow_tree(
    current: Shown<OpenedLevel>,
    mut program: ResMut<ProgramState>,
    mut hovered: ResMut<Hovered>,
) {
    if program.follow_trees(&current.level, &current.tree) {
        hovered.set_if_neq(Hovered(None));
    }
}

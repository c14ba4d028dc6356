//! Looking at the selection: either the eye moves to a position from which the selection is visible, or the model's
//! camera turns to it.

use bspwalk_text::{text, words::count};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::NodeId,
    solid_leaf::{LeafId, Pvs},
};
use glam::Vec2;

use super::{EyePose, Eyes, LookGoal, LookTarget, ModelView, View, half_angles};
use crate::{actions::Action, overlays::OverlayKind};

/// The level, and the eye that looks at a selection in it.
#[derive(Clone, Copy, Debug)]
pub struct Looking<'a> {
    /// Node-storing tree.
    pub tree: &'a NodeTree,
    /// Solid-leaf tree, if there is one.
    pub leaves: Option<&'a LeafTree>,
    /// PVS of the solid-leaf tree, if it is computed.
    pub pvs: Option<&'a Pvs>,
    /// The body whose eye may move or turn.
    pub eyes: Eyes,
    /// Tangents of half the first-person field of view, horizontally and vertically.
    pub tangents: Vec2,
    /// Centre and size of the area of the picture that is not covered by panels. The centre is in coordinates from -1
    /// to 1; the size is a fraction of the picture.
    pub free: [Vec2; 2],
    /// Whether the selected leaf is drawn.
    pub draws_leaf: bool,
}

impl Looking<'_> {
    /// Looks at the leaf if one is selected, otherwise at the node. If first person offers no good view, switches to
    /// the model.
    ///
    /// Returns the new first-person pose of the eye, and a message shown to the user. In the model, sets the camera's
    /// goal instead. `keys` returns the name of an action's key.
    pub fn look_at(
        &self,
        (node, leaf): (Option<NodeId>, Option<LeafId>),
        view: &mut ModelView,
        keys: impl Fn(Action) -> String,
    ) -> (Option<EyePose>, Option<String>) {
        let (sight, name) = match (leaf, node) {
            (Some(leaf), _) => (self.of_leaf(leaf), text!("look-leaf", leaf = count(leaf))),
            (None, Some(node)) => (
                LookTarget::of(self.tree, node),
                text!("look-plane", node = count(node)),
            ),
            (None, None) => {
                let select = keys(Action::SelectUnderCrosshair);
                return (None, Some(text!("look-select-first", select)));
            }
        };
        let Some(sight) = sight else {
            return (None, Some(text!("look-too-small", name)));
        };
        let [middle, share] = self.free;
        let mut told = None;
        if view.is_eye() {
            let half = (self.tangents * share).map(f32::atan);
            if let Some(mut pose) = sight.good_eye(self.tree, self.leaves, self.eyes, half) {
                // Centre the target in the uncovered part of the picture.
                let aside = (middle * self.tangents).map(f32::atan);
                pose.yaw += aside.x;
                pose.pitch = (pose.pitch - aside.y).clamp(-1.5, 1.5);
                if leaf.is_some() && !self.draws_leaf {
                    let key = keys(Action::Overlay(OverlayKind::Leaves.key()));
                    told = Some(text!("look-ahead", name, key));
                }
                return (Some(pose), told);
            }
            let model = keys(Action::ToggleModel);
            told = Some(if self.eyes.flies {
                text!("look-from-nowhere", name, model)
            } else {
                text!("look-on-foot", name, model)
            });
            view.view = View::Model;
        }
        let half = half_angles(self.tangents.x / self.tangents.y, share);
        let cut = view.cut_height(self.eyes.position.y);
        let pose = sight.best_orbit(self.tree, (view.orbit, cut), half, view.view == View::Plan);
        view.goal = Some(LookGoal {
            orbit: pose.orbit,
            cut: (pose.cut != cut).then_some(pose.cut),
        });
        view.orbit.get_or_insert(pose.orbit);
        (None, told)
    }

    /// Returns the target for a leaf. The eye may move to any leaf whose potentially visible set contains the target.
    fn of_leaf(&self, leaf: LeafId) -> Option<LookTarget> {
        let leaves = self.leaves?;
        let may_see = |&other: &LeafId| other != leaf && self.pvs.is_none_or(|pvs| pvs.visible(other, leaf));
        let others = leaves.empty_leaves().into_iter().filter(may_see);
        LookTarget::of_leaf(leaves, leaf, others)
    }
}

//! Film of the portal flow. The PVS is recomputed in the background to record the flow from one leaf.

use bspwalk_text::Localize;
use std::sync::Arc;

use bspwalk_trees::solid_leaf::{
    LeafId, LeafTree, OUTSIDE, PvsParams,
    pvs::{Pvs, PvsError, PvsFlow},
};
use glam::Vec3;

use crate::{
    background::LeafTreeData,
    identity::Identity,
    job::{Failure, Job},
    overlays::{OverlayKind, Overlays},
};

/// Key of a recording: the tree, the leaf whose portals are the sources, and the PVS limits.
type Of = (Identity<LeafTree>, LeafId, PvsParams);

/// The most recent recording of the portal flow from a leaf.
#[derive(Debug, Default)]
pub struct FlowRecording {
    job: Job<Of, PvsFlow>,
    recorded: Option<(Of, Arc<PvsFlow>)>,
}

impl FlowRecording {
    /// Records the flow from a leaf in the background, unless it is already recorded. `None` discards the
    /// recording.
    ///
    /// Returns whether a recording was added or removed.
    fn record(&mut self, wanted: Option<(&Arc<LeafTree>, LeafId, PvsParams)>) -> bool {
        let Some((tree, leaf, params)) = wanted else {
            self.job.cancel();
            return self.recorded.take().is_some();
        };
        let of = (Identity::of(tree), leaf, params);
        if self.recorded.as_ref().is_some_and(|(known, _)| *known == of) {
            return false;
        }
        let tree = Arc::clone(tree);
        self.job.request_cancellable(of.clone(), move |progress| {
            PvsFlow::of_tree(&tree, &params, leaf, progress).map_err(|error| match error {
                PvsError::Cancelled(_) => Failure::Cancelled,
                other => Failure::Failed(other.localized()),
            })
        });
        let Some(flow) = self.job.take() else { return false };
        self.recorded = Some((of, Arc::new(flow)));
        true
    }

    /// While the portal flow is shown, records the flow from the selected leaf, or from the eye's leaf if no empty leaf
    /// is selected. `eye` is in metres. Returns whether a recording was added or removed.
    pub fn follow(
        &mut self,
        overlays: &mut Overlays,
        built: Option<&LeafTreeData>,
        (selected, eye): (Option<LeafId>, Vec3),
        params: PvsParams,
    ) -> bool {
        let is_shown = overlays.is_on(OverlayKind::Flow);
        let built = built.filter(|built| is_shown && built.pvs.as_deref().is_some_and(can_record_flow));
        let wanted = built.and_then(|built| {
            let eye = built.tree.locate(eye.as_dvec3());
            Some((&built.tree, flow_leaf(&built.tree, selected, eye)?, params))
        });
        let is_new = self.record(wanted);
        if is_new {
            overlays.set_last_flow_step(self.flow().map(|flow| flow.last_moment()));
        }
        is_new
    }

    /// While portal costs are shown, counts the costs of all portals if this takes at most a few seconds. Returns
    /// whether counts have arrived.
    pub fn follow_costs(&mut self, is_shown: bool, built: Option<&LeafTreeData>, params: PvsParams) -> bool {
        let built = built.filter(|built| is_shown && built.pvs.as_deref().is_some_and(can_count_costs));
        // Keep finished counts for later use.
        (built.is_some() || self.is_busy()) && self.record_costs(built.map(|built| (&built.tree, params)))
    }

    /// Returns the most recent recording.
    pub fn flow(&self) -> Option<&Arc<PvsFlow>> {
        self.recorded.as_ref().map(|(_, flow)| flow)
    }

    /// Returns the most recent recording if it belongs to the given tree.
    pub fn flow_of(&self, tree: &Arc<LeafTree>) -> Option<&Arc<PvsFlow>> {
        let recorded = self.recorded.as_ref();
        let of_tree = recorded.filter(|((of, ..), _)| *of == Identity::of(tree));
        of_tree.map(|(_, flow)| flow)
    }

    /// Records the costs of all portals without steps, in the same way as [`FlowRecording::record`].
    ///
    /// The flow starts at the outside leaf, and its steps are not recorded.
    fn record_costs(&mut self, wanted: Option<(&Arc<LeafTree>, PvsParams)>) -> bool {
        self.record(wanted.map(|(tree, params)| (tree, OUTSIDE, params)))
    }

    /// Returns whether a flow is being recorded.
    pub fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

/// Maximum number of PVS steps for recording the flow in a web page. Recording takes a few hundredths of a second, and
/// the page is blocked meanwhile.
const STEPS_IN_PAGE: u64 = 20_000;

/// Returns whether the flow of a PVS can be recorded. Without threads, this is possible only if the PVS takes few
/// steps.
pub fn can_record_flow(pvs: &Pvs) -> bool {
    cfg!(not(target_family = "wasm")) || pvs.statistics().steps <= STEPS_IN_PAGE
}

/// Maximum number of PVS steps for counting portal costs automatically. This takes a few seconds on one thread.
const STEPS_FOR_COSTS: u64 = 1_000_000;

/// Returns whether the costs of portals can be counted in the background within a few seconds.
fn can_count_costs(pvs: &Pvs) -> bool {
    can_record_flow(pvs) && pvs.statistics().steps <= STEPS_FOR_COSTS
}

/// Returns the leaf whose flow is shown: the selected leaf if it is empty, otherwise the eye's leaf.
///
/// Returns `None` if the eye's leaf is also solid or outside.
pub fn flow_leaf(tree: &LeafTree, selected: Option<LeafId>, eye: LeafId) -> Option<LeafId> {
    let is_empty = |&leaf: &LeafId| leaf != OUTSIDE && leaf.0 < tree.leaf_count() && !tree.is_solid(leaf);
    selected.filter(is_empty).or(Some(eye).filter(is_empty))
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use bspwalk_testing::small_trees;

    use super::*;

    #[test]
    fn recording_replaces_flow_of_previous_leaf() {
        let (tree, _) = small_trees::leaf_tree();
        let leaves = tree.empty_leaves();
        let mut recording = FlowRecording::default();
        let params = PvsParams::default();
        for &leaf in &leaves[..2] {
            while !recording.record(Some((&tree, leaf, params))) {
                thread::sleep(Duration::from_millis(1));
            }
            let flow = recording.flow().expect("it has come");
            assert_eq!(flow.leaf, leaf);
            assert!(!flow.steps.is_empty() && !recording.is_busy());
            assert!(!recording.record(Some((&tree, leaf, params))), "it is there");
        }
        assert!(recording.flow_of(&tree).is_some());
        while !recording.record_costs(Some((&tree, params))) {
            thread::sleep(Duration::from_millis(1));
        }
        let costs = recording.flow_of(&tree).expect("they are counted");
        assert!(costs.steps.is_empty() && !costs.portals.is_empty());
        let other = Arc::new(LeafTree::clone(&tree));
        assert!(recording.flow_of(&other).is_none(), "of another tree");
        assert!(recording.record(None) && recording.flow().is_none());
        assert_eq!(flow_leaf(&tree, None, leaves[0]), Some(leaves[0]));
        assert_eq!(flow_leaf(&tree, Some(leaves[1]), leaves[0]), Some(leaves[1]));
        let solid = tree.leaf_ids().find(|&leaf| tree.is_solid(leaf));
        assert_eq!(flow_leaf(&tree, solid, leaves[0]), Some(leaves[0]));
        assert_eq!(flow_leaf(&tree, None, OUTSIDE), None);
    }
}

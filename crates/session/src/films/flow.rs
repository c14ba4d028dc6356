//! The film of the portal flow: the PVS is computed once more, beside the main thread, and what the flow does from a leaf is kept.

use std::sync::Arc;

use bspwalk_trees::solid_leaf::{
    LeafId, LeafTree, OUTSIDE, PvsParams,
    pvs::{Pvs, PvsError, PvsFlow},
};

use crate::{
    identity::Identity,
    job::{Failure, Job},
};

/// What a recording is of: the tree, the leaf whose portals are the sources, and the limits of the PVS.
type Of = (Identity<LeafTree>, LeafId, PvsParams);

/// The portal flow from a leaf, as it was recorded last.
#[derive(Debug, Default)]
pub struct FlowRecording {
    job: Job<Of, PvsFlow>,
    recorded: Option<(Of, Arc<PvsFlow>)>,
}

impl FlowRecording {
    /// Records the flow from a leaf where another is shown, in the background; `None` ends it. Returns whether one has come or gone.
    pub fn record(&mut self, wanted: Option<(&Arc<LeafTree>, LeafId, PvsParams)>) -> bool {
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
                other => Failure::Failed(other.to_string()),
            })
        });
        let Some(flow) = self.job.take() else { return false };
        self.recorded = Some((of, Arc::new(flow)));
        true
    }

    /// The flow that was recorded last.
    #[must_use]
    pub fn flow(&self) -> Option<&Arc<PvsFlow>> {
        self.recorded.as_ref().map(|(_, flow)| flow)
    }

    /// The flow that was recorded last, where it is of this tree.
    #[must_use]
    pub fn flow_of(&self, tree: &Arc<LeafTree>) -> Option<&Arc<PvsFlow>> {
        let recorded = self.recorded.as_ref();
        let of_tree = recorded.filter(|((of, ..), _)| *of == Identity::of(tree));
        of_tree.map(|(_, flow)| flow)
    }

    /// Records what all portals cost, as [`FlowRecording::record`] does, and no steps: none are kept from the outside.
    pub fn record_costs(&mut self, wanted: Option<(&Arc<LeafTree>, PvsParams)>) -> bool {
        self.record(wanted.map(|(tree, params)| (tree, OUTSIDE, params)))
    }

    /// Whether a flow is being recorded.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

/// Most steps of a PVS whose flow is recorded in a page, which stands still meanwhile: some hundredths of a second.
const STEPS_IN_PAGE: u64 = 20_000;

/// Whether the flow of a PVS can be recorded: without threads only where the PVS took few steps.
#[must_use]
pub fn can_record_flow(pvs: &Pvs) -> bool {
    cfg!(not(target_family = "wasm")) || pvs.statistics().steps <= STEPS_IN_PAGE
}

/// Most steps of a PVS whose portals' costs are counted without being asked for by themselves: some seconds of a thread.
const STEPS_FOR_COSTS: u64 = 1_000_000;

/// Whether what portals cost can be counted beside what is shown: where the flow can be recorded, and in some seconds.
#[must_use]
pub fn can_count_costs(pvs: &Pvs) -> bool {
    can_record_flow(pvs) && pvs.statistics().steps <= STEPS_FOR_COSTS
}

/// The leaf whose flow is shown: the selected one where it is empty, else that of the eye; `None` in something solid and outside.
#[must_use]
pub fn flow_leaf(tree: &LeafTree, selected: Option<LeafId>, eye: LeafId) -> Option<LeafId> {
    let is_empty = |&leaf: &LeafId| leaf != OUTSIDE && leaf < tree.leaf_count() && !tree.is_solid(leaf);
    selected.filter(is_empty).or(Some(eye).filter(is_empty))
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use bspwalk_testing::small_trees;

    use super::*;

    #[test]
    fn the_flow_of_another_leaf_replaces_that_of_the_first() {
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
        let solid = (0..tree.leaf_count()).find(|&leaf| tree.is_solid(leaf));
        assert_eq!(flow_leaf(&tree, solid, leaves[0]), Some(leaves[0]));
        assert_eq!(flow_leaf(&tree, None, OUTSIDE), None);
    }
}

//! Sums a measure over every subtree of the current tree in the background, and formats the results.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_explain::build_cost::cost_words;
use bspwalk_explain::icicle::{self, Costly};
use bspwalk_progress::Progress;
use bspwalk_text::{text, words};
use bspwalk_trees::node_storing::{Measure, SubtreeSums};

use crate::app::{host::prelude::*, input::settings::Settings};

/// Number of most expensive subtrees to list.
const COSTLIEST: usize = 10;

/// Sums of the selected measure over the subtrees of the current tree.
#[derive(Resource, Default)]
pub(super) struct TreeWeights {
    /// Latest sums and their tree.
    current: Option<(TreeId, Arc<SubtreeSums>)>,
    /// Most expensive subtrees by the current measure.
    pub(super) costliest: Vec<Costly>,
    job: Job<(TreeId, Measure), (SubtreeSums, Vec<Costly>)>,
}

impl TreeWeights {
    /// Returns the sums for a tree once they have been computed. Until then, returns the sums of the previous measure.
    pub(super) fn of(&self, tree_id: &TreeId) -> Option<&Arc<SubtreeSums>> {
        let (of, weights) = self.current.as_ref()?;
        (of == tree_id).then_some(weights)
    }
}

/// Computes the sums while the dock is open.
pub(super) fn compute_weights(
    (program, settings, current): (Res<ProgramState>, Res<Settings>, Shown<OpenedLevel>),
    mut weights: ResMut<TreeWeights>,
) {
    let ui = program.ui;
    let weights = weights.bypass_change_detection();
    if ui.dock {
        let (tree, measure) = (current.tree.clone(), settings.dock_measure);
        weights.job.request((current.tree_id(), measure), move || {
            let progress = Progress::default();
            // This job is never cancelled, so the default is unused.
            let weights = SubtreeSums::new(&tree, measure, &progress).unwrap_or_default();
            let costliest = icicle::costliest(&weights, &tree, COSTLIEST);
            (weights, costliest)
        });
    }
    if let Some((new, costliest)) = weights.job.take() {
        let tree_id = weights.job.wanted().map(|(tree_id, _)| tree_id.clone());
        weights.current = tree_id.map(|tree_id| (tree_id, Arc::new(new)));
        weights.costliest = costliest;
    }
}

/// Formats a value of a measure with its unit.
pub(super) fn amount_words(measure: Measure, amount: f64) -> String {
    let count = amount.max(0.0).round() as u64;
    match measure {
        Measure::Faces => words::count_with_noun(count, "face"),
        Measure::Nodes => words::count_with_noun(count, "node"),
        Measure::Cuts => words::count_with_noun(count, "cut"),
        Measure::Area => format!("{amount:.1} m²"),
        Measure::Cost => text!("dock-visits", amount = cost_words(amount)),
    }
}

/// Formats a share from 0 to 1 as a percentage.
pub(super) fn share_words(share: f64) -> String {
    match share * 100.0 {
        percent if percent <= 0.0 => text!("dock-nothing").into(),
        percent if percent < 0.01 => text!("dock-less-than").into(),
        percent if percent < 9.95 => format!("{percent:.2} %"),
        percent => format!("{percent:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_units_and_shares_are_readable() {
        for (measure, amount, expected) in [
            (Measure::Faces, 1.0, "1 face"),
            (Measure::Cuts, 1234.0, "1,234 cuts"),
            (Measure::Area, 12.34, "12.3 m²"),
            (Measure::Cost, 53.333, "53.33 visits"),
        ] {
            assert_eq!(amount_words(measure, amount), expected);
        }
        for (share, expected) in [
            (0.0, "0 %"),
            (0.5, "50 %"),
            (0.0123, "1.23 %"),
            (1.0e-7, "less than 0.01 %"),
        ] {
            assert_eq!(share_words(share), expected);
        }
    }
}

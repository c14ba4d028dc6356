//! Costs of the portals in the PVS computation, as reported by `info --portal-costs`.

use bspwalk_overlays::flow::costliest;
use bspwalk_session::Opened;
use bspwalk_text::{Localize, text, words::count_with_noun};
use bspwalk_trees::solid_leaf::{LeafId, PortalId, pvs::PvsFlow};
use serde::Serialize;

use super::{
    error::CliError,
    progress_bar,
    report::{Report, Table},
};

/// Maximum number of portals in the JSON document.
const MOST: usize = 100;

/// Maximum number of portals in the table.
const LISTED: usize = 5;

/// Invalid leaf index, with which the flow does not record its steps.
const NO_LEAF: LeafId = LeafId(u32::MAX);

/// The report. Later versions only add keys. Lengths are in metres, areas in square metres.
#[derive(Serialize)]
pub(super) struct PortalCosts {
    /// Total number of PVS steps, for portals, random lines and occlusion by solid leaves.
    steps: u64,
    /// Number of steps in the searches from all portals.
    portal_steps: u64,
    /// Number of random lines. Each is one step.
    lines: u64,
    /// Number of steps in the search for leaves hidden by solid leaves.
    occlusion: u64,
    /// The most expensive portals, at most [`MOST`].
    costliest: Vec<PortalCost>,
    #[serde(skip)]
    sentences: Vec<String>,
}

#[derive(Serialize)]
struct PortalCost {
    portal: PortalId,
    leaves: [LeafId; 2],
    /// Minimum width of the portal.
    width: f64,
    area: f64,
    /// Number of steps, summed over both directions of the portal.
    steps: u64,
    /// Fraction of the steps of all portals.
    share: f64,
}

impl PortalCosts {
    /// Recomputes the PVS and counts the steps.
    pub(super) fn of(opened: &Opened) -> Result<Self, CliError> {
        let tree = &opened.leaves()?.tree;
        let params = &opened.params.pvs;
        let flow =
            progress_bar::with_progress_bar(|progress| PvsFlow::of_tree(tree, params, NO_LEAF, progress))
                .map_err(|error| CliError::Failed(text!("usage-flow-failed", error = error.localized())))?;
        let costs = costliest(&flow, MOST);
        Ok(Self {
            steps: flow.pvs.statistics().steps,
            portal_steps: flow.flow_steps(),
            lines: flow.lines,
            occlusion: flow.occlusion,
            sentences: costs
                .iter()
                .take(LISTED)
                .map(bspwalk_overlays::flow::Cost::sentence)
                .collect(),
            costliest: costs
                .iter()
                .map(|cost| PortalCost {
                    portal: cost.portal.portal,
                    leaves: cost.portal.leaves,
                    width: cost.width,
                    area: cost.area,
                    steps: cost.steps,
                    share: cost.share,
                })
                .collect(),
        })
    }
}

impl Report for PortalCosts {
    fn add_rows(&self, table: &mut Table) {
        let (portals, steps) = (self.portal_steps, count_with_noun(self.steps, "step"));
        let (lines, solid) = (self.lines, self.occlusion);
        let flow = text!("report-flow", portals, steps, lines, solid);
        table.row(text!("row-portal-flow"), flow);
        for sentence in &self.sentences {
            table.row("", sentence);
        }
    }
}

//! What each portal cost while the PVS was computed, as `info --portal-costs` reports it.

use bspwalk_overlays::flow::costliest;
use bspwalk_progress::words::counted;
use bspwalk_session::Opened;
use bspwalk_text::text;
use bspwalk_trees::solid_leaf::{LeafId, pvs::PvsFlow};
use serde::Serialize;

use super::{error::CliError, progress_bar, report::Table};

/// At most this many portals are in the JSON document.
const MOST: usize = 100;

/// At most this many are in the table.
const LISTED: usize = 5;

/// No leaf: what the flow does step by step is not kept.
const NO_LEAF: LeafId = LeafId::MAX;

/// Keys are only ever added; lengths in metres, areas in square metres.
#[derive(Serialize)]
pub(super) struct PortalCosts {
    /// Steps of the PVS in all: those of portals, of lines and among solid leaves.
    steps: u64,
    /// Steps that the searches of all portals took.
    portal_steps: u64,
    /// Random lines, each a step.
    lines: u64,
    /// Steps of the search for what solid leaves hide.
    occlusion: u64,
    /// The costliest portals, at most [`MOST`].
    costliest: Vec<PortalCost>,
    #[serde(skip)]
    sentences: Vec<String>,
}

#[derive(Serialize)]
struct PortalCost {
    portal: u32,
    leaves: [LeafId; 2],
    /// The least width.
    width: f64,
    area: f64,
    /// In both directions.
    steps: u64,
    /// Of the steps of all portals.
    share: f64,
}

impl PortalCosts {
    /// Computes the PVS once more and counts.
    pub(super) fn of(opened: &Opened) -> Result<Self, CliError> {
        let tree = &opened.leaves()?.tree;
        let params = &opened.params.pvs;
        let flow = progress_bar::shown(|progress| PvsFlow::of_tree(tree, params, NO_LEAF, progress))
            .map_err(|error| CliError::Failed(text!("usage-flow-failed", error)))?;
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

    pub(super) fn add_rows(&self, table: &mut Table) {
        table.row(
            text!("row-portal-flow"),
            text!(
                "report-flow",
                portals = self.portal_steps,
                steps = counted(self.steps, "step"),
                lines = self.lines,
                solid = self.occlusion
            ),
        );
        for sentence in &self.sentences {
            table.row("", sentence);
        }
    }
}

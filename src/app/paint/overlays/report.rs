//! Statistics of the drawn overlays and of the current tree, for the legends and the panel.

use std::sync::Arc;

use bevy::{platform::collections::HashMap, prelude::*};
use bspwalk_overlays::tree_stats::{NodeFaces, TreeFigures};
use bspwalk_overlays::{heat, planes::legend::Planes};
use bspwalk_session::overlays::OverlayKind;

use crate::app::host::prelude::*;

/// Statistics of the drawn overlays.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct OverlayReport {
    /// Number of painted units, and total number of units in painter's order.
    pub(in crate::app) painted: [usize; 2],
    busy: HashMap<OverlayKind, bool>,
    /// Whether the section in the model view is still being computed.
    pub(in crate::app) section_busy: bool,
    /// Whether a build film step is still being computed or drawn.
    pub(in crate::app) film_busy: bool,
    /// Counts of the drawn splitting planes.
    pub planes: Planes,
    /// Number of visible labels per overlay.
    pub(in crate::app) labels: HashMap<OverlayKind, usize>,
    /// Number of splitting planes drawn as lines on the model's section, and number of leaves labelled in painter's
    /// order.
    pub(in crate::app) on_the_cut: [usize; 2],
    /// Face counts of the selected node, once known.
    pub(in crate::app) faces: Option<NodeFaces>,
}

impl OverlayReport {
    /// Returns the number of visible labels of an overlay.
    #[must_use]
    pub fn labels(&self, kind: OverlayKind) -> usize {
        self.labels.get(&kind).copied().unwrap_or_default()
    }

    /// Returns whether any overlay, section or film step is still being computed.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.section_busy || self.film_busy || self.busy.values().any(|&busy| busy)
    }

    /// Returns whether an overlay is still being computed. Overlays that share a job are busy at the same time.
    #[must_use]
    pub fn is_overlay_busy(&self, kind: OverlayKind) -> bool {
        let job = match kind {
            kind if heat::measure(kind).is_some() => OverlayKind::Cost,
            OverlayKind::Nodes | OverlayKind::Depth | OverlayKind::Triangles | OverlayKind::Fragments => {
                OverlayKind::Wireframe
            }
            OverlayKind::SolidCover | OverlayKind::SolidCut | OverlayKind::SolidResult => {
                OverlayKind::SolidEvidence
            }
            kind => kind,
        };
        let is_on_the_cut = matches!(kind, OverlayKind::Planes | OverlayKind::Painter);
        (self.section_busy && is_on_the_cut) || self.busy.get(&job).copied().unwrap_or_default()
    }

    /// Records whether an overlay is still being computed.
    pub fn set_busy(&mut self, kind: OverlayKind, busy: bool) {
        self.busy.insert(kind, busy);
    }
}

/// Statistics of the current tree.
#[derive(Resource, Default, Deref)]
pub struct CurrentTreeStats {
    /// Statistics of the subtrees, each depth and the whole tree.
    #[deref]
    pub figures: Arc<TreeFigures>,
    /// Tree that the statistics describe.
    pub tree_id: Option<TreeId>,
    job: Job<TreeId, TreeFigures>,
}

pub(in crate::app) fn count_tree(current: Shown<OpenedLevel>, mut tree_stats: ResMut<CurrentTreeStats>) {
    let CurrentTreeStats {
        figures,
        tree_id,
        job,
    } = tree_stats.bypass_change_detection();
    let tree = current.tree.clone();
    job.request(current.tree_id(), move || TreeFigures::new(&tree));
    if let Some(counted) = job.take() {
        *figures = Arc::new(counted);
        *tree_id = job.wanted().cloned();
    }
}

//! Figures of the drawn overlays, for the legends.

use bevy::{platform::collections::HashMap, prelude::*};
use bspwalk_overlays::{node_faces::NodeFaces, planes::legend::Planes};
use bspwalk_session::overlays::OverlayKind;

/// Figures of the drawn overlays.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct OverlayReport {
    /// Numbers of painted units and of all units in painter's order.
    pub(super) painted: [usize; 2],
    pub(super) busy: HashMap<OverlayKind, bool>,
    /// Whether the section of the model view is still being computed.
    pub(super) section_busy: bool,
    /// Whether a step of the build film is still being searched for or drawn.
    pub(super) film_busy: bool,
    /// Drawn splitting planes.
    pub planes: Planes,
    /// Number of visible labels of each overlay.
    pub(super) labels: HashMap<OverlayKind, usize>,
    /// Numbers of splitting planes drawn as lines on the model's section, and of its leaves numbered in painter's
    /// order.
    pub(super) on_the_cut: [usize; 2],
    /// Face counts of the selected node, once they are known.
    pub(in crate::app) faces: Option<NodeFaces>,
}

impl OverlayReport {
    /// Records the numbers of painted units and of all units in painter's order.
    pub fn set_painted(&mut self, counts: [usize; 2]) {
        self.painted = counts;
    }

    /// Returns the number of visible labels of an overlay.
    #[must_use]
    pub fn labels(&self, kind: OverlayKind) -> usize {
        self.labels.get(&kind).copied().unwrap_or_default()
    }

    /// Records the numbers of visible labels.
    pub fn set_labels(&mut self, labels: HashMap<OverlayKind, usize>) {
        self.labels = labels;
    }

    /// Returns the numbers of splitting planes drawn as lines on the model's section, and of its leaves numbered in
    /// painter's order.
    #[must_use]
    pub fn on_the_cut(&self) -> [usize; 2] {
        self.on_the_cut
    }

    /// Records how many objects of the section request a label: planes, and leaves in painter's order.
    pub fn set_on_the_cut(&mut self, things: [usize; 2]) {
        self.on_the_cut = things;
    }

    /// Returns whether something is still being computed.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.section_busy || self.film_busy || self.busy.values().any(|&busy| busy)
    }

    /// Returns whether an overlay is still being computed. Overlays that share a job are busy together.
    #[must_use]
    pub fn is_overlay_busy(&self, kind: OverlayKind) -> bool {
        let job = match kind {
            OverlayKind::Tests
            | OverlayKind::SlideCost
            | OverlayKind::LeavesSeen
            | OverlayKind::FacesDrawn => OverlayKind::Cost,
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

    /// Records whether the section of the model view is still being computed.
    pub fn set_section_busy(&mut self, busy: bool) {
        self.section_busy = busy;
    }

    /// Records whether a step of the build film is still being searched for or drawn.
    pub fn set_film_busy(&mut self, busy: bool) {
        self.film_busy = busy;
    }

    /// Records whether an overlay is still being computed.
    pub fn set_busy(&mut self, kind: OverlayKind, busy: bool) {
        self.busy.insert(kind, busy);
    }
}

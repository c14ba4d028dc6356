//! What the overlays have drawn, for the legends.

use bevy::{platform::collections::HashMap, prelude::*};
use bspwalk_overlays::node_faces::NodeFaces;
use bspwalk_session::overlays::OverlayKind;

/// What the overlays have drawn.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct OverlayReport {
    pub(super) counts: HashMap<OverlayKind, [usize; 2]>,
    pub(super) busy: HashMap<OverlayKind, bool>,
    /// Whether the section of the model view is still being computed.
    pub(super) section_busy: bool,
    /// Whether a step of the film of the build is still being found or drawn.
    pub(super) film_busy: bool,
    /// The depths over which the colours of the planes spread.
    pub plane_depths: [u32; 2],
    /// Whether the planes are those of the selected node and its ancestors.
    pub planes_of_selection: bool,
    /// Whether one of the planes is level.
    pub has_level_plane: bool,
    /// How many labels of an overlay stand on the screen.
    pub(super) labels: HashMap<OverlayKind, usize>,
    /// How many splitting planes are lines on the section of the model, and how many of its leaves have a place in the
    /// painter's order.
    pub(super) on_the_cut: [usize; 2],
    /// The faces that the selected node divides, once they are counted.
    pub(in crate::app) faces: Option<NodeFaces>,
}

impl OverlayReport {
    /// How many things an overlay draws, and how many there would be without a limit.
    #[must_use]
    pub fn counts(&self, kind: OverlayKind) -> [usize; 2] {
        self.counts.get(&kind).copied().unwrap_or_default()
    }

    /// Records how many things an overlay draws, and how many there would be without a limit.
    pub fn count(&mut self, kind: OverlayKind, counts: [usize; 2]) {
        self.counts.insert(kind, counts);
    }

    /// How many labels of an overlay stand on the screen.
    #[must_use]
    pub fn labels(&self, kind: OverlayKind) -> usize {
        self.labels.get(&kind).copied().unwrap_or_default()
    }

    /// Records how many labels of overlays stand on the screen.
    pub fn set_labels(&mut self, labels: HashMap<OverlayKind, usize>) {
        self.labels = labels;
    }

    /// How many splitting planes are lines on the section of the model, and how many of its leaves have a place in the
    /// painter's order.
    #[must_use]
    pub fn on_the_cut(&self) -> [usize; 2] {
        self.on_the_cut
    }

    /// Records how many things of the section ask for a label: planes, and leaves in painter's order.
    pub fn set_on_the_cut(&mut self, things: [usize; 2]) {
        self.on_the_cut = things;
    }

    /// Whether something is still being computed.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.section_busy || self.film_busy || self.busy.values().any(|&busy| busy)
    }

    /// Whether an overlay is still being computed. Overlays that share a job are busy together.
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

    /// Records whether a step of the film of the build is still being found or drawn.
    pub fn set_film_busy(&mut self, busy: bool) {
        self.film_busy = busy;
    }

    /// Records whether an overlay is still being computed.
    pub fn set_busy(&mut self, kind: OverlayKind, busy: bool) {
        self.busy.insert(kind, busy);
    }
}

//! State of the page: the drawing and the view of it.

use bspwalk_levels::color::palette::Palette;
use bspwalk_trees::planar::{NodeId, PlanarTree, RegionError};
use glam::DVec2;

use super::{
    canvas_view::View,
    drawing::{self, Drawing},
    measure::Measured,
};

/// The drawing and the view of it.
#[derive(Default)]
pub(super) struct PageState {
    pub(super) drawing: Drawing,
    /// Whether a click begins a loop.
    pub(super) draws: bool,
    pub(super) dragged: Option<drawing::Corner>,
    pub(super) view: Option<View>,
    /// Point to locate: the last position of the pointer over the canvas.
    pub(super) probe: DVec2,
    /// Number of nodes shown; `None` for all.
    pub(super) step: Option<usize>,
    /// Node whose line is highlighted.
    pub(super) marked: Option<NodeId>,
    pub(super) hovered_in_tree: Option<NodeId>,
    pub(super) measured: Option<(u64, Measured)>,
    pub(super) palette: Palette,
}

impl PageState {
    /// Returns how many nodes are shown.
    pub(super) fn shown_nodes(&self, tree: &PlanarTree) -> usize {
        let all = tree.nodes().len();
        self.step.map_or(all, |step| step.min(all))
    }
}

/// Returns the name of an edge: a letter as in the example with ten edges, and a number after Z.
pub(super) fn edge_name(edge: usize) -> String {
    match u8::try_from(edge) {
        Ok(edge @ 0..26) => char::from(b'A' + edge).to_string(),
        _ => edge.to_string(),
    }
}

/// Returns the position of a fault.
pub(super) fn place(error: &RegionError, loops: &[Vec<DVec2>]) -> Option<DVec2> {
    match *error {
        RegionError::NotFinite { .. } => None,
        RegionError::Repeated { at, .. }
        | RegionError::Crossing { at, .. }
        | RegionError::Open { at }
        | RegionError::Branching { at, .. } => Some(at),
        RegionError::TooFewCorners { loop_index, .. } | RegionError::Winding { loop_index, .. } => {
            loops.get(loop_index).and_then(|corners| corners.first().copied())
        }
    }
}

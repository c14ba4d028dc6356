//! The steps of deciding which leaves are solid, with their colours and values.

use bspwalk_trees::solid_leaf::LeafAdjacency;

use crate::prelude::*;

/// A step of deciding which leaves are solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolidityStep {
    /// Winding number of each leaf.
    Evidence,
    /// Fraction of each interface that faces cover.
    Cover,
    /// Minimum cut.
    Cut,
    /// Solid leaves, and faces that contradict the decision.
    Result,
}

impl SolidityStep {
    /// Returns the step that an overlay shows; `None` for other overlays.
    pub const fn of(kind: OverlayKind) -> Option<Self> {
        match kind {
            OverlayKind::SolidEvidence => Some(Self::Evidence),
            OverlayKind::SolidCover => Some(Self::Cover),
            OverlayKind::SolidCut => Some(Self::Cut),
            OverlayKind::SolidResult => Some(Self::Result),
            _ => None,
        }
    }

    /// Returns the overlay that shows the step.
    pub const fn kind(self) -> OverlayKind {
        match self {
            Self::Evidence => OverlayKind::SolidEvidence,
            Self::Cover => OverlayKind::SolidCover,
            Self::Cut => OverlayKind::SolidCut,
            Self::Result => OverlayKind::SolidResult,
        }
    }

    /// Returns whether the step shows leaves, rather than the interfaces between them.
    pub(crate) const fn is_of_leaves(self) -> bool {
        matches!(self, Self::Evidence | Self::Result)
    }
}

/// Returns the colour of a winding number. The scale runs from empty space (0.5 below `level`) to solid space (0.5
/// above `level`).
pub fn evidence_color(number: f64, level: f64, palette: Palette) -> Rgb {
    palette.measure(EMPTY * (0.5 + level - number).clamp(0.0, 1.0) as f32)
}

/// Returns the colour of an interface. `share` is the fraction of it that faces cover, 0 to 1.
pub fn cover_color(share: f64, palette: Palette) -> Rgb {
    palette
        .contact()
        .mix(palette.face(), share.clamp(0.0, 1.0) as f32)
}

/// Position on the measured-value ramp of the colour for empty leaves. It is before the yellow, which marks the
/// selection.
const EMPTY: f32 = 0.8;

/// Returns the colour of definitely empty space.
pub(crate) fn empty(palette: Palette) -> Rgb {
    palette.measure(EMPTY)
}

/// Returns the colour of definitely solid space, which is as dark as solid leaves in the model view.
pub(crate) fn solid(palette: Palette) -> Rgb {
    palette.measure(0.0)
}

/// Returns the fraction of an interface that faces cover, 0 to 1.
pub fn covered_share(adjacency: &LeafAdjacency) -> f64 {
    let covered = adjacency.area - adjacency.open_area();
    if adjacency.area > 0.0 {
        (covered / adjacency.area).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// Formats a winding number with two decimals. Never returns "-0.00".
pub(crate) fn format_winding_number(number: f64) -> String {
    format!("{:.2}", (number * 100.0).round() / 100.0 + 0.0)
}

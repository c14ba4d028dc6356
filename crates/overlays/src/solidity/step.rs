//! The steps of the decision, their colours and their figures.

use bspwalk_levels::color::palette::{Palette, Rgb};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::solid_leaf::LeafAdjacency;

/// A step of the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// What the winding number of each leaf says.
    Evidence,
    /// How much of each interface faces cover.
    Cover,
    /// Where the minimum cut runs.
    Cut,
    /// Which leaves are solid, and which faces contradict it.
    Result,
}

impl Step {
    /// The step that an overlay shows; `None` for other overlays.
    #[must_use]
    pub const fn of(kind: OverlayKind) -> Option<Self> {
        match kind {
            OverlayKind::SolidEvidence => Some(Self::Evidence),
            OverlayKind::SolidCover => Some(Self::Cover),
            OverlayKind::SolidCut => Some(Self::Cut),
            OverlayKind::SolidResult => Some(Self::Result),
            _ => None,
        }
    }

    /// The overlay that shows it.
    #[must_use]
    pub const fn kind(self) -> OverlayKind {
        match self {
            Self::Evidence => OverlayKind::SolidEvidence,
            Self::Cover => OverlayKind::SolidCover,
            Self::Cut => OverlayKind::SolidCut,
            Self::Result => OverlayKind::SolidResult,
        }
    }

    /// Whether it is about leaves, rather than about the interfaces between them.
    pub(crate) const fn is_of_leaves(self) -> bool {
        matches!(self, Self::Evidence | Self::Result)
    }
}

/// The colour of a winding number: that of empty space half a turn below the level and less, that of solid space half a turn
/// above it and more.
#[must_use]
pub fn evidence_color(number: f64, level: f64, palette: Palette) -> Rgb {
    palette.measure(EMPTY * (0.5 + level - number).clamp(0.0, 1.0) as f32)
}

/// The colour of an interface of which faces cover a share from 0 to 1.
#[must_use]
pub fn cover_color(share: f64, palette: Palette) -> Rgb {
    palette
        .contact()
        .mix(palette.face(), share.clamp(0.0, 1.0) as f32)
}

/// The share of the ramp of what is measured at which empty leaves stand: before the yellow, which the selection has.
const EMPTY: f32 = 0.8;

/// The colour of what is surely empty.
pub(crate) fn empty(palette: Palette) -> Rgb {
    palette.measure(EMPTY)
}

/// The colour of what is surely solid: dark, as solid leaves are in the model.
pub(crate) fn solid(palette: Palette) -> Rgb {
    palette.measure(0.0)
}

/// The share of an interface that faces cover, 0 to 1.
#[must_use]
pub fn covered_share(adjacency: &LeafAdjacency) -> f64 {
    let covered = adjacency.area - adjacency.open_area();
    if adjacency.area > 0.0 {
        (covered / adjacency.area).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// A winding number with two decimals; never -0.00.
pub(crate) fn figure(number: f64) -> String {
    format!("{:.2}", (number * 100.0).round() / 100.0 + 0.0)
}

//! Text about brushes and about savings.

use bspwalk_levels::MapBrush;
use bspwalk_text::{
    text,
    words::{count, count_with_noun, milliseconds},
};
use serde::Serialize;

use super::{MapFigures, Saving};
use crate::difference::{VisiblePairs, format_signed_change};

/// Increase in the visible fraction of space above which brushes count as occluders.
const NOTABLE: f64 = 0.01;

/// Recommendation to make brushes detail, or to keep them structural. The variants are in order, with the best
/// candidates for detail first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Make them detail: this saves PVS steps or, if their number does not change, portals or leaves.
    MakeDetail,
    /// Keep them structural: nothing is saved.
    SavesNothing,
    /// Keep them structural: they hide parts of the level.
    Hides,
    /// Keep them structural: they seal the level.
    Leaks,
}

impl Saving {
    /// Formats the changes: "leaves −4, portals −9, visible pairs −30, PVS steps −1,204".
    #[must_use]
    pub fn changes(&self) -> String {
        changes(&self.figures, &self.visible)
    }

    /// Formats the computation times of the PVS before and after the change, as measured in this run.
    #[must_use]
    pub fn times(&self) -> String {
        let [before, after] = self
            .figures
            .each_ref()
            .map(|figures| milliseconds(figures.pvs_ms));
        text!("brush-times", before, after)
    }

    /// Returns the recommendation for the brushes.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let [before, after] = self.figures;
        if self.opens {
            Verdict::Leaks
        } else if after.seen_share > before.seen_share + NOTABLE {
            Verdict::Hides
        } else if self.added() < [0; 3] {
            Verdict::MakeDetail
        } else {
            Verdict::SavesNothing
        }
    }

    /// Returns the recommendation and its reason, without a full stop: "change to detail to save 1,204 PVS steps,
    /// 9 portals, 12 leaves".
    #[must_use]
    pub fn advice(&self) -> String {
        if let Some(reason) = self.warning() {
            return text!("brush-keep-structural", reason);
        }
        let saved = |added: i128| u64::try_from(-added).ok().filter(|&saved| saved > 0);
        let [steps, portals, leaves] = self.added().map(saved);
        let saved = [
            steps.map(|steps| count_with_noun(steps, "pvs step")),
            portals.map(|portals| count_with_noun(portals, "portal")),
            leaves.map(|leaves| count_with_noun(leaves, "leaf")),
        ];
        let saved: Vec<String> = saved.into_iter().flatten().collect();
        text!("brush-make-detail", saved = saved.join(text!("text-list")))
    }

    /// Returns the reason for keeping the brushes structural, as a clause: the level would leak, they hide something,
    /// or nothing is saved.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let [before, after] = self.figures;
        match self.verdict() {
            Verdict::MakeDetail => None,
            Verdict::Leaks => {
                let count = count(self.brushes.len() as u64);
                Some(text!("brush-warning-leaks", count))
            }
            Verdict::Hides => {
                let [before, after] = [before, after].map(|figures| 100.0 * figures.seen_share);
                Some(text!(
                    "brush-warning-hides-nothing",
                    before = format_args!("{before:.1}"),
                    after = format_args!("{after:.1}")
                ))
            }
            Verdict::SavesNothing if after.pvs_steps > before.pvs_steps => {
                let steps = count_with_noun(after.pvs_steps - before.pvs_steps, "pvs step");
                Some(text!("brush-warning-costs", steps))
            }
            Verdict::SavesNothing => Some(text!("brush-warning-nothing-saved").to_owned()),
        }
    }
}

/// Formats the changes of figures and of visible pairs: "leaves −4, portals −9, visible pairs −30, PVS steps −1,204".
pub(super) fn changes(figures: &[MapFigures; 2], visible: &VisiblePairs) -> String {
    let pair = |figure: fn(&MapFigures) -> u64| figures.each_ref().map(figure);
    let changes = [
        (
            text!("brush-figure-leaves"),
            pair(|figures| figures.leaves.into()),
        ),
        (
            text!("brush-figure-portals"),
            pair(|figures| figures.portals.into()),
        ),
        (text!("brush-figure-cuts"), pair(|figures| figures.cuts.into())),
        (
            text!("brush-figure-visible-pairs"),
            [visible.before, visible.after],
        ),
        (text!("brush-figure-pvs-steps"), pair(|figures| figures.pvs_steps)),
    ];
    let changes = changes.map(|(what, pair)| format!("{what} {}", format_signed_change(pair)));
    changes.join(text!("text-list"))
}

/// Formats the bounds of a brush in the units and axes of the map: "(-8 64 0) to (8 128 192)". The text is empty for a
/// brush without bounds.
#[must_use]
pub fn map_box(brush: &MapBrush) -> String {
    let Some(bounds) = brush.bounds else {
        return String::new();
    };
    let [min, max] = bounds.map(|corner| {
        let [x, y, z] = ((corner * 100.0).round() / 100.0 + 0.0).to_array();
        format!("({x} {y} {z})")
    });
    text!("brush-box", min, max)
}

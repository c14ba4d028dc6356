//! Brushes and savings in words.

use bspwalk_levels::MapBrush;
use bspwalk_progress::words::{count, milliseconds};

use super::Saving;

/// A brush is said to hide something where as detail so much more of the space is seen.
const NOTABLE: f64 = 0.01;

/// "−12" where there are fewer after, "+3" where there are more, "±0" where it stays.
fn signed([before, after]: [u64; 2]) -> String {
    match before.cmp(&after) {
        std::cmp::Ordering::Less => format!("+{}", count(after - before)),
        std::cmp::Ordering::Equal => "±0".to_owned(),
        std::cmp::Ordering::Greater => format!("−{}", count(before - after)),
    }
}

impl Saving {
    /// The changes of the figures: "leaves −4, portals −9, visible pairs −30, PVS steps −1,204".
    #[must_use]
    pub fn changes(&self) -> String {
        let pair = |figure: fn(&super::MapFigures) -> u64| self.figures.each_ref().map(figure);
        let changes = [
            ("leaves", pair(|figures| figures.leaves.into())),
            ("portals", pair(|figures| figures.portals.into())),
            ("cuts", pair(|figures| figures.cuts.into())),
            ("visible pairs", [self.visible.before, self.visible.after]),
            ("PVS steps", pair(|figures| figures.pvs_steps)),
        ];
        let changes = changes.map(|(what, pair)| format!("{what} {}", signed(pair)));
        changes.join(", ")
    }

    /// How long the PVS took before and after, as measured here and now.
    #[must_use]
    pub fn times(&self) -> String {
        let [before, after] = self
            .figures
            .each_ref()
            .map(|figures| milliseconds(figures.pvs_ms));
        format!("PVS in {before} → {after}")
    }

    /// What speaks against it: that the level leaks, that brushes hide something, or that nothing is saved. One sentence.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let they = if self.brushes.len() == 1 {
            "it seals"
        } else {
            "they seal"
        };
        let [before, after] = self.figures;
        if self.opens {
            return Some(format!(
                "as detail the level leaks: {they} the level against the outside"
            ));
        }
        if after.seen_share > before.seen_share + NOTABLE {
            let [before, after] = [before, after].map(|figures| 100.0 * figures.seen_share);
            return Some(format!(
                "detail hides nothing: {before:.1} % of the space are seen from the mean place now, and {after:.1} % then"
            ));
        }
        (after.leaves >= before.leaves
            && after.portals >= before.portals
            && after.pvs_steps >= before.pvs_steps)
            .then(|| "nothing is saved".to_owned())
    }
}

/// A box in the units and axes of a map: "(-8 64 0) to (8 128 192)"; empty for a brush without one.
#[must_use]
pub fn map_box(brush: &MapBrush) -> String {
    let Some(bounds) = brush.bounds else {
        return String::new();
    };
    let [min, max] = bounds.map(|corner| {
        let [x, y, z] = ((corner * 100.0).round() / 100.0 + 0.0).to_array();
        format!("({x} {y} {z})")
    });
    format!("{min} to {max}")
}

//! Brushes and savings in words.

use bspwalk_levels::MapBrush;
use bspwalk_progress::words::{count, milliseconds};
use bspwalk_text::text;

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
                [self.visible.before, self.visible.after],
            ),
            (text!("brush-figure-pvs-steps"), pair(|figures| figures.pvs_steps)),
        ];
        let changes = changes.map(|(what, pair)| format!("{what} {}", signed(pair)));
        changes.join(text!("text-list"))
    }

    /// How long the PVS took before and after, as measured here and now.
    #[must_use]
    pub fn times(&self) -> String {
        let [before, after] = self
            .figures
            .each_ref()
            .map(|figures| milliseconds(figures.pvs_ms));
        text!("brush-times", before, after)
    }

    /// What speaks against it: that the level leaks, that brushes hide something, or that nothing is saved. One sentence.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let [before, after] = self.figures;
        if self.opens {
            let count = count(self.brushes.len() as u64);
            return Some(text!("brush-warning-leaks", count));
        }
        if after.seen_share > before.seen_share + NOTABLE {
            let [before, after] = [before, after].map(|figures| 100.0 * figures.seen_share);
            return Some(text!(
                "brush-warning-hides-nothing",
                before = format_args!("{before:.1}"),
                after = format_args!("{after:.1}")
            ));
        }
        (after.leaves >= before.leaves
            && after.portals >= before.portals
            && after.pvs_steps >= before.pvs_steps)
            .then(|| text!("brush-warning-nothing-saved").to_owned())
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
    text!("brush-box", min, max)
}

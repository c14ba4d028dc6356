//! Measures what the hint brushes of a map save, by rebuilding the map without each of them.

use std::sync::Arc;

use bspwalk_levels::BrushPart;
use bspwalk_progress::Progress;
use bspwalk_text::{text, words::count_with_noun};
use serde::Serialize;

use super::{
    built::{BuiltMap, MapFigures, MapInput},
    error::SurveyError,
    survey::{BrushCostSurvey, measure_each},
    words::changes,
};
use crate::difference::{Difference, VisiblePairs};

/// Change of the mean visible fraction of the space that makes a hint worthwhile.
const NOTABLE: f64 = 1.0e-4;

/// The effect of a hint brush: the level without it, and with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HintEffect {
    /// Number of the brush in the file.
    pub brush: u32,
    /// Statistics without and with the brush.
    pub figures: [MapFigures; 2],
    /// Comparison of the pairs of leaves that see each other without and with the brush.
    pub visible: VisiblePairs,
}

impl BrushCostSurvey {
    /// Returns the numbers of the hint brushes, in file order.
    #[must_use]
    pub fn hints(&self) -> Vec<u32> {
        let brushes = (0..).zip(&self.map.brushes);
        let hints = brushes.filter(|(_, brush)| brush.part == BrushPart::Hint);
        hints.map(|(number, _)| number).collect()
    }

    /// Rebuilds the level without each of these hint brushes, one at a time. `input` must be the input of the survey.
    ///
    /// `progress` reports the number of brushes.
    ///
    /// # Errors
    /// See [`SurveyError`].
    pub fn hint_effects(
        &self,
        input: &MapInput<'_>,
        numbers: &[u32],
        progress: &Arc<Progress>,
    ) -> Result<Vec<HintEffect>, SurveyError> {
        measure_each(numbers, progress, |&brush, progress| {
            let text = self.map.without_hint(input.text, brush)?;
            let without = BuiltMap::build(input, &text, false, progress)?;
            let difference = Difference::new(without.side(), self.built.side(), progress)?;
            Ok(HintEffect {
                brush,
                figures: [without.figures(), self.built.figures()],
                visible: difference.visible.unwrap_or_default(),
            })
        })
    }
}

impl HintEffect {
    /// Returns whether the brush is worthwhile: it hides a part of the level, or shortens the search for the PVS.
    #[must_use]
    pub fn pays(&self) -> bool {
        let [without, with] = self.figures;
        self.hides() || with.pvs_steps < without.pvs_steps
    }

    fn hides(&self) -> bool {
        let [without, with] = self.figures;
        without.seen_share > with.seen_share + NOTABLE
    }

    /// Formats what the brush changes: "leaves +2, portals +3, cuts ±0, visible pairs −30, PVS steps −1,204".
    #[must_use]
    pub fn changes(&self) -> String {
        changes(&self.figures, &self.visible)
    }

    /// Returns the recommendation and its reason, without a full stop.
    #[must_use]
    pub fn advice(&self) -> String {
        let [without, with] = self.figures;
        let steps = || count_with_noun(without.pvs_steps.abs_diff(with.pvs_steps), "pvs step");
        match with.pvs_steps.cmp(&without.pvs_steps) {
            _ if self.hides() => {
                let [before, after] = [without, with].map(|figures| 100.0 * figures.seen_share);
                text!(
                    "brush-hint-hides",
                    before = format_args!("{before:.2}"),
                    after = format_args!("{after:.2}")
                )
            }
            std::cmp::Ordering::Less => text!("brush-hint-saves", steps = steps()),
            std::cmp::Ordering::Equal => text!("brush-hint-nothing").to_owned(),
            std::cmp::Ordering::Greater => text!("brush-hint-costs", steps = steps()),
        }
    }
}

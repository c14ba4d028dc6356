//! Finds the most expensive brushes of a map, and measures what making them detail saves.
//!
//! There are two separate measures. [`BrushCounts`] come from the trees of the unchanged level and identify
//! candidates. A [`Saving`] is measured by rebuilding the level from a text where the brushes are
//! `func_detail`, with the regular build code. The [`HintEffect`] of a hint brush is measured in the same way, with a
//! text that lacks the brush.
//!
//! ```
//! use bspwalk_compile::CompileParams;
//! use bspwalk_explain::brush_costs::{BrushCostSurvey, MapInput, Measure};
//! use bspwalk_levels::LoadOptions;
//! use bspwalk_progress::Progress;
//! use std::sync::Arc;
//!
//! let pillar = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];
//! let text = bspwalk_testing::quake_maps::room(&[pillar]);
//! let (options, params) = (LoadOptions::default(), CompileParams::default());
//! let input = MapInput { name: "pillar.map", text: text.as_bytes(), options: &options, params: &params };
//! let progress = Arc::<Progress>::default();
//! let survey = BrushCostSurvey::new(&input, &progress)?;
//! let dearest = survey.most_expensive(Measure::Pvs)[0];
//! let saving = survey.measure_as_detail(&input, &[dearest], &progress)?;
//! let [before, after] = saving.figures;
//! assert!(after.leaves < before.leaves && !saving.opens);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod built;
mod counts;
mod error;
mod faces;
mod hints;
mod survey;
mod words;

pub use self::{
    built::{BuiltMap, MapFigures, MapInput},
    counts::{BrushCounts, Measure},
    error::SurveyError,
    hints::HintEffect,
    survey::{BrushCostSurvey, Row, Saving},
    words::{Verdict, map_box},
};

//! The report of `brushes`.

use bspwalk_explain::brush_costs::{
    BrushCostSurvey, BrushCounts, HintEffect, MapFigures, Saving, Verdict, map_box,
};
use bspwalk_levels::BrushPart;
use bspwalk_text::{
    text,
    words::{count, count_with_noun, milliseconds},
};
use glam::DVec3;
use serde::Serialize;

use super::{
    args::BrushesArgs,
    flat,
    report::{Report, Table, right},
};

/// The report. Later versions only add keys. Boxes use the units and axes of the map; times are in milliseconds.
#[derive(Serialize)]
pub(super) struct BrushesReport {
    level: String,
    /// Number of brushes in the file.
    brushes: usize,
    /// Number of structural brushes, which split space. `detail` counts the solid brushes that do not, and `hints` the
    /// brushes that split space without being solid.
    structural: usize,
    detail: usize,
    hints: usize,
    /// Number of brushes that the table can list because they have nodes on their planes.
    with_counts: usize,
    /// Number of brushes left out of the list of the most expensive ones.
    #[serde(skip)]
    more: usize,
    /// Whether walls seal the level against the outside.
    sealed: bool,
    figures: MapFigures,
    /// Number of portal-flow steps, included in the PVS steps.
    flow_steps: u64,
    /// The most expensive brushes and their counts, in the same order as in the window. Measured brushes come first.
    dearest: Vec<BrushRow>,
    /// Savings measured by rebuilding the level.
    measured: Vec<Measured>,
    /// Effects of hint brushes, measured by rebuilding the level without each of them.
    measured_hints: Vec<MeasuredHint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) written: Option<Written>,
}

/// A brush and its counts.
#[derive(Clone, Serialize)]
struct BrushRow {
    /// Brush number in the file.
    brush: u32,
    entity: u32,
    /// Brush number within its entity.
    index: u32,
    class: String,
    line: usize,
    texture: String,
    min: DVec3,
    max: DVec3,
    #[serde(flatten)]
    counts: BrushCounts,
    #[serde(skip)]
    bounds: String,
}

/// Measured savings if some brushes become detail.
#[derive(Serialize)]
struct Measured {
    #[serde(flatten)]
    saving: Saving,
    changes: String,
    verdict: Verdict,
    /// Verdict with its reason.
    advice: String,
    /// Reason to keep the brushes structural.
    warning: Option<String>,
    #[serde(skip)]
    times: String,
}

/// A hint brush and its measured effect.
#[derive(Serialize)]
struct MeasuredHint {
    #[serde(flatten)]
    effect: HintEffect,
    line: usize,
    min: Option<DVec3>,
    max: Option<DVec3>,
    changes: String,
    /// Whether the brush is worthwhile, and the verdict with its reason.
    pays: bool,
    advice: String,
}

/// The written copy of the map.
#[derive(Serialize)]
pub(super) struct Written {
    pub(super) file: String,
    pub(super) bytes: usize,
}

/// A CSV row: a brush, its counts, and the savings if only this brush becomes detail.
#[derive(Serialize)]
struct CsvRow {
    #[serde(flatten)]
    row: BrushRow,
    leaves_saved: Option<i64>,
    portals_saved: Option<i64>,
    cuts_saved: Option<i64>,
    visible_pairs_saved: Option<i64>,
    pvs_steps_saved: Option<i64>,
    pvs_ms_saved: Option<f64>,
    opens: Option<bool>,
}

impl BrushesReport {
    pub(super) fn new(
        args: &BrushesArgs,
        survey: &BrushCostSurvey,
        savings: &[Saving],
        hints: &[HintEffect],
    ) -> Self {
        let parts = |part| survey.map.brushes.iter().filter(move |brush| brush.part == part);
        let all = survey.rows(savings, args.by);
        let measured = savings.iter().map(|saving| Measured {
            changes: saving.changes(),
            verdict: saving.verdict(),
            advice: saving.advice(),
            warning: saving.warning(),
            times: saving.times(),
            saving: saving.clone(),
        });
        let listed: Vec<u32> = if args.as_detail.is_empty() {
            all.iter().take(args.top as usize).map(|row| row.number).collect()
        } else {
            savings
                .first()
                .map_or_else(Vec::new, |saving| saving.brushes.clone())
        };
        Self {
            level: args.level.display().to_string(),
            brushes: survey.map.brushes.len(),
            structural: parts(BrushPart::Structural).count(),
            detail: parts(BrushPart::Detail).count(),
            hints: parts(BrushPart::Hint).count(),
            with_counts: survey.most_expensive(args.by).len(),
            more: if args.as_detail.is_empty() {
                all.len().saturating_sub(listed.len())
            } else {
                0
            },
            sealed: survey.built.is_sealed,
            figures: survey.built.figures(),
            flow_steps: survey.flow_steps,
            dearest: rows(survey, &listed),
            measured: measured.collect(),
            measured_hints: hints
                .iter()
                .map(|effect| MeasuredHint::new(effect, survey))
                .collect(),
            written: None,
        }
    }

    /// Returns all structural brushes as CSV (RFC 4180).
    pub(super) fn csv(&self, survey: &BrushCostSurvey, savings: &[Saving]) -> serde_json::Result<String> {
        let numbers: Vec<u32> = (0..survey.counts.len() as u32)
            .filter(|&number| survey.map.structural(number).is_ok())
            .collect();
        let mut table = String::new();
        for row in rows(survey, &numbers) {
            let saving = savings.iter().find(|saving| saving.brushes == [row.brush]);
            let text = flat::csv(&CsvRow::new(row, saving))?;
            match text.split_once("\r\n") {
                Some((_, values)) if !table.is_empty() => table += values,
                _ => table += &text,
            }
        }
        Ok(table)
    }
}

/// Returns the rows of the given brushes.
fn rows(survey: &BrushCostSurvey, numbers: &[u32]) -> Vec<BrushRow> {
    let row = |&number: &u32| {
        let brush = survey.map.brushes.get(number as usize)?;
        let [min, max] = brush.bounds?;
        Some(BrushRow {
            brush: number,
            entity: brush.entity,
            index: brush.index,
            class: brush.class.clone(),
            line: brush.line,
            texture: brush.texture.clone(),
            min,
            max,
            counts: *survey.counts.get(number as usize)?,
            bounds: map_box(brush),
        })
    };
    numbers.iter().filter_map(row).collect()
}

impl MeasuredHint {
    fn new(effect: &HintEffect, survey: &BrushCostSurvey) -> Self {
        let brush = survey.map.brushes.get(effect.brush as usize);
        let [min, max] = [0, 1].map(|end| Some(brush?.bounds?[end]));
        Self {
            line: brush.map_or(0, |brush| brush.line),
            min,
            max,
            changes: effect.changes(),
            pays: effect.pays(),
            advice: effect.advice(),
            effect: effect.clone(),
        }
    }
}

impl CsvRow {
    fn new(row: BrushRow, saving: Option<&Saving>) -> Self {
        let of = |figure: fn(&MapFigures) -> u64| {
            let [before, after] = saving?.figures.each_ref().map(figure).map(|number| number as i64);
            Some(before - after)
        };
        Self {
            row,
            leaves_saved: of(|figures| figures.leaves.into()),
            portals_saved: of(|figures| figures.portals.into()),
            cuts_saved: of(|figures| figures.cuts.into()),
            visible_pairs_saved: saving
                .map(|saving| saving.visible.before as i64 - saving.visible.after as i64),
            pvs_steps_saved: of(|figures| figures.pvs_steps),
            pvs_ms_saved: saving.map(|saving| saving.figures[0].pvs_ms - saving.figures[1].pvs_ms),
            opens: saving.map(|saving| saving.opens),
        }
    }
}

impl Report for BrushesReport {
    fn add_rows(&self, table: &mut Table) {
        table.row(text!("row-level"), &self.level);
        let [all, structural, detail] =
            [self.brushes, self.structural, self.detail].map(|number| count(number as u64));
        let brushes = text!("report-brushes-kinds", all, structural, detail);
        table.row(text!("row-brushes"), brushes);
        if self.hints > 0 {
            table.row("", text!("report-brushes-hints", hints = self.hints));
        }
        let MapFigures {
            leaves,
            portals,
            pvs_steps,
            pvs_ms,
            pvs_cut_short,
            ..
        } = self.figures;
        table.row(
            text!("row-trees"),
            text!(
                "report-brushes-trees",
                leaves = count(leaves),
                portals = count_with_noun(portals, "portal"),
                steps = count_with_noun(pvs_steps, "step"),
                time = milliseconds(pvs_ms),
                flow = count(self.flow_steps)
            ),
        );
        if pvs_cut_short > 0 {
            let count = count(pvs_cut_short);
            table.row("", text!("report-brushes-cut-short", count));
        }
        if !self.sealed {
            table.row("", text!("report-brushes-open"));
        }
        table.gap();
        table.row(text!("row-counted"), text!("report-brushes-counted"));
        let titles = [
            text!("report-brush-line"),
            text!("report-brush-steps"),
            text!("report-brush-portals"),
            text!("report-brush-cuts"),
        ];
        table.row(text!("row-brush"), row_of(titles, text!("report-brush-place")));
        for row in &self.dearest {
            let counts = &row.counts;
            let figures = [
                row.line as u64,
                counts.pvs_steps,
                counts.portals.into(),
                counts.cuts,
            ];
            let figures = figures.map(count);
            let mut place = format!("{}, {}, {}", row.bounds, row.texture, row.class);
            if counts.touches_outside {
                place = text!("report-brush-outside", place);
            }
            let figures = figures.each_ref().map(String::as_str);
            table.row(&row.brush.to_string(), row_of(figures, &place));
        }
        if self.more > 0 {
            let more = count(self.more as u64);
            table.row("", text!("report-more-top", more));
        }
        if !self.measured.is_empty() {
            table.gap();
            let what = match self.measured.as_slice() {
                [one] if one.saving.brushes.len() > 1 => text!("report-brushes-as-detail"),
                _ => text!("report-brush-as-detail"),
            };
            table.row(text!("row-measured"), what);
        }
        for measured in &self.measured {
            let numbers: Vec<String> = measured.saving.brushes.iter().map(u32::to_string).collect();
            table.row(&numbers.join(","), &measured.advice);
            table.row("", &measured.changes);
            table.row("", &measured.times);
        }
        if !self.measured_hints.is_empty() {
            table.gap();
            table.row(text!("row-hints"), text!("report-brushes-without-hint"));
        }
        for hint in &self.measured_hints {
            table.row(&hint.effect.brush.to_string(), &hint.advice);
            table.row("", &hint.changes);
        }
        if let Some(Written { file, bytes }) = &self.written {
            table.gap();
            let bytes = count(*bytes as u64);
            table.row(text!("row-written"), text!("report-written", file, bytes));
        }
    }
}

/// Formats a line of the brush table.
fn row_of([line, steps, portals, cuts]: [&str; 4], place: &str) -> String {
    let figures = [(line, 7), (steps, 10), (portals, 8), (cuts, 6)];
    let figures = figures.map(|(figure, width)| right(figure, width));
    format!("{}  {place}", figures.join(" "))
}

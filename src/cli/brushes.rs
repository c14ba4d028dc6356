//! `brushes`: lists the most expensive brushes of a Quake map, what making them detail saves, and what its hint brushes
//! save. It can also write a changed copy.

use std::{io::Write, path::Path, sync::Arc};

use bspwalk_compile::{CompileParams, atomic_file};
use bspwalk_explain::brush_costs::{BrushCostSurvey, HintEffect, MapInput, Saving, SurveyError};
use bspwalk_levels::{DetailError, MapBrushes, read_file};
use bspwalk_progress::Progress;
use bspwalk_session::tree_args::TreeArgs;
use bspwalk_text::{Localize, text};

use super::{
    args::BrushesArgs,
    brushes_report::{BrushesReport, Written},
    error::CliError,
    face_place,
    output::{check_writable, write_file},
    progress_bar, report,
};

/// Runs `brushes`.
pub(super) fn run(args: &BrushesArgs, tree: &TreeArgs, output: impl Write) -> Result<(), CliError> {
    if let Some(face) = args.of_face {
        return face_place::run(args, face, tree, output);
    }
    for written in args.output.iter().chain(&args.csv) {
        check_written(&args.level, written)?;
    }
    let (options, params) = (tree.load_options(), tree.apply_to(&CompileParams::default()));
    let name = args.level.display().to_string();
    let text = progress_bar::with_progress_bar(|progress| read_file(&args.level, &name, progress))
        .map_err(|error| CliError::Failed(error.localized()))?;
    let input = MapInput {
        name: &name,
        text: &text,
        options: &options,
        params: &params,
    };
    let (survey, savings, hints) =
        progress_bar::with_progress_bar(|progress| measure(args, &input, progress))
            .map_err(|error| CliError::Failed(error.to_string()))?;
    let mut report = BrushesReport::new(args, &survey, &savings, &hints);
    if let Some(copy) = &args.output {
        let failed = |error: DetailError| CliError::Failed(error.localized());
        let bytes = survey.map.as_detail(&text, &args.as_detail).map_err(failed)?;
        report.written = Some(Written {
            file: copy.display().to_string(),
            bytes: bytes.len(),
        });
        write_file(copy, bytes)?;
    }
    if let Some(file) = &args.csv {
        let table = report.csv(&survey, &savings);
        write_file(file, table.map_err(|error| CliError::Failed(error.to_string()))?)?;
    }
    report::write(&report, args.json, output)
}

/// Counts the costs of all brushes. Then rebuilds the level with detail brushes to measure the savings: each of the
/// most expensive brushes on its own, or all brushes named on the command line together. Without named brushes, also
/// rebuilds it without each hint brush.
fn measure(
    args: &BrushesArgs,
    input: &MapInput<'_>,
    progress: &Arc<Progress>,
) -> Result<(BrushCostSurvey, Vec<Saving>, Vec<HintEffect>), SurveyError> {
    if !args.as_detail.is_empty() {
        // Report brushes that cannot be detail before building anything.
        MapBrushes::read(input.name, input.text, progress)?.as_detail(input.text, &args.as_detail)?;
    }
    let survey = BrushCostSurvey::new(input, progress)?;
    let wanted: Vec<Vec<u32>> = if args.as_detail.is_empty() {
        let candidates = survey.candidates(args.by).into_iter();
        candidates
            .take(args.measure as usize)
            .map(|number| vec![number])
            .collect()
    } else {
        let mut numbers = args.as_detail.clone();
        numbers.sort_unstable();
        numbers.dedup();
        vec![numbers]
    };
    let savings = survey.savings(input, &wanted, progress)?;
    let mut hints = survey.hints();
    hints.truncate(if args.as_detail.is_empty() {
        args.measure as usize
    } else {
        0
    });
    let hints = survey.hint_effects(input, &hints, progress)?;
    Ok((survey, savings, hints))
}

/// Checks that a file can be written and is not the map itself.
fn check_written(map: &Path, file: &Path) -> Result<(), CliError> {
    check_writable(file)?;
    if atomic_file::is_same_file(map, file) {
        return Err(CliError::Failed(text!("usage-map-itself", file = file.display())));
    }
    Ok(())
}

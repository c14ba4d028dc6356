//! `brushes`: lists the most expensive brushes of a Quake map, and what making them detail saves. Can write a changed copy.

use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

use bspwalk_compile::{CompileParams, atomic_file};
use bspwalk_explain::brush_costs::{MapInput, Measure, Saving, Survey, SurveyError};
use bspwalk_levels::{MapBrushes, read_file};
use bspwalk_progress::Progress;
use bspwalk_session::{tree_args::TreeArgs, values::one_of};
use bspwalk_text::text;
use clap::Args as ClapArgs;

use super::{
    brushes_report::{BrushesReport, Written},
    error::CliError,
    output::{check_writable, write_file},
    progress_bar, report, values,
};

/// The arguments of `brushes`.
#[derive(Debug, ClapArgs)]
pub(super) struct BrushesArgs {
    #[arg(value_name = "LEVEL.map", help = text!("option-brushes-level"))]
    pub(super) level: PathBuf,

    #[arg(long, value_name = "N", default_value_t = 10, help = text!("option-brushes-top"))]
    pub(super) top: u32,

    #[arg(long, value_name = "N", default_value_t = 8, help = text!("option-brushes-measure"))]
    pub(super) measure: u32,

    #[arg(
        long, value_name = "NAME", default_value = "pvs", value_parser = one_of(&Measure::ALL, Measure::name, Measure::description),
        help = text!("option-brushes-by"),
    )]
    pub(super) by: Measure,

    #[arg(long, value_name = "N,M,…", value_delimiter = ',', help = text!("option-brushes-as-detail"))]
    pub(super) as_detail: Vec<u32>,

    #[arg(
        short, long, value_name = "COPY.map", requires = "as_detail", value_parser = values::map(),
        help = text!("option-brushes-output"),
    )]
    pub(super) output: Option<PathBuf>,

    #[arg(long, help = text!("option-json"))]
    pub(super) json: bool,

    #[arg(long, value_name = "FILE", help = text!("option-brushes-csv"))]
    pub(super) csv: Option<PathBuf>,
}

/// Runs `brushes`.
pub(super) fn run(args: &BrushesArgs, tree: &TreeArgs, output: impl Write) -> Result<(), CliError> {
    for written in args.output.iter().chain(&args.csv) {
        check_written(&args.level, written)?;
    }
    let (options, params) = (tree.load_options(), tree.over(&CompileParams::default()));
    let name = args.level.display().to_string();
    let text = progress_bar::shown(|progress| read_file(&args.level, &name, progress))
        .map_err(|error| CliError::Failed(error.to_string()))?;
    let input = MapInput {
        name: &name,
        text: &text,
        options: &options,
        params: &params,
    };
    let (survey, savings) = progress_bar::shown(|progress| measure(args, &input, progress))
        .map_err(|error| CliError::Failed(error.to_string()))?;
    let mut report = BrushesReport::new(args, &survey, &savings);
    if let Some(copy) = &args.output {
        let failed = |error| CliError::Failed(format!("{error}"));
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
/// most expensive brushes on its own, or all brushes named on the command line together.
fn measure(
    args: &BrushesArgs,
    input: &MapInput<'_>,
    progress: &Arc<Progress>,
) -> Result<(Survey, Vec<Saving>), SurveyError> {
    if !args.as_detail.is_empty() {
        // Reports brushes that cannot be detail before anything is built.
        MapBrushes::read(input.name, input.text, progress)?.as_detail(input.text, &args.as_detail)?;
    }
    let survey = Survey::new(input, progress)?;
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
    Ok((survey, savings))
}

/// Checks that a file can be written and is not the map itself.
fn check_written(map: &Path, file: &Path) -> Result<(), CliError> {
    check_writable(file)?;
    if atomic_file::is_same_file(map, file) {
        return Err(CliError::Failed(text!("usage-map-itself", file = file.display())));
    }
    Ok(())
}

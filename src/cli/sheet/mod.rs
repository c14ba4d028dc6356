//! `sheet`: one page for a lecture, as a file of HTML: pictures, films to step through, the tree, questions and the duel of a level.
//!
//! `figures` draws, `films` takes the steps, `icicle` lays the tree out, `page` writes what they found. The page needs no network, and its script
//! only makes films and tree step and zoom: without it everything is there to be read.

mod figures;
mod films;
mod icicle;
mod page;

use std::{io::Write, path::PathBuf, sync::Arc};

use bspwalk_compile::atomic_file;
use bspwalk_explain::{
    duel::{self, Contestant, Ground, Queries, Row},
    quiz::Question,
};
use bspwalk_progress::{Cancelled, Progress, words};
use bspwalk_session::{
    LevelName, OpenError, Opened, overlays::Overlays, tree_args::TreeArgs, view::View, view_args::ViewArgs,
    view_line::ViewLine,
};
use bspwalk_trees::Statistics;
use clap::Args as ClapArgs;
use glam::{DQuat, DVec3};

use self::{
    figures::{Base, Figure},
    films::Film,
    icicle::Drawn,
};
use super::{
    args::level_help, error::CliError, progress_bar, quiz, shot::check_writable, shot_scene::Shown, values,
};

/// The arguments of `sheet`.
#[derive(Debug, ClapArgs)]
pub(crate) struct SheetArgs {
    #[arg(help = level_help())]
    pub(crate) level: LevelName,

    /// Where the page goes; a file that is there is replaced.
    #[arg(short, long, value_name = "FILE.html", value_parser = values::page())]
    output: PathBuf,

    /// What the first picture shows, and from where; the queries of the films start there.
    #[command(flatten)]
    at: ViewArgs,

    /// How many questions are asked; fewer where the level has no more.
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(0..=100))]
    questions: u32,

    /// From how many places the duel asks each kind of query; 0 leaves the duel out.
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    samples: u32,
}

/// What the page shows.
struct Sheet<'a> {
    opened: &'a Opened,
    statistics: Statistics,
    /// The line that opens the first picture in the program.
    line: String,
    /// What the eye sees, and the level as a model.
    figures: [Figure; 2],
    films: Vec<Film>,
    icicle: Drawn,
    questions: Vec<Question>,
    duel: Vec<Row>,
}

/// Runs `sheet`.
pub(super) fn run(args: &SheetArgs, tree: &TreeArgs, mut output: impl Write) -> Result<(), CliError> {
    check_writable(&args.output)?;
    let shot = figures::options(&args.level, &args.at);
    // The model needs the solid-leaf tree, whatever the first picture shows.
    let model = figures::options(
        &args.level,
        &ViewArgs {
            view: View::Model,
            ..args.at.clone()
        },
    );
    let mut shown = Shown::open(&model, tree)?;
    let eye = Base::new(&shown, &shot, shown.overlays.clone())?.figure;
    shown.overlays = Overlays::none();
    let sheet = progress_bar::shown(|progress| sheet(args, tree, (&shown, eye), progress))?;
    let html = page::html(&sheet);
    atomic_file::write(&args.output, html.as_bytes()).map_err(|error| CliError::NotWritten {
        path: args.output.clone(),
        error,
    })?;
    let steps: usize = sheet.films.iter().map(|film| film.steps.len()).sum();
    writeln!(
        output,
        "{}: {} with {}, {}, {} kB",
        args.output.display(),
        words::counted(sheet.films.len() as u64, "film"),
        words::counted(steps as u64, "step"),
        words::counted(sheet.questions.len() as u64, "question"),
        html.len().div_ceil(1000)
    )
    .map_err(CliError::Output)
}

fn sheet<'a>(
    args: &SheetArgs,
    tree: &TreeArgs,
    (shown, eye): (&'a Shown, Figure),
    progress: &Arc<Progress>,
) -> Result<Sheet<'a>, CliError> {
    let opened = &shown.opened;
    let cancelled = |error: Cancelled| OpenError::compile(&args.level, error);
    let shot = figures::options(&args.level, &figures::of_model(&args.at));
    let model = Base::new(shown, &shot, shown.overlays.clone())?;
    let place = shot.at.eye(&opened.level).as_vec3();
    let [yaw, pitch] = shot.at.angles(&opened.level);
    let forward = (DQuat::from_rotation_y(yaw) * DQuat::from_rotation_x(pitch) * DVec3::NEG_Z).as_vec3();
    let films = films::all(&model, &shot, [place, forward], progress)?;
    let icicle = icicle::draw(opened, progress).map_err(cancelled)?;
    let questions = if args.questions == 0 {
        Vec::new()
    } else {
        let (count, seed) = (args.questions as usize, tree.seed.unwrap_or(quiz::SEED));
        quiz::questions(quiz::trees(opened), count, seed, progress).map_err(cancelled)?
    };
    let line = ViewLine {
        level: args.level.clone(),
        at: args.at.clone(),
        tree: tree.clone(),
    };
    Ok(Sheet {
        opened,
        statistics: shown.figures.statistics.clone(),
        line: line.to_string(),
        figures: [eye, model.figure],
        films,
        icicle,
        questions,
        duel: contest(args, tree, opened, progress)?,
    })
}

/// The duel of the rules that build in seconds.
fn contest(
    args: &SheetArgs,
    tree: &TreeArgs,
    opened: &Opened,
    progress: &Arc<Progress>,
) -> Result<Vec<Row>, CliError> {
    if args.samples == 0 || opened.tree.node_count() == 0 {
        return Ok(Vec::new());
    }
    let seed = tree.seed.unwrap_or(quiz::SEED);
    let cancelled = |error: Cancelled| OpenError::compile(&args.level, error);
    let contestants: Vec<Contestant> = Contestant::usual(&opened.level)
        .into_iter()
        .map(|one| one.with_seed(seed))
        .collect();
    let ground = Ground::new(opened.level.clone(), &opened.params, progress)
        .map_err(|error| OpenError::compile(&args.level, error))?;
    let queries = Queries::new(&ground, args.samples as usize, seed, progress).map_err(cancelled)?;
    let rows = duel::run(&ground, &contestants, &queries, progress, |_| ());
    Ok(rows.map_err(cancelled)?)
}

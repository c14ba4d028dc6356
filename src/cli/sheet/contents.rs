//! The content of the page, except for the films. The figures are the same as in the corresponding commands.

use std::sync::Arc;

use bspwalk_explain::{
    duel::{self, Contestant, DuelLevel, Queries, Row},
    quiz::Question,
};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::{OpenError, Opened, overlays::Overlays, tree_args::TreeArgs, view_line::ViewLine};
use bspwalk_trees::Statistics;

use super::{
    figures::{self, Figure},
    icicle::{self, IciclePlot},
};
use crate::cli::{args::SheetArgs, error::CliError, quiz, shot_scene::ShotScene};

/// Maximum size of the eye view and of the model as vector graphics, in bytes. Larger pictures become pixel images. The
/// model's limit is lower, because the films already contain the model as a pixel image.
const MOST_BYTES: [usize; 2] = [300_000, 100_000];

/// The content of the page, except for the films.
pub(super) struct Contents<'a> {
    pub(super) opened: &'a Opened,
    pub(super) statistics: Statistics,
    /// Command line that opens the first picture's view in bspwalk.
    pub(super) line: String,
    /// Pictures of the first-person view and of the model.
    pub(super) figures: [Figure; 2],
    pub(super) icicle: IciclePlot,
    pub(super) questions: Vec<Question>,
    pub(super) duel: Vec<Row>,
}

/// Collects the content of a page, except for the films.
pub(super) fn of<'a>(
    args: &SheetArgs,
    tree: &TreeArgs,
    shown: &'a ShotScene,
    progress: &Arc<Progress>,
) -> Result<Contents<'a>, CliError> {
    let opened = &shown.opened;
    let cancelled = |error: Cancelled| OpenError::compile(&args.level, error);
    let eye = figures::draw(
        shown,
        &figures::options(&args.level, &args.at),
        MOST_BYTES[0],
        progress,
    )?;
    let mut bare = shown.clone();
    bare.overlays = Overlays::none();
    let at = figures::of_model(&args.at);
    let model = figures::draw(
        &bare,
        &figures::options(&args.level, &at),
        MOST_BYTES[1],
        progress,
    )?;
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
    Ok(Contents {
        opened,
        statistics: shown.figures.statistics,
        line: line.to_string(),
        figures: [eye, model],
        icicle,
        questions,
        duel: contest(args, tree, opened, progress)?,
    })
}

/// Runs a duel between the rules that build a tree within seconds.
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
    let ground = DuelLevel::new(opened.level.clone(), &opened.params, progress)
        .map_err(|error| OpenError::compile(&args.level, error))?;
    let queries = Queries::new(&ground, args.samples as usize, seed, progress).map_err(cancelled)?;
    let rows = duel::run_duel(&ground, &contestants, &queries, progress, |_| ());
    Ok(rows.map_err(cancelled)?)
}

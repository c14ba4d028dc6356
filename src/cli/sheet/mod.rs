//! `sheet`: writes an HTML page for a lecture, with pictures, films, the tree, questions and the build-rule
//! comparison of a level.
//!
//! `contents` collects everything except the films: `figures` draws the still pictures, and `icicle` lays out the
//! tree. `films` records the film steps, `stack` stores their pictures as layers, and
//! `pictures` compresses pixel images. `page` writes the page, and `parts` its sections.
//!
//! The page needs no network. The script only steps through films and zooms the tree; without it, the page remains
//! readable.

mod contents;
mod figures;
mod films;
mod icicle;
mod page;
mod parts;
mod pictures;
mod stack;

use std::io::Write;

use bspwalk_session::{tree_args::TreeArgs, view::View, view_args::ViewArgs};
use bspwalk_text::{text, words};

use super::{
    args::SheetArgs,
    error::CliError,
    output::{check_writable, write_file},
    progress_bar,
    shot_scene::ShotScene,
};

/// Runs `sheet`.
pub(super) fn run(args: &SheetArgs, tree: &TreeArgs, mut output: impl Write) -> Result<(), CliError> {
    check_writable(&args.output)?;
    // The model needs the solid-leaf tree, even if the first picture does not.
    let model = figures::options(
        &args.level,
        &ViewArgs {
            view: View::Model,
            ..args.at.clone()
        },
    );
    let shown = ShotScene::open(&model, tree)?;
    let (html, counts) = progress_bar::with_progress_bar(|progress| -> Result<_, CliError> {
        let contents = contents::of(args, tree, &shown, progress)?;
        let films = films::all(
            &shown,
            args,
            |films| page::bytes_over_limit(&contents, films),
            progress,
        )?;
        let counts = [films.films.len(), films.steps(), contents.questions.len()];
        Ok((page::html(&contents, &films), counts))
    })?;
    write_file(&args.output, html.as_bytes())?;
    let [films, steps, questions] = counts.map(|count| count as u64);
    let written = text!(
        "figure-sheet-written",
        file = args.output.display(),
        films = words::count_with_noun(films, "film"),
        steps = words::count_with_noun(steps, "step"),
        questions = words::count_with_noun(questions, "question"),
        kilobytes = html.len().div_ceil(1000)
    );
    writeln!(output, "{written}").map_err(CliError::Output)
}

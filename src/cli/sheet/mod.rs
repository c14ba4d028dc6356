//! `sheet`: one page for a lecture, as a file of HTML: pictures, films to step through, the tree, questions and the duel of a level.
//!
//! `args` are the arguments. `contents` finds what the page shows but for the films: `figures` draws the still pictures, `icicle` lays the tree
//! out. `films` takes the steps, `stack` lays their
//! pictures over each other, and `pictures` makes what is drawn in pixels small. `page` writes what they found, `parts` the parts of the page.
//! The page needs no network, and its script only makes films and tree step and zoom: without it everything is there to be read.

mod args;
mod contents;
mod figures;
mod films;
mod icicle;
mod page;
mod parts;
mod pictures;
mod stack;

use std::io::Write;

use bspwalk_compile::atomic_file;
use bspwalk_progress::words;
use bspwalk_session::{tree_args::TreeArgs, view::View, view_args::ViewArgs};

pub(super) use self::args::SheetArgs;
use super::{error::CliError, progress_bar, shot::check_writable, shot_scene::Shown};

/// Runs `sheet`.
pub(super) fn run(args: &SheetArgs, tree: &TreeArgs, mut output: impl Write) -> Result<(), CliError> {
    check_writable(&args.output)?;
    // The model needs the solid-leaf tree, whatever the first picture shows.
    let model = figures::options(
        &args.level,
        &ViewArgs {
            view: View::Model,
            ..args.at.clone()
        },
    );
    let shown = Shown::open(&model, tree)?;
    let (html, counts) = progress_bar::shown(|progress| -> Result<_, CliError> {
        let contents = contents::of(args, tree, &shown, progress)?;
        let films = films::all(&shown, args, |films| page::too_long(&contents, films), progress)?;
        let counts = [films.films.len(), films.steps(), contents.questions.len()];
        Ok((page::html(&contents, &films), counts))
    })?;
    atomic_file::write(&args.output, html.as_bytes()).map_err(|error| CliError::NotWritten {
        path: args.output.clone(),
        error,
    })?;
    let [films, steps, questions] = counts.map(|count| count as u64);
    writeln!(
        output,
        "{}: {} with {}, {}, {} kB",
        args.output.display(),
        words::counted(films, "film"),
        words::counted(steps, "step"),
        words::counted(questions, "question"),
        html.len().div_ceil(1000)
    )
    .map_err(CliError::Output)
}

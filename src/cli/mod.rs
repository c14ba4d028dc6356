//! The command line, which is also the interface for scripts. It does not depend on the engine; the caller of [`run`]
//! opens the window.
//!
//! The exit status is 0 for success, 1 for a failure (with the reason on standard error), and 2 for wrong usage. If the
//! reader of the output closes the pipe, the command ends silently.
//!
//! `args` and `values` define the arguments, and `help` translates clap's output into the `language` of the program.
//! Each subcommand has its own file or folder; for example, `query` reads requests and writes answers. `open` opens the
//! level of a command with a progress bar. `report` writes tables and JSON documents, `rows` streams long lists, and
//! `output` writes files.

pub mod args;
mod bookmark;
mod brushes;
mod brushes_report;
mod compile;
mod course;
mod diff;
mod diff_report;
mod diff_table;
mod doom_limits_info;
mod doom_tree_info;
mod duel;
mod duel_levels;
mod error;
mod face_place;
mod film;
mod flat;
mod help;
mod hull_info;
mod info;
mod keys;
pub mod language;
mod leaf_info;
mod lump_info;
pub mod open;
mod output;
mod own_tree_info;
mod portal_costs;
mod portals;
#[cfg_attr(target_family = "wasm", path = "progress_bar_none.rs")]
mod progress_bar;
pub mod query;
mod quiz;
mod replay_queries;
mod report;
mod rows;
mod sheet;
mod shot;
mod shot_args;
mod shot_beside;
mod shot_figures;
mod shot_parts;
mod shot_scene;
mod shot_with_plan;
mod split_costs;
mod tree;
pub mod values;
mod walk;

use std::{ffi::OsString, io, process::ExitCode};

use bspwalk_text::text;
use clap::{CommandFactory, FromArgMatches, parser::ValueSource};

use args::{Args, Command};
pub use args::{Renderer, WindowArgs};
pub use bspwalk_session::view_args::ViewArgs;
use bspwalk_session::wrong_usage::{self, UsageError, conflict};
pub use error::{CliError, fail};
pub use film::{FilmFile, FilmKind, FilmOptions, encode as encode_film};
pub use tree::{TreeFile, encode as encode_tree};
pub use values::PixelSize;

/// Work left to the caller of [`run`].
#[derive(Debug)]
pub enum Next {
    /// No work remains, because the command has finished.
    Exit(ExitCode),
    /// Walking through a level, in a window or in the terminal.
    Window(Box<WindowArgs>),
}

/// Parses the arguments, which start with the program's name. Runs the command unless it opens the window.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Next {
    let args: Vec<OsString> = args.into_iter().collect();
    language::choose(&args);
    let Args {
        mut window,
        language,
        command,
        command_name,
    } = match parse(args) {
        Ok(args) => args,
        Err(error) => return Next::Exit(usage(&error)),
    };
    let Some(mut command) = command else {
        if language.is_none() {
            language::choose_by_settings();
        }
        return match bookmark::apply_bookmark_to_window(&mut window) {
            Ok(()) => Next::Window(Box::new(window)),
            Err(error) => Next::Exit(fail(error)),
        };
    };
    let WindowArgs {
        level,
        size,
        collision,
        renderer,
        at,
        bookmark,
        ..
    } = &window;
    let is_plain = *at == ViewArgs::default() && level.is_none() && size.is_none() && bookmark.is_none();
    if !is_plain || collision.is_some() || renderer.is_some() {
        return Next::Exit(usage(&misplaced(&command_name)));
    }
    if let Command::Tree(args) = &command
        && let Some(sentence) = args.conflict()
    {
        let error = conflict(&mut Args::command(), sentence.to_owned());
        return Next::Exit(usage(&error));
    }
    let mut tree = window.tree;
    if let Err(error) = bookmark::apply_bookmark_to_command(&mut command, &mut tree) {
        return Next::Exit(fail(error));
    }
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    let done = match command {
        Command::Info(info) => info::run(&info, &tree, output),
        Command::Query(query) => query::run(&query, &tree, input, output),
        Command::Walk(walk) if walk.course => course::run(&walk, &tree, output),
        Command::Walk(walk) => walk::run(&walk, &tree, input, output),
        Command::Duel(args) => duel::run(&args, &tree, output),
        Command::ReplayQueries(args) => replay_queries::run(&args, &tree, input, output),
        Command::Quiz(args) => quiz::run(&args, &tree, input, output),
        Command::Diff(args) => diff::run(&args, &tree, output),
        Command::Brushes(args) => brushes::run(&args, &tree, output),
        Command::Portals(args) => portals::run(&args, &tree, output),
        Command::Compile(compile) => compile::run(&compile, &tree, output),
        Command::Tree(args) => tree::run(&args, &tree, output),
        Command::Keys(keys) => keys::run(&keys, output),
        Command::Sheet(args) => sheet::run(&args, &tree, output),
        Command::Shot(shot) => shot::run(&shot, &tree, output),
        Command::Film(film) => film::run(&film, &tree),
    };
    Next::Exit(match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => fail(error),
    })
}

/// Parses the arguments of the window, which start with the program's name. Rejects subcommands.
///
/// # Errors
/// Returns a message of one sentence that describes the problem.
pub fn window(args: impl IntoIterator<Item = OsString>) -> Result<WindowArgs, String> {
    let Args {
        mut window,
        command,
        command_name,
        ..
    } = parse(args).map_err(|error| wrong_usage::problem(&error))?;
    if command.is_some() {
        return Err(wrong_usage::problem(&misplaced(&command_name)));
    }
    bookmark::apply_bookmark_to_window(&mut window).map_err(|error| error.to_string())?;
    Ok(window)
}

/// Parses the arguments of `film`, which start with the program's name.
///
/// # Errors
/// Returns a message that describes the problem.
pub fn film(args: impl IntoIterator<Item = OsString>) -> Result<FilmOptions, String> {
    let Args { window, command, .. } = parse(args).map_err(|error| error.to_string())?;
    let (mut tree, mut command) = (window.tree, command.ok_or(text!("usage-no-film"))?);
    bookmark::apply_bookmark_to_command(&mut command, &mut tree).map_err(|error| error.to_string())?;
    match command {
        Command::Film(film) => Ok(*film),
        _ => Err(text!("usage-no-film").to_owned()),
    }
}

/// Parses the arguments, which start with the program's name.
fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Args, UsageError> {
    let mut command = help::prepared(Args::command());
    let matches = command
        .try_get_matches_from_mut(args)
        .map_err(clap::Error::apply)?;
    let read = Args::from_arg_matches(&matches);
    let mut read = read.map_err(|error| error.with_cmd(&command).apply())?;
    if let Some(Command::Film(film)) = &mut read.command {
        let film_matches = matches.subcommand_matches("film");
        let source = film_matches.and_then(|matches| matches.value_source("view"));
        film.says_view = source == Some(ValueSource::CommandLine);
    }
    read.command_name = matches.subcommand_name().unwrap_or_default().to_owned();
    Ok(read)
}

/// Prints a usage error, the help or the version, and returns the exit status.
fn usage(error: &UsageError) -> ExitCode {
    let status = u8::try_from(error.exit_code()).unwrap_or(2);
    // If the stream is closed, the exit status still reports the result.
    let _ = if error.use_stderr() {
        error.print()
    } else {
        help::print(error)
    };
    ExitCode::from(status)
}

/// Returns the error for a level or a window option that precedes a subcommand.
fn misplaced(name: &str) -> UsageError {
    conflict(&mut Args::command(), text!("usage-misplaced", command = name))
}

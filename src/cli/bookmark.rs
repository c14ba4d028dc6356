//! The view of a bookmark, where the command line names one.

use bspwalk_levels::builtin;
use bspwalk_session::{LevelName, bookmarks, tree_args::TreeArgs, view_args::ViewArgs};

use super::{CliError, WindowArgs, args::Command, film::FilmOptions, shot_args::ShotOptions};

/// Takes the view of the bookmark into the arguments of the window.
///
/// # Errors
/// [`CliError::Failed`]: there is no such bookmark.
pub(super) fn of_window(window: &mut WindowArgs) -> Result<(), CliError> {
    let Some(name) = window.bookmark.take() else {
        return Ok(());
    };
    let first = || LevelName::BuiltIn(builtin::all()[0].name.to_owned());
    let level = window.level.get_or_insert_with(first);
    take(level, &name, &mut window.at, &mut window.tree)
}

/// Takes the view of the bookmark into the arguments of a picture or a film. A film without one gets the view that is usual for it.
///
/// # Errors
/// As of [`of_window`].
pub(super) fn of_command(command: &mut Command, tree: &mut TreeArgs) -> Result<(), CliError> {
    let (level, at, bookmark) = match command {
        Command::Shot(shot) => {
            let ShotOptions {
                level, at, bookmark, ..
            } = &mut **shot;
            (level, at, bookmark)
        }
        Command::Film(film) => {
            if !film.says_view {
                film.at.view = film.usual_view();
            }
            let FilmOptions {
                level, at, bookmark, ..
            } = &mut **film;
            (level, at, bookmark)
        }
        _ => return Ok(()),
    };
    match bookmark.take() {
        Some(name) => take(level, &name, at, tree),
        None => Ok(()),
    }
}

fn take(level: &LevelName, name: &str, at: &mut ViewArgs, tree: &mut TreeArgs) -> Result<(), CliError> {
    let found = bookmarks::view_of(level, name, at.clone(), tree.clone());
    (*at, *tree) = found.map_err(CliError::Failed)?;
    Ok(())
}

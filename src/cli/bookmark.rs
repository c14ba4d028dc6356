//! Applies the bookmark given on the command line.

use bspwalk_session::{LevelName, bookmarks, tree_args::TreeArgs, view_args::ViewArgs};

use super::{CliError, WindowArgs, args::Command, film::FilmOptions, shot_args::ShotOptions};

/// Replaces the view in the window's arguments with the view of the given bookmark, if any.
///
/// # Errors
/// Returns [`CliError::Failed`] if the bookmark does not exist.
pub(super) fn apply_bookmark_to_window(window: &mut WindowArgs) -> Result<(), CliError> {
    let Some(name) = window.bookmark.take() else {
        return Ok(());
    };
    let level = window.level.get_or_insert_default();
    take(level, &name, &mut window.at, &mut window.tree)
}

/// Replaces the view of a picture or a film with the view of the given bookmark, if any. A film without a view option
/// first gets its default view.
///
/// # Errors
/// Returns the errors of [`apply_bookmark_to_window`].
pub(super) fn apply_bookmark_to_command(command: &mut Command, tree: &mut TreeArgs) -> Result<(), CliError> {
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

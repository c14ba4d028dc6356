//! Opens the level of a command and shows the progress.

use std::io::{self, Write};

use bspwalk_session::{LevelName, Opened, opened, tree_args::TreeArgs};
use bspwalk_text::text;

use super::{error::CliError, progress_bar};

/// Opens a level; where standard error is a terminal, it shows the progress, also of trees that are built later. Trees that
/// are built again, as the level was compiled with other options, are named there.
///
/// # Errors
/// [`CliError::Open`].
pub fn open(name: &LevelName, args: &TreeArgs) -> Result<Opened, CliError> {
    let opened = progress_bar::shown(|progress| opened::open(name, args, progress))?;
    say_rebuilt(&opened);
    Ok(opened.showing(|work| progress_bar::shown(work)))
}

/// Says on standard error which trees were built again.
pub fn say_rebuilt(opened: &Opened) {
    if !opened.rebuilt().is_empty() {
        // A closed standard error does not keep the command from its work.
        let _ = writeln!(
            io::stderr(),
            "{}",
            text!(
                "usage-built-again",
                level = opened.name(),
                what = opened.rebuilt().join(" and ")
            )
        );
    }
}

//! Opens the level of a command and shows the progress.

use std::io::{self, Write};

use bspwalk_session::{LevelName, Opened, opened, tree_args::TreeArgs};
use bspwalk_text::text;

use super::{error::CliError, progress_bar};

/// Opens a level. If standard error is a terminal, shows the progress there, even for trees that are built later.
/// Prints the names of the trees that are rebuilt because the level was compiled with other options.
///
/// # Errors
/// Returns [`CliError::Open`] if the level cannot be opened.
pub fn open(name: &LevelName, args: &TreeArgs) -> Result<Opened, CliError> {
    let opened = progress_bar::with_progress_bar(|progress| opened::open(name, args, progress))?;
    say_rebuilt(&opened);
    Ok(opened.with_progress_display(|work| progress_bar::with_progress_bar(work)))
}

/// Prints the names of the rebuilt trees to standard error.
pub fn say_rebuilt(opened: &Opened) {
    if !opened.rebuilt_data_names().is_empty() {
        // A closed standard error must not stop the command.
        let _ = writeln!(
            io::stderr(),
            "{}",
            text!(
                "usage-built-again",
                level = opened.source,
                what = opened.rebuilt_data_names().join(text!("text-list"))
            )
        );
    }
}

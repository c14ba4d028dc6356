//! File dialog of the web page. The page passes the selected files to the program and opens the level among them.

use bevy::prelude::*;

use crate::page::script;

/// What a dialog asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Wanted {
    /// A level to open, with the files that it needs.
    Level,
    /// The folder of the textures. A page cannot read folders, so it asks for nothing.
    Textures,
}

/// Opens the file dialog.
pub(in crate::app) fn ask(In(wanted): In<Wanted>) {
    if wanted == Wanted::Level {
        script::choose_level();
    }
}

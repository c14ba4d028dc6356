//! File dialog of the page, which passes the files to the program and opens the level among them.

use crate::page::script;

/// Opens the dialog.
pub(in crate::app) fn ask() {
    script::choose_level();
}

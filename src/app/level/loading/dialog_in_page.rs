//! File dialog of the web page. The page passes the selected files to the program and opens the level among them.

use crate::page::script;

/// Opens the file dialog.
pub(in crate::app) fn ask() {
    script::choose_level();
}

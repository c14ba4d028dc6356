//! Non-blocking save dialog.

use std::path::PathBuf;

use bevy::tasks::{IoTaskPool, Task, block_on, poll_once};
use bspwalk_session::files;
use bspwalk_text::text;

use crate::app::level::loading::can_open_dialog;

/// An open save dialog.
pub(super) struct Dialog(Task<Option<PathBuf>>);

impl Dialog {
    /// Returns the reason why no dialog can be opened, if it is known in advance.
    pub(super) fn obstacle() -> Option<String> {
        (!can_open_dialog()).then(|| text!("saving-no-dialog", folder = files::pictures_folder().display()))
    }

    /// Opens a save dialog.
    pub(super) fn open(what: &str, name: &str, extension: &str) -> Self {
        let mut dialog = rfd::AsyncFileDialog::new()
            .set_title(text!("saving-title", what))
            .set_file_name(name)
            .add_filter(extension.to_uppercase(), &[extension])
            .add_filter(text!("dialog-all"), &["*"]);
        let folder = files::pictures_folder();
        // The program's folder does not exist until its first file is saved.
        if let Some(folder) = [Some(folder.as_path()), folder.parent()]
            .into_iter()
            .flatten()
            .find(|folder| folder.is_dir())
        {
            dialog = dialog.set_directory(folder);
        }
        let picked = dialog.save_file();
        Self(IoTaskPool::get().spawn(async move { picked.await.map(|file| file.path().to_owned()) }))
    }

    /// Returns the result of the dialog: a path, or an inner `None` if it was cancelled. Returns `None` while it is
    /// open.
    pub(super) fn answer(&mut self) -> Option<Option<PathBuf>> {
        block_on(poll_once(&mut self.0))
    }
}

//! Non-blocking file dialog.

use std::{env, path::PathBuf};

use bevy::{
    prelude::*,
    tasks::{IoTaskPool, Task, block_on, poll_once},
};
use bspwalk_compile::open::EXTENSIONS;
use bspwalk_text::text;

use crate::{
    app::host::{
        schedule::AppSystems,
        state::{LevelName, Notice, OpenLevel},
    },
    walk::platform::{Platform, is_set},
};

pub(super) struct DialogPlugin;

impl Plugin for DialogPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Dialog>()
            .add_systems(Update, answer.in_set(AppSystems::Follow));
    }
}

/// The file dialog, if it is open.
#[derive(Resource, Default)]
pub(in crate::app) struct Dialog(Option<Task<Option<PathBuf>>>);

/// Returns whether a file dialog is likely to open.
pub(in crate::app) fn can_open() -> bool {
    let on_path = |program: &str| {
        env::var_os("PATH")
            .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
    };
    let bus = is_set("DBUS_SESSION_BUS_ADDRESS")
        || env::var_os("XDG_RUNTIME_DIR").is_some_and(|folder| PathBuf::from(folder).join("bus").exists());
    Platform::current() != Platform::Unix || bus || on_path("zenity")
}

/// Returns the level file extensions in lower and upper case, because some systems distinguish them.
fn extensions() -> Vec<String> {
    let small = EXTENSIONS.into_iter().map(str::to_owned);
    small
        .chain(EXTENSIONS.into_iter().map(str::to_uppercase))
        .collect()
}

/// Opens the dialog.
pub(in crate::app) fn ask(mut dialog: ResMut<Dialog>, mut notices: MessageWriter<Notice>) {
    if dialog.0.is_some() {
        return;
    }
    if !can_open() {
        notices.write(Notice::error(text!("dialog-missing")));
        return;
    }
    let picked = rfd::AsyncFileDialog::new()
        .set_title(text!("dialog-open"))
        .add_filter(text!("dialog-levels"), &extensions())
        .add_filter(text!("dialog-all"), &["*"])
        .pick_file();
    dialog.0 = Some(IoTaskPool::get().spawn(async move { picked.await.map(|file| file.path().to_owned()) }));
}

fn answer(mut dialog: ResMut<Dialog>, mut messages: MessageWriter<OpenLevel>) {
    let Some(task) = &mut dialog.0 else { return };
    let Some(answer) = block_on(poll_once(task)) else {
        return;
    };
    dialog.0 = None;
    if let Some(path) = answer {
        messages.write(OpenLevel::remembered(LevelName::File(path)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_compile::open::is_compiled;

    #[test]
    fn the_dialog_lists_every_kind_of_level() {
        let extensions = extensions();
        for name in ["obj", "OBJ", "bspw", "BSPW"] {
            assert!(extensions.contains(&name.to_owned()), "{extensions:?}");
        }
        assert!(is_compiled("missing.bspw".as_ref()));
    }
}

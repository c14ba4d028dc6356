//! The file dialog, which never blocks the window.

use std::{env, path::PathBuf};

use bevy::{
    prelude::*,
    tasks::{IoTaskPool, Task, block_on, poll_once},
};

use super::Options;
use crate::app::state::{Command, LevelSource, Notice, OpenDialog, OpenLevel};

/// Asks for a file.
pub(super) struct DialogPlugin;

impl Plugin for DialogPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Dialog>()
            .add_systems(Update, (ask, answer).chain());
    }
}

/// The dialog that is open.
#[derive(Resource, Default)]
struct Dialog(Option<Task<Option<PathBuf>>>);

/// Why no dialog can open, where that can be known beforehand.
fn obstacle() -> Option<&'static str> {
    let on_path = |program: &str| {
        env::var_os("PATH")
            .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
    };
    let bus = env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some_and(|address| !address.is_empty())
        || env::var_os("XDG_RUNTIME_DIR").is_some_and(|folder| PathBuf::from(folder).join("bus").exists());
    (cfg!(target_os = "linux") && !bus && !on_path("zenity")).then_some(
        "No file dialog is available here (install xdg-desktop-portal, or zenity): drop a file on the window, or start \
         with `bspwalk FILE`.",
    )
}

fn ask(
    mut asked: MessageReader<OpenDialog>,
    mut commands: MessageReader<Command>,
    mut dialog: ResMut<Dialog>,
    mut notices: MessageWriter<Notice>,
) {
    let by_key = commands
        .read()
        .filter(|command| **command == Command::OpenDialog)
        .count();
    if asked.read().count() + by_key == 0 || dialog.0.is_some() {
        return;
    }
    if let Some(obstacle) = obstacle() {
        notices.write(Notice::error(obstacle));
        return;
    }
    let picked = rfd::AsyncFileDialog::new()
        .set_title("Open a level")
        .add_filter("Levels (OBJ)", &["obj", "OBJ"])
        .add_filter("All files", &["*"])
        .pick_file();
    dialog.0 = Some(IoTaskPool::get().spawn(async move { picked.await.map(|file| file.path().to_owned()) }));
}

fn answer(mut dialog: ResMut<Dialog>, options: Res<Options>, mut messages: MessageWriter<OpenLevel>) {
    let Some(task) = &mut dialog.0 else { return };
    let Some(answer) = block_on(poll_once(task)) else {
        return;
    };
    dialog.0 = None;
    if let Some(path) = answer {
        messages.write(OpenLevel {
            source: LevelSource::File(path),
            options: options.0,
        });
    }
}

//! Full screen, and pictures of the window.

use std::{
    io::Cursor,
    path::{Path, PathBuf},
};

use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured},
    tasks::{IoTaskPool, Task, block_on, poll_once},
    window::{MonitorSelection, PrimaryWindow, WindowMode},
};

use super::{
    files,
    schedule::AppSystems,
    state::{Command, CurrentLevel, Notice},
};

/// Full screen and pictures.
pub(super) struct PicturePlugin;

impl Plugin for PicturePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Saving>()
            .add_systems(Update, (full_screen, take, said).in_set(AppSystems::Command));
    }
}

/// The pictures that are being written.
#[derive(Resource, Default)]
struct Saving(Vec<Task<Result<PathBuf, String>>>);

fn full_screen(mut messages: MessageReader<Command>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    for _ in messages
        .read()
        .filter(|command| **command == Command::ToggleFullScreen)
    {
        for mut window in &mut windows {
            window.mode = match window.mode {
                WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
                _ => WindowMode::Windowed,
            };
        }
    }
}

fn take(mut messages: MessageReader<Command>, current: Option<Res<CurrentLevel>>, mut commands: Commands) {
    if messages.read().any(|command| *command == Command::Screenshot) {
        let level = current
            .map(|current| current.level.name.clone())
            .unwrap_or_default();
        commands.spawn(Screenshot::primary_window()).observe(
            move |captured: On<ScreenshotCaptured>, mut saving: ResMut<Saving>| {
                let image = captured.image.clone();
                let level = level.clone();
                saving
                    .0
                    .push(IoTaskPool::get().spawn(async move { save(image, &files::folder(), &level) }));
            },
        );
    }
}

fn said(mut saving: ResMut<Saving>, mut notices: MessageWriter<Notice>) {
    saving.0.retain_mut(|task| {
        let Some(result) = block_on(poll_once(task)) else {
            return true;
        };
        notices.write(match result {
            Ok(path) => Notice::info(format!("Picture saved to {}", path.display())),
            Err(problem) => Notice::error(format!("The picture was not saved: {problem}.")),
        });
        false
    });
}

/// Writes a picture under the first free number.
fn save(image: Image, folder: &Path, level: &str) -> Result<PathBuf, String> {
    let pixels = image
        .try_into_dynamic()
        .map_err(|error| error.to_string())?
        .to_rgb8();
    let mut png = Cursor::new(Vec::new());
    pixels
        .write_to(&mut png, image::ImageFormat::Png)
        .map_err(|error| error.to_string())?;
    files::save(folder, level, "png", &png.into_inner())
}

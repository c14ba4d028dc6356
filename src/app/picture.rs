//! Full screen, and pictures of the window.

use std::{
    env,
    fs::{self, OpenOptions},
    io::{BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
};

use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured},
    tasks::{IoTaskPool, Task, block_on, poll_once},
    window::{MonitorSelection, PrimaryWindow, WindowMode},
};

use super::state::{Command, Notice, Shown};

/// Full screen and pictures.
pub(super) struct PicturePlugin;

impl Plugin for PicturePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Saving>()
            .add_systems(Update, (full_screen, take, said));
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

fn take(mut messages: MessageReader<Command>, shown: Option<Res<Shown>>, mut commands: Commands) {
    if messages.read().any(|command| *command == Command::Screenshot) {
        let level = shown.map(|shown| shown.level.name.clone()).unwrap_or_default();
        commands.spawn(Screenshot::primary_window()).observe(
            move |captured: On<ScreenshotCaptured>, mut saving: ResMut<Saving>| {
                let image = captured.image.clone();
                let level = level.clone();
                saving
                    .0
                    .push(IoTaskPool::get().spawn(async move { save(image, &folder(), &level) }));
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

/// Where pictures go: the person's folder of pictures where there is one, or the current one.
fn folder() -> PathBuf {
    env::var_os("XDG_PICTURES_DIR")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join("Pictures")))
        .filter(|folder| folder.is_dir())
        .map(|folder| folder.join("bspwalk"))
        .or_else(|| env::current_dir().ok())
        .unwrap_or_default()
}

/// Writes a picture under the first free number.
fn save(image: Image, folder: &Path, level: &str) -> Result<PathBuf, String> {
    let pixels = image
        .try_into_dynamic()
        .map_err(|error| error.to_string())?
        .to_rgb8();
    let at = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
    let level: String = level
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || c == '-' || c == '_' {
                c
            } else {
                '_'
            }
        })
        .collect();
    let (path, file) = (1..)
        .find_map(|number| {
            let path = folder.join(format!("bspwalk-{level}-{number:03}.png"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => Some(Ok((path, file))),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => None,
                Err(error) => Some(Err(at(&path, &error))),
            }
        })
        .unwrap_or_else(|| Err("every number is taken".into()))?;
    let mut file = BufWriter::new(file);
    pixels
        .write_to(&mut file, image::ImageFormat::Png)
        .map_err(|error| at(&path, &error))?;
    file.flush().map_err(|error| at(&path, &error))?;
    Ok(path.canonicalize().unwrap_or(path))
}

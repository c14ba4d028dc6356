//! Full screen mode, and screenshots of the window.

use std::path::{Path, PathBuf};

use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured},
    tasks::{IoTaskPool, Task, block_on, poll_once},
};
use bspwalk_session::{
    actions::Export,
    files::{self, encode},
};
use bspwalk_text::text;

use crate::app::{
    host::{
        schedule::{AppSystems, sent},
        shown::Shown,
        state::{Action, Notice, OpenedLevel},
    },
    level::save_as::SaveAs,
};

/// Switches to full screen and saves screenshots.
pub(in crate::app) struct ScreenshotPlugin;

impl Plugin for ScreenshotPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Saving>()
            .init_resource::<Encoding>()
            .add_systems(
                Update,
                (
                    full_screen.run_if(sent(Action::ToggleFullScreen)),
                    take.run_if(sent(Action::Screenshot)),
                    take_to_ask.run_if(sent(Action::Export(Export::Picture))),
                    (report, ask),
                )
                    .in_set(AppSystems::Command),
            );
    }
}

/// Screenshots that are being saved.
#[derive(Resource, Default)]
struct Saving(Vec<Task<Result<PathBuf, String>>>);

/// Screenshots that are being encoded before the user chooses where to save them, each with the name of its level.
#[derive(Resource, Default)]
struct Encoding(Vec<(String, Task<Result<Vec<u8>, String>>)>);

/// In a browser, the page goes to full screen with its buttons.
#[cfg(target_family = "wasm")]
fn full_screen() {
    crate::page::script::toggle_full_screen();
}

#[cfg(not(target_family = "wasm"))]
fn full_screen(mut windows: Query<&mut Window, With<bevy::window::PrimaryWindow>>) {
    use bevy::window::{MonitorSelection, WindowMode};
    for mut window in &mut windows {
        window.mode = match window.mode {
            WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
            _ => WindowMode::Windowed,
        };
    }
}

fn take(current: Option<Shown<OpenedLevel>>, mut commands: Commands) {
    let level = current.map_or_else(String::new, |current| current.level.name.clone());
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>, mut saving: ResMut<Saving>| {
            let (image, level) = (captured.image.clone(), level.clone());
            let task = async move { save(image, &files::folder(), &level) };
            saving.0.push(IoTaskPool::get().spawn(task));
        },
    );
}

fn take_to_ask(current: Option<Shown<OpenedLevel>>, mut commands: Commands) {
    let level = current.map_or_else(String::new, |current| current.level.name.clone());
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>, mut encoding: ResMut<Encoding>| {
            let image = captured.image.clone();
            let task = IoTaskPool::get().spawn(async move { png(image) });
            encoding.0.push((level.clone(), task));
        },
    );
}

/// Asks where to save encoded screenshots.
fn ask(mut encoding: ResMut<Encoding>, mut files: MessageWriter<SaveAs>, mut notices: MessageWriter<Notice>) {
    encoding.0.retain_mut(|(level, task)| {
        let Some(result) = block_on(poll_once(task)) else {
            return true;
        };
        match result {
            Ok(png) => _ = files.write(SaveAs::new(text!("saving-picture"), level.as_str(), "png", png)),
            Err(problem) => _ = notices.write(Notice::error(text!("saving-no-picture", problem))),
        }
        false
    });
}

fn report(mut saving: ResMut<Saving>, mut notices: MessageWriter<Notice>) {
    saving.0.retain_mut(|task| {
        let Some(result) = block_on(poll_once(task)) else {
            return true;
        };
        notices.write(match result {
            Ok(path) => Notice::info(text!("screenshot-saved", file = path.display())),
            Err(problem) => Notice::error(text!("screenshot-not-saved", problem)),
        });
        false
    });
}

fn save(image: Image, folder: &Path, level: &str) -> Result<PathBuf, String> {
    files::save(folder, level, "png", &png(image)?)
}

/// Encodes an image as PNG.
fn png(image: Image) -> Result<Vec<u8>, String> {
    let image = image.try_into_dynamic().map_err(|error| error.to_string())?;
    encode(&image.to_rgb8()).map_err(|error| error.to_string())
}

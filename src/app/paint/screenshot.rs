//! Full screen mode, and screenshots of the window.

use std::path::PathBuf;

use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured},
    tasks::{IoTaskPool, Task, block_on, poll_once},
};
use bspwalk_session::files::{self, encode};
use bspwalk_text::text;

use crate::app::{
    host::{
        schedule::AppSystems,
        shown::Shown,
        state::{Notice, OpenedLevel},
    },
    level::save_as::SaveAs,
};

/// Saves screenshots.
pub(in crate::app) struct ScreenshotPlugin;

impl Plugin for ScreenshotPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Screenshots>()
            .add_systems(Update, report.in_set(AppSystems::Follow));
    }
}

/// An encoded screenshot.
enum Encoded {
    Saved(PathBuf),
    /// Level name and PNG file contents. The user chooses where to save the file.
    Unsaved(String, Vec<u8>),
}

/// Screenshots that are being encoded and saved. The flag is set if the user chooses where to save the screenshot.
#[derive(Resource, Default)]
struct Screenshots(Vec<(bool, Task<Result<Encoded, String>>)>);

/// In a browser, the whole page switches to full screen, including its buttons.
#[cfg(target_family = "wasm")]
pub(in crate::app) fn full_screen() {
    crate::page::script::toggle_full_screen();
}

/// Switches between full screen and a window.
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) fn full_screen(mut windows: Query<&mut Window, With<bevy::window::PrimaryWindow>>) {
    use bevy::window::{MonitorSelection, WindowMode};
    for mut window in &mut windows {
        window.mode = match window.mode {
            WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
            _ => WindowMode::Windowed,
        };
    }
}

/// Takes a screenshot. If `asks` is set, asks where to save it; otherwise, saves it immediately.
pub(in crate::app) fn take(In(asks): In<bool>, current: Option<Shown<OpenedLevel>>, mut commands: Commands) {
    let level = current.map_or_else(String::new, |current| current.level.name.clone());
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>, mut screenshots: ResMut<Screenshots>| {
            let (image, level) = (captured.image.clone(), level.clone());
            let task = IoTaskPool::get().spawn(async move {
                let png = png(image)?;
                if asks {
                    return Ok(Encoded::Unsaved(level, png));
                }
                files::save(&files::pictures_folder(), &level, "png", &png).map(Encoded::Saved)
            });
            screenshots.0.push((asks, task));
        },
    );
}

/// Reports screenshots that were saved, and asks where to save the others.
fn report(
    mut screenshots: ResMut<Screenshots>,
    mut files: MessageWriter<SaveAs>,
    mut notices: MessageWriter<Notice>,
) {
    screenshots.0.retain_mut(|(asks, task)| {
        let Some(result) = block_on(poll_once(task)) else {
            return true;
        };
        let notice = match result {
            Ok(Encoded::Unsaved(level, png)) => {
                files.write(SaveAs::new(text!("saving-picture"), level, "png", png));
                return false;
            }
            Ok(Encoded::Saved(path)) => Notice::info(text!("screenshot-saved", file = path.display())),
            Err(problem) if *asks => Notice::error(text!("saving-no-picture", problem)),
            Err(problem) => Notice::error(text!("screenshot-not-saved", problem)),
        };
        notices.write(notice);
        false
    });
}

/// Encodes an image as PNG.
fn png(image: Image) -> Result<Vec<u8>, String> {
    let image = image.try_into_dynamic().map_err(|error| error.to_string())?;
    encode(&image.to_rgb8()).map_err(|error| error.to_string())
}

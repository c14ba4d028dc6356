//! Full screen mode, and screenshots of the window.

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::tasks::{IoTaskPool, Task, block_on, poll_once};
use bspwalk_session::files::{encode, pictures_folder};
use bspwalk_text::text;

use crate::app::{host::prelude::*, level::save_as::SaveAs};

/// Saves screenshots.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Screenshots>()
        .add_systems(Update, save.in_set(AppSystems::Follow));
}

/// Screenshots that are being encoded.
#[derive(Resource, Default)]
struct Screenshots(Vec<Task<Result<SaveAs, String>>>);

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
                Ok(SaveAs {
                    folder: (!asks).then(pictures_folder),
                    ..SaveAs::new(text!("saving-picture"), level, "png", png(image)?)
                })
            });
            screenshots.0.push(task);
        },
    );
}

fn save(
    mut screenshots: ResMut<Screenshots>,
    mut files: MessageWriter<SaveAs>,
    mut notices: MessageWriter<Notice>,
) {
    screenshots.0.retain_mut(|task| {
        let Some(result) = block_on(poll_once(task)) else {
            return true;
        };
        match result {
            Ok(file) => _ = files.write(file),
            Err(problem) => _ = notices.write(Notice::error(text!("saving-no-picture", problem))),
        }
        false
    });
}

fn png(image: Image) -> Result<Vec<u8>, String> {
    let image = image.try_into_dynamic().map_err(|error| error.to_string())?;
    let image = image.to_rgb8();
    encode([image.width(), image.height()], image.into_raw()).map_err(|error| error.to_string())
}

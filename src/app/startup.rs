//! Starting: what must be there before the engine can, said in one sentence with the remedy where it is not.

use std::{env, panic, process};

use bevy::{
    log::{Level, LogPlugin},
    render::{
        RenderPlugin,
        settings::{Backends, WgpuSettings},
    },
};

/// Why the window cannot open.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum StartError {
    /// Nothing to draw on.
    #[error(
        "there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set): start it from a desktop, or \
         draw without a window by `bspwalk shot`"
    )]
    NoDisplay,
    /// The display is named, but does not answer.
    #[error(
        "the display does not answer, or a library to reach it is missing: check DISPLAY and WAYLAND_DISPLAY, and install \
         libxkbcommon-x11-0, libxcursor1, libxi6 and libxrandr2 (Debian and Ubuntu names)"
    )]
    DisplayUnreachable,
    /// No driver.
    #[error(
        "no Vulkan driver was found: install your graphics card's, or the software one (mesa-vulkan-drivers and libvulkan1 \
         on Debian and Ubuntu, mesa-vulkan-drivers and vulkan-loader on Fedora)"
    )]
    NoDriver,
}

/// Whether a display is named.
pub(super) fn check_display() -> Result<(), StartError> {
    let named = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux")
        && !["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
            .into_iter()
            .any(named)
    {
        return Err(StartError::NoDisplay);
    }
    Ok(())
}

/// The engine's log: warnings, but for those that the window says itself. `RUST_LOG` overrides it.
pub(super) fn log_plugin() -> LogPlugin {
    LogPlugin {
        level: Level::WARN,
        filter:
            "warn,wgpu=error,wgpu_hal=off,naga=error,bevy_render::renderer=error,bevy_winit=error,bevy_egui::render=error,sctk=off,\
                 calloop=error,winit=error,zbus=error"
                .into(),
        ..LogPlugin::default()
    }
}

/// The renderer: by Vulkan, Metal or Direct3D 12 unless `WGPU_BACKEND` asks for another, so that no other is even tried.
pub(super) fn render_plugin() -> RenderPlugin {
    let backends = Backends::from_env().unwrap_or(Backends::PRIMARY);
    RenderPlugin {
        render_creation: WgpuSettings {
            backends: Some(backends),
            ..WgpuSettings::default()
        }
        .into(),
        ..RenderPlugin::default()
    }
}

/// Threads whose panics are reported by the one who waits for them bear names that begin so.
pub(in crate::app) const JOB_THREAD: &str = "bspwalk job";

/// The engine panics where it finds no display or no driver. This turns it into one sentence and exit status 1; a panic
/// of another cause is printed in one line, and with its backtrace where `RUST_BACKTRACE` asks for it.
pub(super) fn explain_panics() {
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let thread = std::thread::current();
        if thread.name().is_some_and(|name| name.starts_with(JOB_THREAD)) {
            return;
        }
        let text = message(info.payload());
        if let Some(error) = start_error(&text) {
            eprintln!("bspwalk: {error}");
        } else if env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            default(info);
        } else {
            let place = info
                .location()
                .map(|location| format!(" at {location}"))
                .unwrap_or_default();
            eprintln!(
                "bspwalk: stopped by a fault of its own{place}: {text} (RUST_BACKTRACE=1 shows where it came from)"
            );
        }
        process::exit(1);
    }));
}

/// The text of a panic.
pub(in crate::app) fn message(payload: &(dyn std::any::Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

/// What a panic of the engine means to a person, where it is one of starting.
fn start_error(text: &str) -> Option<StartError> {
    if text.contains("Unable to find a GPU") || text.contains("Failed to create wgpu surface") {
        Some(StartError::NoDriver)
    } else if text.contains("event loop") || text.contains("XKBNotFound") || text.contains("NotSupported") {
        Some(StartError::DisplayUnreachable)
    } else {
        None
    }
}

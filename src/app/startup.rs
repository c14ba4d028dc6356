//! Starting: what must be there before the engine can, said in one sentence with the remedy where it is not.

use std::{
    cell::Cell,
    env,
    panic::{self, AssertUnwindSafe},
    process,
    sync::atomic::{AtomicUsize, Ordering},
};

use bevy::{
    log::{Level, LogPlugin},
    render::{
        RenderPlugin,
        settings::{Backends, WgpuSettings},
    },
};

/// A system that the window runs on: what is missing there, and what helps, differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Platform {
    /// Linux and what else has X11 or Wayland.
    Unix,
    /// Windows.
    Windows,
    /// macOS.
    MacOs,
}

impl Platform {
    /// This one.
    pub(in crate::app) const fn current() -> Self {
        if cfg!(target_os = "windows") {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::MacOs
        } else {
            Self::Unix
        }
    }

    /// What to do where no driver is found.
    fn driver_advice(self) -> &'static str {
        match self {
            Self::Unix => {
                "no Vulkan driver was found: install your graphics card's, or the software one (mesa-vulkan-drivers and \
                 libvulkan1 on Debian and Ubuntu, mesa-vulkan-drivers and vulkan-loader on Fedora)"
            }
            Self::Windows => {
                "no graphics driver with Direct3D 12 or Vulkan was found: update the graphics card's driver, from its \
                 maker or by Windows Update"
            }
            Self::MacOs => {
                "no graphics device with Metal was found: bspwalk needs a Mac that supports Metal, with macOS up to date"
            }
        }
    }

    /// What to do where the display does not answer.
    fn display_advice(self) -> &'static str {
        match self {
            Self::Unix => {
                "the display does not answer, or a library to reach it is missing: check DISPLAY and WAYLAND_DISPLAY, and \
                 install libxkbcommon-x11-0, libxcursor1, libxi6 and libxrandr2 (Debian and Ubuntu names)"
            }
            Self::Windows | Self::MacOs => {
                "no window can be opened in this session: start it from a desktop that somebody is logged in to, or draw \
                 without a window by `bspwalk shot`"
            }
        }
    }
}

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
    #[error("{}", .0.display_advice())]
    DisplayUnreachable(Platform),
    /// No driver.
    #[error("{}; `bspwalk shot --software` draws without one", .0.driver_advice())]
    NoDriver(Platform),
}

/// Whether a display is named, by these variables of the environment, where the system has it named.
pub(super) fn check_display(platform: Platform, is_set: impl Fn(&str) -> bool) -> Result<(), StartError> {
    let names = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];
    if platform == Platform::Unix && !names.into_iter().any(is_set) {
        return Err(StartError::NoDisplay);
    }
    Ok(())
}

/// Whether a variable of the environment has a value.
pub(in crate::app) fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
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

thread_local! {
    /// Whether this thread is at a job.
    static AT_JOB: Cell<bool> = const { Cell::new(false) };
}

/// How many threads are at a job.
static JOBS: AtomicUsize = AtomicUsize::new(0);

/// Does a job. A panic in it, on this thread or on one of the thread pool that works for it, ends only the job.
///
/// # Errors
/// One sentence for a person: what the panic said.
pub(in crate::app) fn job<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    JOBS.fetch_add(1, Ordering::Relaxed);
    let outer = AT_JOB.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    AT_JOB.set(outer);
    JOBS.fetch_sub(1, Ordering::Relaxed);
    done.map_err(|payload| {
        format!(
            "It was stopped by a fault of the program: {}.",
            message(&*payload)
        )
    })
}

/// Whether who waits for this thread reports its panic: a thread of a thread pool hands its panic on to the thread that it
/// works for, which is at a job wherever one is done.
fn is_reported_by_a_job() -> bool {
    let in_pool = rayon::current_thread_index().is_some();
    AT_JOB.get() || in_pool && JOBS.load(Ordering::Relaxed) > 0
}

/// The engine panics where it finds no display or no driver. This turns it into one sentence and exit status 1; a panic
/// of another cause is printed in one line, and with its backtrace where `RUST_BACKTRACE` asks for it. Panics of a [`job`]
/// are left to it.
pub(super) fn explain_panics() {
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if is_reported_by_a_job() {
            return;
        }
        let text = message(info.payload());
        let platform = Platform::current();
        let traced = env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
        if traced && start_error(&text, platform).is_none() {
            default(info);
        } else {
            let place = info.location().map(|location| format!(" at {location}"));
            explain(&text, &place.unwrap_or_default());
        }
        process::exit(1);
    }));
}

/// Says on standard error why the program ends.
fn explain(text: &str, place: &str) {
    match start_error(text, Platform::current()) {
        Some(error) => eprintln!("bspwalk: {error}"),
        None => eprintln!(
            "bspwalk: stopped by a fault of its own{place}: {text} (RUST_BACKTRACE=1 shows where it came from)"
        ),
    }
}

/// Runs the program. A panic that a thread of a thread pool has handed on to it, while a job was done beside it, was not
/// reported yet.
pub(super) fn run<T>(program: impl FnOnce() -> T) -> Option<T> {
    let done = panic::catch_unwind(AssertUnwindSafe(program));
    done.inspect_err(|payload| explain(&message(&**payload), "")).ok()
}

/// The text of a panic.
pub(in crate::app) fn message(payload: &(dyn std::any::Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

/// Whether a panic with this text means that there is no driver to draw with.
#[cfg(test)]
pub(in crate::app) fn is_driver_missing(text: &str) -> bool {
    text.contains(NO_DRIVER)
}

/// What the engine says where it finds no driver.
const NO_DRIVER: &str = "Unable to find a GPU";

/// What a panic of the engine means to a person, where it is one of starting.
fn start_error(text: &str, platform: Platform) -> Option<StartError> {
    if text.contains(NO_DRIVER) || text.contains("Failed to create wgpu surface") {
        Some(StartError::NoDriver(platform))
    } else if text.contains("event loop") || text.contains("XKBNotFound") || text.contains("NotSupported") {
        Some(StartError::DisplayUnreachable(platform))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_is_told_what_helps_there() {
        let told = |text, platform| start_error(text, platform).map(|error| error.to_string());
        let driver = |platform| told("Unable to find a GPU! Make sure", platform).expect("a missing driver");
        let words = [
            (Platform::Unix, "mesa-vulkan-drivers", ["Direct3D", "Metal"]),
            (Platform::Windows, "Direct3D 12", ["mesa", "Metal"]),
            (Platform::MacOs, "Metal", ["mesa", "Direct3D"]),
        ];
        for (platform, right, wrong) in words {
            let text = driver(platform);
            assert!(text.contains(right), "{text}");
            assert!(!wrong.iter().any(|wrong| text.contains(wrong)), "{text}");
            let text = told("Failed to build event loop: NotSupported", platform).expect("no display");
            assert_eq!(
                text.contains("WAYLAND_DISPLAY"),
                platform == Platform::Unix,
                "{text}"
            );
        }
        assert_eq!(start_error("index out of bounds", Platform::Windows), None);
    }

    #[test]
    fn a_display_must_be_named_where_displays_have_names() {
        for platform in [Platform::Windows, Platform::MacOs] {
            assert_eq!(check_display(platform, |_| false), Ok(()));
        }
        assert_eq!(
            check_display(Platform::Unix, |_| false),
            Err(StartError::NoDisplay)
        );
        assert_eq!(
            check_display(Platform::Unix, |name| name == "WAYLAND_DISPLAY"),
            Ok(())
        );
    }
}

//! Starting: where no display or no driver is found, one sentence says so and names the remedy. Panics are handled here too.

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

/// The operating system, on which the advice depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Platform {
    /// Linux and other systems with X11 or Wayland.
    Unix,
    Windows,
    MacOs,
}

impl Platform {
    /// The platform that this program was compiled for.
    pub(in crate::app) const fn current() -> Self {
        if cfg!(target_os = "windows") {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::MacOs
        } else {
            Self::Unix
        }
    }

    /// The advice where no driver is found.
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

    /// The advice where the display does not answer.
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

/// Why no window can open without a display.
const NO_DISPLAY: &str = "there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set): start it \
                          from a desktop, or draw without a window by `bspwalk shot`";

/// Whether the environment names a display, where the platform needs that.
///
/// # Errors
/// One sentence for the user.
pub(super) fn check_display(platform: Platform, is_set: impl Fn(&str) -> bool) -> Result<(), &'static str> {
    let names = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];
    if platform == Platform::Unix && !names.into_iter().any(is_set) {
        return Err(NO_DISPLAY);
    }
    Ok(())
}

/// Whether a variable of the environment has a value.
pub(in crate::app) fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// The engine's log: warnings, without those that the window shows itself. `RUST_LOG` overrides it.
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

/// The renderer: Vulkan, Metal or Direct3D 12 alone, unless `WGPU_BACKEND` asks for another.
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
    /// Whether this thread runs a [`job`].
    static AT_JOB: Cell<bool> = const { Cell::new(false) };
}

/// How many threads run a [`job`].
static JOBS: AtomicUsize = AtomicUsize::new(0);

/// Runs a job. A panic in it, on this thread or on a thread of the pool that works for it, ends only the job.
///
/// # Errors
/// One sentence with the message of the panic.
pub(in crate::app) fn job<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    JOBS.fetch_add(1, Ordering::Relaxed);
    let outer = AT_JOB.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    AT_JOB.set(outer);
    JOBS.fetch_sub(1, Ordering::Relaxed);
    let fault = |text| format!("It was stopped by a fault of the program: {text}.");
    result.map_err(|payload| fault(message(&*payload)))
}

/// Whether a job reports a panic of this thread. A thread of a pool hands its panic on to the thread that it works for.
fn is_reported_by_a_job() -> bool {
    let in_pool = rayon::current_thread_index().is_some();
    AT_JOB.get() || in_pool && JOBS.load(Ordering::Relaxed) > 0
}

/// Sets a panic hook that exits with status 1 and one line on standard error. The engine panics where it finds no display or
/// no driver: the line then gives advice. Any other panic is printed, with its backtrace where `RUST_BACKTRACE` asks for it.
/// The panics of a [`job`] are left to the job.
pub(super) fn explain_panics() {
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if is_reported_by_a_job() {
            return;
        }
        let text = message(info.payload());
        let traced = env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
        if traced && advice(&text, Platform::current()).is_none() {
            default(info);
        } else {
            let place = info.location().map(|location| format!(" at {location}"));
            explain(&text, &place.unwrap_or_default());
        }
        process::exit(1);
    }));
}

fn explain(text: &str, place: &str) {
    match advice(text, Platform::current()) {
        Some(advice) => eprintln!("bspwalk: {advice}"),
        None => eprintln!(
            "bspwalk: stopped by a fault of its own{place}: {text} (RUST_BACKTRACE=1 shows where it came from)"
        ),
    }
}

/// Runs the program. A panic that a thread of a pool handed on to it while a job was running was not reported by the hook.
pub(super) fn run<T>(program: impl FnOnce() -> T) -> Option<T> {
    let result = panic::catch_unwind(AssertUnwindSafe(program));
    result
        .inspect_err(|payload| explain(&message(&**payload), ""))
        .ok()
}

/// The text of a panic.
pub(in crate::app) fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or_default().to_owned()
}

/// Whether a panic with this text means that there is no driver.
#[cfg(test)]
pub(in crate::app) fn is_driver_missing(text: &str) -> bool {
    text.contains(NO_DRIVER)
}

/// The message of the engine where it finds no driver.
const NO_DRIVER: &str = "Unable to find a GPU";

/// The advice about a panic with this text, if it means that there is no driver or no display.
fn advice(text: &str, platform: Platform) -> Option<String> {
    let means = |texts: &[&str]| texts.iter().any(|known| text.contains(known));
    if means(&[NO_DRIVER, "Failed to create wgpu surface"]) {
        let advice = platform.driver_advice();
        Some(format!("{advice}; `bspwalk shot --software` draws without one"))
    } else if means(&["event loop", "XKBNotFound", "NotSupported"]) {
        Some(platform.display_advice().to_owned())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_is_told_what_helps_there() {
        let driver =
            |platform| advice("Unable to find a GPU! Make sure", platform).expect("a missing driver");
        let words = [
            (Platform::Unix, "mesa-vulkan-drivers", ["Direct3D", "Metal"]),
            (Platform::Windows, "Direct3D 12", ["mesa", "Metal"]),
            (Platform::MacOs, "Metal", ["mesa", "Direct3D"]),
        ];
        for (platform, right, wrong) in words {
            let text = driver(platform);
            assert!(text.contains(right), "{text}");
            assert!(!wrong.iter().any(|wrong| text.contains(wrong)), "{text}");
            let text = advice("Failed to build event loop: NotSupported", platform).expect("no display");
            assert_eq!(
                text.contains("WAYLAND_DISPLAY"),
                platform == Platform::Unix,
                "{text}"
            );
        }
        assert_eq!(advice("index out of bounds", Platform::Windows), None);
    }

    #[test]
    fn a_display_must_be_named_where_displays_have_names() {
        for platform in [Platform::Windows, Platform::MacOs] {
            assert_eq!(check_display(platform, |_| false), Ok(()));
        }
        assert_eq!(check_display(Platform::Unix, |_| false), Err(NO_DISPLAY));
        let wayland = |name: &str| name == "WAYLAND_DISPLAY";
        assert_eq!(check_display(Platform::Unix, wayland), Ok(()));
    }
}

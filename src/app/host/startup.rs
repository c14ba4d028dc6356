//! Startup: looks for a graphics driver, and handles panics.
//!
//! If the driver or the display is missing, prints a sentence with advice or restarts the program with a different
//! renderer.

use std::{
    env,
    panic::{self, AssertUnwindSafe},
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use bevy::{
    ecs::system::Local,
    log::{Level, LogPlugin},
    render::{
        RenderPlugin,
        renderer::{RenderInstance, WgpuWrapper},
        settings::{Backends, WgpuSettings},
    },
    tasks::block_on,
    window::Window,
};
use bspwalk_session::job::{is_reported_by_a_job, message};
use bspwalk_text::{Message, message, text};

use crate::walk::{
    platform::{self, Platform},
    renderer::{self, Missing, RendererKind},
    restart::restart,
};

/// Returns Bevy's log plugin, which prints warnings unless the window shows them. `RUST_LOG` overrides this.
pub(in crate::app) fn log_plugin() -> LogPlugin {
    LogPlugin {
        level: Level::WARN,
        filter:
            "warn,wgpu=error,wgpu_hal=off,naga=error,bevy_render::renderer=error,bevy_winit=error,bevy_egui::render=error,sctk=off,\
                 calloop=error,winit=error,zbus=error"
                .into(),
        ..LogPlugin::default()
    }
}

/// Returns the graphics backends: only Vulkan, Metal and Direct3D 12, unless `WGPU_BACKEND` specifies others.
#[cfg(not(target_family = "wasm"))]
fn backends() -> Backends {
    Backends::from_env().unwrap_or(Backends::PRIMARY)
}

/// Whether the browser supports WebGPU, as reported by the page.
#[cfg(target_family = "wasm")]
pub(in crate::app) static WEBGPU: AtomicBool = AtomicBool::new(false);

/// Returns WebGPU if the browser supports it, otherwise WebGL 2.
#[cfg(target_family = "wasm")]
fn backends() -> Backends {
    match WEBGPU.load(Ordering::Relaxed) {
        true => Backends::BROWSER_WEBGPU,
        false => Backends::GL,
    }
}

/// Returns the window with default settings.
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) fn window() -> Window {
    Window::default()
}

/// Returns a window that fills the page's canvas.
#[cfg(target_family = "wasm")]
pub(in crate::app) fn window() -> Window {
    Window {
        canvas: Some("#level".into()),
        fit_canvas_to_parent: true,
        prevent_default_event_handling: true,
        ..Window::default()
    }
}

/// Device types by their numeric values, best first: discrete, integrated, virtual, other, software.
const DEVICES: [u32; 5] = [2, 1, 3, 0, 4];

/// Looks for a graphics driver, and returns the name of the best device that has one.
///
/// # Errors
/// Returns advice for the user if no driver is found.
pub fn driver() -> Result<String, String> {
    let advice = || Platform::current().driver_advice().to_owned();
    let find = || {
        let instance = RenderInstance(Arc::new(WgpuWrapper::new(Default::default())));
        let adapters = block_on(instance.enumerate_adapters(backends()));
        let devices = adapters.into_iter().map(|adapter| adapter.get_info());
        devices
            .min_by_key(|device| DEVICES.iter().position(|&kind| kind == device.device_type as u32))
            .map(|device| format!("{} ({})", device.name, device.backend))
    };
    // A driver that panics counts as missing.
    platform::unless_it_panics(find).flatten().ok_or_else(advice)
}

/// Returns the renderer plugin for a graphics driver.
pub(in crate::app) fn render_plugin() -> RenderPlugin {
    RenderPlugin {
        render_creation: WgpuSettings {
            backends: Some(backends()),
            ..WgpuSettings::default()
        }
        .into(),
        ..RenderPlugin::default()
    }
}

/// Whether the window has opened. After that, the program no longer falls back to another renderer.
static OPENED: AtomicBool = AtomicBool::new(false);

/// Number of frames after which the window counts as open.
const FIRST_FRAMES: u32 = 3;

/// Records that the window has opened.
pub(in crate::app) fn note_opened(mut frames: Local<u32>) {
    *frames += 1;
    if *frames == FIRST_FRAMES {
        OPENED.store(true, Ordering::Relaxed);
    }
}

/// Sets a panic hook that prints one line on standard error and exits with status 1.
///
/// Bevy panics if it finds no display or no driver. In that case the line gives advice, or the program restarts with
/// another renderer if `falls_through` is set. Any other panic is printed, with a backtrace if `RUST_BACKTRACE`
/// requests one. Panics inside a job ([`bspwalk_session::job`]) are left to the job.
pub(in crate::app) fn explain_panics(falls_through: bool) {
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if is_reported_by_a_job() {
            return;
        }
        let text = message(info.payload());
        let file = info.location().map_or("", |location| location.file());
        let traced = env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
        let missing = missing(&text, file);
        if traced && missing.is_none() {
            default(info);
        } else {
            let place = info.location().map(|location| text!("startup-at", location));
            explain(missing, &text, &place.unwrap_or_default(), falls_through);
        }
        process::exit(1);
    }));
}

/// Explains a panic. Does not return if the program restarts with another renderer.
fn explain(missing: Option<Missing>, text: &str, place: &str, falls_through: bool) {
    let Some(missing) = missing else {
        eprintln!("{}", text!("startup-fault", place, text));
        return;
    };
    // In automatic mode, the window is opened only after a driver has been found.
    let is_found = falls_through || !text.contains(NO_DRIVER);
    let advice = match missing {
        Missing::Driver if is_found => CANNOT_SHOW.text(),
        Missing::Driver => Platform::current().driver_advice(),
        Missing::Display => Platform::current().display_advice(),
    };
    if falls_through
        && !OPENED.load(Ordering::Relaxed)
        && let Some(drawn) =
            renderer::fallback_renderer(missing, &RendererKind::built_in(), platform::has_terminal())
    {
        eprintln!("bspwalk: {}", renderer::fallback_message(drawn, advice));
        let error = restart(drawn);
        eprintln!("{}", text!("startup-not-again", error));
        return;
    }
    let alternative = match (missing, falls_through) {
        (Missing::Display, true) => text!("startup-shot"),
        (Missing::Driver, _) => text!("startup-renderer-software"),
        (Missing::Display, false) => text!("startup-renderer-terminal"),
    };
    eprintln!("bspwalk: {advice}; {alternative}");
}

/// Runs the program. While a job is running, the hook does not report panics that a thread pool propagates to the
/// program, so they are reported here.
pub(in crate::app) fn run<T>(program: impl FnOnce() -> T) -> Option<T> {
    let result = panic::catch_unwind(AssertUnwindSafe(program));
    result
        .inspect_err(|payload| explain(None, &message(&**payload), "", false))
        .ok()
}

/// Returns whether a panic with the given text means that there is no driver.
#[cfg(test)]
pub(in crate::app) fn is_driver_missing(text: &str) -> bool {
    text.contains(NO_DRIVER)
}

/// Reason reported when the renderer fails even though a driver was found.
const CANNOT_SHOW: Message = message!("startup-driver");

/// Bevy's panic message when it finds no driver.
const NO_DRIVER: &str = "Unable to find a GPU";

/// Returns what is missing, based on the text and source file of a panic. Bevy's renderer and window crates do not
/// panic with a specific type. Other crates may use the same words, so the crate that panicked must match, too.
fn missing(text: &str, file: &str) -> Option<Missing> {
    let is_in = |name: &str| {
        // The folder name of a registry crate consists of the crate name and version.
        let mut folders = file.split(['/', '\\']);
        folders.any(|folder| {
            folder
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('-'))
        })
    };
    let means = |texts: &[&str]| texts.iter().any(|known| text.starts_with(known));
    let of_driver = [
        NO_DRIVER,
        "Failed to create wgpu surface",
        "No supported formats for surface",
    ];
    if is_in("bevy_render") && means(&of_driver) {
        Some(Missing::Driver)
    } else if is_in("bevy_winit") && means(&["Failed to build event loop"])
        || is_in("winit") && text.contains("XKBNotFound")
    {
        Some(Missing::Display)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::{
        process::{Command, Output},
        thread,
        time::Duration,
    };

    use bspwalk_session::job::{Failure, Worker};
    use rayon::prelude::*;

    use super::*;

    /// Environment variable that names the test program to run when this executable is started again.
    const PROGRAM: &str = "BSPWALK_TEST_PROGRAM";

    /// Runs a test program in a separate process, because it sets the panic hook.
    fn started(program: &str) -> Output {
        Command::new(env::current_exe().unwrap())
            .args([
                "--exact",
                "app::host::startup::tests::test_program",
                "--nocapture",
            ])
            .env(PROGRAM, program)
            .env("RUST_BACKTRACE", "0")
            .output()
            .unwrap()
    }

    fn of_items(panicking: u32) -> Result<u32, Failure> {
        let sum = (0..100_000_u32).into_par_iter().map(|item| {
            assert!(item != panicking, "item {item} is bad");
            item % 7
        });
        Ok(sum.sum())
    }

    fn finished<T: Send + 'static>(worker: Worker<T>) -> Result<T, Failure> {
        while !worker.is_finished() {
            thread::sleep(Duration::from_millis(1));
        }
        worker.finish()
    }

    #[test]
    fn test_program() {
        let Ok(program) = env::var(PROGRAM) else { return };
        explain_panics(false);
        let failed = |item: u32| {
            let fault = format!("Internal error: item {item} is bad.");
            Err(Failure::Failed(fault))
        };
        match program.as_str() {
            "jobs" => {
                // The item that panics is either the first item or a later one, which a pool thread processes.
                for item in [0, 50_000, 99_999] {
                    let job = Worker::start("a job".into(), move |_| of_items(item));
                    assert_eq!(finished(job), failed(item));
                    let pool = Worker::start("a job".into(), move |_| {
                        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
                        pool.install(|| of_items(item))
                    });
                    assert_eq!(finished(pool), failed(item));
                }
                let alone = Worker::<u32>::start("a job".into(), |_| panic!("item {} is bad", 7));
                assert_eq!(finished(alone), failed(7));
                // A subsequent job succeeds.
                let next = Worker::start("a job".into(), |_| of_items(u32::MAX));
                assert_eq!(finished(next), of_items(u32::MAX));
                println!("it goes on");
                process::exit(0);
            }
            "pool" => drop(of_items(99_999)),
            _ => panic!("the program {program} fails"),
        }
    }

    #[test]
    fn job_reports_its_own_panic() {
        let output = started("jobs");
        let (text, errors) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        assert!(output.status.success(), "{text}{errors}");
        assert!(text.contains("it goes on"), "{text}");
        assert!(!errors.contains("bspwalk:"), "{errors}");
    }

    #[test]
    fn other_panics_end_the_program_with_one_line() {
        for (program, said) in [
            ("pool", "item 99999 is bad"),
            ("alone", "the program alone fails"),
        ] {
            let output = started(program);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{errors}");
            let line = "bspwalk: stopped because of an internal error at ";
            assert_eq!(errors.matches(line).count(), 1, "{errors}");
            assert!(errors.contains(said), "{errors}");
        }
    }

    #[test]
    fn missing_driver_or_display_is_detected() {
        let render = "/registry/src/index/bevy_render-0.19.1/src/renderer/mod.rs";
        let winit = "/registry/src/index/bevy_winit-0.19.1/src/lib.rs";
        let keyboard = "C:\\registry\\winit-0.30.13\\src\\platform_impl\\linux\\x11\\mod.rs";
        let no_loop = "Failed to build event loop: NotSupported";
        let no_keyboard = "called `Result::unwrap()` on an `Err` value: XKBNotFound";
        for (text, file, expected) in [
            ("Unable to find a GPU! Make sure", render, Some(Missing::Driver)),
            (
                "Failed to create wgpu surface: lost",
                render,
                Some(Missing::Driver),
            ),
            (no_loop, winit, Some(Missing::Display)),
            (no_keyboard, keyboard, Some(Missing::Display)),
            (no_loop, "src/level/gltf/mod.rs", None),
            (no_loop, render, None),
            ("the feature is NotSupported by the event loop", winit, None),
            (
                "Unable to find a GPU! Make sure",
                "src/app/paint/scene/mod.rs",
                None,
            ),
            ("index out of bounds", winit, None),
        ] {
            assert_eq!(missing(text, file), expected, "{text} in {file}");
        }
    }
}

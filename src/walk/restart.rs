//! Restarting the program.
//!
//! Changing the renderer requires a restart, because a process has only one event loop and the engine cannot release
//! it. Changing the environment variables also requires a restart, because a running process cannot change them safely.

use std::{env, ffi::OsString, io, path::Path, process::Command};

use super::renderer::RendererKind;

/// Environment variable that marks a restarted program. It means that the program, not the user, chose `--renderer`. If
/// that renderer also fails, the next best one takes over.
pub const FALLS_THROUGH: &str = "BSPWALK_FALLS_THROUGH";

/// Restarts the program with the same arguments and another renderer. On Unix, the new program replaces this process.
/// On other systems, this process waits for the new one and exits with its status.
///
/// # Errors
/// Returns only if the program could not start, with the reason.
pub fn restart(drawn: RendererKind) -> io::Error {
    let program = match env::current_exe() {
        Ok(program) => program,
        Err(error) => return error,
    };
    let mut command = Command::new(program);
    command
        .args(arguments(env::args_os().skip(1), drawn))
        .env(FALLS_THROUGH, "1");
    replace(command)
}

/// Environment variable that turns off Mesa's device selection layer for Vulkan.
const NO_DEVICE_SELECTION: &str = "NODEVICE_SELECT";

/// Restarts the program without Mesa's device selection layer if the layer would only print an error. The layer
/// connects to Wayland whenever drivers are enumerated, and libwayland then prints an error if `XDG_RUNTIME_DIR` is
/// missing. Call this function before enumerating drivers. It returns if no restart is needed.
pub fn silence_device_selection() {
    if cfg!(target_os = "linux")
        && would_complain(|name| env::var_os(name))
        && let Ok(program) = env::current_exe()
    {
        let mut command = Command::new(program);
        command.args(env::args_os().skip(1)).env(NO_DEVICE_SELECTION, "1");
        // If the restart fails, the only consequence is an unnecessary error message.
        let _ = replace(command);
    }
}

/// Returns whether, in this environment, Mesa's device selection layer would print an error without making a selection
/// that the user requested.
fn would_complain(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let is_absolute = |name| variable(name).is_some_and(|value| Path::new(&value).is_absolute());
    let is_set = |name| variable(name).is_some();
    let has_wayland =
        is_absolute("XDG_RUNTIME_DIR") || is_absolute("WAYLAND_DISPLAY") || is_set("WAYLAND_SOCKET");
    !has_wayland && !is_set(NO_DEVICE_SELECTION) && !is_set("MESA_VK_DEVICE_SELECT")
}

#[cfg(unix)]
fn replace(mut command: Command) -> io::Error {
    use std::os::unix::process::CommandExt;

    command.exec()
}

#[cfg(not(unix))]
fn replace(mut command: Command) -> io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}

/// Returns the arguments for the restart, without the program's name and with `drawn` as the renderer.
fn arguments(given: impl IntoIterator<Item = OsString>, drawn: RendererKind) -> Vec<OsString> {
    let mut again = vec![OsString::from("--renderer"), OsString::from(drawn.name())];
    let mut given = given.into_iter();
    while let Some(argument) = given.next() {
        if argument == "--" {
            again.push(argument);
            break;
        }
        if argument == "--renderer" {
            given.next();
        } else if !argument.to_string_lossy().starts_with("--renderer=") {
            again.push(argument);
        }
    }
    again.extend(given);
    again
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_selection_complains_without_wayland() {
        let complains = |set: &[(&str, &str)]| {
            would_complain(|name| {
                let mut values = set.iter().filter(|(known, _)| *known == name);
                values.next().map(|(_, value)| OsString::from(value))
            })
        };
        assert!(complains(&[]));
        assert!(complains(&[("XDG_RUNTIME_DIR", ""), ("DISPLAY", ":0")]));
        for set in [
            ("XDG_RUNTIME_DIR", "/run/user/1000"),
            ("WAYLAND_DISPLAY", "/run/wayland-0"),
            ("WAYLAND_SOCKET", "3"),
            ("MESA_VK_DEVICE_SELECT", "list"),
            ("NODEVICE_SELECT", "1"),
        ] {
            assert!(!complains(&[set]), "{set:?}");
        }
    }

    #[test]
    fn restart_replaces_only_the_renderer() {
        for (given, expected) in [
            (&[] as &[&str], "--renderer software"),
            (&["hall", "--size", "9x9"], "--renderer software hall --size 9x9"),
            (&["--renderer", "auto", "hall"], "--renderer software hall"),
            (
                &["--up=z", "--renderer=auto", "hall"],
                "--renderer software --up=z hall",
            ),
            (
                &["--", "--renderer", "auto"],
                "--renderer software -- --renderer auto",
            ),
        ] {
            let again = arguments(given.iter().map(OsString::from), RendererKind::Software);
            assert_eq!(again.join(std::ffi::OsStr::new(" ")), expected);
        }
    }
}

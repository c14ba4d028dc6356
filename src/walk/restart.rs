//! Starting the program once more: to draw elsewhere, because a process has one event loop and the engine cannot leave it, or with
//! another environment, because a running process cannot change its own safely.

use std::{env, ffi::OsString, io, path::Path, process::Command};

use super::renderer::Drawn;

/// The environment variable of a program that was started once more: the renderer that it is told was not asked for by the user,
/// and the next best takes over from it, too.
pub const FALLS_THROUGH: &str = "BSPWALK_FALLS_THROUGH";

/// Starts the program once more with its arguments, drawn by what is named here. It takes the place of this process, or ends
/// this process with its status.
///
/// # Errors
/// Why it did not start; it does not return otherwise.
pub fn restart(drawn: Drawn) -> io::Error {
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

/// Turns off Mesa's Vulkan layer that selects a device.
const NO_DEVICE_SELECTION: &str = "NODEVICE_SELECT";

/// Starts the program once more without Mesa's layer for device selection, if that layer would only complain. The layer connects to
/// Wayland whenever drivers are listed, and libwayland then prints an error if `XDG_RUNTIME_DIR` is missing. Call this before
/// drivers are listed; it returns if there is nothing to do.
pub fn silence_device_selection() {
    if cfg!(target_os = "linux")
        && would_complain(|name| env::var_os(name))
        && let Ok(program) = env::current_exe()
    {
        let mut command = Command::new(program);
        command.args(env::args_os().skip(1)).env(NO_DEVICE_SELECTION, "1");
        // Without the new process there is only a needless message.
        let _ = replace(command);
    }
}

/// Whether Mesa's layer for device selection prints an error in this environment, and selects nothing that the user asked for.
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

/// The arguments, without the program's name, with which the program starts once more and is drawn elsewhere.
fn arguments(given: impl IntoIterator<Item = OsString>, drawn: Drawn) -> Vec<OsString> {
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
    fn the_program_starts_once_more_with_all_but_the_renderer() {
        let again = |given: &[&str]| {
            let again = super::arguments(given.iter().map(OsString::from), Drawn::Software);
            let words: Vec<_> = again
                .iter()
                .map(|word| word.to_string_lossy().into_owned())
                .collect();
            words.join(" ")
        };
        assert_eq!(again(&[]), "--renderer software");
        assert_eq!(
            again(&["hall", "--size", "9x9"]),
            "--renderer software hall --size 9x9"
        );
        assert_eq!(again(&["--renderer", "auto", "hall"]), "--renderer software hall");
        assert_eq!(
            again(&["--up=z", "--renderer=auto", "hall"]),
            "--renderer software --up=z hall"
        );
        assert_eq!(
            again(&["--", "--renderer", "auto"]),
            "--renderer software -- --renderer auto"
        );
    }
}

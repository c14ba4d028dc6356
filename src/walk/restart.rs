//! Starting the program once more, to draw elsewhere: a process has one event loop, and the engine cannot leave it.

use std::{env, ffi::OsString, io, process::Command};

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

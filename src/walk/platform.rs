//! Detection of the display and the terminal, with advice to the user if either is missing.

use std::{
    env,
    ffi::OsString,
    io::{self, IsTerminal},
    panic::{self, UnwindSafe},
};

use bspwalk_text::{Message, message, text};

/// Operating system, which determines the advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// Linux and other systems with X11 or Wayland.
    Unix,
    /// Windows.
    Windows,
    /// macOS.
    MacOs,
}

impl Platform {
    /// Returns the platform that the program was compiled for.
    pub const fn current() -> Self {
        if cfg!(target_os = "windows") {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::MacOs
        } else {
            Self::Unix
        }
    }

    /// Returns the advice to show if no graphics driver is found.
    pub fn driver_advice(self) -> &'static str {
        match self {
            Self::Unix => text!("renderer-no-vulkan"),
            Self::Windows => text!("renderer-no-direct3d"),
            Self::MacOs => text!("renderer-no-metal"),
        }
    }

    /// Returns the advice to show if the display does not respond.
    pub fn display_advice(self) -> &'static str {
        match self {
            Self::Unix => text!("renderer-display-silent"),
            Self::Windows | Self::MacOs => text!("renderer-no-desktop"),
        }
    }
}

/// Reason given if the environment variables name no display.
const NO_DISPLAY: Message = message!("renderer-no-display");

/// Checks whether a window can open. On Unix, the environment variables must name a display, and the display must
/// respond. Like windowing libraries, this function tries the Wayland variables first; if any is set, it ignores
/// `DISPLAY`.
///
/// # Errors
/// Returns the reason why no display is available, as shown to the user.
pub fn check_display(platform: Platform, variable: impl Fn(&str) -> Option<OsString>) -> Result<(), String> {
    if platform != Platform::Unix {
        return Ok(());
    }
    let named = |name| variable(name).filter(|value| !value.is_empty());
    let (variable, answered, name) = if let Some(name) = named("WAYLAND_DISPLAY") {
        ("WAYLAND_DISPLAY", wayland(&name, named("XDG_RUNTIME_DIR")), name)
    } else if named("WAYLAND_SOCKET").is_some() {
        return Ok(());
    } else if let Some(name) = named("DISPLAY") {
        ("DISPLAY", x11(&name.to_string_lossy()), name)
    } else {
        return Err(NO_DISPLAY.text().to_owned());
    };
    answered.map_err(|error| {
        let name = name.to_string_lossy();
        text!("renderer-display-error", name, variable, error)
    })
}

#[cfg(unix)]
fn wayland(name: &std::ffi::OsStr, folder: Option<OsString>) -> io::Result<()> {
    use std::{os::unix::net::UnixStream, path::PathBuf};

    let folder = PathBuf::from(folder.unwrap_or_default());
    UnixStream::connect(folder.join(name)).map(drop)
}

/// Connects to an X11 display. Local displays have names such as `:1`, `:1.0`, `unix:1` or a path; `host:1` is a
/// display on another machine.
#[cfg(unix)]
fn x11(name: &str) -> io::Result<()> {
    use std::{net::TcpStream, net::ToSocketAddrs, os::unix::net::UnixStream, time::Duration};

    /// Connection timeout for a remote display.
    const PATIENCE: Duration = Duration::from_secs(2);

    if name.starts_with('/') {
        return UnixStream::connect(name)
            .or_else(|error| {
                let path = name.rsplit_once('.').map(|(path, _)| path).ok_or(error)?;
                UnixStream::connect(path)
            })
            .map(drop);
    }
    let unreadable = || io::Error::new(io::ErrorKind::InvalidInput, text!("renderer-display-name"));
    let (host, screen) = name.rsplit_once(':').ok_or_else(unreadable)?;
    let number = screen.split('.').next().unwrap_or_default();
    let number: u16 = number.parse().map_err(|_| unreadable())?;
    // `host/unix` and `unix` denote this machine.
    if matches!(host, "" | "unix") || host.ends_with("/unix") {
        return local(number);
    }
    let host = host.rsplit_once('/').map_or(host, |(_, host)| host);
    let port = 6000_u16.checked_add(number).ok_or_else(unreadable)?;
    let mut last = unreadable();
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(_) => return Ok(()),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Connects to a local display by its number. Tries the abstract socket, the socket file and the TCP port, as X11
/// clients do.
#[cfg(unix)]
fn local(number: u16) -> io::Result<()> {
    use std::{net::TcpStream, os::unix::net::UnixStream};

    let path = format!("/tmp/.X11-unix/X{number}");
    #[cfg(target_os = "linux")]
    {
        use std::os::{linux::net::SocketAddrExt, unix::net::SocketAddr};

        let address = SocketAddr::from_abstract_name(path.as_bytes())?;
        if UnixStream::connect_addr(&address).is_ok() {
            return Ok(());
        }
    }
    UnixStream::connect(path).map(drop).or_else(|error| {
        let port = 6000_u16.checked_add(number);
        let answered = port.and_then(|port| TcpStream::connect(("127.0.0.1", port)).ok());
        answered.map(drop).ok_or(error)
    })
}

#[cfg(not(unix))]
fn wayland(_: &std::ffi::OsStr, _: Option<OsString>) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn x11(_: &str) -> io::Result<()> {
    Ok(())
}

/// Runs `work`. If it panics, returns `None` without printing the panic message. Some libraries panic if a system
/// library is missing.
pub fn unless_it_panics<T>(work: impl FnOnce() -> T + UnwindSafe) -> Option<T> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let done = panic::catch_unwind(work);
    panic::set_hook(hook);
    done.ok()
}

/// Returns whether an environment variable is set and not empty.
pub fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Returns whether standard input and standard output are both terminals.
pub fn has_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(variables: &[(&str, &str)]) -> Result<(), String> {
        check_display(Platform::Unix, |name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn display_must_be_named_on_unix() {
        for platform in [Platform::Windows, Platform::MacOs] {
            assert_eq!(check_display(platform, |_| None), Ok(()));
        }
        for unnamed in [
            &[] as &[(&str, &str)],
            &[("DISPLAY", ""), ("WAYLAND_DISPLAY", "")],
        ] {
            assert_eq!(check(unnamed), Err(NO_DISPLAY.text().to_owned()));
        }
        assert_eq!(check(&[("WAYLAND_SOCKET", "5")]), Ok(()));
    }

    #[cfg(unix)]
    #[test]
    fn display_must_answer() {
        use std::os::unix::net::UnixListener;

        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("wayland-7");
        let path = path.to_str().expect("UTF-8");
        let folder = folder.path().to_str().expect("UTF-8");
        let with_screen = format!("{path}.0");
        let named = [
            &[("WAYLAND_DISPLAY", "wayland-7"), ("XDG_RUNTIME_DIR", folder)][..],
            &[("WAYLAND_DISPLAY", path)],
            &[("DISPLAY", path)],
            &[("DISPLAY", with_screen.as_str())],
        ];
        for named in named {
            let said = check(named).expect_err("nothing answers");
            let is_told = said.contains("wayland-7") && said.contains("does not respond");
            assert!(is_told, "{said}");
        }
        let _answers = UnixListener::bind(path).expect("a socket");
        for named in named {
            assert_eq!(check(named), Ok(()), "{named:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn invalid_display_names_do_not_answer() {
        for name in [
            ":",
            "nonsense",
            ":x",
            ":-1",
            ":64999.0",
            "unix:64999",
            "localhost:64999",
            ":99999999",
        ] {
            let said = check(&[("DISPLAY", name)]).expect_err(name);
            assert!(said.contains(name) && said.contains("DISPLAY"), "{said}");
        }
        // If a Wayland display is named, `DISPLAY` is not tried.
        assert!(check(&[("WAYLAND_DISPLAY", "/nowhere"), ("DISPLAY", ":0")]).is_err());
    }

    #[test]
    fn advice_fits_the_platform() {
        let words = ["mesa-vulkan-drivers", "Direct3D 12", "Metal"];
        for (own, platform) in [Platform::Unix, Platform::Windows, Platform::MacOs]
            .into_iter()
            .enumerate()
        {
            let advice = platform.driver_advice();
            for (other, words) in words.into_iter().enumerate() {
                assert_eq!(advice.contains(words), other == own, "{words} in {advice}");
            }
            let advice = platform.display_advice();
            let names_display = advice.contains("WAYLAND_DISPLAY");
            assert_eq!(names_display, platform == Platform::Unix, "{advice}");
        }
    }
}

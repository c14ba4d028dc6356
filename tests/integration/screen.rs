//! A virtual screen, and images of its contents.

use std::{
    collections::HashSet,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError, mpsc},
    thread,
};

use x11rb::{
    connection::Connection,
    protocol::xproto::{ConnectionExt, ImageFormat},
    rust_connection::RustConnection,
};

use crate::program::PATIENCE;

/// Lock that allows only one window at a time, because a software driver uses all cores.
static TURN: Mutex<()> = Mutex::new(());

/// Size of the screen, in pixels.
const SIZE: [u16; 2] = [1280, 720];

/// An Xvfb server. It is killed on drop.
pub(crate) struct Screen {
    server: Child,
    display: String,
    pub(crate) connection: RustConnection,
    pub(crate) root: u32,
    _turn: MutexGuard<'static, ()>,
}

impl Screen {
    /// Starts a screen, or returns an error that names the missing program or driver. Requires a graphics driver only
    /// if `needs_driver` is set.
    pub(crate) fn start(needs_driver: bool) -> Result<Self, String> {
        Self::start_of_depth(needs_driver, 24)
    }

    /// Starts a screen with the given number of bits per pixel.
    pub(crate) fn start_of_depth(needs_driver: bool, depth: u8) -> Result<Self, String> {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        // Without a display, xdotool fails even for `version`. It only matters whether xdotool can be started.
        let asked = Command::new("xdotool")
            .arg("version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if asked.is_err() {
            return Err("xdotool is missing (package xdotool)".into());
        }
        if needs_driver
            && crate::program::software_driver().is_none()
            && std::env::var_os("BSPWALK_ANY_DRIVER").is_none()
        {
            return Err(
                "no software Vulkan driver is installed (package mesa-vulkan-drivers); \
                        BSPWALK_ANY_DRIVER=1 uses any installed driver"
                    .into(),
            );
        }
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0"])
            .arg(format!("{}x{}x{depth}", SIZE[0], SIZE[1]))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Xvfb does not start (package xvfb): {error}"))?;
        let stdout = server.stdout.take().expect("a pipe");
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut number = String::new();
            let read = BufReader::new(stdout).read_line(&mut number);
            let _ = sender.send(read.map(|_| number));
        });
        let number = receiver.recv_timeout(PATIENCE);
        if number.is_err() {
            let _ = server.kill();
        }
        let number = number.expect("Xvfb tells the number of its display in time");
        let display = format!(":{}", number.expect("it is readable").trim());
        let (connection, screen) = x11rb::connect(Some(&display)).expect("the display answers");
        let root = connection.setup().roots[screen].root;
        Ok(Self {
            server,
            display,
            connection,
            root,
            _turn: turn,
        })
    }

    /// Returns the value for the environment variable `DISPLAY`.
    pub(crate) fn display(&self) -> &str {
        &self.display
    }

    /// Returns the image on the screen.
    pub(crate) fn image(&self) -> Image {
        let image = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, self.root, 0, 0, SIZE[0], SIZE[1], !0)
            .expect("the display answers")
            .reply()
            .expect("the screen can be read");
        // On a little-endian screen with a depth of 24 bits, a pixel consists of blue, green, red and a padding byte.
        let rgb = image
            .data
            .chunks_exact(4)
            .map(|pixel| [pixel[2], pixel[1], pixel[0]])
            .collect();
        Image {
            size: SIZE.map(u32::from),
            rgb,
        }
    }
}

/// Starts a screen. If a requirement is missing, prints it and returns `None`; fails if `BSPWALK_REQUIRE_WINDOW=1` is
/// set.
pub(crate) fn screen(needs_driver: bool) -> Option<Screen> {
    unless_missing(Screen::start(needs_driver))
}

/// Returns the started screen. If a requirement is missing, prints it and returns `None`; fails if
/// `BSPWALK_REQUIRE_WINDOW=1` is set.
pub(crate) fn unless_missing(started: Result<Screen, String>) -> Option<Screen> {
    match started {
        Ok(screen) => Some(screen),
        Err(missing) if std::env::var_os("BSPWALK_REQUIRE_WINDOW").is_some_and(|value| value == "1") => {
            panic!("{missing}")
        }
        Err(missing) => {
            eprintln!("skipped: {missing}");
            None
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// An image, stored row by row from the top.
#[derive(Clone, PartialEq)]
pub(crate) struct Image {
    pub(crate) size: [u32; 2],
    rgb: Vec<[u8; 3]>,
}

impl Image {
    /// Reads a PNG file.
    pub(crate) fn read(path: &Path) -> Self {
        let image = image::open(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
            .to_rgb8();
        Self {
            size: [image.width(), image.height()],
            rgb: image.pixels().map(|pixel| pixel.0).collect(),
        }
    }

    /// Writes a PNG file.
    #[allow(dead_code, reason = "shared with the window without a driver")]
    pub(crate) fn write(&self, path: &Path) {
        let bytes = self.rgb.concat();
        let [width, height] = self.size;
        let image = image::RgbImage::from_raw(width, height, bytes).expect("three bytes a pixel");
        image
            .save(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    pub(crate) fn pixels(&self) -> usize {
        self.rgb.len()
    }

    /// Returns the number of different colours.
    pub(crate) fn colors(&self) -> usize {
        self.rgb.iter().collect::<HashSet<_>>().len()
    }

    /// Returns the colour of a pixel.
    pub(crate) fn at(&self, [x, y]: [u32; 2]) -> [u8; 3] {
        self.rgb[(y * self.size[0] + x) as usize]
    }

    /// Returns whether a pixel differs between two images by more than rounding.
    pub(crate) fn differs(&self, other: &Self, pixel: [u32; 2]) -> bool {
        let (a, b) = (self.at(pixel), other.at(pixel));
        a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > 2)
    }

    /// Returns the number of pixels that differ between two images by more than rounding.
    pub(crate) fn unlike(&self, other: &Self) -> usize {
        assert_eq!(self.size, other.size);
        let differ = |(a, b): &(&[u8; 3], &[u8; 3])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 2);
        self.rgb.iter().zip(&other.rgb).filter(differ).count()
    }
}

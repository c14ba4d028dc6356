//! Controls the program on a virtual screen: sends keys to it, and reads its trace and image.

use std::{
    cell::RefCell,
    env,
    ffi::OsString,
    fs,
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::screen::{Image, Screen};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_bspwalk");

/// Timeout of a test. A software driver on two busy cores is slow.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

/// Settings that bind keys to commands without a default key.
const SETTINGS: &str = "\
[keys]
toggle-pause = 'P'
toggle-recording = 'F9'
play-script = 'Ctrl+X'
screenshot = 'F12'
toggle-replay = 'B'
next-culling = 'C'
toggle-frozen-culling = 'Z'
show-wireframe = '3'
show-entities = '-'
show-solid-evidence = '`'
";

/// Name of the file whose lines are the input of the virtual gamepad.
const PAD: &str = "pad.txt";

/// Polling interval of the tests.
const PERIOD: Duration = Duration::from_millis(100);

/// Writes a 10 m × 4 m × 10 m room, centred on the origin, with inward-facing faces and the spawn near the middle.
/// Returns the path of the file.
pub(crate) fn room(folder: &Path) -> PathBuf {
    let path = folder.join("room.obj");
    let text = "\
v -5 0 -5\nv 5 0 -5\nv 5 0 5\nv -5 0 5\nv -5 4 -5\nv 5 4 -5\nv 5 4 5\nv -5 4 5
o room\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8
v -0.1 0 -0.1\nv 0.1 0 -0.1\nv 0 0 0.1
o spawn\nf 9 10 11\n";
    fs::write(&path, text).expect("a temporary file");
    path
}

/// Returns the manifest of Mesa's software driver, if it is installed.
pub(crate) fn software_driver() -> Option<PathBuf> {
    let drivers = fs::read_dir("/usr/share/vulkan/icd.d").ok()?;
    drivers.filter_map(|entry| Some(entry.ok()?.path())).find(|path| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("lvp_icd"))
    })
}

/// Returns a command that is killed after [`PATIENCE`].
pub(crate) fn bounded(program: &str) -> Command {
    let mut command = Command::new("timeout");
    let seconds = PATIENCE.as_secs().to_string();
    command.args(["--kill-after=5", &seconds, program]);
    english(&mut command);
    command
}

/// Makes a command use English, regardless of the system's language.
fn english(command: &mut Command) {
    command.env("LC_ALL", "C").env_remove("LANGUAGE");
}

/// Runs a command from [`bounded`] and returns its output.
#[track_caller]
pub(crate) fn output_of(command: &mut Command) -> Output {
    let output = command.output().expect("`timeout` of the coreutils starts it");
    // Exit statuses of `timeout` after it has killed the command.
    let is_late = matches!(output.status.code(), None | Some(124 | 137));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        !is_late,
        "{command:?} did not end in {PATIENCE:?}; it said: {said}"
    );
    output
}

/// Position and direction of the player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub(crate) position: [f64; 3],
    pub(crate) yaw: f64,
    pub(crate) clear: bool,
}

impl Pose {
    /// Asserts that the body moved forward from `start` to a wall of [`room`], and does not penetrate the wall.
    #[track_caller]
    pub(crate) fn assert_at_wall(&self, start: &Self) {
        // The room is 10 m wide, and the body has a radius of 0.3 m.
        let ahead = [-start.yaw.to_radians().sin(), -start.yaw.to_radians().cos()];
        let gone = [
            self.position[0] - start.position[0],
            self.position[2] - start.position[2],
        ];
        assert!(
            gone[0] * ahead[0] + gone[1] * ahead[1] > 1.0,
            "went {gone:?}, looking {ahead:?}"
        );
        let reach = self.position[0].abs().max(self.position[2].abs());
        assert!((reach - 4.7).abs() < 0.02, "stopped {reach} m from the middle");
        assert!(self.clear, "the wall is within the body");
    }

    pub(crate) fn of(line: &Value) -> Self {
        let pose = &line["pose"];
        let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("no pose in {line}"));
        Self {
            position: std::array::from_fn(|axis| number(&pose["position"][axis])),
            yaw: number(&pose["yaw"]),
            clear: pose["clear"] == true,
        }
    }

    /// Returns the distance between two poses, in metres.
    pub(crate) fn travelled(&self, from: &Self) -> f64 {
        self.position
            .iter()
            .zip(from.position)
            .map(|(a, b)| (a - b).powi(2))
            .sum::<f64>()
            .sqrt()
    }
}

/// The program's trace, which is read while it is being written.
#[derive(Default)]
struct Trace {
    /// Number of bytes already read.
    read: u64,
    /// Beginning of an incomplete line.
    rest: Vec<u8>,
    /// Complete lines.
    lines: Vec<Value>,
}

impl Trace {
    /// Reads the lines added since the last call.
    fn read_on(&mut self, path: &Path) {
        let Ok(mut file) = fs::File::open(path) else {
            // The file does not exist yet.
            return;
        };
        file.seek(SeekFrom::Start(self.read)).expect("a file");
        let count = file.read_to_end(&mut self.rest).expect("it is readable");
        self.read += count as u64;
        let Some(end) = self.rest.iter().rposition(|&byte| byte == b'\n') else {
            return;
        };
        let rest = self.rest.split_off(end + 1);
        let lines = self.rest[..end].split(|&byte| byte == b'\n');
        self.lines.extend(
            lines.map(|line| serde_json::from_slice::<Value>(line).expect("the trace is JSON Lines")),
        );
        self.rest = rest;
    }
}

/// The running program. It is killed on drop.
pub(crate) struct Program<'a> {
    screen: &'a Screen,
    child: Child,
    folder: tempfile::TempDir,
    window: u32,
    trace: RefCell<Trace>,
    /// Number of trace lines that have already been used.
    seen: usize,
}

impl<'a> Program<'a> {
    /// Starts the program in its own folder, using the software driver, and waits until its window has the focus. The
    /// arguments may name files in the folder.
    pub(crate) fn start(screen: &'a Screen, args: impl FnOnce(&Path) -> Vec<OsString>) -> Self {
        Self::start_by(screen, software_driver().as_deref(), args)
    }

    /// Like [`Program::start`], but uses the driver with the given manifest.
    pub(crate) fn start_by(
        screen: &'a Screen,
        driver: Option<&Path>,
        args: impl FnOnce(&Path) -> Vec<OsString>,
    ) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let errors = fs::File::create(folder.path().join("errors.txt")).expect("a temporary file");
        let mut command = Command::new(PROGRAM);
        command.args(args(folder.path())).current_dir(folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors);
        for name in ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_PICTURES_DIR"] {
            command.env_remove(name);
        }
        english(&mut command);
        for name in ["HOME", "XDG_RUNTIME_DIR", "BSPWALK_CONFIG_DIR"] {
            command.env(name, folder.path());
        }
        command
            .env("DISPLAY", screen.display())
            .env("BSPWALK_TRACE", folder.path().join("trace.jsonl"))
            .env("BSPWALK_PAD", folder.path().join(PAD));
        fs::write(folder.path().join(PAD), "").expect("a temporary file");
        fs::write(folder.path().join("settings.toml"), SETTINGS).expect("a temporary file");
        if let Some(driver) = driver {
            command
                .env("VK_DRIVER_FILES", driver)
                .env("VK_ICD_FILENAMES", driver);
        }
        let child = command.spawn().expect("the program starts");
        let mut program = Self {
            screen,
            child,
            folder,
            window: 0,
            trace: RefCell::default(),
            seen: 0,
        };
        program.wait_until("an image", |line| line["state"]["size"].is_array());
        let pid = program.child.id().to_string();
        let found = program.xdotool(&["search", "--onlyvisible", "--pid", &pid]);
        let found = String::from_utf8_lossy(&found.stdout).into_owned();
        program.window = found
            .lines()
            .next()
            .and_then(|id| id.parse().ok())
            .expect("a window");
        program.xdotool(&["windowfocus", "--sync", &program.window.to_string()]);
        program.wait_until("the keys go to it", |line| line["state"]["focused"] == true);
        program
    }

    pub(crate) fn window(&self) -> u32 {
        self.window
    }

    /// Returns the folder with the program's files.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the output to standard error so far.
    pub(crate) fn said(&self) -> String {
        fs::read_to_string(self.folder().join("errors.txt")).unwrap_or_default()
    }

    /// Waits until the program ends, and returns its exit status.
    #[allow(dead_code, reason = "only the software window is tested to its end")]
    pub(crate) fn end(&mut self) -> Option<i32> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.code();
            }
            thread::sleep(PERIOD);
        }
        panic!("it does not end; it said: {}", self.said());
    }

    pub(crate) fn xdotool(&self, args: &[&str]) -> Output {
        let mut command = bounded("xdotool");
        let output = output_of(command.args(args).env("DISPLAY", self.screen.display()));
        assert!(
            output.status.success(),
            "xdotool {args:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        output
    }

    pub(crate) fn press(&self, key: &str) {
        self.xdotool(&["key", key]);
    }

    /// Sends lines to the virtual gamepad. They press and release buttons and move the sticks.
    pub(crate) fn pad(&self, lines: &[&str]) {
        let mut file = fs::OpenOptions::new()
            .append(true)
            .open(self.folder().join(PAD))
            .expect("the file of the gamepad");
        for line in lines {
            writeln!(file, "{line}").expect("it can be written");
        }
    }

    pub(crate) fn hold(&self, key: &str) {
        self.xdotool(&["keydown", key]);
    }

    pub(crate) fn release(&self, key: &str) {
        self.xdotool(&["keyup", key]);
    }

    /// Passes the complete lines of the trace to a function.
    fn trace<T>(&self, look: impl FnOnce(&[Value]) -> T) -> T {
        let mut trace = self.trace.borrow_mut();
        trace.read_on(&self.folder().join("trace.jsonl"));
        look(&trace.lines)
    }

    /// Polls until `get` returns a value.
    fn look<T>(&mut self, what: &str, mut get: impl FnMut(&mut Self) -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = get(self) {
                return found;
            }
            let ended = self.child.try_wait().expect("a child");
            if ended.is_some() || start.elapsed() > PATIENCE {
                let said = self.said();
                let last = self.trace(|lines| lines.last().map(Value::to_string));
                let last = last.unwrap_or_default();
                panic!(
                    "waited for: {what}\nended: {ended:?}\nit said: {said}\nlast line of the trace: {last}"
                );
            }
            thread::sleep(PERIOD);
        }
    }

    /// Waits for a matching line of the trace after the last one used.
    pub(crate) fn wait_until(&mut self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        self.look(what, |program| {
            let seen = program.seen;
            let found = program.trace(|lines| {
                let mut new = lines.iter().enumerate().skip(seen);
                new.find(|(_, line)| holds(line))
                    .map(|(index, line)| (index, line.clone()))
            });
            let (index, line) = found?;
            program.seen = index + 1;
            Some(line)
        })
    }

    /// Waits until a level is shown and nothing is being loaded.
    pub(crate) fn wait_for_level(&mut self, name: &str) {
        self.wait_until(&format!("the level {name}"), |line| {
            line["state"]["level"] == name
                && line["state"]["loading"].is_null()
                && line["state"]["lit"] == true
        });
        // The pose in the next line may be from before the level was entered. The following pose is in the level.
        self.next_pose();
        self.next_pose();
    }

    pub(crate) fn last(&self) -> Value {
        self.trace(|lines| lines.last().cloned()).expect("a trace")
    }

    /// Returns the state in the last line of the trace.
    pub(crate) fn state(&self) -> Value {
        self.last()["state"].clone()
    }

    /// Returns the rectangles of the cards as left, top, right and bottom edges, in pixels.
    pub(crate) fn cards(&self) -> Vec<[i64; 4]> {
        serde_json::from_value(self.state()["cards"].clone()).expect("rectangles")
    }

    /// Returns the pose in the last line of the trace.
    pub(crate) fn pose(&self) -> Pose {
        Pose::of(&self.last())
    }

    /// Waits for the next line of the trace and returns its pose.
    pub(crate) fn next_pose(&mut self) -> Pose {
        self.seen = self.trace(<[Value]>::len);
        Pose::of(&self.wait_until("another line of the trace", |_| true))
    }

    /// Walks forward until a wall stops the player. Returns the pose at the start.
    pub(crate) fn walk_to_a_wall(&mut self) -> Pose {
        self.hold("w");
        let start = self.pose();
        let mut last = start;
        self.look("a wall stops the player", |program| {
            let next = program.next_pose();
            let has_stopped = next.travelled(&start) > 1.0 && next.travelled(&last) < 1e-3;
            last = next;
            has_stopped.then_some(())
        });
        self.release("w");
        start
    }

    /// Holds a key until the player has moved this distance. Returns the pose at the start.
    #[allow(dead_code, reason = "shared with the window without a driver")]
    pub(crate) fn go(&mut self, key: &str, metres: f64) -> Pose {
        let start = self.pose();
        self.hold(key);
        self.look(&format!("{key} leads {metres} m from {start:?}"), |program| {
            (program.next_pose().travelled(&start) >= metres).then_some(())
        });
        self.release(key);
        start
    }

    /// Waits until the position is the same in two successive trace lines.
    #[allow(dead_code, reason = "shared with the window without a driver")]
    pub(crate) fn wait_for_rest(&mut self) {
        let mut last = self.next_pose();
        self.look("the player comes to rest", |program| {
            let next = program.next_pose();
            let rests = next.travelled(&last) == 0.0;
            last = next;
            rests.then_some(())
        });
    }

    /// Waits until the image is the same at two successive trace lines, and returns it.
    pub(crate) fn still_image(&mut self) -> Image {
        let mut before = self.screen.image();
        self.look("the image comes to rest", |program| {
            program.next_pose();
            let image = program.screen.image();
            if image.unlike(&before) == 0 {
                return Some(image);
            }
            before = image;
            None
        })
    }

    /// Waits until fewer than `pixels` pixels differ from another image.
    #[allow(dead_code, reason = "shared with the window without a driver")]
    pub(crate) fn image_like(&mut self, before: &Image, pixels: usize) {
        self.look(&format!("fewer than {pixels} pixels differ"), |program| {
            (program.screen.image().unlike(before) < pixels).then_some(())
        });
    }

    /// Waits until at least `pixels` pixels differ from another image, and returns their number.
    pub(crate) fn image_unlike(&mut self, before: &Image, pixels: usize) -> usize {
        self.look(&format!("{pixels} pixels change"), |program| {
            let changed = program.screen.image().unlike(before);
            (changed >= pixels).then_some(changed)
        })
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

//! A headless terminal: a pseudo-terminal with a shell that starts the program, and the screen that a real terminal
//! would show.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Time limit for every wait. Debug builds on a busy machine are slow.
const PATIENCE: Duration = Duration::from_secs(60);

/// Interval between two repeats of a held key.
const REPEAT: Duration = Duration::from_millis(33);

/// Minimum number of columns and rows in the screen parser, so that the shell's messages fit.
const LEAST: [u16; 2] = [20, 6];

/// Creates a screen parser. A terminal without a size gets the default size.
fn parser(cols: u16, rows: u16) -> vt100::Parser {
    match [cols, rows] {
        [0, 0] => vt100::Parser::new(24, 80, 0),
        _ => vt100::Parser::new(rows.max(LEAST[1]), cols.max(LEAST[0]), 0),
    }
}

/// Data received by the terminal.
#[derive(Default)]
struct Received {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    /// Bytes of an incomplete picture. A terminal with synchronized updates does not show them yet.
    waiting: Vec<u8>,
}

impl Received {
    fn take(&mut self, new: &[u8]) {
        let last =
            |bytes: &[u8], sequence: &[u8]| bytes.windows(sequence.len()).rposition(|part| part == sequence);
        self.bytes.extend_from_slice(new);
        self.waiting.extend_from_slice(new);
        let [begun, ended] = [b"\x1b[?2026h", b"\x1b[?2026l"].map(|sequence| last(&self.waiting, sequence));
        if begun <= ended {
            self.parser.process(&self.waiting);
            self.waiting.clear();
        }
    }
}

/// Configuration of a test terminal.
pub(crate) struct Setup {
    /// Number of columns and rows.
    pub(crate) size: [u16; 2],
    /// Environment variables that override the defaults of test terminals. An empty value unsets the variable.
    pub(crate) environment: Vec<(&'static str, &'static str)>,
    /// Whether the terminal answers identification queries, as nearly all do.
    pub(crate) answers: bool,
    /// Whether the terminal reports key releases with the kitty protocol.
    pub(crate) releases: bool,
    /// Whether the terminal shows pictures with the kitty protocol.
    pub(crate) pixels: bool,
    /// Program to run, and its arguments.
    pub(crate) command: Vec<String>,
}

impl Setup {
    /// Creates a setup that runs the real program.
    pub(crate) fn walk(arguments: &[&str]) -> Self {
        let program = env!("CARGO_BIN_EXE_bspwalk");
        let command = [program]
            .into_iter()
            .chain(arguments.iter().copied())
            .map(str::to_owned);
        Self {
            size: [80, 24],
            environment: Vec::new(),
            answers: true,
            releases: false,
            pixels: false,
            command: command.collect(),
        }
    }

    pub(crate) fn size(mut self, columns: u16, rows: u16) -> Self {
        self.size = [columns, rows];
        self
    }

    pub(crate) fn with(mut self, name: &'static str, value: &'static str) -> Self {
        self.environment.push((name, value));
        self
    }

    pub(crate) fn open(self) -> Terminal {
        Terminal::open(&self)
    }

    /// Like [`Setup::open`], but waits until the level is shown.
    pub(crate) fn open_at_level(self) -> Terminal {
        let terminal = self.open();
        terminal.wait_for_level();
        terminal
    }
}

/// A terminal that runs the program.
pub(crate) struct Terminal {
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    child: Box<dyn Child + Send + Sync>,
    received: Arc<Mutex<Received>>,
    folder: tempfile::TempDir,
    /// Whether the terminal is closed. The reader thread notices this when it receives the next bytes.
    closed: Arc<AtomicBool>,
}

impl Terminal {
    fn open(setup: &Setup) -> Self {
        let [cols, rows] = setup.size;
        let pty = native_pty_system()
            .openpty(PtySize {
                rows,
                cols,
                ..PtySize::default()
            })
            .expect("the system has pseudo-terminals");
        let folder = tempfile::tempdir().expect("a folder can be made");
        // The shell's last output shows the state of the terminal after the program has ended.
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", "\"$@\"; status=$?; stty -a; echo \"status=$status.\"", "sh"]);
        command.args(&setup.command);
        command.cwd(folder.path());
        for name in [
            "DISPLAY",
            "WAYLAND_DISPLAY",
            "WAYLAND_SOCKET",
            "NO_COLOR",
            "XDG_PICTURES_DIR",
            "TERM_PROGRAM",
            "LANGUAGE",
        ] {
            command.env_remove(name);
        }
        let folder_path = folder.path().display().to_string();
        for (name, value) in [
            ("HOME", folder_path.as_str()),
            ("TERM", "xterm-256color"),
            ("COLORTERM", "truecolor"),
            ("LC_ALL", "C.UTF-8"),
        ] {
            command.env(name, value);
        }
        for (name, value) in &setup.environment {
            if value.is_empty() {
                command.env_remove(name);
            } else {
                command.env(name, value);
            }
        }
        let child = pty.slave.spawn_command(command).expect("there is a shell");
        drop(pty.slave);
        let received = Arc::new(Mutex::new(Received {
            parser: parser(cols, rows),
            ..Received::default()
        }));
        let mut reader = pty.master.try_clone_reader().expect("the terminal can be read");
        let writer = pty.master.take_writer().expect("the terminal can be written");
        let writer = Arc::new(Mutex::new(writer));
        let terminal = Self {
            master: Some(pty.master),
            writer,
            child,
            received: Arc::clone(&received),
            folder,
            closed: Arc::default(),
        };
        let (answers, releases, pixels) = (setup.answers, setup.releases, setup.pixels);
        let (answer, closed) = (Arc::clone(&terminal.writer), Arc::clone(&terminal.closed));
        thread::spawn(move || {
            let mut bytes = [0; 1 << 16];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 || closed.load(Ordering::SeqCst) {
                    break;
                }
                let new = &bytes[..count];
                if pixels && new.windows(5).any(|part| part == b"_Gi=3") {
                    let text = b"\x1b_Gi=31;OK\x1b\\\x1b[?62c\x1b[6;16;8t\x1b[0n";
                    let _ = answer.lock().unwrap().write_all(text);
                } else if answers && new.windows(3).any(|part| part == b"\x1b[c") {
                    let text: &[u8] = if releases {
                        b"\x1b[?0u\x1b[?62c"
                    } else {
                        b"\x1b[?62c"
                    };
                    let _ = answer.lock().unwrap().write_all(text);
                }
                if answers && !pixels && new.windows(4).any(|part| part == b"\x1b[5n") {
                    let _ = answer.lock().unwrap().write_all(b"\x1b[0n");
                }
                received.lock().unwrap().take(new);
            }
        });
        terminal
    }

    /// Types keys.
    pub(crate) fn type_keys(&self, keys: &str) {
        let mut writer = self.writer.lock().unwrap();
        writer
            .write_all(keys.as_bytes())
            .and_then(|()| writer.flush())
            .expect("the terminal is open");
    }

    /// Runs a command by its name in the palette.
    pub(crate) fn run(&self, command: &str) {
        self.type_keys(&format!("\x10{command}\r"));
    }

    /// Presses a key as often as a keyboard would repeat it in the given time. On a busy machine, this takes longer,
    /// but the number of presses is the same.
    pub(crate) fn hold(&self, key: &str, duration: Duration) {
        for _ in 0..duration.as_millis() / REPEAT.as_millis() {
            self.type_keys(key);
            thread::sleep(REPEAT);
        }
    }

    /// Performs an action, and waits for a picture that is drawn after it.
    pub(crate) fn until_drawn(&self, what: &str, act: impl FnOnce(&Self)) {
        let before = self.bytes().len();
        act(self);
        let start = Instant::now();
        while self.bytes().len() == before {
            assert!(
                start.elapsed() < PATIENCE,
                "nothing is drawn after {what}; the screen is\n{}",
                self.text()
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Resizes the terminal.
    pub(crate) fn resize(&self, cols: u16, rows: u16) {
        let size = PtySize {
            rows,
            cols,
            ..PtySize::default()
        };
        self.received
            .lock()
            .unwrap()
            .parser
            .screen_mut()
            .set_size(rows.max(LEAST[1]), cols.max(LEAST[0]));
        let master = self.master.as_ref().expect("the terminal is open");
        master.resize(size).expect("a terminal can be resized");
    }

    /// Closes the terminal, as if its window were closed.
    pub(crate) fn close(&mut self) {
        self.closed.store(true, Ordering::SeqCst);
        self.type_keys("2");
        self.master = None;
        *self.writer.lock().unwrap() = Box::new(std::io::sink());
    }

    /// Inspects the screen.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.received.lock().unwrap().parser.screen())
    }

    /// Returns the text on the screen.
    pub(crate) fn text(&self) -> String {
        self.look(vt100::Screen::contents)
    }

    /// Returns all bytes received so far.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.received.lock().unwrap().bytes.clone()
    }

    /// Waits until the screen meets a condition.
    pub(crate) fn wait(&self, what: &str, mut is: impl FnMut(&vt100::Screen) -> bool) {
        let start = Instant::now();
        while !self.look(&mut is) {
            assert!(
                start.elapsed() < PATIENCE,
                "{what} did not come; the screen is\n{}",
                self.text()
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the terminal has received the given characters.
    pub(crate) fn wait_for_bytes(&self, what: &str, wanted: &str) {
        let start = Instant::now();
        while !String::from_utf8_lossy(&self.bytes()).contains(wanted) {
            assert!(start.elapsed() < PATIENCE, "{what} is never drawn");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a text is on the screen.
    pub(crate) fn wait_for(&self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Waits until a text is no longer on the screen.
    pub(crate) fn wait_without(&self, text: &str) {
        self.wait(&format!("an end of {text}"), |screen| {
            !screen.contents().contains(text)
        });
    }

    /// Waits until the level is shown, on the alternate screen.
    pub(crate) fn wait_for_level(&self) {
        self.wait("the level", |screen| {
            screen.alternate_screen() && screen.contents().contains("F1: help")
        });
    }

    /// Returns the process ID of the program.
    pub(crate) fn program(&self) -> u32 {
        let shell = self.child.process_id().expect("the shell runs");
        let start = Instant::now();
        loop {
            let children = fs::read_to_string(format!("/proc/{shell}/task/{shell}/children"));
            let first = children
                .ok()
                .and_then(|text| text.split(' ').next()?.parse().ok());
            if let Some(program) = first {
                return program;
            }
            assert!(start.elapsed() < PATIENCE, "the shell started no program");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Sends the program a signal, given by name.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args(["-s", name, &self.program().to_string()])
            .status();
        assert!(
            sent.is_ok_and(|status| status.success()),
            "the signal {name} was sent"
        );
    }

    /// Waits until the program is suspended, for example by Ctrl+Z.
    pub(crate) fn wait_until_stopped(&self) {
        let (stat, start) = (format!("/proc/{}/stat", self.program()), Instant::now());
        while !fs::read_to_string(&stat).is_ok_and(|text| text.contains(") T ")) {
            assert!(start.elapsed() < PATIENCE, "the program is not stopped");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns the working folder of the program.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the files with the given extension that the program has written.
    pub(crate) fn files(&self, extension: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder()).expect("the folder is readable");
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut files: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|own| own == extension))
            .collect();
        files.sort();
        files
    }

    /// Waits until the program has ended, and checks that it restored the terminal. Returns the exit status and the
    /// remaining text on the screen.
    pub(crate) fn ended(&mut self) -> (u32, String) {
        let start = Instant::now();
        let screen = loop {
            let bytes = self.bytes();
            let text = String::from_utf8_lossy(&bytes);
            let left = text.rsplit("\x1b[?1049l").next().unwrap_or_default().to_owned();
            if left.contains("status=") && left.trim_end().ends_with('.') {
                break left;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "the program did not end:\n{}",
                self.text()
            );
            thread::sleep(Duration::from_millis(20));
        };
        let _ = self.child.wait();
        self.look(|screen| {
            assert!(!screen.alternate_screen(), "the alternate screen was left");
            assert!(!screen.hide_cursor(), "the cursor is shown");
            assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
            assert!(!screen.bracketed_paste());
            assert!(!screen.application_cursor());
        });
        let bytes = String::from_utf8_lossy(&self.bytes()).into_owned();
        for (on, off) in [
            ("\x1b[?1049h", "\x1b[?1049l"),
            ("\x1b[?1004h", "\x1b[?1004l"),
            ("\x1b[?1006h", "\x1b[?1006l"),
            ("\x1b[?7l", "\x1b[?7h"),
            ("\x1b[?25l", "\x1b[?25h"),
            ("\x1b[?2026h", "\x1b[?2026l"),
            ("\x1b[>", "\x1b[<1u"),
        ] {
            let [last_on, last_off] = [on, off].map(|sequence| bytes.rfind(sequence));
            assert!(last_on <= last_off, "{on:?} is taken back");
        }
        for mode in ["icanon", "echo", "isig", "icrnl", "opost"] {
            let words: Vec<&str> = screen
                .split_whitespace()
                .map(|word| word.trim_end_matches(';'))
                .collect();
            assert!(words.contains(&mode), "{mode} is on again:\n{screen}");
        }
        let status = screen
            .rsplit_once("status=")
            .and_then(|(_, rest)| rest.split('.').next());
        let status = status.and_then(|status| status.trim().parse().ok());
        (status.expect("the shell says the status"), screen)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

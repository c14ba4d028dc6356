//! The terminal in full-screen mode. The terminal is restored however the walk ends, even after a panic.

use std::{
    env,
    io::{self, Write},
    panic::{self, PanicHookInfo},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use bspwalk_text::text;
use crossterm::{
    clipboard::CopyToClipboard,
    cursor, event, execute, queue, style,
    terminal::{self, BeginSynchronizedUpdate, EndSynchronizedUpdate},
};
use ratatui::{
    backend::{Backend, CrosstermBackend},
    buffer::Buffer,
    layout::Rect,
};

/// Whether the terminal is in full-screen mode, and whether it reports key releases.
static IN_FULL: AtomicBool = AtomicBool::new(false);
static TELLS_RELEASES: AtomicBool = AtomicBool::new(false);

/// Default number of columns and rows.
const USUAL: [u16; 2] = [80, 24];

/// Maximum number of columns or rows. No real terminal is larger, and drawing would take too long.
const MOST: u16 = 1000;

/// A terminal in full-screen mode. Restores the terminal on drop.
#[derive(Debug)]
pub(super) struct Screen {
    /// Current content of the terminal. `None` if everything must be redrawn.
    shown: Option<Buffer>,
    /// Content of the next frame.
    next: Buffer,
    bytes: Vec<u8>,
}

impl Screen {
    /// Puts the terminal into full-screen mode.
    pub(super) fn enter() -> io::Result<Self> {
        enter()?;
        Ok(Self {
            shown: None,
            next: Buffer::empty(Rect::ZERO),
            bytes: Vec::new(),
        })
    }

    /// Makes the terminal report key releases.
    pub(super) fn ask_for_releases(&mut self) -> io::Result<()> {
        TELLS_RELEASES.store(true, Ordering::SeqCst);
        ask_for_releases()
    }

    /// Leaves full-screen mode until [`Screen::resume`].
    pub(super) fn suspend(&mut self) {
        leave();
    }

    /// Returns to full-screen mode and redraws everything.
    pub(super) fn resume(&mut self) -> io::Result<()> {
        self.shown = None;
        enter()
    }

    pub(super) fn forget(&mut self) {
        self.shown = None;
    }

    /// Copies a text to the clipboard with the OSC 52 control sequence of xterm. The terminal may ignore it.
    pub(super) fn copy(&self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Clears the next frame and returns it for drawing.
    pub(super) fn next(&mut self) -> &mut Buffer {
        self.next_of_size(area())
    }

    fn next_of_size(&mut self, area: Rect) -> &mut Buffer {
        if self.next.area != area {
            self.next = Buffer::empty(area);
            self.shown = None;
        }
        self.next.reset();
        &mut self.next
    }

    /// Shows the next frame. Sends only the changed cells, in one synchronized update.
    pub(super) fn show(&mut self) -> io::Result<()> {
        self.encode()?;
        let mut output = io::stdout().lock();
        output.write_all(&self.bytes)?;
        output.flush()
    }

    /// Encodes the changes from the current content to the next frame, which becomes the current content. If nothing has
    /// changed, `bytes` is empty.
    fn encode(&mut self) -> io::Result<()> {
        self.bytes.clear();
        queue!(self.bytes, BeginSynchronizedUpdate)?;
        let before = self.bytes.len();
        let empty;
        let shown = match &self.shown {
            Some(shown) => shown,
            None => {
                queue!(
                    self.bytes,
                    style::ResetColor,
                    terminal::Clear(terminal::ClearType::All)
                )?;
                empty = Buffer::empty(self.next.area);
                &empty
            }
        };
        let changes = shown.diff(&self.next);
        let is_same = changes.is_empty() && self.bytes.len() == before;
        if is_same {
            self.bytes.clear();
            return Ok(());
        }
        CrosstermBackend::new(&mut self.bytes).draw(changes.into_iter())?;
        queue!(self.bytes, EndSynchronizedUpdate)?;
        // The size of the next frame tells whether the terminal has been resized.
        let shown = self.shown.get_or_insert_with(|| Buffer::empty(self.next.area));
        std::mem::swap(shown, &mut self.next);
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

/// Returns the size of the terminal. Falls back to the environment variables, then to the default size.
pub(super) fn area() -> Rect {
    // On Windows, only `size` works. On other systems, `size` may run a program to find the size.
    let told = if cfg!(windows) {
        terminal::size().map_or([0, 0], |(columns, rows)| [columns, rows])
    } else {
        terminal::window_size().map_or([0, 0], |size| [size.columns, size.rows])
    };
    let [width, height] = size(told, |name| env::var(name).ok());
    Rect::new(0, 0, width, height)
}

fn size(told: [u16; 2], variable: impl Fn(&str) -> Option<String>) -> [u16; 2] {
    let names = ["COLUMNS", "LINES"];
    std::array::from_fn(|i| {
        let named = || variable(names[i])?.trim().parse::<u16>().ok();
        let known = Some(told[i]).filter(|&told| told > 0).or_else(named);
        known.filter(|&known| known > 0).unwrap_or(USUAL[i]).min(MOST)
    })
}

fn enter() -> io::Result<()> {
    terminal::enable_raw_mode()?;
    // From here on, the terminal must be restored even if the commands below fail partway.
    IN_FULL.store(true, Ordering::SeqCst);
    let mut output = io::stdout().lock();
    execute!(
        output,
        terminal::EnterAlternateScreen,
        terminal::DisableLineWrap,
        cursor::Hide,
        event::EnableMouseCapture,
        event::EnableFocusChange,
        event::EnableBracketedPaste
    )?;
    drop(output);
    if TELLS_RELEASES.load(Ordering::SeqCst) {
        ask_for_releases()?;
    }
    Ok(())
}

fn ask_for_releases() -> io::Result<()> {
    use event::KeyboardEnhancementFlags as Flags;
    let flags =
        Flags::DISAMBIGUATE_ESCAPE_CODES | Flags::REPORT_EVENT_TYPES | Flags::REPORT_ALL_KEYS_AS_ESCAPE_CODES;
    execute!(io::stdout(), event::PushKeyboardEnhancementFlags(flags))
}

/// Leaves full-screen mode if the terminal is in it. Ignores errors, because the remaining commands may still succeed.
fn leave() {
    if !IN_FULL.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    let _ = queue!(bytes, EndSynchronizedUpdate);
    if TELLS_RELEASES.load(Ordering::SeqCst) {
        let _ = queue!(bytes, event::PopKeyboardEnhancementFlags);
    }
    let _ = queue!(
        bytes,
        event::DisableBracketedPaste,
        event::DisableFocusChange,
        event::DisableMouseCapture,
        terminal::EnableLineWrap,
        style::ResetColor,
        style::SetAttribute(style::Attribute::Reset),
        cursor::Show,
        terminal::LeaveAlternateScreen
    );
    let mut output = io::stdout().lock();
    let _ = output.write_all(&bytes);
    let _ = output.flush();
    let _ = terminal::disable_raw_mode();
}

/// Message of the first panic, until it is printed.
static FAULT: Mutex<Option<String>> = Mutex::new(None);

/// Installs a panic hook for full-screen mode. A panic in this thread restores the terminal immediately. Panic messages
/// are not printed in full-screen mode, but stored for [`take_fault`].
pub(super) fn restore_before_panics() {
    let own = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !IN_FULL.load(Ordering::SeqCst) {
            before(info);
            return;
        }
        if thread::current().id() == own {
            leave();
        }
        if let Ok(mut fault) = FAULT.lock() {
            fault.get_or_insert_with(|| words(info));
        }
    }));
}

/// Takes the message of the first panic, as one line.
pub(super) fn take_fault() -> Option<String> {
    FAULT.lock().ok()?.take()
}

fn words(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let what = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or(text!("screen-no-reason"));
    let place = info
        .location()
        .map_or_else(String::new, |at| format!(" ({}:{})", at.file(), at.line()));
    let chars = what.chars().map(|c| if c.is_control() { ' ' } else { c });
    let one_line: String = chars.collect();
    format!("{one_line}{place}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changes_are_sent() {
        let mut screen = Screen {
            shown: None,
            next: Buffer::empty(Rect::ZERO),
            bytes: Vec::new(),
        };
        let mut sent = |columns: u16, text: &str| {
            let area = Rect::new(0, 0, columns, 24);
            let style = ratatui::style::Style::default();
            screen.next_of_size(area).set_string(0, 0, text, style);
            screen.encode().expect("memory is writable");
            let clears = screen.bytes.windows(4).any(|bytes| bytes == b"\x1b[2J");
            (clears, screen.bytes.len())
        };
        assert!(sent(80, "one").0, "the first frame replaces everything");
        for _ in 0..3 {
            assert_eq!(sent(80, "one"), (false, 0), "nothing has changed");
        }
        let (clears, bytes) = sent(80, "ten");
        assert!(
            !clears && (1..100).contains(&bytes),
            "{bytes} bytes for two letters"
        );
        assert_eq!(sent(80, "ten"), (false, 0));
        assert!(sent(60, "ten").0, "the terminal was resized");
        assert_eq!(sent(60, "ten"), (false, 0));
    }

    #[test]
    fn size_has_fallbacks() {
        let environment = |columns: &'static str, lines: &'static str| {
            move |name: &str| {
                let value = if name == "COLUMNS" { columns } else { lines };
                Some(value.to_owned()).filter(|value| !value.is_empty())
            }
        };
        assert_eq!(size([100, 30], environment("7", "8")), [100, 30]);
        assert_eq!(size([0, 0], environment("132", " 43 ")), [132, 43]);
        assert_eq!(size([0, 0], environment("", "")), [80, 24]);
        assert_eq!(size([0, 0], environment("wide", "0")), [80, 24]);
        assert_eq!(size([1, 1], environment("", "")), [1, 1]);
        assert_eq!(size([u16::MAX, 5], environment("", "")), [1000, 5]);
    }
}

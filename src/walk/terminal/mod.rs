//! The full-screen walk in a terminal, drawn with real pixels, half blocks or plain characters.
//!
//! - Input: `input` (keys and mouse), `repeats` (held keys without release events), `signals`.
//! - Terminal: `support` (its features), `screen` (full-screen mode).
//! - Drawing: `pixels` (real pixels), `blocks` (half blocks and characters), `plan`, `text`.
//!
//! `bspwalk_session::walk` executes commands. This module handles the resulting requests, such as screenshots and
//! quitting.

mod blocks;
mod input;
mod pixels;
mod plan;
mod repeats;
mod screen;
mod signals;
mod support;
mod text;

use std::{
    env,
    io::{self, Write},
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

use bspwalk_collision::mover::script::Line;
use bspwalk_session::{
    Opened,
    actions::{FrontEnd, Keymap},
    files, settings_file,
    walk::{Request, Session},
};
use bspwalk_text::{set_language, text};
use crossterm::event::{self, Event};
use ratatui::buffer::Buffer;
use web_time::Instant;

use self::{input::Input, screen::Screen, signals::Signals, support::Support};
use super::{
    overlaid::Overlaid,
    platform,
    ui::{self, Skin},
};
use crate::cli::{self, WindowArgs, open};

/// Frame duration at 30 frames per second.
const FRAME: Duration = Duration::from_millis(33);

/// Size of a screenshot, in pixels.
const SCREENSHOT: [u32; 2] = [1280, 720];

/// Number of consecutive read errors after which the program stops reading from the terminal.
const MOST_FAILURES: u32 = 100;

/// Walks through a level in the terminal until the user leaves. If this is impossible, prints the reason to standard
/// error and returns status 1.
pub fn run(args: &WindowArgs) -> ExitCode {
    if let Err(reason) = check() {
        return cli::fail(reason);
    }
    let level = args.level.clone().unwrap_or_default();
    match open::open(&level, &args.tree) {
        Ok(opened) => walk_in_terminal(opened, args, &mut |_| {}),
        Err(error) => cli::fail(error),
    }
}

fn check() -> Result<(), String> {
    if !platform::has_terminal() {
        return Err(text!("screen-no-terminal").to_owned());
    }
    match env::var("TERM").unwrap_or_default().as_str() {
        "" if cfg!(unix) => Err(text!("screen-terminal-unnamed").to_owned()),
        "dumb" if cfg!(unix) => Err(text!("screen-terminal-dumb").to_owned()),
        _ => Ok(()),
    }
}

/// Walks through an opened level. Calls `before_frame` with the frame number before each frame.
pub fn walk_in_terminal(opened: Opened, args: &WindowArgs, before_frame: &mut dyn FnMut(u64)) -> ExitCode {
    screen::restore_before_panics();
    let walked = panic::catch_unwind(AssertUnwindSafe(|| in_full_screen(opened, args, before_frame)));
    match walked {
        Ok(Ok(None)) => ExitCode::SUCCESS,
        Ok(Ok(Some((status, said)))) => {
            // Ignore write errors, because nothing can be done about a closed output.
            let _ = io::stdout().write_all(said.as_bytes());
            ExitCode::from(status)
        }
        Ok(Err(error)) => cli::fail(error),
        Err(_) => {
            let fault = screen::take_fault().unwrap_or_else(|| text!("screen-no-reason").to_owned());
            cli::fail(text!("screen-fault", fault))
        }
    }
}

/// Runs the walk in full screen. Returns the exit status and the text to print afterwards, or `None` if the terminal
/// was closed.
fn in_full_screen(
    opened: Opened,
    args: &WindowArgs,
    before_frame: &mut dyn FnMut(u64),
) -> Result<Option<(u8, String)>, String> {
    let failed = |error: io::Error| text!("screen-terminal-failed", error);
    let signals = Signals::listen().map_err(failed)?;
    // Enter full screen before querying the terminal. A terminal may echo queries that it does not understand; leaving
    // full screen clears the echo.
    let mut screen = match Screen::enter() {
        Ok(screen) => screen,
        Err(error) if is_closed(&error) => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let support = Support::ask();
    if !support.skin.unicode {
        // English is the only language that can be written in ASCII.
        set_language("en");
    }
    if support.releases {
        screen.ask_for_releases().map_err(failed)?;
    }
    let (front, unicode) = (FrontEnd::Terminal, support.skin.unicode);
    let session = Session::new(Arc::new(opened), front, unicode, args.collision);
    let mut session = session.map_err(|error| error.to_string())?;
    session.look_at(&args.at);
    session.follow_file(&args.tree);
    session.set_settings_path(settings_file::path());
    session.bind_keys(Keymap::kept(settings_file::path().as_deref()));
    let mut walk = Walk {
        screen,
        input: Input::new(support.releases),
        wants_pixels: support.pixels.is_some(),
        support,
        signals,
        events: events(),
        start: Instant::now(),
        overlaid: Overlaid::default(),
    };
    let status = match walk.run(&mut session, before_frame) {
        Ok(status) => Some(status),
        Err(error) if is_closed(&error) => None,
        Err(error) => return Err(failed(error)),
    };
    session.end_recording();
    walk.forget_pixels();
    drop(walk);
    Ok(status.map(|status| (status, last_words(&session))))
}

fn is_closed(error: &io::Error) -> bool {
    // EIO (5) is the error of a terminal that has hung up.
    error.kind() == io::ErrorKind::BrokenPipe || (cfg!(unix) && error.raw_os_error() == Some(5))
}

/// Returns the text to print after the walk: the files saved at its end, and its last position as a script line.
fn last_words(session: &Session) -> String {
    let mut said: String = session
        .saved_file_messages()
        .map(|text| format!("{text}\n"))
        .collect();
    let start = session.walker.body.start();
    let start = start.translated(session.opened.level.origin);
    if let Ok(line) = serde_json::to_string(&Line::Start { start }) {
        said += &line;
        said.push('\n');
    }
    said
}

/// Reads terminal events on a separate thread, because a read can block forever after the terminal hangs up.
fn events() -> Receiver<Event> {
    let (sender, events) = channel();
    // If the thread cannot be started, there is no keyboard input, and only a signal can end the walk.
    let _ = thread::Builder::new().name("bspwalk keys".into()).spawn(move || {
        let mut failures = 0;
        while failures < MOST_FAILURES {
            match event::read() {
                Ok(event) => {
                    failures = 0;
                    if sender.send(event).is_err() {
                        break;
                    }
                }
                // Errors can be temporary, for example if the size cannot be read during a resize.
                Err(_) => {
                    failures += 1;
                    thread::sleep(FRAME);
                }
            }
        }
    });
    events
}

/// A walk in full screen.
struct Walk {
    screen: Screen,
    input: Input,
    support: Support,
    wants_pixels: bool,
    signals: Signals,
    events: Receiver<Event>,
    start: Instant,
    /// The picture with its overlays.
    overlaid: Overlaid,
}

impl Walk {
    fn run(&mut self, session: &mut Session, before_frame: &mut dyn FnMut(u64)) -> io::Result<u8> {
        let mut before = Instant::now();
        for number in 0.. {
            before_frame(number);
            self.draw(session)?;
            let next = before + FRAME;
            if let Some(status) = self.listen(next, session)? {
                return Ok(status);
            }
            let now = Instant::now();
            let elapsed = now - before;
            before = now;
            let seconds = elapsed.as_secs_f32();
            let at = (now - self.start).as_secs_f64();
            self.input.advance(at, seconds, screen::area(), session);
            session.advance(elapsed, &mut self.input.held);
        }
        Ok(0)
    }

    /// Handles events and signals until the next frame is due. If the walk ends, returns the exit status.
    fn listen(&mut self, until: Instant, session: &mut Session) -> io::Result<Option<u8>> {
        let area = screen::area();
        loop {
            if let Some(status) = self.signals.ended() {
                return Ok(Some(status));
            }
            if self.signals.take_stop() {
                self.stop()?;
            }
            if self.signals.take_continue() {
                self.screen.resume()?;
            }
            let left = until.saturating_duration_since(Instant::now());
            let event = match self.events.recv_timeout(left) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => {
                    thread::sleep(left);
                    return Ok(None);
                }
            };
            let now = (Instant::now() - self.start).as_secs_f64();
            match self.input.take(&event, now, area, session) {
                // The terminal emulator controls its own size and has a paste key.
                None
                | Some(
                    Request::FullScreen
                    | Request::PasteView
                    | Request::ChooseLevel
                    | Request::ChooseTextures
                    | Request::Export(_)
                    | Request::CopyQueryFilm,
                ) => {}
                Some(Request::CopyView(view)) => {
                    let line = view.to_string();
                    self.screen.copy(&line)?;
                    session.notice(text!("screen-view-copied-maybe", line));
                }
                Some(Request::CopyEditorPlace(place)) => {
                    let text = place.map_editor_text();
                    self.screen.copy(&text)?;
                    session.notice(text!("screen-place-copied-maybe", what = place.words(), text));
                }
                Some(Request::GoTo(line)) => input::go_to_view(&line, session),
                Some(Request::Leave) => return Ok(Some(0)),
                Some(Request::Screenshot) => self.screenshot(session),
                Some(Request::Suspend) => self.stop()?,
                Some(Request::Redraw) => self.screen.forget(),
                Some(Request::TogglePixels) => self.toggle_pixels(session),
            }
        }
    }

    /// Restores the terminal and suspends the process until it is continued.
    fn stop(&mut self) -> io::Result<()> {
        self.input.forget();
        self.screen.suspend();
        self.signals.stop();
        self.signals.take_continue();
        self.screen.resume()
    }

    fn forget_pixels(&self) {
        let picker = self.support.pixels.as_ref().filter(|_| self.wants_pixels);
        if let Some(text) = picker.and_then(pixels::deletion_sequence) {
            // Ignore errors, because a picture that is not deleted only takes up memory.
            let _ = io::stdout().write_all(text.as_bytes());
        }
    }

    fn toggle_pixels(&mut self, session: &mut Session) {
        if self.support.pixels.is_none() {
            session.notice(text!("screen-no-pixels"));
            return;
        }
        self.forget_pixels();
        self.wants_pixels = !self.wants_pixels;
        self.screen.forget();
        session.notice(if self.wants_pixels {
            text!("screen-pixels")
        } else {
            text!("screen-blocks")
        });
    }

    fn draw(&mut self, session: &mut Session) -> io::Result<()> {
        let skin = self.support.skin;
        let picker = self.support.pixels.as_ref().filter(|_| self.wants_pixels);
        let buffer = self.screen.next();
        let area = buffer.area;
        let picture = ui::picture_area(session, skin, area);
        let size = picker.map_or_else(|| blocks::size(picture), |picker| pixels::size(picker, picture));
        session.smooth = picker.is_none();
        let frame = self.overlaid.draw(session, size);
        let drawn = picker.is_some_and(|picker| pixels::draw(picker, frame, picture, buffer));
        if drawn {
            let before = buffer.clone();
            draw_over(&mut self.overlaid, session, skin, buffer);
            pixels::keep_text_above(picture, &before, buffer);
        } else {
            blocks::draw(frame, skin, picture, buffer);
            draw_over(&mut self.overlaid, session, skin, buffer);
        }
        self.screen.show()
    }

    /// Saves a picture of the level, and also the terminal's content as text.
    fn screenshot(&mut self, session: &mut Session) {
        session.smooth = true;
        let frame = self.overlaid.draw(session, SCREENSHOT);
        let picture = match session.save_picture(frame) {
            Ok(path) => path.display().to_string(),
            Err(problem) => {
                session.notice(text!("screen-picture-not-saved", problem));
                return;
            }
        };
        let mut buffer = Buffer::empty(screen::area());
        let (skin, area) = (self.support.skin, buffer.area);
        let inside = ui::picture_area(session, skin, area);
        let frame = self.overlaid.draw(session, blocks::size(inside));
        blocks::draw(frame, skin, inside, &mut buffer);
        draw_over(&mut self.overlaid, session, skin, &mut buffer);
        let name = &session.opened.level.name;
        let saved = files::save(
            &files::pictures_folder(),
            name,
            "ans",
            text::ansi(&buffer).as_bytes(),
        );
        session.notice(match saved {
            Ok(path) => text!("screen-saved", picture, file = path.display()),
            Err(problem) => text!("screen-saved-picture", picture, problem),
        });
    }
}

fn draw_over(overlaid: &mut Overlaid, session: &mut Session, skin: Skin, buffer: &mut Buffer) {
    overlaid.follow_plan(session);
    if let Some(area) = ui::plan_area(session, buffer.area)
        && let Some(pixels) = overlaid.plan_picture(session, plan::size(skin, area))
    {
        plan::draw(pixels, skin, area, buffer);
    }
    let shown = (overlaid.legends(), overlaid.plan.facts());
    ui::draw(session, shown, skin, buffer.area, buffer);
}

//! The event loop of the window: handles events and draws frames.

use std::{fmt::Display, mem, path::PathBuf, process::ExitCode, time::Duration};

use bspwalk_draw::raster::Resolution;
use bspwalk_session::{
    actions::{Action, Effect, FrontEnd as Controls, HeldInput, Keymap, Source},
    loading::Loading,
    settings_file,
    touch::Fingers,
    walk::{Request, Session},
};
use bspwalk_text::{lines, text};
use glam::Vec2;
use serde_json::json;
use web_time::Instant;
use winit::{
    application::ApplicationHandler,
    event::{
        DeviceEvent, DeviceId, ElementState, KeyEvent, MouseScrollDelta, Touch, TouchPhase, WindowEvent,
    },
    event_loop::{ActiveEventLoop, ControlFlow},
    keyboard::{Key, KeyCode, ModifiersState, PhysicalKey},
    window::WindowId,
};

mod gamepads;
mod opening;
mod pad_input;

use self::pad_input::PadInput;
use super::{drawing::Drawing, keys, screen::Screen, trace::SessionTrace};
use crate::{
    cli::{self, WindowArgs},
    walk::{clipboard::Clipboard, pads::PadReader, ui::Skin},
};

/// Minimum frame duration, which limits the rate to 60 frames per second.
const FRAME: Duration = Duration::from_nanos(16_666_667);

/// Interval between checks for changes of the level file while the window is idle.
const LOOK: Duration = Duration::from_millis(250);

/// View rotation per mouse count, in degrees. It is the same as in the engine's window.
const SENSITIVITY: f64 = 0.1;

/// Number of touchpad pixels per mouse-wheel notch.
const NOTCH: f64 = 40.0;

/// Window title before a level is open.
const TITLE: &str = "bspwalk";

/// Background colour before the first picture.
const BLANK: u32 = 0x0010_1218;

/// The window and the walk that it shows.
pub(super) struct WindowApp {
    args: WindowArgs,
    /// Arguments of the current level while another level is loading.
    before: Option<WindowArgs>,
    loading: Option<Loading>,
    session: Option<Session>,
    screen: Option<Screen>,
    drawing: Drawing,
    held: HeldInput,
    clipboard: Clipboard,
    fingers: Fingers,
    pads: PadInput,
    modifiers: ModifiersState,
    keymap: Keymap,
    /// Warning about invalid key bindings in the settings, until it is shown.
    wrong_keys: Option<String>,
    captured: bool,
    /// Whether the window is completely hidden.
    hidden: bool,
    began: Instant,
    /// Start time of the last frame.
    last: Instant,
    /// Whether drawing is paused, because the last frame changed nothing, and neither would further frames without
    /// input.
    idle: bool,
    /// Whether the window has shown a frame.
    has_drawn: bool,
    trace: Option<SessionTrace>,
    /// Exit status, or the reason why no window could open. `None` while the window is open.
    ended: Option<Result<ExitCode, String>>,
}

impl WindowApp {
    pub(super) fn new(args: WindowArgs, pads: PadReader) -> Self {
        let (keymap, wrong_keys) = Keymap::kept(settings_path().as_deref());
        Self {
            keymap,
            wrong_keys,
            args,
            before: None,
            loading: None,
            session: None,
            screen: None,
            drawing: Drawing::new(),
            held: HeldInput::default(),
            clipboard: Clipboard::of_system(),
            fingers: Fingers::default(),
            pads: PadInput::new(pads),
            modifiers: ModifiersState::empty(),
            captured: false,
            hidden: false,
            began: Instant::now(),
            last: Instant::now(),
            idle: false,
            has_drawn: false,
            trace: SessionTrace::from_environment(),
            ended: None,
        }
    }

    pub(super) fn ended(self) -> Result<ExitCode, String> {
        self.ended.unwrap_or(Ok(ExitCode::SUCCESS))
    }

    fn end(&mut self, event_loop: &ActiveEventLoop, ended: Result<ExitCode, String>) {
        let session = self.session.as_mut();
        if let Some(session) = session.filter(|session| session.walker.draft.is_some()) {
            session.end_recording();
            if let Some(saved) = session.saved_file_messages().last() {
                eprintln!("bspwalk: {saved}");
            }
        }
        self.ended.get_or_insert(ended);
        event_loop.exit();
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, reason: impl Display) {
        #[cfg(target_family = "wasm")]
        crate::page::script::stopped(&reason.to_string());
        let status = cli::fail(reason);
        self.end(event_loop, Ok(status));
    }

    /// Requests a redraw because the picture may have changed.
    fn touch(&mut self) {
        self.drawing.mark_changed();
        self.wake();
    }

    /// Resumes drawing if it is paused.
    fn wake(&mut self) {
        if self.idle {
            self.idle = false;
            self.last = Instant::now();
        }
    }

    fn frame(&mut self, event_loop: &ActiveEventLoop) {
        #[cfg(target_family = "wasm")]
        self.ask_page(event_loop);
        if let Err(reason) = self.go_on_loading() {
            if let Some(session) = &mut self.session {
                self.loading = None;
                self.args = self.before.take().unwrap_or_else(|| self.args.clone());
                session.notice(text!("screen-level-stays", reason));
                return;
            }
            return self.fail(event_loop, reason);
        }
        self.follow_pads(event_loop);
        let Some(screen) = &mut self.screen else { return };
        let now = Instant::now();
        let elapsed = now.duration_since(mem::replace(&mut self.last, now));
        let drawn = match (&mut self.session, &self.loading) {
            (Some(session), _) => {
                session.advance(elapsed, &mut self.held);
                let drawn = self.drawing.redraw_if_changed(session, screen);
                // Keep drawing while a trace is written, because it needs continuous frames.
                self.idle = drawn == Ok(false)
                    && self.drawing.is_finished(screen)
                    && rests(session)
                    && self.trace.is_none()
                    && !self.pads.is_polled();
                drawn
            }
            (None, Some(loading)) => waiting(screen, &loading.words()).map(|()| true),
            (None, None) => Ok(false),
        };
        if let Some(trace) = &mut self.trace {
            trace.write(
                self.session.as_ref(),
                json!({
                    "size": screen.size(),
                    "focused": screen.window.has_focus(),
                    "full_screen": screen.is_full(),
                    "finest": self.drawing.is_finished(screen),
                }),
            );
        }
        #[cfg(target_family = "wasm")]
        if self.session.is_some() && drawn.is_ok() {
            crate::page::script::level_is_shown();
        }
        match drawn {
            Ok(drawn) => self.has_drawn |= drawn,
            Err(reason) if self.has_drawn => {
                self.fail(event_loop, text!("screen-window-failed", reason));
            }
            Err(reason) => self.end(event_loop, Err(reason)),
        }
    }

    fn key(&mut self, event_loop: &ActiveEventLoop, event: &KeyEvent) {
        let PhysicalKey::Code(key) = event.physical_key else {
            return;
        };
        let pressed = event.state == ElementState::Pressed;
        if pressed
            && self
                .session
                .as_ref()
                .is_some_and(|session| session.state.palette.is_some())
        {
            self.press_in_palette(event_loop, event);
            return;
        }
        if pressed && self.answers_quiz(event) {
            self.wake();
            return;
        }
        if pressed && let Some(action) = self.film_key(key) {
            if !event.repeat || action.repeats() {
                self.act(event_loop, action);
            }
            self.wake();
            return;
        }
        let effect = keys::effect(&self.keymap, key, &event.logical_key, self.modifiers);
        if let Some(effect) = effect {
            self.press(event_loop, effect, pressed, event.repeat);
        }
        self.wake();
    }

    fn press_in_palette(&mut self, event_loop: &ActiveEventLoop, event: &KeyEvent) {
        let Some(session) = &mut self.session else { return };
        let request = keys::in_palette(&event.logical_key, self.modifiers)
            .into_iter()
            .filter_map(|key| session.press_in_palette(key, &mut self.held))
            .last();
        self.answer(event_loop, request);
    }

    /// Answers a quiz question if the key is the letter of a choice. Returns whether the quiz uses the key.
    fn answers_quiz(&mut self, event: &KeyEvent) -> bool {
        let (Key::Character(typed), Some(session)) = (&event.logical_key, &mut self.session) else {
            return false;
        };
        let mut letters = typed.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return false;
        };
        let others = ModifiersState::CONTROL | ModifiersState::ALT | ModifiersState::SUPER;
        !self.modifiers.intersects(others) && session.answer_by_key(letter, !event.repeat)
    }

    fn film_key(&self, key: KeyCode) -> Option<Action> {
        let source = Source::from_code(&format!("{key:?}"))?;
        let session = self.session.as_ref()?;
        session.film_key(source, self.modifiers.shift_key())
    }

    fn press(&mut self, event_loop: &ActiveEventLoop, effect: Effect, pressed: bool, repeats: bool) {
        match effect {
            Effect::Move(motion) if !pressed => self.held.release(motion),
            Effect::Move(motion) if !repeats => self.held.press(motion),
            Effect::Turn(turn) => self.held.turn(turn, pressed),
            Effect::Send(action) if pressed && (!repeats || action.repeats()) => {
                self.act(event_loop, action);
            }
            Effect::Capture if pressed => self.capture(true),
            _ => {}
        }
    }

    fn finger(&mut self, touch: &Touch) {
        let (Some(session), Some(screen)) = (&mut self.session, &self.screen) else {
            return;
        };
        let place = touch.location.to_logical::<f32>(screen.window.scale_factor());
        let (id, place, now) = (touch.id, Vec2::new(place.x, place.y), self.began.elapsed());
        match touch.phase {
            TouchPhase::Started | TouchPhase::Moved => self.fingers.put(id, place, now),
            TouchPhase::Cancelled => self.fingers.cancel(id),
            TouchPhase::Ended if self.fingers.lift(id, place, now) => {
                session.select_at(touch.location.into(), screen.size());
                self.drawing.mark_changed();
            }
            TouchPhase::Ended => {}
        }
        session.follow_fingers(self.fingers.gesture(), &mut self.held);
        self.wake();
    }

    fn act(&mut self, event_loop: &ActiveEventLoop, action: Action) {
        let Some(session) = &mut self.session else {
            if matches!(action, Action::Escape | Action::Leave) {
                self.end(event_loop, Ok(ExitCode::SUCCESS));
            }
            return;
        };
        let request = session.handle(action, &mut self.held);
        self.answer(event_loop, request);
    }

    fn answer(&mut self, event_loop: &ActiveEventLoop, request: Option<Request>) {
        if let Some(session) = &self.session {
            self.capture(session.state.ui.captured);
        }
        match request {
            Some(Request::Leave) => self.end(event_loop, Ok(ExitCode::SUCCESS)),
            #[cfg(target_family = "wasm")]
            Some(Request::FullScreen) => crate::page::script::toggle_full_screen(),
            #[cfg(not(target_family = "wasm"))]
            Some(Request::FullScreen) => self.screen.iter().for_each(Screen::toggle_full),
            Some(Request::Screenshot) => self.screenshot(),
            Some(Request::CopyView(view)) => self.copy(|clipboard| clipboard.copy(&view)),
            Some(Request::CopyEditorPlace(place)) => self.copy(|clipboard| clipboard.copy_place(&place)),
            Some(Request::PasteView) => self.paste_view(),
            Some(Request::GoTo(line)) => self.go_to_view(*line),
            // No key of the window triggers these requests.
            None
            | Some(
                Request::TogglePixels
                | Request::Suspend
                | Request::Redraw
                | Request::ChooseLevel
                | Request::ChooseTextures
                | Request::Export(_)
                | Request::CopyQueryFilm,
            ) => {}
        }
        self.touch();
    }

    fn capture(&mut self, captured: bool) {
        let (Some(session), Some(screen)) = (&mut self.session, &self.screen) else {
            return;
        };
        if captured != self.captured {
            self.captured = captured;
            session.state.ui.captured = captured;
            screen.capture(captured);
        }
    }

    fn screenshot(&mut self) {
        let (Some(session), Some(screen)) = (&mut self.session, &self.screen) else {
            return;
        };
        let frame = self.drawing.finest_picture(session, screen.size());
        let saved = session.save_picture(frame);
        session.notice(match saved {
            Ok(path) => text!("screen-screenshot", file = path.display()),
            Err(problem) => text!("screen-screenshot-not-saved", problem),
        });
    }
}

/// Returns whether the walk is at rest. If so, nothing changes without input.
fn rests(session: &Session) -> bool {
    session.walker.time_scale.paused
        && session.background_stage().is_none()
        && !session.is_reloading()
        && !session.is_counting_costs()
        && session.notices().next().is_none()
        && !session.greets()
        && !session.state.overlays.painter_plays
        && session.are_films_idle()
        && !session
            .overlay_steps()
            .is_some_and(|steps| steps.plays(&session.state.overlays))
        && session.walker.replay.is_none()
}

/// Shows lines of text in the middle of an empty window while a level loads.
fn waiting(screen: &mut Screen, words: &[String]) -> Result<(), String> {
    screen.text.reset();
    let area = screen.text.area;
    let top = area.height.saturating_sub(words.len() as u16) / 2;
    for (line, y) in words.iter().zip(top..area.height) {
        let width = lines::columns(line) as u16;
        let left = area.width.saturating_sub(width) / 2;
        screen
            .text
            .set_stringn(left, y, line, area.width.into(), Skin::PIXELS.status());
    }
    screen.paint(|canvas, text, glyphs| {
        canvas.clear(BLANK);
        canvas.draw_text(text, glyphs);
    })
}

impl ApplicationHandler for WindowApp {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.screen.is_some() || self.ended.is_some() {
            return;
        }
        let trace = self.trace.as_ref();
        let resolution = trace.map_or_else(Resolution::new, |_| Resolution::full());
        let opened =
            Screen::open(event_loop, TITLE, self.args.size, resolution).map(|screen| (screen, self.load()));
        match opened {
            Ok((screen, loading)) => {
                (self.screen, self.loading) = (Some(screen), Some(loading));
            }
            Err(reason) => self.end(event_loop, Err(reason)),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => self.end(event_loop, Ok(ExitCode::SUCCESS)),
            WindowEvent::RedrawRequested => self.frame(event_loop),
            WindowEvent::Resized(size) => {
                self.screen
                    .iter_mut()
                    .for_each(|screen| screen.resize(size.into()));
                self.drawing.redraw_everything();
                self.wake();
            }
            WindowEvent::ScaleFactorChanged { scale_factor, .. } => {
                self.screen
                    .iter_mut()
                    .for_each(|screen| screen.rescale(scale_factor));
                self.drawing.redraw_everything();
                self.wake();
            }
            WindowEvent::Occluded(hidden) => {
                self.hidden = hidden;
                self.last = Instant::now();
                self.drawing.redraw_everything();
                self.wake();
            }
            WindowEvent::Focused(focused) => {
                if !focused {
                    self.held.release_all();
                    self.pads.leave();
                    self.fingers = Fingers::default();
                    self.modifiers = ModifiersState::empty();
                    self.capture(false);
                }
                self.touch();
            }
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            WindowEvent::KeyboardInput { event, .. } => {
                self.name_pad(None);
                self.key(event_loop, &event);
            }
            WindowEvent::MouseInput { state, button, .. } => {
                if let Some(effect) = keys::click_effect(&self.keymap, button) {
                    self.press(event_loop, effect, state == ElementState::Pressed, false);
                }
                self.touch();
            }
            WindowEvent::Touch(touch) => self.finger(&touch),
            WindowEvent::MouseWheel { delta, .. } => {
                let notches = match delta {
                    MouseScrollDelta::LineDelta(_, lines) => lines,
                    MouseScrollDelta::PixelDelta(pixels) => (pixels.y / NOTCH) as f32,
                };
                let is_bound =
                    self.keymap.effect(Controls::SoftwareWindow, Source::Wheel) == Some(Effect::Speed);
                if let (Some(session), true) = (&mut self.session, notches != 0.0 && is_bound) {
                    session.handle_wheel(notches);
                }
                self.touch();
            }
            _ => {}
        }
    }

    fn device_event(&mut self, _: &ActiveEventLoop, _: DeviceId, event: DeviceEvent) {
        let is_bound = self.keymap.effect(Controls::SoftwareWindow, Source::Mouse) == Some(Effect::Look);
        if let (DeviceEvent::MouseMotion { delta: (right, down) }, true, Some(session)) =
            (event, self.captured && is_bound, &mut self.session)
        {
            session.look([-right, -down].map(|counts| (counts * SENSITIVITY) as f32));
            self.wake();
        }
    }

    /// Called when the gamepad reader has new messages, and in a page after a request of the page.
    fn user_event(&mut self, _: &ActiveEventLoop, (): ()) {
        self.wake();
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        if self.idle
            && !self.hidden
            && let Some(session) = self
                .session
                .as_mut()
                .filter(|session| session.opened.is_watched())
        {
            session.reload_if_saved();
            if rests(session) {
                event_loop.set_control_flow(ControlFlow::WaitUntil(Instant::now() + LOOK));
                return;
            }
            self.touch();
        }
        let Some(screen) = &self.screen else { return };
        if self.hidden || screen.is_empty() || self.idle {
            event_loop.set_control_flow(ControlFlow::Wait);
            return;
        }
        let next = self.last + FRAME;
        if Instant::now() >= next {
            screen.window.request_redraw();
        }
        event_loop.set_control_flow(ControlFlow::WaitUntil(next));
    }
}

/// Returns the settings file, which also stores quiz answers. A page embedded in another page has no settings file.
fn settings_path() -> Option<PathBuf> {
    #[cfg(target_family = "wasm")]
    if crate::page::script::is_embedded() {
        return None;
    }
    settings_file::path()
}

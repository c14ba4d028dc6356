//! What the terminal tells of keys and the mouse becomes keys that are held, turns of the view and commands.

use bspwalk_session::{
    actions::{Effect, Front, Held, Motion, Source, TURN_RATE, Turn, effect},
    view_line::ViewLine,
    walk::{Request, Session},
};
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, ModifierKeyCode, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::layout::Rect;

use super::repeats::Repeats;
use crate::walk::clipboard;

/// How far a press of a key turns the view where the terminal does not tell of its release, in degrees.
const TURN_STEP: f32 = 4.0;

/// How far the mouse turns the view over the whole width of the terminal, in degrees.
const MOUSE_TURN: f32 = 180.0;

/// How fast the mouse at an edge turns the view, in degrees a second.
const EDGE_RATE: f32 = 90.0;

/// The keys and the mouse.
#[derive(Debug)]
pub(super) struct Input {
    /// Whether the terminal tells of keys that are let go.
    releases: bool,
    /// The keys of movement, for the steps.
    pub(super) held: Held,
    repeats: Repeats<Motion>,
    /// Degrees that are still to be turned, to the left and upwards.
    owed: [f32; 2],
    /// The cell of the mouse.
    mouse: Option<[u16; 2]>,
}

impl Input {
    /// No key is held.
    #[must_use]
    pub(super) fn new(releases: bool) -> Self {
        Self {
            releases,
            held: Held::default(),
            repeats: Repeats::default(),
            owed: [0.0; 2],
            mouse: None,
        }
    }

    /// Lets go of everything: the terminal is no longer looked at.
    pub(super) fn forget(&mut self) {
        self.held.release_all();
        self.repeats.clear();
        self.owed = [0.0; 2];
    }

    /// Takes an event that came at a time, in seconds. Returns what the terminal has to do.
    pub(super) fn take(
        &mut self,
        event: &Event,
        now: f64,
        area: Rect,
        session: &mut Session,
    ) -> Option<Request> {
        match event {
            Event::Key(key) => self.key(key, now, session),
            Event::Mouse(mouse) => {
                self.mouse(mouse, area, session);
                None
            }
            // What the terminal pastes by its own key.
            Event::Paste(text) => {
                match clipboard::read(text) {
                    Ok(line) => go_to_view(&line, session),
                    Err(reason) => session.notice(reason),
                }
                None
            }
            Event::FocusLost => {
                self.forget();
                None
            }
            _ => None,
        }
    }

    fn key(&mut self, key: &KeyEvent, now: f64, session: &mut Session) -> Option<Request> {
        let source = source(key)?;
        if let Some(action) = session.film_key(source, key.modifiers.contains(KeyModifiers::SHIFT))
            && key.kind != KeyEventKind::Release
        {
            let again = key.kind == KeyEventKind::Repeat && !action.repeats();
            return (!again).then(|| session.handle(action, &mut self.held)).flatten();
        }
        match effect(Front::Terminal, source)? {
            Effect::Move(motion) => {
                self.motion(motion, key.kind, now);
                // Without the Shift key by itself, a capital letter tells of it.
                if !self.releases && motion != Motion::Fast {
                    if key.modifiers.contains(KeyModifiers::SHIFT) {
                        self.motion(Motion::Fast, key.kind, now);
                    } else {
                        self.repeats.release(Motion::Fast);
                        self.held.release(Motion::Fast);
                    }
                }
            }
            Effect::Turn(turn) if self.releases => {
                self.held.turn(turn, key.kind != KeyEventKind::Release);
            }
            Effect::Turn(turn) => {
                let [left, up] = turn.left_and_up();
                let owed = |owed: f32, by: f32| {
                    if by == 0.0 {
                        owed
                    } else {
                        (owed + by * TURN_STEP).clamp(-12.0, 12.0)
                    }
                };
                self.owed = [owed(self.owed[0], left), owed(self.owed[1], up)];
            }
            Effect::Send(action)
                if key.kind == KeyEventKind::Press
                    || (key.kind == KeyEventKind::Repeat && action.repeats()) =>
            {
                return session.handle(action, &mut self.held);
            }
            _ => {}
        }
        None
    }

    fn motion(&mut self, motion: Motion, kind: KeyEventKind, now: f64) {
        match (self.releases, kind) {
            (true, KeyEventKind::Release) => self.held.release(motion),
            (true, _) => self.held.press(motion),
            (false, _) => {
                if let Some(opposite) = opposite(motion) {
                    self.repeats.release(opposite);
                    self.held.release(opposite);
                }
                if self.repeats.press(motion, now) {
                    self.held.press(motion);
                }
            }
        }
    }

    fn mouse(&mut self, mouse: &MouseEvent, area: Rect, session: &mut Session) {
        let at = [mouse.column, mouse.row];
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                session.captured = true;
                session.greet_no_longer();
            }
            MouseEventKind::Moved | MouseEventKind::Drag(_) if session.captured => {
                if let Some(before) = self.mouse {
                    let per_cell = MOUSE_TURN / f32::from(area.width.max(1));
                    let right = f32::from(at[0]) - f32::from(before[0]);
                    // A cell is about twice as high as it is wide.
                    let down = 2.0 * (f32::from(at[1]) - f32::from(before[1]));
                    session.turn(-right * per_cell, -down * per_cell);
                }
            }
            MouseEventKind::ScrollUp => session.change_speed(1.0),
            MouseEventKind::ScrollDown => session.change_speed(-1.0),
            _ => {}
        }
        self.mouse = Some(at);
    }

    /// Lets time pass, in seconds: keys expire, and what turns the view goes on turning it.
    pub(super) fn advance(&mut self, now: f64, seconds: f32, area: Rect, session: &mut Session) {
        if !self.releases {
            let held = &mut self.held;
            self.repeats.expire(now, |motion| held.release(motion));
        }
        let most = TURN_RATE * seconds;
        let [left, up] = self.owed.map(|owed| owed.clamp(-most, most));
        if [left, up] != [0.0; 2] {
            self.owed = [self.owed[0] - left, self.owed[1] - up];
            session.turn(left, up);
        }
        if let (true, Some([column, row])) = (session.captured, self.mouse) {
            let at_edge = |at: u16, size: u16| {
                if size < 3 {
                    0.0
                } else if at == 0 {
                    -1.0
                } else if at + 1 >= size {
                    1.0
                } else {
                    0.0
                }
            };
            let edge = EDGE_RATE * seconds;
            let (right, down) = (at_edge(column, area.width), at_edge(row, area.height));
            if (right, down) != (0.0, 0.0) {
                session.turn(-right * edge, -down * edge * 0.5);
            }
        }
    }
}

/// Goes to a view of this level, or says how it is had.
pub(super) fn go_to_view(line: &ViewLine, session: &mut Session) {
    if session.go_to(line) {
        session.greet_no_longer();
    } else {
        session.notice(format!(
            "This view is of another level or of other trees: leave, and start it by {line}"
        ));
    }
}

fn opposite(motion: Motion) -> Option<Motion> {
    Some(match motion {
        Motion::Forward => Motion::Back,
        Motion::Back => Motion::Forward,
        Motion::Left => Motion::Right,
        Motion::Right => Motion::Left,
        Motion::Up => Motion::Down,
        Motion::Down => Motion::Up,
        Motion::Fast => return None,
    })
}

/// The row of the table that a key belongs to.
fn source(key: &KeyEvent) -> Option<Source> {
    Some(match key.code {
        KeyCode::Char(' ') => Source::Space,
        KeyCode::Char(c) => {
            let c = c.to_lowercase().next().unwrap_or(c);
            let is_with_ctrl = matches!(c, 'c' | 'l' | 'p' | 'q' | 'y' | 'z');
            if key.modifiers.contains(KeyModifiers::ALT) {
                return None;
            } else if is_with_ctrl && key.modifiers.contains(KeyModifiers::CONTROL) {
                Source::WithCtrl(c)
            } else {
                Source::Char(c)
            }
        }
        KeyCode::Esc => Source::Escape,
        KeyCode::Enter => Source::Enter,
        KeyCode::Tab => Source::Tab,
        KeyCode::Backspace => Source::Backspace,
        KeyCode::Left => Source::Arrow(Turn::Left),
        KeyCode::Right => Source::Arrow(Turn::Right),
        KeyCode::Up => Source::Arrow(Turn::Up),
        KeyCode::Down => Source::Arrow(Turn::Down),
        KeyCode::PageUp => Source::PageUp,
        KeyCode::PageDown => Source::PageDown,
        KeyCode::Home => Source::Home,
        KeyCode::End => Source::End,
        KeyCode::F(number) => Source::F(number),
        KeyCode::Modifier(ModifierKeyCode::LeftControl | ModifierKeyCode::RightControl) => Source::Ctrl,
        KeyCode::Modifier(ModifierKeyCode::LeftShift | ModifierKeyCode::RightShift) => Source::Shift,
        _ => return None,
    })
}

//! Converts keyboard and mouse events of the terminal into held keys, view rotation and commands.

use bspwalk_session::{
    actions::{Effect, FrontEnd, HeldInput, Motion, Source, TURN_RATE, Turn},
    palette::PaletteKey,
    view_line::ViewLine,
    walk::{Request, Session},
};
use bspwalk_text::text;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, ModifierKeyCode, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::layout::Rect;

use super::repeats::Repeats;
use crate::walk::clipboard;

/// View rotation per key press in terminals without key release events, in degrees.
const TURN_STEP: f32 = 4.0;

/// View rotation when the mouse moves across the width of the terminal, in degrees.
const MOUSE_TURN: f32 = 180.0;

/// Rotation speed while the mouse is at an edge, in degrees per second.
const EDGE_RATE: f32 = 90.0;

/// Returns the palette action of a key. A character with Ctrl or Alt closes the palette.
const fn palette_key(code: KeyCode, with_others: bool) -> Option<PaletteKey> {
    Some(match code {
        KeyCode::Char(_) if with_others => PaletteKey::Close,
        KeyCode::Char(character) => PaletteKey::Type(character),
        KeyCode::Backspace => PaletteKey::Erase,
        KeyCode::Up => PaletteKey::Up,
        KeyCode::Down => PaletteKey::Down,
        KeyCode::Enter => PaletteKey::Run,
        KeyCode::Esc => PaletteKey::Close,
        _ => return None,
    })
}

/// Keyboard and mouse state.
#[derive(Debug)]
pub(super) struct Input {
    /// Whether the terminal reports key releases.
    releases: bool,
    /// Held movement keys.
    pub(super) held: HeldInput,
    repeats: Repeats,
    /// Remaining rotation to apply, to the left and upward, in degrees.
    owed: [f32; 2],
    /// Column and row of the mouse pointer.
    mouse: Option<[u16; 2]>,
}

impl Input {
    pub(super) fn new(releases: bool) -> Self {
        Self {
            releases,
            held: HeldInput::default(),
            repeats: Repeats::default(),
            owed: [0.0; 2],
            mouse: None,
        }
    }

    pub(super) fn forget(&mut self) {
        self.held.release_all();
        self.repeats.clear();
        self.owed = [0.0; 2];
    }

    /// Handles an event at time `now`, in seconds. Returns a request to the terminal, if any.
    pub(super) fn take(
        &mut self,
        event: &Event,
        now: f64,
        area: Rect,
        session: &mut Session,
    ) -> Option<Request> {
        match event {
            Event::Key(key) => self.key(key, now, session),
            Event::Mouse(mouse) => self.mouse(mouse, area, session),
            // Text that the terminal's own paste command inserts.
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
            // The terminal may have lost content, even if it has its previous size again.
            Event::Resize(..) => Some(Request::Redraw),
            _ => None,
        }
    }

    fn key(&mut self, key: &KeyEvent, now: f64, session: &mut Session) -> Option<Request> {
        let with_others = KeyModifiers::CONTROL | KeyModifiers::ALT;
        if session.state.palette.is_some() && key.kind != KeyEventKind::Release {
            let key = palette_key(key.code, key.modifiers.intersects(with_others));
            return key.and_then(|key| session.press_in_palette(key, &mut self.held));
        }
        if let KeyCode::Char(letter) = key.code
            && key.kind != KeyEventKind::Release
            && !key.modifiers.intersects(with_others)
            && session.answer_by_key(letter, key.kind == KeyEventKind::Press)
        {
            return None;
        }
        let with_shift = key.modifiers.contains(KeyModifiers::SHIFT);
        let is_down = key.kind != KeyEventKind::Release;
        let all_sources = sources(key);
        let mut of_film = all_sources.into_iter().flatten().filter(|_| is_down);
        if let Some(action) = of_film.find_map(|source| session.film_key(source, with_shift)) {
            let again = key.kind == KeyEventKind::Repeat && !action.repeats();
            return (!again).then(|| session.handle(action, &mut self.held)).flatten();
        }
        let keymap = &session.keymap;
        let mut sources = all_sources.into_iter().flatten();
        match sources.find_map(|source| keymap.effect(FrontEnd::Terminal, source))? {
            Effect::Move(motion) => {
                self.motion(motion, key.kind, now);
                // Terminals without release events do not report Shift on its own either, so a capital letter implies
                // Shift.
                if !self.releases && motion != Motion::Fast {
                    if with_shift {
                        self.motion(Motion::Fast, key.kind, now);
                    } else {
                        self.repeats.release(Motion::Fast);
                        self.held.release(Motion::Fast);
                    }
                }
                None
            }
            Effect::Turn(turn) if !self.releases => {
                let [left, up] = turn.left_and_up();
                // The pending rotation is already within these limits, so clamping does not change an axis without a
                // turn.
                let owed = |owed: f32, by: f32| (owed + by * TURN_STEP).clamp(-12.0, 12.0);
                self.owed = [owed(self.owed[0], left), owed(self.owed[1], up)];
                None
            }
            effect => self.press(effect, key.kind, session),
        }
    }

    /// Applies an effect whose key or button reports its release. Movement keys are handled separately.
    fn press(&mut self, effect: Effect, kind: KeyEventKind, session: &mut Session) -> Option<Request> {
        let is_down = kind != KeyEventKind::Release;
        match effect {
            Effect::Move(motion) if is_down => self.held.press(motion),
            Effect::Move(motion) => self.held.release(motion),
            Effect::Turn(turn) => self.held.turn(turn, is_down),
            Effect::Capture if is_down => {
                session.state.ui.captured = true;
                session.greet_no_longer();
            }
            Effect::Send(action)
                if kind == KeyEventKind::Press || (kind == KeyEventKind::Repeat && action.repeats()) =>
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

    fn mouse(&mut self, mouse: &MouseEvent, area: Rect, session: &mut Session) -> Option<Request> {
        let at = [mouse.column, mouse.row];
        let before = self.mouse.replace(at);
        let of = |source| session.keymap.effect(FrontEnd::Terminal, source);
        match mouse.kind {
            MouseEventKind::Down(button) => {
                return self.press(of(clicked(button))?, KeyEventKind::Press, session);
            }
            MouseEventKind::Up(button) => {
                return self.press(of(clicked(button))?, KeyEventKind::Release, session);
            }
            MouseEventKind::Moved | MouseEventKind::Drag(_)
                if session.state.ui.captured && of(Source::Mouse) == Some(Effect::Look) =>
            {
                if let Some(before) = before {
                    let per_cell = MOUSE_TURN / f32::from(area.width.max(1));
                    let right = f32::from(at[0]) - f32::from(before[0]);
                    // A cell is about twice as tall as it is wide.
                    let down = 2.0 * (f32::from(at[1]) - f32::from(before[1]));
                    session.look([-right * per_cell, -down * per_cell]);
                }
            }
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown
                if of(Source::Wheel) == Some(Effect::Speed) =>
            {
                let is_up = mouse.kind == MouseEventKind::ScrollUp;
                session.handle_wheel(if is_up { 1.0 } else { -1.0 });
            }
            _ => {}
        }
        None
    }

    /// Advances the state by `seconds`. Expires held keys, applies pending rotation, and rotates while the mouse is
    /// at an edge.
    pub(super) fn advance(&mut self, now: f64, seconds: f32, area: Rect, session: &mut Session) {
        if !self.releases {
            let expired = self.repeats.expire(now);
            expired.into_iter().for_each(|motion| self.held.release(motion));
        }
        let most = TURN_RATE * seconds;
        let [left, up] = self.owed.map(|owed| owed.clamp(-most, most));
        if [left, up] != [0.0; 2] {
            self.owed = [self.owed[0] - left, self.owed[1] - up];
            session.turn(left, up);
        }
        if let (true, Some([column, row])) = (session.state.ui.captured, self.mouse) {
            let edge = EDGE_RATE * seconds;
            let (right, down) = (edge_of(column, area.width), edge_of(row, area.height));
            if (right, down) != (0.0, 0.0) {
                session.look([-right * edge, -down * edge * 0.5]);
            }
        }
    }
}

/// Returns the edge at a column or row: -1 for the first, 1 for the last, otherwise 0. Dimensions below 3 have no
/// edges.
fn edge_of(at: u16, size: u16) -> f32 {
    match at {
        _ if size < 3 => 0.0,
        0 => -1.0,
        at if at + 1 >= size => 1.0,
        _ => 0.0,
    }
}

/// Shows a view of this level. If the view belongs to another level, shows the command that opens it instead.
pub(super) fn go_to_view(line: &ViewLine, session: &mut Session) {
    if session.go_to(line) {
        session.greet_no_longer();
    } else {
        session.notice(text!("screen-other-view", line));
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

fn clicked(button: MouseButton) -> Source {
    match button {
        MouseButton::Left => Source::Click,
        MouseButton::Right => Source::RightClick,
        MouseButton::Middle => Source::MiddleClick,
    }
}

/// Returns the sources to look up for a key event, starting with key combinations.
fn sources(key: &KeyEvent) -> [Option<Source>; 3] {
    let plain = match key.code {
        KeyCode::Char(' ') => Source::Space,
        KeyCode::Char(_) if key.modifiers.contains(KeyModifiers::ALT) => return [None; 3],
        KeyCode::Char(c) => {
            let c = c.to_lowercase().next().unwrap_or(c);
            let is_with = |modifiers| key.modifiers.contains(modifiers);
            let ctrl = is_with(KeyModifiers::CONTROL);
            let both = is_with(KeyModifiers::CONTROL | KeyModifiers::SHIFT);
            return [
                both.then_some(Source::WithCtrlShift(c)),
                ctrl.then_some(Source::WithCtrl(c)),
                Some(Source::Char(c)),
            ];
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
        KeyCode::Insert => Source::Insert,
        KeyCode::Delete => Source::Delete,
        KeyCode::F(number) => Source::F(number),
        KeyCode::Modifier(ModifierKeyCode::LeftControl | ModifierKeyCode::RightControl) => Source::Ctrl,
        KeyCode::Modifier(ModifierKeyCode::LeftShift | ModifierKeyCode::RightShift) => Source::Shift,
        _ => return [None; 3],
    };
    [Some(plain), None, None]
}

#[cfg(test)]
mod tests {
    use bspwalk_session::actions::{Action, KeptKeys, Keymap, Preset};

    use super::*;

    #[test]
    fn first_and_last_columns_are_edges() {
        assert_eq!([0, 1, 78, 79].map(|at| edge_of(at, 80)), [-1.0, 0.0, 0.0, 1.0]);
        assert_eq!([0, 1].map(|at| edge_of(at, 2)), [0.0; 2]);
    }

    #[test]
    fn keys_follow_the_bindings() {
        let (none, ctrl, shift) = (KeyModifiers::NONE, KeyModifiers::CONTROL, KeyModifiers::SHIFT);
        let (usual, azerty) = (Keymap::default(), Keymap::of(Preset::Azerty));
        let one_hand = Keymap::of(Preset::OneHand);
        let text = "toggle-walking = ['Delete', 'Ctrl+Shift+H', 'Middle click']";
        let (own, problem) = toml::from_str::<KeptKeys>(text).expect("a table").keymap();
        assert_eq!(problem, None);
        let forward = Some(Effect::Move(Motion::Forward));
        let left = Some(Effect::Turn(Turn::Left));
        let actions = [Action::ToggleWalking, Action::Leave, Action::TogglePalette];
        let [walk, leave, palette] = actions.map(|action| Some(Effect::Send(action)));
        for (keymap, code, modifiers, expected) in [
            (&usual, KeyCode::Char('w'), none, forward),
            (&usual, KeyCode::Char('W'), shift, forward),
            // Ctrl also moves down.
            (&usual, KeyCode::Char('w'), ctrl, forward),
            (&usual, KeyCode::Char('w'), KeyModifiers::ALT, None),
            (&usual, KeyCode::Char('q'), ctrl, leave),
            (&usual, KeyCode::Char('p'), ctrl, palette),
            (&usual, KeyCode::Char('c'), ctrl, leave),
            (&azerty, KeyCode::Char('z'), none, forward),
            (&one_hand, KeyCode::Char('q'), none, left),
            (&own, KeyCode::Delete, none, walk),
            (&own, KeyCode::Char('H'), ctrl | shift, walk),
            (&own, KeyCode::Char('g'), none, None),
        ] {
            let mut sources = sources(&KeyEvent::new(code, modifiers)).into_iter().flatten();
            let effect = sources.find_map(|source| keymap.effect(FrontEnd::Terminal, source));
            assert_eq!(effect, expected, "{code:?} with {modifiers:?}");
        }
        assert_eq!(own.effect(FrontEnd::Terminal, clicked(MouseButton::Middle)), walk);
    }
}

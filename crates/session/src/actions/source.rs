//! Keys, buttons and axes that produce input.

use bspwalk_pads::{Button, Stick};

named! {
    /// Direction of rotation for a key that turns the view.
    pub enum Turn {
        /// Rotates the view to the left.
        Left = "left",
        /// Rotates the view to the right.
        Right = "right",
        /// Rotates the view upward.
        Up = "up",
        /// Rotates the view downward.
        Down = "down",
    }
}

impl Turn {
    /// All directions.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// Returns an arrow character, or the direction's name if `unicode` is false.
    pub(super) const fn sign(self, unicode: bool) -> &'static str {
        match self {
            Self::Left if unicode => "←",
            Self::Right if unicode => "→",
            Self::Up if unicode => "↑",
            Self::Down if unicode => "↓",
            plain => plain.name(),
        }
    }

    /// Returns the direction as a unit vector, whose components are positive to the left and upward.
    pub const fn left_and_up(self) -> [f32; 2] {
        match self {
            Self::Left => [1.0, 0.0],
            Self::Right => [-1.0, 0.0],
            Self::Up => [0.0, 1.0],
            Self::Down => [0.0, -1.0],
        }
    }
}

/// Shoulder buttons that change the effect of the other gamepad buttons while held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PadHold {
    /// The left shoulder button.
    Left,
    /// The right shoulder button.
    Right,
    /// Both shoulder buttons.
    Both,
}

impl PadHold {
    /// All combinations.
    pub const ALL: [Self; 3] = [Self::Left, Self::Right, Self::Both];

    /// Returns the combination for these pressed shoulder buttons, or `None` if neither is pressed.
    pub const fn of([left, right]: [bool; 2]) -> Option<Self> {
        match (left, right) {
            (true, true) => Some(Self::Both),
            (true, false) => Some(Self::Left),
            (false, true) => Some(Self::Right),
            (false, false) => None,
        }
    }
}

/// Kind of input device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Device {
    /// The keyboard and the mouse.
    Keys,
    /// A gamepad.
    Pad,
}

/// Key, button or axis that produces input.
///
/// Printable keys are named by their character on a QWERTY keyboard. Windows identify them by position, so keys that
/// are neighbours on QWERTY are neighbours on every layout. Terminals only report the printed character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The key with this character, in lower case.
    Char(char),
    /// The key with this character while Ctrl is held. On every layout, this is the printed character.
    WithCtrl(char),
    /// The key with this character while Ctrl and Shift are held. As in [`WithCtrl`](Self::WithCtrl), this is the
    /// printed character.
    WithCtrlShift(char),
    /// The space bar.
    Space,
    /// The Tab key.
    Tab,
    /// A Ctrl key pressed without another key.
    Ctrl,
    /// A Shift key, pressed with or without a letter key.
    Shift,
    /// The Escape key.
    Escape,
    /// The Enter key.
    Enter,
    /// The Backspace key.
    Backspace,
    /// An arrow key.
    Arrow(Turn),
    /// The Page Up key.
    PageUp,
    /// The Page Down key.
    PageDown,
    /// The Home key.
    Home,
    /// The End key.
    End,
    /// The Insert key.
    Insert,
    /// The Delete key.
    Delete,
    /// A function key.
    F(u8),
    /// The left mouse button.
    Click,
    /// The right mouse button.
    RightClick,
    /// The middle mouse button, or pressing the wheel.
    MiddleClick,
    /// The back button of the mouse.
    BackClick,
    /// The forward button of the mouse.
    ForwardClick,
    /// Mouse movement.
    Mouse,
    /// Wheel rotation.
    Wheel,
    /// A gamepad button pressed without a shoulder button, or in combination with shoulder buttons if the combination
    /// has no effect.
    Pad(Button),
    /// A gamepad button while these shoulder buttons are held.
    PadWith(PadHold, Button),
    /// A gamepad stick pushed in this direction.
    Stick(Stick, Turn),
}

impl Source {
    /// Returns the codes of this source's physical keys, starting with the key that the help names.
    ///
    /// The names follow W3C, "UI Events `KeyboardEvent` code Values" (2017). The list is empty for sources
    /// that are not a single key.
    pub fn codes(self) -> Vec<String> {
        let named = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        match self {
            Self::Char(c @ 'a'..='z') => vec![format!("Key{}", c.to_ascii_uppercase())],
            Self::Char(c @ '0'..='9') => vec![format!("Digit{c}"), format!("Numpad{c}")],
            Self::Char(',') => named(&["Comma"]),
            Self::Char('.') => named(&["Period"]),
            Self::Char('/') => named(&["Slash"]),
            Self::Char('\\') => named(&["Backslash", "IntlBackslash"]),
            Self::Char('[') => named(&["BracketLeft"]),
            Self::Char(']') => named(&["BracketRight"]),
            Self::Char(';') => named(&["Semicolon"]),
            Self::Char('\'') => named(&["Quote"]),
            Self::Char('-') => named(&["Minus"]),
            Self::Char('=') => named(&["Equal"]),
            Self::Char('`') => named(&["Backquote"]),
            Self::Ctrl => named(&["ControlLeft", "ControlRight"]),
            Self::Shift => named(&["ShiftLeft", "ShiftRight"]),
            Self::Enter => named(&["Enter", "NumpadEnter"]),
            Self::Arrow(turn) => vec![format!("Arrow{turn:?}")],
            Self::F(number) => vec![format!("F{number}")],
            Self::Space | Self::Tab | Self::Escape | Self::Backspace => vec![format!("{self:?}")],
            Self::PageUp | Self::PageDown | Self::Home | Self::End | Self::Insert | Self::Delete => {
                vec![format!("{self:?}")]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the key at a physical position, identified by a name from [`codes`](Self::codes).
    pub fn from_code(code: &str) -> Option<Self> {
        Self::of_keys().find(|source| source.codes().iter().any(|known| known == code))
    }

    /// Returns all keys, mouse buttons and mouse axes, but no Ctrl combinations.
    pub fn of_keys() -> impl Iterator<Item = Self> {
        let signs = ",./\\[];'-=`".chars();
        let printing = ('a'..='z').chain('0'..='9').chain(signs).map(Self::Char);
        let functions = (1..=MOST_FUNCTION_KEYS).map(Self::F);
        printing.chain(Self::NAMED).chain(functions)
    }

    /// Returns this key combined with Ctrl, and with Shift if `shift` is set.
    ///
    /// Uses the printed character if it is ASCII, otherwise the QWERTY character at this position. `=` counts as `+`,
    /// which is on the same key. Returns `None` for keys that print no character.
    pub fn with_ctrl(self, printed: Option<&str>, shift: bool) -> Option<Self> {
        let Self::Char(place) = self else { return None };
        let letter = printed.and_then(|text| text.chars().next().filter(char::is_ascii_graphic));
        let letter = match letter.unwrap_or(place) {
            '=' => '+',
            letter => letter.to_ascii_lowercase(),
        };
        Some(if shift {
            Self::WithCtrlShift(letter)
        } else {
            Self::WithCtrl(letter)
        })
    }

    /// Returns whether the source is an axis, which has continuous values, rather than a button.
    pub const fn is_axis(self) -> bool {
        matches!(self, Self::Mouse | Self::Wheel)
    }

    /// Returns whether this is a single keyboard key. Esc and Tab are excluded, because they close items and move the
    /// focus.
    pub fn is_key_alone(self) -> bool {
        let is_reserved = matches!(self, Self::Escape | Self::Tab | Self::Ctrl | Self::Shift);
        matches!(self, Self::Char(_)) || !self.codes().is_empty() && !is_reserved
    }

    /// Returns the device of the source.
    pub const fn device(self) -> Device {
        match self {
            Self::Pad(_) | Self::PadWith(..) | Self::Stick(..) => Device::Pad,
            _ => Device::Keys,
        }
    }

    /// Returns all gamepad sources: buttons, combinations with shoulder buttons, and stick directions.
    pub fn of_pads() -> impl Iterator<Item = Self> {
        let is_shoulder = |button: &Button| matches!(button, Button::LeftShoulder | Button::RightShoulder);
        let with = move |hold: PadHold| {
            let others = Button::ALL.into_iter().filter(move |button| !is_shoulder(button));
            others.map(move |button| Self::PadWith(hold, button))
        };
        let of_stick = |stick| Turn::ALL.map(|turn| Self::Stick(stick, turn));
        Button::ALL
            .into_iter()
            .map(Self::Pad)
            .chain(PadHold::ALL.into_iter().flat_map(with))
            .chain(Stick::ALL.into_iter().flat_map(of_stick))
    }

    /// Keys, mouse buttons and axes, except for printable keys and function keys.
    pub(super) const NAMED: [Self; 24] = [
        Self::Space,
        Self::Tab,
        Self::Ctrl,
        Self::Shift,
        Self::Escape,
        Self::Enter,
        Self::Backspace,
        Self::Arrow(Turn::Left),
        Self::Arrow(Turn::Right),
        Self::Arrow(Turn::Up),
        Self::Arrow(Turn::Down),
        Self::PageUp,
        Self::PageDown,
        Self::Home,
        Self::End,
        Self::Insert,
        Self::Delete,
        Self::Click,
        Self::RightClick,
        Self::MiddleClick,
        Self::BackClick,
        Self::ForwardClick,
        Self::Mouse,
        Self::Wheel,
    ];
}

/// Number of the last function key.
pub(super) const MOST_FUNCTION_KEYS: u8 = 24;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_found_by_key_code() {
        for source in Source::of_keys() {
            for code in source.codes() {
                assert_eq!(Source::from_code(&code), Some(source), "{code}");
            }
        }
        assert_eq!(Source::from_code("KeyW"), Some(Source::Char('w')));
        assert_eq!(Source::from_code("Numpad3"), Some(Source::Char('3')));
        assert_eq!(Source::from_code("ArrowUp"), Some(Source::Arrow(Turn::Up)));
        assert_eq!(Source::from_code("Fn"), None);
    }

    #[test]
    fn ctrl_uses_the_printed_letter_if_it_is_ascii() {
        let a = Source::Char('a');
        for (printed, shift, expected) in [
            (Some("a"), false, Source::WithCtrl('a')),
            // A French keyboard has Q at this position.
            (Some("q"), false, Source::WithCtrl('q')),
            (Some("Q"), true, Source::WithCtrlShift('q')),
            // A Greek keyboard has no ASCII letter there.
            (Some("\u{3b1}"), false, Source::WithCtrl('a')),
            (None, true, Source::WithCtrlShift('a')),
        ] {
            assert_eq!(a.with_ctrl(printed, shift), Some(expected));
        }
        assert_eq!(Source::F(5).with_ctrl(None, false), None);
        let equal = Source::Char('=').with_ctrl(Some("="), false);
        assert_eq!(equal, Some(Source::WithCtrl('+')));
    }
}

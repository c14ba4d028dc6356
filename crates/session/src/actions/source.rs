//! The keys, buttons and movements that input comes from.

use std::{fmt, str::FromStr};

/// A direction in which a key turns the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

impl Turn {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// How far it turns to the left and upwards, as parts of a whole turn of this kind.
    #[must_use]
    pub const fn left_and_up(self) -> [f32; 2] {
        match self {
            Self::Left => [1.0, 0.0],
            Self::Right => [-1.0, 0.0],
            Self::Up => [0.0, 1.0],
            Self::Down => [0.0, -1.0],
        }
    }
}

/// Where input comes from.
///
/// Keys that print something are named by what stands on them on a QWERTY keyboard. A window knows them by their places,
/// so that keys that lie side by side do so on every keyboard; a terminal tells only what they print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The key with this character, in lower case.
    Char(char),
    /// The key with this character while Ctrl is held. The character is the one that is printed, on every keyboard.
    WithCtrl(char),
    /// The key with this character while Ctrl and Shift are held; as [`WithCtrl`](Self::WithCtrl).
    WithCtrlShift(char),
    /// The space bar.
    Space,
    /// The tabulator key.
    Tab,
    /// A Ctrl key by itself.
    Ctrl,
    /// A Shift key, by itself or with a letter.
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
    /// The middle mouse button, or the wheel pressed.
    MiddleClick,
    /// The mouse button that goes back.
    BackClick,
    /// The mouse button that goes forward.
    ForwardClick,
    /// Moving the mouse.
    Mouse,
    /// Turning the wheel.
    Wheel,
    /// Ctrl together with +, − or 0.
    Zoom,
}

/// Whether the program runs in a page.
const IN_BROWSER: bool = cfg!(target_family = "wasm");

impl Source {
    /// Its name in the help. Without Unicode only characters of ASCII.
    #[must_use]
    pub fn name(self, unicode: bool) -> String {
        let either = |fine: &str, plain: &str| if unicode { fine } else { plain }.to_owned();
        match self {
            // What the French keyboard has besides ASCII.
            Self::Char('²') if !unicode => "Square".to_owned(),
            Self::Char('ù') if !unicode => "U-grave".to_owned(),
            // A browser keeps some keys for itself; the page has others for them.
            Self::F(number @ (1 | 3 | 5)) if IN_BROWSER => format!("` {number}"),
            Self::F(11) if IN_BROWSER => "` -".to_owned(),
            Self::F(12) if IN_BROWSER => "` =".to_owned(),
            Self::Ctrl if IN_BROWSER => "Alt".to_owned(),
            Self::Arrow(Turn::Left) if unicode => "←".to_owned(),
            Self::Arrow(Turn::Right) if unicode => "→".to_owned(),
            Self::Arrow(Turn::Up) if unicode => "↑".to_owned(),
            Self::Arrow(Turn::Down) if unicode => "↓".to_owned(),
            Self::Zoom => either("Ctrl + −", "Ctrl + -"),
            plain => plain.to_string(),
        }
    }

    /// The places on the keyboard of a key, in the names of W3C's "UI Events `KeyboardEvent` code Values" (2017), of which
    /// the first is the one that the help names. Empty for what is no key by itself.
    #[must_use]
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

    /// The key at a place of the keyboard, in the names of [`codes`](Self::codes).
    #[must_use]
    pub fn at(code: &str) -> Option<Self> {
        let signs = ",./\\[];'-=`".chars();
        let printing = ('a'..='z').chain('0'..='9').chain(signs).map(Self::Char);
        let functions = (1..=MOST_FUNCTION_KEYS).map(Self::F);
        let mut all = printing.chain(Self::NAMED).chain(functions);
        all.find(|source| source.codes().iter().any(|known| known == code))
    }

    /// Whether it is a way and no button: what is moved or turned, by any amount.
    #[must_use]
    pub const fn is_axis(self) -> bool {
        matches!(self, Self::Mouse | Self::Wheel | Self::Zoom)
    }

    /// Whether both are in one movement of the hand, so that no two controls can have them.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        let zooms = |source| matches!(source, Self::WithCtrl('+' | '=' | '-' | '0'));
        self == other || (self == Self::Zoom && zooms(other)) || (other == Self::Zoom && zooms(self))
    }

    /// Keys and buttons that print nothing, each with one name in files.
    const NAMED: [Self; 23] = [
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
    ];
}

/// The highest number of a function key.
const MOST_FUNCTION_KEYS: u8 = 24;

/// The name in files, which is the same on every system.
impl fmt::Display for Source {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(c) => write!(out, "{}", c.to_uppercase()),
            Self::WithCtrl(c) => write!(out, "Ctrl-{}", c.to_uppercase()),
            Self::WithCtrlShift(c) => write!(out, "Ctrl-Shift-{}", c.to_uppercase()),
            Self::F(number) => write!(out, "F{number}"),
            Self::Arrow(turn) => write!(out, "{turn:?}"),
            Self::Escape => out.write_str("Esc"),
            Self::PageUp => out.write_str("PgUp"),
            Self::PageDown => out.write_str("PgDn"),
            Self::RightClick => out.write_str("Right click"),
            Self::MiddleClick => out.write_str("Middle click"),
            Self::BackClick => out.write_str("Back click"),
            Self::ForwardClick => out.write_str("Forward click"),
            Self::Zoom => out.write_str("Ctrl + -"),
            plain => write!(out, "{plain:?}"),
        }
    }
}

/// A text that names no key, button or movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSource;

/// Reads a name of [`Display`](fmt::Display), in upper or lower case, or another usual name.
impl FromStr for Source {
    type Err = UnknownSource;

    fn from_str(text: &str) -> Result<Self, UnknownSource> {
        let text = text.trim();
        let lower = text.to_lowercase();
        if let Some(c) = only(lower.chars()) {
            return Ok(match c {
                '←' => Self::Arrow(Turn::Left),
                '→' => Self::Arrow(Turn::Right),
                '↑' => Self::Arrow(Turn::Up),
                '↓' => Self::Arrow(Turn::Down),
                c if c.is_whitespace() || c.is_control() => return Err(UnknownSource),
                c => Self::Char(c),
            });
        }
        // Between two keys stands a hyphen, a plus or a space.
        let after = |prefix: &str, text: &str| {
            let rest = text.strip_prefix(prefix)?;
            only(rest.chars().skip(1)).filter(|_| rest.starts_with(['-', '+', ' ']))
        };
        if let Some(rest) = lower.strip_prefix("ctrl").map(|rest| rest.get(1..).unwrap_or_default())
            && let Some(c) = after("shift", rest)
        {
            return Ok(Self::WithCtrlShift(c));
        }
        if let Some(c) = after("ctrl", &lower) {
            return Ok(Self::WithCtrl(c));
        }
        if let Some(number) = lower.strip_prefix('f').and_then(|number| number.parse().ok()) {
            let is_one = (1..=MOST_FUNCTION_KEYS).contains(&number);
            return is_one.then_some(Self::F(number)).ok_or(UnknownSource);
        }
        let others = [Self::Wheel, Self::Zoom];
        let mut all = Self::NAMED.into_iter().chain(others);
        let plain = |name: &str| name.to_lowercase().replace(' ', "");
        let asked = plain(text);
        let also = |source: Self| match source {
            Self::Arrow(turn) => asked == plain(&format!("{turn:?} arrow")),
            named => asked == plain(&format!("{named:?}")),
        };
        all.find(|source| asked == plain(&source.to_string()) || also(*source))
            .ok_or(UnknownSource)
    }
}

/// The item of an iterator that has only one.
fn only(mut items: impl Iterator<Item = char>) -> Option<char> {
    items.next().filter(|_| items.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_what_it_names() {
        let functions = (1..=MOST_FUNCTION_KEYS).map(Source::F);
        let signs = "az09,./\\[];'-=`?ù".chars();
        let of = |c| [Source::Char(c), Source::WithCtrl(c), Source::WithCtrlShift(c)];
        let all = Source::NAMED.into_iter().chain(functions).chain(signs.flat_map(of));
        for source in all.chain([Source::Wheel, Source::Zoom]) {
            let name = source.to_string();
            assert_eq!(name.parse(), Ok(source), "{name}");
            assert_eq!(name.to_lowercase().parse(), Ok(source), "{name}");
            assert!(source == Source::Char('ù') || source.name(false) == name, "{name}");
        }
        for (text, source) in [
            ("ctrl+k", Source::WithCtrl('k')),
            ("Ctrl Shift Z", Source::WithCtrlShift('z')),
            ("Ctrl--", Source::WithCtrl('-')),
            ("Escape", Source::Escape),
            ("Page Up", Source::PageUp),
            ("Left arrow", Source::Arrow(Turn::Left)),
            ("→", Source::Arrow(Turn::Right)),
            ("RIGHT CLICK", Source::RightClick),
        ] {
            assert_eq!(text.parse(), Ok(source), "{text}");
        }
        for wrong in ["", " ", "F0x", "F0", "F25", "Ctrl-", "Ctrl-Shift-", "Ctrl-Kk", "Meta", "click click"] {
            assert_eq!(wrong.parse::<Source>(), Err(UnknownSource), "{wrong}");
        }
    }

    #[test]
    fn keys_are_found_by_their_places() {
        let functions = (1..=MOST_FUNCTION_KEYS).map(Source::F);
        let printing = "abcdefghijklmnopqrstuvwxyz0123456789,./\\[];'-=`".chars().map(Source::Char);
        for source in Source::NAMED.into_iter().chain(functions).chain(printing) {
            for code in source.codes() {
                assert_eq!(Source::at(&code), Some(source), "{code}");
            }
        }
        assert_eq!(Source::at("KeyW"), Some(Source::Char('w')));
        assert_eq!(Source::at("Numpad3"), Some(Source::Char('3')));
        assert_eq!(Source::at("ArrowUp"), Some(Source::Arrow(Turn::Up)));
        assert_eq!(Source::at("Fn"), None);
    }
}

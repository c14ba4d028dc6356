//! The keys, buttons and movements that input comes from.

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
    /// The key with this character while Ctrl is held.
    WithCtrl(char),
    /// The key with this character while Ctrl and Shift are held.
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
    /// A function key.
    F(u8),
    /// The left mouse button.
    Click,
    /// The right mouse button.
    RightClick,
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
            Self::Char(c) => c.to_uppercase().to_string(),
            Self::WithCtrl(c) => format!("Ctrl-{}", c.to_uppercase()),
            Self::WithCtrlShift(c) => format!("Ctrl-Shift-{}", c.to_uppercase()),
            // A browser keeps some keys for itself; the page has others for them.
            Self::F(number @ (1 | 3 | 5)) if IN_BROWSER => format!("` {number}"),
            Self::F(11) if IN_BROWSER => "` -".to_owned(),
            Self::F(12) if IN_BROWSER => "` =".to_owned(),
            Self::Ctrl if IN_BROWSER => "Alt".to_owned(),
            Self::F(number) => format!("F{number}"),
            Self::Arrow(Turn::Left) => either("←", "Left"),
            Self::Arrow(Turn::Right) => either("→", "Right"),
            Self::Arrow(Turn::Up) => either("↑", "Up"),
            Self::Arrow(Turn::Down) => either("↓", "Down"),
            Self::Escape => "Esc".to_owned(),
            Self::PageUp => "PgUp".to_owned(),
            Self::PageDown => "PgDn".to_owned(),
            Self::RightClick => "Right click".to_owned(),
            Self::Zoom => either("Ctrl + −", "Ctrl + -"),
            plain => format!("{plain:?}"),
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
            Self::PageUp | Self::PageDown | Self::Home | Self::End => vec![format!("{self:?}")],
            Self::Char(_) | Self::WithCtrl(_) | Self::WithCtrlShift(_) => Vec::new(),
            Self::Click | Self::RightClick | Self::Mouse | Self::Wheel | Self::Zoom => Vec::new(),
        }
    }
}

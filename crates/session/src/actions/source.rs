//! The keys, buttons and movements that input comes from.

use bspwalk_pads::{Button, Stick};

use super::{pad::PadNames, table::Front};

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

/// What is held on a gamepad so that its other buttons do something else.
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
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Left, Self::Right, Self::Both];

    /// What is held where these shoulder buttons are down; `None` where none is.
    #[must_use]
    pub const fn of([left, right]: [bool; 2]) -> Option<Self> {
        match (left, right) {
            (true, true) => Some(Self::Both),
            (true, false) => Some(Self::Left),
            (false, true) => Some(Self::Right),
            (false, false) => None,
        }
    }
}

/// What input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Device {
    /// The keyboard and the mouse.
    Keys,
    /// A gamepad.
    Pad,
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
    /// A button of a gamepad while no shoulder button is held, or that does nothing else with it.
    Pad(Button),
    /// A button of a gamepad while this is held.
    PadWith(PadHold, Button),
    /// A stick of a gamepad in this direction.
    Stick(Stick, Turn),
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
            Self::Pad(_) | Self::PadWith(..) | Self::Stick(..) => PadNames::Xbox.source(self, unicode),
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
            Self::Char(_) | Self::WithCtrl(_) => Vec::new(),
            Self::Click | Self::RightClick | Self::Mouse | Self::Wheel | Self::Zoom => Vec::new(),
            Self::Pad(_) | Self::PadWith(..) | Self::Stick(..) => Vec::new(),
        }
    }

    /// The device that it belongs to.
    #[must_use]
    pub const fn device(self) -> Device {
        match self {
            Self::Pad(_) | Self::PadWith(..) | Self::Stick(..) => Device::Pad,
            _ => Device::Keys,
        }
    }

    /// Whether a front is told of it: terminals tell of no gamepads.
    #[must_use]
    pub fn is_in(self, front: Front) -> bool {
        self.device() == Device::Keys || front != Front::Terminal
    }

    /// How files name it: for ever the same, in ASCII. [`Source::from_id`] reads it.
    #[must_use]
    pub fn id(self) -> String {
        match self {
            Self::Char(c) => c.to_string(),
            Self::WithCtrl(c) => format!("Ctrl+{c}"),
            Self::Arrow(turn) => format!("Arrow{turn:?}"),
            Self::F(number) => format!("F{number}"),
            Self::Pad(button) => format!("Pad{button:?}"),
            Self::PadWith(hold, button) => format!("Pad{hold:?}+{button:?}"),
            Self::Stick(stick, turn) => format!("Stick{stick:?}{turn:?}"),
            plain => format!("{plain:?}"),
        }
    }

    /// Reads what [`Source::id`] writes.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        let mut characters = id.chars();
        if let (Some(c), None) = (characters.next(), characters.next()) {
            return Some(Self::Char(c));
        }
        if let Some(c) = id.strip_prefix("Ctrl+") {
            let mut characters = c.chars();
            let c = characters.next().filter(|_| characters.next().is_none())?;
            return Some(Self::WithCtrl(c));
        }
        if let Some(number) = id.strip_prefix('F').and_then(|number| number.parse().ok()) {
            return Some(Self::F(number));
        }
        Self::named().find(|source| source.id() == id)
    }

    /// All that are neither characters nor function keys.
    fn named() -> impl Iterator<Item = Self> {
        let plain = [
            Self::Space,
            Self::Tab,
            Self::Ctrl,
            Self::Shift,
            Self::Escape,
            Self::Enter,
            Self::Backspace,
            Self::PageUp,
            Self::PageDown,
            Self::Home,
            Self::End,
            Self::Click,
            Self::RightClick,
            Self::Mouse,
            Self::Wheel,
            Self::Zoom,
        ];
        plain
            .into_iter()
            .chain(Turn::ALL.map(Self::Arrow))
            .chain(Self::of_pads())
    }

    /// All of gamepads: buttons, buttons with what is held, and directions of sticks.
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
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::actions::controls;

    #[test]
    fn every_source_is_read_by_the_name_that_files_have_for_it() {
        let mut ids = HashSet::new();
        let of_table = controls().flat_map(|control| control.sources).copied();
        let all: HashSet<Source> = of_table.chain(Source::named()).collect();
        for source in all {
            let id = source.id();
            assert_eq!(Source::from_id(&id), Some(source), "{id}");
            assert!(id.is_ascii() && ids.insert(id.clone()), "{id}");
        }
        assert_eq!(
            Source::from_id("PadBoth+South"),
            Some(Source::PadWith(PadHold::Both, Button::South))
        );
        assert_eq!(
            Source::from_id("StickLeftUp"),
            Some(Source::Stick(Stick::Left, Turn::Up))
        );
        for wrong in [
            "",
            "Pad",
            "PadLeft+LeftShoulder",
            "Ctrl+",
            "Ctrl+ab",
            "F",
            "Fx",
            "pad",
        ] {
            assert_eq!(Source::from_id(wrong), None, "{wrong}");
        }
    }
}

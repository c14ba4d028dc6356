//! Key names on the screen and in files. Names in files never change and are the same on every system.

use std::{fmt, str::FromStr};

use bspwalk_text::text;

use super::{
    pad::PadNames,
    source::{MOST_FUNCTION_KEYS, Source, Turn},
};

/// Whether the program runs in a browser.
const IN_BROWSER: bool = cfg!(target_family = "wasm");

impl Source {
    /// Returns the name shown in the help. The name is ASCII if `unicode` is false.
    pub fn name(self, unicode: bool) -> String {
        match self {
            // Non-ASCII keys of the French keyboard.
            Self::Char('²') if !unicode => "Square".to_owned(),
            Self::Char('ù') if !unicode => "U-grave".to_owned(),
            // Browsers reserve some keys, so the web page uses other keys for these controls.
            Self::F(number @ (1 | 3 | 5)) if IN_BROWSER => format!("` {number}"),
            Self::F(11) if IN_BROWSER => "` -".to_owned(),
            Self::F(12) if IN_BROWSER => "` =".to_owned(),
            Self::Ctrl if IN_BROWSER => "Alt".to_owned(),
            Self::WithCtrl(c) if IN_BROWSER => format!("Alt+{}", c.to_uppercase()),
            Self::Arrow(turn) if unicode => turn.sign(unicode).to_owned(),
            Self::Click => text!("action-click").to_owned(),
            Self::Mouse => text!("action-mouse").to_owned(),
            Self::Wheel => text!("action-wheel").to_owned(),
            Self::RightClick => text!("action-right-click").to_owned(),
            Self::MiddleClick => text!("action-middle-click").to_owned(),
            Self::BackClick => text!("action-back-click").to_owned(),
            Self::ForwardClick => text!("action-forward-click").to_owned(),
            Self::Pad(_) | Self::PadWith(..) | Self::Stick(..) => PadNames::Xbox.source(self, unicode),
            plain => plain.to_string(),
        }
    }
}

/// Formats the name used in files.
impl fmt::Display for Source {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(c) => write!(out, "{}", c.to_uppercase()),
            Self::WithCtrl(c) => write!(out, "Ctrl+{}", c.to_uppercase()),
            Self::WithCtrlShift(c) => write!(out, "Ctrl+Shift+{}", c.to_uppercase()),
            Self::F(number) => write!(out, "F{number}"),
            Self::Arrow(turn) => write!(out, "{turn:?}"),
            Self::Escape => out.write_str("Esc"),
            Self::PageUp => out.write_str("PgUp"),
            Self::PageDown => out.write_str("PgDn"),
            Self::RightClick => out.write_str("Right click"),
            Self::MiddleClick => out.write_str("Middle click"),
            Self::BackClick => out.write_str("Back click"),
            Self::ForwardClick => out.write_str("Forward click"),
            Self::Pad(button) => write!(out, "Pad{button:?}"),
            Self::PadWith(hold, button) => write!(out, "Pad{hold:?}+{button:?}"),
            Self::Stick(stick, turn) => write!(out, "Stick{stick:?}{turn:?}"),
            plain => write!(out, "{plain:?}"),
        }
    }
}

/// Error for text that does not name a key, button or axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSource;

/// Parses a name produced by [`Display`](fmt::Display), ignoring case, or a common alternative name.
impl FromStr for Source {
    type Err = UnknownSource;

    fn from_str(text: &str) -> Result<Self, UnknownSource> {
        let text = text.trim();
        let lower = text.to_lowercase();
        if let Some(c) = only(lower.chars()) {
            let arrow = Turn::ALL.into_iter().find(|turn| turn.sign(true) == lower);
            let is_blank = c.is_whitespace() || c.is_control();
            let source = arrow.map_or(Self::Char(c), Self::Arrow);
            return (!is_blank).then_some(source).ok_or(UnknownSource);
        }
        // A hyphen, a plus or a space separates two keys.
        let after = |prefix: &str, text: &str| {
            let rest = text.strip_prefix(prefix)?;
            only(rest.chars().skip(1)).filter(|_| rest.starts_with(['-', '+', ' ']))
        };
        if let Some(rest) = lower
            .strip_prefix("ctrl")
            .map(|rest| rest.get(1..).unwrap_or_default())
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
        let mut all = Self::NAMED.into_iter().chain(Self::of_pads());
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

fn only(mut items: impl Iterator<Item = char>) -> Option<char> {
    items.next().filter(|_| items.next().is_none())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::actions::{Device, PadButton, PadHold, PadStick};

    /// Names that occur in users' settings files.
    const NAMES: &str = "Space, Tab, Ctrl, Shift, Esc, Enter, Backspace, Left, Right, Up, Down, PgUp, PgDn, Home, \
        End, Insert, Delete, F12, Click, Right click, Middle click, Back click, Forward click, \
        Mouse, Wheel, Ctrl++, PadSouth, PadEast, PadWest, PadNorth, PadLeftShoulder, \
        PadRightShoulder, PadLeftTrigger, PadRightTrigger, PadSelect, PadStart, PadLeftThumb, \
        PadRightThumb, PadUp, PadDown, PadLeft, PadRight, PadLeft+South, PadRight+Up, PadBoth+Start, \
        StickLeftUp, StickRightDown";

    #[test]
    fn saved_names_are_stable() {
        for name in NAMES.split(", ") {
            let source: Result<Source, UnknownSource> = name.parse();
            assert_eq!(source.map(|source| source.to_string()), Ok(name.to_owned()));
        }
    }

    #[test]
    fn names_parse_back_to_their_source() {
        let functions = (1..=MOST_FUNCTION_KEYS).map(Source::F);
        let signs = "az09,./\\[];'-=`?ù".chars();
        let of = |c| [Source::Char(c), Source::WithCtrl(c), Source::WithCtrlShift(c)];
        let all = Source::NAMED.into_iter().chain(functions);
        let all = all.chain(signs.flat_map(of));
        let mut known = HashSet::new();
        for source in all.chain(Source::of_pads()) {
            let name = source.to_string();
            assert!(known.insert(name.clone()), "{name}");
            assert_eq!(name.parse(), Ok(source), "{name}");
            assert_eq!(name.to_lowercase().parse(), Ok(source), "{name}");
            let is_plain = source.device() == Device::Keys && source != Source::Char('ù');
            assert!(!is_plain || source.name(false) == name, "{name}");
        }
        for (text, source) in [
            ("ctrl+k", Source::WithCtrl('k')),
            ("Ctrl Shift Z", Source::WithCtrlShift('z')),
            ("Ctrl--", Source::WithCtrl('-')),
            ("Ctrl-K", Source::WithCtrl('k')),
            ("Ctrl-Shift-Z", Source::WithCtrlShift('z')),
            ("Escape", Source::Escape),
            ("Page Up", Source::PageUp),
            ("Left arrow", Source::Arrow(Turn::Left)),
            ("→", Source::Arrow(Turn::Right)),
            ("RIGHT CLICK", Source::RightClick),
            ("Pad Both+South", Source::PadWith(PadHold::Both, PadButton::South)),
            ("StickLeftUp", Source::Stick(PadStick::Left, Turn::Up)),
        ] {
            assert_eq!(text.parse(), Ok(source), "{text}");
        }
        assert_eq!(Source::WithCtrl('k').to_string(), "Ctrl+K");
        assert_eq!(Source::WithCtrlShift('z').to_string(), "Ctrl+Shift+Z");
        let wrong = "Pad|PadLeft+LeftShoulder|| |F0x|F0|F25|Ctrl-|Ctrl-Shift-|Ctrl-Kk|Meta|click click";
        for wrong in wrong.split('|') {
            assert_eq!(wrong.parse::<Source>(), Err(UnknownSource), "{wrong}");
        }
    }
}

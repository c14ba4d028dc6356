//! Button labels of gamepads.

use bspwalk_pads::{Button, Stick};

use super::source::{PadHold, Source};

/// Brand of the labels on the gamepad's buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PadNames {
    /// Xbox labels, which most gamepads use.
    #[default]
    Xbox,
    /// `PlayStation` labels.
    PlayStation,
    /// Nintendo labels.
    Nintendo,
}

impl PadNames {
    /// Returns the labels for a USB vendor ID.
    pub const fn of_vendor(vendor: u16) -> Self {
        match vendor {
            0x054c => Self::PlayStation,
            0x057e => Self::Nintendo,
            _ => Self::Xbox,
        }
    }

    /// Returns the short name of a button, in ASCII if `unicode` is false.
    pub fn button(self, button: Button, unicode: bool) -> &'static str {
        let [xbox, play_station, nintendo] = match button {
            Button::South if unicode => ["A", "×", "B"],
            Button::East if unicode => ["B", "○", "A"],
            Button::West if unicode => ["X", "□", "Y"],
            Button::North if unicode => ["Y", "△", "X"],
            Button::South => ["A", "Cross", "B"],
            Button::East => ["B", "Circle", "A"],
            Button::West => ["X", "Square", "Y"],
            Button::North => ["Y", "Triangle", "X"],
            Button::LeftShoulder => ["LB", "L1", "L"],
            Button::RightShoulder => ["RB", "R1", "R"],
            Button::LeftTrigger => ["LT", "L2", "ZL"],
            Button::RightTrigger => ["RT", "R2", "ZR"],
            Button::Select => ["View", "Create", "Minus"],
            Button::Start => ["Menu", "Options", "Plus"],
            Button::LeftThumb => ["LS", "L3", "LS"],
            Button::RightThumb => ["RS", "R3", "RS"],
            Button::Up if unicode => ["D-pad ↑"; 3],
            Button::Down if unicode => ["D-pad ↓"; 3],
            Button::Left if unicode => ["D-pad ←"; 3],
            Button::Right if unicode => ["D-pad →"; 3],
            Button::Up => ["D-pad up"; 3],
            Button::Down => ["D-pad down"; 3],
            Button::Left => ["D-pad left"; 3],
            Button::Right => ["D-pad right"; 3],
        };
        match self {
            Self::Xbox => xbox,
            Self::PlayStation => play_station,
            Self::Nintendo => nintendo,
        }
    }

    /// Returns the short names of the held shoulder buttons.
    pub fn hold(self, hold: PadHold) -> String {
        let [left, right] =
            [Button::LeftShoulder, Button::RightShoulder].map(|button| self.button(button, true));
        match hold {
            PadHold::Left => left.to_owned(),
            PadHold::Right => right.to_owned(),
            PadHold::Both => format!("{left} {right}"),
        }
    }

    /// Returns the short name of a gamepad source, or an empty string for other sources.
    pub fn source(self, source: Source, unicode: bool) -> String {
        match source {
            Source::Pad(button) => self.button(button, unicode).to_owned(),
            Source::PadWith(hold, button) => {
                format!("{} {}", self.hold(hold), self.button(button, unicode))
            }
            Source::Stick(stick, turn) => {
                let stick = match stick {
                    Stick::Left => "LS",
                    Stick::Right => "RS",
                };
                format!("{stick} {}", turn.sign(unicode))
            }
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn pad_source_names_are_unique_per_vendor() {
        for vendor in [0x045e, 0x054c, 0x057e] {
            let names = PadNames::of_vendor(vendor);
            for unicode in [true, false] {
                let mut known = HashSet::new();
                for source in Source::of_pads() {
                    let name = names.source(source, unicode);
                    assert!(unicode || name.is_ascii(), "{name}");
                    let is_new = !name.is_empty() && known.insert(name.clone());
                    assert!(is_new, "{source:?}: {name}");
                }
            }
        }
        assert_eq!(PadNames::Nintendo.button(Button::South, true), "B");
    }
}

//! Maps Linux gamepads to the standard gamepad. Follows the kernel's "Linux Gamepad Specification"
//! (<https://docs.kernel.org/input/gamepad.html>) and handles drivers that deviate from it.
//!
//! This module does not access devices, so its tests run on every platform.

use std::collections::HashMap;

use crate::{Axis, Button, Change, Stick};

/// The kernel's key and axis codes, from `input-event-codes.h`.
mod code {
    pub(super) const SOUTH: u16 = 0x130;
    pub(super) const EAST: u16 = 0x131;
    pub(super) const NORTH: u16 = 0x133;
    pub(super) const WEST: u16 = 0x134;
    pub(super) const TL: u16 = 0x136;
    pub(super) const TR: u16 = 0x137;
    pub(super) const TL2: u16 = 0x138;
    pub(super) const TR2: u16 = 0x139;
    pub(super) const SELECT: u16 = 0x13a;
    pub(super) const START: u16 = 0x13b;
    pub(super) const THUMBL: u16 = 0x13d;
    pub(super) const THUMBR: u16 = 0x13e;
    pub(super) const DPAD_UP: u16 = 0x220;
    pub(super) const DPAD_DOWN: u16 = 0x221;
    pub(super) const DPAD_LEFT: u16 = 0x222;
    pub(super) const DPAD_RIGHT: u16 = 0x223;

    pub(super) const X: u16 = 0x00;
    pub(super) const Y: u16 = 0x01;
    pub(super) const Z: u16 = 0x02;
    pub(super) const RX: u16 = 0x03;
    pub(super) const RY: u16 = 0x04;
    pub(super) const RZ: u16 = 0x05;
    pub(super) const GAS: u16 = 0x09;
    pub(super) const BRAKE: u16 = 0x0a;
    pub(super) const HAT0X: u16 = 0x10;
    pub(super) const HAT0Y: u16 = 0x11;
    pub(super) const HAT2X: u16 = 0x14;
    pub(super) const HAT2Y: u16 = 0x15;
}

/// Control that an axis of the device maps to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meaning {
    Stick(Stick, Axis),
    Trigger(Button),
    /// Two D-pad buttons: one for low values and one for high values.
    Cross([Button; 2]),
}

/// A device's capabilities.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Abilities {
    /// Key codes.
    pub keys: Vec<u16>,
    /// Axis codes, each with its minimum and maximum values.
    pub axes: Vec<(u16, [i32; 2])>,
    /// Name of the driver, if known.
    pub driver: Option<String>,
    /// USB vendor ID.
    pub vendor: u16,
}

/// A mapping from a device's events to changes on the standard gamepad.
#[derive(Clone, Debug)]
pub struct Mapping {
    buttons: HashMap<u16, Button>,
    axes: HashMap<u16, (Meaning, [i32; 2])>,
}

impl Mapping {
    /// Returns a device's mapping, or `None` if the device is not a gamepad.
    #[must_use]
    pub fn of(abilities: &Abilities) -> Option<Self> {
        let has_key = |code: u16| abilities.keys.contains(&code);
        let has_axis = |code: u16| abilities.axes.iter().any(|(known, _)| *known == code);
        // The kernel's rule: a device is a gamepad if it has a south button.
        if !has_key(code::SOUTH) {
            return None;
        }
        let mut buttons: HashMap<u16, Button> = HashMap::from([
            (code::SOUTH, Button::South),
            (code::EAST, Button::East),
            (code::NORTH, Button::North),
            (code::WEST, Button::West),
            (code::TL, Button::LeftShoulder),
            (code::TR, Button::RightShoulder),
            (code::TL2, Button::LeftTrigger),
            (code::TR2, Button::RightTrigger),
            (code::SELECT, Button::Select),
            (code::START, Button::Start),
            (code::THUMBL, Button::LeftThumb),
            (code::THUMBR, Button::RightThumb),
            (code::DPAD_UP, Button::Up),
            (code::DPAD_DOWN, Button::Down),
            (code::DPAD_LEFT, Button::Left),
            (code::DPAD_RIGHT, Button::Right),
        ]);
        // Drivers of Xbox pads report the letters on the buttons rather than their positions. The X button is on the
        // left, but it sends the kernel's X code, which means north.
        if abilities.driver.as_deref() == Some("xpad") || abilities.vendor == 0x045e {
            buttons.insert(code::NORTH, Button::West);
            buttons.insert(code::WEST, Button::North);
        }
        let mut axes = vec![
            (code::X, Meaning::Stick(Stick::Left, Axis::X)),
            (code::Y, Meaning::Stick(Stick::Left, Axis::Y)),
            (code::HAT0X, Meaning::Cross([Button::Left, Button::Right])),
            (code::HAT0Y, Meaning::Cross([Button::Up, Button::Down])),
            (code::HAT2X, Meaning::Trigger(Button::RightTrigger)),
            (code::HAT2Y, Meaning::Trigger(Button::LeftTrigger)),
            (code::GAS, Meaning::Trigger(Button::RightTrigger)),
            (code::BRAKE, Meaning::Trigger(Button::LeftTrigger)),
        ];
        // If the device has RX and RY, they are the right stick, and Z and RZ are the triggers. Otherwise, Z and RZ are
        // the right stick.
        axes.extend(if has_axis(code::RX) && has_axis(code::RY) {
            [
                (code::RX, Meaning::Stick(Stick::Right, Axis::X)),
                (code::RY, Meaning::Stick(Stick::Right, Axis::Y)),
                (code::Z, Meaning::Trigger(Button::LeftTrigger)),
                (code::RZ, Meaning::Trigger(Button::RightTrigger)),
            ]
        } else {
            [
                (code::Z, Meaning::Stick(Stick::Right, Axis::X)),
                (code::RZ, Meaning::Stick(Stick::Right, Axis::Y)),
                (code::RX, Meaning::Stick(Stick::Right, Axis::X)),
                (code::RY, Meaning::Stick(Stick::Right, Axis::Y)),
            ]
        });
        let meanings: HashMap<u16, Meaning> = axes.into_iter().collect();
        let axes: HashMap<u16, (Meaning, [i32; 2])> = abilities
            .axes
            .iter()
            .filter_map(|&(code, range)| Some((code, (*meanings.get(&code)?, range))))
            .collect();
        // If a trigger has both an analogue axis and a digital key, use the axis, which is more precise.
        for (meaning, _) in axes.values() {
            if let Meaning::Trigger(trigger) = meaning {
                buttons.retain(|_, button| button != trigger);
            }
        }
        buttons.retain(|&code, _| has_key(code));
        Some(Self { buttons, axes })
    }

    /// Returns the change caused by a key event, or `None` if the key is not mapped.
    #[must_use]
    pub fn key(&self, code: u16, value: i32) -> Option<Change> {
        let button = *self.buttons.get(&code)?;
        // A value of 2 is an automatic key repeat.
        Some(Change::Button(button, if value == 0 { 0.0 } else { 1.0 }))
    }

    /// Returns the changes caused by an axis event. Returns no changes if the axis is not mapped or its range is empty.
    #[must_use]
    pub fn axis(&self, code: u16, value: i32) -> Vec<Change> {
        let Some(&(meaning, [least, most])) = self.axes.get(&code) else {
            return Vec::new();
        };
        let span = f64::from(most) - f64::from(least);
        if span <= 0.0 {
            return Vec::new();
        }
        let share = ((f64::from(value) - f64::from(least)) / span).clamp(0.0, 1.0) as f32;
        let along = 2.0 * share - 1.0;
        match meaning {
            Meaning::Stick(stick, Axis::X) => vec![Change::Stick(stick, Axis::X, along)],
            // In the kernel, the Y axis points down.
            Meaning::Stick(stick, Axis::Y) => vec![Change::Stick(stick, Axis::Y, -along)],
            Meaning::Trigger(button) => vec![Change::Button(button, share)],
            Meaning::Cross([low, high]) => vec![
                Change::Button(low, f32::from(u8::from(along < -0.5))),
                Change::Button(high, f32::from(u8::from(along > 0.5))),
            ],
        }
    }
}

/// Returns whether a device has gamepad buttons, given the contents of its `capabilities/key` file below
/// `/sys/class/input`.
///
/// The file contains hexadecimal words of 64 keys each, with the highest word first.
#[must_use]
pub fn has_gamepad_keys(capabilities: &str) -> bool {
    let word = usize::from(code::SOUTH) / 64;
    let words: Vec<&str> = capabilities.split_whitespace().rev().collect();
    let bits = words
        .get(word)
        .and_then(|word| u64::from_str_radix(word, 16).ok());
    bits.is_some_and(|bits| bits >> (code::SOUTH % 64) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STICK: [i32; 2] = [-32768, 32767];
    const BYTE: [i32; 2] = [0, 255];
    const HAT: [i32; 2] = [-1, 1];

    /// Returns the capabilities that `evtest` lists for a wired Xbox 360 pad with the `xpad` driver.
    fn xbox() -> Abilities {
        Abilities {
            keys: (0x130..=0x13e)
                .filter(|code| ![0x132, 0x135, 0x138, 0x139].contains(code))
                .collect(),
            axes: vec![
                (code::X, STICK),
                (code::Y, STICK),
                (code::Z, BYTE),
                (code::RX, STICK),
                (code::RY, STICK),
                (code::RZ, BYTE),
                (code::HAT0X, HAT),
                (code::HAT0Y, HAT),
            ],
            driver: Some("xpad".to_owned()),
            vendor: 0x045e,
        }
    }

    /// Returns the capabilities that `evtest` lists for a `DualSense` pad.
    fn play_station() -> Abilities {
        Abilities {
            keys: (0x130..=0x13e)
                .filter(|code| ![0x132, 0x135].contains(code))
                .collect(),
            axes: xbox()
                .axes
                .into_iter()
                .map(|(code, range)| (code, if range == STICK { BYTE } else { range }))
                .collect(),
            driver: Some("playstation".to_owned()),
            vendor: 0x054c,
        }
    }

    #[test]
    fn face_buttons_map_by_position() {
        let press = |abilities: &Abilities, code| Mapping::of(abilities).expect("a gamepad").key(code, 1);
        let down = |button| Some(Change::Button(button, 1.0));
        assert_eq!(press(&play_station(), code::WEST), down(Button::West));
        assert_eq!(press(&play_station(), code::NORTH), down(Button::North));
        // The X button is on the left, but the driver sends the kernel's north code for it.
        assert_eq!(press(&xbox(), code::NORTH), down(Button::West));
        assert_eq!(press(&xbox(), code::WEST), down(Button::North));
        for abilities in [xbox(), play_station()] {
            assert_eq!(press(&abilities, code::SOUTH), down(Button::South));
            assert_eq!(press(&abilities, code::EAST), down(Button::East));
            assert_eq!(press(&abilities, code::TL), down(Button::LeftShoulder));
            assert_eq!(press(&abilities, code::START), down(Button::Start));
            assert_eq!(press(&abilities, code::THUMBR), down(Button::RightThumb));
            let released = Mapping::of(&abilities).and_then(|mapping| mapping.key(code::SOUTH, 0));
            assert_eq!(released, Some(Change::Button(Button::South, 0.0)));
            assert_eq!(press(&abilities, code::DPAD_UP), None, "it has a hat for it");
        }
    }

    #[test]
    fn stick_axes_map_to_full_range() {
        for abilities in [xbox(), play_station()] {
            let mapping = Mapping::of(&abilities).expect("a gamepad");
            for (codes, stick) in [
                ([code::X, code::Y], Stick::Left),
                ([code::RX, code::RY], Stick::Right),
            ] {
                for (code, axis) in codes.into_iter().zip([Axis::X, Axis::Y]) {
                    let (_, [least, most]) = abilities
                        .axes
                        .iter()
                        .find(|(known, _)| *known == code)
                        .expect("an axis");
                    let up = if axis == Axis::X { 1.0 } else { -1.0 };
                    for (value, expected) in
                        [(*least, -1.0), (*most, 1.0), (i32::midpoint(*least, *most), 0.0)]
                    {
                        let [Change::Stick(told, along, at)] = mapping.axis(code, value)[..] else {
                            panic!("one change")
                        };
                        assert_eq!((told, along), (stick, axis));
                        assert!((at - up * expected).abs() < 0.01, "{value}: {at}");
                    }
                }
            }
        }
    }

    #[test]
    fn triggers_and_hats_are_buttons() {
        let mapping = Mapping::of(&play_station()).expect("a gamepad");
        assert_eq!(
            mapping.axis(code::Z, 255),
            [Change::Button(Button::LeftTrigger, 1.0)]
        );
        assert_eq!(
            mapping.axis(code::RZ, 0),
            [Change::Button(Button::RightTrigger, 0.0)]
        );
        assert_eq!(mapping.key(code::TL2, 1), None, "its axis tells more");
        let cross = |code, value| mapping.axis(code, value);
        assert_eq!(
            cross(code::HAT0X, -1),
            [
                Change::Button(Button::Left, 1.0),
                Change::Button(Button::Right, 0.0)
            ]
        );
        assert_eq!(
            cross(code::HAT0Y, 1),
            [Change::Button(Button::Up, 0.0), Change::Button(Button::Down, 1.0)]
        );
        assert_eq!(
            cross(code::HAT0Y, 0),
            [Change::Button(Button::Up, 0.0), Change::Button(Button::Down, 0.0)]
        );
        // Nintendo pads have keys, but no axes, for the triggers. Other pads have keys for the D-pad.
        let keys = Abilities {
            axes: vec![
                (code::X, STICK),
                (code::Y, STICK),
                (code::RX, STICK),
                (code::RY, STICK),
            ],
            keys: vec![code::SOUTH, code::TL2, code::TR2, code::DPAD_UP],
            ..Abilities::default()
        };
        let mapping = Mapping::of(&keys).expect("a gamepad");
        assert_eq!(
            mapping.key(code::TL2, 1),
            Some(Change::Button(Button::LeftTrigger, 1.0))
        );
        assert_eq!(
            mapping.key(code::DPAD_UP, 1),
            Some(Change::Button(Button::Up, 1.0))
        );
        assert_eq!(mapping.key(code::EAST, 1), None, "it has none");
    }

    /// Over Bluetooth, Xbox pads report the right stick as Z and RZ.
    #[test]
    fn z_and_rz_map_to_right_stick_without_rx_ry() {
        let mut abilities = xbox();
        abilities
            .axes
            .retain(|(code, _)| ![code::RX, code::RY].contains(code));
        abilities
            .axes
            .extend([(code::GAS, [0, 1023]), (code::BRAKE, [0, 1023])]);
        let mapping = Mapping::of(&abilities).expect("a gamepad");
        assert!(
            matches!(mapping.axis(code::Z, 255)[..], [Change::Stick(Stick::Right, Axis::X, at)] if at == 1.0)
        );
        assert_eq!(
            mapping.axis(code::GAS, 1023),
            [Change::Button(Button::RightTrigger, 1.0)]
        );
        assert_eq!(
            mapping.axis(code::BRAKE, 0),
            [Change::Button(Button::LeftTrigger, 0.0)]
        );
    }

    #[test]
    fn keyboards_and_broken_axes_are_ignored() {
        let mut keyboard = Abilities {
            keys: (1..=0x110).collect(),
            ..Abilities::default()
        };
        assert!(Mapping::of(&keyboard).is_none());
        keyboard.keys.push(code::SOUTH);
        keyboard.axes = vec![(code::X, [0, 0]), (code::Y, [5, -5]), (0x3f, STICK)];
        let mapping = Mapping::of(&keyboard).expect("it says that it is one");
        for code in [code::X, code::Y, 0x3f, code::RX] {
            assert!(mapping.axis(code, 3).is_empty());
        }
        let wide = Abilities {
            axes: vec![(code::X, [i32::MIN, i32::MAX])],
            ..keyboard
        };
        let mapping = Mapping::of(&wide).expect("a gamepad");
        assert!(matches!(mapping.axis(code::X, i32::MAX)[..], [Change::Stick(_, _, at)] if at == 1.0));
    }

    #[test]
    fn gamepad_keys_are_detected_in_capability_bits() {
        // The key capabilities of an Xbox pad, a keyboard and a mouse.
        assert!(has_gamepad_keys("7cdb000000000000 0 0 0 0"));
        assert!(!has_gamepad_keys(
            "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe"
        ));
        assert!(!has_gamepad_keys("ff0000 0 0 0 0"));
        assert!(!has_gamepad_keys("") && !has_gamepad_keys("zz 0 0 0 0"));
    }
}

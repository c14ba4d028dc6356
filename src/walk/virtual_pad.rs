//! A virtual gamepad that reads its input from a file, for tests and films that drive the program from outside.
//!
//! The environment variable `BSPWALK_PAD` names the file. Lines appended to it act as input:
//!
//! ```text
//! plug in 054c        connects a pad with this USB vendor ID (hexadecimal)
//! South 1             a button, named by its position, and its pressure from 0 to 1
//! LeftX -0.5          a stick axis: LeftX, LeftY, RightX or RightY; right and up are positive
//! pull out            disconnects the pad
//! ```

use std::{
    env,
    fs::File,
    io::{BufRead, BufReader},
};

use bspwalk_pads::{Axis, Button, Change, Event, Message, PadId, Stick};

/// Gamepad ID that no physical gamepad uses.
const ID: PadId = PadId(u32::MAX);

/// A reader for the file, which continues where the last read ended.
#[derive(Debug)]
pub(super) struct VirtualPad {
    file: BufReader<File>,
    /// Last line of the file, if it is still incomplete.
    begun: String,
}

impl VirtualPad {
    /// Opens the file named by the environment variable, if any. Errors are printed to standard error.
    pub(super) fn from_environment() -> Option<Self> {
        let path = env::var_os("BSPWALK_PAD").filter(|path| !path.is_empty())?;
        let file = File::open(&path).inspect_err(|error| {
            eprintln!("bspwalk: the gamepad {} cannot be read: {error}", path.display());
        });
        Some(Self {
            file: BufReader::new(file.ok()?),
            begun: String::new(),
        })
    }

    /// Returns the events of lines appended since the last call.
    pub(super) fn messages(&mut self) -> Vec<Message> {
        let mut told = Vec::new();
        while let Ok(1..) = self.file.read_line(&mut self.begun) {
            if !self.begun.ends_with('\n') {
                break;
            }
            match event(self.begun.trim()) {
                Some(event) => told.push(Message::Pad(ID, event)),
                None => eprintln!("bspwalk: no line of a gamepad: {}", self.begun.trim()),
            }
            self.begun.clear();
        }
        told
    }
}

fn event(line: &str) -> Option<Event> {
    if line == "pull out" {
        return Some(Event::Disconnected);
    }
    if let Some(vendor) = line.strip_prefix("plug in ") {
        return Some(Event::Connected {
            name: "virtual gamepad".to_owned(),
            vendor: Some(u16::from_str_radix(vendor, 16).ok()?),
            product: None,
        });
    }
    let (name, value) = line.split_once(' ')?;
    let value: f32 = value.parse().ok()?;
    let mut buttons = Button::ALL.into_iter();
    let button = buttons.find(|button| format!("{button:?}") == name);
    let stick = |stick, axis| Some(Change::Stick(stick, axis, value));
    let change = match name {
        "LeftX" => stick(Stick::Left, Axis::X),
        "LeftY" => stick(Stick::Left, Axis::Y),
        "RightX" => stick(Stick::Right, Axis::X),
        "RightY" => stick(Stick::Right, Axis::Y),
        _ => button.map(|button| Change::Button(button, value)),
    };
    change.map(Event::Changed)
}

#[cfg(test)]
mod tests {
    use std::{fs::OpenOptions, io::Write};

    use super::*;

    #[test]
    fn lines_are_parsed() {
        for button in Button::ALL {
            let expected = Event::Changed(Change::Button(button, 0.5));
            assert_eq!(event(&format!("{button:?} 0.5")), Some(expected));
        }
        let pushed = Event::Changed(Change::Stick(Stick::Right, Axis::Y, -1.0));
        assert_eq!(event("RightY -1"), Some(pushed));
        assert!(matches!(
            event("plug in 054c"),
            Some(Event::Connected {
                vendor: Some(0x054c),
                ..
            })
        ));
        assert_eq!(event("pull out"), Some(Event::Disconnected));
        for wrong in ["", "South", "south 1", "South one", "plug in x", "LeftZ 1"] {
            assert_eq!(event(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn growing_file_is_read_by_lines() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("pad");
        let opened = OpenOptions::new().create(true).append(true).open(&path);
        let mut file = opened.expect("a file");
        let mut pad = VirtualPad {
            file: BufReader::new(File::open(&path).expect("it is there")),
            begun: String::new(),
        };
        assert_eq!(pad.messages(), []);
        file.write_all(b"South 1\nEas").expect("it can be written");
        let pressed = |button| Message::Pad(ID, Event::Changed(Change::Button(button, 1.0)));
        assert_eq!(pad.messages(), [pressed(Button::South)]);
        file.write_all(b"t 1\n").expect("it can be written");
        assert_eq!(pad.messages(), [pressed(Button::East)]);
    }
}

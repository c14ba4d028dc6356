//! Gamepads in a browser. The page's script polls the gamepads, and this module reports changes since the last poll.

use std::collections::BTreeMap;

use bspwalk_pads::{Axis, Button, Change, Event, Message, PadId, Stick};

use super::script;

/// Number of values that the script returns per gamepad: the index, the vendor ID or −1, the buttons and the axes.
const OF_PAD: usize = 2 + BUTTONS + AXES;
const BUTTONS: usize = Button::ALL.len();
const AXES: usize = 4;

/// State of the gamepads at the last poll.
#[derive(Debug, Default)]
pub struct Reader {
    known: BTreeMap<u32, [f64; OF_PAD]>,
}

impl Reader {
    /// Returns the changes since the last poll.
    pub fn messages(&mut self) -> impl Iterator<Item = Message> + use<> {
        changes(&mut self.known, &script::gamepads()).into_iter()
    }
}

/// Updates the state from the numbers of all gamepads, and returns the changes.
fn changes(known: &mut BTreeMap<u32, [f64; OF_PAD]>, numbers: &[f64]) -> Vec<Message> {
    let mut told = Vec::new();
    let mut now = BTreeMap::new();
    for pad in numbers.chunks_exact(OF_PAD) {
        let Ok(pad) = <[f64; OF_PAD]>::try_from(pad) else {
            continue;
        };
        now.insert(pad[0] as u32, pad);
    }
    for &number in known.keys().filter(|number| !now.contains_key(number)) {
        told.push(Message::Pad(PadId(number), Event::Disconnected));
    }
    for (&number, pad) in &now {
        let mut tell = |event| told.push(Message::Pad(PadId(number), event));
        let before = known.get(&number);
        if before.is_none() {
            tell(Event::Connected {
                name: "gamepad".to_owned(),
                vendor: (pad[1] >= 0.0).then_some(pad[1] as u16),
                product: None,
            });
        }
        let differs = |at: usize| pad[at] != before.map_or(0.0, |before| before[at]);
        for (at, button) in Button::ALL.into_iter().enumerate() {
            if differs(2 + at) {
                tell(Event::Changed(Change::Button(button, pad[2 + at] as f32)));
            }
        }
        for at in 0..AXES {
            if differs(2 + BUTTONS + at) {
                let (stick, axis) = (Stick::ALL[at / 2], [Axis::X, Axis::Y][at % 2]);
                // The browser's y axis points down, so negate it.
                let value = pad[2 + BUTTONS + at] as f32;
                let value = if axis == Axis::Y { -value } else { value };
                tell(Event::Changed(Change::Stick(stick, axis, value)));
            }
        }
    }
    *known = now;
    told
}

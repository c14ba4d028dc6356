//! Connects, operates and disconnects a virtual gamepad provided by the kernel, and checks the reader's messages. If
//! the user may not create virtual devices, the test prints a message and ends.

#![cfg(target_os = "linux")]

use std::{
    thread,
    time::{Duration, Instant},
};

use bspwalk_pads::{Axis, Button, Change, Event, Message, PadId, Reader, Stick};
use evdev::{
    AbsInfo, AbsoluteAxisCode, AttributeSet, BusType, EventType, InputEvent, InputId, KeyCode,
    UinputAbsSetup, uinput::VirtualDevice,
};

const NAME: &str = "bspwalk test pad";

fn virtual_pad() -> std::io::Result<VirtualDevice> {
    let mut keys = AttributeSet::<KeyCode>::new();
    for key in [KeyCode::BTN_SOUTH, KeyCode::BTN_EAST, KeyCode::BTN_TL] {
        keys.insert(key);
    }
    let axis = |code| UinputAbsSetup::new(code, AbsInfo::new(0, -1000, 1000, 0, 0, 1));
    VirtualDevice::builder()?
        .name(NAME)
        .input_id(InputId::new(BusType::BUS_USB, 0x054c, 0x0ce6, 1))
        .with_keys(&keys)?
        .with_absolute_axis(&axis(AbsoluteAxisCode::ABS_X))?
        .with_absolute_axis(&axis(AbsoluteAxisCode::ABS_Y))?
        .build()
}

/// Waits for the first message that `answer` accepts, and returns the accepted value.
fn until<T>(reader: &Reader, what: &str, answer: impl Fn(&Message) -> Option<T>) -> T {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(30) {
        if let Some(answer) = reader.messages().find_map(|message| answer(&message)) {
            return answer;
        }
        thread::sleep(Duration::from_millis(5));
    }
    panic!("{what} was not told");
}

#[test]
fn virtual_pad_events_reach_the_reader() {
    let reader = Reader::start(|| ());
    let mut pad = match virtual_pad() {
        Ok(pad) => pad,
        Err(error) => {
            eprintln!("SKIPPED: no virtual gamepad can be made with /dev/uinput here: {error}");
            return;
        }
    };
    let id: PadId = until(&reader, "the pad", |message| match message {
        Message::Pad(id, Event::Connected { name, vendor, .. }) if name == NAME => {
            assert_eq!(*vendor, Some(0x054c));
            Some(*id)
        }
        _ => None,
    });
    let changes = [
        (
            EventType::KEY,
            KeyCode::BTN_SOUTH.0,
            1,
            Change::Button(Button::South, 1.0),
        ),
        (
            EventType::KEY,
            KeyCode::BTN_SOUTH.0,
            0,
            Change::Button(Button::South, 0.0),
        ),
        (
            EventType::KEY,
            KeyCode::BTN_TL.0,
            1,
            Change::Button(Button::LeftShoulder, 1.0),
        ),
        (
            EventType::ABSOLUTE,
            AbsoluteAxisCode::ABS_X.0,
            1000,
            Change::Stick(Stick::Left, Axis::X, 1.0),
        ),
        (
            EventType::ABSOLUTE,
            AbsoluteAxisCode::ABS_Y.0,
            1000,
            Change::Stick(Stick::Left, Axis::Y, -1.0),
        ),
    ];
    for (kind, code, value, expected) in changes {
        pad.emit(&[InputEvent::new(kind.0, code, value)])
            .expect("it can be played");
        until(&reader, "a change", |message| {
            (*message == Message::Pad(id, Event::Changed(expected))).then_some(())
        });
    }
    drop(pad);
    until(&reader, "that it is gone", |message| {
        (*message == Message::Pad(id, Event::Disconnected)).then_some(())
    });
}

//! The reader for Windows and macOS. It uses the `gilrs` crate on a separate thread.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

use gilrs::{EventType, Gamepad, GamepadId, Gilrs, GilrsBuilder};

use crate::{Axis, Button, Change, Event, Message, PadId, Stick};

pub(super) const NAME: &str = "gilrs";

/// Maximum time to wait for an event before checking whether the thread should stop.
const WAIT: Duration = Duration::from_millis(500);

type Wake = Arc<dyn Fn() + Send + Sync>;

pub(super) struct System {
    pub(super) messages: Receiver<Message>,
    is_over: Arc<AtomicBool>,
}

impl std::fmt::Debug for System {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("System").finish_non_exhaustive()
    }
}

impl System {
    pub(super) fn start(wake: Wake) -> Self {
        let (told, messages) = mpsc::channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let named = thread::Builder::new().name("gamepads".to_owned());
        // If the thread cannot be started, gamepads do not work, but everything else does.
        let _ = named.spawn(move || run(&told, &wake, &over));
        Self { messages, is_over }
    }
}

impl Drop for System {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

fn run(told: &Sender<Message>, wake: &Wake, is_over: &AtomicBool) {
    // The default filters would apply another dead zone.
    let built = GilrsBuilder::new().with_default_filters(false).build();
    let Ok(mut gilrs) = built else { return };
    let mut known = HashSet::new();
    let there: Vec<GamepadId> = gilrs.gamepads().map(|(id, _)| id).collect();
    for id in there {
        if known.insert(id) && !tell(told, wake, id, connected(gilrs.gamepad(id))) {
            return;
        }
    }
    while !is_over.load(Ordering::Relaxed) {
        let Some(event) = gilrs.next_event_blocking(Some(WAIT)) else {
            continue;
        };
        let is_heard = match event.event {
            EventType::Connected => {
                !known.insert(event.id) || tell(told, wake, event.id, connected(gilrs.gamepad(event.id)))
            }
            EventType::Disconnected => {
                known.remove(&event.id);
                tell(told, wake, event.id, Event::Disconnected)
            }
            kind => {
                let mut changes = changes(kind).into_iter();
                changes.all(|change| tell(told, wake, event.id, Event::Changed(change)))
            }
        };
        if !is_heard {
            return;
        }
    }
}

/// Sends an event and wakes the listener. Returns `false` if the receiver no longer exists.
fn tell(told: &Sender<Message>, wake: &Wake, id: GamepadId, event: Event) -> bool {
    let number = u32::try_from(usize::from(id)).unwrap_or(u32::MAX);
    let is_heard = told.send(Message::Pad(PadId(number), event)).is_ok();
    if is_heard {
        wake();
    }
    is_heard
}

fn connected(pad: Gamepad<'_>) -> Event {
    Event::Connected {
        name: pad.name().to_owned(),
        vendor: pad.vendor_id(),
        product: pad.product_id(),
    }
}

fn changes(event: EventType) -> Vec<Change> {
    let pressed = |button, value| button_of(button).map(|button| Change::Button(button, value));
    match event {
        EventType::ButtonChanged(button, value, _) => pressed(button, value).into_iter().collect(),
        EventType::AxisChanged(axis, value, _) => {
            let cross = |[low, high]: [Button; 2]| {
                vec![
                    Change::Button(low, f32::from(u8::from(value < -0.5))),
                    Change::Button(high, f32::from(u8::from(value > 0.5))),
                ]
            };
            match axis {
                gilrs::Axis::LeftStickX => vec![Change::Stick(Stick::Left, Axis::X, value)],
                gilrs::Axis::LeftStickY => vec![Change::Stick(Stick::Left, Axis::Y, value)],
                gilrs::Axis::RightStickX => vec![Change::Stick(Stick::Right, Axis::X, value)],
                gilrs::Axis::RightStickY => vec![Change::Stick(Stick::Right, Axis::Y, value)],
                gilrs::Axis::DPadX => cross([Button::Left, Button::Right]),
                gilrs::Axis::DPadY => cross([Button::Down, Button::Up]),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

fn button_of(button: gilrs::Button) -> Option<Button> {
    Some(match button {
        gilrs::Button::South => Button::South,
        gilrs::Button::East => Button::East,
        gilrs::Button::West => Button::West,
        gilrs::Button::North => Button::North,
        gilrs::Button::LeftTrigger => Button::LeftShoulder,
        gilrs::Button::RightTrigger => Button::RightShoulder,
        gilrs::Button::LeftTrigger2 => Button::LeftTrigger,
        gilrs::Button::RightTrigger2 => Button::RightTrigger,
        gilrs::Button::Select => Button::Select,
        gilrs::Button::Start => Button::Start,
        gilrs::Button::LeftThumb => Button::LeftThumb,
        gilrs::Button::RightThumb => Button::RightThumb,
        gilrs::Button::DPadUp => Button::Up,
        gilrs::Button::DPadDown => Button::Down,
        gilrs::Button::DPadLeft => Button::Left,
        gilrs::Button::DPadRight => Button::Right,
        _ => return None,
    })
}

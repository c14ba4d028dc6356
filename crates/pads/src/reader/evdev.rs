//! The reader for Linux. It scans `/dev/input` for new gamepads once per second, and reads each gamepad on a separate
//! thread.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

use evdev::{AbsoluteAxisCode, Device, EventSummary, KeyCode};

use crate::{
    Event, Message, PadId,
    linux::{Abilities, Mapping, has_gamepad_keys},
};

pub(super) const NAME: &str = "evdev";

/// Interval between scans for new devices.
const LOOK: Duration = Duration::from_secs(1);

/// Folder of the device files, and folder with device information that can be read without opening the devices.
const DEVICES: &str = "/dev/input";
const KNOWN: &str = "/sys/class/input";

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
        let look = GamepadScanner {
            teller: Teller { told, wake },
            is_over: Arc::clone(&is_over),
            next: AtomicU32::new(0),
        };
        // If the thread cannot be started, gamepads do not work, but everything else does.
        let named = thread::Builder::new().name("gamepads".to_owned());
        let _ = named.spawn(move || look.run());
        Self { messages, is_over }
    }
}

impl Drop for System {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// Sends messages and wakes the listener.
#[derive(Clone)]
struct Teller {
    told: Sender<Message>,
    wake: Wake,
}

impl Teller {
    /// Sends a message. Returns `false` if the receiver no longer exists.
    fn tell(&self, message: Message) -> bool {
        let is_heard = self.told.send(message).is_ok();
        if is_heard {
            (self.wake)();
        }
        is_heard
    }
}

/// Scanner for new gamepads.
struct GamepadScanner {
    teller: Teller,
    is_over: Arc<AtomicBool>,
    next: AtomicU32,
}

impl GamepadScanner {
    fn run(&self) {
        let mut known: HashSet<PathBuf> = HashSet::new();
        let (mut refused, mut has_hinted) = (HashSet::new(), false);
        while !self.is_over.load(Ordering::Relaxed) {
            let there = devices();
            known.retain(|path| there.contains(path));
            refused.retain(|path| there.contains(path));
            for path in there {
                if known.contains(&path) {
                    continue;
                }
                // Keyboards and mice are never opened.
                if is_gamepad(&path) == Some(false) {
                    known.insert(path);
                    continue;
                }
                match Device::open(&path) {
                    Ok(device) => {
                        refused.remove(&path);
                        known.insert(path.clone());
                        self.begin(&path, device);
                    }
                    // Immediately after a device is plugged in, the user may not have access to it yet. Therefore,
                    // report only a second failure.
                    Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                        if !refused.insert(path.clone()) && !has_hinted && is_gamepad(&path).is_some() {
                            has_hinted = true;
                            self.teller.tell(Message::NoPermission(path));
                        }
                    }
                    Err(_) => {}
                }
            }
            thread::sleep(LOOK);
        }
    }

    /// Starts reading a device if it is a gamepad.
    fn begin(&self, path: &Path, device: Device) {
        let Some(mapping) = Mapping::of(&abilities(path, &device)) else {
            return;
        };
        let id = PadId(self.next.fetch_add(1, Ordering::Relaxed));
        let teller = self.teller.clone();
        let is_over = Arc::clone(&self.is_over);
        let named = thread::Builder::new().name(format!("gamepad {}", id.0));
        let _ = named.spawn(move || read(id, device, &mapping, &teller, &is_over));
    }
}

/// Reads a gamepad until it is disconnected or the receiver no longer exists.
fn read(id: PadId, mut device: Device, mapping: &Mapping, teller: &Teller, is_over: &AtomicBool) {
    let number = |number: u16| (number != 0).then_some(number);
    let connected = Event::Connected {
        name: device.name().unwrap_or("gamepad").to_owned(),
        vendor: number(device.input_id().vendor()),
        product: number(device.input_id().product()),
    };
    let tell = |event| teller.tell(Message::Pad(id, event));
    if !tell(connected) {
        return;
    }
    // Sticks and triggers send events only when they move, so report their initial positions.
    if let Ok(axes) = device.get_absinfo() {
        for (code, axis) in axes {
            for change in mapping.axis(code.0, axis.value()) {
                tell(Event::Changed(change));
            }
        }
    }
    while !is_over.load(Ordering::Relaxed) {
        match device.fetch_events() {
            Ok(events) => {
                let changes = events.flat_map(|event| match event.destructure() {
                    EventSummary::Key(_, code, value) => mapping.key(code.0, value).into_iter().collect(),
                    EventSummary::AbsoluteAxis(_, code, value) => mapping.axis(code.0, value),
                    _ => Vec::new(),
                });
                for change in changes {
                    if !tell(Event::Changed(change)) {
                        return;
                    }
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    tell(Event::Disconnected);
}

/// Returns the paths of all event devices.
fn devices() -> HashSet<PathBuf> {
    let is_event = |path: &PathBuf| name(path).is_some_and(|name| name.starts_with("event"));
    let entries = fs::read_dir(DEVICES).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(is_event).collect()
}

fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

/// Returns the folder with information about a device that can be read without opening the device.
fn known(path: &Path) -> PathBuf {
    Path::new(KNOWN)
        .join(path.file_name().unwrap_or_default())
        .join("device")
}

/// Returns whether a device is a gamepad, or `None` if the system does not provide this information.
fn is_gamepad(path: &Path) -> Option<bool> {
    let keys = fs::read_to_string(known(path).join("capabilities/key")).ok()?;
    Some(has_gamepad_keys(&keys))
}

fn abilities(path: &Path, device: &Device) -> Abilities {
    let driver = fs::read_link(known(path).join("device/driver")).ok();
    let axes = device.get_absinfo().into_iter().flatten();
    Abilities {
        keys: device
            .supported_keys()
            .map_or_else(Vec::new, |keys| keys.iter().map(|KeyCode(code)| code).collect()),
        axes: axes
            .map(|(AbsoluteAxisCode(code), axis)| (code, [axis.minimum(), axis.maximum()]))
            .collect(),
        driver: driver.and_then(|driver| name(&driver).map(str::to_owned)),
        vendor: device.input_id().vendor(),
    }
}

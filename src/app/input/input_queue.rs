//! Input queue: a key changes its state at most once per frame, and further changes wait for later frames. Even in slow
//! frames, no key press is lost and two presses of a key remain two presses.

use std::{
    collections::{HashSet, VecDeque},
    hash::Hash,
};

use bevy::{
    input::{
        ButtonState,
        keyboard::{KeyboardFocusLost, KeyboardInput},
        mouse::MouseButtonInput,
    },
    prelude::*,
};

/// Maximum number of queued changes per key. Beyond this number, the oldest are dropped so that the queue drains
/// quickly.
const MOST: usize = 8;

/// A message that reports a key or button press or release.
pub(super) trait Change: Message {
    type Key: Copy + Eq + Hash + Send + Sync + 'static;

    /// Returns the key and its new state.
    fn change(&self) -> (Self::Key, ButtonState);
}

impl Change for KeyboardInput {
    type Key = KeyCode;

    fn change(&self) -> (KeyCode, ButtonState) {
        (self.key_code, self.state)
    }
}

impl Change for MouseButtonInput {
    type Key = MouseButton;

    fn change(&self) -> (MouseButton, ButtonState) {
        (self.button, self.state)
    }
}

/// Queued changes, and the keys that were held at the end of the last frame.
#[derive(Resource)]
pub(super) struct InputQueue<C: Change> {
    /// One queue per key; the key that has waited longest comes first.
    waiting: Vec<(C::Key, VecDeque<ButtonState>)>,
    held: HashSet<C::Key>,
    pressed: Vec<C::Key>,
}

impl<C: Change> Default for InputQueue<C> {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            held: HashSet::new(),
            pressed: Vec::new(),
        }
    }
}

impl<C: Change> InputQueue<C> {
    /// Drops all queued changes of a key.
    pub(super) fn forget(&mut self, key: C::Key) {
        self.waiting.retain(|(waiting, _)| *waiting != key);
    }

    /// Returns the keys pressed in this frame, in queue order.
    pub(super) fn pressed(&self) -> impl Iterator<Item = C::Key> {
        self.pressed.iter().copied()
    }
}

/// Records the held keys before Bevy applies the changes of this frame.
pub(super) fn record_held_keys<C: Change>(input: Res<ButtonInput<C::Key>>, mut queue: ResMut<InputQueue<C>>) {
    queue.held.clear();
    queue.held.extend(input.get_pressed());
}

/// Queues the key changes of this frame, and replaces Bevy's input state with the oldest queued change of each key.
pub(super) fn pop<C: Change>(
    mut changes: MessageReader<C>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut input: ResMut<ButtonInput<C::Key>>,
    mut queue: ResMut<InputQueue<C>>,
) {
    let InputQueue {
        waiting,
        held,
        pressed,
    } = &mut *queue;
    pressed.clear();
    if lost.read().count() > 0 {
        waiting.clear();
        changes.clear();
        return;
    }
    for (key, state) in changes.read().map(Change::change) {
        let place = waiting.iter().position(|(waiting, _)| *waiting == key);
        let place = place.unwrap_or_else(|| {
            waiting.push((key, VecDeque::new()));
            waiting.len() - 1
        });
        let queue = &mut waiting[place].1;
        queue.push_back(state);
        if queue.len() > MOST {
            // Drop a press together with its release, so that the pressed state stays consistent.
            queue.drain(..2);
        }
    }
    waiting.retain_mut(|(key, queue)| {
        let key = *key;
        let was = held.contains(&key);
        // Skip auto-repeated presses, which do not change the state.
        while queue.front().is_some_and(|state| state.is_pressed() == was) {
            queue.pop_front();
        }
        input.reset(key);
        if was {
            input.press(key);
            input.clear_just_pressed(key);
        }
        match queue.pop_front() {
            Some(ButtonState::Pressed) => {
                input.press(key);
                pressed.push(key);
            }
            Some(ButtonState::Released) => input.release(key),
            None => {}
        }
        !queue.is_empty()
    });
}

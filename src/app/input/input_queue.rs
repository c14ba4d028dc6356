//! One change of a key a frame: what comes faster than the pictures waits for its turn, so that a slow picture loses no
//! press, and two presses of a key remain two.

use std::{
    collections::{HashMap, HashSet, VecDeque},
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

/// Most changes of one key that wait. Whoever presses faster for longer is not made to watch it all.
const MOST: usize = 8;

/// A key or button that went down or up.
pub(super) trait Change: Message {
    type Key: Copy + Eq + Hash + Send + Sync + 'static;

    fn key(&self) -> Self::Key;
    fn state(&self) -> ButtonState;
}

impl Change for KeyboardInput {
    type Key = KeyCode;

    fn key(&self) -> KeyCode {
        self.key_code
    }

    fn state(&self) -> ButtonState {
        self.state
    }
}

impl Change for MouseButtonInput {
    type Key = MouseButton;

    fn key(&self) -> MouseButton {
        self.button
    }

    fn state(&self) -> ButtonState {
        self.state
    }
}

/// The changes that wait, and what was held in the last frame.
#[derive(Resource)]
pub(super) struct InputQueue<C: Change> {
    waiting: HashMap<C::Key, VecDeque<ButtonState>>,
    held: HashSet<C::Key>,
}

impl<C: Change> Default for InputQueue<C> {
    fn default() -> Self {
        Self {
            waiting: HashMap::new(),
            held: HashSet::new(),
        }
    }
}

/// Before the engine takes the changes in: what was held.
pub(super) fn remember<C: Change>(input: Res<ButtonInput<C::Key>>, mut queue: ResMut<InputQueue<C>>) {
    queue.held.clear();
    queue.held.extend(input.get_pressed());
}

/// After it: of every key the first change, and the others in the frames to come.
pub(super) fn take<C: Change>(
    mut changes: MessageReader<C>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut input: ResMut<ButtonInput<C::Key>>,
    mut queue: ResMut<InputQueue<C>>,
) {
    let InputQueue { waiting, held } = &mut *queue;
    let lost = lost.read().count() > 0;
    if lost {
        waiting.clear();
        changes.clear();
        return;
    }
    for change in changes.read() {
        let queue = waiting.entry(change.key()).or_default();
        queue.push_back(change.state());
        if queue.len() > MOST {
            queue.drain(..2);
        }
    }
    waiting.retain(|&key, queue| {
        let was = held.contains(&key);
        // What changes nothing, such as a key that repeats, takes no turn.
        while queue
            .front()
            .is_some_and(|&state| (state == ButtonState::Pressed) == was)
        {
            queue.pop_front();
        }
        input.reset(key);
        if was {
            input.press(key);
            input.clear_just_pressed(key);
        }
        match queue.pop_front() {
            Some(ButtonState::Pressed) => input.press(key),
            Some(ButtonState::Released) => input.release(key),
            None => {}
        }
        !queue.is_empty()
    });
}

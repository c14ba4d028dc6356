//! Taps shorter than a frame: held for one frame, so that a slow picture loses none.

use bevy::prelude::*;

/// Keys that are held only because their tap was shorter than a frame.
#[derive(Resource, Default)]
pub(super) struct Taps(Vec<KeyCode>);

/// Presses again, for this frame, what was pressed and released since the last.
pub(super) fn hold(
    mut keys: ResMut<ButtonInput<KeyCode>>,
    mut taps: Local<Vec<KeyCode>>,
    mut held: ResMut<Taps>,
) {
    taps.clear();
    taps.extend(keys.get_just_pressed().copied().filter(|&key| !keys.pressed(key)));
    for &key in &*taps {
        keys.press(key);
        held.0.push(key);
    }
}

/// Releases what was held for a frame.
pub(super) fn release(mut keys: ResMut<ButtonInput<KeyCode>>, mut held: ResMut<Taps>) {
    for key in held.0.drain(..) {
        keys.release(key);
    }
}

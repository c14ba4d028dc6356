//! Taps shorter than a frame: held for one frame, so that a slow picture loses none.

use std::hash::Hash;

use bevy::prelude::*;

/// Keys or buttons that are held only because their tap was shorter than a frame.
#[derive(Resource)]
pub(super) struct Taps<T>(Vec<T>);

impl<T> Default for Taps<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// Presses again, for this frame, what was pressed and released since the last.
pub(super) fn hold<T: Copy + Eq + Hash + Send + Sync + 'static>(
    mut input: ResMut<ButtonInput<T>>,
    mut held: ResMut<Taps<T>>,
) {
    let taps: Vec<T> = input
        .get_just_pressed()
        .copied()
        .filter(|&key| !input.pressed(key))
        .collect();
    for &key in &taps {
        input.press(key);
    }
    held.0 = taps;
}

/// Releases what was held for a frame.
pub(super) fn release<T: Copy + Eq + Hash + Send + Sync + 'static>(
    mut input: ResMut<ButtonInput<T>>,
    mut held: ResMut<Taps<T>>,
) {
    for key in held.0.drain(..) {
        input.release(key);
    }
}

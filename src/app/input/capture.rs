//! Captures and releases the mouse.

use bevy::{
    input::keyboard::KeyboardFocusLost,
    prelude::*,
    window::{CursorGrabMode, CursorOptions, PrimaryWindow, WindowFocused},
};

use crate::app::host::prelude::*;

/// Releases the mouse and its buttons when the window loses focus. Bevy itself releases the keys.
pub(super) fn release_on_focus_loss(
    mut windows: MessageReader<WindowFocused>,
    mut keyboards: MessageReader<KeyboardFocusLost>,
    mut buttons: ResMut<ButtonInput<MouseButton>>,
    mut program: ResMut<ProgramState>,
) {
    let lost = windows.read().any(|message| !message.focused) | (keyboards.read().count() > 0);
    if lost {
        program.ui.captured = false;
        program.ui.keep_mouse_free();
        buttons.release_all();
    }
}

/// Cursor state, including the transitions between free and captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Cursor {
    #[default]
    Free,
    Locked,
    Centered,
    Leaving,
}

/// Locks or releases the cursor. A captured cursor is placed at the centre of the window, where it hovers over no
/// widget and is easy to find after its release.
///
/// Wayland can move only a locked cursor, and within a frame Bevy moves the cursor before locking it. The cursor is
/// therefore moved one frame after it is locked, and one frame before it is released.
pub(super) fn apply(
    program: Res<ProgramState>,
    mut windows: Query<(&mut Window, &mut CursorOptions), With<PrimaryWindow>>,
    mut state: Local<Cursor>,
) {
    let ui = program.ui;
    let Ok((mut window, mut cursor)) = windows.single_mut() else {
        return;
    };
    let next = match (*state, ui.captured) {
        (Cursor::Free, true) => Cursor::Locked,
        (_, true) => Cursor::Centered,
        (Cursor::Locked | Cursor::Centered, false) => Cursor::Leaving,
        (Cursor::Free | Cursor::Leaving, false) => Cursor::Free,
    };
    if next == *state {
        return;
    }
    *state = next;
    match next {
        Cursor::Locked => {
            cursor.visible = false;
            cursor.grab_mode = CursorGrabMode::Locked;
        }
        Cursor::Centered | Cursor::Leaving => {
            // Bevy resets the grab mode if the platform refused to lock the cursor.
            if cursor.grab_mode == CursorGrabMode::Locked {
                let middle = window.size() / 2.0;
                window.set_cursor_position(Some(middle));
            }
        }
        Cursor::Free => {
            cursor.visible = true;
            cursor.grab_mode = CursorGrabMode::None;
        }
    }
}

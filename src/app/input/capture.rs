//! Capturing the mouse, and letting it go.

use bevy::{
    input::keyboard::KeyboardFocusLost,
    prelude::*,
    window::{CursorGrabMode, CursorOptions, PrimaryWindow, WindowFocused},
};

use crate::app::state::{Command, Ui};

/// Whether the panel took the mouse when it was opened, and gives it back when it is closed.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Lent(bool);

/// What keys and buttons do with the mouse. The panel is for pointing: opening it frees the mouse. Closing it gives the mouse
/// back, or leaves it captured where a click into the world captured it meanwhile. Esc frees it for good.
pub(super) fn handle(mut messages: MessageReader<Command>, mut ui: ResMut<Ui>, mut lent: ResMut<Lent>) {
    for command in messages.read() {
        match command {
            Command::Escape => {
                ui.captured = false;
                ui.help = false;
                lent.0 = false;
            }
            Command::ToggleHelp => ui.help = !ui.help,
            Command::TogglePanel if ui.panel => {
                ui.panel = false;
                ui.captured |= lent.0;
            }
            Command::TogglePanel => {
                lent.0 = ui.captured;
                ui.panel = true;
                ui.captured = false;
            }
            Command::OpenDialog => ui.captured = false,
            _ => {}
        }
    }
}

/// A window that lost the focus frees the mouse. The engine releases its keys.
pub(super) fn focus(
    mut windows: MessageReader<WindowFocused>,
    mut keyboards: MessageReader<KeyboardFocusLost>,
    mut buttons: ResMut<ButtonInput<MouseButton>>,
    mut ui: ResMut<Ui>,
    mut lent: ResMut<Lent>,
) {
    let lost = windows.read().any(|message| !message.focused) | (keyboards.read().count() > 0);
    if lost {
        ui.captured = false;
        lent.0 = false;
        buttons.release_all();
    }
}

/// What the window has been told of the cursor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Told {
    #[default]
    Free,
    Locked,
    LockedInTheMiddle,
    Leaving,
}

/// Tells the window. The cursor is put into the middle of the window so that it hovers over nothing while it is captured and
/// is found there afterwards. Wayland moves a cursor only while it is locked, and the engine moves it before it locks it in
/// one frame: so it is moved a frame after it was locked, and a frame before it is freed.
pub(super) fn apply(
    ui: Res<Ui>,
    mut windows: Query<(&mut Window, &mut CursorOptions), With<PrimaryWindow>>,
    mut told: Local<Told>,
) {
    let Ok((mut window, mut cursor)) = windows.single_mut() else {
        return;
    };
    let next = match (*told, ui.captured) {
        (Told::Free, true) => Told::Locked,
        (Told::Locked | Told::LockedInTheMiddle | Told::Leaving, true) => Told::LockedInTheMiddle,
        (Told::Locked | Told::LockedInTheMiddle, false) => Told::Leaving,
        (Told::Free | Told::Leaving, false) => Told::Free,
    };
    if next == *told {
        return;
    }
    *told = next;
    match next {
        Told::Locked => {
            cursor.visible = false;
            cursor.grab_mode = CursorGrabMode::Locked;
        }
        Told::LockedInTheMiddle | Told::Leaving => {
            // The engine takes the lock back where the platform refused it.
            if cursor.grab_mode == CursorGrabMode::Locked {
                let middle = window.size() / 2.0;
                window.set_cursor_position(Some(middle));
            }
        }
        Told::Free => {
            cursor.visible = true;
            cursor.grab_mode = CursorGrabMode::None;
        }
    }
}

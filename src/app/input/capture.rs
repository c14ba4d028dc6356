//! Capturing the mouse, and letting it go.

use bevy::{
    input::keyboard::KeyboardFocusLost,
    prelude::*,
    window::{CursorGrabMode, CursorOptions, PrimaryWindow, WindowFocused},
};

use crate::app::state::{Command, Ui};

/// Esc frees the mouse and closes the help.
pub(super) fn escape(mut messages: MessageReader<Command>, mut ui: ResMut<Ui>) {
    for command in messages.read() {
        match command {
            Command::Escape => {
                ui.captured = false;
                ui.help = false;
            }
            Command::ToggleHelp => ui.help = !ui.help,
            _ => {}
        }
    }
}

/// The panel is for pointing: opening it frees the mouse, closing it captures it again if it had it.
pub(super) fn panel(mut messages: MessageReader<Command>, mut ui: ResMut<Ui>, mut had_it: Local<bool>) {
    for command in messages.read() {
        match command {
            Command::TogglePanel if ui.panel => {
                ui.panel = false;
                ui.captured = *had_it;
            }
            Command::TogglePanel => {
                *had_it = ui.captured;
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
) {
    let lost = windows.read().any(|message| !message.focused) | (keyboards.read().count() > 0);
    if lost {
        ui.captured = false;
        buttons.release_all();
    }
}

/// Tells the window.
pub(super) fn apply(ui: Res<Ui>, mut windows: Query<(&mut Window, &mut CursorOptions), With<PrimaryWindow>>) {
    if !ui.is_changed() {
        return;
    }
    for (mut window, mut cursor) in &mut windows {
        if cursor.visible != ui.captured {
            continue;
        }
        cursor.visible = !ui.captured;
        cursor.grab_mode = if ui.captured {
            CursorGrabMode::Locked
        } else {
            CursorGrabMode::None
        };
        let middle = window.size() / 2.0;
        window.set_cursor_position(Some(middle));
    }
}

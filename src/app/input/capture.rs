//! Capturing the mouse and releasing it.

use bevy::{
    input::keyboard::KeyboardFocusLost,
    prelude::*,
    window::{CursorGrabMode, CursorOptions, PrimaryWindow, WindowFocused},
};

use crate::app::{
    escape::Close,
    state::{Act, Action, MapSize, Ui},
};

/// Whether closing the panel, the dock or a page captures the mouse again, because opening it released the mouse.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Reclaim(bool);

/// Opening the panel, the dock or a page frees the mouse, to point; closing the last of them captures the mouse again. A click into
/// the world while the panel is open also captures it. Esc frees it for good.
pub(super) fn handle(
    (mut messages, mut closes): (MessageReader<Act>, MessageReader<Close>),
    mut ui: ResMut<Ui>,
    mut reclaim: ResMut<Reclaim>,
) {
    for close in closes.read() {
        match close {
            Close::Help => ui.help = false,
            Close::Page => (ui.planar_page, ui.duel) = (false, false),
            Close::Map => ui.map = MapSize::Corner,
            Close::Mouse => ui.captured = false,
            _ => {}
        }
    }
    for &Act(command) in messages.read() {
        match command {
            Action::Escape => reclaim.0 = false,
            Action::ToggleHelp => ui.help = !ui.help,
            Action::TogglePanel
            | Action::ToggleTreeDock
            | Action::TogglePlanarPage
            | Action::ToggleDuel
            | Action::NextMap => {
                let was_open = is_any_open(&ui);
                let opens = toggle(&mut ui, command);
                if opens {
                    reclaim.0 = ui.captured || (was_open && reclaim.0);
                    ui.captured = false;
                } else if !is_any_open(&ui) {
                    ui.captured |= reclaim.0;
                }
            }
            Action::OpenDialog => ui.captured = false,
            _ => {}
        }
    }
}

/// Whether something is open that the mouse points at.
fn is_any_open(ui: &Ui) -> bool {
    ui.panel || ui.dock || ui.planar_page || ui.duel || ui.map == MapSize::Large
}

/// Opens or closes what a command is about, and returns whether the mouse points at it now. One page lies over the level at a
/// time.
fn toggle(ui: &mut Ui, command: Action) -> bool {
    if matches!(command, Action::TogglePlanarPage | Action::ToggleDuel) && ui.map == MapSize::Large {
        ui.map = MapSize::Corner;
    }
    let is_open = match command {
        Action::TogglePanel => &mut ui.panel,
        Action::ToggleTreeDock => &mut ui.dock,
        Action::TogglePlanarPage => {
            ui.duel = false;
            &mut ui.planar_page
        }
        Action::ToggleDuel => {
            ui.planar_page = false;
            &mut ui.duel
        }
        _ => {
            ui.map = ui.map.next();
            let is_large = ui.map == MapSize::Large;
            if is_large {
                (ui.planar_page, ui.duel) = (false, false);
            }
            return is_large;
        }
    };
    *is_open = !*is_open;
    *is_open
}

/// A window that loses the focus frees the mouse and releases its buttons. The engine releases the keys.
pub(super) fn focus(
    mut windows: MessageReader<WindowFocused>,
    mut keyboards: MessageReader<KeyboardFocusLost>,
    mut buttons: ResMut<ButtonInput<MouseButton>>,
    mut ui: ResMut<Ui>,
    mut reclaim: ResMut<Reclaim>,
) {
    let lost = windows.read().any(|message| !message.focused) | (keyboards.read().count() > 0);
    if lost {
        ui.captured = false;
        reclaim.0 = false;
        buttons.release_all();
    }
}

/// Where the cursor is on its way between free and captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Cursor {
    #[default]
    Free,
    Locked,
    Centered,
    Leaving,
}

/// Locks or frees the cursor. It is put into the middle of the window while it is captured, so that it hovers over nothing
/// and is found there afterwards. Wayland moves only a locked cursor, and the engine moves a cursor before it locks it in
/// one frame: so the cursor is moved a frame after it was locked, and a frame before it is freed.
pub(super) fn apply(
    ui: Res<Ui>,
    mut windows: Query<(&mut Window, &mut CursorOptions), With<PrimaryWindow>>,
    mut state: Local<Cursor>,
) {
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
            // The engine resets the mode where the platform refused the lock.
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

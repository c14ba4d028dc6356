//! Capturing the mouse and releasing it.

use bevy::{
    input::keyboard::KeyboardFocusLost,
    prelude::*,
    window::{CursorGrabMode, CursorOptions, PrimaryWindow, WindowFocused},
};

use crate::app::state::{Act, Action, Close, Closing, Page, Ui};

/// Whether closing the panel, the dock or a page captures the mouse again, because opening it released the mouse.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Reclaim(bool);

/// Opening the panel, the dock or a page frees the mouse, to point; closing the last of them captures the mouse again. A click into
/// the world while the panel is open also captures it. Esc frees it for good.
pub(super) fn handle(
    (mut messages, mut closes): (MessageReader<Act>, MessageReader<Closing>),
    mut ui: ResMut<Ui>,
    mut reclaim: ResMut<Reclaim>,
) {
    for Closing(close) in closes.read() {
        match close {
            Close::Help => ui.help = false,
            Close::Page => ui.page = None,
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
            Action::OpenDialog | Action::ToggleMenu | Action::TogglePalette => ui.captured = false,
            _ => {}
        }
    }
}

/// Whether something is open that the mouse points at.
fn is_any_open(ui: &Ui) -> bool {
    ui.panel || ui.dock || ui.page.is_some()
}

/// Opens or closes what a command is about, and returns whether the mouse points at it now.
fn toggle(ui: &mut Ui, command: Action) -> bool {
    let page = match command {
        Action::TogglePlanarPage => Page::PlanarTree,
        Action::ToggleDuel => Page::Duel,
        // The map is in the corner, then over the level, then off.
        Action::NextMap if ui.map && ui.page != Some(Page::Map) => Page::Map,
        Action::NextMap => {
            ui.map = !ui.map;
            ui.page = ui.page.filter(|page| *page != Page::Map);
            return false;
        }
        Action::TogglePanel => {
            ui.panel = !ui.panel;
            return ui.panel;
        }
        _ => {
            ui.dock = !ui.dock;
            return ui.dock;
        }
    };
    ui.page = (ui.page != Some(page)).then_some(page);
    ui.page.is_some()
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

//! Captures and releases the mouse.

use bevy::{
    input::keyboard::KeyboardFocusLost,
    prelude::*,
    window::{CursorGrabMode, CursorOptions, PrimaryWindow, WindowFocused},
};

use crate::app::host::state::{Act, Action, Page, Ui};

/// Whether closing the panel, the dock or a page captures the mouse again, because opening it released the mouse.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Reclaim(bool);

/// Releases the mouse when the panel, the dock or a page opens, and captures it again when the last of them closes. A
/// click into the level while the panel is open also captures the mouse. After Esc it stays free.
pub(super) fn handle(mut messages: MessageReader<Act>, mut ui: ResMut<Ui>, mut reclaim: ResMut<Reclaim>) {
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

/// Returns whether something is open that needs the mouse pointer.
fn is_any_open(ui: &Ui) -> bool {
    ui.panel || ui.dock || ui.page.is_some()
}

/// Opens or closes the element of a command. Returns whether the mouse pointer is needed now.
fn toggle(ui: &mut Ui, command: Action) -> bool {
    let page = match command {
        Action::TogglePlanarPage => Page::PlanarTree,
        Action::ToggleDuel => Page::Duel,
        // The map cycles through minimap, large map and off.
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

/// Releases the mouse and its buttons when the window loses the focus. Bevy releases the keys.
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

/// State of the cursor between free and captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Cursor {
    #[default]
    Free,
    Locked,
    Centered,
    Leaving,
}

/// Locks or releases the cursor. A captured cursor is at the centre of the window. There it hovers over nothing, and it
/// is easy to find after its release.
///
/// Wayland only moves a locked cursor, and within a frame Bevy moves the cursor before it locks it. So the cursor is
/// moved one frame after it was locked, and one frame before it is released.
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
            // Bevy resets the mode if the platform refused the lock.
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

//! Captures and releases the mouse.

use bevy::{
    input::keyboard::KeyboardFocusLost,
    prelude::*,
    window::{CursorGrabMode, CursorOptions, PrimaryWindow, WindowFocused},
};

use crate::app::host::prelude::*;

/// Whether opening the panel, the dock or a page released the mouse, so that closing it captures the mouse again.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(in crate::app) struct Reclaim(bool);

/// UI element that needs the mouse pointer while it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Pointed {
    Panel,
    Dock,
    Page(Page),
}

/// Opens or closes an element. Opening an element releases the mouse, and closing the last open one captures the mouse
/// again, unless the user has pressed Escape.
pub(in crate::app) fn toggle(In(element): In<Pointed>, mut ui: ResMut<Ui>, mut reclaim: ResMut<Reclaim>) {
    let was_open = is_any_open(&ui);
    if switch(&mut ui, element) {
        reclaim.0 = ui.captured || (was_open && reclaim.0);
        ui.captured = false;
    } else if !is_any_open(&ui) {
        ui.captured |= reclaim.0;
    }
}

/// Keeps the mouse free after the open elements are closed.
pub(in crate::app) fn stay_free(mut reclaim: ResMut<Reclaim>) {
    reclaim.0 = false;
}

/// Returns whether any element that needs the mouse pointer is open.
fn is_any_open(ui: &Ui) -> bool {
    ui.panel || ui.dock || ui.page.is_some()
}

/// Opens or closes an element. Returns whether the mouse pointer is now needed.
fn switch(ui: &mut Ui, element: Pointed) -> bool {
    let page = match element {
        // The map cycles through minimap, large map and off.
        Pointed::Page(Page::Map) if !ui.map || ui.page == Some(Page::Map) => {
            ui.map = !ui.map;
            ui.page = ui.page.filter(|page| *page != Page::Map);
            return false;
        }
        Pointed::Page(page) => page,
        Pointed::Panel => {
            ui.panel = !ui.panel;
            return ui.panel;
        }
        Pointed::Dock => {
            ui.dock = !ui.dock;
            return ui.dock;
        }
    };
    ui.page = (ui.page != Some(page)).then_some(page);
    ui.page.is_some()
}

/// Releases the mouse and its buttons when the window loses focus. Bevy itself releases the keys.
pub(super) fn release_on_focus_loss(
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

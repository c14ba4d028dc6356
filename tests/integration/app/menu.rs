//! Test for the keys of an open menu.

use bevy::prelude::*;
use bspwalk::app::host::state::{Action, ProgramState};
use bspwalk_session::{actions::Source, overlays::OverlayKind, view::View};

use crate::app::harness::Rig;

fn is_open(rig: &Rig) -> bool {
    rig.resource::<ProgramState>().ui.menu.is_some()
}

/// Presses keys one after the other.
fn tap(rig: &mut Rig, keys: &[KeyCode]) {
    for &key in keys {
        rig.tap_for(key, 3);
    }
}

use KeyCode::{Escape, F10};

#[test]
fn open_menu_takes_all_keys() {
    let mut rig = Rig::in_room(10);
    rig.bind(Action::ToggleMenu, Source::F(10));
    let was_walking = rig.player().walking;
    tap(&mut rig, &[F10, KeyCode::KeyG, KeyCode::Digit1, KeyCode::KeyU]);
    assert!(is_open(&rig));
    assert_eq!(rig.player().walking, was_walking);
    assert!(!rig.resource::<ProgramState>().overlays.is_on(OverlayKind::Planes));
    assert_eq!(rig.resource::<ProgramState>().view.view, View::Eye);
    // A key that closes the menu has no other effect, no matter how long it is held.
    rig.resource_mut::<ProgramState>().ui.help = Some(0);
    rig.press(Escape);
    rig.frames(10);
    assert!(!is_open(&rig));
    assert!(
        rig.resource::<ProgramState>().ui.help.is_some(),
        "one press closes one thing"
    );
    rig.release(Escape);
    rig.frames(2);
    tap(&mut rig, &[Escape]);
    assert!(rig.resource::<ProgramState>().ui.help.is_none());
}

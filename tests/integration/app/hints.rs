//! Tests for hints: when they appear, and that a key is not suggested again once the user has pressed it.

use bevy::prelude::*;
use bspwalk::app::{
    cards::hints::CurrentHint,
    host::state::{Action, ProgramState},
};

use bspwalk::cli::WindowArgs;

use crate::app::harness::{Rig, room, temp_folder};

fn hint(rig: &Rig) -> Option<Action> {
    rig.resource::<CurrentHint>().command()
}

/// Runs frames until a hint names the key of the given command.
fn wait_for(rig: &mut Rig, command: Action) {
    for _ in 0..400 {
        if hint(rig) == Some(command) {
            return;
        }
        rig.frames(1);
    }
    panic!("no hint of {command:?}: {:?}", hint(rig));
}

#[test]
fn hints_appear_and_stay_away_once_used() {
    let mut rig = Rig::started(temp_folder(), WindowArgs::default());
    rig.player().teleport(Vec3::new(0.0, 1.5, 0.0));
    rig.player().yaw = 0.0;
    rig.frames(30);
    assert_eq!(
        hint(&rig),
        None,
        "the first keys are named until the mouse is captured"
    );
    rig.click();
    rig.press(KeyCode::KeyW);
    wait_for(&mut rig, Action::Why);
    rig.release(KeyCode::KeyW);
    rig.tap_for(KeyCode::KeyY, 3);
    assert_ne!(hint(&rig), Some(Action::Why));
    rig.selected_mut().node = None;
    wait_for(&mut rig, Action::ToggleModel);
    rig.tap_for(KeyCode::KeyU, 3);
    assert_ne!(hint(&rig), Some(Action::ToggleModel));
    rig.tap(KeyCode::KeyU);
    rig.click();
    // Hit the wall again, both in this run and in the next one.
    for mut rig in [rig, Rig::of(&room(), 100)] {
        let done = rig.resource::<ProgramState>().hints.done.clone();
        rig.press(KeyCode::KeyW);
        if !rig.resource::<ProgramState>().ui.captured {
            rig.click();
        }
        let mut named = false;
        for _ in 0..200 {
            rig.frames(1);
            named |= hint(&rig) == Some(Action::Why);
        }
        assert_eq!(named, !done.contains("why"), "{done:?}");
    }
}

#[test]
fn settings_keep_used_hints_and_disable_all() {
    let mut first = Rig::started(temp_folder(), WindowArgs::default());
    first.run_for(Action::ToggleModel, 30);
    let mut second = Rig::started(first.folder, WindowArgs::default());
    let done = &second.resource::<ProgramState>().hints.done;
    assert!(done.contains("model") && !done.contains("why"));
    second.click();
    for _ in 0..300 {
        second.frames(1);
        assert_ne!(hint(&second), Some(Action::ToggleModel));
    }
    assert!(hint(&second).is_some());
    second.resource_mut::<ProgramState>().hints.on = false;
    second.frames(2);
    assert_eq!(hint(&second), None);
}

//! Tests of hints: where they appear, and that a key is not suggested again once it was used.

use bevy::prelude::*;
use bspwalk::app::{
    cards::hints::CurrentHint,
    host::{
        shown::ShownIn,
        state::{Action, Selection, Ui},
    },
    input::settings::Settings,
};

use crate::app::harness::{Rig, room, settings_file};

fn hint(rig: &Rig) -> Option<Action> {
    rig.resource::<CurrentHint>().command()
}

/// Runs frames until a hint names the key of this command.
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
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = settings_file(folder.path());
    let mut rig = Rig::with_level(folder, &room(), 100, Some(file));
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
    rig.tap(KeyCode::KeyY);
    rig.frames(2);
    assert_ne!(hint(&rig), Some(Action::Why));
    rig.app.world_mut().shown_mut::<Selection>().node = None;
    wait_for(&mut rig, Action::ToggleModel);
    rig.tap(KeyCode::KeyU);
    rig.frames(2);
    assert_ne!(hint(&rig), Some(Action::ToggleModel));
    rig.tap(KeyCode::KeyU);
    rig.click();
    // At the wall again, in this run and in the next one.
    for mut rig in [
        rig,
        Rig::with_level(tempfile::tempdir().expect("a folder"), &room(), 100, None),
    ] {
        let done = rig.resource::<Settings>().hints_done.clone();
        rig.press(KeyCode::KeyW);
        if !rig.resource::<Ui>().captured {
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
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = settings_file(folder.path());
    let mut first = Rig::with_level(folder, &room(), 100, Some(file.clone()));
    first.command(Action::ToggleModel);
    first.frames(30);
    let mut second = Rig::with_level(first.folder, &room(), 100, Some(file));
    let settings = second.app.world().resource::<Settings>();
    assert!(settings.hints_done.contains("model") && !settings.hints_done.contains("why"));
    second.click();
    for _ in 0..300 {
        second.frames(1);
        assert_ne!(hint(&second), Some(Action::ToggleModel));
    }
    assert!(hint(&second).is_some());
    second.app.world_mut().resource_mut::<Settings>().hints = false;
    second.frames(2);
    assert_eq!(hint(&second), None);
}

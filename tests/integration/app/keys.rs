//! Tests that key bindings are changed by messages from the panel, saved, and displayed.

use bevy::prelude::*;
use bspwalk::app::{
    host::state::{Action, Overlays, ProgramState},
    input::{
        KeyLabels,
        bindings::{Bindings, KeyChange, Listening},
    },
};
use bspwalk::cli::WindowArgs;
use bspwalk_session::{
    actions::{Axis, Device, Effect, FrontEnd, Motion, Preset, Source},
    overlays::OverlayKind,
};

use crate::app::harness::{Rig, settings_file, temp_folder};

fn change(rig: &mut Rig, change: KeyChange) {
    rig.send(change);
    rig.frames(2);
}

fn listen(rig: &mut Rig, id: &str, instead: Option<Source>) {
    change(rig, KeyChange::Listen(id.to_owned(), instead));
    assert!(rig.resource::<Listening>().is_waiting());
}

fn listening(rig: &Rig) -> &Listening {
    rig.resource::<Listening>()
}

fn label(rig: &Rig, action: Action) -> String {
    rig.resource::<KeyLabels>().key_or_palette_hint(action)
}

/// Returns whether an action is bound to a key or mouse button.
fn has_key(rig: &Rig, action: Action) -> bool {
    let keymap = &rig.resource::<Bindings>().0;
    let source = keymap.source_of_device(FrontEnd::Window, Effect::Send(action), Device::Keys);
    source.is_some()
}

/// Holds a key and returns the resulting movement direction.
fn moves(rig: &mut Rig, key: KeyCode) -> Vec3 {
    rig.press(key);
    rig.frames(3);
    let direction = rig.direction();
    rig.release(key);
    rig.frames(2);
    direction
}

#[test]
fn pressed_key_is_bound_and_moves() {
    let mut rig = Rig::in_room(10);
    assert_eq!(moves(&mut rig, KeyCode::KeyW), Vec3::NEG_Z);
    listen(&mut rig, "move-forward", Some(Source::Char('w')));
    // Pressing a key to bind it does not trigger the command.
    rig.press(KeyCode::Insert);
    rig.frames(5);
    assert!(!listening(&rig).is_waiting());
    assert_eq!(
        rig.direction(),
        Vec3::ZERO,
        "the key that was bound is still down"
    );
    rig.release(KeyCode::Insert);
    rig.frames(2);
    assert_eq!(moves(&mut rig, KeyCode::Insert), Vec3::NEG_Z);
    assert_eq!(
        moves(&mut rig, KeyCode::KeyW),
        Vec3::ZERO,
        "another key took its place"
    );
    assert_eq!(
        moves(&mut rig, KeyCode::KeyS),
        Vec3::Z,
        "the others are as they were"
    );
    let labels = rig.resource::<KeyLabels>();
    assert_eq!(labels.names().of_motion(Motion::Forward), "Insert");
}

#[test]
fn taken_key_is_reassigned_or_kept() {
    let mut rig = Rig::in_room(10);
    let walking = |rig: &mut Rig| rig.player().walking;
    for take in [false, true] {
        listen(&mut rig, "toggle-walking", None);
        rig.tap_for(KeyCode::Digit5, 3);
        let (source, others) = listening(&rig).conflict().expect("another has it");
        assert_eq!(
            (source, others[0].id().as_str()),
            (Source::Char('5'), "show-cells")
        );
        let on = rig.resource::<ProgramState>().overlays.is_on(OverlayKind::Cells);
        assert!(!on, "it was not pressed for its command");
        change(&mut rig, if take { KeyChange::Take } else { KeyChange::Keep });
        assert!(listening(&rig).control().is_none());
        let before = walking(&mut rig);
        rig.tap_for(KeyCode::Digit5, 3);
        assert_eq!(walking(&mut rig) != before, take);
        rig.resource_mut::<ProgramState>().overlays = Overlays::none();
    }
    assert!(!has_key(&rig, Action::Overlay('5')));
    listen(&mut rig, "toggle-walking", None);
    rig.tap_for(KeyCode::Escape, 3);
    assert!(listening(&rig).control().is_none());
    change(&mut rig, KeyChange::Reset("toggle-walking".into()));
    change(&mut rig, KeyChange::Reset("show-cells".into()));
    assert_eq!(*rig.resource::<Bindings>(), Bindings::default());
}

#[test]
fn panel_keeps_essential_keys() {
    let mut rig = Rig::in_room(10);
    change(&mut rig, KeyChange::Remove("escape".into(), Source::Escape));
    assert!(listening(&rig).message_for("escape").is_some());
    listen(&mut rig, "toggle-walking", None);
    rig.tap_for(KeyCode::F1, 3);
    change(&mut rig, KeyChange::Take);
    assert!(listening(&rig).message_for("toggle-walking").is_some());
    assert_eq!(*rig.resource::<Bindings>(), Bindings::default());
}

#[test]
fn ctrl_letters_and_mouse_buttons_can_be_bound() {
    let mut rig = Rig::in_room(10);
    let paused = |rig: &Rig| rig.walker().time_scale.paused;
    let ctrl_j = |rig: &mut Rig| {
        rig.with_ctrl(KeyCode::KeyJ, "j");
        rig.frames(1);
    };
    listen(&mut rig, "toggle-pause", None);
    ctrl_j(&mut rig);
    assert!(!listening(&rig).is_waiting() && !paused(&rig));
    ctrl_j(&mut rig);
    assert!(paused(&rig));
    listen(&mut rig, "toggle-pause", None);
    rig.click_with(MouseButton::Back);
    rig.frames(2);
    rig.click_with(MouseButton::Back);
    rig.frames(2);
    assert!(!paused(&rig));
    let keymap = &rig.resource::<Bindings>().0;
    let pause = bspwalk_session::actions::control_named("toggle-pause").expect("a control");
    for source in [Source::WithCtrl('j'), Source::BackClick] {
        assert!(keymap.sources(pause).contains(&source), "{source}");
    }
}

#[test]
fn mouse_and_wheel_can_be_inverted() {
    let mut rig = Rig::in_room(10);
    for axis in Axis::ALL {
        change(&mut rig, KeyChange::Invert(axis, true));
    }
    let before = rig.player().speed;
    rig.turn_wheel(1.0);
    assert!(rig.player().speed < before);
    rig.click();
    rig.frames(2);
    rig.move_mouse(Vec2::new(-90.0, -50.0));
    let forward = rig.player().forward();
    assert!(forward.x > 0.0 && forward.y < 0.0, "{forward}");
}

#[test]
fn presets_bind_and_name_all_keys() {
    let mut rig = Rig::in_room(10);
    change(&mut rig, KeyChange::Choose(Preset::Azerty));
    assert_eq!(
        moves(&mut rig, KeyCode::KeyW),
        Vec3::NEG_Z,
        "the place is the same"
    );
    let labels = rig.resource::<KeyLabels>();
    assert_eq!(labels.names().of_motion(Motion::Forward), "Z");
    change(&mut rig, KeyChange::Choose(Preset::OneHand));
    let before = rig.player().yaw;
    rig.hold_key(KeyCode::KeyQ, 10);
    rig.frames(1);
    assert!(rig.player().yaw > before);
    assert_eq!(label(&rig, Action::SelectUnderCrosshair), "C");
}

#[test]
fn keys_are_saved_and_invalid_entry_is_named() {
    let folder = temp_folder();
    let file = settings_file(folder.path());
    let mut first = Rig::started(folder, WindowArgs::default());
    change(&mut first, KeyChange::Choose(Preset::LeftHand));
    listen(&mut first, "toggle-walking", None);
    first.tap_for(KeyCode::F11, 2);
    change(&mut first, KeyChange::Take);
    change(&mut first, KeyChange::Invert(Axis::LookUpAndDown, true));
    first.frames(15);
    let bound = first.resource::<Bindings>().clone();
    let written = std::fs::read_to_string(&file).expect("they were written");
    assert!(
        written.contains("left-hand") && written.contains("F11"),
        "{written}"
    );
    let second = Rig::started(first.folder, WindowArgs::default());
    assert_eq!(*second.resource::<Bindings>(), bound);
    assert!(!has_key(&second, Action::ToggleFullScreen));
    let text = "[settings]\ninvert_y = true\n[keys]\npreset = 'azerty'\nwhy = ['Hyper']\n";
    std::fs::write(&file, text).expect("the file can be written");
    let third = Rig::started(second.folder, WindowArgs::default());
    assert!(third.was_told(&["`keys.why`", "Hyper"]));
    let keymap = &third.resource::<Bindings>().0;
    assert_eq!(keymap.preset(), Preset::Azerty);
    assert!(
        keymap.is_inverted(Axis::LookUpAndDown),
        "as older programs kept it"
    );
    assert_eq!(label(&third, Action::Why), "Y");
}

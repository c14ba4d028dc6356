//! Keys and mouse.

use bevy::{input::keyboard::KeyboardFocusLost, prelude::*, window::WindowFocused};
use bspwalk::app::{
    input::{
        MoveIntent, SPEEDS,
        controls::{CONTROLS, Effect},
    },
    settings::Settings,
    state::{Command, Ui},
};

use crate::harness::Rig;

fn ui(rig: &Rig) -> Ui {
    *rig.app.world().resource::<Ui>()
}

#[test]
fn lost_focus_releases_the_keys_and_the_mouse() {
    let mut rig = Rig::in_room(10);
    rig.click();
    assert!(ui(&rig).captured, "a click captures, however short");
    rig.press(KeyCode::KeyW);
    rig.frames(20);
    assert!(rig.player().velocity.length() > 1.0);
    let window = Entity::PLACEHOLDER;
    rig.app.world_mut().write_message(KeyboardFocusLost);
    rig.app.world_mut().write_message(WindowFocused {
        window,
        focused: false,
    });
    rig.frames(2);
    assert_eq!(*rig.app.world().resource::<MoveIntent>(), MoveIntent::default());
    assert!(!ui(&rig).captured);
    rig.frames(90);
    assert_eq!(rig.player().velocity, Vec3::ZERO, "no key is held any more");
}

#[test]
fn a_tap_shorter_than_a_frame_counts_once() {
    let mut rig = Rig::in_room(100);
    for expected in [true, false, true] {
        rig.tap(KeyCode::KeyV);
        assert_eq!(rig.player().noclip, expected);
        rig.frames(2);
        assert_eq!(rig.player().noclip, expected, "it is not repeated");
    }
}

#[test]
fn a_key_pressed_twice_within_a_frame_counts_twice() {
    let mut rig = Rig::in_room(100);
    let presses = |rig: &mut Rig, count: usize| {
        for _ in 0..count {
            rig.press(KeyCode::KeyV);
            rig.release(KeyCode::KeyV);
        }
        let mut changes = 0;
        let mut noclip = rig.player().noclip;
        for _ in 0..2 * count + 2 {
            rig.frames(1);
            changes += usize::from(rig.player().noclip != noclip);
            noclip = rig.player().noclip;
        }
        changes
    };
    assert_eq!(presses(&mut rig, 2), 2);
    assert_eq!(presses(&mut rig, 3), 3);
    assert_eq!(
        presses(&mut rig, 1000),
        4,
        "few enough that nobody waits for them"
    );
    // Held down after that, it is held.
    rig.press(KeyCode::KeyW);
    rig.release(KeyCode::KeyW);
    rig.press(KeyCode::KeyW);
    rig.frames(10);
    assert_eq!(rig.app.world().resource::<MoveIntent>().direction, Vec3::NEG_Z);
}

#[test]
fn escape_frees_the_mouse_and_closes_the_help() {
    let mut rig = Rig::in_room(10);
    rig.click();
    rig.tap(KeyCode::F1);
    rig.frames(1);
    assert!(ui(&rig).help && ui(&rig).captured);
    rig.tap(KeyCode::Escape);
    rig.frames(1);
    assert!(!ui(&rig).help && !ui(&rig).captured);
}

#[test]
fn the_panel_frees_the_mouse_and_gives_it_back() {
    let mut rig = Rig::in_room(10);
    rig.click();
    rig.tap(KeyCode::Tab);
    rig.frames(1);
    assert!(ui(&rig).panel && !ui(&rig).captured);
    rig.tap(KeyCode::Tab);
    rig.frames(1);
    assert!(!ui(&rig).panel && ui(&rig).captured);
}

#[test]
fn the_mouse_turns_the_view_only_while_captured() {
    let mut rig = Rig::in_room(10);
    rig.move_mouse(Vec2::new(100.0, 0.0));
    assert_eq!(rig.player().yaw, 0.0, "free, it points");
    rig.click();
    rig.move_mouse(Vec2::new(-90.0, -50.0));
    let degrees = rig.app.world().resource::<Settings>().sensitivity;
    let (yaw, pitch) = (rig.player().yaw.to_degrees(), rig.player().pitch.to_degrees());
    assert!((yaw - 90.0 * degrees).abs() < 1.0e-3, "left turns left: {yaw}°");
    assert!((pitch - 50.0 * degrees).abs() < 1.0e-3, "up looks up: {pitch}°");
    rig.app.world_mut().resource_mut::<Settings>().invert_y = true;
    rig.move_mouse(Vec2::new(0.0, -50.0));
    assert!(rig.player().pitch.abs() < 1.0e-3, "inverted");
    rig.move_mouse(Vec2::new(0.0, 1.0e6));
    assert!(rig.player().pitch.to_degrees() < 90.0, "never over the top");
}

#[test]
fn the_wheel_changes_the_speed_within_bounds() {
    let mut rig = Rig::in_room(10);
    let before = rig.player().speed;
    rig.turn_wheel(1.0);
    let after = rig.player().speed;
    assert!(
        after > before * 1.05 && after < before * 1.5,
        "{before} to {after} m/s"
    );
    rig.turn_wheel(-1.0);
    assert!((rig.player().speed - before).abs() < 1.0e-4);
    rig.turn_wheel(1000.0);
    assert_eq!(rig.player().speed, SPEEDS[1]);
    rig.turn_wheel(-1000.0);
    assert_eq!(rig.player().speed, SPEEDS[0]);
}

#[test]
fn the_wheel_on_the_panel_is_for_the_panel() {
    let mut rig = Rig::in_room(10);
    let before = rig.player().speed;
    rig.app.world_mut().resource_mut::<Ui>().pointer_on_panel = true;
    rig.frames(1);
    rig.turn_wheel(-3.0);
    assert_eq!(rig.player().speed, before);
    rig.app.world_mut().resource_mut::<Ui>().pointer_on_panel = false;
    rig.frames(1);
    rig.turn_wheel(-3.0);
    assert!(rig.player().speed < before);
}

#[test]
fn the_help_lists_every_key_once() {
    let mut sources = Vec::new();
    for control in CONTROLS {
        assert!(!control.help.is_empty(), "{:?} is not explained", control.effect);
        assert!(control.keys().iter().all(|key| !key.is_empty()));
        for source in control.sources {
            assert!(!sources.contains(source), "{source:?} does two things");
            sources.push(*source);
        }
    }
    for command in [
        Command::Respawn,
        Command::ToggleNoclip,
        Command::ToggleWalking,
        Command::Why,
        Command::ToggleReplay,
        Command::ToggleRecording,
        Command::PlayScript,
        Command::Slower,
        Command::TogglePause,
        Command::SingleStep,
        Command::ToggleHelp,
        Command::ToggleFullScreen,
        Command::Screenshot,
        Command::TogglePanel,
        Command::SelectUnderCrosshair,
        Command::SelectParent,
        Command::SelectFront,
        Command::SelectBack,
        Command::Escape,
    ] {
        assert!(
            CONTROLS
                .iter()
                .any(|control| control.effect == Effect::Press(command)),
            "{command:?} has no key"
        );
    }
}

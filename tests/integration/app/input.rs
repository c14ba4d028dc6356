//! Tests for keyboard and mouse input.

use bevy::{
    input::{
        ButtonState,
        keyboard::{Key, KeyboardFocusLost},
    },
    prelude::*,
    window::{CursorGrabMode, CursorOptions, PrimaryWindow, WindowFocused},
};
use bspwalk::app::{
    host::state::{Act, Action, Page, ProgramState, QueryEnd, Ui},
    input::{KeyLabels, MoveIntent, bindings::Bindings, settings::Settings},
};

use bspwalk_session::{
    actions::{Axis, FrontEnd, Motion, Source, controls},
    body::SPEEDS,
};

use crate::app::harness::Rig;

fn ui(rig: &Rig) -> Ui {
    rig.resource::<ProgramState>().ui
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
    rig.send(KeyboardFocusLost);
    rig.send(WindowFocused {
        window,
        focused: false,
    });
    rig.frames(2);
    assert_eq!(*rig.resource::<MoveIntent>(), MoveIntent::default());
    assert!(!ui(&rig).captured);
    rig.frames(90);
    assert_eq!(rig.player().velocity, Vec3::ZERO, "no key is held any more");
}

/// Returns the actions sent in the last frame.
fn acts(rig: &Rig) -> Vec<Action> {
    let commands = rig.resource::<Messages<Act>>();
    commands.iter_current_update_messages().map(|act| act.0).collect()
}

#[test]
fn keys_pressed_in_one_frame_act_in_order() {
    let mut rig = Rig::in_room(10);
    let (walk, pass, planes) = (Action::ToggleWalking, Action::ToggleNoclip, Action::Overlay('1'));
    for (keys, expected) in [
        (
            [KeyCode::Digit1, KeyCode::KeyV, KeyCode::KeyG],
            [planes, pass, walk],
        ),
        (
            [KeyCode::KeyG, KeyCode::Digit1, KeyCode::KeyV],
            [walk, planes, pass],
        ),
    ] {
        for key in keys {
            rig.press(key);
            rig.release(key);
        }
        rig.frames(1);
        assert_eq!(acts(&rig), expected);
        rig.frames(2);
        assert_eq!(acts(&rig), []);
    }
}

#[test]
fn only_steps_repeat_while_a_key_is_held() {
    let mut rig = Rig::in_room(10);
    rig.bind(Action::SingleStep, Source::Char('.'));
    for (key, action, repeats) in [
        (KeyCode::KeyG, Action::ToggleWalking, false),
        // This action pauses the simulation, so messages stay queued.
        (KeyCode::Period, Action::SingleStep, true),
    ] {
        rig.press(key);
        rig.frames(1);
        assert_eq!(acts(&rig), [action]);
        rig.frames(2);
        assert_eq!(acts(&rig), []);
        rig.repeat(key);
        rig.frames(1);
        assert_eq!(acts(&rig).contains(&action), repeats);
        rig.release(key);
        rig.frames(2);
    }
}

#[test]
fn every_press_within_a_frame_counts() {
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
    assert_eq!(presses(&mut rig, 1), 1, "it is not repeated");
    assert_eq!(presses(&mut rig, 2), 2);
    assert_eq!(presses(&mut rig, 3), 3);
    assert_eq!(presses(&mut rig, 1000), 4, "the queue is short");
    // A key that is pressed again and stays down counts as held.
    rig.press(KeyCode::KeyW);
    rig.release(KeyCode::KeyW);
    rig.press(KeyCode::KeyW);
    rig.frames(10);
    assert_eq!(rig.direction(), Vec3::NEG_Z);
}

#[test]
fn escape_closes_one_layer_per_press() {
    let mut rig = Rig::in_room(10);
    // Walk into a wall, so that there is a stop to explain and a path to replay.
    rig.hold_key(KeyCode::KeyW, 200);
    for command in [Action::Why, Action::ToggleReplay] {
        rig.run_for(command, 2);
    }
    // In noclip, the body takes no steps, so the script waits and stays open.
    rig.player().noclip = true;
    rig.player().walker.playing = Some(bspwalk_session::body::Playing::default());
    {
        let world = rig.app.world_mut();
        let bspwalk_session::program_state::ProgramState { query, ui, .. } =
            &mut world.resource_mut::<ProgramState>().into_inner().0;
        (query.open, query.picking) = (true, Some(QueryEnd::From));
        (ui.help, ui.page, ui.captured) = (Some(0), Some(Page::Map), true);
    }
    let open = |rig: &Rig| {
        let world = rig.app.world();
        let (ui, query) = (
            world.resource::<ProgramState>().ui,
            &world.resource::<ProgramState>().query,
        );
        let walker = rig.walker();
        [
            ui.help.is_some(),
            ui.page.is_some(),
            ui.captured,
            query.picking.is_some(),
            walker.why.is_some(),
            walker.replay.is_some(),
            walker.playing.is_some(),
        ]
    };
    let count = open(&rig).len();
    assert_eq!(open(&rig), [true; 7]);
    for closed in 1..=count {
        rig.tap(KeyCode::Escape);
        let now = open(&rig);
        assert!(
            now[..closed].iter().all(|is_open| !is_open) && now[closed..].iter().all(|is_open| *is_open),
            "after {closed} presses: {now:?}"
        );
        rig.frames(1);
    }
    rig.tap(KeyCode::Escape);
    assert_eq!(open(&rig), [false; 7]);
}

#[test]
fn escape_frees_the_mouse_before_cancelling() {
    let mut rig = Rig::in_room(10);
    let script = rig.file(
        "long.jsonl",
        "{\"ticks\":1,\"forward\":0.5}\n".repeat(1_500_000).as_bytes(),
    );
    rig.resource_mut::<ProgramState>().scripts.latest = Some(script);
    let reading = |rig: &Rig| rig.resource::<ProgramState>().scripts.status();
    rig.click();
    rig.run(Action::PlayScript);
    assert!(ui(&rig).captured && rig.walker().playing.is_none());
    let status = reading(&rig).expect("it is read in the background");
    assert!(status.title.contains("long.jsonl"));
    rig.tap(KeyCode::Escape);
    assert!(!ui(&rig).captured);
    rig.until("the end of the reading", |rig| reading(rig).is_none());
    assert!(
        !rig.was_told(&["cancelled"]),
        "freeing the mouse does not cancel it"
    );
    rig.player().walker.playing = None;
    rig.run(Action::PlayScript);
    rig.tap(KeyCode::Escape);
    rig.until("the end of the reading", |rig| reading(rig).is_none());
    rig.frames(1);
    assert!(rig.walker().playing.is_none());
    rig.assert_told(&["was cancelled", "long.jsonl"]);
}

#[test]
fn panel_frees_the_mouse_and_restores_its_capture() {
    let mut rig = Rig::in_room(10);
    let state_after_ctrl_b = |rig: &mut Rig| {
        rig.with_ctrl(KeyCode::KeyB, "b");
        rig.frames(1);
        (ui(rig).panel, ui(rig).captured)
    };
    rig.click();
    assert_eq!(state_after_ctrl_b(&mut rig), (true, false));
    assert_eq!(state_after_ctrl_b(&mut rig), (false, true));
    assert_eq!(state_after_ctrl_b(&mut rig), (true, false));
    rig.click();
    assert!(
        ui(&rig).panel && ui(&rig).captured,
        "a click beside the panel captures"
    );
    assert_eq!(
        state_after_ctrl_b(&mut rig),
        (false, true),
        "closing it keeps the mouse"
    );
    assert_eq!(state_after_ctrl_b(&mut rig), (true, false));
    rig.tap_for(KeyCode::Escape, 2);
    assert_eq!(state_after_ctrl_b(&mut rig), (false, false), "Esc has freed it");
}

/// In the last schedule of a frame, Bevy sends the cursor position to the platform, followed by whether the cursor is
/// locked. Wayland refuses to move an unlocked cursor.
#[test]
fn cursor_is_moved_only_while_it_is_locked() {
    let mut rig = Rig::in_room(10);
    let window = (Window::default(), CursorOptions::default(), PrimaryWindow);
    let window = rig.app.world_mut().spawn(window).id();
    let (mut was_locked, mut was_at) = (false, None);
    let mut moved = Vec::new();
    let mut frame = |rig: &mut Rig, captured: bool, drift: Option<Vec2>| {
        if let Some(drift) = drift {
            let mut window = rig.app.world_mut().get_mut::<Window>(window).expect("the window");
            window.set_cursor_position(Some(drift));
            was_at = window.cursor_position();
        }
        rig.resource_mut::<ProgramState>().ui.captured = captured;
        rig.frames(1);
        let world = rig.app.world();
        let cursor = world.get::<CursorOptions>(window).expect("its cursor");
        let at = world.get::<Window>(window).expect("the window").cursor_position();
        if at != was_at {
            assert!(was_locked, "moved to {at:?} while it was free");
            moved.push(captured);
        }
        assert_eq!(cursor.visible, cursor.grab_mode == CursorGrabMode::None);
        (was_at, was_locked) = (at, cursor.grab_mode == CursorGrabMode::Locked);
        was_locked
    };
    for drift in [Vec2::new(900.0, 20.0), Vec2::new(3.0, 3.0)] {
        frame(&mut rig, false, Some(drift));
        assert!(frame(&mut rig, true, None), "it is locked at once");
        frame(&mut rig, true, None);
        frame(&mut rig, true, Some(drift * 0.5));
        frame(&mut rig, false, None);
        frame(&mut rig, false, None);
        assert!(!frame(&mut rig, false, None), "and freed again");
    }
    assert_eq!(
        moved,
        [true, false, true, false],
        "into the middle, and back there"
    );
}

#[test]
fn keys_bind_by_position_and_show_printed_labels() {
    let mut rig = Rig::in_room(10);
    let label = |rig: &Rig, command| rig.resource::<KeyLabels>().key_or_palette_hint(command);
    let forward = |rig: &Rig| {
        let labels = rig.resource::<KeyLabels>();
        labels.names().of_motion(Motion::Forward)
    };
    assert_eq!(forward(&rig), "W");
    // On a French keyboard, the key that moves forward is labelled Z.
    rig.typed(KeyCode::KeyW, Key::Character("z".into()), ButtonState::Pressed);
    rig.frames(2);
    assert_eq!(rig.direction(), Vec3::NEG_Z);
    rig.typed(KeyCode::KeyW, Key::Character("z".into()), ButtonState::Released);
    rig.frames(1);
    let labels = rig.resource::<KeyLabels>();
    let names: Vec<String> = controls()
        .filter(|control| control.is_in(FrontEnd::Window))
        .flat_map(|control| labels.names().all_of(control))
        .collect();
    assert_eq!(names[..4], ["Z", "Q", "S", "D"]);
    for (index, name) in names.iter().enumerate() {
        assert!(!names[..index].contains(name), "two keys are named {name}");
    }
    assert_eq!(forward(&rig), "Z");
    // Shift and AltGr produce different characters, but the digit keys are still labelled with their digits.
    rig.press(KeyCode::AltRight);
    rig.frames(1);
    rig.typed(KeyCode::KeyE, Key::Character("€".into()), ButtonState::Pressed);
    rig.frames(1);
    rig.release(KeyCode::AltRight);
    rig.frames(1);
    rig.typed(KeyCode::Digit1, Key::Character("&".into()), ButtonState::Pressed);
    rig.frames(1);
    assert_eq!(label(&rig, Action::SelectUnderCrosshair), "E");
    assert_eq!(label(&rig, Action::Overlay('1')), "1");
}

#[test]
fn ctrl_plus_minus_zero_only_zoom() {
    let mut rig = Rig::in_room(10);
    let zoom = |rig: &Rig| rig.resource::<ProgramState>().ui.text_scale.0;
    rig.press(KeyCode::ControlLeft);
    rig.frames(2);
    let down = |rig: &Rig| rig.direction() == Vec3::NEG_Y;
    assert!(down(&rig), "Ctrl alone moves down");
    for (place, sign, command, expected) in [
        (KeyCode::Equal, "=", Action::LargerText, 1.1),
        (KeyCode::NumpadAdd, "+", Action::LargerText, 1.2),
        // On a French keyboard, this is the minus key.
        (KeyCode::Digit6, "-", Action::SmallerText, 1.1),
        (KeyCode::Digit0, "0", Action::DefaultText, 1.0),
    ] {
        rig.typed(place, Key::Character(sign.into()), ButtonState::Pressed);
        rig.typed(place, Key::Character(sign.into()), ButtonState::Released);
        rig.frames(1);
        assert_eq!(acts(&rig), [command], "{sign}");
        for _ in 0..2 {
            rig.frames(1);
            assert_eq!(acts(&rig), [], "{sign}");
        }
        assert!(
            (zoom(&rig) - expected).abs() < 1.0e-5,
            "{sign} zooms to {}",
            zoom(&rig)
        );
        assert!(!down(&rig), "Ctrl held to zoom does not move");
    }
    rig.release(KeyCode::ControlLeft);
    rig.frames(1);
    rig.press(KeyCode::ControlLeft);
    rig.frames(2);
    assert!(down(&rig), "it moves again");
    rig.release(KeyCode::ControlLeft);
    rig.frames(1);
    rig.typed(KeyCode::Equal, Key::Character("=".into()), ButtonState::Pressed);
    rig.frames(2);
    assert!((zoom(&rig) - 1.0).abs() < 1.0e-5, "not without Ctrl");
}

/// In a slow frame, a key can be pressed and released together with Ctrl.
#[test]
fn ctrl_held_within_a_frame_counts() {
    let mut rig = Rig::in_room(10);
    rig.press(KeyCode::ControlLeft);
    for state in [ButtonState::Pressed, ButtonState::Released] {
        rig.typed(KeyCode::KeyV, Key::Character("v".into()), state);
    }
    rig.release(KeyCode::ControlLeft);
    rig.frames(1);
    assert_eq!(acts(&rig), [Action::PasteView]);
    rig.frames(2);
    assert!(!rig.player().noclip, "the key alone has another meaning");
    assert_eq!(rig.direction(), Vec3::ZERO);
    // Ctrl has no effect on a key that was pressed before it.
    rig.typed(KeyCode::KeyV, Key::Character("v".into()), ButtonState::Pressed);
    rig.typed(KeyCode::KeyV, Key::Character("v".into()), ButtonState::Released);
    rig.press(KeyCode::ControlLeft);
    rig.frames(1);
    assert!(!acts(&rig).contains(&Action::PasteView));
}

#[test]
fn wheel_over_help_or_panel_keeps_the_speed() {
    let mut rig = Rig::in_room(10);
    let point: [fn(&mut Rig, bool); 2] = [
        |rig, _| rig.tap_for(KeyCode::F1, 3),
        |rig, is_over| {
            rig.resource_mut::<ProgramState>().ui.pointer_on_panel = is_over;
            rig.frames(1);
        },
    ];
    for point in point {
        for is_over in [true, false] {
            let before = rig.player().speed;
            point(&mut rig, is_over);
            rig.turn_wheel(-3.0);
            let change = rig.player().speed - before;
            assert!(if is_over { change == 0.0 } else { change < 0.0 }, "{change}");
        }
    }
}

#[test]
fn mouse_turns_the_view_only_while_captured() {
    let mut rig = Rig::in_room(10);
    rig.move_mouse(Vec2::new(100.0, 0.0));
    assert_eq!(rig.player().yaw, 0.0, "free, it points");
    rig.click();
    rig.move_mouse(Vec2::new(-90.0, -50.0));
    let degrees = rig.resource::<Settings>().sensitivity;
    let (yaw, pitch) = (rig.player().yaw.to_degrees(), rig.player().pitch.to_degrees());
    assert!((yaw - 90.0 * degrees).abs() < 1.0e-3, "left turns left: {yaw}°");
    assert!((pitch - 50.0 * degrees).abs() < 1.0e-3, "up looks up: {pitch}°");
    let mut bindings = rig.resource_mut::<Bindings>();
    bindings.0.invert(Axis::LookUpAndDown, true);
    rig.move_mouse(Vec2::new(0.0, -50.0));
    assert!(rig.player().pitch.abs() < 1.0e-3, "inverted");
    rig.move_mouse(Vec2::new(0.0, 1.0e6));
    assert!(rig.player().pitch.to_degrees() < 90.0, "never over the top");
}

#[test]
fn wheel_changes_the_speed_within_bounds() {
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
fn ctrl_q_quits_and_q_alone_does_not() {
    let mut rig = Rig::in_room(10);
    let exits = |rig: &Rig| rig.resource::<Messages<AppExit>>().len();
    let press_q = |rig: &mut Rig| {
        let q = || Key::Character("q".into());
        rig.typed(KeyCode::KeyQ, q(), ButtonState::Pressed);
        rig.frames(1);
        let count = exits(rig);
        rig.typed(KeyCode::KeyQ, q(), ButtonState::Released);
        rig.frames(1);
        count
    };
    assert_eq!(press_q(&mut rig), 0);
    rig.press(KeyCode::ControlLeft);
    rig.frames(1);
    assert_eq!(press_q(&mut rig), 1);
}

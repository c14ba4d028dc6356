//! Tests for the table of controls, row by row: every key, button and wheel does what the help says.

use bevy::{
    input::{ButtonState, keyboard::Key},
    prelude::*,
};
use bspwalk::app::{
    host::state::{Act, Action, Page, Player, ProgramState, Ui},
    input::bindings::keys,
    paint::overlays::CurrentTreeStats,
};
use bspwalk_session::{
    actions::{Control, Effect, FrontEnd, Motion, Source, Turn, controls},
    view::View,
};
use bspwalk_testing::effort;
use bspwalk_trees::NodeId;

use crate::app::harness::{Rig, room, select};

/// Creates a rig with the room.
fn rig() -> Rig {
    let mut rig = Rig::prepared(&room(), 10, select);
    rig.player().teleport(Vec3::new(3.0, 1.0, 0.0));
    (rig.player().yaw, rig.player().pitch) = (0.0, 0.0);
    rig.until("the figures of the tree", |rig| {
        rig.resource::<CurrentTreeStats>().tree_id == Some(rig.current().tree_id())
    });
    rig
}

/// Presses and releases a key or button, moves the mouse or turns the wheel.
fn tap(rig: &mut Rig, source: Source) {
    // A frame without the key must separate two presses.
    rig.frames(1);
    match source {
        Source::Click => rig.click_with(MouseButton::Left),
        Source::RightClick => rig.click_with(MouseButton::Right),
        Source::Mouse => rig.move_mouse(Vec2::new(-50.0, 0.0)),
        Source::Wheel => rig.turn_wheel(1.0),
        Source::WithCtrl(c) | Source::WithCtrlShift(c) => {
            rig.press(KeyCode::ControlLeft);
            if matches!(source, Source::WithCtrlShift(_)) {
                rig.press(KeyCode::ShiftLeft);
            }
            rig.frames(2);
            for state in [ButtonState::Pressed, ButtonState::Released] {
                let letter = Key::Character(c.to_string().into());
                // No key prints `+` without Shift, so use the key with `=`.
                let key = keys(Source::Char(c)).first().copied().unwrap_or(KeyCode::Equal);
                rig.typed(key, letter, state);
                rig.frames(1);
            }
            rig.release(KeyCode::ShiftLeft);
            rig.release(KeyCode::ControlLeft);
        }
        Source::Pad(button) => rig.tap_pad(None, button),
        Source::PadWith(hold, button) => rig.tap_pad(Some(hold), button),
        key => rig.tap(key_of(key)),
    }
}

/// Presses and holds a key, a button or a stick.
fn press_down(rig: &mut Rig, source: Source) {
    match source {
        Source::Pad(button) => rig.pad(button, 1.0),
        Source::Stick(stick, turn) => {
            let [left, up] = turn.left_and_up();
            rig.stick(stick, [-left, up]);
        }
        key => rig.press(key_of(key)),
    }
}

/// Releases a key, a button or a stick.
fn let_go(rig: &mut Rig, source: Source) {
    match source {
        Source::Pad(button) => rig.pad(button, 0.0),
        Source::Stick(stick, _) => rig.stick(stick, [0.0; 2]),
        key => rig.release(key_of(key)),
    }
}

fn ui(rig: &Rig) -> Ui {
    rig.resource::<ProgramState>().ui
}

fn selected(rig: &Rig) -> Option<NodeId> {
    rig.selected().node
}

/// Makes the player fly into the wall ahead.
fn hit_the_wall(rig: &mut Rig) {
    rig.hold_key(KeyCode::KeyW, 300);
    rig.frames(5);
}

/// Returns the first physical key of a source.
fn key_of(source: Source) -> KeyCode {
    let keys = keys(source);
    *keys.first().unwrap_or_else(|| panic!("{source:?} is no key"))
}

/// Holds a movement key and checks its effect. Holds the forward key as well if it is the fast key.
fn hold(motion: Motion, source: Source) {
    let mut rig = rig();
    rig.player().noclip = true;
    let speed = rig.player().speed;
    let is_fast = motion == Motion::Fast;
    let direction = match motion {
        Motion::Forward | Motion::Fast => Vec3::NEG_Z,
        Motion::Back => Vec3::Z,
        Motion::Left => Vec3::NEG_X,
        Motion::Right => Vec3::X,
        Motion::Up => Vec3::Y,
        Motion::Down => Vec3::NEG_Y,
    };
    if is_fast {
        rig.press(KeyCode::KeyW);
    }
    press_down(&mut rig, source);
    rig.frames(60);
    let velocity = rig.player().velocity;
    let along = velocity.dot(direction);
    assert!(
        (velocity - direction * along).length() < 0.01 * speed,
        "{velocity} along {direction}"
    );
    assert_eq!(along > 1.5 * speed, is_fast, "{along} m/s of {speed}");
    assert!(along > 0.9 * speed, "{along} m/s of {speed}");
    let_go(&mut rig, source);
    rig.release(KeyCode::KeyW);
    rig.frames(120);
    assert_eq!(rig.player().velocity, Vec3::ZERO, "it goes on");
}

/// Holds a key that turns the view, and checks its effect.
fn turn(turn: Turn, source: Source) {
    let mut rig = rig();
    rig.player().noclip = true;
    // Turning right decreases the yaw.
    rig.player().yaw = 1.0;
    let view = |rig: &mut Rig| [rig.player().yaw - 1.0, rig.player().pitch];
    let before = rig.player().position;
    press_down(&mut rig, source);
    rig.frames(20);
    let turned = view(&mut rig);
    let expected = turn.left_and_up();
    for (turned, expected) in turned.into_iter().zip(expected) {
        assert!(
            turned * expected > 0.05 || (turned == 0.0 && expected == 0.0),
            "{turned}, {turn:?}"
        );
    }
    let_go(&mut rig, source);
    rig.frames(2);
    let rested = view(&mut rig);
    rig.frames(20);
    assert_eq!(view(&mut rig), rested, "it goes on");
    assert_eq!(rig.player().position, before, "the body stays");
}

fn press(command: Action, source: Source) {
    let mut rig = rig();
    let before = rig.player().clone();
    match command {
        Action::ToggleTreeDock => {
            rig.click();
            tap(&mut rig, source);
            rig.frames(1);
            assert!(
                ui(&rig).dock && !ui(&rig).captured,
                "it opens, and the mouse points"
            );
            tap(&mut rig, source);
            rig.frames(1);
            assert!(!ui(&rig).dock && ui(&rig).captured);
        }
        Action::TogglePlanarPage | Action::ToggleDuel => {
            let is_duel = matches!(command, Action::ToggleDuel);
            let page = if is_duel { Page::Duel } else { Page::PlanarTree };
            rig.click();
            tap(&mut rig, source);
            rig.frames(1);
            assert!(
                ui(&rig).page == Some(page) && !ui(&rig).captured,
                "it opens, and the mouse points"
            );
            tap(&mut rig, source);
            rig.frames(1);
            assert!(ui(&rig).page.is_none() && ui(&rig).captured);
        }
        Action::ToggleQuiz => {
            for expected in [true, false] {
                tap(&mut rig, source);
                assert_eq!(rig.resource::<ProgramState>().quiz.is_open(), expected);
            }
            tap(&mut rig, source);
            rig.run_for(Action::Escape, 2);
            assert!(!rig.resource::<ProgramState>().quiz.is_open());
        }
        Action::NextMap => {
            rig.click();
            let large = Some(Page::Map);
            for (map, page, captured) in [(true, None, true), (true, large, false), (false, None, true)] {
                tap(&mut rig, source);
                rig.frames(1);
                let ui = ui(&rig);
                assert_eq!((ui.map, ui.page, ui.captured), (map, page, captured));
            }
        }
        Action::ToggleModel | Action::TogglePlan => {
            let view = |rig: &Rig| rig.resource::<ProgramState>().view.view;
            rig.click();
            assert!(ui(&rig).captured);
            tap(&mut rig, source);
            let expected = if command == Action::ToggleModel {
                View::Model
            } else {
                View::Plan
            };
            assert_eq!(view(&rig), expected);
            assert!(!ui(&rig).captured, "the mouse points at the model");
            tap(&mut rig, source);
            assert_eq!(view(&rig), View::Eye);
        }
        Action::ToggleBuildFilm => {
            let is_open = |rig: &Rig| rig.resource::<ProgramState>().build.open;
            let view = |rig: &Rig| rig.resource::<ProgramState>().view.view;
            tap(&mut rig, source);
            assert_eq!((is_open(&rig), view(&rig)), (true, View::Model));
            tap(&mut rig, source);
            assert_eq!((is_open(&rig), view(&rig)), (false, View::Eye));
            tap(&mut rig, source);
            rig.run_for(Action::ToggleModel, 2);
            assert_eq!(
                (is_open(&rig), view(&rig)),
                (false, View::Eye),
                "from the eyes it is not seen"
            );
        }
        Action::NextStep | Action::PreviousStep => {
            let step = |rig: &Rig| rig.resource::<ProgramState>().build.step;
            rig.run_for(Action::ToggleBuildFilm, 2);
            rig.resource_mut::<ProgramState>().build.step = 2;
            rig.frames(2);
            tap(&mut rig, source);
            let expected = if command == Action::NextStep { 3 } else { 1 };
            assert_eq!(step(&rig), expected);
        }
        Action::ToggleRecording | Action::PlayScript => {
            let is_on = |rig: &Rig| rig.walker().draft.is_some();
            let toggle = |rig: &mut Rig| match command {
                Action::ToggleRecording => tap(rig, source),
                _ => {
                    rig.run_for(Action::ToggleRecording, 2);
                }
            };
            toggle(&mut rig);
            assert!(is_on(&rig));
            hit_the_wall(&mut rig);
            toggle(&mut rig);
            assert!(!is_on(&rig));
            let script = rig.resource::<ProgramState>().scripts.latest.clone();
            let script = script.expect("the script was saved");
            assert!(script.is_file());
            if command == Action::PlayScript {
                tap(&mut rig, source);
                rig.until("the script", |rig| rig.walker().playing.is_some());
            }
            std::fs::remove_file(script).expect("the script can be removed");
        }
        Action::TogglePause => {
            tap(&mut rig, source);
            rig.frames(1);
            assert!(rig.walker().time_scale.paused);
        }
        Action::SingleStep => {
            let steps = |rig: &Rig| rig.shown::<Player>().history().added() as usize;
            rig.run_for(Action::TogglePause, 3);
            let count = steps(&rig);
            tap(&mut rig, source);
            rig.frames(3);
            assert_eq!(steps(&rig), count + 1);
        }
        Action::Tour => {
            for is_on in [true, false] {
                tap(&mut rig, source);
                rig.frames(1);
                assert_eq!(ui(&rig).tour, is_on);
            }
        }
        Action::ToggleHelp => {
            tap(&mut rig, source);
            rig.frames(1);
            assert!(ui(&rig).help.is_some());
        }
        Action::TogglePanel => {
            let panel = ui(&rig).panel;
            tap(&mut rig, source);
            rig.frames(1);
            assert_ne!(ui(&rig).panel, panel);
        }
        Action::Escape => {
            rig.click();
            assert!(ui(&rig).captured);
            tap(&mut rig, source);
            rig.frames(1);
            assert!(!ui(&rig).captured);
        }
        Action::SelectUnderCrosshair | Action::SelectUnderPointer => {
            let (eye, ahead) = (rig.player().position, Vec3::NEG_Z * 20.0);
            let wall = rig.current().tree.cast(eye, eye + ahead).expect("a wall");
            tap(&mut rig, source);
            // A click selects when the button is released, which is in a later frame.
            rig.frames(2);
            assert_eq!(selected(&rig), Some(wall.node));
        }
        Action::SpeedUp | Action::SpeedDown => {
            tap(&mut rig, source);
            rig.frames(1);
            let is_faster = rig.player().speed > before.speed;
            assert_eq!(is_faster, command == Action::SpeedUp);
            assert_ne!(rig.player().speed, before.speed);
        }
        Action::CopyView => {
            let is_culled = rig.resource::<ProgramState>().culling;
            tap(&mut rig, source);
            rig.assert_told(&["View copied", "bspwalk ", "--eye="]);
            let culling = rig.resource::<ProgramState>().culling;
            assert_eq!(culling, is_culled, "the key alone has another meaning");
        }
        Action::PasteView => {
            rig.run(Action::CopyView);
            let place = rig.player().position;
            rig.player().teleport(place + Vec3::Y * 0.5);
            tap(&mut rig, source);
            rig.frames(1);
            assert!(rig.player().position.distance(place) < 0.01);
            assert!(!rig.player().noclip, "the key alone has another meaning");
        }
        Action::ToggleMenu => {
            let is_open = |rig: &Rig| rig.resource::<ProgramState>().ui.menu.is_some();
            rig.click();
            tap(&mut rig, source);
            rig.frames(1);
            assert!(is_open(&rig) && !ui(&rig).captured, "the mouse points");
            tap(&mut rig, source);
            rig.frames(1);
            assert!(!is_open(&rig));
        }
        Action::TogglePalette => {
            let is_open = |rig: &Rig| rig.resource::<ProgramState>().palette.is_some();
            rig.click();
            tap(&mut rig, source);
            rig.frames(1);
            assert!(is_open(&rig) && !ui(&rig).captured, "the mouse points");
            rig.run_for(Action::Escape, 2);
            assert!(!is_open(&rig));
        }
        Action::LargerText | Action::SmallerText | Action::DefaultText => {
            let zoom = |rig: &Rig| rig.resource::<ProgramState>().ui.text_scale.0;
            rig.resource_mut::<ProgramState>().ui.text_scale.0 = 1.5;
            tap(&mut rig, source);
            let expected = match command {
                Action::LargerText => 1.6,
                Action::SmallerText => 1.4,
                _ => 1.0,
            };
            assert!((zoom(&rig) - expected).abs() < 1.0e-5, "{}", zoom(&rig));
        }
        Action::Undo | Action::Redo => {
            for node in [0, 1].map(NodeId) {
                rig.run_for(Action::SelectNode(node), 2);
            }
            if command == Action::Redo {
                rig.run_for(Action::Undo, 2);
            }
            let before = selected(&rig);
            tap(&mut rig, source);
            rig.frames(1);
            let expected = if command == Action::Undo { [1, 0] } else { [0, 1] };
            assert_eq!([before, selected(&rig)], expected.map(|node| Some(NodeId(node))));
        }
        Action::KeepView => {
            tap(&mut rig, source);
            rig.assert_told(&["View 1", "views"]);
        }
        Action::NextBookmark => {
            rig.run_for(Action::KeepView, 2);
            let place = rig.player().position;
            rig.player().teleport(place + Vec3::Y * 0.5);
            tap(&mut rig, source);
            rig.frames(1);
            assert!(rig.player().position.distance(place) < 0.01);
        }
        Action::Leave => {
            tap(&mut rig, source);
            assert!(!rig.resource::<Messages<AppExit>>().is_empty());
        }
        // The effects of the other commands are tested in `fronts`, are only visible on a screen, or depend on the
        // level.
        _ => {
            let mut cursor = rig.resource::<Messages<Act>>().get_cursor_current();
            tap(&mut rig, source);
            let commands = rig.resource::<Messages<Act>>();
            assert!(cursor.read(commands).any(|asked| *asked == command));
        }
    }
}

#[test]
fn every_control_has_its_effect() {
    let mut count = 0;
    let has = |control: &&Control| control.is_in(FrontEnd::Window);
    for (row, &Control { effect, sources, .. }) in controls().filter(has).enumerate() {
        for (place, &source) in sources.iter().enumerate() {
            // Unless all tests are requested, press only one source of each control. Which one varies from row to row.
            if !effort::is_full() && place != row % sources.len() {
                continue;
            }
            println!("{source:?}: {effect:?}");
            match effect {
                Effect::Move(motion) => hold(motion, source),
                Effect::Turn(direction) => turn(direction, source),
                Effect::Send(command) => press(command, source),
                Effect::Look => {
                    let mut rig = rig();
                    rig.click();
                    tap(&mut rig, source);
                    assert_ne!(rig.player().yaw, 0.0);
                }
                Effect::Speed => {
                    let mut rig = rig();
                    let speed = rig.player().speed;
                    tap(&mut rig, source);
                    assert!(rig.player().speed > speed);
                }
                Effect::Capture => {
                    let mut rig = rig();
                    tap(&mut rig, source);
                    assert!(ui(&rig).captured);
                }
                // Tests in `src/app/platform/accessibility` cover the focus. In the level, the key does nothing,
                // whether or not the mouse is captured.
                Effect::Focus => {
                    for captured in [false, true] {
                        let mut rig = rig();
                        if captured {
                            rig.click();
                        }
                        rig.player().walking = false;
                        rig.frames(1);
                        let (before, place) = (ui(&rig), rig.player().position);
                        tap(&mut rig, source);
                        rig.frames(2);
                        assert_eq!((ui(&rig), rig.player().position), (before, place));
                    }
                }
            }
            count += 1;
        }
    }
    assert!(
        count
            >= controls()
                .filter(has)
                .filter(|control| !control.sources.is_empty())
                .count(),
        "a control that no source tests"
    );
}

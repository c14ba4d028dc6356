//! Tests of the table of controls, row by row: every key, button and wheel does what the help says.

use bevy::{
    input::{ButtonState, keyboard::Key},
    prelude::*,
};
use bspwalk::app::{
    body::player::recording::Recording,
    host::state::{
        Act, Action, BuildFilm, CommandPalette, MenuBar, ModelView, Overlays, Page, Player, QueryPlayer,
        Selection, Ui,
    },
    input::{UiZoom, bindings::keys},
    level::{
        leaf_tree::{Culling, LeafTreeState, LeakPlace},
        quiz::QuizState,
    },
    paint::overlays::CurrentTreeStats,
};
use bspwalk_session::{
    actions::{Control, Effect, Front, Motion, Source, Turn, controls},
    overlays::OverlayKind,
    view::View,
};
use bspwalk_testing::effort;
use bspwalk_trees::{NodeTree, node_storing::NodeView};

use crate::app::harness::{Rig, roofless, room, select};

/// Creates a rig with the room. Without its ceiling it has a leak. With the ceiling it contains a floating box, so that
/// the tree has back children.
fn rig(is_open: bool) -> Rig {
    let text = if is_open {
        roofless()
    } else {
        room()
            + "o box\nv -1 1 -1\nv 1 1 -1\nv 1 2 -1\nv -1 2 -1\nv -1 1 -2\nv 1 1 -2\nv 1 2 -2\nv -1 2 -2\n\
               f 9 10 11 12\nf 14 13 16 15\nf 13 9 12 16\nf 10 14 15 11\nf 12 11 15 16\nf 13 14 10 9\n"
    };
    let mut rig = Rig::prepared(&text, 10, select);
    rig.player().teleport(Vec3::new(3.0, 1.0, 0.0));
    (rig.player().yaw, rig.player().pitch) = (0.0, 0.0);
    rig.until("the figures of the tree", |rig| {
        rig.resource::<CurrentTreeStats>().tree_id == Some(rig.current().tree_id())
    });
    rig
}

/// Presses and releases a key or button, moves the mouse or turns the wheel.
fn tap(rig: &mut Rig, source: Source) {
    // A frame without the key must be between two presses.
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
                // No key prints `+` without Shift.
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
    *rig.resource::<Ui>()
}

fn overlays(rig: &mut Rig) -> Mut<'_, Overlays> {
    rig.resource_mut::<Overlays>()
}

fn selected(rig: &Rig) -> Option<u32> {
    rig.shown::<Selection>().node
}

/// Selects a node that has a certain neighbour, and returns the neighbour.
fn select_one_with(rig: &mut Rig, neighbour: fn(&NodeView) -> Option<u32>) -> u32 {
    let tree: &NodeTree = &rig.current().tree;
    let mut nodes = (0..tree.node_count()).filter_map(|id| Some((id, neighbour(&tree.node(id)?)?)));
    let (node, expected) = nodes.next().expect("such a node");
    rig.shown_mut::<Selection>().node = Some(node);
    rig.frames(1);
    expected
}

/// Flies into the wall ahead.
fn hit_the_wall(rig: &mut Rig) {
    rig.hold_key(KeyCode::KeyW, 300);
    rig.frames(5);
}

/// Returns the first key of a source.
fn key_of(source: Source) -> KeyCode {
    let keys = keys(source);
    *keys.first().unwrap_or_else(|| panic!("{source:?} is no key"))
}

/// Holds a movement key, together with forward if it is the fast key.
fn hold(motion: Motion, source: Source) {
    let mut rig = rig(false);
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

/// Holds a key that turns the view.
fn turn(turn: Turn, source: Source) {
    let mut rig = rig(false);
    rig.player().noclip = true;
    // Turning right reduces the angle.
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

fn press_overlay(key: char, source: Source) {
    let mut rig = rig(false);
    *overlays(&mut rig) = Overlays::none();
    let kinds: Vec<OverlayKind> = OverlayKind::ALL
        .into_iter()
        .filter(|kind| kind.key() == key)
        .collect();
    match kinds[..] {
        [] => {
            assert_eq!(key, '0', "the key of no overlay");
            for kind in OverlayKind::ALL {
                overlays(&mut rig).set(kind, true);
            }
            tap(&mut rig, source);
            assert_eq!(*overlays(&mut rig), Overlays::none());
        }
        [kind] => {
            for is_on in [true, false] {
                tap(&mut rig, source);
                // The painter's order starts to play, which also changes its progress.
                let mut expected = Overlays::none();
                expected.set(kind, is_on);
                let shown = |overlays: &Overlays| OverlayKind::ALL.map(|kind| overlays.is_on(kind));
                assert_eq!(shown(&overlays(&mut rig)), shown(&expected), "{kind}");
            }
        }
        _ => {
            let mut met = Vec::new();
            // Face colourings start with the one already shown, the steps of a decision with none.
            if !kinds[0].colors_faces() {
                tap(&mut rig, source);
            }
            for _ in &kinds {
                met.extend(
                    kinds
                        .iter()
                        .copied()
                        .filter(|&kind| overlays(&mut rig).is_on(kind)),
                );
                tap(&mut rig, source);
            }
            assert_eq!(met, kinds, "all of them, in order");
            assert_eq!(*overlays(&mut rig), Overlays::none(), "and starts again");
        }
    }
}

fn press(command: Action, source: Source) {
    let is_leak = matches!(command, Action::AlongLeak | Action::BackAlongLeak);
    let mut rig = rig(is_leak);
    let before = rig.player().clone();
    match command {
        Action::Respawn => {
            let spawn = rig.current().level.spawn.eye.as_vec3();
            assert!(before.position.distance(spawn) > 0.5);
            tap(&mut rig, source);
            assert!(rig.player().position.distance(spawn) < 0.2);
        }
        Action::ToggleNoclip => {
            tap(&mut rig, source);
            assert_ne!(rig.player().noclip, before.noclip);
        }
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
                assert_eq!(rig.resource::<QuizState>().is_open(), expected);
            }
            tap(&mut rig, source);
            rig.run_for(Action::Escape, 2);
            assert!(!rig.resource::<QuizState>().is_open());
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
        Action::SelectionBack | Action::SelectionForward => {
            for node in [0, 1] {
                rig.run(Action::SelectNode(node));
            }
            if command == Action::SelectionForward {
                rig.run(Action::SelectionBack);
            }
            let before = selected(&rig);
            tap(&mut rig, source);
            let expected = if command == Action::SelectionBack {
                [1, 0]
            } else {
                [0, 1]
            };
            assert_eq!([before, selected(&rig)], expected.map(Some));
        }
        Action::LookAtSelection => {
            rig.run(Action::SelectNode(0));
            let pose = |rig: &mut Rig| (rig.player().position, rig.player().yaw, rig.player().pitch);
            let before = pose(&mut rig);
            tap(&mut rig, source);
            let view = rig.resource::<ModelView>().view;
            assert!(pose(&mut rig) != before || view == View::Model);
        }
        Action::ToggleModel | Action::TogglePlan => {
            let view = |rig: &Rig| rig.resource::<ModelView>().view;
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
            let is_open = |rig: &Rig| rig.resource::<BuildFilm>().open;
            let view = |rig: &Rig| rig.resource::<ModelView>().view;
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
        Action::ToggleQueryFilm => {
            let is_open = |rig: &Rig| rig.resource::<QueryPlayer>().open;
            let view = |rig: &Rig| rig.resource::<ModelView>().view;
            for expected in [(true, View::Model), (false, View::Eye)] {
                tap(&mut rig, source);
                assert_eq!((is_open(&rig), view(&rig)), expected);
            }
        }
        Action::NextStep | Action::PreviousStep => {
            let step = |rig: &Rig| rig.resource::<BuildFilm>().step;
            rig.run_for(Action::ToggleBuildFilm, 2);
            rig.resource_mut::<BuildFilm>().step = 2;
            rig.frames(2);
            tap(&mut rig, source);
            let expected = if command == Action::NextStep { 3 } else { 1 };
            assert_eq!(step(&rig), expected);
        }
        Action::FirstStep | Action::LastStep | Action::TogglePlaying => {
            panic!("{command:?} has a key while a film is shown alone")
        }
        Action::ToggleWalking => {
            tap(&mut rig, source);
            assert_ne!(rig.player().walking, before.walking);
        }
        Action::Why => {
            hit_the_wall(&mut rig);
            tap(&mut rig, source);
            assert!(rig.walker().why.is_some());
        }
        Action::ToggleReplay => {
            hit_the_wall(&mut rig);
            tap(&mut rig, source);
            assert!(rig.walker().replay.is_some());
            tap(&mut rig, source);
            assert!(rig.walker().replay.is_none());
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
            rig.until("the script is saved", |rig| {
                !rig.resource::<Recording>().is_saving()
            });
            let script = rig.resource::<Recording>().latest.clone();
            let script = script.expect("the script was saved");
            assert!(script.is_file());
            if command == Action::PlayScript {
                tap(&mut rig, source);
                rig.until("the script", |rig| rig.walker().playing.is_some());
            }
            std::fs::remove_file(script).expect("the script can be removed");
        }
        Action::Slower => {
            tap(&mut rig, source);
            rig.frames(1);
            assert!(rig.walker().time_scale.speed() < 1.0);
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
            assert!(ui(&rig).help);
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
            // A click selects in a later frame, when the button is released.
            rig.frames(2);
            assert_eq!(selected(&rig), Some(wall.node));
        }
        Action::SelectParent | Action::SelectFront | Action::SelectBack => {
            let expected = select_one_with(
                &mut rig,
                match command {
                    Action::SelectParent => |node| node.parent,
                    Action::SelectFront => |node| node.front,
                    _ => |node| node.back,
                },
            );
            tap(&mut rig, source);
            assert_eq!(selected(&rig), Some(expected));
        }
        Action::ClearSelection => {
            let _ = select_one_with(&mut rig, |node| node.parent);
            tap(&mut rig, source);
            assert_eq!(selected(&rig), None);
        }
        Action::Overlay(key) => press_overlay(key, source),
        Action::Deeper | Action::Shallower => {
            (overlays(&mut rig).cell_depth, overlays(&mut rig).plane_depths) = (1, [0, 1]);
            tap(&mut rig, source);
            let expected = if command == Action::Deeper { 2 } else { 0 };
            let now = overlays(&mut rig);
            assert_eq!((now.cell_depth, now.plane_depths[1]), (expected, expected));
        }
        Action::NextCulling => {
            let mode = *rig.resource::<Culling>();
            tap(&mut rig, source);
            rig.frames(1);
            assert_ne!(*rig.resource::<Culling>(), mode);
        }
        Action::AlongLeak | Action::BackAlongLeak => {
            rig.until("the leak", |rig| {
                let built = rig.shown::<LeafTreeState>().built();
                built.is_some_and(|built| built.leak.is_some())
            });
            let at = |rig: &Rig| rig.shown::<LeakPlace>().0;
            if command == Action::AlongLeak {
                tap(&mut rig, source);
                assert_eq!(at(&rig), Some(0));
            } else {
                for _ in 0..2 {
                    rig.run(Action::AlongLeak);
                }
                assert_eq!(at(&rig), Some(1));
                tap(&mut rig, source);
                assert_eq!(at(&rig), Some(0));
            }
        }
        // The effect of these actions is only visible in the window, whose test presses their keys too, or it depends
        // on the level.
        Action::AcceptOffer
        | Action::DeclineOffer
        | Action::ToggleFullScreen
        | Action::Screenshot
        | Action::OpenDialog
        | Action::ToggleFrozenCulling => {
            let mut cursor = rig.resource::<Messages<Act>>().get_cursor_current();
            tap(&mut rig, source);
            let commands = rig.resource::<Messages<Act>>();
            assert!(cursor.read(commands).any(|asked| *asked == command));
        }
        Action::SpeedUp | Action::SpeedDown => {
            tap(&mut rig, source);
            rig.frames(1);
            let is_faster = rig.player().speed > before.speed;
            assert_eq!(is_faster, command == Action::SpeedUp);
            assert_ne!(rig.player().speed, before.speed);
        }
        Action::NextCollision => {
            tap(&mut rig, source);
            assert_ne!(rig.player().method, before.method);
        }
        Action::CopyView => {
            let is_culled = *rig.resource::<Culling>();
            tap(&mut rig, source);
            rig.assert_told(&["View copied", "bspwalk ", "--eye="]);
            let culling = *rig.resource::<Culling>();
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
            let is_open = |rig: &Rig| rig.resource::<MenuBar>().open().is_some();
            rig.click();
            tap(&mut rig, source);
            rig.frames(1);
            assert!(is_open(&rig) && !ui(&rig).captured, "the mouse points");
            tap(&mut rig, source);
            rig.frames(1);
            assert!(!is_open(&rig));
        }
        Action::TogglePalette => {
            let is_open = |rig: &Rig| rig.resource::<CommandPalette>().0.is_some();
            rig.click();
            tap(&mut rig, source);
            rig.frames(1);
            assert!(is_open(&rig) && !ui(&rig).captured, "the mouse points");
            rig.run_for(Action::Escape, 2);
            assert!(!is_open(&rig));
        }
        Action::LargerText | Action::SmallerText | Action::DefaultText => {
            let zoom = |rig: &Rig| rig.resource::<UiZoom>().0;
            rig.resource_mut::<UiZoom>().0 = 1.5;
            tap(&mut rig, source);
            let expected = match command {
                Action::LargerText => 1.6,
                Action::SmallerText => 1.4,
                _ => 1.0,
            };
            assert!((zoom(&rig) - expected).abs() < 1.0e-5, "{}", zoom(&rig));
        }
        Action::Undo | Action::Redo => {
            for node in [0, 1] {
                rig.run_for(Action::SelectNode(node), 2);
            }
            if command == Action::Redo {
                rig.run_for(Action::Undo, 2);
            }
            let before = selected(&rig);
            tap(&mut rig, source);
            rig.frames(1);
            let expected = if command == Action::Undo { [1, 0] } else { [0, 1] };
            assert_eq!([before, selected(&rig)], expected.map(Some));
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
        // Only the walks without Bevy support these actions.
        Action::NextMethod | Action::TogglePixels | Action::Suspend | Action::Redraw => {
            panic!("{command:?} has a key in the window")
        }
        // These actions are available only in the menus or in the panel.
        Action::FirstPerson
        | Action::Show(_)
        | Action::Export(_)
        | Action::CopyQueryFilm
        | Action::NextQueryMode
        | Action::UndoPlane
        | Action::RedoPlane
        | Action::KeepPlanes
        | Action::DropPlanes
        | Action::ToggleMenuBar
        | Action::ToggleToolBar
        | Action::ToggleHints
        | Action::ToggleGlossary
        | Action::About
        | Action::GoToStation(_)
        | Action::WatchStation(_)
        | Action::TourStation(_)
        | Action::ToggleDivision
        | Action::SelectNode(_)
        | Action::SelectLeaf(_)
        | Action::ToggleTreeOwner
        | Action::SightFrom(_) => panic!("{command:?} has a default key: check what it does"),
    }
}

#[test]
fn every_control_has_its_effect() {
    let mut count = 0;
    let has = |control: &&Control| control.is_in(Front::Window);
    for (row, &Control { effect, sources, .. }) in controls().filter(has).enumerate() {
        for (place, &source) in sources.iter().enumerate() {
            // A sampled check presses one source of each control, of a kind that varies from row to row.
            if !effort::is_full() && place != row % sources.len() {
                continue;
            }
            println!("{source:?}: {effect:?}");
            match effect {
                Effect::Move(motion) => hold(motion, source),
                Effect::Turn(direction) => turn(direction, source),
                Effect::Send(command) => press(command, source),
                Effect::Look => {
                    let mut rig = rig(false);
                    rig.click();
                    tap(&mut rig, source);
                    assert_ne!(rig.player().yaw, 0.0);
                }
                Effect::Speed => {
                    let mut rig = rig(false);
                    let speed = rig.player().speed;
                    tap(&mut rig, source);
                    assert!(rig.player().speed > speed);
                }
                Effect::Capture => {
                    let mut rig = rig(false);
                    tap(&mut rig, source);
                    assert!(ui(&rig).captured);
                }
                // Tests in `src/app/platform/accessibility` cover the focus. The key does nothing in the level,
                // whether the mouse is captured or not.
                Effect::Focus => {
                    for captured in [false, true] {
                        let mut rig = rig(false);
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

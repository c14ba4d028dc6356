//! Every key of the table of controls, pressed in the window: the trace tells what it does, and the screen shows it beside the
//! cards.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use bevy::input::keyboard::KeyCode;
use bspwalk::app::{input::keys, state::Action};
use bspwalk_levels::Level;
use bspwalk_overlays::heat;
use bspwalk_session::{
    actions::{Control, Effect, Front, Source, controls},
    overlays::OverlayKind,
};
use glam::DVec3;
use serde_json::Value;

use crate::window::{
    program::{Pose, Program},
    screen::Image,
    view::{self, View},
};

/// The name of a key for xdotool.
fn name_of(key: KeyCode) -> String {
    let name = format!("{key:?}");
    if let Some(letter) = name.strip_prefix("Key") {
        return letter.to_lowercase();
    }
    if let Some(digit) = name.strip_prefix("Digit") {
        return digit.to_owned();
    }
    match key {
        KeyCode::Backquote => "grave".to_owned(),
        KeyCode::Minus => "minus".to_owned(),
        KeyCode::Equal => "equal".to_owned(),
        KeyCode::Comma => "comma".to_owned(),
        KeyCode::Period => "period".to_owned(),
        KeyCode::Slash => "slash".to_owned(),
        KeyCode::Semicolon => "semicolon".to_owned(),
        KeyCode::Quote => "apostrophe".to_owned(),
        KeyCode::Backslash => "backslash".to_owned(),
        KeyCode::BracketLeft => "bracketleft".to_owned(),
        KeyCode::BracketRight => "bracketright".to_owned(),
        KeyCode::Space => "space".to_owned(),
        KeyCode::ControlLeft => "Control_L".to_owned(),
        KeyCode::ControlRight => "Control_R".to_owned(),
        KeyCode::ShiftLeft => "Shift_L".to_owned(),
        KeyCode::ShiftRight => "Shift_R".to_owned(),
        KeyCode::ArrowUp => "Up".to_owned(),
        KeyCode::ArrowDown => "Down".to_owned(),
        KeyCode::ArrowLeft => "Left".to_owned(),
        KeyCode::ArrowRight => "Right".to_owned(),
        KeyCode::PageUp => "Prior".to_owned(),
        KeyCode::PageDown => "Next".to_owned(),
        _ => name,
    }
}

/// The keys of a command, with their names for xdotool.
fn keys_of(command: Action) -> Vec<String> {
    let is_it = |control: &&Control| control.is_in(Front::Window) && control.effect == Effect::Send(command);
    let of_command = controls().filter(is_it);
    let sources = of_command.flat_map(|control| control.sources);
    sources
        // The other keys of a row are the same on another part of the keyboard.
        .filter_map(|source| match *source {
            Source::WithCtrl(letter) => Some(format!("ctrl+{letter}")),
            Source::WithCtrlShift(letter) => Some(format!("ctrl+shift+{letter}")),
            key => keys(key).first().copied().map(name_of),
        })
        .collect()
}

/// The program in the painted room. From the spawn the box and the hole are visible.
struct Tour<'a> {
    program: Program<'a>,
    level: Level,
    tree: bspwalk_trees::NodeTree,
    /// Commands whose keys were pressed.
    pressed: BTreeSet<String>,
    /// The last image with the rectangles of the cards; `None` after a key without an image.
    last: Option<(Image, Vec<[i64; 4]>)>,
}

/// The least change on the screen that a key must make.
enum Seen {
    /// So many pixels beside the cards.
    InTheWorld(usize),
    /// So many pixels on the cards.
    OnACard(usize),
    Nothing,
}

fn painted_room(folder: &Path) -> PathBuf {
    let path = view::painted_room(folder);
    let text = fs::read_to_string(&path).expect("a temporary file");
    let spawn = "v 3.4 0 3.6\nv 3.6 0 3.6\nv 3.5 0 3.8\no spawn\nf -3 -2 -1\n";
    fs::write(&path, text + spawn).expect("a temporary file");
    path
}

impl<'a> Tour<'a> {
    fn start(screen: &'a crate::screen::Screen) -> Self {
        let mut program = Program::start(screen, |folder| {
            vec!["--scale".into(), "1".into(), painted_room(folder).into()]
        });
        program.wait_for_level("painted");
        program.wait_until("the leaves are built", |line| {
            line["state"]["leaf_tree"]["refined"] == true
        });
        let (level, tree) = view::load(&program.folder().join("painted.obj"));
        Self {
            program,
            level,
            tree,
            pressed: BTreeSet::new(),
            last: None,
        }
    }

    /// Where the eye is.
    fn view(&mut self) -> View {
        let _ = self.program.next_pose();
        let line = self.program.last();
        let number = |value: &Value| value.as_f64().expect("a number");
        let pose = &line["pose"];
        View {
            eye: DVec3::from([0, 1, 2].map(|axis| number(&pose["position"][axis]))),
            yaw: number(&pose["yaw"]),
            pitch: number(&pose["pitch"]),
            size: [0, 1].map(|axis| number(&line["state"]["size"][axis]) as u32),
        }
    }

    /// The image at rest, and the rectangles of the cards on it.
    fn look(&mut self) -> (Image, Vec<[i64; 4]>) {
        let image = self.program.still_image();
        (image, self.program.cards())
    }

    /// Presses one key of a command, waits until `holds` of the trace before and after it, and then until the screen changed.
    fn press(&mut self, command: Action, key: &str, holds: impl Fn(&Value, &Value) -> bool, seen: &Seen) {
        let least = match *seen {
            Seen::InTheWorld(least) | Seen::OnACard(least) => least,
            Seen::Nothing => 0,
        };
        let before = self.last.take();
        let before = (least > 0).then(|| before.unwrap_or_else(|| self.look()));
        let line = self.program.last();
        self.program.press(key);
        self.program
            .wait_until(&format!("{key} does {command:?}"), |after| holds(&line, after));
        self.pressed.insert(format!("{command:?} {key}"));
        let Some((before, cards)) = before else { return };
        // Overlays are built in the background.
        for round in 1.. {
            let (after, new_cards) = self.look();
            let covered = [&cards[..], &new_cards].concat();
            let (in_world, on_cards) = changed([&before, &after], &covered);
            let count = if matches!(seen, Seen::OnACard(_)) {
                on_cards
            } else {
                in_world
            };
            if count >= least {
                self.last = Some((after, new_cards));
                break;
            }
            assert!(
                round < 5,
                "{key}, {command:?}: {in_world} pixels beside the cards, {on_cards} on them; {least} at the least"
            );
        }
    }

    /// The node that is selected.
    fn selected_node(&self) -> bspwalk_trees::node_storing::NodeView {
        let node = self.program.last()["state"]["selection"]
            .as_u64()
            .expect("a node is selected");
        self.tree.node(node as u32).expect("it is one of the tree")
    }

    /// Presses a key that selects the parent or a child: it is selected, or where there is none a notice says so.
    fn press_relative(&mut self, command: Action, key: &str) {
        let node = self.selected_node();
        let relative = match command {
            Action::SelectParent => node.parent,
            Action::SelectFront => node.front,
            _ => node.back,
        };
        let holds = |before: &Value, line: &Value| match relative {
            Some(relative) => line["state"]["selection"] == relative,
            None => {
                let notices = line["notices"].as_array();
                line["state"]["selection"] == before["state"]["selection"]
                    && notices.is_some_and(|notices| !notices.is_empty())
            }
        };
        self.press(command, key, holds, &Seen::Nothing);
    }

    /// Presses all keys of a command.
    fn press_all(&mut self, command: Action, holds: impl Fn(&Value, &Value) -> bool + Copy, seen: &Seen) {
        let keys = keys_of(command);
        assert!(!keys.is_empty(), "no key does {command:?}");
        for key in keys {
            self.press(command, &key, holds, seen);
        }
    }
}

/// How many pixels differ beside the cards, and on the cards.
pub(crate) fn changed([before, after]: [&Image; 2], cards: &[[i64; 4]]) -> (usize, usize) {
    let [width, height] = before.size;
    let (mut beside, mut on) = (0, 0);
    for pixel in (0..height).flat_map(|y| (0..width).map(move |x| [x, y])) {
        if before.differs(after, pixel) {
            *(if is_on_a_card(pixel.map(i64::from), cards) {
                &mut on
            } else {
                &mut beside
            }) += 1;
        }
    }
    (beside, on)
}

/// How many pixels of an image are beside the cards.
pub(crate) fn beside(image: &Image, cards: &[[i64; 4]]) -> usize {
    let [width, height] = image.size.map(i64::from);
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
    pixels.filter(|&pixel| !is_on_a_card(pixel, cards)).count()
}

/// Whether a pixel is on a card, or so near that the card's edge may cover a part of it.
fn is_on_a_card([x, y]: [i64; 2], cards: &[[i64; 4]]) -> bool {
    cards.iter().any(|&[left, top, right, bottom]| {
        (left - 2..=right + 2).contains(&x) && (top - 2..=bottom + 2).contains(&y)
    })
}

/// The node, the face and the leaf that are selected.
fn selected(line: &Value) -> [Value; 3] {
    ["selection", "face", "leaf"].map(|field| line["state"][field].clone())
}

/// Whether a field of the state changes.
fn differs(field: &'static str) -> impl Fn(&Value, &Value) -> bool + Copy {
    move |before, after| after["state"][field] != before["state"][field]
}

#[test]
fn every_overlay_is_seen_beside_its_legend() {
    let Some(screen) = crate::window::screen() else { return };
    let mut tour = Tour::start(&screen);
    // From the right the line of the leak, which begins at the spawn, is visible.
    tour.program.go("d", 3.5);
    tour.program.wait_for_rest();
    // The leaf at the crosshair, for the line of sight to it.
    tour.press_all(
        Action::SelectUnderCrosshair,
        differs("leaf"),
        &Seen::InTheWorld(200),
    );
    tour.press_all(Action::Overlay('T'), differs("overlays"), &Seen::InTheWorld(50));
    tour.press_all(Action::Overlay('T'), differs("overlays"), &Seen::InTheWorld(50));
    for key in keys_of(Action::ClearSelection) {
        tour.press(
            Action::ClearSelection,
            &key,
            |_, line| line["state"]["leaf"].is_null(),
            &Seen::Nothing,
        );
    }
    let keys = OverlayKind::first_of_each_key()
        .map(OverlayKind::key)
        .filter(|&key| !matches!(key, '2' | '6' | 'T'));
    for key in keys {
        let seen = match key {
            // This level has no entities: the card says so.
            '7' | '-' => Seen::OnACard(1000),
            _ => Seen::InTheWorld(400),
        };
        // Each press shows another of those on the key, the last one none.
        let kinds = OverlayKind::ALL.into_iter().filter(|kind| kind.key() == key);
        for _ in 0..=kinds.count() {
            tour.press_all(Action::Overlay(key), differs("overlays"), &seen);
        }
    }
    faces(&mut tour);
    // All of them at once, and none of them.
    tour.press_all(Action::Overlay('1'), differs("overlays"), &Seen::InTheWorld(400));
    tour.press_all(Action::Deeper, differs("overlays"), &Seen::Nothing);
    tour.press_all(Action::Shallower, differs("overlays"), &Seen::Nothing);
    tour.press_all(Action::Overlay('0'), differs("overlays"), &Seen::InTheWorld(400));
    // At a wall there are contacts.
    tour.program.walk_to_a_wall();
    tour.program.wait_for_rest();
    tour.last = None;
    for _ in 0..2 {
        // Who stands touches the floor below, out of view: the counts on the card are seen.
        tour.press_all(Action::Overlay('6'), differs("overlays"), &Seen::OnACard(100));
    }
    let missing: Vec<_> = controls()
        .filter_map(|control| match control.effect {
            Effect::Send(Action::Overlay(key)) => Some(key),
            _ => None,
        })
        .filter(|key| {
            !tour
                .pressed
                .iter()
                .any(|pressed| pressed.starts_with(&format!("Overlay({key:?})")))
        })
        .collect();
    assert!(missing.is_empty(), "the keys {missing:?} were not pressed");
}

/// One key goes through the colourings; every colour on the screen is that of the palette.
fn faces(tour: &mut Tour<'_>) {
    let kinds: Vec<OverlayKind> = OverlayKind::ALL
        .into_iter()
        .filter(|kind| kind.colors_faces())
        .collect();
    let view = tour.view();
    for &kind in kinds.iter().cycle().skip(1).take(kinds.len()) {
        let measure = heat::measure(kind);
        let seen = match (measure, kind) {
            // In a small level what is seen from everywhere is the same, and only the scale says what it is.
            (Some(measure), _) if measure.stands() => Seen::Nothing,
            (None, OverlayKind::Materials) => Seen::InTheWorld(400),
            _ => Seen::InTheWorld(5000),
        };
        tour.press_all(Action::Overlay('2'), differs("overlays"), &seen);
        let (image, cards) = tour.look();
        let colorings = view::colorings(&tour.tree);
        let Some((_, color)) = colorings.iter().find(|(name, _)| *name == kind.name()) else {
            assert!(
                measure.is_some() || matches!(kind, OverlayKind::Materials | OverlayKind::Visible),
                "{kind}"
            );
            continue;
        };
        let mut count = 0;
        for [x, y] in view.pixels(16) {
            let is_free = cards.iter().all(|&[left, top, right, bottom]| {
                !(left..=right).contains(&i64::from(x)) || !(top..=bottom).contains(&i64::from(y))
            });
            let Some((seen, fragment)) = view::sure(&tour.level, &tour.tree, &view, [x, y], 4.0) else {
                continue;
            };
            // The crosshair is in the middle.
            let is_middle = x.abs_diff(view.size[0] / 2).max(y.abs_diff(view.size[1] / 2)) < 40;
            if is_free && !is_middle {
                count += 1;
                let (pixel, expected) = (image.at([x, y]), color(fragment));
                assert!(
                    view::is_lit(pixel, expected),
                    "{kind}: {pixel:?} at {x}, {y} on face {}, where {expected} is expected",
                    seen.face
                );
            }
        }
        assert!(count > 1000, "{kind}: only {count} pixels were looked at");
    }
}

#[test]
fn every_other_key_is_answered() {
    let Some(screen) = crate::window::screen() else { return };
    let mut tour = Tour::start(&screen);
    let notice = |_: &Value, line: &Value| {
        line["notices"]
            .as_array()
            .is_some_and(|notices| !notices.is_empty())
    };
    for control in controls().filter(|control| control.is_in(Front::Window)) {
        let Effect::Send(command) = control.effect else {
            continue;
        };
        match command {
            // The tests without a window press these; one ends the program, the others are keys with Ctrl.
            Action::Leave
            | Action::CopyView
            | Action::PasteView
            | Action::KeepView
            | Action::NextBookmark
            | Action::Undo
            | Action::Redo => {}
            // The walks without the engine have these.
            Action::NextMethod | Action::TogglePixels | Action::Suspend | Action::Redraw => {
                panic!("{command:?} has a key in the window")
            }
            Action::NextCollision => tour.press_all(command, notice, &Seen::Nothing),
            // `every_overlay_is_seen_beside_its_legend` presses these.
            Action::Overlay(_) | Action::Deeper | Action::Shallower => {}
            // There is no offer about this level; the tests without a window press these.
            Action::AcceptOffer | Action::DeclineOffer => {}
            // The panel offers it where the level has a tree of its own, which this one has not.
            Action::ToggleTreeOwner => {}
            Action::TogglePanel | Action::ToggleHelp => {
                let field = if command == Action::TogglePanel {
                    "panel"
                } else {
                    "help"
                };
                for _ in 0..2 {
                    tour.press_all(command, differs(field), &Seen::OnACard(20_000));
                }
            }
            Action::Tour => {
                for _ in 0..2 {
                    // What it shows changes by itself.
                    tour.press_all(command, differs("tour"), &Seen::Nothing);
                }
            }
            Action::ToggleModel | Action::TogglePlan => {
                for _ in 0..2 {
                    tour.press_all(command, differs("view"), &Seen::InTheWorld(5_000));
                }
            }
            Action::ToggleBuildFilm => {
                tour.press_all(command, differs("view"), &Seen::InTheWorld(5_000));
                for step in [Action::NextStep, Action::PreviousStep] {
                    tour.press_all(step, differs("selection"), &Seen::InTheWorld(200));
                }
                tour.press_all(command, differs("view"), &Seen::InTheWorld(5_000));
                let key = &keys_of(Action::ClearSelection)[0];
                tour.press(Action::ClearSelection, key, differs("selection"), &Seen::Nothing);
            }
            Action::ToggleQueryFilm => {
                for _ in 0..2 {
                    tour.press_all(command, differs("view"), &Seen::InTheWorld(5_000));
                }
            }
            // Gamepads alone have these; the tests without a window press them.
            Action::SpeedUp | Action::SpeedDown => {}
            // They belong to the film, above.
            Action::NextStep | Action::PreviousStep => {}
            // They have keys while a film is shown alone.
            Action::FirstStep | Action::LastStep | Action::TogglePlaying => {}
            Action::ToggleNoclip => {
                for _ in 0..2 {
                    tour.press_all(command, differs("noclip"), &Seen::Nothing);
                }
            }
            Action::ToggleWalking => {
                for _ in 0..2 {
                    tour.press_all(command, differs("walking"), &Seen::Nothing);
                }
            }
            Action::Slower => {
                for _ in 0..4 {
                    tour.press_all(command, differs("time_scale"), &Seen::Nothing);
                }
            }
            Action::TogglePause => {
                for _ in 0..2 {
                    tour.press_all(command, differs("paused"), &Seen::Nothing);
                }
            }
            Action::SingleStep => {
                tour.press_all(command, |_, line| line["state"]["paused"] == true, &Seen::Nothing);
                tour.press_all(Action::TogglePause, differs("paused"), &Seen::Nothing);
            }
            Action::ToggleReplay => {
                for _ in 0..2 {
                    tour.press_all(command, differs("replay"), &Seen::OnACard(500));
                }
            }
            Action::ToggleRecording => {
                tour.press_all(command, differs("recording"), &Seen::Nothing);
                // Longer than some frames, so that one of them sees it played.
                let frame = |line: &Value| line["frame"].as_u64().unwrap_or(0);
                let begun = frame(&tour.program.last());
                tour.program
                    .wait_until("more to play", |line| frame(line) > begun + 12);
                tour.press_all(command, differs("recording"), &Seen::Nothing);
            }
            Action::PlayScript => {
                tour.press_all(command, differs("playing"), &Seen::Nothing);
                tour.program
                    .wait_until("the end of the script", |line| line["state"]["playing"] == false);
            }
            Action::SelectUnderCrosshair => {
                tour.press_all(
                    command,
                    |_, line| line["state"]["selection"].is_u64(),
                    &Seen::InTheWorld(200),
                );
            }
            Action::SelectParent | Action::SelectFront | Action::SelectBack => {
                // The tests without a window press the other key.
                tour.press_relative(command, &keys_of(command)[0]);
            }
            Action::ClearSelection => {
                for key in keys_of(command) {
                    tour.press(
                        command,
                        &key,
                        |_, line| line["state"]["selection"].is_null(),
                        &Seen::InTheWorld(100),
                    );
                    tour.press_all(
                        Action::SelectUnderCrosshair,
                        |_, line| line["state"]["selection"].is_u64(),
                        &Seen::InTheWorld(100),
                    );
                }
            }
            // The tests without a window press the right button.
            Action::SelectUnderPointer => {}
            Action::SelectionBack => {
                // One selection, another one, back to the first and forward again.
                let first = selected(&tour.program.last());
                let node = tour.selected_node();
                let [parent, front] = [node.parent, node.front];
                let other = match (parent, front) {
                    (Some(_), _) => Action::SelectParent,
                    (None, Some(_)) => Action::SelectFront,
                    (None, None) => Action::SelectBack,
                };
                tour.press(other, &keys_of(other)[0], differs("selection"), &Seen::Nothing);
                let second = selected(&tour.program.last());
                assert_ne!(first, second);
                let is_first = |_: &Value, line: &Value| selected(line) == first;
                let is_second = |_: &Value, line: &Value| selected(line) == second;
                tour.press_all(command, is_first, &Seen::Nothing);
                tour.press_all(Action::SelectionForward, is_second, &Seen::Nothing);
            }
            // It goes with the one before.
            Action::SelectionForward => {}
            Action::LookAtSelection => {
                let looks = |before: &Value, line: &Value| {
                    Pose::of(line).travelled(&Pose::of(before)) > 0.1
                        || line["pose"]["yaw"] != before["pose"]["yaw"]
                        || line["state"]["view"] != before["state"]["view"]
                };
                tour.press_all(command, looks, &Seen::Nothing);
            }
            Action::ToggleTreeDock => {
                for _ in 0..2 {
                    tour.press_all(command, differs("dock"), &Seen::Nothing);
                }
            }
            Action::ToggleQuiz => {
                for _ in 0..2 {
                    tour.press_all(command, differs("quiz"), &Seen::Nothing);
                }
            }
            Action::ToggleMenu => {
                for _ in 0..2 {
                    tour.press_all(command, differs("menu"), &Seen::OnACard(2_000));
                }
            }
            Action::TogglePlanarPage | Action::ToggleDuel => {
                for _ in 0..2 {
                    tour.press_all(command, differs("page"), &Seen::Nothing);
                }
            }
            Action::NextMap => {
                for _ in 0..3 {
                    tour.press_all(command, differs("map"), &Seen::Nothing);
                }
            }
            // It has no key.
            Action::TourStation(_) => {}
            Action::NextCulling => {
                for _ in 0..3 {
                    tour.press_all(command, differs("culling"), &Seen::Nothing);
                }
            }
            Action::ToggleFrozenCulling => {
                for _ in 0..2 {
                    tour.press_all(command, differs("frozen"), &Seen::Nothing);
                }
            }
            Action::Respawn => {
                let start = tour.program.go("d", 0.5);
                let is_back = |_: &Value, line: &Value| Pose::of(line).travelled(&start) < 0.2;
                tour.press_all(command, is_back, &Seen::Nothing);
            }
            Action::AlongLeak | Action::BackAlongLeak => {
                // The leak begins at the spawn, where the eye may already be: to the next corner, and back.
                let moved = |before: &Value, line: &Value| Pose::of(line).travelled(&Pose::of(before)) > 0.5;
                if command == Action::AlongLeak {
                    let turned = |before: &Value, line: &Value| line["pose"]["yaw"] != before["pose"]["yaw"];
                    tour.press_all(command, turned, &Seen::Nothing);
                }
                tour.press_all(command, moved, &Seen::Nothing);
            }
            Action::ToggleFullScreen => {
                for _ in 0..2 {
                    tour.press_all(command, differs("full_screen"), &Seen::Nothing);
                }
            }
            Action::Why => {
                // What stopped the player is a wall, in the level again.
                let spawn = tour.level.spawn.eye;
                let is_back = |_: &Value, line: &Value| {
                    let [x, _, z] = Pose::of(line).position;
                    (x - spawn.x).hypot(z - spawn.z) < 0.2
                };
                tour.press_all(Action::Respawn, is_back, &Seen::Nothing);
                tour.program.walk_to_a_wall();
                let is_told = |_: &Value, line: &Value| !line["state"]["stop_reason"].is_null();
                tour.press_all(command, is_told, &Seen::Nothing);
                let is_over = |_: &Value, line: &Value| line["state"]["stop_reason"].is_null();
                tour.press_all(command, is_over, &Seen::Nothing);
            }
            // Without a dialog there is a notice.
            Action::Screenshot | Action::OpenDialog => {
                tour.press_all(command, notice, &Seen::Nothing);
            }
            Action::Escape => {
                tour.press_all(Action::ToggleHelp, differs("help"), &Seen::OnACard(20_000));
                tour.press_all(command, differs("help"), &Seen::OnACard(20_000));
            }
            Action::GoToStation(_)
            | Action::WatchStation(_)
            | Action::ToggleDivision
            | Action::SelectNode(_)
            | Action::SelectLeaf(_)
            | Action::SightFrom(_) => panic!("{command:?} is in the table: check what its key does"),
        }
    }
}

//! Tests that a view can be copied as a command line and restored from it, in the same level or in another one.

use bevy::prelude::*;
use bspwalk::app::{
    host::state::{Action, LevelName, Overlays, ProgramState},
    level::view_line::ViewClipboard,
};
use bspwalk_session::{overlays::OverlayKind, view::View, view_line::ViewLine};
use bspwalk_trees::{NodeId, Rule};

use crate::app::harness::{Rig, room, select};

fn rig() -> Rig {
    let mut rig = Rig::prepared(&room(), 20, select);
    rig.player().teleport(Vec3::new(1.25, 1.5, -2.0));
    (rig.player().yaw, rig.player().pitch) = (0.5, -0.25);
    rig.player().walking = false;
    rig
}

fn copied(rig: &mut Rig) -> ViewLine {
    rig.run(Action::CopyView);
    let clipboard = rig.resource::<ViewClipboard>();
    clipboard.paste().expect("it was copied")
}

fn paste(rig: &mut Rig, line: &str) {
    let line: ViewLine = line.parse().expect("it is right");
    rig.resource_mut::<ViewClipboard>().copy(&line);
    rig.run_for(Action::PasteView, 2);
}

fn overlays(rig: &Rig) -> &Overlays {
    &rig.resource::<ProgramState>().overlays
}

#[test]
fn copied_view_can_be_pasted() {
    let mut rig = rig();
    for action in [
        Action::SelectNode(NodeId(1)),
        Action::Overlay('1'),
        Action::Deeper,
        Action::ToggleModel,
    ] {
        rig.run_for(action, 2);
    }
    let line = copied(&mut rig);
    let text = line.to_string();
    for words in [
        "--eye=1.25,1.5,-2 ",
        "--look=28.65,-14.32 ",
        "--view=model ",
        "planes",
        "--select=1",
    ] {
        assert!(text.contains(words), "{words:?} in {text}");
    }
    let (shown, place) = (overlays(&rig).clone(), rig.player().position);
    rig.command(Action::ToggleModel);
    rig.command(Action::Overlay('0'));
    rig.command(Action::ClearSelection);
    rig.player().teleport(Vec3::new(-1.0, 1.0, 3.0));
    rig.frames(2);
    assert_ne!(copied(&mut rig), line);
    paste(&mut rig, &text);
    assert!(rig.player().position.distance(place) < 1.0e-3);
    assert_eq!(rig.resource::<ProgramState>().view.view, View::Model);
    assert_eq!(rig.selected().node, Some(NodeId(1)));
    for kind in OverlayKind::ALL {
        assert_eq!(overlays(&rig).is_on(kind), shown.is_on(kind), "{kind}");
    }
    assert_eq!(copied(&mut rig).to_string(), text, "it is the same view");
    assert!(rig.notices().iter().all(|notice| !notice.error));
}

#[test]
fn view_of_another_level_or_tree_is_opened() {
    let mut rig = rig();
    let first = copied(&mut rig).to_string();
    let before = rig.current().level_id();
    paste(&mut rig, "bspwalk three_rooms --eye=2.6,1.7,-4.6 --rule=ati");
    rig.until("the other level", |rig| rig.current().level_id() != before);
    rig.frames(2);
    assert_eq!(rig.current().source, LevelName::BuiltIn("three_rooms".to_owned()));
    assert_eq!(rig.current().tree.params().rule, Rule::Ati);
    // Checks that the player is at this position, standing on the floor.
    let is_at = |rig: &mut Rig, x: f32, z: f32| {
        let away = rig.player().position - Vec3::new(x, 1.7, z);
        away.with_y(0.0).length() < 1.0e-3 && away.y.abs() < 0.2
    };
    assert!(is_at(&mut rig, 2.6, -4.6));
    let text = copied(&mut rig).to_string();
    assert!(
        text.starts_with("bspwalk three_rooms ") && text.contains("--rule=ati"),
        "{text}"
    );
    // Paste a view of the same level with a different tree.
    let before = rig.current().level_id();
    paste(&mut rig, "bspwalk three_rooms --eye=2.6,1.7,-4.2");
    rig.until("the other tree", |rig| rig.current().level_id() != before);
    rig.frames(2);
    assert_eq!(rig.current().tree.params().rule, Rule::Sampled);
    assert!(is_at(&mut rig, 2.6, -4.2), "the view waits for its level");
    let before = rig.current().level_id();
    paste(&mut rig, &first);
    rig.until("the first level", |rig| rig.current().level_id() != before);
    rig.frames(2);
    assert_eq!(copied(&mut rig).to_string(), first);
}

#[test]
fn line_includes_selected_face_and_build_step() {
    let mut rig = rig();
    let face = {
        let tree = &rig.current().tree;
        tree.fragment(0).expect("it stores faces").face
    };
    let plain = line_without_selection(&mut rig);
    paste(&mut rig, &format!("{plain} --select-face={face}"));
    let selected = rig.selected();
    assert!(
        selected.node.is_some() && selected.face == Some(face),
        "{selected:?}"
    );
    let text = copied(&mut rig).to_string();
    assert!(text.contains(&format!("--select-face={face}")), "{text}");
    rig.run_for(Action::ClearSelection, 2);
    paste(&mut rig, &text);
    assert_eq!(rig.selected().face, Some(face));
    // The copied view includes the step of the build film.
    rig.command(Action::ClearSelection);
    rig.run_for(Action::ToggleBuildFilm, 2);
    let shown = |rig: &Rig| {
        let film = &rig.resource::<ProgramState>().build;
        film.shown.as_ref().filter(|_| film.open).map(|shown| shown.step)
    };
    rig.until("the first division", |rig| shown(rig).is_some());
    rig.resource_mut::<ProgramState>().build.playing = false;
    rig.run_for(Action::NextStep, 2);
    let step = rig.resource::<ProgramState>().build.step;
    rig.until("the next division", |rig| shown(rig) == Some(step));
    let text = copied(&mut rig).to_string();
    let words = format!("--build-step={}", step + 1);
    assert!(text.contains(&words) && !text.contains("--select"), "{text}");
    rig.run_for(Action::ToggleBuildFilm, 2);
    assert!(!rig.resource::<ProgramState>().build.open);
    paste(&mut rig, &text);
    rig.until("the division of the line", |rig| shown(rig) == Some(step));
    assert!(!rig.resource::<ProgramState>().build.playing);
    assert_eq!(copied(&mut rig).to_string(), text);
    assert!(rig.notices().iter().all(|notice| !notice.error));
}

/// Returns the command line of the view with nothing selected.
fn line_without_selection(rig: &mut Rig) -> String {
    rig.run_for(Action::ClearSelection, 2);
    copied(rig).to_string()
}

#[test]
fn line_with_unreadable_level_is_dropped() {
    let mut rig = rig();
    let (place, before) = (rig.player().position, rig.current().level_id());
    rig.notices();
    paste(&mut rig, "bspwalk ./absent.obj --eye=1,1,1 --view=plan");
    rig.until("the reason", |rig| rig.was_told(&["absent.obj", "not shown"]));
    assert_eq!(rig.current().level_id(), before);
    assert!(rig.player().position.distance(place) < 1.0e-3);
    // The rejected view is not shown later, when such a level is opened.
    let path = rig.file("later.obj", room().as_bytes());
    paste(&mut rig, &format!("bspwalk {} --eye=1,1,1", path.display()));
    rig.until("the other level", |rig| rig.current().level_id() != before);
    rig.frames(2);
    assert_eq!(rig.resource::<ProgramState>().view.view, View::Eye);
}

#[test]
fn pasting_without_a_line_only_notifies() {
    let mut rig = rig();
    let place = rig.player().position;
    rig.notices();
    rig.run_for(Action::PasteView, 3);
    let notices = rig.notices();
    assert!(notices.len() == 1 && notices[0].error, "{notices:?}");
    assert!(rig.player().position.distance(place) < 1.0e-3);
}

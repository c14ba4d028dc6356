//! Tests for loading and building in the background.

use bevy::math::DVec2;
use bspwalk::app::{
    host::state::{Action, LevelName, OpenLevel, RebuildTree},
    input::settings::Settings,
    level::loading::Work,
};
use bspwalk::cli::WindowArgs;
use bspwalk_session::selection::Selected;
use bspwalk_trees::{BuildParams, Rule};

use crate::app::harness::{Rig, hills, room, temp_folder};

fn idle(rig: &Rig) -> bool {
    rig.resource::<Work>().status().is_none()
}

fn open(rig: &mut Rig, path: std::path::PathBuf) {
    let source = LevelName::File(path);
    rig.send(OpenLevel::remembered(source));
    rig.frames(1);
}

#[test]
fn failed_load_keeps_the_level_and_says_why() {
    let mut rig = Rig::in_room(10);
    let before = (rig.current().tree_id(), rig.current().level.name.clone());
    let missing = rig.folder.path().join("missing.obj");
    let broken = rig.file("broken.obj", b"v 0 0 0\nv 1 0 0\nf 1 2 99\n");
    let empty = rig.file("empty.obj", b"");
    for path in [missing, broken, empty] {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        open(&mut rig, path);
        rig.until("the end of the load", idle);
        rig.frames(1);
        let notices = rig.notices();
        let errors: Vec<_> = notices.iter().filter(|notice| notice.error).collect();
        assert_eq!(errors.len(), 1, "one error for {name}: {notices:?}");
        assert!(errors[0].text.contains(&name), "{} names {name}", errors[0].text);
        assert_eq!(
            (rig.current().tree_id(), rig.current().level.name.clone()),
            before,
            "the level stays"
        );
    }
}

#[test]
fn broken_first_file_opens_the_default_level() {
    // Also test a file with the same name as the default level.
    for name in ["hall", "broken.obj"] {
        let said = WindowArgs::default();
        let mut rig = Rig::opening(temp_folder(), (name, "f 1 2 99\n"), 10, None, said, |_| ());
        assert_eq!(rig.current().source, LevelName::BuiltIn("hall".into()), "{name}");
        let notices = rig.notices();
        assert!(notices.iter().any(|notice| notice.error), "{notices:?}");
    }
}

#[test]
fn dropped_file_opens_and_is_remembered() {
    let mut rig = Rig::in_room(10);
    let first = rig.current().level_id();
    let path = rig.file("second.obj", room().as_bytes());
    rig.drop_file(&path);
    assert_ne!(rig.current().level_id(), first);
    assert_eq!(rig.selected(), Selected::default());
    let settings = rig.resource::<Settings>();
    assert_eq!(settings.recent.first(), Some(&LevelName::File(path)));
}

#[test]
fn rebuild_changes_only_the_tree() {
    let mut rig = Rig::in_room(10);
    let (level, tree) = (rig.current().level_id(), rig.current().tree_id());
    rig.send(RebuildTree(BuildParams::preset(Rule::First)));
    rig.frames(1);
    rig.until("the tree", |rig| rig.current().tree.params().rule == Rule::First);
    assert_eq!(rig.current().level_id(), level);
    assert_ne!(rig.current().tree_id(), tree);
}

#[test]
fn escape_cancels_a_long_load() {
    let mut rig = Rig::in_room(10);
    // The level has too many triangles to be loaded before the next frame.
    let path = rig.file("large.obj", hills(700).as_bytes());
    let tree_id = rig.current().tree_id();
    open(&mut rig, path);
    assert!(!idle(&rig), "it is being loaded");
    rig.run(Action::Escape);
    rig.until("the end of the load", idle);
    rig.frames(1);
    assert_eq!(rig.current().tree_id(), tree_id);
    rig.assert_told(&["cancelled", "large.obj"]);
}

#[test]
fn last_of_two_requests_wins() {
    let mut rig = Rig::in_room(10);
    let a = rig.file("a.obj", room().as_bytes());
    let b = rig.file("b.obj", room().as_bytes());
    open(&mut rig, a);
    open(&mut rig, b);
    rig.until("b", |rig| rig.current().level.name == "b" && idle(rig));
    rig.frames(20);
    assert_eq!(rig.current().level.name, "b");
}

#[test]
fn drawn_level_is_opened_but_not_remembered() {
    let mut rig = Rig::in_room(10);
    let files = |rig: &Rig| std::fs::read_dir(rig.folder.path()).expect("its folder").count();
    let before = files(&rig);
    let corners = [DVec2::ZERO, DVec2::new(4.0, 0.0), DVec2::new(0.0, 3.0)];
    let region = bspwalk_planar::Region::new(&[corners.to_vec()]).expect("it is a region");
    let source = LevelName::Drawn(bspwalk_session::raised::room_to_obj(&region).into());
    rig.send(OpenLevel::remembered(source.clone()));
    rig.until("the level", |rig| rig.current().source == source);
    rig.frames(3);
    assert_eq!(rig.current().level.name, "drawn polygon");
    assert!(rig.player().walking && rig.player().clear);
    let settings = rig.resource::<Settings>();
    assert!(!settings.recent.contains(&source));
    assert!(settings.levels.iter().all(|known| known.source != source));
    assert_eq!(files(&rig), before, "no file is written");
}

//! Settings that outlive the window.

use bevy::prelude::*;
use bspwalk::app::{
    settings::{FIELDS_OF_VIEW, Settings},
    state::Overlays,
};

use crate::harness::{Rig, room, settings_file};

fn rig(folder: tempfile::TempDir) -> Rig {
    let file = settings_file(folder.path());
    Rig::with_level(folder, &room(), 100, Some(file))
}

#[test]
fn they_are_written_and_read_again() {
    let mut first = rig(tempfile::tempdir().expect("a temporary folder"));
    first.app.world_mut().resource_mut::<Settings>().field_of_view = 101.0;
    first.app.world_mut().resource_mut::<Settings>().invert_y = true;
    first.app.world_mut().resource_mut::<Overlays>().wireframe = true;
    first.player().speed = 7.5;
    first.player().radius = 0.45;
    first.frames(15);
    let written = std::fs::read_to_string(settings_file(first.folder.path())).expect("they were written");
    assert!(written.contains("101"), "{written}");
    let Rig { folder, .. } = first;
    let mut second = rig(folder);
    let settings = second.app.world().resource::<Settings>().clone();
    assert_eq!((settings.field_of_view, settings.invert_y), (101.0, true));
    assert!(second.app.world().resource::<Overlays>().wireframe);
    assert_eq!((second.player().speed, second.player().radius), (7.5, 0.45));
    assert_eq!(settings.recent.len(), 1, "the level that was opened");
}

#[test]
fn they_are_written_when_the_window_closes() {
    let mut rig = rig(tempfile::tempdir().expect("a temporary folder"));
    rig.frames(15);
    rig.app.world_mut().resource_mut::<Settings>().field_of_view = 77.0;
    rig.app.world_mut().write_message(AppExit::Success);
    rig.frames(1);
    let written = std::fs::read_to_string(settings_file(rig.folder.path())).expect("they were written");
    assert!(written.contains("77"), "{written}");
}

#[test]
fn a_broken_file_is_moved_aside() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = settings_file(folder.path());
    std::fs::write(&file, "speed = [not a number").expect("the file can be written");
    let mut rig = rig(folder);
    assert!(
        rig.was_told(&["settings.toml", "defaults"]),
        "{:?}",
        rig.notices()
    );
    let defaults = Settings::default();
    assert_eq!(
        rig.app.world().resource::<Settings>().field_of_view,
        defaults.field_of_view
    );
    let aside = rig.folder.path().join("settings.toml.broken");
    assert_eq!(
        std::fs::read_to_string(aside).ok().as_deref(),
        Some("speed = [not a number")
    );
}

#[test]
fn absurd_numbers_are_brought_within_bounds() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = settings_file(folder.path());
    let text = "speed = nan\nradius = -3.0\n[settings]\nfield_of_view = 1e9\nsensitivity = inf\n";
    std::fs::write(&file, text).expect("the file can be written");
    let mut rig = rig(folder);
    let settings = rig.app.world().resource::<Settings>().clone();
    assert_eq!(settings.field_of_view, FIELDS_OF_VIEW[1]);
    assert_eq!(settings.sensitivity, Settings::default().sensitivity);
    assert!(rig.player().speed.is_finite() && rig.player().radius > 0.0);
}

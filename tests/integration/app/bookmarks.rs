//! Tests for a level's bookmarks: adding them with a key, listing, visiting, renaming and removing.

use std::fs;

use bevy::prelude::*;
use bspwalk::app::host::state::{Action, Change, ProgramState};
use bspwalk_session::{overlays::OverlayKind, view::View};

use crate::app::harness::{Rig, room};

fn names(rig: &Rig) -> Vec<String> {
    let bookmarks = &rig.resource::<ProgramState>().bookmarks;
    bookmarks.names().map(str::to_owned).collect()
}

/// Renames a bookmark, or removes it if there is no name.
fn change(rig: &mut Rig, number: usize, name: Option<&'static str>) {
    rig.send(Change::new(move |program| program.change_bookmark(number, name)));
    rig.frames(3);
}

#[test]
fn bookmarks_are_saved_and_visited() {
    let mut rig = Rig::selecting(&room());
    rig.player().walking = false;
    let places = [Vec3::new(1.0, 1.5, 1.0), Vec3::new(-1.0, 1.25, 2.0)];
    for (place, overlay) in places.into_iter().zip(['1', '7']) {
        rig.player().teleport(place);
        rig.command(Action::Overlay('0'));
        rig.run_for(Action::Overlay(overlay), 2);
        rig.run_for(Action::KeepView, 2);
        rig.run_for(Action::ToggleModel, 2);
    }
    assert_eq!(names(&rig), ["View 1", "View 2"]);
    change(&mut rig, 0, Some("The corner"));
    assert_eq!(names(&rig), ["The corner", "View 2"]);
    // The last bookmark was just added, so the first bookmark is next.
    rig.player().teleport(Vec3::new(0.0, 1.5, 0.0));
    rig.run_for(Action::NextBookmark, 3);
    assert!(rig.player().position.distance(places[0]) < 2.0e-3);
    rig.assert_told(&["The corner"]);
    let overlays = &rig.resource::<ProgramState>().overlays;
    assert!(overlays.is_on(OverlayKind::Planes) && !overlays.is_on(OverlayKind::Path));
    assert_eq!(rig.resource::<ProgramState>().view.view, View::Eye);
    rig.run_for(Action::GoToBookmark(1), 3);
    assert!(rig.player().position.distance(places[1]) < 2.0e-3);
    assert_eq!(rig.resource::<ProgramState>().view.view, View::Model);
    // The next bookmark is the one after the last visited bookmark.
    rig.run_for(Action::NextBookmark, 3);
    assert!(rig.player().position.distance(places[0]) < 2.0e-3);
    change(&mut rig, 0, None);
    assert_eq!(names(&rig), ["View 2"]);
    assert!(rig.notices().iter().all(|notice| !notice.error));
}

#[test]
fn unreadable_file_is_reported_and_unchanged() {
    let mut rig = Rig::selecting(&room());
    rig.run_for(Action::KeepView, 2);
    let file = rig.folder.path().join("first.obj.views");
    fs::write(&file, "[[view]]\nname = 1\n").expect("it can be written");
    rig.notices();
    rig.run_for(Action::KeepView, 2);
    let notices = rig.notices();
    assert!(notices.len() == 1 && notices[0].error, "{notices:?}");
    assert!(notices[0].text.contains("line 2"), "{notices:?}");
    let text = fs::read_to_string(&file).expect("it is there");
    assert_eq!(text, "[[view]]\nname = 1\n");
    assert!(names(&rig).is_empty());
}

//! Tests that a saved level is reloaded in place.

use bevy::prelude::*;
use bspwalk::app::{host::state::LevelId, level::leaf_tree::LeafTreeState};
use bspwalk_trees::FaceId;
use bspwalk_trees::solid_leaf::LeafId;
use glam::DVec3;

use crate::app::harness::{Rig, roofless, room};

/// Returns a 0.8 m × 0.8 m column around (x, z) with outward-facing faces, in OBJ format. Its vertices are numbered
/// after the room's eight corners.
fn column(x: f32, z: f32) -> String {
    let mut text = String::from("o column\n");
    for index in 0..8 {
        let pick = |bit: usize, low: f32, high: f32| if index >> bit & 1 == 0 { low } else { high };
        let (dx, y, dz) = (pick(0, -0.4, 0.4), pick(1, 0.0, 3.0), pick(2, -0.4, 0.4));
        text += &format!("v {} {y} {}\n", x + dx, z + dz);
    }
    for [a, b, c, d] in [[5, 7, 3, 1], [4, 8, 6, 2], [3, 4, 2, 1], [6, 8, 7, 5]] {
        let [a, b, c, d] = [a, b, c, d].map(|corner| corner + 8);
        text += &format!("f {a} {b} {c} {d}\n");
    }
    text
}

/// Returns the room with a column whose faces come first in the file, so that the room's faces get different numbers.
fn room_with(x: f32, z: f32) -> String {
    let text = room() + &column(x, z);
    let (corners, faces): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("v "));
    let faces: Vec<&str> = faces
        .into_iter()
        .filter(|line| line.starts_with('f'))
        .rev()
        .collect();
    format!("{}\n{}\n", corners.join("\n"), faces.join("\n"))
}

/// Returns the level's entity, which stays the same when the file is reloaded, and the identity of the loaded level.
fn read(rig: &Rig) -> (Entity, LevelId) {
    (rig.level(), rig.current().level_id())
}

/// Waits until the file of the level is reloaded.
fn until_read_again(rig: &mut Rig, before: &(Entity, LevelId)) {
    rig.until("the new level", |rig| rig.current().level_id() != before.1);
    assert_eq!(rig.level(), before.0, "it is the same level");
}

fn chosen(rig: &Rig) -> Option<LeafId> {
    rig.selected().leaf
}

fn locate(rig: &Rig, point: DVec3) -> LeafId {
    let leaves = rig.shown::<LeafTreeState>();
    leaves.built().expect("a tree").tree.locate(point)
}

#[test]
fn reload_keeps_position_and_selection() {
    let mut rig = Rig::selecting(&room());
    rig.until_leaves();
    let eye = Vec3::new(2.0, 1.5, 3.0);
    rig.player().teleport(eye);
    rig.player().yaw = 1.0;
    // Select a wall, whose number will change, and the leaf at the centre.
    let hit = rig
        .current()
        .tree
        .cast(eye, eye + Vec3::X * 9.0)
        .expect("the wall");
    rig.selected_mut().select_node(Some(hit.node), Some(hit.face));
    let leaf = locate(&rig, DVec3::new(0.0, 1.5, 0.0));
    rig.selected_mut().leaf = Some(leaf);
    rig.frames(5);
    let before = rig.player().position;
    let first = read(&rig);

    rig.file("first.obj", room_with(-2.0, -2.0).as_bytes());
    until_read_again(&mut rig, &first);
    rig.until_leaves();
    rig.frames(5);
    let after = rig.player().position;
    assert!(
        before.distance(after) < 0.05,
        "the body went from {before} to {after}"
    );
    assert!((rig.player().yaw - 1.0).abs() < 1.0e-6);
    let hit = rig
        .current()
        .tree
        .cast(eye, eye + Vec3::X * 9.0)
        .expect("the wall");
    let selection = rig.selected();
    assert_eq!((selection.face, selection.node), (Some(hit.face), Some(hit.node)));
    assert!(hit.face >= FaceId(8), "the faces of the column come first");
    assert!(chosen(&rig).is_some(), "a leaf is chosen still");

    // Replace the file by renaming another file over it, as many editors do.
    let second = read(&rig);
    let new = rig.file("new", room().as_bytes());
    std::fs::rename(new, rig.folder.path().join("first.obj")).expect("it moves");
    until_read_again(&mut rig, &second);
    rig.until_leaves();
    rig.frames(5);
    let leaf = locate(&rig, DVec3::new(0.0, 1.5, 0.0));
    assert_eq!(chosen(&rig), Some(leaf), "the one empty leaf");
}

/// Opens the room, saves a new version once the trees are built, and returns the notices about that save.
fn notices_of_a_save(text: &str) -> Vec<String> {
    let mut rig = Rig::selecting(&room());
    rig.until("all trees", |rig| rig.shown::<LeafTreeState>().is_done());
    rig.frames(2);
    rig.notices();
    rig.file("first.obj", text.as_bytes());
    rig.until("the report", |rig| rig.was_told(&["Since the last save: "]));
    rig.frames(5);
    rig.notices().into_iter().map(|notice| notice.text).collect()
}

#[test]
fn save_is_reported_in_one_notice() {
    let notices = notices_of_a_save(&room_with(-2.0, -2.0));
    let [notice] = notices.as_slice() else {
        panic!("{notices:?}");
    };
    assert!(
        notice.contains("faces added") && notice.contains("empty leaves") && notice.contains("→"),
        "{notice}"
    );
}

#[test]
fn save_that_opens_a_leak_names_it_first() {
    let notices = notices_of_a_save(&roofless());
    let [notice] = notices.as_slice() else {
        panic!("{notices:?}");
    };
    assert!(
        notice.starts_with("There is a new leak, ") && notice.contains("to follow it"),
        "{notice}"
    );
}

#[test]
fn broken_save_keeps_the_level_and_says_why() {
    let mut rig = Rig::in_room(10);
    let triangles = rig.current().level.triangles.len();
    let first = read(&rig);
    rig.file("first.obj", b"v 0 0 0\nv 1 0 0\nf 1 2 99\n");
    rig.until("the error", |rig| {
        rig.was_told(&["first.obj", "as it was before"])
    });
    rig.frames(2);
    assert_eq!(
        (read(&rig), rig.current().level.triangles.len()),
        (first.clone(), triangles)
    );
    let errors: Vec<_> = rig.notices().into_iter().filter(|notice| notice.error).collect();
    assert!(
        errors.iter().all(|error| error.text.contains("line 3")),
        "{errors:?}"
    );

    rig.file("first.obj", room_with(0.0, 2.0).as_bytes());
    until_read_again(&mut rig, &first);
    assert_eq!(rig.current().level.triangles.len(), triangles + 8);
}

#[test]
fn body_inside_a_new_wall_is_moved_out() {
    let mut rig = Rig::in_room(10);
    rig.frames(5);
    let at = rig.player().position;
    // The reloaded level contains a column whose side is 0.1 m from the player's centre, so it overlaps the player.
    let first = read(&rig);
    rig.file("first.obj", room_with(at.x + 0.5, at.z).as_bytes());
    until_read_again(&mut rig, &first);
    rig.frames(20);
    let player = rig.player();
    let (moved, radius) = (player.position, player.params.radius);
    assert!(
        player.clear && moved.distance(at) > 0.05,
        "the eye is at {moved}, and was at {at}"
    );
    let beside = (moved.x - (at.x + 0.1)).abs();
    assert!(
        beside >= 0.999 * radius,
        "{beside} m beside the side of the column"
    );
}

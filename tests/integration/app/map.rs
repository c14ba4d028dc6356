//! Tests for the map: it shows the current level at eye height, and a click moves the player if there is space.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk::app::{
    host::state::{Action, GoToPlace, ProgramState},
    pages::map::MapState,
};
use bspwalk_session::{
    map::{LevelMap, to_map_point},
    raised,
};
use glam::DVec2;

use crate::app::harness::Rig;

fn map(rig: &Rig) -> Option<&Arc<LevelMap>> {
    rig.resource::<MapState>().map()
}

/// Creates a rig with the room, its map and its solid-leaf tree, once they are built.
fn rig() -> Rig {
    let mut rig = Rig::in_room(16);
    assert!(!rig.resource::<ProgramState>().ui.map);
    rig.frames(3);
    assert!(map(&rig).is_none(), "nothing is cut that nobody sees");
    rig.command(Action::NextMap);
    rig.until("the map", |rig| map(rig).is_some());
    rig.until_leaves();
    rig
}

fn go(rig: &mut Rig, place: DVec2) {
    rig.send(GoToPlace(place));
    rig.frames(4);
}

#[test]
fn body_is_only_placed_where_it_fits() {
    for walks in [false, true] {
        let mut rig = rig();
        rig.player().walking = walks;
        rig.frames(120);
        let before = rig.player().position;
        let place = to_map_point(before.as_dvec3()) + DVec2::new(1.0, 0.6);
        go(&mut rig, place);
        let now = rig.player().position;
        assert!(
            to_map_point(now.as_dvec3()).distance(place) < 0.05,
            "{now} for {place}"
        );
        assert!((now.y - before.y).abs() < 0.05, "{now} from {before}");
        assert!(rig.player().clear);
        rig.notices();
        let bounds = rig.current().level.bounds;
        // The player does not move to positions outside the room, in the plane of a wall, or closer to a wall than the
        // player's radius.
        for x in [bounds.max.x + 5.0, bounds.max.x, bounds.max.x - 0.1] {
            go(&mut rig, DVec2::new(x, 0.0));
            assert!(rig.player().position.distance(now) < 0.05, "it went to {x}");
            assert_eq!(rig.notices().len(), 1, "and it is said why not");
        }
    }
}

#[test]
fn map_follows_the_eye_and_the_level() {
    let mut rig = rig();
    let first = map(&rig).expect("it is there").clone();
    assert!(!first.faces.is_empty());
    let eye = rig.player().position;
    assert!((first.height - f64::from(eye.y)).abs() < 0.5);
    // A small change in height does not update the section, but moving to another storey does.
    rig.player().teleport(eye + Vec3::Y * 0.1);
    rig.frames(10);
    assert!(Arc::ptr_eq(&first, map(&rig).expect("it is there")));
    rig.player().teleport(eye + Vec3::Y);
    rig.until("a map of another height", |rig| {
        map(rig).is_some_and(|map| map.height > first.height + 0.5)
    });
    let region =
        bspwalk_planar::Region::new(&[vec![DVec2::ZERO, DVec2::new(4.0, 0.0), DVec2::new(0.0, 3.0)]])
            .expect("it is a region");
    let path = rig.file("triangle.obj", raised::room_to_obj(&region).as_bytes());
    rig.drop_file(&path);
    rig.until("the map of the other level", |rig| {
        map(rig).is_some_and(|map| map.bounds[1].distance(DVec2::new(8.0, 6.0)) < 1.0e-3)
    });
}

#[test]
fn body_can_be_placed_on_open_ground() {
    let ground = "v -10 0 -10\nv 10 0 -10\nv 10 0 10\nv -10 0 10\nf 4 3 2 1\n";
    let mut rig = Rig::of(ground, 16);
    rig.player().walking = true;
    rig.player().teleport(Vec3::new(0.0, 1.7, 0.0));
    rig.command(Action::NextMap);
    rig.until("the map", |rig| map(rig).is_some());
    rig.until_leaves();
    let place = DVec2::new(4.0, -3.0);
    go(&mut rig, place);
    let now = rig.player().position;
    assert!(
        to_map_point(now.as_dvec3()).distance(place) < 0.05,
        "{now} for {place}"
    );
}

//! Rooms: made in the background, opened from a compiled level, culled, with a leak to step along.

use bevy::prelude::*;
use bspwalk::{
    app::{
        rooms::{ChosenLeaf, CullingMode, LeakPlace, Rooms},
        state::{Command, LevelSource, OpenLevel},
    },
    bsp::solid_leaf::OUTSIDE,
    compile::{CompileParams, compile, file},
    level::{self, LoadOptions},
};
use glam::DVec3;

use crate::harness::{ROOM, Rig, room};

fn rooms(rig: &Rig) -> &Rooms {
    rig.app.world().resource::<Rooms>()
}

/// Waits until the rooms of the level that is shown are made to the end.
fn made(rig: &mut Rig) {
    rig.until("the rooms are made", |rig| {
        let level = rig.shown().level_revision;
        rooms(rig)
            .made()
            .is_some_and(|made| made.level_revision == level && made.is_refined())
    });
}

/// The room without its ceiling.
fn roofless() -> String {
    room()
        .lines()
        .filter(|line| *line != "f 3 4 8 7")
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn a_closed_room_is_one_sealed_leaf() {
    let mut rig = Rig::in_room(10);
    made(&mut rig);
    let made = rooms(&rig).made().expect("rooms").clone();
    assert_eq!(made.tree.leaf_count(), 2, "the room and what is outside of it");
    assert!(made.leak.is_none());
    let inside = made.tree.locate(DVec3::new(0.0, 1.5, 0.0));
    assert!(!made.tree.is_solid(inside) && inside != OUTSIDE);
    assert!(made.tree.is_solid(OUTSIDE));
    rig.command(Command::AlongLeak);
    rig.frames(2);
    assert!(rig.was_told(&["no leak"]));
}

#[test]
fn a_leak_is_found_and_stepped_along() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut rig = Rig::with_level(folder, &roofless(), 10, None);
    made(&mut rig);
    let leak = rooms(&rig)
        .made()
        .and_then(|made| made.leak.clone())
        .expect("the ceiling is missing");
    let end = *leak.line.last().expect("a line");
    assert!(
        (end.y - f64::from(ROOM.y)).abs() < 1.0e-3,
        "out at the top, not at {end}"
    );
    for corner in &leak.line {
        rig.command(Command::AlongLeak);
        rig.frames(1);
        assert!(rig.player().noclip);
        assert!(rig.player().position.as_dvec3().distance(*corner) < 1.0e-3);
    }
    let last = leak.line.len() - 1;
    assert_eq!(*rig.app.world().resource::<LeakPlace>(), LeakPlace(Some(last)));
    rig.command(Command::BackAlongLeak);
    rig.frames(1);
    assert_eq!(
        *rig.app.world().resource::<LeakPlace>(),
        LeakPlace(Some(last - 1))
    );
}

#[test]
fn the_key_goes_through_the_ways_to_cull_and_the_crosshair_selects_a_leaf() {
    let mut rig = Rig::in_room(10);
    made(&mut rig);
    for mode in [CullingMode::Frustum, CullingMode::Pvs, CullingMode::None] {
        rig.tap(KeyCode::KeyC);
        assert_eq!(*rig.app.world().resource::<CullingMode>(), mode);
    }
    rig.tap(KeyCode::KeyE);
    rig.frames(1);
    let inside = rooms(&rig)
        .made()
        .map(|made| made.tree.locate(DVec3::new(0.0, 1.5, 0.0)));
    assert_eq!(rig.app.world().resource::<ChosenLeaf>().0, inside);
    rig.tap(KeyCode::KeyQ);
    rig.frames(1);
    assert_eq!(rig.app.world().resource::<ChosenLeaf>().0, None);
}

#[test]
fn a_compiled_level_brings_its_rooms_with_it() {
    let mut rig = Rig::in_room(10);
    let source = rig.file("open.obj", roofless().as_bytes());
    let (level, content) =
        level::load_with_source(&source, &LoadOptions::default(), &Default::default()).expect("it loads");
    let compiled = compile(
        level.into(),
        content,
        LoadOptions::default(),
        &CompileParams::default(),
        &Default::default(),
    )
    .expect("it compiles");
    let path = rig.folder.path().join("open.bspw");
    file::write(&compiled, &path).expect("it is written");
    let before = rig.shown().level_revision;
    rig.app.world_mut().write_message(OpenLevel {
        source: LevelSource::File(path),
        options: LoadOptions::default(),
    });
    rig.until("the compiled level is shown", |rig| {
        rig.shown().level_revision > before
    });
    made(&mut rig);
    let made = rooms(&rig).made().expect("rooms").clone();
    assert!(made.from_cache.is_some());
    assert_eq!(made.tree.leaf_count(), compiled.leaves.leaf_count());
    assert!(made.leak.is_some());
}

//! Tests for the solid-leaf tree in the app: building it in the background, reading it from a compiled level, culling,
//! and following a leak.

use bevy::prelude::*;
use bspwalk::app::{
    host::state::{Action, Eye, LevelName, ProgramState, RequestedOptions},
    level::leaf_tree::{CullingMode, CullingReport, LeafTreeParams, LeafTreeState, View},
    paint::camera,
};
use bspwalk_compile::{CompileParams, compile, file};
use bspwalk_geometry::Polygon;
use bspwalk_levels::LoadOptions;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::solid_leaf::OUTSIDE;
use glam::DVec3;

use crate::app::harness::{ROOM, Rig, roofless, room, select};

fn leaf_tree(rig: &Rig) -> &LeafTreeState {
    rig.shown::<LeafTreeState>()
}

#[test]
fn closed_room_is_one_sealed_leaf() {
    let mut rig = Rig::in_room(10);
    rig.until_leaves();
    let built = leaf_tree(&rig).built().expect("a tree").clone();
    assert_eq!(built.tree.leaf_count(), 2, "the room and the outside");
    assert!(built.leak.is_none());
    let inside = built.tree.locate(DVec3::new(0.0, 1.5, 0.0));
    assert!(!built.tree.is_solid(inside) && inside != OUTSIDE);
    assert!(built.tree.is_solid(OUTSIDE));
    let recording = built.tree.recording().expect("a small level is recorded");
    assert_eq!(recording.decisions.len(), built.tree.node_count() as usize);
    rig.run_for(Action::AlongLeak, 2);
    rig.assert_told(&["no leak"]);
}

/// Returns the room and a second closed room, 20 m to the side.
fn two_rooms() -> String {
    let first = room();
    let corners = first.lines().filter(|line| line.starts_with("v ")).count();
    let second = first.lines().filter_map(|line| {
        let (kind, rest) = line.split_once(' ')?;
        let numbers = rest.split(' ');
        match kind {
            "v" => {
                let [x, y, z] = numbers.collect::<Vec<_>>()[..] else {
                    return None;
                };
                Some(format!("v {} {y} {z}\n", x.parse::<f64>().ok()? + 20.0))
            }
            "f" => {
                let moved = numbers.map(|corner| {
                    corner
                        .parse::<usize>()
                        .map(|corner| format!(" {}", corner + corners))
                });
                Some(format!("f{}\n", moved.collect::<Result<String, _>>().ok()?))
            }
            _ => None,
        }
    });
    let second: String = second.collect();
    first + "\n" + &second
}

#[test]
fn unreachable_room_is_filled_on_request() {
    let mut rig = Rig::of(&two_rooms(), 10);
    let figures = |rig: &mut Rig| {
        rig.until_leaves();
        leaf_tree(rig).built().expect("a tree").tree.statistics()
    };
    let before = figures(&mut rig);
    assert_eq!((before.filled, before.empty_volume > 0.0), (0, true));
    rig.shown_mut::<LeafTreeParams>().fill = true;
    rig.until("the other room is filled", |rig| {
        leaf_tree(rig)
            .built()
            .is_some_and(|built| built.tree.statistics().filled > 0)
    });
    let after = figures(&mut rig);
    assert!((after.empty_volume - before.empty_volume / 2.0).abs() < 1.0e-6);
    assert_eq!(after.leaves, before.leaves);
}

/// Gives each solid-leaf tree a fragment limit that it exceeds, so that its build fails.
fn limit_fragments(inserted: On<Insert, LeafTreeParams>, mut params: Query<&mut LeafTreeParams>) {
    let mut params = params.get_mut(inserted.entity).expect("it was inserted");
    params.leaves.max_fragments = 3;
}

#[test]
fn level_without_leaf_tree_opens_and_says_why() {
    let mut rig = Rig::prepared(&two_rooms(), 10, |app| {
        app.add_observer(limit_fragments);
    });
    rig.until("the end of the build", |rig| leaf_tree(rig).is_done());
    rig.frames(1);
    let reason = "more than 3 fragments";
    rig.assert_told(&[reason, "without culling"]);
    assert!(leaf_tree(&rig).built().is_none());
    let failure = leaf_tree(&rig).failure();
    assert!(
        failure.is_some_and(|failure| failure.contains(reason)),
        "{failure:?}"
    );
    // The node-storing tree still stops the body, and commands that need the solid-leaf tree explain why it is missing.
    let hit = rig.current().tree.cast(Vec3::Y, Vec3::NEG_Y);
    assert!(hit.is_some(), "the floor");
    rig.notices();
    rig.run_for(Action::ToggleFrozenCulling, 2);
    rig.assert_told(&[reason]);
}

#[test]
fn leak_is_found_and_followed() {
    let mut rig = Rig::of(&roofless(), 10);
    rig.until_leaves();
    let leak = leaf_tree(&rig)
        .built()
        .and_then(|built| built.leak.clone())
        .expect("the ceiling is missing");
    let end = *leak.line.last().expect("a line");
    assert!(
        (end.y - f64::from(ROOM.y)).abs() < 1.0e-3,
        "out at the top, not at {end}"
    );
    for corner in &leak.line {
        rig.run(Action::AlongLeak);
        assert!(rig.player().noclip);
        assert!(rig.player().position.as_dvec3().distance(*corner) < 1.0e-3);
    }
    let last = leak.line.len() - 1;
    assert_eq!(rig.player().leak_place, Some(last));
    rig.run(Action::BackAlongLeak);
    assert_eq!(rig.player().leak_place, Some(last - 1));
    // Following the leak shows the leak overlay, and hiding the overlay restores the movement mode.
    let overlays = &mut rig.resource_mut::<ProgramState>().into_inner().overlays;
    assert!(overlays.is_on(OverlayKind::Leak));
    overlays.set(OverlayKind::Leak, false);
    rig.frames(2);
    assert!(!rig.player().noclip);
    assert_eq!(rig.player().leak_place, None);
}

#[test]
fn key_cycles_culling_and_crosshair_selects_leaf() {
    let mut rig = Rig::prepared(&room(), 10, select);
    rig.player().teleport(Vec3::new(0.0, 1.5, 0.0));
    rig.player().yaw = 0.0;
    rig.until_leaves();
    for (mode, said) in [
        (
            CullingMode::Frustum,
            "Culling: frustum. The renderer draws 1 leaf",
        ),
        (
            CullingMode::Pvs,
            "Culling: frustum and PVS. The renderer draws 1 leaf",
        ),
        (CullingMode::None, "Culling: none. The renderer draws 1 leaf"),
    ] {
        rig.run_for(Action::NextCulling, 3);
        assert_eq!(rig.resource::<ProgramState>().culling, mode);
        assert!(rig.was_told(&[said]), "{said}");
    }
    rig.tap_for(KeyCode::BracketRight, 2);
    rig.assert_told(&["depths 0 to 5", "Both overlays are off"]);
    rig.tap_for(KeyCode::KeyE, 2);
    let inside = leaf_tree(&rig)
        .built()
        .map(|built| built.tree.locate(DVec3::new(0.0, 1.5, 0.0)));
    assert_eq!(rig.selected().leaf, inside);
    rig.run_for(Action::ClearSelection, 2);
    assert_eq!(rig.selected().leaf, None);
}

#[test]
fn leaves_in_view_are_never_culled() {
    let mut rig = Rig::prepared(&room(), 10, |app| {
        app.add_plugins(camera::plugin);
    });
    rig.open(
        LevelName::BuiltIn("three_rooms".into()),
        RequestedOptions::Remembered,
    );
    rig.until_leaves();
    rig.command(Action::NextCulling);
    rig.run(Action::ToggleNoclip);
    let built = leaf_tree(&rig).built().expect("a tree").clone();
    let leaves = built.empty_leaves();
    let bounds = built.tree.bounds();
    let mut random = fastrand::Rng::with_seed(3);
    // Numbers of leaves that are in view, out of view, and newly in view since the previous frame.
    let (mut inside, mut outside, mut fresh) = (0, 0, 0);
    let mut before: Option<View> = None;
    for _ in 0..120 {
        {
            let mut player = rig.player();
            player.yaw += random.f32() * 1.6 - 0.3;
            player.pitch = random.f32() - 0.5;
            let share = DVec3::new(random.f64(), random.f64(), random.f64());
            player.position = (bounds.min + bounds.size() * share).as_vec3();
            player.velocity = Vec3::new(random.f32(), 0.0, random.f32()) * 40.0;
        }
        rig.frames(1);
        let (camera, projection) = {
            let world = rig.app.world_mut();
            let mut eyes = world.query_filtered::<(&Transform, &Projection), With<Eye>>();
            let (camera, projection) = eyes.single(world).expect("an eye");
            (*camera, projection.clone())
        };
        let Projection::Perspective(lens) = projection else {
            panic!("the eye sees in perspective");
        };
        let view = rig.resource::<View>().clone();
        // Check the leaf against the camera's view at the end of the frame.
        let to_camera = camera.to_matrix().inverse();
        let tan = (lens.fov / 2.0).tan();
        let is_seen = |point: DVec3| {
            let seen = to_camera.transform_point3(point.as_vec3());
            let depth = -seen.z;
            depth > lens.near && seen.y.abs() < depth * tan && seen.x.abs() < depth * tan * lens.aspect_ratio
        };
        for &leaf in leaves {
            let cell = built.tree.leaf_cell(leaf);
            let middle = cell.bounds().center();
            let corners = cell.faces.iter().flat_map(Polygon::positions);
            let seen = corners.chain([middle]).any(&is_seen);
            if seen {
                inside += 1;
                assert!(
                    view.holds_leaf(&built.tree, leaf),
                    "leaf {leaf} is in view from {camera:?} and not drawn"
                );
                let was_out = |before: &View| !before.holds_leaf(&built.tree, leaf);
                fresh += usize::from(before.as_ref().is_some_and(was_out));
            } else if !view.holds_leaf(&built.tree, leaf) {
                outside += 1;
            }
        }
        before = Some(view);
    }
    assert!(
        inside > 100 && outside > 100 && fresh > 20,
        "{inside} in view, {outside} out of it, {fresh} fresh"
    );
}

#[test]
fn leaves_are_counted_only_when_shown() {
    let mut rig = Rig::in_room(10);
    rig.until_leaves();
    rig.run_for(Action::NextCulling, 2);
    let leaves = |rig: &Rig| rig.resource::<CullingReport>().drawn[0].leaves;
    assert_eq!(leaves(&rig), 0, "the number is not shown");
    rig.run_for(Action::TogglePanel, 2);
    assert_eq!(leaves(&rig), 1);
}

#[test]
fn compiled_level_includes_its_leaf_tree() {
    let mut rig = Rig::in_room(10);
    let source = rig.file("open.obj", roofless().as_bytes());
    let (level, content) =
        bspwalk_levels::load_with_source(&source, &LoadOptions::default(), &Default::default())
            .expect("it loads");
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
    rig.open(LevelName::File(path), RequestedOptions::Remembered);
    rig.until_leaves();
    let built = leaf_tree(&rig).built().expect("a tree").clone();
    assert!(built.from_cache.is_some());
    assert_eq!(built.tree.leaf_count(), compiled.leaves.leaf_count());
    assert!(built.leak.is_some());
}

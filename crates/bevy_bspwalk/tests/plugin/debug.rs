//! Tests for drawing planes and leaves as lines.

use bevy::prelude::*;
use bevy_bspwalk::{
    BspDebug, BspLevel, BspLevelRoot, BspTree, BspwalkPlugin, DebugLeaves, PvsCulling, leaf_edges,
    plane_edges,
};
use bevy_gizmos::GizmoPlugin;

use crate::support::{FLOOR, app_with, block, load, obj, wait};

#[test]
fn edges_match_planes_and_cells() {
    let room = [FLOOR, block([-2.0, 0.0, -2.0], [2.0, 2.0, 2.0], "stone")];
    let text = obj(&room);
    let mut app = app_with(
        &[("room.obj", text.as_bytes())],
        (BspwalkPlugin::default(), GizmoPlugin),
    );
    let handle = load(&app, "room.obj");
    wait(&mut app, &handle).expect("it loads");
    let level = app
        .world()
        .resource::<Assets<BspLevel>>()
        .get(&handle)
        .expect("it is loaded")
        .clone();
    let trees = app.world().resource::<Assets<BspTree>>();
    let nodes = trees.get(&level.fixed).expect("it is loaded").nodes().clone();
    assert!(plane_edges(&nodes, 0).is_empty());
    let (few, more) = (plane_edges(&nodes, 1), plane_edges(&nodes, 4));
    assert!(
        few.len() >= 3 && more.len() > few.len(),
        "{} and {}",
        few.len(),
        more.len()
    );
    let visibility = level.visibility.as_ref().expect("it has a PVS");
    let leaf = visibility
        .leaves
        .leaf_ids()
        .find(|&leaf| visibility.leaves.is_solid(leaf))
        .expect("the box is solid");
    let edges = leaf_edges(&visibility.leaves, leaf);
    // A convex cell has at least six edges.
    assert!(edges.len() >= 6, "{edges:?}");
    // The drawing system must not panic.
    app.world_mut().spawn(BspLevelRoot(handle));
    app.world_mut()
        .spawn((PvsCulling, Transform::from_xyz(5.0, 1.0, 0.0)));
    app.insert_resource(BspDebug {
        planes: 3,
        leaves: DebugLeaves::Visible,
    });
    app.update();
    app.update();
}

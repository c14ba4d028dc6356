//! Tests that bodies, rays, meshes and culling use the faces of replaced objects.

use bevy::{
    ecs::{system::EntityCommand, system::RunSystemOnce},
    prelude::*,
};
use bevy_bspwalk::{
    BodyInput, BodyState, BspLevelRoot, BspRayHit, BspRays, KinematicBody, ObjectFace, ReplaceObject,
    ReplaceObjectError,
};
use bspwalk_trees::FaceId;

use crate::support::{Block, FACES, FLOOR, app_in, block, load, triangles};

const WALL: Block = block([2.0, 0.0, -10.0], [2.5, 3.0, 10.0], "brick");

fn faces(block: &Block) -> Vec<ObjectFace> {
    let face = |corners| ObjectFace {
        corners,
        material: block.material.to_owned(),
        ..ObjectFace::default()
    };
    triangles(block).map(face).collect()
}

/// Replaces the object of the second box, which `obj` names `box_1`.
fn replace_wall(app: &mut App, root: Entity, faces: Vec<ObjectFace>) -> Result<(), ReplaceObjectError> {
    replace(app, root, "box_1", faces)
}

fn replace(
    app: &mut App,
    root: Entity,
    object: &str,
    faces: Vec<ObjectFace>,
) -> Result<(), ReplaceObjectError> {
    let object = object.to_owned();
    ReplaceObject { object, faces }.apply(app.world_mut().entity_mut(root))
}

fn cast_along_x(app: &mut App) -> Option<BspRayHit> {
    let ray = Ray3d::new(Vec3::new(0.0, 1.0, 0.0), Dir3::X);
    let world = app.world_mut();
    world
        .run_system_once(move |rays: BspRays| rays.cast(ray))
        .expect("it runs")
}

#[test]
fn body_walks_where_a_wall_was() {
    let (mut app, root) = app_in(&[FLOOR, WALL]);
    let input = BodyInput {
        desired: Vec3::X,
        ..BodyInput::default()
    };
    let body = app.world_mut().spawn((KinematicBody::default(), input)).id();
    let x_after = |app: &mut App, ticks| {
        for _ in 0..ticks {
            app.update();
        }
        let state = app.world().get::<BodyState>(body).expect("it is a body");
        assert!(state.clear && state.grounded, "{state:?}");
        state.feet.x
    };
    assert!(
        (x_after(&mut app, 100) - 1.7).abs() < 0.02,
        "it stands at the wall"
    );
    replace_wall(&mut app, root, Vec::new()).expect("the wall is an object");
    assert!(x_after(&mut app, 60) > 3.0, "it has crossed the gap");
    // A new wall stops it.
    let other = block([6.0, 0.0, -10.0], [6.5, 3.0, 10.0], "brick");
    replace_wall(&mut app, root, faces(&other)).expect("the object still exists");
    assert!(
        (x_after(&mut app, 150) - 5.7).abs() < 0.02,
        "it stands at the new wall"
    );
}

#[test]
fn rays_report_new_faces() {
    let (mut app, root) = app_in(&[FLOOR, WALL]);
    let before = cast_along_x(&mut app).expect("the wall is in the way");
    assert!((FACES..2 * FACES).contains(&before.face.0) && (before.distance - 2.0).abs() < 1.0e-5);
    let other = block([4.0, 0.0, -1.0], [5.0, 3.0, 1.0], "ground");
    replace_wall(&mut app, root, faces(&other)).expect("the wall is an object");
    let after = cast_along_x(&mut app).expect("the new wall is in the way");
    assert!((2 * FACES..3 * FACES).contains(&after.face.0), "{after:?}");
    assert!((after.distance - 4.0).abs() < 1.0e-5);
    assert_eq!(
        (after.collider, after.material.as_deref()),
        (root, Some("ground"))
    );
    replace_wall(&mut app, root, faces(&WALL)).expect("the object still exists");
    let again = cast_along_x(&mut app).expect("the wall is in the way");
    assert!(
        (3 * FACES..4 * FACES).contains(&again.face.0),
        "numbers are not reused: {again:?}"
    );
    assert!((again.distance - 2.0).abs() < 1.0e-5);
}

#[test]
fn invalid_replacements_change_nothing() {
    let (mut app, root) = app_in(&[FLOOR, WALL]);
    let before = cast_along_x(&mut app);
    let mut invalid = faces(&WALL);
    invalid[3].corners[1].x = f32::NAN;
    let result = replace_wall(&mut app, root, invalid);
    assert!(matches!(result, Err(ReplaceObjectError::Build(_))), "{result:?}");
    let mut unknown = faces(&WALL);
    unknown[0].material = "gold".to_owned();
    let result = replace_wall(&mut app, root, unknown);
    assert!(matches!(result, Err(ReplaceObjectError::NoMaterial(name)) if name == "gold"));
    let result = replace(&mut app, root, "roof", Vec::new());
    assert!(matches!(result, Err(ReplaceObjectError::NoObject(name)) if name == "roof"));
    let level = app
        .world()
        .get::<BspLevelRoot>(root)
        .expect("it has a level")
        .0
        .clone();
    let waiting = app.world_mut().spawn(BspLevelRoot(level)).id();
    let result = replace_wall(&mut app, waiting, Vec::new());
    assert!(matches!(result, Err(ReplaceObjectError::NoLevel)), "{result:?}");
    app.world_mut().despawn(waiting);
    assert_eq!(cast_along_x(&mut app), before);
}

#[test]
fn reloaded_level_has_its_object_again() {
    let (mut app, root) = app_in(&[FLOOR, WALL]);
    let before = cast_along_x(&mut app);
    replace_wall(&mut app, root, Vec::new()).expect("the wall is an object");
    assert_eq!(cast_along_x(&mut app), None);
    let level = load(&app, "room.obj");
    app.world_mut()
        .resource_mut::<Messages<AssetEvent<bevy_bspwalk::BspLevel>>>()
        .write(AssetEvent::Modified { id: level.id() });
    app.update();
    app.update();
    assert_eq!(cast_along_x(&mut app), before);
}

#[cfg(feature = "render")]
#[test]
fn meshes_and_culling_follow() {
    use std::collections::BTreeSet;

    use bevy_bspwalk::{BspLevelMeshes, LevelChunk, PvsCulling};

    // Two rooms without a door. The wall between them is the second box.
    let rooms = [
        block([-10.0, -1.0, -10.0], [10.0, 0.0, 10.0], "ground"),
        WALL,
        block([-10.0, 3.0, -10.0], [10.0, 4.0, 10.0], "roof"),
        block([-10.0, -1.0, -11.0], [10.0, 4.0, -10.0], "side"),
        block([-10.0, -1.0, 10.0], [10.0, 4.0, 11.0], "side"),
        block([-11.0, -1.0, -11.0], [-10.0, 4.0, 11.0], "near"),
        block([10.0, -1.0, -11.0], [11.0, 4.0, 11.0], "far"),
        // These divide the rooms into leaves with portals. A room without portals has no cluster to hide.
        block([-7.0, 0.0, -2.0], [-6.0, 1.0, 2.0], "crate"),
        block([6.0, 0.0, -2.0], [7.0, 1.0, 2.0], "crate"),
    ];
    let (mut app, root) = app_in(&rooms);
    app.world_mut().entity_mut(root).insert(BspLevelMeshes::default());
    app.world_mut().spawn((
        Camera3d::default(),
        PvsCulling,
        Transform::from_xyz(-5.0, 1.0, 0.0),
    ));
    let drawn = |app: &mut App| {
        for _ in 0..3 {
            app.update();
        }
        let mut chunks = app.world_mut().query::<(&LevelChunk, &Visibility, &Mesh3d)>();
        let (mut all, mut visible) = (BTreeSet::<FaceId>::new(), BTreeSet::<FaceId>::new());
        for (chunk, visibility, mesh) in chunks.iter(app.world()) {
            let mesh = app.world().resource::<Assets<Mesh>>().get(&mesh.0);
            let corners = mesh.expect("it exists").count_vertices();
            assert_eq!(corners, 3 * chunk.faces.len());
            all.extend(&chunk.faces);
            if *visibility != Visibility::Hidden {
                visible.extend(&chunk.faces);
            }
        }
        (all, visible)
    };
    let (all, visible) = drawn(&mut app);
    let wall = FaceId::range(FACES..2 * FACES);
    assert!(wall.clone().any(|face| all.contains(&face)));
    assert!(visible.len() < all.len(), "the other room is hidden");
    replace_wall(&mut app, root, Vec::new()).expect("the wall is an object");
    let (all, visible) = drawn(&mut app);
    assert!(!wall.clone().any(|face| all.contains(&face)));
    assert_eq!(visible, all, "the other room shows through the gap");
    replace_wall(&mut app, root, faces(&WALL)).expect("the object still exists");
    let (all, _) = drawn(&mut app);
    let new = FaceId::range(9 * FACES..10 * FACES);
    assert!(new.clone().all(|face| all.contains(&face)));
}

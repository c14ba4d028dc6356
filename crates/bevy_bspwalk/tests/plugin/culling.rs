//! Tests that level meshes outside the PVS are hidden.

use bevy::prelude::*;
use bevy_bspwalk::{BspLevel, BspLevelMeshes, BspLevelRoot, LevelChunk, PvsCulling};
use bspwalk_trees::FaceId;

use crate::support::{Block, app, block, load, obj, wait};

/// Returns two six-metre rooms and a ten-metre corridor between them. The corridor has two bends, so neither room can
/// see the other.
fn rooms() -> Vec<Block> {
    let slab = |min: [f32; 3], max: [f32; 3]| block(min, max, "stone");
    vec![
        // Floor and ceiling.
        slab([-1.0, -1.0, -1.0], [23.0, 0.0, 13.0]),
        slab([-1.0, 3.0, -1.0], [23.0, 4.0, 13.0]),
        // Outer walls.
        slab([-1.0, 0.0, -1.0], [0.0, 3.0, 13.0]),
        slab([22.0, 0.0, -1.0], [23.0, 3.0, 13.0]),
        slab([0.0, 0.0, -1.0], [22.0, 3.0, 0.0]),
        slab([0.0, 0.0, 12.0], [22.0, 3.0, 13.0]),
        // Inner walls. A two-metre-wide corridor between them leads from the near end of the first room to the far end
        // of the second.
        slab([6.0, 0.0, 2.0], [10.0, 3.0, 12.0]),
        slab([12.0, 0.0, 0.0], [16.0, 3.0, 10.0]),
    ]
}

fn scene() -> (App, Handle<BspLevel>, Entity) {
    let mut app = app(&[("rooms.obj", obj(&rooms()).as_bytes())]);
    let level = load(&app, "rooms.obj");
    wait(&mut app, &level).expect("it loads");
    app.world_mut()
        .spawn((BspLevelRoot(level.clone()), BspLevelMeshes::default()));
    let camera = app
        .world_mut()
        .spawn((Camera3d::default(), PvsCulling, Transform::default()))
        .id();
    app.update();
    (app, level, camera)
}

/// Returns all chunks, each with a flag that is true if the chunk is hidden.
fn chunks(app: &mut App) -> Vec<(LevelChunk, bool)> {
    let mut query = app.world_mut().query::<(&LevelChunk, &Visibility)>();
    let all = query.iter(app.world());
    all.map(|(chunk, visibility)| (chunk.clone(), *visibility == Visibility::Hidden))
        .collect()
}

fn look_from(app: &mut App, camera: Entity, eye: Vec3) {
    app.world_mut()
        .get_mut::<Transform>(camera)
        .expect("it has one")
        .translation = eye;
    app.update();
}

const FIRST: Vec3 = Vec3::new(3.0, 1.7, 9.0);
const SECOND: Vec3 = Vec3::new(19.0, 1.7, 3.0);

#[test]
fn hidden_chunks_match_the_pvs() {
    let (mut app, level, camera) = scene();
    for eye in [FIRST, SECOND] {
        look_from(&mut app, camera, eye);
        let levels = app.world().resource::<Assets<BspLevel>>();
        let visibility = levels
            .get(&level)
            .and_then(|level| level.visibility.clone())
            .expect("it has a PVS");
        let seen = visibility.visible_from(eye).expect("it is in a room");
        let chunks = chunks(&mut app);
        assert!(chunks.iter().any(|(_, hidden)| *hidden) && chunks.iter().any(|(_, hidden)| !hidden));
        for (chunk, hidden) in chunks {
            let may_be_seen = chunk.leaves.is_empty() || chunk.leaves.iter().any(|leaf| seen.contains(leaf));
            assert_eq!(may_be_seen, !hidden, "{chunk:?} from {eye}");
        }
    }
}

#[test]
fn visible_faces_are_never_hidden() {
    let (mut app, level, camera) = scene();
    look_from(&mut app, camera, FIRST);
    let levels = app.world().resource::<Assets<BspLevel>>();
    let of_level = levels.get(&level).expect("it is loaded").clone();
    let trees = app.world().resource::<Assets<bevy_bspwalk::BspTree>>();
    let nodes = trees.get(&of_level.fixed).expect("it is loaded").nodes().clone();
    let hidden: Vec<FaceId> = chunks(&mut app)
        .into_iter()
        .filter(|(_, hidden)| *hidden)
        .flat_map(|(chunk, _)| chunk.faces)
        .collect();
    assert!(!hidden.is_empty());
    // Cast rays in all directions.
    for number in 0..4000_u32 {
        let height = 1.0 - 2.0 * (number as f32 + 0.5) / 4000.0;
        let angle = 2.399_963 * number as f32;
        let flat = (1.0 - height * height).sqrt();
        let to = FIRST + Vec3::new(flat * angle.cos(), height, flat * angle.sin()) * 60.0;
        let hit = nodes.cast(FIRST, to).expect("the level is closed");
        assert!(
            !hidden.contains(&hit.face),
            "face {} is seen at {}",
            hit.face,
            hit.point
        );
    }
}

#[test]
fn culling_is_off_outside_and_in_solids() {
    let (mut app, _, camera) = scene();
    let any_hidden = |app: &mut App| chunks(app).iter().any(|(_, hidden)| *hidden);
    look_from(&mut app, camera, FIRST);
    assert!(any_hidden(&mut app));
    for eye in [Vec3::new(0.0, 50.0, 0.0), Vec3::new(8.0, 1.0, 6.0), Vec3::NAN] {
        look_from(&mut app, camera, eye);
        assert!(!any_hidden(&mut app), "{eye}");
    }
    // With a second camera in the other room, chunks visible to either camera are drawn.
    look_from(&mut app, camera, FIRST);
    let one = chunks(&mut app).iter().filter(|(_, hidden)| *hidden).count();
    app.world_mut().spawn((
        Camera3d::default(),
        PvsCulling,
        Transform::from_translation(SECOND),
    ));
    app.update();
    let two = chunks(&mut app).iter().filter(|(_, hidden)| *hidden).count();
    assert!(two < one, "{two} of {one}");
    app.world_mut().entity_mut(camera).remove::<PvsCulling>();
    app.update();
    assert!(any_hidden(&mut app));
}

#[test]
fn each_face_is_drawn_once() {
    let (mut app, level, _) = scene();
    let mut faces: Vec<FaceId> = chunks(&mut app)
        .into_iter()
        .flat_map(|(chunk, _)| chunk.faces)
        .collect();
    faces.sort_unstable();
    let levels = app.world().resource::<Assets<BspLevel>>();
    let triangles = &levels.get(&level).expect("it is loaded").level.triangles;
    let all: Vec<FaceId> = triangles.iter().map(|triangle| triangle.source).collect();
    assert_eq!(faces, all);
    let meshes = app.world().resource::<Assets<Mesh>>();
    let vertices: usize = meshes.iter().map(|(_, mesh)| mesh.count_vertices()).sum();
    assert_eq!(vertices, 3 * triangles.len());
}

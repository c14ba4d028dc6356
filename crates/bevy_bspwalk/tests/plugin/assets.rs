//! Tests for loading levels with the asset server.

use bspwalk_trees::FaceId;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_bspwalk::{BspLevel, BspLevelRoot, BspTree};
use bspwalk_compile::{CompileParams, LevelName, open};
use bspwalk_levels::{Format, LoadOptions, builtin};
use bspwalk_progress::Progress;

use crate::support::{FACES, FLOOR, app, block, load, load_with, obj, triangles, wait};

fn get<'a>(app: &'a App, handle: &Handle<BspLevel>) -> &'a BspLevel {
    app.world()
        .resource::<Assets<BspLevel>>()
        .get(handle)
        .expect("it is loaded")
}

fn tree<'a>(app: &'a App, handle: &Handle<BspTree>) -> &'a BspTree {
    app.world()
        .resource::<Assets<BspTree>>()
        .get(handle)
        .expect("it is loaded")
}

#[test]
fn level_reads_dependencies_from_asset_source() {
    let hall = builtin::find("hall").expect("it is built in");
    let mut files = vec![("levels/hall.obj", hall.obj), ("levels/hall.mtl", hall.mtl)];
    let textures: Vec<(String, &[u8])> = hall
        .textures
        .iter()
        .map(|(name, content)| (format!("levels/{name}"), *content))
        .collect();
    files.extend(textures.iter().map(|(name, content)| (name.as_str(), *content)));
    let mut app = app(&files);
    let handle = load_with(&app, "levels/hall.obj", |settings| settings.visibility = false);
    wait(&mut app, &handle).expect("it loads");
    let level = get(&app, &handle);
    assert_eq!(
        (level.level.name.as_str(), level.level.format),
        ("hall", Format::Obj)
    );
    let with_image = level
        .level
        .materials
        .iter()
        .filter(|material| material.texture.is_some());
    assert_eq!(
        with_image.count(),
        hall.textures.len(),
        "{:?}",
        level.level.warnings
    );
    assert!(level.visibility.is_none());
    let fixed = tree(&app, &level.fixed);
    assert_eq!(
        fixed.nodes().triangle_count() as usize,
        level.level.solid_triangles().len()
    );
    let first = level.level.triangles[0].source;
    assert_eq!(fixed.material(first), level.level.material_of_face(first));
}

#[test]
fn missing_files_warn_and_outside_is_not_opened() {
    let text = format!("mtllib ../secret.mtl none.mtl\n{}", obj(&[FLOOR]));
    let mut app = app(&[
        ("levels/a.obj", text.as_bytes()),
        ("secret.mtl", b"newmtl ground\nKd 1 0 0\n"),
    ]);
    let handle = load(&app, "levels/a.obj");
    wait(&mut app, &handle).expect("it loads");
    let level = &get(&app, &handle).level;
    assert!(!level.warnings.is_empty());
    let red = Vec4::new(1.0, 0.0, 0.0, 1.0);
    assert!(level.materials.iter().all(|material| material.color != red));
}

#[test]
fn an_error_names_the_file_and_the_line() {
    let mut app = app(&[
        ("levels/broken.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"),
        ("levels/noise.bspw", b"BSPWALK\0 that is none"),
    ]);
    let broken = load(&app, "levels/broken.obj");
    let error = wait(&mut app, &broken).expect_err("a vertex is missing");
    assert!(
        error.contains("levels/broken.obj") && error.contains("line 4"),
        "{error}"
    );
    let noise = load(&app, "levels/noise.bspw");
    let error = wait(&mut app, &noise).expect_err("it is no level");
    assert!(error.contains("levels/noise.bspw"), "{error}");
    // Bodies wait for the level; this must not panic.
    app.world_mut().spawn(BspLevelRoot(broken));
    app.update();
}

#[test]
fn gltf_loads_as_level() {
    let corners: Vec<u8> = [[0.0_f32, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, -3.0]]
        .iter()
        .flatten()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    let document = br#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, -3], "max": [4, 0, 0]}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"uri": "data/room.bin", "byteLength": 36}]}"#;
    let mut app = app(&[("room.gltf", document), ("data/room.bin", &corners)]);
    let handle = load(&app, "room.gltf");
    wait(&mut app, &handle).expect("it loads");
    let level = &get(&app, &handle).level;
    assert_eq!((level.triangles.len(), level.bounds.size().x), (1, 4.0));
}

#[test]
fn a_compiled_level_keeps_its_trees() {
    let (options, progress) = (LoadOptions::default(), Arc::<Progress>::default());
    let opened = open(
        &LevelName::BuiltIn("three_rooms".to_owned()),
        &options,
        &CompileParams::quick(),
        false,
        None,
        &progress,
    );
    let compiled = opened.expect("it compiles");
    let bytes = bspwalk_compile::file::to_bytes(&compiled);
    let mut app = app(&[("rooms.bspw", &bytes)]);
    let handle: Handle<BspLevel> = app.world().resource::<AssetServer>().load("rooms.bspw");
    wait(&mut app, &handle).expect("it loads");
    let level = get(&app, &handle);
    let visibility = level.visibility.as_ref().expect("it has a PVS");
    assert_eq!(visibility.leaves.leaf_count(), compiled.leaves.leaf_count());
    let here = compiled.leaves.locate(compiled.level.spawn.eye);
    assert_eq!(visibility.leaf_at(compiled.level.spawn.eye.as_vec3()), Some(here));
    assert_eq!(
        tree(&app, &level.fixed).nodes().triangle_count(),
        compiled.nodes.triangle_count()
    );
}

#[test]
fn a_map_is_read_with_its_brushes() {
    let map = include_bytes!("../../assets/house.map");
    let mut app = app(&[("house.map", map)]);
    let handle: Handle<BspLevel> = app.world().resource::<AssetServer>().load("house.map");
    wait(&mut app, &handle).expect("it loads");
    let level = get(&app, &handle);
    assert_eq!(level.level.format, Format::Map);
    assert!(level.level.brushes.len() > 10);
    let start = level.start(&default(), default());
    // The start is at 128 and 192 map units of 2.54 cm each; the map's Z axis points up.
    assert!(
        start
            .translation
            .distance(Vec3::new(3.2512, start.translation.y, -4.8768))
            < 1.0e-3
    );
    assert!(
        level
            .visibility
            .as_ref()
            .is_some_and(|visibility| visibility.leaf_at(start.translation + Vec3::Y).is_some())
    );
}

#[test]
fn tree_is_built_from_any_triangles() {
    let tree = BspTree::build(triangles(&block([0.0; 3], [1.0; 3], "none"))).expect("it builds");
    assert_eq!(tree.nodes().triangle_count(), FACES);
    assert_eq!(tree.material(FaceId(0)), None);
    let wrong = [[Vec3::ZERO, Vec3::X, Vec3::splat(f32::NAN)]];
    assert!(BspTree::build(wrong).is_err());
    assert!(BspTree::build([]).is_ok());
}

#[cfg(feature = "render")]
#[test]
fn tree_is_built_from_a_mesh() {
    let mesh = Mesh::from(Cuboid::from_length(2.0));
    let tree = BspTree::from_mesh(&mesh).expect("it builds");
    let hit = tree
        .nodes()
        .cast(Vec3::Y * 5.0, Vec3::NEG_Y * 5.0)
        .expect("it is in the way");
    assert_eq!((tree.nodes().triangle_count(), hit.point), (FACES, Vec3::Y));
    let points = Mesh::new(bevy::mesh::PrimitiveTopology::PointList, default());
    assert!(BspTree::from_mesh(&points).is_err());
}

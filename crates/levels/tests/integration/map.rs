//! Tests of Quake maps: small maps with exact counts, interpretation of names, textures, and invalid input.

use std::{collections::HashMap, fmt::Write, fs, sync::Arc};

use bspwalk_compile::{Brushes, CompileParams, LevelName, fill};
use bspwalk_levels::{Format, Level, LoadOptions, SpawnOrigin};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    levels,
    loading::{from_memory, warning},
    quake_rooms::{self, Version},
};
use bspwalk_trees::{LeafTree, solid_leaf::OUTSIDE};
use glam::{DMat3, DVec3, dvec3};

/// A brush: outward-facing planes, each as a normal and a point, and the texture of all sides.
#[derive(Clone)]
struct TestBrush {
    planes: Vec<(DVec3, DVec3)>,
    texture: String,
}

fn block(min: [f64; 3], max: [f64; 3], texture: &str) -> TestBrush {
    let (min, max) = (DVec3::from_array(min), DVec3::from_array(max));
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let planes = axes.iter().flat_map(|&axis| [(axis, max), (-axis, min)]);
    TestBrush {
        planes: planes.collect(),
        texture: texture.to_owned(),
    }
}

impl TestBrush {
    /// Returns the brush rotated or mirrored about the origin, then translated.
    fn moved(&self, by: DMat3, offset: DVec3) -> Self {
        let normal = by.inverse().transpose();
        let planes = self.planes.iter();
        Self {
            planes: planes
                .map(|&(n, p)| ((normal * n).normalize(), by * p + offset))
                .collect(),
            texture: self.texture.clone(),
        }
    }

    fn text(&self) -> String {
        let mut text = String::from("{\n");
        for &(normal, point) in &self.planes {
            let (u, v) = normal.any_orthonormal_pair();
            let (u, v) = if u.cross(v).dot(normal) > 0.0 {
                (u, v)
            } else {
                (v, u)
            };
            for corner in [point + u * 64.0, point, point + v * 64.0] {
                write!(text, "( {} {} {} ) ", corner.x, corner.y, corner.z).unwrap();
            }
            writeln!(text, "{} 0 0 0 1 1", self.texture).unwrap();
        }
        text + "}\n"
    }
}

fn entity(keys: &[(&str, &str)], brushes: &[TestBrush]) -> String {
    let keys: String = keys
        .iter()
        .map(|(key, value)| format!("\"{key}\" \"{value}\"\n"))
        .collect();
    let brushes: String = brushes.iter().map(TestBrush::text).collect();
    format!("{{\n{keys}{brushes}}}\n")
}

fn world(brushes: &[TestBrush]) -> String {
    entity(&[("classname", "worldspawn")], brushes)
}

fn start(at: &str) -> String {
    let keys = [
        ("classname", "info_player_start"),
        ("origin", at),
        ("angle", "90"),
    ];
    entity(&keys, &[])
}

/// Returns the 16-unit thick walls of a room from the origin to `size`. The floor and the ceiling extend below and
/// above the walls.
fn walls([x, y, z]: [f64; 3]) -> Vec<TestBrush> {
    let t = 16.0;
    vec![
        block([-t, -t, -t], [x + t, y + t, 0.0], "floor"),
        block([-t, -t, z], [x + t, y + t, z + t], "ceiling"),
        block([-t, -t, 0.0], [0.0, y + t, z], "west"),
        block([x, -t, 0.0], [x + t, y + t, z], "east"),
        block([0.0, -t, 0.0], [x, 0.0, z], "south"),
        block([0.0, y, 0.0], [x, y + t, z], "north"),
    ]
}

const ROOM: [f64; 3] = [256.0, 320.0, 128.0];
const MIDDLE: &str = "128 160 32";

fn load_text(text: &str) -> Level {
    from_memory("test.map", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Opens a level in the same way as the commands do, and builds its solid-leaf tree.
fn open(text: &str) -> (Level, LeafTree) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.map");
    fs::write(&path, text).unwrap();
    open_file(&path)
}

fn open_file(path: &std::path::Path) -> (Level, LeafTree) {
    let progress = Arc::default();
    let name = LevelName::File(path.to_owned());
    let found = bspwalk_compile::open::load_level(&name, &LoadOptions::default(), None, &progress).unwrap();
    let (level, _) = found.into_level();
    level.check(&progress).unwrap();
    let leaves = bspwalk_compile::leaf_tree(&level, &CompileParams::default(), &progress).unwrap();
    let tree = Arc::into_inner(leaves.tree).unwrap();
    assert_eq!(tree.validate(), Ok(()));
    (Arc::into_inner(level).unwrap(), tree)
}

/// Converts a point from map space to level space.
fn at(x: f64, y: f64, z: f64) -> DVec3 {
    dvec3(x, z, -y) * 0.0254
}

fn leaks(level: &Level) -> bool {
    warning(level, "leaks").is_some()
}

fn is_solid(level: &Level, tree: &LeafTree, point: DVec3) -> bool {
    tree.is_solid(tree.locate(point)) || Brushes::new(level).contain(point)
}

/// Returns rotations and reflections that must not change any count.
fn turns() -> Vec<(&'static str, DMat3)> {
    let odd = DMat3::from_quat(glam::DQuat::from_euler(glam::EulerRot::XYZ, 0.3, 0.5, 0.7));
    let mirror = DMat3::from_diagonal(dvec3(-1.0, 1.0, 1.0));
    vec![
        ("as it stands", DMat3::IDENTITY),
        ("turned", odd),
        ("mirrored", mirror),
        ("turned and mirrored", odd * mirror),
    ]
}

fn turned(brushes: &[TestBrush], by: DMat3, points: &[[f64; 3]]) -> (String, Vec<DVec3>) {
    let offset = dvec3(700.0, -300.0, 50.0);
    let moved: Vec<TestBrush> = brushes.iter().map(|brush| brush.moved(by, offset)).collect();
    let points: Vec<DVec3> = points
        .iter()
        .map(|&point| by * DVec3::from_array(point) + offset)
        .collect();
    let [x, y, z] = points[0].to_array();
    (world(&moved) + &start(&format!("{x} {y} {z}")), points)
}

#[test]
fn a_sealed_box_has_two_leaves_and_six_faces() {
    for (name, by) in turns() {
        let (text, points) = turned(&walls(ROOM), by, &[[128.0, 160.0, 32.0], [-8.0, 8.0, 8.0]]);
        let (level, tree) = open(&text);
        let statistics = tree.statistics();
        assert_eq!(
            (statistics.leaves, statistics.leaf_faces),
            (2, 6),
            "{name}: {statistics:?}"
        );
        assert_eq!(level.triangles.len(), 12, "{name}");
        assert!(!leaks(&level), "{name}: {:?}", level.warnings);
        assert_eq!(
            (statistics.empty, statistics.contradicted_faces),
            (1, 0),
            "{name}: {statistics:?}"
        );
        assert_eq!(level.format, Format::Map);
        let [inside, wall] = [points[0], points[1]].map(|p| at(p.x, p.y, p.z));
        assert!(
            !is_solid(&level, &tree, inside) && is_solid(&level, &tree, wall),
            "{name}"
        );
    }
}

#[test]
fn box_without_entities_has_an_inside() {
    let (level, tree) = open(&world(&walls(ROOM)));
    assert_eq!((tree.leaf_count(), tree.statistics().leaf_faces), (2, 6));
    assert!(!leaks(&level), "{:?}", level.warnings);
    assert!(level.bounds.contains(level.spawn.eye), "{:?}", level.spawn);
}

#[test]
fn an_l_shaped_room_has_two_empty_leaves() {
    let mut brushes = walls([512.0, 512.0, 128.0]);
    brushes.push(block([256.0, 256.0, 0.0], [512.0, 512.0, 128.0], "corner"));
    for (name, by) in turns() {
        let (text, points) = turned(
            &brushes,
            by,
            &[[128.0, 128.0, 32.0], [400.0, 400.0, 64.0], [400.0, 100.0, 64.0]],
        );
        let (level, tree) = open(&text);
        let statistics = tree.statistics();
        println!("{name}: {statistics:?}");
        assert_eq!(statistics.empty, 2, "{name}: {statistics:?}");
        assert_eq!(statistics.merged_polygons, 10, "{name}: {statistics:?}");
        let solid: Vec<bool> = points
            .iter()
            .map(|p| is_solid(&level, &tree, at(p.x, p.y, p.z)))
            .collect();
        assert_eq!(solid, [false, true, false], "{name}");
    }
}

#[test]
fn only_structural_button_splits_leaves() {
    let button = block([96.0, 128.0, 0.0], [160.0, 192.0, 16.0], "button");
    let mut brushes = walls(ROOM);
    let detail = world(&brushes)
        + &entity(&[("classname", "func_detail")], std::slice::from_ref(&button))
        + &start("32 32 32");
    brushes.push(button);
    let (level, tree) = open(&(world(&brushes) + &start("32 32 32")));
    assert!(tree.leaf_count() > 2 && tree.is_solid(tree.locate(at(128.0, 160.0, 8.0))));
    assert!(!is_solid(&level, &tree, at(128.0, 160.0, 24.0)));
    // Five sides of the button, the room's five other sides, and four polygons around the button's foot.
    assert_eq!(tree.statistics().merged_polygons, 14);

    let (level, tree) = open(&detail);
    let statistics = tree.statistics();
    // Five sides of the button and six sides of the room. Each side is a single polygon rather than two triangles.
    assert_eq!(statistics.leaf_faces, 11, "{statistics:?}");
    assert_eq!((statistics.leaves, statistics.detail), (2, 10), "{statistics:?}");
    assert!(!tree.is_solid(tree.locate(at(128.0, 160.0, 8.0))));
    assert!(is_solid(&level, &tree, at(128.0, 160.0, 8.0)));
    assert!(!is_solid(&level, &tree, at(128.0, 160.0, 24.0)));
    assert!(level.objects.contains(&"func_detail".to_owned()));
}

/// Parts of non-solid detail that are inside or beyond walls are removed, and each side is a single polygon.
#[test]
fn illusionary_detail_is_clipped_to_walls() {
    for class in ["func_detail_illusionary", "FUNC_DETAIL_ILLUSIONARY"] {
        // The brush extends through the floor, which is 16 units thick.
        let brush = block([96.0, 128.0, -48.0], [160.0, 192.0, 16.0], "mist");
        let (level, tree) =
            open(&(world(&walls(ROOM)) + &start(MIDDLE) + &entity(&[("classname", class)], &[brush])));
        let statistics = tree.statistics();
        assert_eq!(statistics.leaf_faces, 11, "{statistics:?}");
        let passable = level.triangles.iter().filter(|triangle| !triangle.solid);
        let corners: Vec<DVec3> = passable.flat_map(|triangle| triangle.corners).collect();
        assert_eq!(corners.len(), 3 * 10);
        assert!(corners.iter().all(|corner| corner.y > -1.0e-9), "{corners:?}");
        assert!(!is_solid(&level, &tree, at(128.0, 160.0, 8.0)));
    }
    // Because a separate object may move, it remains whole.
    let brush = block([96.0, 128.0, -48.0], [160.0, 192.0, 16.0], "mist");
    let object = entity(&[("classname", "func_illusionary")], &[brush]);
    let (level, _) = open(&(world(&walls(ROOM)) + &start(MIDDLE) + &object));
    let lowest = level.triangles.iter().flat_map(|triangle| triangle.corners);
    assert!(lowest.fold(0.0, |low: f64, corner| low.min(corner.y)) < -1.0);
}

/// Returns a tetrahedron with the given corners, which may be in any order.
fn tetrahedron(corners: [[f64; 3]; 4]) -> TestBrush {
    let corners = corners.map(DVec3::from_array);
    let side = |opposite: usize| {
        let mut points = corners.to_vec();
        let apex = points.remove(opposite);
        let normal = (points[1] - points[0]).cross(points[2] - points[0]).normalize();
        let outward = if normal.dot(apex - points[0]) > 0.0 {
            -normal
        } else {
            normal
        };
        (outward, points[0])
    };
    TestBrush {
        planes: (0..4).map(side).collect(),
        texture: "rock".to_owned(),
    }
}

/// The hills consist of tetrahedra, as in level editors: two for each square of the ground. The tetrahedra meet at
/// edges, with a hollow below them. Near their edges, they are thinner than any leaf.
#[test]
fn hollow_below_tetrahedron_terrain_is_solid() {
    const SIDE: usize = 14;
    const STEP: f64 = 585.0;
    for seed in 0..4 {
        let mut random = bspwalk_testing::random::seeded(seed);
        let mut noise = |most: i32| f64::from(random.i32(-most..=most));
        let heights: Vec<f64> = (0..(SIDE + 1) * (SIDE + 1))
            .map(|index| {
                let (x, y) = ((index % (SIDE + 1)) as f64, (index / (SIDE + 1)) as f64);
                (1200.0 * (0.4 * x + seed as f64).sin() * (0.5 * y).cos() - 200.0).round() + noise(60)
            })
            .collect();
        let corner = |x: usize, y: usize| [x as f64 * STEP, y as f64 * STEP, heights[y * (SIDE + 1) + x]];
        let mut heap = Vec::new();
        for index in 0..SIDE * SIDE {
            let (x, y) = (index % SIDE, index / SIDE);
            let [a, b, c, d] = [
                corner(x, y),
                corner(x + 1, y),
                corner(x + 1, y + 1),
                corner(x, y + 1),
            ];
            let [low, high, left, right] = if noise(1) < 0.0 {
                [a, c, b, d]
            } else {
                [b, d, a, c]
            };
            let off = 60.0 + noise(30);
            let middle = [
                (x as f64 + 0.5) * STEP + noise(90),
                (y as f64 + 0.5) * STEP + noise(90),
                ((low[2] + high[2]) / 2.0).floor() + if noise(1) < 0.0 { off } else { -off },
            ];
            heap.extend([left, right].map(|side| tetrahedron([low, high, side, middle])));
        }
        let size = SIDE as f64 * STEP;
        // The walls extend far below and far above the hills.
        let lowest = -2400.0;
        let mut room = walls([size, size, 4192.0 - lowest]);
        for (_, point) in room.iter_mut().flat_map(|brush| &mut brush.planes) {
            point.z += lowest;
        }
        let above = format!("{} {} 3500", size / 2.0, size / 2.0);
        let (level, tree) =
            open(&(world(&room) + &entity(&[("classname", "func_group")], &heap) + &start(&above)));
        assert!(!leaks(&level), "{seed}: {:?}", level.warnings);
        for index in 0..100 {
            let (x, y) = ((index % 10) as f64 + 0.37, (index / 10) as f64 + 0.61);
            let (x, y) = (x / 10.0 * size, y / 10.0 * size);
            assert!(
                tree.is_solid(tree.locate(at(x, y, -2300.0))),
                "{seed}: below ({x} {y})"
            );
            assert!(
                !tree.is_solid(tree.locate(at(x, y, 3900.0))),
                "{seed}: above ({x} {y})"
            );
        }
    }
}

/// A level with a single brush is not sealed, wherever the entities are.
#[test]
fn single_brush_is_an_open_level() {
    let brush = block([0.0, 0.0, 0.0], [64.0, 96.0, 32.0], "block");
    for entities in [
        String::new(),
        start("32 48 100"),
        start("32 48 16"),
        start("900 900 0"),
    ] {
        let (level, tree) = open(&(world(std::slice::from_ref(&brush)) + &entities));
        assert_eq!((tree.leaf_count(), tree.statistics().leaf_faces), (2, 6));
        assert_ne!(tree.inside(), bspwalk_trees::solid_leaf::Inside::Rooms);
        let open = "the level is open, so there are no outside faces to remove";
        assert!(
            level.conversions.iter().any(|told| told.to_string() == open),
            "{:?}",
            level.conversions
        );
        assert!(!leaks(&level), "{:?}", level.warnings);
    }
}

#[test]
fn detail_does_not_seal() {
    let mut brushes = walls(ROOM);
    let north = brushes.pop().unwrap();
    let text = world(&brushes) + &entity(&[("classname", "func_detail")], &[north]) + &start(MIDDLE);
    let (level, tree) = open(&text);
    let warning = warning(&level, "leaks").unwrap_or_else(|| panic!("{:?}", level.warnings));
    assert!(
        warning
            .message
            .to_string()
            .contains("info_player_start at (128 160 32)"),
        "{warning}"
    );
    let line = text
        .lines()
        .position(|line| line.contains("info_player_start"))
        .unwrap();
    assert_eq!(
        warning.line,
        Some(line),
        "the entity begins a line before its class"
    );
    let (point, _) = fill::leak_start(&level, &tree);
    let leak = bspwalk_trees::solid_leaf::portals::find_leak(tree.portal_graph(), tree.locate(point), point);
    assert_eq!(leak.unwrap().leaves.last(), Some(&OUTSIDE));
    // The outer faces must be kept.
    assert!(level.triangles.len() > 40);
}

#[test]
fn overlapping_brushes_are_one_solid() {
    let mut brushes = walls(ROOM);
    // The walls intersect each other, and one wall exists twice.
    for brush in &mut brushes {
        for (normal, point) in &mut brush.planes {
            if normal.x > 0.5 && point.x > 256.0 || normal.y > 0.5 && point.y > 320.0 {
                *point += *normal * 8.0;
            }
        }
    }
    brushes.push(brushes[2].clone());
    brushes.push(block([-8.0, -8.0, -8.0], [0.0, 400.0, 100.0], "inner"));
    let (level, tree) = open(&(world(&brushes) + &start(MIDDLE)));
    assert_eq!(
        (tree.leaf_count(), tree.statistics().leaf_faces),
        (2, 7),
        "{:?}",
        tree.statistics()
    );
    let area = |name: &str| -> f64 {
        let index = level.materials.iter().position(|material| material.name == name);
        let faces = level
            .triangles
            .iter()
            .filter(|triangle| Some(triangle.material as usize) == index);
        faces
            .map(|triangle| bspwalk_geometry::triangle::area(triangle.corners))
            .sum::<f64>()
            / (0.0254 * 0.0254)
    };
    // If faces are coplanar, the later brush's face is kept.
    assert!(
        (area("inner") - 320.0 * 100.0).abs() < 1.0e-3,
        "{}",
        area("inner")
    );
    assert!((area("west") - 320.0 * 28.0).abs() < 1.0e-3, "{}", area("west"));
}

#[test]
fn classes_and_textures_follow_qbsp() {
    let cube = |x: f64, texture: &str| block([x, 100.0, 10.0], [x + 16.0, 116.0, 26.0], texture);
    let own = |class: &str, x: f64, texture: &str| {
        entity(&[("classname", class), ("targetname", "t1")], &[cube(x, texture)])
    };
    let text = world(
        &[
            walls(ROOM),
            vec![
                cube(10.0, "*water1"),
                cube(30.0, "clip"),
                cube(50.0, "hint"),
                cube(70.0, "skip"),
                cube(90.0, "sky1"),
            ],
        ]
        .concat(),
    ) + &own("func_group", 110.0, "wood")
        + &own("func_illusionary", 130.0, "wood")
        + &own("func_door", 150.0, "wood")
        + &own("trigger_once", 170.0, "trigger")
        + &own("func_wall", 190.0, "origin")
        + &start("128 40 32");
    let (level, tree) = open(&text);
    assert!(
        level
            .warnings
            .iter()
            .all(|warning| warning.message.to_string().contains("texture")),
        "{:?}",
        level.warnings
    );
    let inside = |x: f64| at(x + 8.0, 108.0, 18.0);
    let faces = |x: f64| -> Vec<_> {
        let near = level.triangles.iter();
        near.filter(|triangle| {
            triangle
                .corners
                .iter()
                .all(|&corner| (corner - inside(x)).abs().max_element() < 8.1 * 0.0254)
        })
        .collect()
    };
    for (x, count, solid_faces, solid) in [
        (10.0, 12, false, false),
        (30.0, 12, true, false),
        (50.0, 0, false, false),
        (70.0, 12, true, true),
        (90.0, 12, true, true),
        (110.0, 12, true, true),
        (130.0, 12, false, false),
        (150.0, 12, true, false),
        (170.0, 0, false, false),
        (190.0, 0, false, false),
    ] {
        let faces = faces(x);
        assert_eq!(faces.len(), count, "at {x}");
        assert!(faces.iter().all(|face| face.solid == solid_faces), "at {x}");
        assert_eq!(is_solid(&level, &tree, inside(x)), solid, "at {x}");
    }
    let names: Vec<&str> = [30.0, 110.0, 150.0]
        .map(|x| level.objects[faces(x)[0].object as usize].as_str())
        .to_vec();
    assert_eq!(names, ["clip", "func_group \"t1\"", "func_door \"t1\""]);
    let material = |x: f64| &level.materials[faces(x)[0].material as usize];
    assert!(material(10.0).liquid && material(30.0).color.w == 0.0 && material(70.0).color.w == 0.0);
    assert!(material(90.0).unlit);
    let door = level
        .entities
        .iter()
        .find(|entity| entity.class == "func_door")
        .unwrap();
    assert!(door.position.distance(inside(150.0)) < 1.0e-9 && door.object.is_some());
    assert_eq!(level.entities.len(), 7);
}

#[test]
fn spawn_is_info_player_start() {
    let (level, _) = open(&(world(&walls(ROOM)) + &start("128 160 24")));
    assert_eq!(level.spawn.origin, SpawnOrigin::Entity);
    let feet = at(128.0, 160.0, 0.0);
    assert!(
        (level.spawn.eye - feet - DVec3::Y * 1.7).length() < 1.0e-9,
        "{:?}",
        level.spawn
    );
    // Quake's angle of 90 faces Y, which is −Z in the level.
    assert!(level.spawn.yaw.abs() < 1.0e-9, "{:?}", level.spawn);
    assert_eq!(level.units.scale, 0.0254);
}

/// Loads a map that has these files next to it.
fn load_with(text: &str, files: &HashMap<&str, &[u8]>) -> Level {
    let options = LoadOptions::default();
    bspwalk_levels::load_from_memory("a.map", text.as_bytes(), files, &options, &Progress::default()).unwrap()
}

/// Returns the texture coordinates at points on the floor of a room with the given texture and alignment.
fn uvs(
    alignment: &str,
    points: &[[f64; 2]],
    files: &HashMap<&str, &[u8]>,
    keys: &[(&str, &str)],
) -> Vec<[f32; 2]> {
    let mut text = world(&walls(ROOM)).replace("floor 0 0 0 1 1", alignment);
    for (key, value) in keys {
        text = text.replacen('{', &format!("{{\n\"{key}\" \"{value}\""), 1);
    }
    let level = load_with(&text, files);
    let corners = |point: [f64; 2]| {
        let wanted = at(point[0], point[1], 0.0);
        level.triangles.iter().find_map(|triangle| {
            let index = triangle
                .corners
                .iter()
                .position(|corner| corner.distance(wanted) < 1.0e-9)?;
            (triangle.normals[0].y > 0.9 && level.materials[triangle.material as usize].name == "floor")
                .then_some(triangle.uvs[index].to_array())
        })
    };
    points
        .iter()
        .map(|&point| corners(point).unwrap_or_else(|| panic!("{point:?} is a corner of the floor")))
        .collect()
}

#[track_caller]
fn assert_near(found: &[[f32; 2]], expected: &[[f64; 2]]) {
    for (found, expected) in found.iter().zip(expected) {
        let is_near = (0..2).all(|i| (f64::from(found[i]) - expected[i]).abs() < 1.0e-5);
        assert!(is_near, "{found:?} instead of {expected:?}");
    }
}

#[test]
fn texture_alignment_follows_qbsp() {
    let none = HashMap::new();
    let corners = [[0.0, 0.0], [256.0, 0.0], [0.0, 320.0]];
    // On a floor, s increases along X and t along −Y. A 64×64-pixel placeholder replaces the missing texture.
    let found = uvs("floor 8 16 0 2 1", &corners, &none, &[]);
    assert_near(
        &found,
        &[
            [8.0 / 64.0, 16.0 / 64.0],
            [136.0 / 64.0, 0.25],
            [0.125, -304.0 / 64.0],
        ],
    );
    // Rotated by 90°: s increases along Y and t along X.
    let found = uvs("floor 0 0 90 1 1", &corners, &none, &[]);
    assert_near(&found, &[[0.0, 0.0], [0.0, 4.0], [5.0, 0.0]]);
    // Rotated by 45°, with a mirrored axis.
    let found = uvs("floor 0 0 45 -1 1", &corners, &none, &[]);
    let half = 0.5_f64.sqrt();
    assert_near(
        &found,
        &[[0.0, 0.0], [-4.0 * half, 4.0 * half], [-5.0 * half, -5.0 * half]],
    );
    // The Valve format specifies the axes explicitly.
    let found = uvs("floor [ 0 1 0 32 ] [ 0.5 0 0 -8 ] 0 2 0.5", &corners, &none, &[]);
    assert_near(&found, &[[0.5, -0.125], [0.5, 3.875], [3.0, -0.125]]);
}

/// Returns a WAD file with a 32×16-pixel texture whose pixels all have the given value.
fn wad(mark: &[u8; 4], name: &str, pixel: u8) -> Vec<u8> {
    let mut texture = name.as_bytes().to_vec();
    texture.resize(16, 0);
    for number in [32_u32, 16, 40, 552, 680, 712] {
        texture.extend(number.to_le_bytes());
    }
    texture.extend(vec![pixel; 512 + 128 + 32 + 8]);
    if mark == b"WAD3" {
        texture.extend([0, 1]);
        texture.extend((0..=255).flat_map(|value: u8| [value, 255 - value, 7]));
    }
    let mut file = mark.to_vec();
    file.extend(1_u32.to_le_bytes());
    file.extend((12 + texture.len() as u32).to_le_bytes());
    file.extend(&texture);
    for number in [12, texture.len() as u32, texture.len() as u32] {
        file.extend(number.to_le_bytes());
    }
    file.extend([if mark == b"WAD3" { b'C' } else { b'D' }, 0, 0, 0]);
    let mut entry = name.as_bytes().to_vec();
    entry.resize(16, 0);
    file.extend(entry);
    file
}

#[test]
fn textures_come_from_wad_files_and_images() {
    let (wad2, wad3) = (wad(b"WAD2", "FLOOR", 251), wad(b"WAD3", "floor", 10));
    let corners = [[256.0, 0.0]];
    for (files, keys, color) in [
        (
            HashMap::from([("a.wad", &wad2[..])]),
            &[("wad", "C:/x/none.wad; a.wad")][..],
            [255, 0, 0],
        ),
        (HashMap::from([("b.wad", &wad3[..])]), &[][..], [10, 245, 7]),
    ] {
        let found = uvs("floor 0 0 0 1 1", &corners, &files, keys);
        assert_near(&found, &[[8.0, 0.0]]);
        let mut text = world(&walls(ROOM));
        for (key, value) in keys {
            text = text.replacen('{', &format!("{{\n\"{key}\" \"{value}\""), 1);
        }
        let level = load_with(&text, &files);
        let mut materials = level.materials.iter();
        let floor = materials.find(|material| material.name == "floor").unwrap();
        let texture = floor.texture.as_ref().unwrap();
        assert_eq!(texture.size, [32, 16]);
        let found = &texture.rgba[..3];
        let off: i32 = found
            .iter()
            .zip(color)
            .map(|(&a, b): (&u8, i32)| (i32::from(a) - b).abs())
            .sum();
        assert!(off < 80, "{found:?} instead of {color:?}");
        let missing = warning(&level, "not found in any WAD file").unwrap();
        assert!(missing.message.to_string().contains("textures"), "{missing}");
    }
    // Problems in a WAD file are reported but do no harm.
    for length in [0, 3, 11, 12, 100, wad2.len() - 1] {
        let files = HashMap::from([("a.wad", &wad2[..length])]);
        assert!(!uvs("floor 0 0 0 1 1", &corners, &files, &[]).is_empty());
    }
    let mut huge = wad2;
    huge[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    let files = HashMap::from([("a.wad", &huge[..])]);
    assert!(!uvs("floor 0 0 0 1 1", &corners, &files, &[]).is_empty());
}

/// The textures of a Half-Life level are usually in the WAD files that its world names, and only their names and sizes
/// are in the level.
#[test]
fn half_life_textures_come_from_wad_files() {
    let level = quake_rooms::room_with(Version::Bsp30, |lump, bytes| match lump {
        "entities" => {
            let world = b"{\n\"_wad\" \"brick.wad\"".iter();
            bytes.splice(..1, world.copied());
        }
        "textures" => {
            bytes[8 + 24..8 + 40].fill(0);
            bytes.truncate(8 + 40);
        }
        _ => {}
    });
    let load = |files: &HashMap<&str, &[u8]>| {
        let options = LoadOptions::default();
        bspwalk_levels::load_from_memory("a.bsp", &level, files, &options, &Progress::default()).unwrap()
    };
    let found = wad(b"WAD3", "BRICK", 10);
    let level = load(&HashMap::from([("brick.wad", &found[..])]));
    let brick = level
        .materials
        .iter()
        .find(|material| material.name == "brick")
        .unwrap();
    let texture = brick.texture.as_ref().unwrap();
    assert_eq!((texture.size, &texture.rgba[..3]), ([32, 16], &[10, 245, 7][..]));
    assert!(warning(&level, "not found in any WAD file").is_none());
    // Without the file, the warning names it and the option.
    let level = load(&HashMap::new());
    let missing = warning(&level, "the texture brick was not found in any WAD file").unwrap();
    assert!(
        missing.message.to_string().contains("brick.wad is missing"),
        "{missing}"
    );
    assert!(missing.message.to_string().contains("--textures"), "{missing}");
    assert!(warning(&level, "the images of").is_none());
}

fn try_text(text: &[u8]) -> Result<Level, String> {
    from_memory("bad.map", text).map_err(|error| error.to_string())
}

#[test]
fn broken_maps_fail_clearly_or_are_repaired() {
    let good = world(&walls(ROOM)) + &start(MIDDLE);
    let brush = |points: &str| format!("{{\n\"classname\" \"worldspawn\"\n{{\n{points}}}\n}}\n");
    let doom = format!("Version 2\n{good}");
    let patch = brush("patchDef2\n{\ncommon/caulk\n( 3 3 0 0 0 )\n(\n( ( 0 0 0 0 0 ) )\n)\n}\n");
    let primitive =
        brush("brushDef\n{\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) ( ( 1 0 0 ) ( 0 1 0 ) ) caulk 0 0 0\n}\n");
    let open_brush = brush("( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) a 0 0 0 1 1\n".repeat(5).as_str());
    let mut endless = String::from("{\n\"classname\" \"worldspawn\"\n");
    endless.push_str(&"{\n}\n".repeat(1_000_000));
    endless.push_str("}\n");
    for (text, part) in [
        (&good[..good.len() / 2], "the file ends within"),
        ("{\n\"classname\" \"worldspawn", "quoted string"),
        ("{\n\"classname\"\n}\n", "value"),
        ("{ }\n}\n", "line 2"),
        ("{ }\n", "no visible brush"),
        (&doom, "Doom 3"),
        (&patch, "patch"),
        (&primitive, "brushDef"),
        (&open_brush, "which is unusable"),
        (&endless, "1000000 brushes"),
    ] {
        let error = try_text(text.as_bytes())
            .map(|level| level.triangles.len())
            .unwrap_err();
        assert!(error.contains(part) && error.starts_with("bad.map"), "{error}");
    }
    // An invalid brush is skipped, and the warning states its line and number. Valid brushes are kept.
    for points in [
        "( nan 0 0 ) ( 0 1 0 ) ( 1 0 0 ) a 0 0 0 1 1\n".repeat(6),
        "( 1e308 0 0 ) ( 0 1e308 0 ) ( 1 0 0 ) a 0 0 0 1 1\n".repeat(6),
        "( 0 0 0 ) ( 0 0 0 ) ( 1 0 0 ) a 0 0 0 1 1\n".repeat(6),
        "( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) a 0 0 0\n".repeat(6),
        String::new(),
    ] {
        let text = good.replacen(
            "\"classname\" \"worldspawn\"\n",
            &format!("\"classname\" \"worldspawn\"\n{{\n{points}}}\n"),
            1,
        );
        let level = try_text(text.as_bytes()).unwrap();
        let warning = warning(&level, "was skipped").unwrap();
        assert!(
            warning.message.to_string().starts_with("brush 0 of entity 0") && warning.line == Some(3),
            "{warning}"
        );
    }
    // Long comments, and comments in unusual places.
    let commented = good.replace('\n', " // { } \"\n") + &"//".repeat(100_000) + "\n";
    assert_eq!(
        try_text(commented.as_bytes()).unwrap().triangles.len(),
        load_text(&good).triangles.len()
    );
    assert!(try_text(&b"{".repeat(100_000)).is_err());
    assert!(try_text(&b"{ ".repeat(100_000)).is_err());
}

#[test]
fn flipped_bytes_never_panic() {
    let good = (world(&walls(ROOM)) + &start(MIDDLE)).into_bytes();
    let mut random = fastrand::Rng::with_seed(7);
    let mut next = |limit: usize| random.usize(..limit);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..400 {
        let mut bytes = good.clone();
        for _ in 0..=next(4) {
            let place = next(bytes.len());
            bytes[place] = match next(3) {
                0 => next(256) as u8,
                1 => b"{}()\"-.e9/\n "[next(12)],
                _ => bytes[next(good.len())],
            };
        }
        match try_text(&bytes) {
            Ok(level) => {
                level.check(&Progress::default()).unwrap();
                read += 1;
            }
            Err(error) => {
                assert!(!error.is_empty());
                refused += 1;
            }
        }
    }
    assert!(read > 20 && refused > 20, "{read} read, {refused} refused");
}

/// Compares brushes with the results of a Quake compiler at 4,004 points in the map.
#[test]
fn compiled_bsp_agrees_with_its_map() {
    let Some(path) = levels::path("lqdm6_a6.map") else {
        return;
    };
    let (level, tree) = open_file(&path);
    println!("{:?} {:?}", level.conversions, level.warnings);
    println!("{:?}", tree.statistics());
    let brushes = Brushes::new(&level);
    let table = levels::text("lqdm6_a6_world.points.csv").unwrap();
    let (mut known, mut wrong) = (0, Vec::new());
    for line in table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.starts_with("kind"))
    {
        let numbers: Vec<f64> = line.split(',').skip(1).map(|n| n.parse().unwrap()).collect();
        let [x, y, z, contents, _, near, ..] = numbers[..] else {
            panic!("{line} has too few columns")
        };
        if near < 0.05 {
            continue;
        }
        let solid = ![-1.0, -3.0, -4.0, -5.0].contains(&contents);
        let point = at(x, y, z);
        known += 1;
        if (tree.is_solid(tree.locate(point)) || brushes.contain(point)) != solid {
            wrong.push(line);
        }
    }
    assert!(known > 3000);
    assert!(
        wrong.is_empty(),
        "{} of {known}: {:?}",
        wrong.len(),
        &wrong[..wrong.len().min(10)]
    );
}

#[test]
fn real_maps_are_read() {
    for (name, solids, class) in [
        ("lq_e0m3.map", 600, "info_player_start"),
        ("playground.map", 150, "spawn_player"),
    ] {
        let Some(path) = levels::path(name) else { return };
        let (level, tree) = open_file(&path);
        println!(
            "{name}: {:?}\n{:?}\n{:?}",
            level.conversions,
            level.warnings,
            tree.statistics()
        );
        assert!(level.brushes.len() > solids, "{name}: {}", level.brushes.len());
        assert!(
            level.entities.iter().any(|entity| entity.class == class),
            "{name}"
        );
        assert_eq!(level.spawn.origin, SpawnOrigin::Entity, "{name}");
        assert!(
            !tree.is_solid(tree.locate(level.spawn.eye)),
            "{name}: the start is in a wall"
        );
    }
}

/// Converts a built-in level to a map by extruding each face backwards into a thin brush. The space behind the brushes
/// becomes solid because it is unreachable.
fn extruded(level: &Level) -> String {
    const THICK: f64 = 0.5;
    let to_map = |p: DVec3| dvec3(p.x, -p.z, p.y) / 0.0254;
    let brushes: Vec<TestBrush> = level
        .triangles
        .iter()
        .filter(|triangle| triangle.solid)
        .map(|triangle| {
            let [a, b, c] = triangle.corners.map(to_map);
            let normal = (b - a).cross(c - a).normalize();
            let mut planes = vec![(normal, a), (-normal, a - normal * THICK)];
            planes.extend(
                [(a, b), (b, c), (c, a)].map(|(from, to)| ((to - from).cross(normal).normalize(), from)),
            );
            TestBrush {
                planes,
                texture: "wall".to_owned(),
            }
        })
        .collect();
    let eye = to_map(level.spawn.eye);
    world(&brushes) + &start(&format!("{} {} {}", eye.x, eye.y, eye.z))
}

#[test]
fn level_extruded_to_map_keeps_solid_points() {
    let progress = Arc::default();
    let level = bspwalk_levels::builtin::load("three_rooms", &LoadOptions::default(), &progress).unwrap();
    let own = bspwalk_compile::leaf_tree(&level, &CompileParams::default(), &progress)
        .unwrap()
        .tree;
    let (map, tree) = open(&extruded(&level));
    assert!(!leaks(&map), "{:?}", map.warnings);
    let (mut random, mut compared, mut wrong) = (fastrand::Rng::with_seed(1), 0, Vec::new());
    let mut next = || random.f64();
    while compared < 4000 {
        let point = level.bounds.min + level.bounds.size() * dvec3(next(), next(), next());
        let near = level.triangles.iter().any(|triangle| {
            bspwalk_geometry::triangle::closest_point(triangle.corners, point)
                .point
                .distance(point)
                < 0.03
        });
        if near {
            continue;
        }
        compared += 1;
        if own.is_solid(own.locate(point)) != is_solid(&map, &tree, point) {
            wrong.push(point);
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}: {:?}", wrong.len(), wrong[0]);
}

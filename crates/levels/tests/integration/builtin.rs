//! Tests of the built-in levels: they must be reproducible byte for byte, closed, correctly wound and walkable.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet, VecDeque},
    fs,
    path::Path,
    sync::LazyLock,
};

use bspwalk_collision::{Capsule, depenetrate, push_ati};
use bspwalk_levels::{EYE_HEIGHT, Level, LoadOptions, SpawnOrigin, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::effort;
use bspwalk_trees::{BuildParams, NodeTree};
use glam::{DVec3, Vec3, vec3};

#[path = "../../examples/generate_levels/generator/mod.rs"]
mod generator;

fn load(name: &str) -> Level {
    builtin::load(name, &LoadOptions::default(), &Progress::default())
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn tree_of(level: &Level) -> NodeTree {
    NodeTree::build(&level.solid_triangles(), &BuildParams::default())
        .unwrap_or_else(|error| panic!("{}: {error}", level.name))
}

/// The hall and its tree, which several tests share.
static HALL: LazyLock<(Level, NodeTree)> = LazyLock::new(|| {
    let level = load("hall");
    let tree = tree_of(&level);
    (level, tree)
});

#[test]
fn example_regenerates_assets_exactly() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let made = generator::files();
    for file in &made {
        let path = folder.join(&file.name);
        let stored = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(
            stored == file.bytes,
            "{} differs: run `cargo run -p bspwalk_levels --example generate_levels`",
            file.name
        );
    }
    let made: BTreeSet<&str> = made.iter().map(|file| file.name.as_str()).collect();
    for entry in fs::read_dir(&folder)
        .expect("the folder of the levels is there")
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(made.contains(name.as_str()), "{name} is not made by the example");
    }
}

#[test]
fn every_level_is_embedded_and_found_by_name() {
    let made: BTreeSet<&str> = generator::levels().into_iter().map(|(name, ..)| name).collect();
    let embedded: BTreeSet<&str> = builtin::all().iter().map(|level| level.name).collect();
    assert_eq!(made, embedded);
    assert_eq!(builtin::all()[0].name, "hall", "the default comes first");
    for level in builtin::all() {
        assert_eq!(builtin::find(level.name), Some(level));
        assert!(!level.description.to_string().is_empty());
    }
    assert_eq!(builtin::find("Hall"), None);
    let error = builtin::load("attic", &LoadOptions::default(), &Progress::default());
    assert!(error.is_err_and(|error| error.to_string().contains("attic")));
}

#[test]
fn every_level_loads_without_warnings() {
    let expected = [
        ("hall", 3_000..=10_000),
        ("three_rooms", 100..=300),
        ("ten_edges", 40..=100),
        ("wedges", 100..=300),
        ("torture", 20_000..=30_000),
    ];
    for (name, count) in expected {
        let level = load(name);
        assert!(level.warnings.is_empty(), "{name}: {:?}", level.warnings);
        assert!(level.dropped.is_empty(), "{name}: {:?}", level.dropped);
        assert!(
            count.contains(&level.triangles.len()),
            "{name} has {} triangles",
            level.triangles.len()
        );
        assert_eq!(level.spawn.origin, SpawnOrigin::Object, "{name}");
        assert_eq!((level.units.scale, level.units.guessed), (1.0, false), "{name}");
        let size = level.bounds.size();
        assert!(
            size.max_element() < 60.0 && size.min_element() > 3.0,
            "{name} is {size} m"
        );
    }
    let textured = load("hall")
        .materials
        .iter()
        .filter(|material| material.texture.is_some())
        .count();
    assert_eq!(
        textured,
        builtin::find("hall").map_or(0, |hall| hall.textures.len())
    );
}

/// Rounds a position to five decimal places, as in the OBJ file.
fn key(corner: DVec3) -> [i64; 3] {
    corner
        .to_array()
        .map(|coordinate| (coordinate * 1.0e5).round() as i64)
}

/// Every edge of the solid faces belongs to exactly two faces, once in each direction. Therefore, the surface is
/// closed, it has no T-junctions, and at most two faces meet at each edge.
#[test]
fn every_level_is_closed() {
    for built_in in builtin::all() {
        let level = load(built_in.name);
        let mut edges = HashSet::new();
        for triangle in level.triangles.iter().filter(|triangle| triangle.solid) {
            let corners = triangle.corners.map(key);
            for index in 0..3 {
                let edge = (corners[index], corners[(index + 1) % 3]);
                assert!(
                    edges.insert(edge),
                    "{}: {edge:?} belongs to two faces",
                    level.name
                );
            }
        }
        let open: Vec<_> = edges
            .iter()
            .filter(|(from, to)| !edges.contains(&(*to, *from)))
            .collect();
        assert!(
            open.is_empty(),
            "{}: {} open edges, such as {:?}",
            level.name,
            open.len(),
            open[0]
        );
    }
}

/// No triangle is so thin that rounding to five decimal places could flip its normal, none is repeated, and the shading
/// normals point to the front side.
#[test]
fn triangles_have_area_and_matching_normals() {
    for built_in in builtin::all() {
        let level = load(built_in.name);
        let mut seen = BTreeSet::new();
        for triangle in &level.triangles {
            let [a, b, c] = triangle.corners;
            let double_area = (b - a).cross(c - a);
            let longest = (b - a).length().max((c - b).length()).max((a - c).length());
            assert!(
                double_area.length() / longest > 2.0e-3,
                "{}: {triangle:?}",
                level.name
            );
            let mut corners = triangle.corners.map(key);
            corners.sort_unstable();
            assert!(seen.insert(corners), "{}: {triangle:?} repeats", level.name);
            for normal in triangle.normals {
                assert!(
                    normal.as_dvec3().dot(double_area.normalize()) > 0.6,
                    "{}: {triangle:?}",
                    level.name
                );
            }
        }
    }
}

/// The faces enclose a positive volume that is smaller than the bounding box. From the spawn, only front faces are
/// visible in every direction.
#[test]
fn faces_point_out_of_solid() {
    for built_in in builtin::all() {
        let level = load(built_in.name);
        let volume: f64 = level
            .triangles
            .iter()
            .filter(|triangle| triangle.solid)
            .map(|triangle| {
                let [a, b, c] = triangle.corners;
                a.dot(b.cross(c)) / 6.0
            })
            .sum();
        let whole = level.bounds.size().element_product();
        assert!(
            volume > 0.05 * whole && volume < 0.95 * whole,
            "{}: {volume} m³",
            level.name
        );

        let tree = tree_of(&level);
        let eye = level.spawn.eye.as_vec3();
        let count = effort::sampled_or_whole(500, 4_000);
        for index in 0..count {
            let direction = spread(index, count);
            let hit = tree
                .cast(eye, eye + 100.0 * direction)
                .unwrap_or_else(|| panic!("{}: nothing stops a look along {direction}", level.name));
            let face = level
                .triangle_of_face(hit.face)
                .expect("the face is of this level");
            let [a, b, c] = face.corners;
            let normal = (b - a).cross(c - a).normalize().as_vec3();
            assert!(
                normal.dot(direction) < 1.0e-4,
                "{}: the back of {face:?} is seen",
                level.name
            );
        }
    }
}

/// Returns one of `count` directions that are spread evenly over the sphere.
fn spread(index: u32, count: u32) -> Vec3 {
    let y = 1.0 - 2.0 * (index as f32 + 0.5) / count as f32;
    let turn = 2.399_963_2 * index as f32;
    let level = (1.0 - y * y).sqrt();
    vec3(level * turn.cos(), y, level * turn.sin())
}

/// Dimensions of a person: a radius of 0.35 m and a height of 1.8 m, who can climb 0.35 m high steps.
const RADIUS: f32 = 0.35;
const STEP: f32 = 0.36;

/// Returns whether a person fits with their feet at this position. Obstacles lower than a step are ignored.
fn fits(tree: &NodeTree, feet: Vec3) -> bool {
    let mut contacts = Vec::new();
    [0.75, 1.1, 1.45].into_iter().all(|height| {
        contacts.clear();
        tree.contacts(feet + vec3(0.0, height, 0.0), RADIUS, &mut contacts);
        contacts.is_empty()
    })
}

/// Returns all positions, spaced 0.3 m apart, that a person can reach on foot from the spawn without entering `closed`.
fn reachable(level: &Level, tree: &NodeTree, closed: impl Fn(Vec3) -> bool) -> Vec<Vec3> {
    let pace = 0.3;
    let start = level.spawn.eye.as_vec3() - vec3(0.0, EYE_HEIGHT as f32, 0.0);
    assert!(
        fits(tree, start + vec3(0.0, 0.01, 0.0)),
        "{}: the spawn is not clear",
        level.name
    );
    let mut seen: BTreeMap<(i32, i32, i32), Vec3> = BTreeMap::new();
    let mut waiting = VecDeque::from([((0, 0), start)]);
    while let Some(((column, row), feet)) = waiting.pop_front() {
        for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let cell = (column + dx, row + dz);
            let place = start + pace * vec3(cell.0 as f32, 0.0, cell.1 as f32);
            let above = vec3(place.x, feet.y + 0.7, place.z);
            let Some(floor) = tree.cast(above, above - vec3(0.0, 1.4, 0.0)) else {
                continue;
            };
            let next = floor.point;
            if (next.y - feet.y).abs() > STEP || floor.normal.y < 0.7 || closed(next) || !fits(tree, next) {
                continue;
            }
            let storey = (next.y / 0.5).round() as i32;
            if seen.insert((cell.0, cell.1, storey), next).is_none() {
                waiting.push_back((cell, next));
            }
        }
    }
    seen.into_values().collect()
}

/// Places in the hall that must be reachable: their names and the positions of the feet.
const PLACES: [(&str, Vec3); 12] = [
    ("nave", vec3(0.0, 0.0, 0.0)),
    ("left aisle", vec3(-6.8, 0.0, 0.0)),
    ("right aisle", vec3(6.8, 0.0, 0.0)),
    ("apse", vec3(0.0, 0.51, -12.0)),
    ("narthex", vec3(5.0, 0.0, 12.8)),
    ("library", vec3(-13.0, 0.0, -4.4)),
    ("court", vec3(20.3, 0.0, 2.0)),
    ("sunken court", vec3(14.0, -1.02, 0.0)),
    ("left gallery", vec3(-6.8, 5.1, -8.0)),
    ("right gallery", vec3(6.8, 5.1, -8.0)),
    ("front gallery", vec3(0.0, 5.1, 12.8)),
    ("landing of the stairs", vec3(-16.4, 2.55, 6.6)),
];

fn near(reached: &[Vec3], place: Vec3) -> bool {
    reached.iter().any(|&feet| feet.distance(place) < 0.6)
}

/// At the spawn, a person looks along the nave towards the apse.
#[test]
fn hall_spawn_faces_down_the_nave() {
    let spawn = HALL.0.spawn;
    assert!(
        spawn.yaw.abs() < 3.0,
        "the first look goes {}° to the left",
        spawn.yaw
    );
    assert!((spawn.eye.y - EYE_HEIGHT).abs() < 1.0e-6 && spawn.eye.x == 0.0 && spawn.eye.z > 8.0);
}

#[test]
fn hall_is_walkable_from_end_to_end() {
    let (level, tree) = &*HALL;
    let reached = reachable(level, tree, |_| false);
    for (name, place) in PLACES {
        assert!(near(&reached, place), "nobody gets to the {name}");
    }
    // A body cannot leave the hall: the walls are closed, and the roofs are above all floors.
    let inside = |feet: &Vec3| feet.x.abs() < 21.4 && feet.z > -13.9 && feet.z < 15.4 && feet.y < 5.2;
    let outside: Vec<_> = reached.iter().filter(|feet| !inside(feet)).collect();
    assert!(outside.is_empty(), "somebody gets out of the hall to {outside:?}");
}

#[test]
fn gallery_is_reachable_by_stairs_and_by_ramp() {
    let (level, tree) = &*HALL;
    let gallery = vec3(0.0, 5.1, 12.8);
    // The other route is blocked outside the hall's wall.
    let stairs = |feet: Vec3| feet.x < -9.6 && feet.z > 3.0;
    let ramp = |feet: Vec3| feet.x > 9.6 && feet.z > 4.2;
    assert!(
        near(&reachable(level, tree, stairs), gallery),
        "the ramp does not lead to the gallery"
    );
    assert!(
        near(&reachable(level, tree, ramp), gallery),
        "the stairs do not lead to the gallery"
    );
    let neither = reachable(level, tree, |feet| stairs(feet) || ramp(feet));
    assert!(!near(&neither, gallery), "there is another way up");
}

#[test]
fn three_rooms_are_divided_by_two_planes() {
    let level = load("three_rooms");
    let tree = tree_of(&level);
    let (a, b, c) = (vec3(2.6, 1.6, 4.0), vec3(-2.6, 1.6, -3.1), vec3(2.6, 1.6, -3.1));
    // Plane 1 is z = 0. Plane 2 is x = 0 and divides the space behind plane 1.
    assert!(a.z > 0.0 && b.z < 0.0 && c.z < 0.0 && b.x < 0.0 && c.x > 0.0);
    assert_eq!(level.spawn.eye.x.signum(), 1.0, "the spawn is in C");
    assert_eq!(level.spawn.eye.z.signum(), -1.0, "the spawn is in C");
    let a_before_b = vec3(-2.6, 1.6, 4.0);
    for (name, from, to) in [("A to C", a, c), ("A to B", a_before_b, b), ("B to C", b, c)] {
        assert_eq!(tree.cast(from, to), None, "the doorway from {name} is open");
    }
    assert!(
        tree.cast(a, b).is_some() && tree.cast(a_before_b, c).is_some(),
        "the walls stand"
    );
    let reached = reachable(&level, &tree, |_| false);
    for room in [a, b, c] {
        assert!(near(&reached, vec3(room.x, 0.0, room.z)));
    }
}

#[test]
fn ten_edges_walls_match_the_planar_polygon() {
    let fixture = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../planar/tests/fixtures/planar_ten_edges.json"
    );
    let text = fs::read_to_string(fixture).expect("the fixture is there");
    let document: serde_json::Value = serde_json::from_str(&text).expect("the fixture is JSON");
    let edges = document["edges"].as_object().expect("it has edges");
    assert_eq!(edges.len(), 10);
    let level = load("ten_edges");
    for (name, edge) in edges {
        let end = |index: usize| {
            let at = |axis: usize| edge[index][axis].as_f64().expect("it has coordinates");
            DVec3::new(at(0), 0.0, -at(1))
        };
        let (from, to) = (end(0), end(1));
        let object = level.objects.iter().position(|object| object == name);
        let object = object.unwrap_or_else(|| panic!("no object {name}")) as u32;
        let wall: Vec<_> = level
            .triangles
            .iter()
            .filter(|triangle| triangle.object == object)
            .collect();
        let area: f64 = wall
            .iter()
            .map(|triangle| {
                let [a, b, c] = triangle.corners;
                0.5 * (b - a).cross(c - a).length()
            })
            .sum();
        assert!(
            (area - 3.0 * (to - from).length()).abs() < 1.0e-6,
            "{name} has {area} m²"
        );
        // The interior is to the left of the edge, and the wall faces it.
        let left = DVec3::Y.cross(to - from).normalize();
        for triangle in wall {
            let [a, b, c] = triangle.corners;
            assert!(
                (b - a).cross(c - a).normalize().dot(left) > 0.999_999,
                "{name} looks outwards"
            );
            for corner in triangle.corners {
                let flat = DVec3::new(corner.x, 0.0, corner.z);
                let nearest =
                    from + (to - from) * ((flat - from).dot(to - from) / (to - from).length_squared());
                assert!((flat - nearest).length() < 1.0e-9, "{name} is elsewhere");
            }
        }
    }
}

/// Returns how deep a sphere penetrates the level, in metres.
fn depth(tree: &NodeTree, center: Vec3, radius: f32) -> f32 {
    let mut contacts = Vec::new();
    tree.contacts(center, radius, &mut contacts);
    contacts.iter().map(|contact| contact.depth).fold(0.0, f32::max)
}

/// In every acute corner and at every trap, there is a position where the ATI sample's push fails and depenetration
/// succeeds.
#[test]
fn ati_push_fails_where_depenetration_succeeds() {
    let level = load("wedges");
    let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::ATI).expect("the level builds");
    let radius = 0.35;
    let mut places: Vec<(String, Vec<Vec3>)> = Vec::new();
    for object in level.objects.iter().filter(|object| object.starts_with("wedge_")) {
        let index = level
            .objects
            .iter()
            .position(|name| name == object)
            .unwrap_or_default() as u32;
        let corners = || {
            let own = level
                .triangles
                .iter()
                .filter(move |triangle| triangle.object == index);
            own.flat_map(|triangle| triangle.corners)
        };
        let apex = corners()
            .min_by(|a, b| a.z.total_cmp(&b.z))
            .expect("the wedge has corners")
            .as_vec3();
        let degrees: f32 = object["wedge_".len()..]
            .parse()
            .expect("the name ends with the angle");
        // Positions on the bisector that have the same distance from both walls.
        let spots = [0.10, 0.16, 0.22, 0.28].map(|gap: f32| {
            vec3(
                apex.x + 0.01,
                1.2,
                apex.z + gap / (0.5 * degrees).to_radians().sin(),
            )
        });
        places.push((object.clone(), spots.to_vec()));
    }
    assert_eq!(places.len(), 8);
    for (name, spots) in [
        ("trap_fin", [vec3(2.9, 1.4, 7.3), vec3(2.75, 1.4, 7.2)]),
        ("trap_spike", [vec3(6.7, 1.5, 7.3), vec3(6.75, 1.6, 7.35)]),
        ("trap_box", [vec3(10.2, 1.45, 6.85), vec3(10.25, 1.4, 6.8)]),
        ("trap_ridge", [vec3(14.5, 0.7, 7.6), vec3(14.0, 0.75, 7.62)]),
        ("trap_pyramid", [vec3(19.4, 1.1, 7.6), vec3(19.45, 1.15, 7.55)]),
    ] {
        places.push((name.to_owned(), spots.to_vec()));
    }
    for (name, spots) in places {
        let mut failed = 0;
        for spot in spots {
            let before = depth(&tree, spot, radius);
            assert!(before > 0.01, "{name}: {spot} is clear already");
            let sample = push_ati(&tree, spot, radius);
            // A correct push that the sample reports as no push is also a failure.
            if depth(&tree, sample.center, radius) > 1.0e-3 || !sample.pushed {
                failed += 1;
            }
            let right = depenetrate(&tree, Capsule::sphere(radius), spot);
            assert!(right.clear, "{name}: no way out of {spot}");
            assert!(
                depth(&tree, right.center, radius) < 1.0e-4,
                "{name}: {} is not clear",
                right.center
            );
            assert_eq!(
                tree.cast(spot, right.center),
                None,
                "{name}: pushed through a wall"
            );
        }
        assert!(failed > 0, "{name}: the sample never fails");
    }
}

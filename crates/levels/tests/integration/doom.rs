//! Tests of DOOM levels: queries on the file's tree are correct, and the extruded level is closed wherever the map is.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::Path,
    sync::Arc,
};

use bspwalk_compile::CompileParams;
use bspwalk_levels::{Format, Level, LoadOptions, SpawnOrigin};
use bspwalk_planar::{Branch, PlanarParams, PlanarTree};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    doom_wad, effort, levels,
    loading::{assert_warned, warning},
};
use bspwalk_trees::{
    DoomTree,
    doom::{DoomChild, DoomFaults, DoomNodeId, DoomParts, DoomStatistics, SubsectorId},
    solid_leaf::portals::find_leak,
};
use doom_wad::{encode_i16s, images, load, load_and_query, lump, map, rooms, wad};
use glam::{DVec2, DVec3, dvec2, dvec3};

fn tree_of(level: &Level) -> &DoomTree {
    level.doom_tree.as_ref().expect("the map has nodes")
}

fn open(bytes: &[u8]) -> Level {
    load(bytes, None).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(bytes: &[u8], map: Option<&str>) -> String {
    load(bytes, map).expect_err("it is refused").to_string()
}

#[test]
fn points_find_subsectors_and_subsectors_sort() {
    use Branch::{Back, Front};
    let level = open(&rooms());
    let tree = tree_of(&level);
    for (point, path, subsector) in [
        ([100.0, 100.0], vec![(1, Back)], 0),
        ([264.0, 128.0], vec![(1, Front), (0, Back)], 1),
        ([400.0, 10.0], vec![(1, Front), (0, Front)], 2),
        // A point on a partition line counts as being behind it.
        ([256.0, 10.0], vec![(1, Back)], 0),
    ] {
        let located = tree.locate(point.into());
        let path = path.into_iter().map(|(node, side)| (DoomNodeId(node), side));
        assert_eq!(located.path, path.collect::<Vec<_>>(), "{point:?}");
        assert_eq!(located.subsector, SubsectorId(subsector), "{point:?}");
    }
    for (eye, order) in [
        ([100.0, 100.0], [0, 1, 2]),
        ([264.0, 128.0], [1, 2, 0]),
        ([400.0, 128.0], [2, 1, 0]),
    ] {
        assert_eq!(tree.order(eye.into()), order.map(SubsectorId), "{eye:?}");
    }
    let sectors: Vec<u32> = tree.parts().subsectors.iter().map(|leaf| leaf.sector).collect();
    assert_eq!(sectors, [0, 1, 2]);
}

fn area(polygon: &[DVec2]) -> f64 {
    let pairs = (0..polygon.len()).map(|i| polygon[i].perp_dot(polygon[(i + 1) % polygon.len()]));
    pairs.sum::<f64>() / 2.0
}

#[test]
fn cells_fill_the_box() {
    let level = open(&rooms());
    let tree = tree_of(&level);
    let bounds = tree.bounds().expect("it has lines");
    assert_eq!(bounds, [dvec2(0.0, 0.0), dvec2(528.0, 256.0)]);
    let cells = tree.cells(bounds);
    let areas: BTreeMap<u32, f64> = cells.iter().map(|(leaf, cell)| (leaf.0, area(cell))).collect();
    assert_eq!(areas, BTreeMap::from([(0, 65536.0), (1, 4096.0), (2, 65536.0)]));
    let divisions = tree.node_cells(bounds);
    let chords: Vec<_> = divisions
        .iter()
        .map(|division| (division.node.0, division.depth, division.chord))
        .collect();
    assert_eq!(
        chords,
        [
            (1, 0, Some([dvec2(256.0, 0.0), dvec2(256.0, 256.0)])),
            (0, 1, Some([dvec2(272.0, 0.0), dvec2(272.0, 256.0)])),
        ]
    );
}

#[test]
fn tree_statistics_are_correct_without_faults() {
    let level = open(&rooms());
    let tree = tree_of(&level);
    let expected = DoomStatistics {
        nodes: 2,
        subsectors: 3,
        segs: 16,
        minisegs: 0,
        sides: 16,
        growth: 0.0,
        depth: 2,
        mean_depth: 5.0 / 3.0,
        balance: (0.5 + 1.0 / 3.0) / 2.0,
    };
    assert_eq!(tree.statistics(), expected);
    assert_eq!(tree.faults(), DoomFaults::default());
    // A seg outside its subsector is an error.
    let mut parts = tree.parts().clone();
    parts.segs[0].to = 10;
    let faults = DoomTree::new(parts, &Progress::default())
        .expect("a tree")
        .faults();
    let found = [
        faults.segs_off_linedef,
        faults.segs_out_of_cell,
        faults.segs_out_of_box,
    ];
    assert_eq!(found, [1; 3]);
    assert_eq!(faults.farthest_out_of_cell, 528.0 - 256.0);
    let planar =
        PlanarTree::build(&tree.edges(), PlanarParams::default(), &Progress::default()).expect("built");
    let planar = planar.statistics();
    assert_eq!((planar.sides, planar.subsectors), (14, planar.nodes + 1));
}

/// Returns the total areas of floors, ceilings and walls, in square metres.
fn areas(level: &Level) -> [f64; 3] {
    let mut areas = [0.0; 3];
    for triangle in &level.triangles {
        let [a, b, c] = triangle.corners;
        let normal = (b - a).cross(c - a) / 2.0;
        let kind = match normal.y {
            y if y > 1.0e-9 => 0,
            y if y < -1.0e-9 => 1,
            _ => 2,
        };
        areas[kind] += normal.length();
    }
    areas
}

/// Returns the number of directed edges of solid triangles that have no opposite edge.
fn open_edges(level: &Level) -> usize {
    let mut edges: HashMap<[[u64; 3]; 2], i32> = HashMap::new();
    let bits = |corner: DVec3| corner.to_array().map(f64::to_bits);
    for triangle in level.triangles.iter().filter(|triangle| triangle.solid) {
        for i in 0..3 {
            let [a, b] = [triangle.corners[i], triangle.corners[(i + 1) % 3]].map(bits);
            *edges.entry([a, b]).or_default() += 1;
            *edges.entry([b, a]).or_default() -= 1;
        }
    }
    edges.values().filter(|&&count| count > 0).count()
}

#[test]
fn the_level_is_closed_and_its_door_is_open() {
    let level = open(&rooms());
    assert_eq!((level.format, level.name.as_str()), (Format::Wad, "rooms E1M1"));
    // Two 8 × 8 m rooms and a 0.5 × 2 m door. The rooms' walls are 128 and 124 units high.
    let walls = f64::from(960 * 128 * 2 + 2 * 16 * 124 + 64 * (4 + 28 + 24)) / 1024.0;
    for (area, expected) in areas(&level).into_iter().zip([129.0, 129.0, walls]) {
        assert!((area - expected).abs() < 1.0e-9, "{area} is not {expected}");
    }
    assert_eq!(open_edges(&level), 0);
    assert!(
        level
            .conversions
            .iter()
            .any(|sentence| sentence.to_string() == "1 door was opened"),
        "{:?}",
        level.conversions
    );
    assert_eq!(level.spawn.origin, SpawnOrigin::Entity);
    assert!(
        (level.spawn.eye - dvec3(2.0, 1.7, -2.0)).length() < 1.0e-9,
        "{:?}",
        level.spawn
    );
    assert!(level.spawn.yaw.abs() < 1.0e-9);
    let classes: Vec<&str> = level
        .entities
        .iter()
        .map(|entity| entity.class.as_str())
        .collect();
    assert_eq!(classes, ["player 1 start", "zombieman", "thing 777"]);
    // The entity is on the floor of room B.
    assert_eq!(level.entities[1].position, dvec3(12.5, 0.75, -4.0));

    let params = CompileParams::quick();
    let leaves = bspwalk_compile::leaf_tree(&level, &params, &Arc::new(Progress::default())).expect("a tree");
    let tree = &leaves.tree;
    // Points inside the rooms, in the open door, between the rooms, and above the door.
    for (point, is_solid) in [
        ([64.0, 64.0, 64.0], false),
        ([400.0, 64.0, 64.0], false),
        ([264.0, 128.0, 100.0], false),
        ([264.0, 32.0, 64.0], true),
        ([264.0, 128.0, 126.0], true),
        ([400.0, 64.0, 10.0], true),
    ] {
        let place = dvec3(point[0], point[2], -point[1]) / 32.0;
        assert_eq!(tree.is_solid(tree.locate(place)), is_solid, "{point:?}");
    }
    let eye = level.spawn.eye;
    assert_eq!(find_leak(tree.portal_graph(), tree.locate(eye), eye), None);
}

#[test]
fn wall_textures_are_composed_from_patches() {
    let mut lumps = map("MAP01");
    lumps.extend(images());
    let level = open(&wad(b"IWAD", &lumps));
    let image = |name: &str| {
        let material = level.materials.iter().find(|material| material.name == name);
        material
            .and_then(|material| material.texture.clone())
            .expect("an image")
    };
    assert_eq!(image("FLOOR").rgba[..8], [77, 77, 77, 255, 77, 77, 77, 255]);
    let wall = image("WALL");
    assert_eq!(wall.size, [4, 4]);
    let texels: Vec<[u8; 2]> = wall
        .rgba
        .chunks_exact(4)
        .map(|texel| [texel[0], texel[3]])
        .collect();
    let none = [0, 0];
    assert_eq!(
        texels,
        [
            [none, [10, 255], none, none],
            [none, [11, 255], none, none],
            [none, [12, 255], [20, 255], none],
            [none; 4],
        ]
        .concat()
    );
    // The first wall starts at the start of its linedef. Its 256 units are 64 texture widths, and the texture is
    // aligned with the ceiling.
    let number = level
        .materials
        .iter()
        .position(|material| material.name == "WALL")
        .expect("it is used");
    let corners = level
        .triangles
        .iter()
        .filter(|triangle| triangle.material as usize == number);
    for (corner, uv) in corners.flat_map(|triangle| triangle.corners.into_iter().zip(triangle.uvs)) {
        let (u, v) = (-corner.z * 32.0 / 4.0, (128.0 - corner.y * 32.0) / 4.0);
        assert!(
            (f64::from(uv.x) - u).abs() < 1.0e-4 && (f64::from(uv.y) - v).abs() < 1.0e-4,
            "{corner}: {uv}"
        );
    }
    let warning = level.warnings[0].message.to_string();
    assert!(
        warning.contains("the images of 3 textures") && warning.contains("--textures"),
        "{warning}"
    );
}

#[test]
fn pwad_uses_images_of_the_iwad_next_to_it() {
    let iwad = wad(b"IWAD", &images());
    let files: HashMap<&str, &[u8]> = HashMap::from([("doom.wad", &iwad[..])]);
    let options = LoadOptions::default();
    let level = bspwalk_levels::load_from_memory("a", &rooms(), &files, &options, &Progress::default());
    let level = level.unwrap_or_else(|error| panic!("{error}"));
    let floor = level
        .materials
        .iter()
        .find(|material| material.name == "FLOOR")
        .expect("it is used");
    assert_eq!(floor.texture.as_ref().map(|image| image.rgba[0]), Some(77));
}

#[test]
fn maps_are_chosen_by_name() {
    let mut lumps = map("E1M1");
    lumps.extend(map("E1M2"));
    lump(&mut lumps, "SECTORS")[2] = 160;
    let bytes = wad(b"PWAD", &lumps);
    let heights = |name: Option<&str>| {
        let level = load(&bytes, name).unwrap_or_else(|error| panic!("{error}"));
        (
            level.name.clone(),
            areas(&level)[2],
            level.conversions[0].to_string(),
        )
    };
    let (first, second) = (heights(None), heights(Some("e1m2")));
    assert_eq!(
        (first.0.as_str(), second.0.as_str()),
        ("rooms E1M1", "rooms E1M2")
    );
    assert!(first.1 > second.1);
    assert_eq!(
        first.2,
        "opened E1M1, the first of 2 maps; choose another with --map NAME, such as E1M2"
    );
    assert!(second.2.ends_with("such as E1M1"), "{}", second.2);
    let error = refused(&bytes, Some("MAP07"));
    assert!(
        error.contains("no map MAP07") && error.contains("E1M1, E1M2"),
        "{error}"
    );
}

#[test]
fn map_option_for_single_level_file_warns() {
    let options = LoadOptions {
        map: Some("E1M1".to_owned()),
        ..LoadOptions::default()
    };
    let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let level = bspwalk_levels::load_from_memory("a.obj", obj, &(), &options, &Progress::default());
    assert_warned(&level.expect("it loads"), &["--map E1M1 was ignored"]);
}

#[test]
fn unreadable_maps_are_rejected_by_name() {
    let changed = |change: &dyn Fn(&mut doom_wad::Lumps)| {
        let mut lumps = map("MAP01");
        change(&mut lumps);
        wad(b"PWAD", &lumps)
    };
    for (bytes, words) in [
        (wad(b"PWAD", &images()), "WAD file without maps"),
        (
            changed(&|lumps| lumps[1].0 = "TEXTMAP".to_owned()),
            "TEXTMAP is invalid on line 1",
        ),
        (changed(&|lumps| lump(lumps, "SECTORS").clear()), "no sectors"),
    ] {
        let error = refused(&bytes, None);
        assert!(error.contains(words) && !error.contains('\n'), "{error}");
    }
    // A map whose nodes were not built opens without a tree.
    let level = open(&changed(&|lumps| lump(lumps, "NODES").clear()));
    assert!(level.doom_tree.is_none() && open_edges(&level) == 0);
    assert_warned(&level, &["ZokumBSP"]);
}

#[test]
fn a_sector_that_is_not_closed_is_named() {
    let mut lumps = map("E1M1");
    lump(&mut lumps, "LINEDEFS").drain(14 * 9..14 * 10);
    for name in ["SEGS", "SSECTORS", "NODES"] {
        lump(&mut lumps, name).clear();
    }
    let level = open(&wad(b"PWAD", &lumps));
    let warning = warning(&level, "not closed").expect("a warning");
    assert!(
        warning
            .message
            .to_string()
            .starts_with("sector 2 is not closed (2 open corners)"),
        "{warning}"
    );
}

/// Returns the parts of the tree for the two rooms.
fn parts() -> DoomParts {
    tree_of(&open(&rooms())).parts().clone()
}

#[test]
fn invalid_trees_are_rejected() {
    type Change = (&'static str, fn(&mut DoomParts));
    let changes: [Change; 12] = [
        ("a child is the node itself", |parts| {
            parts.nodes[0].children[0] = DoomChild::Node(DoomNodeId(0));
        }),
        ("nodes in a circle", |parts| {
            parts.nodes[0].children[0] = DoomChild::Node(DoomNodeId(1));
        }),
        ("a child beyond the nodes", |parts| {
            parts.nodes[1].children[0] = DoomChild::Node(DoomNodeId(9));
        }),
        ("a child beyond the leaves", |parts| {
            parts.nodes[1].children[1] = DoomChild::Subsector(SubsectorId(3));
        }),
        ("a leaf twice", |parts| {
            parts.nodes[1].children[1] = DoomChild::Subsector(SubsectorId(1));
        }),
        ("no direction", |parts| parts.nodes[1].direction = DVec2::ZERO),
        ("no number", |parts| parts.nodes[1].at.x = f64::NAN),
        ("segs beyond the end", |parts| parts.subsectors[2].seg_count = 7),
        ("segs that overflow", |parts| {
            parts.subsectors[2].first_seg = u32::MAX;
        }),
        ("no segs", |parts| parts.subsectors[2].seg_count = 0),
        ("no vertex", |parts| parts.segs[3].to = 12),
        ("no nodes but three leaves", |parts| parts.nodes.clear()),
    ];
    assert!(DoomTree::new(parts(), &Progress::default()).is_ok());
    for (what, change) in changes {
        let mut parts = parts();
        change(&mut parts);
        assert!(DoomTree::new(parts, &Progress::default()).is_err(), "{what}");
    }
}

#[test]
fn hostile_files_fail_or_load_completely() {
    let mut lumps = map("E1M1");
    lumps.extend(images());
    let whole = wad(b"IWAD", &lumps);
    assert!(load_and_query(&whole));
    for length in effort::sample(0..whole.len(), 7) {
        assert!(
            !load_and_query(&whole[..length]),
            "cut to {length} bytes, its directory is gone"
        );
    }
    for lump_name in [
        "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS", "SSECTORS", "NODES", "SECTORS",
    ] {
        let full = lump(&mut lumps, lump_name).clone();
        for length in effort::sample(0..full.len(), 7) {
            lump(&mut lumps, lump_name).truncate(length);
            load_and_query(&wad(b"IWAD", &lumps));
            *lump(&mut lumps, lump_name) = full.clone();
        }
    }
    // Change the counts and offsets in the header and the directory.
    let directory = whole.len() - 16 * lumps.len()..whole.len();
    for at in (4..12).chain(effort::sample(directory, 7)) {
        for value in [0x7f, 0x80, 0xff] {
            let mut changed = whole.clone();
            changed[at] = value;
            load_and_query(&changed);
        }
    }
    let mut random = fastrand::Rng::with_seed(7);
    let small = rooms();
    let (count, mut loaded) = (effort::sampled_or_whole(500, 4000), 0);
    for _ in 0..count {
        let mut changed = if random.bool() {
            small.clone()
        } else {
            whole.clone()
        };
        for _ in 0..random.usize(1..4) {
            // The map is at the beginning of the file.
            let at = random.usize(..small.len());
            changed[at] = random.u8(..);
        }
        loaded += usize::from(load_and_query(&changed));
    }
    assert!(
        effort::sampled_or_whole(25..499, 200..3990).contains(&loaded),
        "{loaded} of {count} loaded"
    );
    // A cycle of nodes, written as in a file.
    let mut lumps = map("E1M1");
    lump(&mut lumps, "NODES")[24..26].copy_from_slice(&encode_i16s(&[1]));
    let level = open(&wad(b"PWAD", &lumps));
    assert!(level.doom_tree.is_none());
    let warning = level.warnings[0].message.to_string();
    assert!(warning.contains("NODES is invalid"), "{warning}");
}

/// Reads the maps of Freedoom (BSD licence) from the location where Debian's packages install them.
fn freedoom(file: &str) -> Option<(Vec<u8>, Vec<String>)> {
    let path = Path::new("/usr/share/games/doom").join(file);
    let Ok(bytes) = fs::read(&path) else {
        println!(
            "NO FREEDOOM: {} is not there; install the package freedoom",
            path.display()
        );
        levels::record_level_use("");
        return None;
    };
    levels::record_level_use(file);
    let error = refused(&bytes, Some("NONE"));
    let list = error.split("--map: ").nth(1).expect("a list");
    let names = list.split(", ").map(str::to_owned).collect();
    Some((bytes, names))
}

/// Totals for all maps in a file.
#[derive(Debug, Default)]
struct Sums {
    maps: usize,
    doors: usize,
    open_edges: usize,
    triangles: usize,
    points: usize,
    other_sector: usize,
    sights: usize,
    out_of_order: usize,
    segs: usize,
    off_linedef: usize,
    out_of_cell: usize,
    out_of_box: usize,
    other_sectors: usize,
    uncovered: usize,
    farthest: f64,
}

/// Returns the sectors that contain a point. A ray from the point towards the north crosses an odd number of boundary
/// lines of each such sector.
fn sectors_around(tree: &DoomTree, point: DVec2) -> Vec<u32> {
    let mut crossed: BTreeMap<u32, u32> = BTreeMap::new();
    for (line, edge) in tree.parts().linedefs.iter().zip(tree.edges()) {
        let [a, b] = [edge.from, edge.to];
        if line.sectors[0] == line.sectors[1] || (a.x > point.x) == (b.x > point.x) {
            continue;
        }
        let y = a.y + (point.x - a.x) / (b.x - a.x) * (b.y - a.y);
        if y > point.y {
            for sector in line.sectors.into_iter().flatten() {
                *crossed.entry(sector).or_default() += 1;
            }
        }
    }
    crossed
        .into_iter()
        .filter(|(_, count)| count % 2 == 1)
        .map(|(sector, _)| sector)
        .collect()
}

fn measure(level: &Level, sums: &mut Sums) {
    let tree = tree_of(level);
    tree.check(&Progress::default()).expect("a tree");
    let faults = tree.faults();
    sums.maps += 1;
    sums.open_edges += open_edges(level);
    sums.triangles += level.triangles.len();
    sums.segs += tree.parts().segs.len();
    sums.off_linedef += faults.segs_off_linedef as usize;
    sums.out_of_cell += faults.segs_out_of_cell as usize;
    sums.out_of_box += faults.segs_out_of_box as usize;
    sums.other_sectors += faults.segs_of_other_sectors as usize;
    sums.uncovered += faults.sides_uncovered as usize;
    sums.farthest = sums
        .farthest
        .max(faults.farthest_off_linedef)
        .max(faults.farthest_out_of_cell);
    let [low, high] = tree.bounds().expect("it has lines");
    let edges = tree.edges();
    let mut random = fastrand::Rng::with_seed(1);
    let mut point = || low + (high - low) * dvec2(random.f64(), random.f64());
    for _ in 0..300 {
        let at = point();
        let [sector] = sectors_around(tree, at)[..] else {
            continue;
        };
        if edges.iter().any(|edge| edge.closest(at).distance(at) <= 1.0) {
            continue;
        }
        sums.points += 1;
        let leaf = tree.locate(at).subsector;
        sums.other_sector += usize::from(tree.parts().subsectors[leaf.index()].sector != sector);
    }
    // The subsectors along a straight line from the eye must be in front-to-back order.
    for _ in 0..30 {
        let (eye, to) = (point(), point());
        let order = tree.order(eye);
        let mut rank = vec![usize::MAX; order.len()];
        order
            .iter()
            .enumerate()
            .for_each(|(place, &leaf)| rank[leaf.index()] = place);
        assert!(!rank.contains(&usize::MAX), "every subsector is there");
        let along = (0..=40).map(|step| {
            rank[tree
                .locate(eye.lerp(to, f64::from(step) / 40.0))
                .subsector
                .index()]
        });
        let along: Vec<usize> = along.collect();
        sums.sights += 1;
        sums.out_of_order += usize::from(!along.is_sorted());
    }
}

#[test]
fn freedoom_loads_with_valid_trees() {
    for (file, count) in [("freedoom1.wad", 36), ("freedoom2.wad", 32)] {
        let Some((bytes, names)) = freedoom(file) else {
            continue;
        };
        assert_eq!(names.len(), count);
        let mut sums = Sums::default();
        for name in effort::sample(&names, 8) {
            let level = load(&bytes, Some(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(level.spawn.origin, SpawnOrigin::Entity, "{name}");
            let doors = level.conversions.iter().find_map(|sentence| {
                let sentence = sentence.to_string();
                let (count, rest) = sentence.split_once(' ')?;
                rest.starts_with("door").then(|| count.parse::<usize>().ok())?
            });
            sums.doors += doors.unwrap_or(0);
            measure(&level, &mut sums);
        }
        println!("{file}: {sums:?}");
        let (least_points, least_sights, least_doors) =
            effort::sampled_or_whole((200, 100, 10), (2000, 500, 100));
        assert!(
            sums.points > least_points && sums.sights > least_sights,
            "{sums:?}"
        );
        assert_eq!(sums.out_of_order, 0, "{sums:?}");
        // A small selection of maps varies more than the whole set.
        let slack = effort::sampled_or_whole(3, 1);
        assert!(sums.other_sector * 500 <= slack * sums.points, "{sums:?}");
        assert!(sums.off_linedef * 1000 <= slack * sums.segs, "{sums:?}");
        assert!(sums.out_of_cell * 100 <= slack * sums.segs, "{sums:?}");
        assert!(sums.uncovered * 100 <= slack * sums.segs, "{sums:?}");
        assert!(sums.doors > least_doors, "{sums:?}");
        // Real maps have a few unclosed sectors. The generated map above has no open edges.
        assert!(sums.open_edges * 1000 <= slack * sums.triangles, "{sums:?}");
    }
}

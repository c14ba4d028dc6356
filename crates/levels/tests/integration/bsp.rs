//! Tests of compiled levels of Quake, Half-Life and Quake II: contents, trees, and invalid files.

use std::sync::Arc;

use bspwalk_collision::mover::{CollisionMethod, Event, Input, Mode, Mover, MoverParams, Trees};
use bspwalk_compile::{
    CompileParams,
    own_tree::{FileTree, PvsComparison},
};
use bspwalk_geometry::Aabb;
use bspwalk_levels::{Format, Level, LoadOptions, SpawnOrigin};
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, levels, quake_rooms};
use bspwalk_trees::{
    BuildParams, NodeTree, QuakeTree,
    quake::{Contents, HullId, QuakeLeafId},
    solid_leaf::{LeafId, OUTSIDE},
};
use glam::{DVec3, Vec3};
use quake_rooms::{SAMPLES, VERSIONS, Version, directory, load, load_and_query, room};
use rayon::prelude::*;

/// Metres per unit.
const UNIT: f64 = 0.0254;

/// Converts a point from a file's units, with Z up, to level space.
fn at(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, z, -y) * UNIT
}

fn own(level: &Level) -> &QuakeTree {
    level.own_tree.as_ref().expect("a compiled level brings its tree")
}

#[test]
fn room_of_each_version_is_read_completely() {
    for version in VERSIONS {
        let level = load(&room(version)).unwrap_or_else(|error| panic!("{version:?}: {error}"));
        let format = match version {
            Version::Bsp29 => Format::Bsp29,
            Version::Bsp2 => Format::Bsp2,
            Version::Bsp30 => Format::Bsp30,
            Version::Bsp38 => Format::Bsp38,
        };
        assert_eq!(level.format, format);
        assert_eq!(level.triangles.len(), 12, "{version:?}");
        assert!(level.dropped.is_empty());
        let low = at(-64.0, 64.0, 0.0);
        let high = at(64.0, -64.0, 128.0);
        assert!(level.bounds.min.distance(low) < 1.0e-9 && level.bounds.max.distance(high) < 1.0e-9);
        // All faces must point into the room.
        for triangle in &level.triangles {
            let [a, b, c] = triangle.corners;
            let normal = (b - a).cross(c - a).normalize();
            assert!(normal.dot(at(0.0, 0.0, 64.0) - a) > 0.0, "{version:?}");
            assert!(
                normal.as_vec3().distance(triangle.normals[0]) < 1.0e-6,
                "{version:?}"
            );
        }
        assert_eq!(level.spawn.origin, SpawnOrigin::Entity);
        assert!(
            (level.spawn.yaw - 0.0).abs() < 1.0e-6,
            "angle 90 looks along Y, which is −Z here"
        );
        let classes: Vec<&str> = level
            .entities
            .iter()
            .map(|entity| entity.class.as_str())
            .collect();
        assert_eq!(classes, ["worldspawn", "info_player_start", "func_door"]);
        assert_eq!(level.objects, ["world", "func_door *1"]);

        let tree = own(&level);
        let figures = tree.statistics();
        assert_eq!(
            (figures.nodes, figures.leaves, figures.empty, figures.solid),
            (6, 2, 1, 6),
            "{version:?}"
        );
        assert_eq!(
            (tree.locate(at(0.0, 0.0, 64.0)), tree.locate(at(0.0, 0.0, -1.0))),
            (QuakeLeafId(1), QuakeLeafId(0))
        );
        assert_eq!(tree.contents(at(63.9, -63.9, 0.1)), Contents::Empty);
        assert_eq!(tree.contents(at(64.1, 0.0, 64.0)), Contents::Solid);
        assert!(tree.has_pvs() && tree.sees(QuakeLeafId(1), QuakeLeafId(1)));
        let cluster = tree.leaf(QuakeLeafId(1)).and_then(|leaf| leaf.cluster);
        let cluster = cluster.expect("the room has a cluster");
        assert_eq!(
            tree.row(cluster).expect("it has a row").collect::<Vec<_>>(),
            [cluster]
        );
        let hulls = match version {
            Version::Bsp38 => 0,
            Version::Bsp30 => 3,
            _ => 2,
        };
        assert_eq!(tree.hulls().len(), hulls);
        if hulls > 0 {
            let feet = if version == Version::Bsp30 { 36.0 } else { 24.0 };
            for (point, contents) in [
                (at(0.0, 0.0, feet + 0.1), Contents::Empty),
                (at(0.0, 0.0, feet - 0.1), Contents::Solid),
                (at(47.9, 0.0, 64.0), Contents::Empty),
                (at(48.1, 0.0, 64.0), Contents::Solid),
            ] {
                assert_eq!(
                    tree.hull_contents(HullId(1), point),
                    Some(contents),
                    "{version:?} {point}"
                );
            }
            let hit = tree
                .trace(HullId(1), at(0.0, 0.0, 64.0), at(96.0, 0.0, 64.0))
                .expect("the wall is there");
            assert!(
                (hit.t - 0.5).abs() < 1.0e-12 && hit.normal == DVec3::NEG_X,
                "{hit:?}"
            );
            assert!(
                tree.trace(HullId(1), at(-40.0, 40.0, 64.0), at(40.0, -40.0, 64.0))
                    .is_none()
            );
        }
        assert_eq!(tree.hull_contents(HullId(7), DVec3::ZERO), None);
        assert!(
            tree.sightline(at(0.0, 0.0, 1.0), at(0.0, 60.0, 90.0))
                .is_some_and(|leaves| leaves == [QuakeLeafId(1)])
        );
        assert!(tree.sightline(at(0.0, 0.0, 1.0), at(0.0, 80.0, 1.0)).is_none());

        // The light of the floor, which is face 4. The first sample is at the face's corner.
        let light = level.light.as_ref().expect("there is light");
        let floor = level
            .triangles
            .iter()
            .find(|triangle| triangle.normals[0] == Vec3::Y)
            .expect("a floor");
        let grid = light.grid_of[floor.source.index()];
        let grid = light.grids.get(grid as usize).expect("the floor is lit");
        assert_eq!(grid.size, [SAMPLES as u16; 2]);
        let [s, t] = grid.grid_coordinates(at(-64.0, -48.0, 0.0));
        assert!(s.abs() < 1.0e-9 && (t - 1.0).abs() < 1.0e-9, "{s} {t}");
        let first = 4 * SAMPLES * SAMPLES * version.channels();
        let expected = std::array::from_fn(|channel| ((first + channel % version.channels()) % 251) as u8);
        assert_eq!(grid.by_style(light).collect::<Vec<_>>()[0].1[0], expected);
        // The texture is 16 pixels wide, so it repeats 8 times on a face that is 128 units wide.
        let uvs: Vec<f32> = floor.uvs.iter().map(|uv| uv.x).collect();
        let across =
            uvs.iter().fold(f32::MIN, |a, b| a.max(*b)) - uvs.iter().fold(f32::MAX, |a, b| a.min(*b));
        let size = if version == Version::Bsp38 { 64.0 } else { 16.0 };
        assert!((across - 128.0 / size).abs() < 1.0e-5, "{version:?}: {across}");
    }
}

#[test]
fn trace_hits_model_at_its_offset() {
    let level = load(&room(Version::Bsp29)).expect("it loads");
    let mut parts = own(&level).parts().clone();
    let mut wall = parts.models[0].clone();
    wall.offset = at(60.0, 0.0, 0.0);
    wall.bounds = Aabb::from_points([at(-80.0, -64.0, 0.0), at(-64.0, 64.0, 128.0)]);
    wall.solid = true;
    parts.models.truncate(1);
    parts.models.push(wall);
    let tree = QuakeTree::new(parts, &Progress::default()).expect("the parts are valid");
    let hit = tree.trace(HullId(0), at(20.0, 0.0, 64.0), at(-40.0, 0.0, 64.0));
    let hit = hit.expect("the wall is in the way");
    assert!((hit.t - 0.4).abs() < 1.0e-9, "{hit:?}");
    assert_eq!((hit.model, hit.normal), (1, DVec3::X));
}

#[test]
fn ladder_entities_of_compiled_levels_are_ladders() {
    for (version, class) in [
        (Version::Bsp30, "func_ladder"),
        (Version::Bsp29, "trigger_ladder"),
    ] {
        let file = quake_rooms::room_with(version, |name, content| {
            if name == "entities" {
                let text = String::from_utf8(std::mem::take(content)).expect("it is text");
                *content = text.replace("func_door", class).into_bytes();
            }
        });
        let level = load(&file).expect("it loads");
        let [found] = level.ladders[..] else {
            panic!("{version:?}: {:?}", level.ladders);
        };
        let model = &own(&level).parts().models[1];
        let least =
            Aabb::from_points([model.bounds.min, model.bounds.max].map(|corner| corner + model.offset));
        let distance = found.min.distance(least.min).max(found.max.distance(least.max));
        assert!(distance < 0.05, "{version:?}: {found:?} {least:?}");
        assert!(load(&room(version)).expect("it loads").ladders.is_empty());
    }
}

#[test]
fn flagged_brushes_of_quake_2_are_ladders() {
    let box_of = |contents: u32| {
        let file = quake_rooms::room_with(Version::Bsp38, |name, content| {
            let planes = content.len() / 20;
            match name {
                // Planes come in pairs that face in opposite directions.
                "planes" => {
                    for (side, distance) in [-80.0_f32, 80.0, -16.0, 16.0, 0.0, 128.0].into_iter().enumerate()
                    {
                        let sign = if side % 2 == 0 { -1.0_f32 } else { 1.0 };
                        let mut normal = [0.0_f32; 3];
                        normal[side / 2] = sign;
                        for number in normal.into_iter().chain([sign * distance]) {
                            content.extend(number.to_le_bytes());
                        }
                        content.extend([0; 4]);
                    }
                    assert_eq!(content.len(), 20 * (planes + 6));
                }
                "brushes" => content.extend([0_u32, 6, contents].into_iter().flat_map(u32::to_le_bytes)),
                "brushsides" => {
                    content.extend(
                        (12..18_u16)
                            .flat_map(|plane| [plane, 0])
                            .flat_map(u16::to_le_bytes),
                    );
                }
                _ => {}
            }
        });
        load(&file).expect("it loads").ladders
    };
    assert_eq!(box_of(0x1_0000), []);
    let [ladder] = box_of(0x2001_0000)[..] else {
        panic!("one ladder");
    };
    let expected = Aabb::from_points([at(-80.0, -16.0, 0.0), at(80.0, 16.0, 128.0)]);
    let distance = ladder
        .min
        .distance(expected.min)
        .max(ladder.max.distance(expected.max));
    assert!(distance < 1.0e-6, "{ladder:?}");
}

#[test]
fn room_tree_converts_to_solid_leaf_tree() {
    for version in VERSIONS {
        let level = load(&room(version)).unwrap();
        let own = FileTree::new(&level, &Progress::default())
            .unwrap()
            .expect("it has a tree");
        assert_eq!(own.tree.validate(), Ok(()), "{version:?}");
        assert_eq!(
            (own.tree.leaf_count(), own.tree.fragment_count()),
            (2, 6),
            "{version:?}"
        );
        assert_eq!(*own.own_leaves, [0, 1].map(QuakeLeafId));
        assert!(own.tree.is_solid(OUTSIDE) && !own.tree.is_solid(LeafId(1)));
        let pvs = own.pvs.expect("it has a PVS");
        assert!(pvs.visible(LeafId(1), LeafId(1)) && !pvs.visible(LeafId(1), OUTSIDE));
        assert!(pvs.check(2, &Progress::default()).is_ok());
    }
}

#[test]
fn hull_keeps_body_in_room() {
    let level = load(&room(Version::Bsp29)).unwrap();
    let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).unwrap();
    let trees = Trees {
        hulls: level.tree_with_hulls(),
        ..Trees::from(&tree)
    };
    let params = MoverParams::default();
    for mode in [Mode::Walk, Mode::Fly] {
        let mut mover = Mover::new(&params, mode, CollisionMethod::Quake, level.spawn.eye.as_vec3());
        let mut random = fastrand::Rng::with_seed(3);
        let mut direction = Vec3::X;
        for turn in 0..4000 {
            if turn % 40 == 0 {
                direction = Vec3::new(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5).normalize();
            }
            let input = Input {
                desired: direction,
                jump: random.u8(..) < 8,
                ..Input::default()
            };
            let tick = mover.tick(trees, &input, 1.0 / 120.0);
            assert!(tick.clear, "{mode:?} {turn}: {tick:?}");
            // The body is 32 units wide and must stay within the walls.
            assert!(tick.center.x.abs() < (48.0 * UNIT) as f32 && tick.center.z.abs() < (48.0 * UNIT) as f32);
            assert!(
                tick.feet.y > -1.0e-4 && tick.eye.y < (128.0 * UNIT) as f32,
                "{turn}: {tick:?}"
            );
        }
    }
    let mut mover = Mover::new(
        &params,
        Mode::Walk,
        CollisionMethod::Quake,
        level.spawn.eye.as_vec3(),
    );
    let tick = mover.tick(&tree, &Input::default(), 0.1);
    assert_eq!(tick.events, [Event::NoHulls]);
}

/// Compares trees with the results of a Quake compiler: `hull0` for a point, and `hull1` for the origin of a player's
/// box. Points are in the file's units and axes. Points closer than 0.05 units to a face count as being on it.
#[test]
fn tree_matches_reference() {
    let Some(table) = levels::text("lqdm6_a6_world.points.csv") else {
        return;
    };
    let level = levels::load("lqdm6_a6.bsp", &LoadOptions::default()).unwrap();
    let tree = own(&level);
    let imported = FileTree::new(&level, &Progress::default()).unwrap().unwrap();
    assert_eq!(imported.tree.validate(), Ok(()));
    let (mut rows, mut wrong) = (0, Vec::new());
    for line in table.lines().filter(|line| !line.starts_with(['#', 'k'])) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |index: usize| fields[index].parse::<f64>().unwrap();
        let (point, near) = (at(number(1), number(2), number(3)), number(6));
        let [hull0, hull1] = [4, 5].map(|index| Contents::from_quake(number(index) as i32));
        let found = [
            tree.contents(point),
            tree.hull_contents(HullId(1), point).unwrap(),
        ];
        if near < 0.05 {
            continue;
        }
        rows += 1;
        let shown = imported.tree.is_solid(imported.tree.locate(point));
        if found != [hull0, hull1] || shown != hull0.is_opaque() {
            wrong.push(format!("{line}: {found:?}, {shown}"));
        }
    }
    assert!(rows > 3000, "{rows} rows");
    assert!(
        wrong.is_empty(),
        "{} of {rows}: {:?}",
        wrong.len(),
        &wrong[..wrong.len().min(10)]
    );
    println!("{rows} rows are as the reference has them");
}

#[test]
fn quake_levels_load_with_valid_trees() {
    for (file, leaves) in [
        ("lq_e0m3.bsp", Some(1431)),
        ("lq_e0m3-quake2.bsp", None),
        ("lqdm6_a6.bsp", None),
    ] {
        let Some(level) = levels::load(file, &LoadOptions::default()) else {
            return;
        };
        let tree = own(&level);
        if let Some(leaves) = leaves {
            assert_eq!(tree.parts().leaves.len(), leaves, "{file}");
        }
        assert_eq!(level.spawn.origin, SpawnOrigin::Entity, "{file}");
        let imported = FileTree::new(&level, &Progress::default()).unwrap().unwrap();
        assert_eq!(imported.tree.validate(), Ok(()), "{file}");
        println!(
            "{file}: {:?} {:?} in {} ms",
            tree.statistics(),
            imported.tree.statistics(),
            imported.import_ms
        );
        if let Some(pvs) = &imported.pvs {
            pvs.check(imported.tree.leaf_count(), &Progress::default())
                .unwrap();
            // The visibility rows in the file must agree with the PVS of the imported tree.
            let empty = imported.tree.empty_leaves();
            let mut random = fastrand::Rng::with_seed(9);
            for _ in 0..effort::sampled_or_whole(2_000, 20_000) {
                let [a, b] = [0; 2].map(|_| empty[random.usize(..empty.len())]);
                let [own_a, own_b] = [a, b].map(|leaf| imported.own_leaves[leaf.index()]);
                assert_eq!(
                    pvs.visible(a, b),
                    tree.sees(own_a, own_b),
                    "{file}: {own_a} {own_b}"
                );
            }
        }
        if !effort::is_full() && file != "lqdm6_a6.bsp" {
            continue;
        }
        let compiled = bspwalk_compile::leaf_tree(&level, &CompileParams::quick(), &Arc::default()).unwrap();
        let (built_pvs, _) = bspwalk_compile::pvs(
            &compiled.tree,
            &CompileParams::quick().pvs,
            &Progress::default(),
            |_| {},
        )
        .unwrap();
        let hiding = PvsComparison::new(tree, (&compiled.tree, &built_pvs), 1, &Progress::default()).unwrap();
        println!("{file}: {}", hiding.sentence(imported.pvs.is_some()));
        assert!(hiding.seen > 100, "{file}: {hiding:?}");
        assert!(
            f64::from(hiding.seen_hidden_by_own) <= 0.005 * f64::from(hiding.seen),
            "{file}: {hiding:?}"
        );
    }
}

#[test]
fn water_surfaces_are_single_sided_and_not_solid() {
    // `lq_e0m3.bsp` has no texture names, so water can be identified only by the tree.
    for (file, least) in [
        ("lq_e0m3.bsp", 100),
        ("lq_e0m3-quake2.bsp", 100),
        ("lqdm6_a6.bsp", 4),
    ] {
        let Some(level) = levels::load(file, &LoadOptions::default()) else {
            return;
        };
        let tree = own(&level);
        let (mut liquid, mut wrong) = (0, Vec::new());
        for face in level.triangles.iter().filter(|face| face.object == 0) {
            let middle = face.corners.iter().sum::<DVec3>() / 3.0;
            let normal = (face.corners[1] - face.corners[0]).cross(face.corners[2] - face.corners[0]);
            let [before, behind] =
                [0.02, -0.02].map(|away| tree.contents(middle + normal.normalize_or_zero() * away));
            let is_liquid = level.materials[face.material as usize].liquid;
            liquid += u32::from(is_liquid);
            if is_liquid && before.is_liquid() && !behind.is_liquid() && !behind.is_opaque() {
                wrong.push(format!("the underside of a surface at {middle}"));
            }
            if face.solid && before.is_liquid() != behind.is_liquid() && !behind.is_opaque() {
                wrong.push(format!("a solid surface at {middle}: {before:?}, {behind:?}"));
            }
        }
        assert!(liquid >= least, "{file}: {liquid} triangles of liquids");
        assert!(
            wrong.is_empty(),
            "{file}: {} of {liquid}, {:?}",
            wrong.len(),
            wrong.first()
        );
    }
}

#[test]
fn hull_walk_in_real_level_stays_out_of_walls() {
    let Some(level) = levels::load("lq_e0m3.bsp", &LoadOptions::default()) else {
        return;
    };
    let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).unwrap();
    let hulls = level.tree_with_hulls().expect("Quake has clip hulls");
    let trees = Trees {
        hulls: Some(hulls),
        ..Trees::from(&tree)
    };
    let mut mover = Mover::new(
        &MoverParams::default(),
        Mode::Walk,
        CollisionMethod::Quake,
        level.spawn.eye.as_vec3(),
    );
    let mut random = fastrand::Rng::with_seed(7);
    let (mut direction, mut length, mut last) = (Vec3::X, 0.0, mover.position());
    let mut faults = Vec::new();
    for turn in 0..effort::sampled_or_whole(3_000, 12_000) {
        if turn % 60 == 0 {
            let turn = random.f32() * std::f32::consts::TAU;
            direction = Vec3::new(turn.cos(), 0.0, turn.sin());
        }
        let input = Input {
            desired: direction,
            jump: random.u8(..) < 4,
            fast: random.bool(),
            ..Input::default()
        };
        let tick = mover.tick(trees, &input, 1.0 / 120.0);
        length += f64::from(tick.center.distance(last));
        last = tick.center;
        if !tick.clear || tick.events.contains(&Event::Stuck) {
            faults.push(format!("{turn}: {:?}", tick.events));
        }
        // The path of the box's centre does not hit any world face.
        let point = tick.feet.as_dvec3() - DVec3::Y * hulls.hulls()[0].min.y;
        assert_ne!(hulls.contents(point), Contents::Solid, "{turn}");
    }
    assert!(
        faults.is_empty(),
        "{} {:?}",
        faults.len(),
        &faults[..faults.len().min(5)]
    );
    println!("walked {length:.0} m");
    assert!(length > effort::sampled_or_whole(10.0, 100.0));
}

#[test]
fn bad_lump_directory_error_names_the_lump() {
    for version in VERSIONS {
        let right = room(version);
        let (count, start) = directory(version);
        for length in 0..right.len().min(200) {
            assert!(load(&right[..length]).is_err(), "{version:?}, {length} bytes");
        }
        for lump in 0..count {
            let is_empty = right[start + 8 * lump + 4..][..4] == [0; 4];
            for (field, values) in [
                (0, [u32::MAX, 0x7fff_ffff, right.len() as u32 + 1]),
                (4, [u32::MAX, 0x8000_0000, 1 << 30]),
            ] {
                for value in values {
                    let mut wrong = right.clone();
                    let place = start + 8 * lump + field;
                    wrong[place..place + 4].copy_from_slice(&value.to_le_bytes());
                    if is_empty && field == 0 {
                        assert!(
                            load(&wrong).is_ok(),
                            "{version:?} {lump}: an empty lump has no place"
                        );
                        continue;
                    }
                    let error = load(&wrong).expect_err("no such bytes are there").to_string();
                    assert!(
                        error.contains("the lump `") && error.contains("room.bsp"),
                        "{version:?} {lump}: {error}"
                    );
                }
            }
            // Truncate the lump within an item, then replace its directory entry with that of another lump.
            for length in [1, 3, 5, 20, 64] {
                let mut wrong = right.clone();
                let place = start + 8 * lump + 4;
                wrong[place..place + 4].copy_from_slice(&u32::to_le_bytes(length));
                load_and_query(&wrong);
            }
            for other in 0..count {
                let mut wrong = right.clone();
                let entry: [u8; 8] = std::array::from_fn(|byte| right[start + 8 * other + byte]);
                wrong[start + 8 * lump..start + 8 * lump + 8].copy_from_slice(&entry);
                load_and_query(&wrong);
            }
        }
    }
}

#[test]
fn wrong_numbers_are_rejected_or_tolerated() {
    VERSIONS.into_par_iter().for_each(|version| {
        let right = room(version);
        let (count, start) = directory(version);
        let first = start + 8 * count;
        let (mut refused, mut all) = (0, 0);
        let mut tries = |wrong: &[u8]| {
            refused += u32::from(!load_and_query(wrong));
            all += 1;
        };
        // Write extreme values at every position that may hold a number.
        for place in effort::sample((first..right.len() - 4).step_by(2), 7) {
            for value in [
                u32::MAX,
                0x7fff_ffff,
                0x8000_0000,
                0x7fc0_0000,
                0x7f80_0000,
                0xffff,
            ] {
                let mut wrong = right.clone();
                wrong[place..place + 4].copy_from_slice(&value.to_le_bytes());
                tries(&wrong);
            }
        }
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..effort::sampled_or_whole(300, 3000) {
            let mut wrong = right.clone();
            for _ in 0..random.usize(1..8) {
                let place = random.usize(first..wrong.len());
                wrong[place] = random.u8(..);
            }
            tries(&wrong);
        }
        println!("{version:?}: {refused} of {all} are refused");
        assert!(
            refused > effort::sampled_or_whole(20, 100) && refused < all,
            "{version:?}: {refused} of {all}"
        );
    });
}

#[test]
fn cyclic_nodes_are_rejected_by_name() {
    for version in VERSIONS {
        let right = room(version);
        let (_, start) = directory(version);
        let lump = |index: usize| {
            let place = start + 8 * index;
            u32::from_le_bytes(std::array::from_fn(|byte| right[place + byte])) as usize
        };
        // A node's children follow its plane index. From the second node on, all children become the root.
        let (nodes, stride, width) = match version {
            Version::Bsp38 => (lump(4), 28, 4),
            Version::Bsp2 => (lump(5), 44, 4),
            _ => (lump(5), 24, 2),
        };
        let mut wrong = right.clone();
        wrong[nodes + stride + 4..nodes + stride + 4 + 2 * width].fill(0);
        let error = load(&wrong).expect_err("it has a circle").to_string();
        assert!(error.contains("the lump `nodes`"), "{version:?}: {error}");
        if version != Version::Bsp38 {
            let (clip, stride) = (lump(9), 4 + 2 * width);
            let mut wrong = right.clone();
            wrong[clip + stride + 4..clip + stride + 4 + 2 * width].fill(0);
            let error = load(&wrong).expect_err("it has a circle").to_string();
            assert!(error.contains("the lump `clip nodes`"), "{version:?}: {error}");
        }
        let mut wrong = right.clone();
        let plane = lump(1);
        wrong[plane..plane + 4].copy_from_slice(&f32::NAN.to_le_bytes());
        let error = load(&wrong).expect_err("a plane is no number").to_string();
        assert!(error.contains("the lump `planes`"), "{version:?}: {error}");
    }
}

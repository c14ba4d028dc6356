//! Tests levels without rooms: smooth meshes must be divided evenly, and levels must report whether they have an
//! interior. Work is measured here in counts, not in time; `examples/smooth.rs` measures time.

use std::sync::Arc;

use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    effort, meshes, rooms,
    rooms::{faces, odd_turn, transform_faces},
    smooth,
};
use bspwalk_trees::{
    LeafParams, LeafTree,
    solid_leaf::{Inside, LeafRule, LeafStatistics, PvsParams},
};
use glam::{DVec3, dvec3};

fn build(triangles: &[[DVec3; 3]]) -> LeafTree {
    LeafTree::build(&faces(triangles, true), &LeafParams::default()).unwrap()
}

#[track_caller]
fn valid(triangles: &[[DVec3; 3]]) -> LeafTree {
    crate::solid_leaf::build(&faces(triangles, true))
}

/// A mesh with four times as many triangles must give a tree that is about four times as large and barely deeper.
#[test]
fn smooth_surfaces_are_divided_evenly() {
    let surfaces = smooth::ALL.into_iter();
    let surfaces = surfaces.filter(|(name, _)| !["soup", "confetti", "ground"].contains(name));
    for (name, make) in effort::sample(surfaces, 3) {
        let [small, large] = [2_000, 8_000].map(|count| {
            let triangles = make(count);
            let figures = build(&triangles).statistics();
            println!("{name}: {} triangles, {figures:?}", triangles.len());
            (triangles.len() as f64, figures)
        });
        for (count, figures) in [&small, &large] {
            assert!(figures.depth <= 140, "{name}: depth {}", figures.depth);
            assert!(
                f64::from(figures.leaves) <= 3.0 * count,
                "{name}: {} leaves",
                figures.leaves
            );
            assert!(
                f64::from(figures.leaf_faces) <= 3.5 * count,
                "{name}: {} pieces",
                figures.leaf_faces
            );
            assert!(
                f64::from(figures.portals) <= 8.0 * count,
                "{name}: {} portals",
                figures.portals
            );
        }
        let growth = large.0 / small.0;
        let leaves = f64::from(large.1.leaves) / f64::from(small.1.leaves);
        assert!(
            leaves <= 1.4 * growth,
            "{name}: {leaves} times the leaves of {growth} times the triangles"
        );
        assert!(
            large.1.mean_depth <= small.1.mean_depth + 12.0,
            "{name}: {} and {}",
            small.1.mean_depth,
            large.1.mean_depth
        );
    }
}

/// Returns the number of progress checks during a build. A build checks once per node that a polygon reaches, per
/// candidate plane, and per batch of plane tests.
fn checks_of_a_build(triangles: &[[DVec3; 3]]) -> (u64, LeafStatistics) {
    let (progress, checks) = effort::counting_progress();
    let faces = faces(triangles, true);
    let tree = LeafTree::builder(&LeafParams::default())
        .progress(&Arc::new(progress))
        .build(&faces)
        .unwrap();
    (checks(), tree.statistics())
}

/// The work must grow like n log n, and on a terrain, the numbers of fragments and portals must grow linearly. On a
/// sphere, these numbers depend on whether planes run along its rows.
#[test]
fn work_on_smooth_surfaces_is_nearly_linear() {
    for (name, make) in [
        ("terrain", smooth::terrain as smooth::Maker),
        ("sphere", smooth::sphere),
    ] {
        let mut before: Option<(f64, LeafStatistics)> = None;
        for count in [2_000, 4_000, 8_000, 16_000]
            .into_iter()
            .take(effort::sampled_or_whole(2, 4))
        {
            let triangles = make(count);
            let (checks, figures) = checks_of_a_build(&triangles);
            let count = triangles.len() as f64;
            println!("{name}: {count} triangles, {checks} checks, {figures:?}");
            assert!(
                checks as f64 <= 16.0 * count * count.log2(),
                "{name}: {checks} checks for {count} triangles"
            );
            if let Some((fewer, small)) = before.filter(|_| name == "terrain") {
                for (what, more, less) in [
                    ("fragments", figures.leaf_faces, small.leaf_faces),
                    ("portals", figures.portals, small.portals),
                ] {
                    let growth = f64::from(more) / f64::from(less);
                    assert!(
                        growth <= 1.2 * count / fewer,
                        "{growth} times the {what} of {fewer} triangles for {count}"
                    );
                }
            }
            before = Some((count, figures));
        }
    }
}

/// Auxiliary planes must be valid: every plane that is used must be in the table, and the table must not contain
/// superfluous planes.
#[test]
fn auxiliary_planes_keep_trees_valid() {
    for (name, make) in smooth::ALL {
        let triangles = make(if name == "soup" { 60 } else { 600 });
        let tree = valid(&triangles);
        let mut used = vec![false; tree.planes().len()];
        for id in tree.node_ids() {
            used[tree.node(id).unwrap().plane_id.index()] = true;
        }
        // The plane of a face may be unused if another plane was equally good.
        let unused = used.iter().filter(|used| !**used).count();
        let merged = tree.statistics().merged_polygons as usize;
        assert!(
            unused <= merged + 3,
            "{name}: {unused} planes of {} are of no node",
            used.len()
        );
    }
    let sphere = faces(&smooth::sphere(1_500), true);
    for rule in LeafRule::ALL {
        let tree = LeafTree::build(&sphere, &LeafParams::preset(rule)).unwrap();
        assert_eq!(tree.validate(), Ok(()), "{rule}");
        assert!(tree.is_solid(tree.locate(DVec3::ZERO)), "{rule}");
    }
    let turned = transform_faces(&sphere, odd_turn(), 1.0, dvec3(3.0, 4.0, 5.0));
    let tree = LeafTree::build(&turned, &LeafParams::default()).unwrap();
    assert_eq!(tree.validate(), Ok(()));
    assert!(tree.statistics().depth < 140);
}

#[test]
fn smooth_solids_are_solid() {
    for (name, inside, outside) in [
        ("sphere", dvec3(1.0, 1.0, 1.0), dvec3(4.0, 4.0, 4.0)),
        ("capsule", dvec3(0.5, 6.0, 0.5), dvec3(1.9, 6.9, 0.5)),
        ("torus", dvec3(5.0, 0.5, 0.3), dvec3(0.0, 0.0, 0.0)),
        ("teapot", dvec3(0.3, 4.0, 0.3), dvec3(2.9, 7.5, 0.3)),
    ] {
        let (_, make) = smooth::ALL.into_iter().find(|(other, _)| *other == name).unwrap();
        let tree = build(&make(3_000));
        assert!(tree.is_solid(tree.locate(inside)), "{name}");
        assert!(!tree.is_solid(tree.locate(outside)), "{name}");
        let figures = tree.statistics();
        assert!(figures.contradicted_area < 0.01, "{name}: {figures:?}");
    }
}

#[test]
fn levels_report_whether_they_enclose_rooms() {
    let wall = meshes::sheet(dvec3(0.0, 0.0, 0.0), 4.0 * DVec3::X, 3.0 * DVec3::Y);
    let both_sides: Vec<_> = wall
        .iter()
        .flat_map(|&[a, b, c]| [[a, b, c], [a, c, b]])
        .collect();
    // Houses 8 m wide and 8 m high on both sides of a 12 m wide street, with 1 m wide alleys between them.
    let mut street = meshes::sheet(dvec3(0.0, 0.0, 0.0), 60.0 * DVec3::Z, 12.0 * DVec3::X).to_vec();
    for house in 0..6 {
        for (from, to) in [(-8.0, 0.0), (12.0, 20.0)] {
            let z = f64::from(house) * 10.0;
            street.extend(meshes::solid([from, 0.0, z + 0.5], [to, 8.0, z + 9.5]));
        }
    }
    for (name, triangles) in [
        ("a wall", wall.to_vec()),
        ("a wall with two sides", both_sides),
        ("a terrain", smooth::terrain(2_000)),
    ] {
        assert_eq!(valid(&triangles).inside(), Inside::None, "{name}");
    }
    for name in ["sphere", "capsule", "torus", "teapot"] {
        let (_, make) = smooth::ALL.into_iter().find(|(other, _)| *other == name).unwrap();
        assert_eq!(build(&make(2_000)).inside(), Inside::Object, "{name}");
    }
    for (name, triangles) in [
        ("a street", street),
        ("a model on a plane", smooth::ground(1_000)),
    ] {
        assert_ne!(valid(&triangles).inside(), Inside::Rooms, "{name}");
    }
    for (name, triangles) in [
        ("a room", rooms::box_room()),
        ("a room with a hole", rooms::room_with_a_hole()),
        ("two rooms", rooms::doorway(2.0)),
        ("a room in a room", rooms::room_in_a_room()),
    ] {
        assert_eq!(valid(&triangles).inside(), Inside::Rooms, "{name}");
    }
    let names = ["three_rooms", "wedges", "hall", "torture"];
    for name in names.into_iter().take(effort::sampled_or_whole(2, 4)) {
        let level = builtin::load(name, &LoadOptions::default(), &Progress::default()).unwrap();
        let triangles: Vec<_> = level
            .triangles
            .iter()
            .filter(|t| t.solid)
            .map(|t| t.corners)
            .collect();
        assert_eq!(build(&triangles).inside(), Inside::Rooms, "{name}");
    }
}

/// Around a single object, little is hidden, so few openings and few steps must be enough.
#[test]
fn pvs_around_a_single_object_is_cheap() {
    let around = |triangles: &[[DVec3; 3]]| {
        let tree = build(triangles);
        let pvs = tree
            .pvs(&PvsParams::default(), &Progress::default(), |_| {})
            .unwrap();
        for leaf in tree.empty_leaves() {
            assert!(pvs.visible(leaf, leaf));
        }
        pvs.statistics()
    };
    let sphere = around(&smooth::sphere(4_000));
    assert!(sphere.openings <= 1024 && sphere.steps <= 25_000, "{sphere:?}");
    let rooms = around(&meshes::columns(6));
    assert!(rooms.openings > 60, "{rooms:?}");
}

//! Tests visibility in levels: sightlines through the tree, its PVS, and clusters.

use std::sync::Arc;

use bspwalk_geometry::{Segment, Triangle};
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, levels, rooms};
use bspwalk_trees::solid_leaf::{
    LeafParams, LeafTree, LeafTriangle, Pvs, PvsParams,
    portals::find_leak,
    pvs::{Explanation, SightlineSampling, explain, opening_count, sample_sightlines},
};
use glam::{DQuat, DVec3, dvec3};

/// Returns three rooms in a row with doors at different ends of thick walls.
fn three_rooms() -> Vec<[DVec3; 3]> {
    let x: &[f64] = &[0.0, 4.0, 4.5, 6.5, 7.0, 9.0];
    let (y, z): (&[f64], &[f64]) = (&[0.0, 2.0, 3.0], &[0.0, 1.0, 2.0, 8.0, 9.0, 10.0]);
    rooms::carve_grid_room([x, y, z], |[x, y, z]| match x {
        1 => y == 0 && z == 1,
        3 => y == 0 && z == 3,
        _ => true,
    })
}

fn build(triangles: &[LeafTriangle]) -> LeafTree {
    LeafTree::build(triangles, &LeafParams::default()).unwrap()
}

fn pvs_of(tree: &LeafTree, params: &PvsParams) -> Pvs {
    let pvs = tree.pvs(params, &Progress::default(), |_| {}).unwrap();
    assert_eq!(pvs.check(tree.leaf_count(), &Progress::default()), Ok(()));
    pvs
}

/// Returns four placements as rotation, scale and translation: unchanged, rotated, far away, and small.
fn places() -> [(DQuat, f64, DVec3); 4] {
    [
        (DQuat::IDENTITY, 1.0, DVec3::ZERO),
        (rooms::odd_turn(), 1.0, DVec3::ZERO),
        (rooms::odd_turn(), 1.0, dvec3(10_000.0, 0.0, -3000.0)),
        (rooms::odd_turn(), 0.001, DVec3::ZERO),
    ]
}

fn sampling(lines: u64, lines_per_pair: u32) -> SightlineSampling {
    SightlineSampling {
        lines,
        lines_per_pair,
        seed: 1,
    }
}

#[test]
fn first_room_does_not_see_third() {
    for (turn, scale, by) in places() {
        let tree = build(&rooms::transform_faces(
            &rooms::faces(&three_rooms(), true),
            turn,
            scale,
            by,
        ));
        let pvs = pvs_of(&tree, &PvsParams::default());
        let leaf = |x, y, z| tree.locate(turn * dvec3(x, y, z) * scale + by);
        let (a, b, c) = (leaf(2.0, 1.0, 5.0), leaf(5.5, 1.0, 5.0), leaf(8.0, 1.0, 5.0));
        assert!(pvs.visible(a, b) && pvs.visible(b, c) && !pvs.visible(a, c));
        assert!(pvs.visible(a, leaf(4.2, 1.0, 1.5)) && pvs.visible(b, leaf(4.2, 1.0, 1.5)));
        let graph = tree.portal_graph();
        match explain(graph, &pvs, &tree.tolerances(), a, b) {
            Explanation::Seen { from, to, chain } => {
                let [first, last] = [chain[0], chain[chain.len() - 1]];
                assert!(tree.portals_of(a).contains(&first) && tree.portals_of(b).contains(&last));
                let slack = tree.tolerances().on_plane;
                assert!(graph.portal_contains(first, from, slack) && graph.portal_contains(last, to, slack));
            }
            other => panic!("{other:?}"),
        }
        match explain(graph, &pvs, &tree.tolerances(), a, c) {
            Explanation::Hidden { chain, closed, .. } => assert!(!chain.is_empty() && closed.is_some()),
            other => panic!("{other:?}"),
        }
        assert_eq!(
            find_leak(graph, a, turn * dvec3(2.0, 1.0, 5.0) * scale + by),
            None
        );
    }
}

/// A sightline must be unblocked if and only if it crosses no face and starts in a room.
#[test]
fn sightlines_agree_with_faces() {
    let triangles = three_rooms();
    let faces: Vec<Triangle> = triangles
        .iter()
        .filter_map(|&corners| Triangle::new(corners, 0.0))
        .collect();
    let tree = build(&rooms::faces(&triangles, true));
    let mut generator = bspwalk_testing::random::seeded(1);
    let mut random = || {
        dvec3(
            9.0 * generator.f64(),
            3.0 * generator.f64(),
            10.0 * generator.f64(),
        )
    };
    let mut unblocked = 0;
    for _ in 0..20_000 {
        let (from, to) = (random(), random());
        let line = Segment { from, to };
        let is_free = faces
            .iter()
            .all(|face| line.intersect_by_edge_planes(face).is_none());
        let expected = is_free && !tree.is_solid(tree.locate(from));
        assert_eq!(tree.sightline(from, to).is_some(), expected, "{from} to {to}");
        unblocked += u32::from(expected);
    }
    assert!(unblocked > 2000, "{unblocked}");
}

#[test]
fn leak_through_hole_is_straight() {
    for (turn, scale, by) in places() {
        let tree = build(&rooms::transform_faces(
            &rooms::faces(&rooms::room_with_a_hole(), true),
            turn,
            scale,
            by,
        ));
        let spawn = turn * dvec3(1.0, 1.5, 2.5) * scale + by;
        let leak = find_leak(tree.portal_graph(), tree.locate(spawn), spawn).unwrap();
        assert!(
            (leak.length() - 3.0 * scale).abs() < 1.0e-3 * scale,
            "{}",
            leak.length()
        );
        let hole = tree.portal(leak.hole().unwrap()).unwrap();
        assert!(hole.plane.distance(*leak.line.last().unwrap()).abs() < 1.0e-4 * scale);
    }
}

/// In real levels, no sightline may join two leaves that are hidden from each other, both without and with clusters.
#[test]
fn no_sightline_joins_hidden_leaves_in_levels() {
    let names = [
        "lqdm6_a6_world.obj",
        "recast_nav_test.obj",
        "CornellBox-Original.obj",
    ];
    let lines = effort::sampled_or_whole(2_000, 10_000);
    for name in effort::sample(names, 2) {
        let Some(level) = levels::load_as_documented(name) else {
            return;
        };
        let solid = level.solid_triangles();
        let corners: Vec<[DVec3; 3]> = solid.iter().map(|triangle| triangle.corners).collect();
        let tree = build(&rooms::faces(&corners, true));
        let leaves = tree.empty_leaves();
        for (max_openings, steps) in [(100, 50_000), (1000, 0), (8192, 50_000)] {
            let params = PvsParams { steps, max_openings };
            let clusters = tree.clusters(max_openings, &Progress::default()).unwrap();
            assert!(opening_count(tree.portal_graph(), &clusters) <= max_openings.max(6));
            let pvs = match tree.pvs(&params, &Arc::new(Progress::default()), |_| {}) {
                Ok(pvs) => pvs,
                Err(error) => panic!("{name}: {error}"),
            };
            let sample = sample_sightlines(&tree, &pvs, &leaves, sampling(lines, 16));
            assert!(
                leaves.len() < 2 || sample.unblocked > lines / 100,
                "{name}: {sample:?}"
            );
            assert_eq!(sample.false_hidden, [], "{name}, {params:?}");
        }
    }
}

/// In built-in levels, no random line may reach a hidden leaf, although solid leaves hide far more than portal chains
/// can.
#[test]
fn no_line_sees_leaves_hidden_by_solid_leaves() {
    for name in effort::sample(["three_rooms", "torture"], 2) {
        let level = builtin::load(name, &LoadOptions::default(), &Progress::default()).unwrap();
        let solid = level.solid_triangles();
        let corners: Vec<[DVec3; 3]> = solid.iter().map(|triangle| triangle.corners).collect();
        let tree = build(&rooms::faces(&corners, true));
        let leaves = tree.empty_leaves();
        // With few openings, leaves have to be clustered. The clusters are divided again at the end.
        for (max_openings, steps, share) in [(300, 200_000, 0.95), (8192, 400_000, 0.75)] {
            let params = PvsParams { steps, max_openings };
            let pvs = pvs_of(&tree, &params);
            let statistics = pvs.statistics();
            assert!(statistics.steps <= steps + steps / 10, "{name}: {statistics:?}");
            let sample = sample_sightlines(
                &tree,
                &pvs,
                &leaves,
                sampling(effort::sampled_or_whole(10_000, 100_000), 64),
            );
            assert_eq!(sample.false_hidden, [], "{name}, {params:?}");
            let base = pvs_of(&tree, &PvsParams { steps: 0, ..params });
            let [mean, base] = [&pvs, &base].map(|pvs| pvs.mean_visible(&leaves));
            assert!(
                name != "torture" || mean < share * base,
                "{name}: {mean} of {base}, {statistics:?}"
            );
        }
    }
}

#[test]
fn pvs_of_tree_is_independent_of_thread_count() {
    let tree = build(&rooms::faces(&three_rooms(), true));
    let answers = [1, 3].map(|threads| crate::on_threads(threads, || pvs_of(&tree, &PvsParams::default())));
    assert_eq!(answers[0], answers[1]);
}

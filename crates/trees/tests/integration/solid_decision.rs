//! Checks the solidity decision by recomputing its evidence and its cost from the tree.

use bspwalk_geometry::Polygon;
use bspwalk_levels::LoadOptions;
use bspwalk_progress::Progress;
use bspwalk_testing::{
    effort, levels, meshes, random,
    rooms::{self, faces},
};
use bspwalk_trees::{
    LeafParams, LeafTree,
    solid_leaf::{LeafAdjacency, LeafEvidence, OUTSIDE, SolidityDecision},
};
use glam::{DVec3, dvec3};

fn decision(tree: &LeafTree) -> SolidityDecision {
    tree.solidity_decision(&Progress::default())
        .expect("nobody cancels it")
        .expect("faces decide")
}

fn built_in(name: &str) -> Vec<[DVec3; 3]> {
    let level = bspwalk_compile::built_in::load(name, &LoadOptions::default(), &Progress::default())
        .expect("it is built in");
    let solid = level.triangles.iter().filter(|triangle| triangle.solid);
    solid.map(|triangle| triangle.corners).collect()
}

fn build(triangles: &[[DVec3; 3]]) -> LeafTree {
    LeafTree::build(&faces(triangles, true), &LeafParams::default()).expect("it is built")
}

/// Checks properties that a decision has in every tree whose leaves were not filled afterwards.
fn check(name: &str, tree: &LeafTree) -> SolidityDecision {
    let decision = decision(tree);
    assert_eq!(decision.leaves.len(), tree.leaf_count() as usize, "{name}");
    assert_eq!(decision.links.len(), tree.adjacencies().len(), "{name}");
    let cut = decision.links.iter().filter(|link| link.is_cut);
    let paid: f64 = cut.map(|link| link.capacity).sum();
    let overruled: f64 = decision.leaves.iter().map(LeafEvidence::cost).sum();
    let total: f64 = decision.links.iter().map(|link| link.capacity).sum();
    let error = (paid + overruled - decision.capacity).abs();
    assert!(
        error <= 1.0e-9 * (1.0 + total),
        "{name}: {paid} + {overruled} is not {}",
        decision.capacity
    );
    for (adjacency, link) in tree.adjacencies().iter().zip(&decision.links) {
        let [front, back] = adjacency.leaves.map(|leaf| decision.leaves[leaf.index()].solid);
        assert_eq!(link.is_cut, front != back, "{name}");
    }
    for leaf in tree.leaf_ids() {
        let decided = decision.leaves[leaf.index()];
        assert!(
            decided.solid == tree.is_solid(leaf) || leaf == OUTSIDE,
            "{name}: leaf {leaf}"
        );
        // The cut is minimal: flipping any leaf must not lower the cost.
        let flipped = decision
            .cost_with_flipped(tree.adjacencies(), leaf)
            .expect("it exists");
        assert!(
            flipped >= decision.capacity - 1.0e-9 * (1.0 + total),
            "{name}: leaf {leaf} for {flipped}"
        );
    }
    decision
}

#[test]
fn decision_cost_adds_up_and_no_flip_lowers_it() {
    let names = ["hole", "three_rooms", "ten_edges", "wedges", "splits", "hall"];
    for name in names.into_iter().take(effort::sampled_or_whole(5, 6)) {
        check(name, &build(&built_in(name)));
    }
    let mut random = random::seeded(3);
    for (name, triangles) in [
        ("soup", meshes::soup(&mut random, 60, 10.0)),
        ("terrain", meshes::terrain(&mut random, 8)),
        ("a room with a hole", rooms::room_with_a_hole()),
        ("columns", meshes::columns(3)),
    ] {
        check(name, &build(&triangles));
    }
    if let Some(level) = levels::load_as_documented("lqdm6_a6_world.obj") {
        let solid = level.triangles.iter().filter(|triangle| triangle.solid);
        check(
            "lqdm6_a6",
            &build(&solid.map(|triangle| triangle.corners).collect::<Vec<_>>()),
        );
    }
}

#[test]
fn closed_box_is_decided_by_evidence() {
    for inwards in [true, false] {
        let tree = build(&meshes::cuboid(DVec3::ZERO, dvec3(4.0, 3.0, 5.0), inwards));
        let decision = check("box", &tree);
        assert_eq!(decision.capacity, 0.0);
        assert_eq!(decision.overruled_leaves().count(), 0);
        for (leaf, evidence) in decision.leaves.iter().enumerate() {
            assert_eq!(evidence.solid, evidence.number_says_solid(), "leaf {leaf}");
        }
        let inside = &decision.leaves[tree.locate(dvec3(2.0, 1.0, 2.0)).index()];
        let turns = if inwards { -1.0 } else { 1.0 };
        assert!((inside.winding_number - turns).abs() < 1.0e-6);
        assert_eq!(inside.solid, !inwards);
    }
}

/// The hole in the wall of the lesson level is 0.5×0.4 m.
#[test]
fn wall_with_hole_stays_solid_at_cost_of_hole() {
    let tree = build(&built_in("hole"));
    let decision = check("hole", &tree);
    let is_holed =
        |adjacency: &&LeafAdjacency| adjacency.open_area() > 0.0 && adjacency.one_sided_area() > 0.0;
    let open: Vec<f64> = tree
        .adjacencies()
        .iter()
        .zip(&decision.links)
        .filter(|(_, link)| link.is_cut && link.capacity > 0.0)
        .map(|(adjacency, link)| {
            assert!((link.capacity - adjacency.open_area()).abs() < 1.0e-9);
            link.capacity
        })
        .collect();
    assert!(tree.adjacencies().iter().any(|adjacency| is_holed(&adjacency)));
    assert!((open.iter().sum::<f64>() - 0.2).abs() < 1.0e-6, "{open:?}");
    assert!((decision.capacity - 0.2).abs() < 1.0e-6, "{}", decision.capacity);
    let is_solid = |point: DVec3| tree.is_solid(tree.locate(point));
    for z in [-1.9, -0.75, 0.5, 1.9] {
        assert!(is_solid(dvec3(0.0, 1.4, z)), "in the wall, at {z} m");
    }
    for point in [
        dvec3(-0.4, 1.4, -0.75),
        dvec3(0.4, 1.4, -0.75),
        dvec3(0.0, 1.0, 1.1),
    ] {
        assert!(!is_solid(point), "in a room, at {point}");
    }
    // The evidence for the leaf behind the hole must clearly outweigh the hole.
    let behind = tree.locate(dvec3(0.0, 1.4, -0.75));
    let flipped = decision
        .cost_with_flipped(tree.adjacencies(), behind)
        .expect("it exists");
    assert!(flipped > 1.0, "{flipped}");
}

/// The displayed polygons must have the measured areas.
#[test]
fn interface_polygons_match_measured_areas() {
    let progress = Progress::default();
    for name in ["hole", "three_rooms", "wedges"] {
        let tree = build(&built_in(name));
        let mut open_in_part = 0;
        for (index, adjacency) in tree.adjacencies().iter().enumerate() {
            let polygon = tree
                .interface_polygon(index, &progress)
                .expect("nobody cancels it");
            let polygon = polygon.unwrap_or_else(|| panic!("{name}: interface {index} has a polygon"));
            let error = (polygon.area() - adjacency.area).abs();
            assert!(
                error <= 1.0e-9 * (1.0 + adjacency.area),
                "{name}: interface {index}"
            );
            let open = tree
                .open_parts(adjacency, &polygon, &progress)
                .expect("nobody cancels it");
            let area: f64 = open.iter().map(Polygon::area).sum();
            if area < adjacency.area {
                assert!(
                    (area - adjacency.open_area()).abs() < 1.0e-3,
                    "{name}: {area} of {adjacency:?}"
                );
                open_in_part += usize::from(area > 0.0);
            }
        }
        assert!(name != "hole" || open_in_part > 0);
        let count = tree.adjacencies().len();
        assert!(
            tree.interface_polygon(count, &progress)
                .expect("nobody cancels it")
                .is_none()
        );
    }
}

#[test]
fn predicate_and_empty_tree_have_no_decision() {
    let progress = Progress::default();
    let triangles = faces(&rooms::box_room(), true);
    let params = LeafParams::default();
    let by_predicate = LeafTree::builder(&params)
        .solid_where(Some(&|point: DVec3| point.x < 0.0))
        .build(&triangles)
        .expect("it is built");
    let nothing = LeafTree::build(&[], &params).expect("it is built");
    for tree in [by_predicate, nothing] {
        assert_eq!(tree.solidity_decision(&progress), Ok(None));
    }
    let tree = LeafTree::build(&triangles, &params).expect("it is built");
    progress.cancel();
    assert!(tree.solidity_decision(&progress).is_err());
}

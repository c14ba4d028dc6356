//! Tests the solid-leaf tree on levels small enough to count by hand, and on hostile input.

use std::sync::Arc;

use bspwalk_geometry::{Polygon, triangle::closest_point};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    effort,
    meshes::{self, cuboid},
    rooms::{self, concat_faces, faces, odd_turn, transform_faces},
    strategies,
};
use bspwalk_trees::{
    FaceId, LeafParams, LeafTree, NodeId,
    solid_leaf::{Child, LeafBuildError, LeafId, LeafRule, LeafTriangle, OUTSIDE, PortalId},
};
use glam::{DQuat, DVec3, dvec3};
use proptest::prelude::*;

#[track_caller]
fn build_with(triangles: &[LeafTriangle], params: &LeafParams) -> LeafTree {
    let tree = LeafTree::build(triangles, params).unwrap();
    assert_eq!(tree.validate(), Ok(()));
    tree
}

#[track_caller]
pub(crate) fn build(triangles: &[LeafTriangle]) -> LeafTree {
    build_with(triangles, &LeafParams::default())
}

/// Returns the numbers of empty leaves, solid leaves and portals. The outside counts as a leaf.
fn counts(tree: &LeafTree) -> [u32; 3] {
    let statistics = tree.statistics();
    [statistics.empty, statistics.solid, statistics.portals]
}

/// Checks the counts for the given triangles, and for copies that are rotated, moved 10 km away, and scaled to a
/// thousandth. Returns the tree of the given triangles.
#[track_caller]
fn counted(triangles: &[LeafTriangle], expected: [u32; 3]) -> LeafTree {
    let tree = build(triangles);
    assert_eq!(counts(&tree), expected, "as it stands");
    let none = DQuat::IDENTITY;
    for (name, turn, scale, by) in [
        ("turned", odd_turn(), 1.0, DVec3::ZERO),
        ("far away", none, 1.0, dvec3(1.0e4, -1.0e4, 1.0e4)),
        ("tiny", none, 1.0e-3, DVec3::ZERO),
        ("all of it", odd_turn(), 1.0e-3, dvec3(10.0, 10.0, -10.0)),
    ] {
        let other = build(&transform_faces(triangles, turn, scale, by));
        assert_eq!(counts(&other), expected, "{name}");
        assert_eq!(other.node_count(), tree.node_count(), "{name}");
    }
    tree
}

fn all(solid: bool, tree: &LeafTree, points: &[DVec3]) {
    for &point in points {
        let leaf = tree.locate(point);
        assert_eq!(tree.is_solid(leaf), solid, "{point} in leaf {leaf}");
        assert_eq!(tree.leaf(leaf).unwrap().solidity, if solid { 1.0 } else { -1.0 });
    }
}

#[test]
fn empty_input_builds_one_empty_leaf() {
    let tree = build(&[]);
    assert_eq!(tree.root(), Child::Leaf(OUTSIDE));
    assert_eq!(counts(&tree), [1, 0, 0]);
    assert!(tree.locate(DVec3::ONE) == OUTSIDE && !tree.is_solid(OUTSIDE));
    assert!(tree.leaf_cell(OUTSIDE).is_empty() && tree.ancestors_of_leaf(OUTSIDE).next().is_none());
}

#[test]
fn box_room_has_two_leaves() {
    let tree = counted(&faces(&rooms::box_room(), true), [1, 1, 0]);
    assert_eq!((tree.leaf_count(), tree.node_count()), (2, 6));
    all(false, &tree, &[dvec3(2.0, 1.0, 1.0)]);
    all(true, &tree, &[dvec3(-1.0, 1.0, 1.0), dvec3(2.0, 9.0, 1.0)]);
    let leaf = tree.leaf(LeafId(1)).unwrap();
    assert!((leaf.volume - 60.0).abs() < 1.0e-6);
    // The twelve triangles were merged into six walls, all in the room.
    assert_eq!(leaf.fragments.len(), 6);
    assert_eq!(tree.fragment_count(), 6);
    assert_eq!(
        tree.ancestors_of_leaf(tree.locate(dvec3(2.0, 1.0, 1.0))).count(),
        6
    );
    assert!(tree.misclassified_faces().is_empty());
}

#[test]
fn closed_box_is_solid_inside() {
    let tree = counted(&faces(&cuboid(DVec3::ZERO, DVec3::ONE, false), true), [1, 1, 0]);
    all(true, &tree, &[DVec3::splat(0.5)]);
    all(false, &tree, &[DVec3::splat(1.5)]);
    assert_eq!(tree.leaf(OUTSIDE).unwrap().fragments.len(), 6);
}

#[test]
fn l_shaped_room_has_two_leaves_and_a_portal() {
    let tree = counted(&faces(&rooms::l_room(), true), [2, 2, 1]);
    all(false, &tree, &[dvec3(1.0, 1.0, 4.0), dvec3(5.0, 1.0, 1.0)]);
    all(true, &tree, &[dvec3(4.0, 1.0, 4.0)]);
    let portal = tree.portal(PortalId(0)).unwrap();
    assert!((Polygon::from_points(portal.polygon.iter().copied()).area() - 6.0).abs() < 1.0e-6);
    assert_eq!(
        tree.portals_of(portal.leaves[0]),
        tree.portals_of(portal.leaves[1])
    );
}

#[test]
fn doorway_leaf_has_portal_to_each_room() {
    counted(&faces(&rooms::doorway(3.0), true), [3, 3, 2]);
    let tree = counted(&faces(&rooms::doorway(2.0), true), [3, 4, 2]);
    all(
        false,
        &tree,
        &[dvec3(2.0, 1.0, 1.0), dvec3(4.2, 1.0, 2.5), dvec3(7.0, 1.0, 1.0)],
    );
    all(true, &tree, &[dvec3(4.2, 1.0, 1.0), dvec3(4.2, 2.5, 2.5)]);
}

#[test]
fn pillar_divides_room_only_if_structural() {
    let room = faces(&rooms::box_room(), true);
    let tree = build(&concat_faces(&[room.clone(), faces(&rooms::pillar(), true)]));
    assert_eq!(counts(&tree), [4, 2, 4]);
    assert!(tree.is_solid(tree.locate(dvec3(2.0, 1.0, 2.5))));
    let tree = counted(&concat_faces(&[room, faces(&rooms::pillar(), false)]), [1, 1, 0]);
    // The eight triangles of the pillar form four sides.
    assert_eq!(tree.leaf(LeafId(1)).unwrap().fragments.len(), 6 + 4);
    assert_eq!((tree.statistics().structural, tree.statistics().detail), (12, 8));
}

#[test]
fn nested_room_is_disconnected() {
    // There are six leaves around the inner room, with a portal over each of its twelve edges, six leaves in its walls,
    // and one leaf inside it.
    let tree = counted(&faces(&rooms::room_in_a_room(), true), [7, 7, 12]);
    let inside = tree.locate(dvec3(5.0, 3.0, 5.0));
    assert!(!tree.is_solid(inside) && tree.portals_of(inside).is_empty());
    all(true, &tree, &[dvec3(3.2, 3.0, 5.0), dvec3(5.0, 4.8, 5.0)]);
    all(false, &tree, &[dvec3(1.0, 3.0, 5.0), dvec3(5.0, 5.5, 5.0)]);
}

#[test]
fn hole_is_a_portal_to_the_outside() {
    let tree = counted(&faces(&rooms::room_with_a_hole(), true), [2, 0, 1]);
    let portal = tree.portal(PortalId(0)).unwrap();
    assert!(portal.leaves.contains(&OUTSIDE));
    let hole = Polygon::from_points(portal.polygon.iter().copied());
    assert!((hole.area() - 1.0).abs() < 1.0e-6);
    assert!(hole.bounds().center().distance(dvec3(4.0, 1.5, 2.5)) < 1.0e-6);
}

#[test]
fn two_sided_sheet_is_not_misclassified() {
    let curtain = meshes::sheet(dvec3(1.0, 0.5, 2.0), 2.0 * DVec3::X, 1.5 * DVec3::Y);
    let back = curtain.map(|[a, b, c]| [a, c, b]);
    let room = faces(&rooms::box_room(), true);
    let tree = build(&concat_faces(&[
        room.clone(),
        faces(&curtain, true),
        faces(&back, true),
    ]));
    assert_eq!(counts(&tree)[..2], [2, 1]);
    assert!(tree.misclassified_faces().is_empty());
    // If the curtain has only one side, both leaves must stay empty, and the face must be misclassified.
    let tree = build(&concat_faces(&[room, faces(&curtain, true)]));
    assert_eq!(counts(&tree)[..2], [2, 1]);
    assert_eq!(tree.misclassified_faces().len(), 1);
    assert!((tree.misclassified_faces()[0].area - 3.0).abs() < 1.0e-6);
}

#[test]
fn overlapping_boxes_form_one_region() {
    let boxes = |inwards| {
        let mut triangles = cuboid(DVec3::ZERO, DVec3::splat(2.0), inwards);
        triangles.extend(cuboid(DVec3::ONE, DVec3::splat(3.0), inwards));
        build(&faces(&triangles, true))
    };
    let places = [DVec3::splat(0.5), DVec3::splat(1.5), DVec3::splat(2.5)];
    let beside = [dvec3(0.5, 2.5, 0.5), DVec3::splat(5.0)];
    for inwards in [false, true] {
        let tree = boxes(inwards);
        all(!inwards, &tree, &places);
        all(inwards, &tree, &beside);
        // Three sides of each box are partly inside the other box. These parts separate nothing.
        assert!(tree.misclassified_faces().is_empty());
    }
}

#[test]
fn every_rule_builds_a_correct_tree() {
    let triangles = faces(&meshes::columns(3), true);
    for rule in LeafRule::ALL {
        for merge in [true, false] {
            let params = LeafParams {
                merge,
                ..LeafParams::preset(rule)
            };
            let tree = build_with(&triangles, &params);
            for x in 0..3 {
                for z in 0..3 {
                    let column = dvec3(f64::from(x) * 2.0 + 1.0, 1.0, f64::from(z) * 2.0 + 1.0);
                    assert!(tree.is_solid(tree.locate(column)), "{rule}");
                    assert!(
                        !tree.is_solid(tree.locate(column + dvec3(0.7, 0.0, 0.0))),
                        "{rule}"
                    );
                    assert!(
                        !tree.is_solid(tree.locate(column + dvec3(0.0, 1.75, 0.0))),
                        "{rule}"
                    );
                }
            }
            assert!(tree.misclassified_faces().is_empty(), "{rule}");
        }
    }
    assert_eq!("surface-area".parse(), Ok(LeafRule::SurfaceArea));
    assert!("quake".parse::<LeafRule>().is_err());
}

#[test]
fn curved_solids_and_rooms_have_exact_volume() {
    for inwards in [false, true] {
        let mut sphere = meshes::sphere(dvec3(1.0, 2.0, 3.0), 2.0, 12);
        if inwards {
            sphere.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
        let tree = build(&faces(&sphere, true));
        all(!inwards, &tree, &[dvec3(1.0, 2.0, 3.0), dvec3(1.0, 3.9, 3.0)]);
        all(inwards, &tree, &[dvec3(2.8, 3.8, 4.8), dvec3(9.0, 9.0, 9.0)]);
        let volume = tree.statistics().solid_volume;
        let world_box = tree.world_box().volume();
        let sphere: f64 = sphere.iter().map(|[a, b, c]| a.dot(b.cross(*c)) / 6.0).sum();
        let expected = if inwards { world_box + sphere } else { sphere };
        assert!((volume - expected).abs() < 1.0e-3, "{volume} is not {expected}");
    }
}

#[test]
fn planes_are_shared() {
    // Twenty floor tiles, every other one flipped, and one of them bent by a rounding error.
    let tile = |i: u32| {
        let x = f64::from(i);
        let y = if i == 7 { 1.0e-7 } else { 0.0 };
        let tile = [
            dvec3(x, y, 0.0),
            dvec3(x, 0.0, 1.0),
            dvec3(x + 1.0, 0.0, 1.0),
            dvec3(x + 1.0, 0.0, 0.0),
        ];
        meshes::quad(if i.is_multiple_of(2) {
            tile
        } else {
            [tile[3], tile[2], tile[1], tile[0]]
        })
    };
    let tiles: Vec<_> = (0..20).flat_map(tile).collect();
    let tree = build(&faces(&tiles, true));
    // The planes are the floor's plane and the six planes of the hull.
    assert_eq!(tree.planes().len(), 7);
    assert_eq!(tree.planes()[0].normal, DVec3::Y);
    assert_eq!(tree.leaf_count(), 3);
}

#[test]
fn only_triangles_of_one_surface_are_merged() {
    let patch = |side: u32| -> Vec<_> {
        (0..side * side)
            .flat_map(|i| {
                let (x, z) = (f64::from(i % side), f64::from(i / side));
                meshes::sheet(dvec3(x, 0.0, z), DVec3::Z, DVec3::X)
            })
            .collect()
    };
    let merged = |triangles: &[LeafTriangle]| build(triangles).statistics().merged_polygons;
    let mut triangles = faces(&patch(4), true);
    assert_eq!(merged(&triangles), 1);
    // Tiles with a different material, texture or colour must stay separate.
    triangles[10].material = 1;
    triangles[11].material = 1;
    let with_material = merged(&triangles);
    assert!((2..10).contains(&with_material), "{with_material}");
    let mut triangles = faces(&patch(4), true);
    for corner in &mut triangles[10].surfaces {
        corner.uv.x += 0.5;
    }
    assert!(merged(&triangles) > 1);
    let mut triangles = faces(&patch(4), true);
    triangles[10].surfaces[0].color.x = 0.5;
    assert!(merged(&triangles) > 1);
}

#[test]
fn mesh_has_one_range_per_leaf_and_material() {
    let mut triangles = faces(&rooms::doorway(2.0), true);
    for (triangle, i) in triangles.iter_mut().zip(0..) {
        triangle.material = i % 3;
    }
    let tree = build(&triangles);
    let mesh = tree.mesh();
    let mut seen = std::collections::HashSet::new();
    for draw in &mesh.draws {
        assert!(seen.insert((draw.leaf, draw.material)), "{draw:?} comes twice");
        assert!(!draw.indices.is_empty() && draw.indices.len().is_multiple_of(3));
    }
    // The attributes of the corners must still match their positions.
    for (position, surface) in mesh.positions.iter().zip(&mesh.surfaces) {
        let n = surface.normal.abs().max_position();
        let expected = [position.y, position.z, position.x][n];
        assert!((surface.uv.x - expected).abs() < 1.0e-4);
    }
    // Only empty leaves may be drawn.
    assert!(mesh.draws.iter().all(|draw| !tree.is_solid(draw.leaf)));
}

#[test]
fn recording_contains_all_candidates() {
    let tree = LeafTree::builder(&LeafParams::default())
        .recorded(true)
        .build(&faces(&meshes::columns(2), true))
        .unwrap();
    let decisions = &tree.recording().unwrap().decisions;
    assert_eq!(decisions.len(), tree.node_count() as usize);
    for (id, decision) in NodeId::all().zip(decisions).skip(6) {
        let chosen = decision.candidates[decision.chosen as usize];
        assert_eq!(chosen.plane, tree.node(id).unwrap().plane);
        assert!(
            decision
                .candidates
                .iter()
                .all(|other| other.score >= chosen.score)
        );
        assert!(decision.coplanar > 0);
    }
}

#[test]
fn tree_is_independent_of_thread_count() {
    let mut random = bspwalk_testing::random::seeded(3);
    let triangles = faces(&meshes::terrain(&mut random, 30), true);
    let with_threads = |threads| {
        let tree = crate::on_threads(threads, || {
            LeafTree::build(&triangles, &LeafParams::default()).unwrap()
        });
        serde_json::to_string(&tree).unwrap()
    };
    assert!(with_threads(1) == with_threads(4));
}

#[test]
fn open_ground_is_empty_above_and_solid_below() {
    let mut random = bspwalk_testing::random::seeded(5);
    let ground = meshes::terrain(&mut random, 12);
    let tree = build(&faces(&ground, true));
    assert!(!tree.is_solid(OUTSIDE));
    for [a, b, c] in ground {
        let center = (a + b + c) / 3.0;
        assert!(!tree.is_solid(tree.locate(center + 1.0e-3 * DVec3::Y)));
        let below = center - 1.0e-3 * DVec3::Y;
        // Space below the ground may be outside the hull.
        assert!(tree.is_solid(tree.locate(below)) || below.y < tree.bounds().min.y);
    }
}

#[test]
fn limits_cancellation_and_nan_are_errors() {
    let triangles = faces(&meshes::columns(3), true);
    let build = |change: fn(&mut LeafParams)| {
        let mut params = LeafParams::default();
        change(&mut params);
        LeafTree::build(&triangles, &params).unwrap_err()
    };
    assert!(matches!(
        build(|params| params.max_leaves = 10),
        LeafBuildError::TooManyLeaves { limit: 10, .. }
    ));
    assert!(matches!(
        build(|params| params.max_fragments = 10),
        LeafBuildError::TooManyFragments { limit: 10, .. }
    ));
    let progress = Arc::new(Progress::default());
    progress.cancel();
    let cancelled = LeafTree::builder(&LeafParams::default())
        .progress(&progress)
        .build(&triangles);
    assert!(matches!(cancelled, Err(LeafBuildError::Cancelled(_))));
    let mut broken = triangles.clone();
    broken[5].corners[1].y = f64::NAN;
    let error = LeafTree::build(&broken, &LeafParams::default()).unwrap_err();
    assert_eq!(error, LeafBuildError::NotFinite { face: FaceId(5) });
}

#[test]
fn degenerate_input_builds_a_tree() {
    let point = dvec3(1.0, 2.0, 3.0);
    let line = [point, point + DVec3::X, point + 2.0 * DVec3::X];
    for triangles in [
        vec![[point; 3]],
        vec![line],
        vec![line, [point, point + DVec3::X, point + DVec3::Y]],
        vec![[DVec3::ZERO, DVec3::X * 1.0e-200, DVec3::Y * 1.0e-200]],
        vec![
            [DVec3::ZERO, DVec3::X * 1.0e8, DVec3::Y * 1.0e-3],
            [point, point + DVec3::X, point + DVec3::Z],
        ],
    ] {
        for structural in [true, false] {
            let tree = build(&faces(&triangles, structural));
            let _ = tree.locate(point);
        }
    }
}

proptest! {
    #![proptest_config(strategies::config(effort::sampled_or_whole(24, 96)))]

    /// For any input, the tree must be valid, and every point must be in the cell of its leaf.
    #[test]
    fn random_soups_build_valid_trees(
        triangles in strategies::random_or_grid_points(|point| prop::collection::vec(strategies::corners(point), 1..40)),
        structural in prop::collection::vec(any::<bool>(), 40),
        points in prop::collection::vec(strategies::random_point(), 20),
        rule in prop::sample::select(&LeafRule::ALL[..]),
    ) {
        let mut triangles = faces(&triangles, true);
        for (triangle, structural) in triangles.iter_mut().zip(structural) {
            triangle.structural = structural;
        }
        let tree = LeafTree::build(&triangles, &LeafParams::preset(rule)).unwrap();
        prop_assert_eq!(tree.validate(), Ok(()));
        let tolerance = 4.0 * tree.tolerances().on_plane;
        for point in points {
            let leaf = tree.locate(point);
            if leaf == OUTSIDE {
                let within = tree.world_box().faces.iter().filter_map(Polygon::plane)
                    .all(|side| side.distance(point) < -tolerance);
                prop_assert!(!within);
            } else {
                let inside = tree.leaf_cell(leaf).faces.iter().filter_map(Polygon::plane)
                    .all(|side| side.distance(point) < tolerance);
                prop_assert!(inside, "{} is not in leaf {}", point, leaf);
            }
        }
    }

    /// Separate boxes must be solid and everything else must be empty, exactly.
    #[test]
    fn closed_boxes_are_solid(
        turns in prop::collection::vec((prop::array::uniform3(-1.0..1.0f64), 0.0..3.0f64), 8),
        sizes in prop::collection::vec(prop::array::uniform3(0.1..0.5f64), 8),
    ) {
        let mut triangles = Vec::new();
        let mut centers = Vec::new();
        for (i, ((axis, angle), size)) in turns.into_iter().zip(sizes).enumerate() {
            let Some(axis) = DVec3::from(axis).try_normalize() else { continue };
            let center = dvec3((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64) * 2.0;
            let half = DVec3::from(size);
            let turn = DQuat::from_axis_angle(axis, angle);
            triangles.extend(cuboid(-half, half, false).into_iter().map(|triangle| {
                triangle.map(|corner| turn * corner + center)
            }));
            centers.push(center);
        }
        let tree = LeafTree::build(&faces(&triangles, true), &LeafParams::default()).unwrap();
        prop_assert_eq!(tree.validate(), Ok(()));
        for center in centers {
            let leaf = tree.leaf(tree.locate(center)).unwrap();
            prop_assert!((leaf.solidity - 1.0).abs() < 1.0e-5, "{leaf:?}");
        }
        let between = tree.leaf(tree.locate(DVec3::ONE)).unwrap();
        prop_assert!((between.solidity + 1.0).abs() < 1.0e-5, "{between:?}");
        prop_assert!(tree.misclassified_faces().is_empty());
    }
}

/// Returns the number of polygons drawn for a box in a room whose triangles cycle through the given number of lights.
/// Each polygon has a single light.
fn drawn_sides(is_structural: bool, lights: u32) -> usize {
    let mut sides = faces(
        &cuboid(dvec3(-0.5, 1.0, -0.5), dvec3(0.5, 2.0, 0.5), false),
        is_structural,
    );
    for (index, side) in (0..).zip(&mut sides) {
        side.light = 1 + index % lights;
    }
    let triangles = concat_faces(&[faces(&rooms::box_room(), true), sides]);
    let tree = build(&triangles);
    let drawn = (0..tree.fragment_count()).map(|index| tree.fragment(index).expect("a fragment"));
    let of_sides = drawn.filter(|fragment| triangles[fragment.face.index()].light > 0);
    let lights_agree = |fragment: bspwalk_trees::solid_leaf::LeafFragmentView<'_>| {
        let middle: DVec3 = fragment.positions.iter().map(|at| at.as_dvec3()).sum();
        let middle = middle / fragment.positions.len() as f64;
        let is_there = |triangle: &&LeafTriangle| {
            triangle.light > 0 && closest_point(triangle.corners, middle).point.distance(middle) < 1.0e-5
        };
        let there = triangles.iter().find(is_there).expect("a side is there");
        assert_eq!(there.light, triangles[fragment.face.index()].light);
    };
    of_sides.map(lights_agree).count()
}

#[test]
fn different_lights_are_not_merged() {
    for is_structural in [true, false] {
        let [one, two] = [1, 2].map(|lights| drawn_sides(is_structural, lights));
        assert!(
            one < two,
            "structural {is_structural}: {one} of one light, {two} of two"
        );
    }
}

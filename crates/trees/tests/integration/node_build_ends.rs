//! Tests that builds of the node-storing tree terminate on every input: each division must leave fewer pieces on either
//! side, and the tree must have no more fragments than [`BuildParams::fragment_limit`] allows.

use std::sync::Arc;

use bspwalk_geometry::{Plane, Relation, TaggedTriangle, triangle};
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, levels, meshes, strategies};
use bspwalk_trees::{
    BuildParams, FaceId, NodeId, NodeTree, Obstacles, Rule, TriangleList,
    node_storing::{BuildError, Replay, ReplayError},
};
use glam::{DVec3, dvec3};
use proptest::prelude::*;

/// Returns triangles of one kind around a point, with the overall size `size` (in metres).
fn triangles(kind: u32, count: usize, size: f64, at: DVec3, seed: u64) -> Vec<TaggedTriangle> {
    let mut random = bspwalk_testing::random::seeded(seed);
    let mut number = move || random.f64() - 0.5;
    let mut point = |size: f64| dvec3(number(), number(), number()) * size;
    let mut made: Vec<[DVec3; 3]> = Vec::new();
    while made.len() < count {
        let start = point(size);
        let along = point(2.0 * size);
        match kind {
            // Long intersecting triangles in all directions.
            0 => made.push([start, start + along, start + point(size)]),
            // Slivers: long triangles that are barely wider than the rounding error.
            1 => made.push([start, start + along, start + along * 0.5 + point(size * 1.0e-5)]),
            // Needles: triangles with two nearly coincident corners.
            2 => made.push([start, start + along, start + along + point(size * 1.0e-5)]),
            // Copies of the same triangle, some flipped and some moved within rounding error.
            3 => {
                let corners = [start, start + along, start + point(size)];
                made.extend([corners, corners, [corners[0], corners[2], corners[1]]]);
                made.push(corners.map(|corner| corner + point(size * 1.0e-7)));
            }
            // A fan of slivers around one edge, like a thin cylinder with many sides.
            4 => {
                let axis = dvec3(0.7, 0.1, 0.09).normalize() * size;
                let side = |turn: f64| {
                    let turn = turn * std::f64::consts::TAU;
                    dvec3(0.0, turn.cos(), turn.sin()) * size * 0.02
                };
                let turn = made.len() as f64 / count as f64;
                let [a, b] = [side(turn), side(turn + 2.0 / count as f64)];
                made.extend([[a, b, a + axis], [b, b + axis, a + axis]]);
            }
            // Coordinates snapped to a coarse grid.
            _ => {
                let cell = |value: DVec3| (value / size * 6.0).round() * size / 6.0;
                made.push([point(size), point(size), point(size)].map(cell));
            }
        }
    }
    made.truncate(count);
    let stored = |corner: DVec3| (at + corner).as_vec3().as_dvec3();
    meshes::tagged(made.into_iter().map(|corners| corners.map(stored)))
}

/// Returns the parameters for one combination of rule and weights.
fn params(choice: usize, max_fragments: u32) -> BuildParams {
    let all: Vec<BuildParams> = Rule::ALL.into_iter().map(BuildParams::preset).collect();
    let mut params = all[choice % all.len()];
    if choice >= all.len() {
        // With this choice, cuts cost nothing.
        params.cut_weight = 0.0;
    }
    BuildParams {
        max_fragments,
        ..params
    }
}

fn check(triangles: &[TaggedTriangle], params: &BuildParams) -> Result<NodeTree, TestCaseError> {
    let tree = NodeTree::build(triangles, params).expect("it is finite");
    prop_assert_eq!(tree.validate(), Ok(()));
    let count = u64::from(tree.triangle_count());
    let limit = params.fragment_limit(count);
    prop_assert!(u64::from(tree.fragment_count()) <= limit);
    prop_assert!(u64::from(tree.node_count()) <= 2 * limit);
    prop_assert!(u64::from(tree.statistics().depth) <= count);
    Ok(tree)
}

/// Compares casts and contacts on the tree with queries on a list of all triangles.
fn check_queries(triangles: &[TaggedTriangle], tree: &NodeTree, seed: u64) -> Result<(), TestCaseError> {
    let list = TriangleList::new(triangles);
    let bounds = tree.bounds();
    let margin = f64::from(f32::EPSILON) * 16.0 * bounds.min.abs().max(bounds.max.abs()).max_element();
    let mut random = bspwalk_testing::random::seeded(seed);
    let mut point = || {
        let part = dvec3(random.f64(), random.f64(), random.f64()) * 1.5 - 0.25;
        (bounds.min + bounds.size() * part).as_vec3()
    };
    let mut contacts = Vec::new();
    for _ in 0..30 {
        let (from, to) = (point(), point());
        let expected = list.cast(from, to).map(|hit| hit.t);
        prop_assert_eq!(tree.cast(from, to).map(|hit| hit.t), expected);
        prop_assert_eq!(tree.is_blocked(from, to), expected.is_some());
        let radius = (bounds.size().length() * 0.1) as f32;
        tree.contacts(from, radius, &mut contacts);
        let mut faces: Vec<FaceId> = contacts.iter().map(|contact| contact.face).collect();
        faces.sort_unstable();
        let center = from.as_dvec3();
        for triangle in triangles
            .iter()
            .filter(|one| Plane::from_points(one.corners).is_some())
        {
            let point = triangle::closest_point(triangle.corners, center).point;
            let inside = f64::from(radius) - point.distance(center);
            if inside.abs() > margin {
                prop_assert_eq!(faces.binary_search(&triangle.face).is_ok(), inside > 0.0);
            }
        }
    }
    Ok(())
}

/// Checks that every division can be replayed, and that replacing the plane of a node does not change the content of
/// the tree.
fn check_replay(
    triangles: &[TaggedTriangle],
    params: &BuildParams,
    tree: NodeTree,
    seed: u64,
) -> Result<(), TestCaseError> {
    let progress = Arc::<Progress>::default();
    let recorded = NodeTree::builder(params)
        .progress(&progress)
        .recorded(true)
        .build(triangles)
        .expect("it is finite");
    prop_assert_eq!(recorded.node_count(), tree.node_count());
    let tree = Arc::new(tree);
    let mut replay = Replay::new(tree.clone(), triangles, &progress).expect("they are its triangles");
    let mut random = bspwalk_testing::random::seeded(seed);
    for _ in 0..tree.node_count().min(40) {
        let node = NodeId(random.u32(..tree.node_count()));
        let view = tree.node(node).expect("it exists");
        let division = replay.division(node, &progress).expect("it can be replayed");
        prop_assert_eq!(division.plane, view.plane);
        let decisions = &recorded.recording().expect("it was recorded").decisions;
        prop_assert_eq!(&division.decision, &decisions[node.index()]);
        let stays = division
            .pieces()
            .filter(|piece| piece.relation == Relation::On)
            .count();
        prop_assert_eq!(stays, view.fragments.len());
    }
    for _ in 0..3 {
        let node = NodeId(random.u32(..tree.node_count()));
        let middle = tree.cell(node).bounds().center();
        let plane = Plane::from_point_normal(middle, DVec3::AXES[random.usize(..3)]);
        match replay.with_plane(node, plane, &progress) {
            Ok(other) => {
                prop_assert_eq!(other.validate(), Ok(()));
                prop_assert!(
                    u64::from(other.fragment_count()) <= params.fragment_limit(triangles.len() as u64)
                );
            }
            Err(ReplayError::DividesNothing(_) | ReplayError::Build(BuildError::TooManyFragments { .. })) => {
            }
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(strategies::config(effort::sampled_or_whole(32, 160)))]

    #[test]
    fn builds_stay_in_limit_and_match_brute_force(
        kind in 0..6_u32,
        count in 1..400_usize,
        // Up to 100 km from the origin, and down to the resolution of `f32` at that distance.
        (far, size) in prop::sample::select(vec![
            (0.0, 1.0e-6), (1.0, 1.0e-5), (1.0, 1.0), (1.0e3, 0.01), (1.0e3, 2.0), (1.0e5, 0.1), (1.0e5, 50.0),
        ]),
        choice in 0..2 * Rule::ALL.len(),
        max_fragments in prop::sample::select(vec![1, 500, 2000, u32::MAX]),
        seed in any::<u64>(),
    ) {
        let at = dvec3(-0.6, 0.1, 0.8) * far;
        let triangles = triangles(kind, count, size, at, seed);
        let params = params(choice, max_fragments);
        let tree = check(&triangles, &params)?;
        if tree.node_count() > 0 {
            check_queries(&triangles, &tree, seed)?;
            check_replay(&triangles, &params, tree, seed)?;
        }
    }
}

#[test]
fn all_rules_build_thin_level_far_from_origin() {
    let Some(level) = levels::load_as_documented("hard/thin_far.obj") else {
        return;
    };
    let triangles = level.solid_triangles();
    for choice in 0..2 * Rule::ALL.len() {
        let params = params(choice, u32::MAX);
        let checked = check(&triangles, &params).and_then(|tree| {
            check_queries(&triangles, &tree, 1)?;
            check_replay(&triangles, &params, tree, 1)
        });
        checked.unwrap_or_else(|error| panic!("{params:?}: {error}"));
    }
}

#[test]
fn long_crossing_triangles_are_stored_in_blocks() {
    let triangles = triangles(0, 1400, 100.0, DVec3::ZERO, 7);
    let params = BuildParams::default();
    let tree = NodeTree::build(&triangles, &params).expect("it is finite");
    assert!(tree.has_blocks());
    assert_eq!(tree.validate(), Ok(()));
    let limit = params.fragment_limit(1400);
    assert!(
        u64::from(tree.fragment_count()) <= limit,
        "{} of {limit}",
        tree.fragment_count()
    );
    check_queries(&triangles, &tree, 3).unwrap_or_else(|error| panic!("{error}"));
    // The fragment limit is shared fairly: no subtree uses up the share of another one, and the tree below the root is
    // divided many times.
    let nodes: Vec<_> = tree.node_ids().filter_map(|id| tree.node(id)).collect();
    let blocks: Vec<usize> = nodes
        .iter()
        .filter(|node| node.is_block)
        .map(|node| node.fragments.len())
        .collect();
    assert!(blocks.iter().all(|&faces| faces < 1000), "{blocks:?}");
    assert!(blocks.len() > 50, "{blocks:?}");
}

//! Tests that builds of the solid-leaf tree, and everything computed from it, terminate on thin, repeated and distant
//! faces.

use std::sync::Arc;

use bspwalk_compile::CompileParams;
use bspwalk_levels::LoadOptions;
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, levels, loading, meshes, rooms, strategies};
use bspwalk_trees::{
    BuildParams, ExpandedTree, LeafParams, LeafTree, NodeTree, Rule,
    solid_leaf::{LeafRule, PvsParams},
};
use glam::{DVec3, dvec3};
use proptest::prelude::*;

type Corners = [DVec3; 3];

/// Moves corners away from the origin and rounds them as an `f32` file would.
fn stored(triangles: Vec<Corners>, distance: f64) -> Vec<Corners> {
    let by = dvec3(-0.6, 0.0003, 0.8) * distance;
    triangles
        .into_iter()
        .map(|corners| corners.map(|corner| (corner + by).as_vec3().as_dvec3()))
        .collect()
}

/// Returns the distance between adjacent `f32` numbers at the given distance from the origin, in metres.
fn digit(distance: f64) -> f64 {
    f64::from(f32::EPSILON) * distance.max(1.0)
}

fn any_point(random: &mut fastrand::Rng) -> DVec3 {
    dvec3(random.f64(), random.f64(), random.f64()) * 2.0 - 1.0
}

/// Returns triangles that are `width` metres wide and up to two metres long.
fn slivers(random: &mut fastrand::Rng, count: usize, width: f64) -> Vec<Corners> {
    (0..count)
        .map(|_| {
            let (from, to) = (any_point(random), any_point(random));
            [from, to, from.lerp(to, random.f64()) + any_point(random) * width]
        })
        .collect()
}

/// Returns triangles with one short side, whose tips are all at the same point.
fn needles(random: &mut fastrand::Rng, count: usize, width: f64) -> Vec<Corners> {
    (0..count)
        .map(|_| {
            let end = any_point(random);
            [DVec3::ZERO, end, end + any_point(random) * width]
        })
        .collect()
}

/// Returns a few triangles, each repeated many times: flipped, starting at another corner, or moved by no more than a
/// `digit` or two.
fn repeated(random: &mut fastrand::Rng, count: usize, step: f64) -> Vec<Corners> {
    let few = meshes::soup(random, count.div_ceil(8), 1.0);
    (0..count)
        .map(|index| {
            let mut corners = few[index % few.len()];
            corners.rotate_left(random.usize(..3));
            if random.bool() {
                corners.swap(0, 1);
            }
            let by = any_point(random) * 2.0 * step;
            corners.map(|corner| corner + by)
        })
        .collect()
}

/// Returns a ring with many sides that is only a few `digit`s thick.
fn thin_ring(random: &mut fastrand::Rng, count: usize, thickness: f64) -> Vec<Corners> {
    let sides = (count / 4).max(3);
    let point = |side: usize, height: f64, radius: f64| {
        let angle = (side % sides) as f64 / sides as f64 * std::f64::consts::TAU;
        dvec3(radius * angle.cos(), height, -radius * angle.sin())
    };
    let radius = 0.02 + random.f64();
    (0..sides)
        .flat_map(|side| {
            let ring = |height, radius| [side, side + 1].map(|side| point(side, height, radius));
            let ([a, b], [c, d]) = (ring(0.0, radius), ring(thickness, radius));
            let ([e, f], [g, h]) = (ring(0.0, radius - thickness), ring(thickness, radius - thickness));
            [[a, b, d], [a, d, c], [f, e, g], [f, g, h]]
        })
        .collect()
}

/// Names of the kinds of input.
const KINDS: [&str; 6] = ["slivers", "needles", "repeated", "ring", "crumbs", "sheets"];

fn triangles_of(kind: &str, seed: u64, count: usize, distance: f64) -> Vec<Corners> {
    let mut random = bspwalk_testing::random::seeded(seed);
    let digits = digit(distance) * [0.5, 4.0, 64.0, 1024.0][random.usize(..4)];
    let triangles = match kind {
        "slivers" => slivers(&mut random, count, digits),
        "needles" => needles(&mut random, count, digits),
        "repeated" => repeated(&mut random, count, digits),
        "ring" => thin_ring(&mut random, count, digits),
        // Small triangles, each a few `digit`s in size, close together.
        "crumbs" => meshes::confetti(&mut random, count, 8.0 * digits, digits),
        // Large triangles that are nearly coplanar.
        _ => meshes::soup(&mut random, count, 1.0)
            .into_iter()
            .map(|corners| corners.map(|corner| corner.with_y(corner.y * digits)))
            .collect(),
    };
    stored(triangles, distance)
}

/// Builds a tree and counts the progress checks of the build: one for each node that a polygon reaches, and one for
/// each candidate plane.
fn build(triangles: &[Corners], params: &LeafParams) -> (LeafTree, u64) {
    let (progress, checks) = effort::counting_progress();
    let tree = LeafTree::builder(params)
        .progress(&Arc::new(progress))
        .build(&rooms::faces(triangles, true))
        .unwrap();
    (tree, checks())
}

/// Builds a tree and everything derived from it, and checks that the tree is valid. The tree size and the amount of
/// work must grow no faster than the number of pairs of faces, because any two faces may cut each other.
fn ends(name: &str, triangles: &[Corners], params: &LeafParams) {
    let (tree, checks) = build(triangles, params);
    let count = triangles.len() as f64;
    let pairs = (count * count).max(16.0);
    println!("{name}: {} nodes, {checks} checks", tree.node_count());
    assert_eq!(tree.validate(), Ok(()), "{name}");
    assert!(
        f64::from(tree.node_count()) <= 6.0 + pairs,
        "{name}: {} nodes",
        tree.node_count()
    );
    assert!(checks as f64 <= 1000.0 + 256.0 * pairs, "{name}: {checks} checks");
    let few_steps = PvsParams {
        steps: 2_000,
        ..PvsParams::default()
    };
    let pvs = tree.pvs(&few_steps, &Progress::default(), |_| {}).unwrap();
    for leaf in tree.empty_leaves() {
        assert!(pvs.visible(leaf, leaf), "{name}: leaf {leaf}");
    }
    // The expanded tree accepts any node-storing tree over the same faces.
    let by_first = BuildParams {
        rule: Rule::First,
        ..BuildParams::default()
    };
    let nodes = NodeTree::build(&meshes::tagged(triangles.iter().copied()), &by_first).unwrap();
    let expanded = ExpandedTree::new(&tree, &nodes);
    assert!(expanded.cell_count() <= tree.leaf_count() as usize, "{name}");
}

#[test]
fn every_rule_builds_thin_level_far_away() {
    let Some(folder) = levels::folder() else { return };
    let path = folder.join("hard/thin_far.obj");
    let level = bspwalk_levels::load(&path, &LoadOptions::default(), &Progress::default()).unwrap();
    let corners = level.triangles.iter().map(|triangle| triangle.corners);
    let triangles: Vec<Corners> = corners.collect();
    assert!(triangles.len() > 200, "{} triangles", triangles.len());
    for rule in LeafRule::ALL {
        ends(&format!("by {rule}"), &triangles, &LeafParams::preset(rule));
    }
}

/// If faces cut each other into too many leaves, fewer of them must become structural, so that a tree can still be
/// built.
#[test]
fn crossing_slivers_build_within_limits() {
    let mut random = bspwalk_testing::random::seeded(2);
    let mut text = String::new();
    for corners in slivers(&mut random, 1_400, 0.05) {
        for DVec3 { x, y, z } in corners.map(|corner| corner * 10.0) {
            text += &format!("v {x} {y} {z}\n");
        }
        text += "f -3 -2 -1\n";
    }
    let level = loading::from_memory("cross.obj", text.as_bytes()).unwrap();
    let mut params = CompileParams::default();
    let built = bspwalk_compile::leaf_tree(&level, &params, &Arc::default()).unwrap();
    let whole = built.tree.statistics();
    assert!(whole.leaves > 0 && whole.leaves <= 40_000, "{whole:?}");
    // The fragment limit must be respected in the same way.
    params.leaves.max_fragments = whole.leaf_faces / 2;
    let built = bspwalk_compile::leaf_tree(&level, &params, &Arc::default()).unwrap();
    let fewer = built.tree.statistics();
    assert!(fewer.structural < whole.structural, "{fewer:?}");
    assert!(fewer.leaf_faces <= whole.leaf_faces / 2, "{fewer:?}");
    assert_eq!(built.tree.validate(), Ok(()));
}

proptest! {
    #![proptest_config(strategies::config(effort::sampled_or_whole(32, 160)))]

    /// Tests thin, tiny, repeated and nearly coplanar faces, close to the origin and far from it.
    #[test]
    fn faces_at_limit_of_precision_terminate(
        kind in prop::sample::select(&KINDS[..]),
        seed in any::<u64>(),
        count in 1..120_usize,
        distance in prop::sample::select(&[1.0, 1.0e3, 1.0e5][..]),
        rule in prop::sample::select(&LeafRule::ALL[..]),
        merge in any::<bool>(),
    ) {
        let triangles = triangles_of(kind, seed, count, distance);
        let params = LeafParams { merge, ..LeafParams::preset(rule) };
        ends(&format!("{count} {kind} at {distance} m by {rule}, {seed}"), &triangles, &params);
    }
}

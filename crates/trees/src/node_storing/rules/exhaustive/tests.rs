//! Compares trees built by the exhaustive rules with trees built by testing all pairs, node by node and fragment by
//! fragment.

use std::sync::Arc;

use bspwalk_geometry::{FaceId, TaggedTriangle};
use bspwalk_progress::Progress;
use glam::{DVec3, dvec3};
use proptest::prelude::*;

use super::{super::Table, *};
use crate::{BuildParams, NodeTree, Rule, effort::Effort, node_storing::build::Input};

const RULES: [Rule; 3] = [Rule::Ati, Rule::FewestCuts, Rule::Balanced];

fn exhaustive(rule: Rule) -> BuildParams {
    BuildParams {
        candidates: 0,
        sample: 0,
        ..BuildParams::preset(rule)
    }
}

fn tagged(corners: Vec<[DVec3; 3]>) -> Vec<TaggedTriangle> {
    let faces = FaceId::all().zip(corners);
    faces
        .map(|(face, corners)| TaggedTriangle { corners, face })
        .collect()
}

/// Returns triangles in a 20 m cube, each within `size` metres of a random centre.
fn soup(random: &mut fastrand::Rng, count: usize, size: f64) -> Vec<[DVec3; 3]> {
    let mut within = |size: f64| (dvec3(random.f64(), random.f64(), random.f64()) * 2.0 - 1.0) * size;
    (0..count)
        .map(|_| {
            let center = within(10.0);
            [(); 3].map(|()| center + within(size))
        })
        .collect()
}

/// Returns triangles with small integer coordinates: many share planes, some coincide, and some are degenerate.
fn grid(random: &mut fastrand::Rng, count: usize) -> Vec<[DVec3; 3]> {
    let mut corner = || DVec3::from([(); 3].map(|()| f64::from(random.i32(0..=4))));
    (0..count).map(|_| [corner(), corner(), corner()]).collect()
}

/// Returns a height field. If `steps` is set, its heights are integers, which makes large parts flat.
fn terrain(random: &mut fastrand::Rng, count: usize, steps: bool) -> Vec<[DVec3; 3]> {
    let side = (count as f64 / 2.0).sqrt() as usize + 1;
    let mut heights = vec![0.0; (side + 1) * (side + 1)];
    for height in &mut heights {
        let any = 2.0 * random.f64();
        *height = if steps { any.floor() } else { any };
    }
    let point = |x: usize, z: usize| dvec3(x as f64, heights[x * (side + 1) + z], z as f64);
    let cells = (0..side).flat_map(|x| (0..side).map(move |z| (x, z)));
    cells
        .flat_map(|(x, z)| {
            let [a, b, c, d] = [point(x, z), point(x, z + 1), point(x + 1, z + 1), point(x + 1, z)];
            [[a, b, c], [a, c, d]]
        })
        .collect()
}

/// Returns slivers: long triangles that are thinner than a plane's thickness, some of them degenerate.
fn slivers(random: &mut fastrand::Rng, count: usize) -> Vec<[DVec3; 3]> {
    let mut triangles = soup(random, count, 8.0);
    for triangle in &mut triangles {
        let thin = random.f64() * [0.0, 1.0e-9, 1.0e-4, 1.0e-2][random.usize(..4)];
        triangle[2] = triangle[0].lerp(triangle[1], random.f64()) + DVec3::Y * thin;
    }
    triangles
}

/// Returns triangles of the given kind, with some of them duplicated and some flipped.
fn level(kind: u32, count: usize, seed: u64) -> Vec<TaggedTriangle> {
    let random = &mut fastrand::Rng::with_seed(seed);
    let mut triangles = match kind {
        0 => soup(random, count, 1.0),
        1 => soup(random, count, 6.0),
        2 => grid(random, count),
        3 => terrain(random, count, false),
        4 => terrain(random, count, true),
        5 => slivers(random, count),
        _ => {
            let mut all = grid(random, count / 2);
            all.extend(soup(random, count / 2, 2.0));
            all
        }
    };
    for _ in 0..count / 8 {
        let [a, b, c] = triangles[random.usize(..triangles.len())];
        triangles.push(if random.bool() { [a, b, c] } else { [a, c, b] });
    }
    // Coordinates far from the origin have fewer fractional digits.
    if seed.is_multiple_of(3) {
        let away = dvec3(1.0e4, -3.0e3, 7.0e3);
        triangles = triangles.into_iter().map(|t| t.map(|p| p + away)).collect();
    }
    tagged(triangles)
}

/// Formats a tree with its recording, or the build error.
fn built(triangles: &[TaggedTriangle], params: &BuildParams, record: bool, all_pairs: bool) -> String {
    let progress = Progress::default();
    let input = Input::new(triangles, params, &progress, record);
    let tree = input.and_then(|mut input| {
        input.context.all_pairs = all_pairs;
        NodeTree::build_of(input, &progress, &[]).map(|(tree, ..)| tree)
    });
    format!("{tree:?}")
}

#[track_caller]
fn assert_same(case: &str, triangles: &[TaggedTriangle], params: &BuildParams) {
    for record in [false, true] {
        let [ours, plain] = [false, true].map(|all_pairs| built(triangles, params, record, all_pairs));
        assert!(
            ours == plain,
            "{case}, {params:?}, recorded: {record}: the trees differ"
        );
    }
}

/// Generates weights of every kind, including some for which scores have no lower bound.
fn weight() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => 0.0..10.0f64,
        2 => (0..4u32).prop_map(f64::from),
        1 => prop::sample::select(vec![0.0, -0.0, -1.0, 1.0e-300, 1.0e300, f64::INFINITY, f64::NAN, f64::MAX]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tree_matches_all_pairs_search(
        rule in prop::sample::select(RULES.to_vec()),
        kind in 0..7u32,
        count in 1..320usize,
        seed in any::<u64>(),
        weights in prop::option::of((weight(), weight())),
        limits in prop::option::of((0..80u32, 0..80u32)),
    ) {
        let mut params = exhaustive(rule);
        if let Some((cut, unbalance)) = weights {
            (params.cut_weight, params.unbalance_weight) = (cut, unbalance);
        }
        if let Some((candidates, sample)) = limits {
            (params.candidates, params.sample) = (candidates, sample);
        }
        // Some weights lead to trees with an excessive number of cuts.
        params.max_fragments = 4000;
        let triangles = level(kind, count, seed);
        for record in [false, true] {
            let [ours, plain] = [false, true].map(|all_pairs| built(&triangles, &params, record, all_pairs));
            // Failing builds may reach the limit at different nodes, but must return the same error.
            prop_assert!(ours == plain, "recorded: {record}: the trees differ");
        }
    }
}

#[test]
fn large_nodes_match_all_pairs_search() {
    for (kind, count) in [(0, 3000), (2, 2600), (3, 2600), (4, 2600)] {
        let triangles = level(kind, count, 4);
        for rule in RULES {
            // `fewest-cuts` peels off one face after another, so the nodes below would only repeat the root.
            let params = exhaustive(rule);
            let choices = [false, true].map(|all_pairs| {
                let progress = Progress::default();
                let mut input = Input::new(&triangles, &params, &progress, true).expect("it is finite");
                input.context.all_pairs = all_pairs;
                let pieces = input.context.pieces();
                let effort = Effort::new(1, 1, false);
                let mut report = Report::new(&progress, &effort);
                let random = &mut fastrand::Rng::with_seed(1);
                let choice = super::super::choose(
                    &pieces.reached(&input.context),
                    random,
                    &mut report,
                    None,
                    &mut Table::default(),
                );
                format!("{choice:?}")
            });
            assert!(choices[0] == choices[1], "{rule}, kind {kind}");
        }
    }
}

#[test]
fn tree_is_independent_of_thread_count() {
    let triangles = level(0, 2600, 7);
    let params = exhaustive(Rule::Ati);
    let built = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads start")
            .install(|| built(&triangles, &params, false, false))
    };
    let one = built(1);
    for threads in [2, 5] {
        assert!(built(threads) == one, "{threads} threads make another tree");
    }
}

#[test]
fn extreme_weights_and_levels_match_all_pairs() {
    let far = |scale: f64| {
        let triangles = soup(&mut fastrand::Rng::with_seed(3), 40, 2.0);
        tagged(triangles.into_iter().map(|t| t.map(|p| p * scale)).collect())
    };
    let same = vec![[DVec3::ZERO, DVec3::X, DVec3::Y]; 60];
    for rule in RULES {
        let params = exhaustive(rule);
        for (cut, unbalance) in [
            (-1.0, 1.0),
            (1.0, -1.0),
            (f64::NAN, 1.0),
            (f64::INFINITY, 0.0),
            (f64::MAX, f64::MAX),
            (0.0, 0.0),
        ] {
            let params = BuildParams {
                cut_weight: cut,
                unbalance_weight: unbalance,
                ..params
            };
            assert_same("weights", &level(1, 60, 1), &params);
        }
        assert_same("all alike", &tagged(same.clone()), &params);
        for scale in [1.0e-30, 1.0e30, 1.0e120] {
            assert_same("scaled", &far(scale), &params);
        }
        assert_same("nothing", &[], &params);
        assert_same("one", &level(0, 1, 1), &params);
    }
}

fn tests_at_root(kind: u32, count: usize) -> f64 {
    let triangles = level(kind, count, 2);
    let params = exhaustive(Rule::Ati);
    let progress = Progress::default();
    let input = Input::new(&triangles, &params, &progress, false).expect("it is finite");
    let pieces = input.context.pieces();
    let candidates: Vec<usize> = (0..pieces.len()).collect();
    let effort = Effort::new(1, 1, false);
    progress.begin("Choosing", 1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread starts").install(|| {
        let mut report = Report::new(&progress, &effort);
        let best = best_of_all(
            &pieces.reached(&input.context),
            &candidates,
            Coplanar::InFront,
            &mut report,
        );
        assert!(best.is_ok());
        report.tests() as f64
    })
}

#[test]
fn search_tests_a_fraction_of_all_pairs() {
    for kind in [0, 3, 4] {
        let [small, large] = [2000, 16000].map(|count| tests_at_root(kind, count) / (count as f64).powi(2));
        // Numbers of tests as fractions of all pairs of planes and pieces.
        assert!(
            small < 0.25 && large < 0.1,
            "kind {kind}: {small} and {large} of all tests"
        );
        assert!(large < small, "kind {kind}: {small} and {large} of all tests");
    }
}

#[test]
fn cancelled_search_ends_soon() {
    let triangles = level(0, 3000, 2);
    let checks = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&checks);
    let progress = Arc::new(Progress::with_check_hook(move |progress| {
        if counted.fetch_add(1, Ordering::Relaxed) == 1000 {
            progress.cancel();
        }
    }));
    let built = NodeTree::builder(&exhaustive(Rule::Ati))
        .progress(&progress)
        .build(&triangles);
    assert!(built.is_err());
    assert!(checks.load(Ordering::Relaxed) < 1100);
}

//! Tests the PVS of mazes: it must never hide a visible leaf, and must hide most others.

use std::sync::atomic::{AtomicU32, Ordering};

use bspwalk_geometry::Aabb;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_testing::{
    effort,
    maze::{Maze, MazeKind},
    strategies::config,
};
use bspwalk_trees::solid_leaf::{
    LeafId, OUTSIDE, PortalId, Pvs, PvsParams,
    pvs::{
        Clusters, Explanation, PvsError, SightlineSample, SightlineSampling, SightlineSpace, explain,
        sample_sightlines,
    },
};
use glam::{DQuat, DVec3, dvec3};
use proptest::prelude::*;

fn maze_kind() -> impl Strategy<Value = MazeKind> {
    let shares = [0.3..1.0_f64, 0.0..1.0, 0.0..0.3];
    (2..90_u32, any::<bool>(), shares, any::<u64>())
        .prop_map(|(cells, aligned, shares, seed)| MazeKind::new(cells, aligned, shares, seed))
}

/// Returns the identity, or an arbitrary rotation with a translation.
fn placement() -> impl Strategy<Value = (DQuat, DVec3)> {
    prop_oneof![
        Just((DQuat::IDENTITY, DVec3::ZERO)),
        Just((odd_turn(), dvec3(-83.1, 17.9, 251.7)))
    ]
}

pub(crate) fn odd_turn() -> DQuat {
    DQuat::from_axis_angle(dvec3(0.37, 0.81, -0.45).normalize(), 0.7431)
}

fn params(steps: u64) -> PvsParams {
    PvsParams {
        steps,
        ..PvsParams::default()
    }
}

fn build_with(maze: &Maze, clusters: &Clusters, params: &PvsParams) -> Result<Pvs, PvsError> {
    Pvs::build(
        &maze.graph,
        clusters,
        &maze.tolerances,
        params,
        &Progress::default(),
        |_| {},
    )
}

fn build(maze: &Maze, clusters: &Clusters, steps: u64) -> Pvs {
    build_with(maze, clusters, &params(steps)).unwrap()
}

fn build_single(maze: &Maze, steps: u64) -> Pvs {
    build(maze, &Clusters::singletons(maze.graph.leaf_count()), steps)
}

/// Samples random sightlines. Some of them start or end outside.
fn sample(maze: &Maze, pvs: &Pvs, lines: u64, seed: u64) -> SightlineSample {
    let mut leaves = maze.leaves();
    leaves.push(OUTSIDE);
    let sampling = SightlineSampling {
        lines,
        lines_per_pair: 8,
        seed,
    };
    sample_sightlines(maze, pvs, &leaves, sampling)
}

#[track_caller]
fn assert_symmetric(pvs: &Pvs) {
    for a in pvs.leaf_ids() {
        let row: Vec<_> = pvs.row(a).collect();
        for b in pvs.leaf_ids() {
            let visible = pvs.visible(a, b);
            assert_eq!(visible, pvs.visible(b, a), "{a} and {b}");
            assert_eq!(visible, row.contains(&b), "{a} and {b}");
        }
        assert!(pvs.visible(a, a), "{a}");
    }
}

/// Returns the number of pairs of leaves that are visible in `a` but not in `b`.
fn shown_only_by(a: &Pvs, b: &Pvs) -> usize {
    a.leaf_ids()
        .flat_map(|from| a.row(from).map(move |to| (from, to)))
        .filter(|&(from, to)| !b.visible(from, to))
        .count()
}

proptest! {
    #![proptest_config(config(effort::sampled_or_whole(12, 48)))]

    /// No sightline may join two leaves that are hidden from each other, no matter how few steps the refinement took.
    #[test]
    fn no_sightline_joins_hidden_leaves(
        kind in maze_kind(),
        (turn, shift) in placement(),
        steps in prop_oneof![Just(0), 1..2000_u64, Just(200_000)],
    ) {
        let maze = Maze::new(&kind, turn, shift);
        let pvs = build_single(&maze, steps);
        assert_symmetric(&pvs);
        prop_assert_eq!(pvs.check(maze.graph.leaf_count(), &Progress::default()), Ok(()));
        let sample = sample(&maze, &pvs, 3000, kind.seed);
        prop_assert_eq!(sample.false_hidden, vec![]);
    }

    /// No sightline may join leaves of clusters that are hidden from each other. The clusters are random, so their
    /// leaves need not touch.
    #[test]
    fn no_sightline_joins_leaves_of_hidden_clusters(
        kind in maze_kind(),
        (turn, shift) in placement(),
        count in 1..40_u32,
        steps in prop_oneof![Just(0), 1..2000_u64, Just(200_000)],
    ) {
        let maze = Maze::new(&kind, turn, shift);
        let mut generator = fastrand::Rng::with_seed(kind.seed);
        let of_leaf = maze.graph.leaf_ids().map(|_| generator.u32(..count)).collect();
        let pvs = build(&maze, &Clusters::new(of_leaf), steps);
        assert_symmetric(&pvs);
        let sample = sample(&maze, &pvs, 2000, kind.seed);
        prop_assert_eq!(sample.false_hidden, vec![]);
    }

    /// Each published PVS must hide everything that the previous one hides.
    #[test]
    fn published_pvs_only_shrinks(kind in maze_kind(), steps in 1..100_000_u64) {
        let maze = Maze::new(&kind, odd_turn(), DVec3::ZERO);
        let clusters = Clusters::singletons(maze.graph.leaf_count());
        let mut answers = Vec::new();
        let last = Pvs::build(
            &maze.graph, &clusters, &maze.tolerances, &params(steps), &Progress::default(), |pvs| answers.push(pvs),
        ).unwrap();
        let first = build_single(&maze, 0);
        prop_assert_eq!(&answers[0], &first);
        prop_assert!(last.is_final());
        answers.push(last);
        for pair in answers.windows(2) {
            prop_assert_eq!(shown_only_by(&pair[1], &pair[0]), 0);
        }
    }

    /// If a convex room is divided only by open portals, every leaf must see every other leaf.
    #[test]
    fn divided_convex_room_sees_all_its_leaves(kind in maze_kind(), (turn, shift) in placement()) {
        let kind = MazeKind { open: 1.0, whole: 1.0, leaky: 0.0, ..kind };
        let maze = Maze::new(&kind, turn, shift);
        let pvs = build_single(&maze, 200_000);
        let leaves = maze.leaves();
        // Exclude leaves whose only contact is smaller than an opening.
        let linked: Vec<_> = leaves.iter().copied().filter(|&leaf| !maze.graph.portals_of(leaf).is_empty()).collect();
        let sampling = SightlineSampling {
            lines: 2000,
            lines_per_pair: 1,
            seed: kind.seed,
        };
        let sample = sample_sightlines(&maze, &pvs, &linked, sampling);
        prop_assert_eq!(sample.false_hidden, vec![]);
        // At the meeting point of four boxes, a line may pass between two boxes whose contact is smaller than an
        // opening.
        prop_assert!(linked.len() < 2 || sample.unblocked >= 1900, "{} of 2000", sample.unblocked);
        if sample.unblocked == sample.lines {
            prop_assert_eq!(pvs.mean_visible(&linked), 1.0);
        }
    }

    /// If a line is given as the explanation, it must pass through its portals. If a pair is explained as hidden, the
    /// PVS must hide it too, unless the PVS is coarse.
    #[test]
    fn explanations_agree_with_sightlines(kind in maze_kind(), (turn, shift) in placement()) {
        agree(&Maze::new(&kind, turn, shift), kind.seed)?;
    }
}

/// Checks that explanations for random pairs of leaves agree with the PVS, with portal chains and with sightlines.
fn agree(maze: &Maze, seed: u64) -> Result<(), TestCaseError> {
    let pvs = build_single(maze, 200_000);
    let mut generator = fastrand::Rng::with_seed(seed);
    for _ in 0..20 {
        let leaves = [(); 2].map(|()| LeafId(generator.u32(1..maze.graph.leaf_count())));
        let [a, b] = leaves;
        match explain(&maze.graph, &pvs, &maze.tolerances, a, b) {
            Explanation::Same => prop_assert_eq!(a, b),
            Explanation::Seen { chain, .. } => {
                prop_assert!(pvs.visible(a, b), "{a} sees {b} along {chain:?}");
                prop_assert_eq!(walk(maze, a, &chain), Some(b));
            }
            Explanation::Hidden { start, chain, closed } => {
                prop_assert!(start == a || start == b);
                let whole: Vec<PortalId> = chain.iter().copied().chain(closed).collect();
                prop_assert!(walk(maze, start, &whole).is_some());
                for _ in 0..20 {
                    let [from, to] = leaves.map(|leaf| {
                        let point = maze.point_in(leaf, &mut || generator.f64());
                        point.expect("a box")
                    });
                    let along = maze.sightline(from, to);
                    prop_assert!(
                        along.is_none_or(|along| along.last() != Some(&b)),
                        "{from} sees {to}"
                    );
                }
            }
            Explanation::Unknown { chain } => {
                prop_assert!(pvs.visible(a, b));
                prop_assert!(walk(maze, a, &chain).is_some());
            }
        }
    }
    Ok(())
}

/// The view along each chain stays open from either end. Only the combination of all chains in the PVS hides the leaf.
#[test]
fn pair_hidden_only_by_pvs_is_explained() {
    let kind = MazeKind::new(
        56,
        false,
        [0.835_182_671_860_666_2, 0.417_556_945_488_917_86, 0.0],
        11_036_797_843_823_513_576,
    );
    let maze = Maze::new(&kind, DQuat::IDENTITY, DVec3::ZERO);
    agree(&maze, kind.seed).expect("they agree");
}

/// Returns the leaf at the end of a chain of portals.
fn walk(maze: &Maze, start: LeafId, chain: &[PortalId]) -> Option<LeafId> {
    chain.iter().try_fold(start, |leaf, &portal| {
        let [front, behind] = maze.graph.portal(portal)?.leaves;
        if front == leaf {
            Some(behind)
        } else {
            (behind == leaf).then_some(front)
        }
    })
}

fn block(min: [f64; 3], max: [f64; 3]) -> Aabb {
    Aabb {
        min: DVec3::from(min),
        max: DVec3::from(max),
    }
}

/// Returns the identity and an arbitrary rotation.
fn turns() -> [DQuat; 2] {
    [DQuat::IDENTITY, odd_turn()]
}

/// Two rooms at the ends of a bent corridor must not see each other, even if openings and walls are aligned.
#[test]
fn rooms_around_bend_do_not_see_each_other() {
    for turn in turns() {
        // Room 1, corridor 2, bend 3, corridor 4, room 5. The corridors are 1 m wide and 10 m long.
        let boxes = [
            block([0.0, 0.0, 0.0], [4.0, 3.0, 4.0]),
            block([4.0, 0.0, 3.0], [14.0, 2.0, 4.0]),
            block([14.0, 0.0, 3.0], [15.0, 2.0, 4.0]),
            block([14.0, 0.0, 4.0], [15.0, 2.0, 14.0]),
            block([11.0, 0.0, 14.0], [15.0, 3.0, 18.0]),
        ];
        let doors = [
            ([2, 1], block([4.0, 0.0, 3.0], [4.0, 2.0, 4.0])),
            ([3, 2], block([14.0, 0.0, 3.0], [14.0, 2.0, 4.0])),
            ([4, 3], block([14.0, 0.0, 4.0], [15.0, 2.0, 4.0])),
            ([5, 4], block([14.0, 0.0, 14.0], [15.0, 2.0, 14.0])),
        ]
        .map(|(leaves, area)| (leaves.map(LeafId), area));
        let maze = Maze::by_hand(&boxes, &doors, turn);
        let pvs = build_single(&maze, 200_000);
        assert!(!pvs.visible(LeafId(1), LeafId(5)));
        assert!(
            pvs.visible(LeafId(1), LeafId(4))
                && pvs.visible(LeafId(2), LeafId(5))
                && pvs.visible(LeafId(1), LeafId(3))
        );
        let Explanation::Hidden { start, chain, closed } =
            explain(&maze.graph, &pvs, &maze.tolerances, LeafId(1), LeafId(5))
        else {
            panic!("a line from room 1 to room 5");
        };
        assert_eq!(
            (start, chain, closed),
            (LeafId(1), [0, 1, 2].map(PortalId).to_vec(), Some(PortalId(3)))
        );
    }
}

/// Three rooms in a row are connected by doors in thick walls. If the doors are aligned, every room must see every
/// other room. If they are at different ends, the first room must not see the third.
#[test]
fn rooms_see_each_other_through_aligned_doors() {
    for turn in turns() {
        for (door, sees) in [(1.0, true), (8.0, false)] {
            let boxes = [
                block([0.0, 0.0, 0.0], [4.0, 3.0, 10.0]),
                block([4.0, 0.0, 1.0], [4.5, 2.0, 2.0]),
                block([4.5, 0.0, 0.0], [6.5, 3.0, 10.0]),
                block([6.5, 0.0, door], [7.0, 2.0, door + 1.0]),
                block([7.0, 0.0, 0.0], [9.0, 3.0, 10.0]),
            ];
            let doors = [
                ([2, 1], block([4.0, 0.0, 1.0], [4.0, 2.0, 2.0])),
                ([3, 2], block([4.5, 0.0, 1.0], [4.5, 2.0, 2.0])),
                ([4, 3], block([6.5, 0.0, door], [6.5, 2.0, door + 1.0])),
                ([5, 4], block([7.0, 0.0, door], [7.0, 2.0, door + 1.0])),
            ]
            .map(|(leaves, area)| (leaves.map(LeafId), area));
            let maze = Maze::by_hand(&boxes, &doors, turn);
            let pvs = build_single(&maze, 200_000);
            assert!(pvs.visible(LeafId(1), LeafId(3)) && pvs.visible(LeafId(3), LeafId(5)));
            assert_eq!(pvs.visible(LeafId(1), LeafId(5)), sees);
            let reason = explain(&maze.graph, &pvs, &maze.tolerances, LeafId(1), LeafId(5));
            assert_eq!(matches!(reason, Explanation::Seen { .. }), sees, "{reason:?}");
        }
    }
}

/// With too few steps, the PVS must be coarser, and its statistics must report this.
#[test]
fn step_budget_bounds_the_search() {
    let kind = MazeKind::new(400, false, [0.8, 0.6, 0.0], 5);
    let maze = Maze::new(&kind, odd_turn(), DVec3::ZERO);
    let leaves = maze.leaves();
    let means: Vec<f64> = [0, 20_000, 2_000_000]
        .into_iter()
        .map(|steps| {
            let pvs = build_single(&maze, steps);
            let statistics = pvs.statistics();
            // A search may take one extra step for its last chain.
            assert!(
                statistics.steps <= steps + u64::from(statistics.refined),
                "{statistics:?}"
            );
            assert_eq!(pvs.is_final(), steps > 0);
            pvs.mean_visible(&leaves)
        })
        .collect();
    assert!(means[0] > means[1] && means[1] > means[2], "{means:?}");
}

#[test]
fn pvs_is_independent_of_thread_count() {
    let kind = MazeKind::new(300, true, [0.7, 0.5, 0.05], 11);
    let maze = Maze::new(&kind, odd_turn(), DVec3::ZERO);
    let answers = [1, 2, 5].map(|threads| crate::on_threads(threads, || build_single(&maze, 30_000)));
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
}

#[test]
fn build_stops_when_cancelled_at_first_result() {
    let kind = MazeKind::new(200, false, [0.8, 0.5, 0.0], 3);
    let maze = Maze::new(&kind, DQuat::IDENTITY, DVec3::ZERO);
    let clusters = Clusters::singletons(maze.graph.leaf_count());
    let progress = Progress::default();
    let count = AtomicU32::new(0);
    let answer = Pvs::build(
        &maze.graph,
        &clusters,
        &maze.tolerances,
        &params(200_000),
        &progress,
        |_| {
            count.fetch_add(1, Ordering::Relaxed);
            progress.cancel();
        },
    );
    assert_eq!(answer, Err(PvsError::Cancelled(Cancelled)));
    assert_eq!(count.into_inner(), 1);
}

#[test]
fn too_many_openings_are_rejected() {
    let kind = MazeKind::new(50, false, [1.0, 1.0, 0.0], 3);
    let maze = Maze::new(&kind, DQuat::IDENTITY, DVec3::ZERO);
    let params = PvsParams {
        max_openings: 10,
        ..PvsParams::default()
    };
    let single = Clusters::singletons(maze.graph.leaf_count());
    assert!(matches!(
        build_with(&maze, &single, &params),
        Err(PvsError::TooManyOpenings { limit: 10, .. })
    ));
    let one = Clusters::new(vec![7; maze.graph.leaf_count() as usize]);
    let pvs = build_with(&maze, &one, &params).unwrap();
    assert_eq!(pvs.mean_visible(&maze.leaves()), 1.0);
}

#[test]
fn impossible_statistics_are_rejected() {
    let kind = MazeKind::new(20, true, [0.5, 0.5, 0.0], 1);
    let maze = Maze::new(&kind, DQuat::IDENTITY, DVec3::ZERO);
    let right = build_single(&maze, 100_000);
    let leaves = right.leaf_count();
    assert_eq!(right.check(leaves, &Progress::default()), Ok(()));
    for (field, value) in [
        ("openings", u32::MAX),
        ("openings", 0),
        ("refined", u32::MAX),
        ("cut_short", u32::MAX),
    ] {
        let mut file = serde_json::to_value(&right).unwrap();
        file["statistics"][field] = value.into();
        let wrong: Pvs = serde_json::from_value(file).unwrap();
        // Even with manipulated statistics, nothing may overflow.
        assert_eq!(
            wrong.is_final(),
            field == "cut_short" && right.is_final(),
            "{field}: {value}"
        );
        let problem = wrong.check(leaves, &Progress::default());
        assert_eq!(
            problem.is_err(),
            (field, value) != ("openings", u32::MAX),
            "{field}: {value}"
        );
    }
}

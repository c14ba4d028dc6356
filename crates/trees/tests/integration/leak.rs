//! Tests that a leak is found if and only if a path leads outside, and that the leak line follows such a path and is
//! nearly the shortest one.

use std::collections::HashSet;

use bspwalk_geometry::{Aabb, Polygon};
use bspwalk_testing::{
    effort,
    maze::{Maze, MazeKind},
    rooms::{faces, room_in_a_room, room_with_a_hole},
    strategies::config,
};
use bspwalk_trees::solid_leaf::{
    FillError, LeafId, LeafParams, LeafTree, OUTSIDE, PortalId,
    portals::{find_leak, reachable_leaves, unreachable_leaves},
};
use glam::{DQuat, DVec3, dvec3};
use proptest::prelude::*;

use crate::pvs::odd_turn;

fn maze() -> impl Strategy<Value = (Maze, u64)> {
    let shares = [0.3..0.9_f64, 0.0..1.0, 0.0..0.05];
    (2..150_u32, any::<bool>(), shares, any::<u64>()).prop_map(|(cells, aligned, shares, seed)| {
        let kind = MazeKind::new(cells, aligned, shares, seed);
        (Maze::new(&kind, odd_turn(), DVec3::ZERO), seed)
    })
}

/// Returns the distance of a point from a convex polygon, in metres.
fn distance_to(polygon: &[DVec3], point: DVec3) -> f64 {
    let plane = Polygon::from_points(polygon.iter().copied()).plane().unwrap();
    let mut off = plane.distance(point).abs();
    for (i, &corner) in polygon.iter().enumerate() {
        let along = polygon[(i + 1) % polygon.len()] - corner;
        let inwards = plane.normal.cross(along).normalize();
        off = off.max(-inwards.dot(point - corner));
    }
    off
}

/// Returns the leaves reachable from a leaf, by iterating over all portals until nothing changes.
fn reached_by_pairs(maze: &Maze, start: LeafId) -> HashSet<LeafId> {
    let mut reached = HashSet::from([start]);
    loop {
        let before = reached.len();
        for id in maze.graph.portal_ids() {
            let [a, b] = maze.graph.portal(id).unwrap().leaves;
            for (from, to) in [(a, b), (b, a)] {
                if from != OUTSIDE && reached.contains(&from) {
                    reached.insert(to);
                }
            }
        }
        if reached.len() == before {
            return reached;
        }
    }
}

/// Allowed excess length of a taut line compared with another line, relative to its length. The difference is too small
/// to be visible on screen.
const SLACK: f64 = 3.0e-3;

/// Returns the point of a convex polygon that is closest to a point.
fn nearest(polygon: &[DVec3], point: DVec3) -> DVec3 {
    let plane = Polygon::from_points(polygon.iter().copied()).plane().unwrap();
    let flat = plane.project(point);
    let edges = || (0..polygon.len()).map(|i| (polygon[i], polygon[(i + 1) % polygon.len()]));
    if edges().all(|(a, b)| plane.normal.cross(b - a).dot(flat - a) >= 0.0) {
        return flat;
    }
    edges()
        .map(|(a, b)| a + (b - a) * ((flat - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0))
        .min_by(|a, b| a.distance(flat).total_cmp(&b.distance(flat)))
        .unwrap()
}

/// Returns the length of a short line from a point through polygons, using an independent method: the alternating
/// direction method of multipliers (Boyd et al. 2011). It separates the points on the polygons from the differences to
/// be minimised.
fn short_line(start: DVec3, polygons: &[&[DVec3]], rounds: u32) -> f64 {
    let count = polygons.len();
    let middles = polygons
        .iter()
        .map(|polygon| polygon.iter().sum::<DVec3>() / polygon.len() as f64);
    let mut points: Vec<DVec3> = middles.collect();
    let length = |points: &[DVec3]| {
        let before = std::iter::once(&start).chain(points);
        before.zip(points).map(|(a, b)| a.distance(*b)).sum::<f64>()
    };
    let shrink = 0.3 * length(&points) / count as f64;
    let (mut on, mut off) = (points.clone(), vec![DVec3::ZERO; count]);
    let (mut parts, mut bent) = (vec![DVec3::ZERO; count], vec![DVec3::ZERO; count]);
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let before = |points: &[DVec3], i: usize| if i == 0 { start } else { points[i - 1] };
        for i in 0..count {
            on[i] = nearest(polygons[i], points[i] + off[i]);
            off[i] += points[i] - on[i];
            let part = points[i] - before(&points, i) + bent[i];
            parts[i] = part * (1.0 - shrink / part.length().max(shrink));
            bent[i] = part - parts[i];
        }
        // With the difference operator D, this is (1 + DᵀD) x = on − off + Dᵀ(parts − bent), a tridiagonal system.
        let desired = |i: usize| parts[i] - bent[i];
        let (mut pivots, mut sums) = (vec![0.0; count], vec![DVec3::ZERO; count]);
        for i in 0..count {
            let own = if i + 1 < count {
                desired(i) - desired(i + 1)
            } else {
                desired(i)
            };
            pivots[i] = if i + 1 < count { 3.0 } else { 2.0 };
            sums[i] = on[i] - off[i] + own + if i == 0 { start } else { DVec3::ZERO };
            if i > 0 {
                pivots[i] -= 1.0 / pivots[i - 1];
                let carried = sums[i - 1] / pivots[i - 1];
                sums[i] += carried;
            }
        }
        for i in (0..count).rev() {
            let after = if i + 1 < count { points[i + 1] } else { DVec3::ZERO };
            points[i] = (sums[i] + after) / pivots[i];
        }
        best = best.min(length(&on));
    }
    best
}

proptest! {
    #![proptest_config(config(effort::sampled_or_whole(32, 128)))]

    #[test]
    fn leak_is_a_short_path_to_the_outside((maze, seed) in maze()) {
        let graph = &maze.graph;
        let start = LeafId(1 + (seed % u64::from(graph.leaf_count() - 1)) as u32);
        let point = maze.center(start);
        let expected = reached_by_pairs(&maze, start);
        let flags = reachable_leaves(graph, start);
        for leaf in graph.leaf_ids() {
            prop_assert_eq!(flags[leaf.index()], expected.contains(&leaf));
        }
        let filled = unreachable_leaves(graph, start, |leaf| leaf.0.is_multiple_of(2));
        let others = graph.leaf_ids().filter(|leaf| leaf.0.is_multiple_of(2) && !expected.contains(leaf));
        prop_assert_eq!(filled, others.collect::<Vec<_>>());
        let Some(leak) = find_leak(graph, start, point) else {
            prop_assert!(!expected.contains(&OUTSIDE));
            return Ok(());
        };
        prop_assert!(expected.contains(&OUTSIDE));
        prop_assert_eq!(leak.leaves[0], start);
        prop_assert_eq!(leak.leaves.last(), Some(&OUTSIDE));
        prop_assert_eq!(leak.hole(), leak.portals.last().copied());
        prop_assert_eq!(leak.line[0], point);
        prop_assert_eq!(leak.line.len(), leak.portals.len() + 1);
        let mut uncovered = 0.0;
        let mut before = point;
        for (i, &portal) in leak.portals.iter().enumerate() {
            let mut leaves = graph.portal(portal).unwrap().leaves;
            leaves.sort_unstable();
            let mut ends = [leak.leaves[i], leak.leaves[i + 1]];
            ends.sort_unstable();
            prop_assert_eq!(leaves, ends);
            let polygon = graph.polygon(portal);
            prop_assert!(distance_to(polygon, leak.line[i + 1]) < 1.0e-9);
            let middle = polygon.iter().sum::<DVec3>() / polygon.len() as f64;
            uncovered += before.distance(middle);
            before = middle;
        }
        prop_assert!(leak.length() <= uncovered + 1.0e-9);
        let polygons: Vec<&[DVec3]> = leak.portals.iter().map(|&portal| graph.polygon(portal)).collect();
        let shorter = short_line(point, &polygons, 1000);
        prop_assert!(leak.length() * (1.0 - SLACK) <= shorter, "{} for {shorter}", leak.length());
        // Moving a single point must not shorten the line.
        let mut generator = bspwalk_testing::random::seeded(seed);
        for (i, &portal) in leak.portals.iter().enumerate() {
            let polygon = graph.polygon(portal);
            let weights: Vec<f64> = polygon.iter().map(|_| generator.f64()).collect();
            let other = polygon.iter().zip(&weights).map(|(&p, &w)| p * w).sum::<DVec3>() / weights.iter().sum::<f64>();
            for share in [1.0, 0.1, 0.01] {
                let mut line = leak.line.clone();
                line[i + 1] = line[i + 1].lerp(other, share);
                let length: f64 = line.windows(2).map(|part| part[0].distance(part[1])).sum();
                prop_assert!(length >= leak.length() * (1.0 - SLACK), "{} for {length}", leak.length());
            }
        }
    }
}

/// For two corners, the shortest line is known analytically.
#[test]
fn leak_line_is_taut_around_corners() {
    for turn in [DQuat::IDENTITY, odd_turn()] {
        let block = |min: [f64; 3], max: [f64; 3]| Aabb {
            min: DVec3::from(min),
            max: DVec3::from(max),
        };
        // Adjacent rooms of 4×2×4 m, joined by doors 1 m wide at alternating ends, and a door to the outside.
        let boxes = [
            block([0.0, 0.0, 0.0], [4.0, 2.0, 4.0]),
            block([4.0, 0.0, 0.0], [8.0, 2.0, 4.0]),
            block([8.0, 0.0, 0.0], [12.0, 2.0, 4.0]),
        ];
        let doors = [
            ([2, 1].map(LeafId), block([4.0, 0.0, 3.0], [4.0, 2.0, 4.0])),
            ([3, 2].map(LeafId), block([8.0, 0.0, 0.0], [8.0, 2.0, 1.0])),
            ([OUTSIDE, LeafId(3)], block([12.0, 0.0, 3.0], [12.0, 2.0, 4.0])),
        ];
        let maze = Maze::by_hand(&boxes, &doors, turn);
        let start = turn * dvec3(2.0, 1.0, 2.0);
        let leak = find_leak(&maze.graph, LeafId(1), start).unwrap();
        assert_eq!(leak.portals, [0, 1, 2].map(PortalId));
        let corners = [[2.0, 2.0], [4.0, 3.0], [8.0, 1.0], [12.0, 3.0]];
        let expected: f64 = corners
            .windows(2)
            .map(|part| f64::hypot(part[1][0] - part[0][0], part[1][1] - part[0][1]))
            .sum();
        assert!(
            (leak.length() - expected).abs() < 1.0e-6,
            "{} for {expected}",
            leak.length()
        );
        assert!(
            leak.line
                .iter()
                .zip(corners)
                .all(|(point, [x, z])| { (turn.inverse() * *point).distance(dvec3(x, 1.0, z)) < 1.0e-3 })
        );
    }
}

/// The independent method must find a known shortest line, so that it can serve as a reference.
#[test]
fn reference_method_finds_known_leak_line() {
    let door =
        |x: f64, z: f64| [[0.0, z], [0.0, z + 1.0], [2.0, z + 1.0], [2.0, z]].map(|[y, z]| dvec3(x, y, z));
    let doors = [door(4.0, 3.0), door(8.0, 0.0), door(12.0, 3.0)];
    let polygons: Vec<&[DVec3]> = doors.iter().map(|door| &door[..]).collect();
    let expected = 5.0_f64.sqrt() + 2.0 * 20.0_f64.sqrt();
    let found = short_line(dvec3(2.0, 1.0, 2.0), &polygons, 1000);
    assert!(
        (found - expected).abs() < 1.0e-6 * expected,
        "{found} for {expected}"
    );
}

#[test]
fn nonexistent_leaves_have_no_leak() {
    let maze = Maze::by_hand(
        &[Aabb {
            min: DVec3::ZERO,
            max: DVec3::ONE,
        }],
        &[],
        DQuat::IDENTITY,
    );
    assert_eq!(find_leak(&maze.graph, LeafId(1), DVec3::splat(0.5)), None);
    assert_eq!(find_leak(&maze.graph, LeafId(7), DVec3::ZERO), None);
    assert_eq!(reachable_leaves(&maze.graph, LeafId(7)), [false, false]);
    assert_eq!(unreachable_leaves(&maze.graph, LeafId(1), |_| true), [OUTSIDE]);
    let outside = find_leak(&maze.graph, OUTSIDE, DVec3::ZERO).unwrap();
    assert_eq!((outside.hole(), outside.length()), (None, 0.0));
}

#[test]
fn unreachable_leaves_are_filled() {
    let rooms = LeafTree::build(&faces(&room_in_a_room(), true), &LeafParams::default()).unwrap();
    let [around, within] = [dvec3(1.0, 3.0, 5.0), dvec3(5.0, 3.0, 5.0)].map(|point| rooms.locate(point));
    let counts = |tree: &LeafTree| {
        let figures = tree.statistics();
        [figures.empty, figures.solid, figures.filled, figures.portals]
    };
    assert_eq!(counts(&rooms), [7, 7, 0, 12]);

    for (start, other, expected) in [(around, within, [6, 8, 1, 12]), (within, around, [1, 13, 6, 0])] {
        let mut tree = rooms.clone();
        assert_eq!(tree.fill_unreachable(start), Ok(expected[2]));
        assert_eq!(counts(&tree), expected);
        assert_eq!(tree.validate(), Ok(()));
        let figures = tree.statistics();
        assert_eq!(figures.empty_inside() as usize, tree.empty_leaves().len());
        assert_eq!(
            figures.empty_inside() + figures.solid_inside() + 1,
            figures.leaves
        );
        assert!(tree.is_solid(other) && !tree.is_solid(start));
        assert_eq!(tree.fill_unreachable(start), Ok(0), "nothing is left to fill");
        assert_eq!(tree.fill_unreachable(other), Err(FillError::Solid));
    }
}

#[test]
fn leaking_level_is_not_filled() {
    let tree = LeafTree::build(&faces(&room_with_a_hole(), true), &LeafParams::default()).unwrap();
    let mut filled = tree.clone();
    let start = tree.locate(dvec3(2.0, 1.5, 2.5));
    assert_eq!(filled.fill_unreachable(start), Err(FillError::Leaks));
    assert_eq!(filled.fill_unreachable(OUTSIDE), Err(FillError::Leaks));
    assert_eq!(
        filled.fill_unreachable(LeafId(tree.leaf_count())),
        Err(FillError::Solid),
        "no such leaf"
    );
    assert_eq!(filled.statistics(), tree.statistics());
}

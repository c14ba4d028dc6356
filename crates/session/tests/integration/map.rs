//! Tests for the map: its segments lie on the level's faces, and its planar tree is valid.

use std::collections::HashSet;

use bspwalk_geometry::triangle::edges;
use bspwalk_levels::{Level, LoadOptions, builtin};
use bspwalk_planar::PlanarTree;
use bspwalk_progress::Progress;
use bspwalk_session::map::{LevelMap, in_level, to_map_point};
use bspwalk_testing::{effort, levels};
use bspwalk_trees::{FaceId, NodeId};
use glam::DVec2;

fn level(name: &str) -> Level {
    builtin::load(name, &LoadOptions::default(), &Progress::default()).expect("it is built in")
}

fn maps(level: &Level) -> Vec<LevelMap> {
    let [low, high] = [level.bounds.min.y, level.bounds.max.y];
    let heights = [0.1, 0.35, 0.6, 0.9].map(|share| low + (high - low) * share);
    heights
        .into_iter()
        .chain([level.spawn.eye.y])
        .map(|height| LevelMap::cut(level, height, &Progress::default()).expect("nobody cancels"))
        .collect()
}

/// Checks that every segment connects two edges of its face, with the front of the face on its left.
///
/// Also checks that every solid face that crosses the section plane has a segment. Returns the number of segments.
fn check(name: &str, level: &Level) -> usize {
    let mut count = 0;
    for map in maps(level) {
        assert_eq!(map.tree.validate(), Ok(()), "{name} at {}", map.height);
        assert_eq!(map.splits.len(), map.tree.nodes().len());
        let tolerance = 1.0e-9 * level.bounds.size().max_element().max(1.0);
        for (edge, &face) in map.tree.edges().iter().zip(&map.faces) {
            let triangle = level.triangle_of_face(face).expect("it is a face of the level");
            assert!(triangle.solid);
            for end in [edge.from, edge.to] {
                let place = in_level(end, map.height);
                let edges = edges(triangle.corners).into_iter();
                let distances = edges.map(|edge| edge.at(edge.closest_t(place)).distance(place));
                let distance = distances.fold(f64::INFINITY, f64::min);
                assert!(distance <= tolerance, "{name}, face {face}: {distance} m off");
            }
            let [a, b, c] = triangle.corners;
            let normal = (b - a).cross(c - a);
            let left = in_level(edge.from + edge.normal(), 0.0) - in_level(edge.from, 0.0);
            assert!(
                left.dot(normal) >= 0.0,
                "{name}, face {face}: its front is to the right"
            );
        }
        let cut: HashSet<FaceId> = map.faces.iter().copied().collect();
        assert_eq!(cut.len(), map.faces.len(), "one segment a face");
        for triangle in level.triangles.iter().filter(|triangle| triangle.solid) {
            let heights = triangle.corners.map(|corner| corner.y);
            let low = heights.into_iter().fold(f64::INFINITY, f64::min);
            let high = heights.into_iter().fold(f64::NEG_INFINITY, f64::max);
            let is_cut = low < map.height && map.height < high;
            // A face that only touches the section plane may or may not have a segment.
            let touches = low == map.height || high == map.height;
            assert!(
                touches || cut.contains(&triangle.source) == is_cut,
                "{name}, face {}",
                triangle.source
            );
        }
        count += map.faces.len();
    }
    count
}

#[test]
fn built_in_level_segments_lie_on_faces() {
    let mut count = 0;
    for name in builtin::all().iter().map(|level| level.name) {
        if effort::is_full() || name == "three_rooms" {
            count += check(name, &level(name));
        }
    }
    assert!(count > effort::sampled_or_whole(200, 500), "{count} segments");
}

#[test]
fn real_level_segments_lie_on_faces() {
    for (name, (level, _)) in levels::load_small()
        .into_iter()
        .take(effort::sampled_or_whole(2, usize::MAX))
    {
        assert!(check(&name, &level) > 0, "{name} has no walls");
    }
}

#[test]
fn cell_contains_the_point_and_no_wall() {
    let mut random = bspwalk_testing::random::seeded(1);
    let level = level("hall");
    let map = LevelMap::cut(&level, level.spawn.eye.y, &Progress::default()).expect("nobody cancels");
    let [low, high] = map.bounds;
    let within = |cell: &[DVec2], place: DVec2| {
        (0..cell.len()).all(|i| {
            let [from, to] = [cell[i], cell[(i + 1) % cell.len()]];
            (to - from).perp_dot(place - from) >= -1.0e-9
        })
    };
    let mut tests = 0;
    for _ in 0..500 {
        let place = low + (high - low) * DVec2::new(random.f64(), random.f64());
        let (cell, located) = map.cell_at(place);
        tests += located.tests;
        assert!(cell.len() >= 3 && within(&cell, place), "{place} in {cell:?}");
        // No wall crosses a cell.
        let other = cell.iter().sum::<DVec2>() / cell.len() as f64;
        assert_eq!(path(&map.tree, other), path(&map.tree, place));
    }
    assert!(f64::from(tests) / 500.0 < 0.5 * map.tree.nodes().len() as f64);
    assert!(map.cell_at(high + 1.0).0.is_empty(), "beside the map");
    let spawn = level.spawn.eye;
    assert!(in_level(to_map_point(spawn), spawn.y).distance(spawn) < 1.0e-12);
}

fn path(tree: &PlanarTree, place: DVec2) -> Vec<NodeId> {
    tree.locate(place).path.iter().map(|(node, _)| *node).collect()
}

#[test]
fn map_can_be_cancelled_or_empty() {
    let level = level("hall");
    let progress = Progress::default();
    progress.cancel();
    assert!(LevelMap::cut(&level, 1.0, &progress).is_err());
    let above = LevelMap::cut(&level, 1.0e4, &Progress::default()).expect("nobody cancels");
    assert_eq!((above.faces.len(), above.tree.nodes().len()), (0, 0));
    let (cell, located) = above.cell_at(to_map_point(level.spawn.eye));
    assert_eq!((cell.len(), located.tests), (4, 0), "all of the map");
}

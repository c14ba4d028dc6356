//! Checks that heat maps show the numbers that queries count.

use std::sync::Arc;

use bspwalk_collision::{Capsule, mover::MoverParams};
use bspwalk_explain::{
    films::{Query, QueryFilm},
    heat::{HeatMap, Measure, Trees},
    heat_comparison::HeatComparison,
};
use bspwalk_progress::Progress;
use bspwalk_testing::effort;
use bspwalk_trees::{BuildParams, NodeTree, Obstacles, QueryCounters, Rule, TriangleList};
use glam::{Vec3, vec3};

use crate::built_in;

const SIZE: [u32; 2] = [23, 17];

fn tree(name: &str, rule: Rule) -> (NodeTree, Vec3) {
    let level = built_in(name);
    let tree =
        NodeTree::build(&level.solid_triangles(), &BuildParams::preset(rule)).expect("it can be built");
    (tree, level.spawn.eye.as_vec3())
}

fn ray(eye: Vec3, [x, y]: [u32; 2]) -> [Vec3; 2] {
    [eye, eye + 9.0 * vec3(x as f32 - 11.0, 8.0 - y as f32, -10.0)]
}

fn map(trees: &Trees<'_>, measure: Measure, eye: Vec3) -> HeatMap {
    HeatMap::new(measure, trees, SIZE, |at| ray(eye, at), &Progress::default()).expect("it is not cancelled")
}

fn places() -> impl Iterator<Item = [u32; 2]> {
    (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| [x, y]))
}

/// Checks that each pixel matches the animation of its cast, and that the sum of nodes matches the tree's own counter.
#[test]
fn heat_map_matches_counters_and_query_films() {
    let cases = [
        ("three_rooms", Rule::Ati),
        ("hall", Rule::Sampled),
        ("three_rooms", Rule::Sampled),
        ("hall", Rule::Ati),
    ];
    for (name, rule) in cases.into_iter().take(effort::sampled_or_whole(2, 4)) {
        let (tree, eye) = tree(name, rule);
        let trees = Trees::of_nodes(&tree);
        let [nodes, faces] = [Measure::Nodes, Measure::Faces].map(|measure| map(&trees, measure, eye));
        let before = QueryCounters::of_this_thread();
        for (index, at) in places().enumerate() {
            let [from, to] = ray(eye, at);
            let _ = tree.cast(from, to);
            let totals = QueryFilm::record(&tree, &Query::Cast { from, to }).totals();
            assert_eq!(
                nodes.values[index].map(u64::from),
                Some(totals.visited),
                "{name} at {at:?}"
            );
            assert_eq!(
                faces.values[index].map(u64::from),
                Some(totals.tested),
                "{name} at {at:?}"
            );
        }
        let counted = QueryCounters::of_this_thread().since(before);
        let sum: u64 = nodes.values.iter().flatten().map(|&value| u64::from(value)).sum();
        // Recording an animation must not change the counters.
        assert_eq!(counted.nodes_visited, sum, "{name}");
        let ([x, y], most) = nodes.greatest().expect("there are places");
        assert_eq!(nodes.values[(y * SIZE[0] + x) as usize], Some(most));
        assert!(nodes.values.iter().all(|value| *value <= Some(most)) && most > 0);
        assert!((nodes.mean() - sum as f64 / nodes.values.len() as f64).abs() < 1.0e-9);
    }
}

/// Checks that slide values exist only on ground with room above it and match the tree's counter. The numbers of
/// visible leaves and of the faces in them must match the PVS.
#[test]
fn standing_positions_have_slide_and_pvs_values() {
    let progress = Arc::default();
    let level = Arc::new(built_in("hall"));
    let (nodes, _) =
        bspwalk_compile::node_tree(&level, &BuildParams::default(), &progress).expect("it can be built");
    let params = bspwalk_compile::CompileParams::quick();
    let leaves = bspwalk_compile::leaf_tree(&level, &params, &progress)
        .expect("it can be built")
        .tree;
    let pvs = leaves
        .pvs(&params.pvs, &progress, |_| {})
        .expect("it can be computed");
    let trees = Trees {
        leaves: Some((&*leaves, &pvs)),
        ..Trees::of_nodes(&nodes)
    };
    let eye = level.spawn.eye.as_vec3() + Vec3::Y;
    let [slides, seen, drawn] =
        [Measure::Slide, Measure::Leaves, Measure::Drawn].map(|measure| map(&trees, measure, eye));
    let params = MoverParams::default();
    let body = Capsule::standing(params.height, params.radius);
    let mut stood = 0;
    for (index, at) in places().enumerate() {
        let [from, to] = ray(eye, at);
        let hit = nodes.cast(from, to);
        let ground = hit.filter(|hit| hit.normal.y.abs() > 0.999 && (to - from).y < 0.0);
        let Some(hit) = ground else { continue };
        let center = hit.point + Vec3::Y * (0.5 * params.height + 0.01);
        let is_clear = TriangleList::new(&level.solid_triangles())
            .cast(center, center + Vec3::Y * 0.05)
            .is_none()
            && bspwalk_collision::is_clear(&*nodes, body, center);
        assert_eq!(slides.values[index].is_some(), is_clear, "at {at:?}");
        if !is_clear {
            continue;
        }
        stood += 1;
        let before = QueryCounters::of_this_thread();
        let _ = bspwalk_collision::slide(&*nodes, body, center, center - Vec3::Y * 0.02);
        let visited = QueryCounters::of_this_thread().since(before).nodes_visited;
        assert_eq!(slides.values[index].map(u64::from), Some(visited), "at {at:?}");
        let leaf = leaves.locate((hit.point + Vec3::Y * params.eye_height).as_dvec3());
        let row: Vec<_> = leaves
            .leaf_ids()
            .filter(|&other| pvs.visible(leaf, other))
            .collect();
        assert_eq!(seen.values[index], Some(row.len() as u32), "at {at:?}");
        let faces: usize = row
            .iter()
            .filter_map(|&leaf| leaves.leaf(leaf))
            .map(|leaf| leaf.fragments.len())
            .sum();
        assert_eq!(drawn.values[index], Some(faces as u32), "at {at:?}");
    }
    assert!(stood > 40, "{stood}");
}

/// Checks that the sums for two trees equal each tree's own query counters, and that neither of two equal maps counts
/// as better.
#[test]
fn compared_sums_match_counters() {
    let rules = [Rule::Random, Rule::Sampled];
    let [(first, eye), (second, _)] = rules.map(|rule| tree("hall", rule));
    let both = [&first, &second];
    for measure in [Measure::Nodes, Measure::Slide] {
        let maps = both.map(|tree| map(&Trees::of_nodes(tree), measure, eye));
        let compared = HeatComparison::new(measure, maps.each_ref());
        if measure == Measure::Nodes {
            let counted = both.map(|tree| {
                let before = QueryCounters::of_this_thread();
                for at in places() {
                    let [from, to] = ray(eye, at);
                    let _ = tree.cast(from, to);
                }
                QueryCounters::of_this_thread().since(before).nodes_visited
            });
            assert_eq!(compared.sums, counted);
        }
        assert_eq!(
            compared.places[0], compared.places[1],
            "the trees hold the same level"
        );
        let (better, share) = compared.better().expect("the rules build other trees");
        assert_eq!(better == 1, compared.sums[1] < compared.sums[0]);
        let [mean, other] = [better, 1 - better].map(|which| maps[which].mean());
        assert!((share - (other - mean) / other).abs() < 1.0e-9 && share > 0.0);
        assert_eq!(
            Some(compared.greatest),
            maps.iter()
                .filter_map(HeatMap::greatest)
                .map(|(_, value)| value)
                .max()
        );
        let same = HeatComparison::new(measure, [&maps[0], &maps[0]]);
        assert_eq!((same.better(), same.sums[0]), (None, same.sums[1]));
    }
}

#[test]
fn uncountable_pixels_have_no_value() {
    let (tree, eye) = tree("three_rooms", Rule::Sampled);
    let trees = Trees::of_nodes(&tree);
    let none = map(&trees, Measure::Leaves, eye);
    assert!(
        none.values.iter().all(Option::is_none),
        "without a solid-leaf tree"
    );
    assert_eq!((none.greatest(), none.mean()), (None, 0.0));
    let progress = Progress::default();
    let empty = HeatMap::new(Measure::Nodes, &trees, [0, 0], |at| ray(eye, at), &progress);
    assert_eq!(empty.expect("it is not cancelled").greatest(), None);
    progress.cancel();
    assert!(HeatMap::new(Measure::Nodes, &trees, SIZE, |at| ray(eye, at), &progress).is_err());
}

//! Heat maps: what they show is what the queries count.

use bspwalk_explain::{
    films::{Query, QueryFilm},
    heat::{HeatMap, Measure},
};
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_trees::{BuildParams, NodeTree, QueryCounters, Rule};
use glam::{Vec3, vec3};

const SIZE: [u32; 2] = [23, 17];

fn tree(name: &str, rule: Rule) -> (NodeTree, Vec3) {
    let level = builtin::load(name, &LoadOptions::default(), &Progress::default()).expect("it is built in");
    let tree =
        NodeTree::build(&level.solid_triangles(), &BuildParams::preset(rule)).expect("it can be built");
    (tree, level.spawn.eye.as_vec3())
}

fn ray(eye: Vec3, [x, y]: [u32; 2]) -> [Vec3; 2] {
    [eye, eye + 9.0 * vec3(x as f32 - 11.0, 8.0 - y as f32, -10.0)]
}

/// Each pixel is what the film of its cast counts, and the sum of nodes is what the tree's own counter counts.
#[test]
fn sums_are_those_of_the_counters_and_each_place_is_that_of_its_film() {
    for (name, rule) in [
        ("three_rooms", Rule::Sampled),
        ("hall", Rule::Sampled),
        ("hall", Rule::Ati),
    ] {
        let (tree, eye) = tree(name, rule);
        let map = HeatMap::of_casts(&tree, SIZE, |at| Some(ray(eye, at)), &Progress::default())
            .expect("it is not cancelled");
        let before = QueryCounters::of_this_thread();
        let mut index = 0;
        for y in 0..SIZE[1] {
            for x in 0..SIZE[0] {
                let [from, to] = ray(eye, [x, y]);
                let _ = tree.cast(from, to);
                let film = QueryFilm::record(&tree, &Query::Cast { from, to });
                let totals = film.totals();
                assert_eq!(u64::from(map.nodes[index]), totals.visited, "{name} at {x}, {y}");
                assert_eq!(u64::from(map.faces[index]), totals.tested, "{name} at {x}, {y}");
                index += 1;
            }
        }
        let counted = QueryCounters::of_this_thread().since(before);
        let films: u64 = map.nodes.iter().map(|&nodes| u64::from(nodes)).sum();
        // Films are not counted there.
        assert_eq!(counted.nodes_visited, films, "{name}");
        let ([x, y], most) = map.greatest(Measure::Nodes).expect("there are places");
        assert_eq!(map.nodes[(y * SIZE[0] + x) as usize], most);
        assert!(map.nodes.iter().all(|&nodes| nodes <= most) && most > 0);
        let mean = films as f64 / map.nodes.len() as f64;
        assert!((map.mean(Measure::Nodes) - mean).abs() < 1.0e-9);
    }
}

#[test]
fn places_without_a_ray_and_maps_without_places_cost_nothing() {
    let (tree, _) = tree("three_rooms", Rule::Sampled);
    let progress = Progress::default();
    let map = HeatMap::of_casts(&tree, SIZE, |_| None, &progress).expect("it is not cancelled");
    assert!(map.nodes.iter().chain(&map.faces).all(|&cost| cost == 0));
    let none = HeatMap::of_casts(&tree, [0, 0], |_| None, &progress).expect("it is not cancelled");
    assert_eq!(none.greatest(Measure::Faces), None);
    assert_eq!(none.mean(Measure::Faces), 0.0);
    progress.cancel();
    assert!(HeatMap::of_casts(&tree, SIZE, |_| None, &progress).is_err());
}

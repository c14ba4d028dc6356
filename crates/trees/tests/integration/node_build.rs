//! Tests builds of the node-storing tree under the default rule: the tree must not depend on threads or recording, and
//! its size must be bounded.

use bspwalk_geometry::TaggedTriangle;
use bspwalk_testing::meshes::tagged;
use bspwalk_trees::{BuildParams, NodeTree};
use glam::{DVec3, dvec3};

/// Returns a smooth height field of 2 · `side`² triangles.
fn terrain(side: u32) -> Vec<TaggedTriangle> {
    let at = |x: u32, z: u32| {
        let (x, z) = (f64::from(x), f64::from(z));
        let height = 8.0 * (x * 0.05).sin() * (z * 0.04).cos() + 2.0 * (x * 0.21 + z * 0.13).sin();
        dvec3(x, height, z)
    };
    let squares = (0..side).flat_map(|z| (0..side).map(move |x| (x, z)));
    tagged(squares.flat_map(|(x, z)| {
        let [a, b, c, d] = [at(x, z), at(x + 1, z), at(x, z + 1), at(x + 1, z + 1)];
        [[a, c, b], [b, c, d]]
    }))
}

/// Returns intersecting triangles in all directions.
fn soup(count: u32) -> Vec<TaggedTriangle> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut point = |size: f64| DVec3::from_array(std::array::from_fn(|_| (random.f64() - 0.5) * size));
    tagged((0..count).map(|_| {
        let center = point(100.0);
        [point(8.0), point(8.0), point(8.0)].map(|corner| center + corner)
    }))
}

/// Formats the nodes and fragments of a tree.
fn contents(tree: &NodeTree) -> Vec<String> {
    let nodes = tree.node_ids().map(|id| format!("{:?}", tree.node(id)));
    let fragments = (0..tree.fragment_count()).map(|id| format!("{:?}", tree.fragment(id)));
    nodes.chain(fragments).collect()
}

fn built(triangles: &[TaggedTriangle], threads: usize, record: bool) -> NodeTree {
    let params = BuildParams::default();
    let built = crate::on_threads(threads, || {
        NodeTree::builder(&params).recorded(record).build(triangles)
    });
    built.expect("it builds")
}

#[test]
fn tree_is_independent_of_threads_and_recording() {
    // The meshes are large enough for several threads to divide nodes.
    for triangles in [terrain(80), soup(3000)] {
        let tree = built(&triangles, 1, false);
        assert_eq!(tree.validate(), Ok(()));
        let expected = contents(&tree);
        // A recorded build chooses planes node by node; other builds use one table for each subtree with few pieces.
        for (threads, record) in [(2, false), (1, true)] {
            let other = contents(&built(&triangles, threads, record));
            assert!(expected == other, "{threads} threads, recorded: {record}");
        }
    }
}

#[test]
fn smooth_terrain_has_few_cuts() {
    let triangles = terrain(100);
    let tree = built(&triangles, 2, false);
    let per_triangle = f64::from(tree.fragment_count()) / triangles.len() as f64;
    let statistics = tree.statistics();
    assert!(per_triangle < 1.25, "{per_triangle} fragments a triangle");
    assert!(statistics.depth < 45, "{statistics:?}");
}

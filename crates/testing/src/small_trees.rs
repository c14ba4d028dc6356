//! Small trees, built from a built-in level with a few rooms or from a triangle soup.

use std::sync::Arc;

use bspwalk_compile::CompileParams;
use bspwalk_geometry::{Polygon, TaggedTriangle};
use bspwalk_levels::{Level, LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_trees::{BuildParams, FaceId, LeafTree, NodeTree, Rule, node_storing::QueryLayout};
use glam::DVec3;

/// Returns a built-in level with a few rooms, and its tree.
pub fn room() -> (NodeTree, Level) {
    let level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default());
    let Ok(level) = level else {
        panic!("it is built in")
    };
    (tree(&level.solid_triangles()), level)
}

/// Returns the same level's solid-leaf tree, and the eye position at its spawn.
pub fn leaf_tree() -> (Arc<LeafTree>, DVec3) {
    let (_, level) = room();
    match bspwalk_compile::leaf_tree(&level, &CompileParams::default(), &Arc::default()) {
        Ok(leaves) => (leaves.tree, level.spawn.eye),
        Err(error) => panic!("{error}"),
    }
}

/// Builds a tree with the default splitting rule.
pub fn tree(triangles: &[TaggedTriangle]) -> NodeTree {
    built(triangles, &BuildParams::default())
}

fn built(triangles: &[TaggedTriangle], params: &BuildParams) -> NodeTree {
    match NodeTree::builder(params).recorded(true).build(triangles) {
        Ok(tree) => tree,
        Err(error) => panic!("{error}"),
    }
}

/// Returns randomly oriented triangles with many intersections.
pub fn soup(count: u32, seed: u64) -> Vec<TaggedTriangle> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut point = |size: f64| DVec3::from_array(std::array::from_fn(|_| (random.f64() - 0.5) * size));
    FaceId::range(0..count)
        .map(|face| {
            let center = point(10.0);
            TaggedTriangle {
                corners: std::array::from_fn(|_| center + point(4.0)),
                face,
            }
        })
        .collect()
}

/// Returns the tree of a room, and trees that were built from a triangle soup with several splitting rules.
pub fn trees() -> Vec<NodeTree> {
    let soup = soup(40, 5);
    let mut trees: Vec<NodeTree> = [Rule::Sampled, Rule::Ati, Rule::First, Rule::Random]
        .map(|rule| built(&soup, &BuildParams::preset(rule)))
        .into();
    trees.push(room().0);
    trees
}

/// Returns the distance along a ray to a polygon, if the ray hits the polygon more than `margin` from its edges.
pub fn hit(polygon: &Polygon, eye: DVec3, direction: DVec3, margin: f64) -> Option<f64> {
    let plane = polygon.plane()?;
    let t = -plane.distance(eye) / plane.normal.dot(direction);
    let point = eye + direction * t;
    let corners: Vec<DVec3> = polygon.positions().collect();
    let inside = (0..corners.len()).all(|i| {
        let edge = corners[(i + 1) % corners.len()] - corners[i];
        edge.normalize_or_zero()
            .cross(point - corners[i])
            .dot(plane.normal)
            > margin
    });
    (t > 0.0 && inside).then_some(t)
}

/// Returns a random point in a convex polygon, as a weighted mean of its corners.
pub fn point_in(corners: &[DVec3], random: &mut fastrand::Rng) -> DVec3 {
    let weights: Vec<f64> = corners.iter().map(|_| random.f64() + 1.0e-9).collect();
    let sum: f64 = weights.iter().sum();
    corners
        .iter()
        .zip(weights)
        .map(|(&corner, weight)| corner * (weight / sum))
        .sum()
}

/// Returns copies of the tree, one for each query layout.
pub fn in_all_layouts(tree: &NodeTree) -> [NodeTree; 3] {
    [
        QueryLayout::FASTEST,
        QueryLayout::EVERY_PLANE,
        QueryLayout::WITHOUT_BOUNDS,
    ]
    .map(|layout| {
        let mut tree = tree.clone();
        tree.set_query_layout(layout);
        tree
    })
}

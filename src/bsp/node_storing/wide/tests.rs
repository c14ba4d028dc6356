//! That wide nodes hold what they should: a damaged one gives a wrong answer, which a test of the answers finds.

use glam::{DVec3, Vec3};

use super::{Child, LANES, WideNode};
use crate::{
    bsp::{BuildParams, NodeTree, Obstacles, TriangleList, node_storing::Reading},
    geometry::TaggedTriangle,
};

fn soup(count: u32, random: &mut fastrand::Rng) -> Vec<TaggedTriangle> {
    let mut point = |size: f64| DVec3::from_array(std::array::from_fn(|_| (random.f64() - 0.5) * size));
    (0..count)
        .map(|face| {
            let center = point(10.0);
            TaggedTriangle {
                corners: std::array::from_fn(|_| center + point(3.0)),
                face,
            }
        })
        .collect()
}

/// Whether casts through all fragments, near them and across all others, have the answers of the list, and contacts find the
/// faces.
fn is_right(tree: &NodeTree, list: &TriangleList) -> bool {
    let mut contacts = Vec::new();
    (0..tree.fragment_count()).all(|index| {
        let fragment = tree.fragment(index).expect("it exists");
        let normal = tree.triangle(fragment.triangle).expect("it exists").normal;
        let center = fragment.vertices.iter().sum::<Vec3>() / fragment.vertices.len() as f32;
        let same_casts = [1.0e-3, 20.0].into_iter().all(|far| {
            let [from, to] = [normal, -normal].map(|side| center + side * far);
            let expected = list.cast(from, to).map(|hit| (hit.t.to_bits(), hit.face));
            let found = tree.cast(from, to).map(|hit| (hit.t.to_bits(), hit.face));
            found == expected && tree.is_blocked(from, to) == expected.is_some()
        });
        tree.contacts(center, 1.0e-3, &mut contacts);
        same_casts && contacts.iter().any(|contact| contact.face == fragment.face)
    })
}

/// The lanes of a wide node that hold something.
fn used(node: &WideNode) -> Vec<usize> {
    (0..LANES)
        .filter(|&lane| node.children[lane] != Child::NOTHING)
        .collect()
}

#[test]
fn swapped_children_and_turned_planes_are_noticed() {
    let mut random = fastrand::Rng::with_seed(1);
    for reading in [Reading::FASTEST, Reading::EVERY_PLANE, Reading::PLANES] {
        for _ in 0..12 {
            let triangles = soup(90, &mut random);
            let list = TriangleList::new(&triangles);
            let mut tree = NodeTree::build(&triangles, &BuildParams::default()).expect("it builds");
            tree.set_reading(reading);
            assert!(is_right(&tree, &list), "{reading:?}");

            let right = tree.wide().clone();
            let index = random.usize(..right.nodes.len());
            let lanes = used(&right.nodes[index]);
            if lanes.len() > 1 {
                let mut wrong = right.clone();
                let first = random.usize(..lanes.len() - 1);
                wrong.nodes[index].children.swap(lanes[first], lanes[first + 1]);
                tree.wide = wrong.into();
                assert!(!is_right(&tree, &list), "swapped, {reading:?}");
            }
            // The root's plane, turned around: what was in front of it is looked for behind.
            let mut wrong = right;
            for row in &mut wrong.nodes[0].planes {
                row[0] = -row[0];
            }
            tree.wide = wrong.into();
            assert!(!is_right(&tree, &list), "turned, {reading:?}");
        }
    }
}

/// A tree without a plane that anything lies in front of or behind is one block, and an empty one is nothing.
#[test]
fn the_smallest_trees_are_read() {
    let mut random = fastrand::Rng::with_seed(2);
    for count in 0..10 {
        let triangles = soup(count, &mut random);
        let list = TriangleList::new(&triangles);
        let tree = NodeTree::build(&triangles, &BuildParams::default()).expect("it builds");
        assert!(is_right(&tree, &list), "{count}");
        assert_eq!(tree.cast(Vec3::ZERO, Vec3::ZERO), None);
        assert_eq!(tree.wide().nodes.is_empty(), count <= LANES as u32, "{count}");
    }
}

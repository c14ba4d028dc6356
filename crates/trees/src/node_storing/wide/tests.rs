//! Tests the content of wide nodes. If a node is damaged, queries must return wrong results, and the comparison must
//! detect them.

use std::collections::BTreeSet;

use bspwalk_geometry::{FaceId, TaggedTriangle};
use glam::{DVec3, Vec3};

use super::{Child, LANES, Next, Waiting, Wide, WideNode};
use crate::{BuildParams, NodeTree, Obstacles, TriangleId, TriangleList, node_storing::QueryLayout};

fn soup(count: u32, random: &mut fastrand::Rng) -> Vec<TaggedTriangle> {
    let mut point = |size: f64| DVec3::from_array(std::array::from_fn(|_| (random.f64() - 0.5) * size));
    FaceId::range(0..count)
        .map(|face| {
            let center = point(10.0);
            TaggedTriangle {
                corners: std::array::from_fn(|_| center + point(3.0)),
                face,
            }
        })
        .collect()
}

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

fn triangles_in(wide: &Wide, child: Child) -> BTreeSet<TriangleId> {
    if child.is_block() {
        let triangles = wide.block(child).triangles.iter();
        return triangles.map(|lane| lane.triangle).collect();
    }
    let node = &wide.nodes[child.0 as usize];
    let below = used(node).into_iter();
    below
        .flat_map(|lane| triangles_in(wide, node.children[lane]))
        .collect()
}

fn used(node: &WideNode) -> Vec<usize> {
    (0..LANES)
        .filter(|&lane| node.children[lane] != Child::NOTHING)
        .collect()
}

#[test]
fn damaged_wide_nodes_give_wrong_results() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut swapped = 0;
    for layout in [
        QueryLayout::FASTEST,
        QueryLayout::EVERY_PLANE,
        QueryLayout::WITHOUT_BOUNDS,
    ] {
        for _ in 0..12 {
            let triangles = soup(90, &mut random);
            let list = TriangleList::new(&triangles);
            let mut tree = NodeTree::build(&triangles, &BuildParams::default()).expect("it builds");
            tree.set_query_layout(layout);
            assert!(is_right(&tree, &list), "{layout:?}");

            let right = tree.wide().clone();
            let index = random.usize(..right.nodes.len());
            let filled = used(&right.nodes[index]);
            let pair = filled.windows(2).find(|pair| {
                // Lanes with fragments of the same triangle are interchangeable, so pick lanes with distinct triangles.
                let [a, b] = [pair[0], pair[1]].map(|lane| right.nodes[index].children[lane]);
                triangles_in(&right, a).is_disjoint(&triangles_in(&right, b))
            });
            if let Some(&[first, second]) = pair {
                let mut wrong = right.clone();
                wrong.nodes[index].children.swap(first, second);
                tree.wide = wrong.into();
                swapped += 1;
                assert!(!is_right(&tree, &list), "swapped, {layout:?}");
            }
            // Flip the root's plane, so that queries look for the front content behind it.
            let mut wrong = right;
            for row in &mut wrong.nodes[0].planes {
                row[0] = -row[0];
            }
            tree.wide = wrong.into();
            assert!(!is_right(&tree, &list), "turned, {layout:?}");
        }
    }
    assert!(swapped > 12, "{swapped}");
}

/// A tree with up to eight triangles must be a single block. An empty tree must have no root.
#[test]
fn smallest_trees_have_valid_wide_nodes() {
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

#[test]
fn waiting_children_return_in_reverse_order() {
    let mut waiting = Waiting::new();
    let child = |place: usize| Next {
        child: Child::node(place),
        place: 0,
        from: 0.0,
        to: 1.0,
    };
    // Cross the limit of the part without an allocation in both directions.
    for place in 0..300 {
        waiting.push(child(place));
    }
    for place in (50..300).rev() {
        assert_eq!(waiting.pop().map(|next| next.child), Some(Child::node(place)));
    }
    waiting.push(child(400));
    for place in std::iter::once(400).chain((0..50).rev()) {
        assert_eq!(waiting.pop().map(|next| next.child), Some(Child::node(place)));
    }
    assert!(waiting.pop().is_none());
}

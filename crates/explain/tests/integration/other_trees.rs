//! Checks that a k-d tree, an octree and a BVH give the same results as the node-storing tree and as a plain list.

use bspwalk_collision::Capsule;
use bspwalk_explain::other_trees::{LEVELS, SpatialTree, SpatialTreeKind};
use bspwalk_geometry::{Aabb, TaggedTriangle};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    effort,
    strategies::{config, corners, random_or_grid_points},
};
use bspwalk_trees::{BuildParams, Contact, FaceId, NodeTree, Obstacles, QueryCounters, TriangleList};
use fastrand::Rng;
use glam::{DVec3, Vec3, vec3};
use proptest::prelude::*;

use crate::built_in;

fn build(kind: SpatialTreeKind, triangles: &[TaggedTriangle]) -> SpatialTree {
    SpatialTree::build(kind, triangles, &Progress::default()).expect("nobody cancels")
}

/// Returns the contacts as plain values, without the numbers that each tree assigns.
fn contacts(tree: &impl Obstacles, body: Capsule, center: Vec3) -> Vec<(FaceId, u32)> {
    let mut found: Vec<Contact> = Vec::new();
    bspwalk_collision::contacts(tree, body, center, &mut found);
    let mut contacts: Vec<(FaceId, u32)> = found
        .iter()
        .map(|contact| (contact.face, contact.depth.to_bits()))
        .collect();
    contacts.sort_unstable();
    contacts
}

/// Returns the position of a cast's hit, and the face that was hit.
fn cast(tree: &impl Obstacles, from: Vec3, to: Vec3) -> Option<(u32, FaceId)> {
    tree.cast(from, to).map(|hit| (hit.t.to_bits(), hit.face))
}

/// Returns the position of a sweep's hit.
fn sweep(tree: &impl Obstacles, body: Capsule, from: Vec3, to: Vec3) -> Option<f64> {
    bspwalk_collision::sweep(tree, body, from, to)
        .hit
        .map(|hit| hit.t)
}

/// Compares the results of all trees for one query of each kind.
fn compare(trees: &[SpatialTree], bsp: &NodeTree, list: &TriangleList, from: Vec3, to: Vec3, radius: f32) {
    for tree in trees {
        let case = format!("{:?}, {from} to {to}, radius {radius}", tree.kind());
        let hit = cast(tree, from, to);
        assert_eq!(hit, cast(list, from, to), "{case}: no tree");
        let of_bsp = bsp.cast(from, to).map(|hit| hit.t.to_bits());
        assert_eq!(hit.map(|(t, _)| t), of_bsp, "{case}: BSP tree");
        assert_eq!(tree.is_blocked(from, to), hit.is_some(), "{case}");
        for body in [Capsule::sphere(radius), Capsule::standing(4.0 * radius, radius)] {
            let touched = contacts(tree, body, from);
            assert_eq!(touched, contacts(list, body, from), "{case}: no tree");
            assert_eq!(touched, contacts(bsp, body, from), "{case}: BSP tree");
            let [swept, of_list] = [sweep(tree, body, from, to), sweep(list, body, from, to)];
            let is_same = match (swept, of_list) {
                (Some(a), Some(b)) => (a - b).abs() < 1.0e-6,
                (a, b) => a == b,
            };
            assert!(is_same, "{case}: {swept:?} instead of {of_list:?}");
        }
    }
}

/// Compares all trees for random queries within and around the bounds of the triangles.
fn compare_all(triangles: &[TaggedTriangle], count: usize, random: &mut Rng) {
    let trees = SpatialTreeKind::ALL.map(|kind| build(kind, triangles));
    let bsp = NodeTree::build(triangles, &BuildParams::default()).expect("it builds");
    let list = TriangleList::new(triangles);
    let bounds = list.bounds();
    let (center, size) = (bounds.center().as_vec3(), bounds.size().as_vec3());
    for turn in 0..count {
        let mut point = || {
            let offset = Vec3::from_array(std::array::from_fn(|_| random.f32() - 0.5));
            center + 1.2 * size * offset
        };
        let (from, mut to) = (point(), point());
        // Many levels have axis-aligned walls, so make some queries axis-aligned too.
        match turn % 4 {
            1 => to = vec3(from.x, to.y, from.z),
            2 => to = vec3(to.x, from.y, from.z),
            _ => {}
        }
        let radius = random.f32() * 0.1 * size.max_element() + 1.0e-3;
        compare(&trees, &bsp, &list, from, to, radius);
    }
}

#[test]
fn results_equal_those_of_bsp_trees_in_levels() {
    let mut random = bspwalk_testing::random::seeded(3);
    for name in ["three_rooms", "wedges", "hall"] {
        let triangles = built_in(name).solid_triangles();
        compare_all(&triangles, effort::sampled_or_whole(60, 400), &mut random);
    }
}

proptest! {
    #![proptest_config(config(effort::sampled_or_whole(60, 600)))]

    #[test]
    fn results_equal_those_of_bsp_trees_in_soups(
        soup in random_or_grid_points(|point| prop::collection::vec(corners(point), 1..60)),
        seed in any::<u64>(),
    ) {
        let triangles: Vec<TaggedTriangle> = (0..)
            .zip(soup)
            .map(|(face, corners)| TaggedTriangle { corners, face: FaceId(face) })
            .collect();
        prop_assume!(TriangleList::new(&triangles).triangle_count() > 0);
        compare_all(&triangles, 12, &mut Rng::with_seed(seed));
    }
}

#[test]
fn shape_matches_the_tree() {
    let triangles = built_in("three_rooms").solid_triangles();
    for kind in SpatialTreeKind::ALL {
        let tree = build(kind, &triangles);
        let shape = tree.shape();
        assert_eq!(tree.triangle_count() as usize, triangles.len(), "{kind:?}");
        assert_eq!(shape.depths.iter().sum::<u32>(), shape.nodes, "{kind:?}");
        assert_eq!(shape.depths.len(), shape.depth as usize, "{kind:?}");
        assert_eq!(shape.depths[0], 1, "{kind:?}");
        assert!(
            shape.mean_depth > 1.0 && shape.mean_depth <= f64::from(shape.depth),
            "{kind:?}"
        );
        assert!(shape.cost > 1.0 && shape.bytes > 0, "{kind:?}");
        let references = (shape.references, tree.triangle_count());
        match kind {
            SpatialTreeKind::Bvh => assert_eq!(references.0, references.1),
            _ => assert!(references.0 >= references.1, "{kind:?}: {references:?}"),
        }
        match kind {
            SpatialTreeKind::Octree => assert_eq!(shape.balance, None),
            _ => assert!(
                shape
                    .balance
                    .is_some_and(|balance| balance > 0.0 && balance <= 0.5)
            ),
        }
        // Each box must lie within the root's box.
        let root = shape.levels[0][0].inflated(1.0e-4);
        assert!(shape.levels.len() <= LEVELS, "{kind:?}");
        for (level, nodes) in shape.levels.iter().zip(&shape.depths) {
            assert_eq!(level.len(), *nodes as usize, "{kind:?}");
            let is_within = |cell: &Aabb| root.contains(cell.min) && root.contains(cell.max);
            assert!(level.iter().all(is_within), "{kind:?}");
        }
    }
}

#[test]
fn query_work_is_counted() {
    let triangles = built_in("hall").solid_triangles();
    let list = TriangleList::new(&triangles);
    let center = list.bounds().center().as_vec3();
    for kind in SpatialTreeKind::ALL {
        let tree = build(kind, &triangles);
        let before = QueryCounters::of_this_thread();
        tree.cast(center, center - 100.0 * Vec3::Y);
        let work = QueryCounters::of_this_thread().since(before);
        let all = u64::from(tree.triangle_count());
        assert!(
            work.nodes_visited > 0 && work.nodes_visited < u64::from(tree.shape().nodes),
            "{kind:?}"
        );
        assert!(
            work.faces_tested > 0 && work.faces_tested < all / 4,
            "{kind:?}: {work:?}"
        );
    }
}

#[test]
fn unusual_input_is_handled() {
    let triangle = |corners: [[f64; 3]; 3], face: u32| TaggedTriangle {
        corners: corners.map(DVec3::from),
        face: FaceId(face),
    };
    let floor = [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
    // Test many copies of one triangle, a fan around one corner, and an empty list.
    let copies: Vec<TaggedTriangle> = (0..200).map(|face| triangle(floor, face)).collect();
    let fan: Vec<TaggedTriangle> = (0..200)
        .map(|face| {
            let [a, b] = [face, face + 1].map(|step| f64::from(step) * 0.03);
            let rim = |angle: f64| [angle.cos(), 0.1 * angle, angle.sin()];
            triangle([[0.0; 3], rim(a), rim(b)], face)
        })
        .collect();
    for kind in SpatialTreeKind::ALL {
        for triangles in [&copies, &fan] {
            let tree = build(kind, triangles);
            let shape = tree.shape();
            assert!(
                shape.references <= 16 * tree.triangle_count(),
                "{kind:?}: {shape:?}"
            );
            let [from, to] = [vec3(0.2, 2.0, 0.2), vec3(0.2, -2.0, 0.2)];
            assert_eq!(
                cast(&tree, from, to),
                cast(&TriangleList::new(triangles), from, to)
            );
        }
        let nothing = build(kind, &[]);
        assert_eq!(nothing.shape().nodes, 1, "{kind:?}");
        assert!(nothing.shape().cost.is_finite() && nothing.bounds().is_empty());
        assert_eq!(cast(&nothing, Vec3::ZERO, Vec3::ONE), None);
        assert!(contacts(&nothing, Capsule::sphere(1.0), Vec3::ZERO).is_empty());
        let one = build(kind, &copies[..1]);
        assert_eq!(cast(&one, Vec3::NAN, Vec3::ONE), None);
        assert_eq!(cast(&one, Vec3::ZERO, Vec3::INFINITY), None);
    }
}

#[test]
fn builds_can_be_cancelled() {
    let triangles = built_in("three_rooms").solid_triangles();
    for kind in SpatialTreeKind::ALL {
        let progress = Progress::default();
        progress.cancel();
        assert!(
            SpatialTree::build(kind, &triangles, &progress).is_err(),
            "{kind:?}"
        );
    }
}

//! Hints divide cells before faces do, and do not become faces.

use bspwalk_geometry::Polygon;
use bspwalk_testing::{meshes, rooms};
use bspwalk_trees::{
    NodeId,
    recording::ChosenBy,
    solid_leaf::{Child, LeafParams, LeafRule, LeafTree},
};
use glam::{DVec3, dvec3};

/// Half the length, height and width of the room.
const HALF: [f64; 3] = [4.0, 2.0, 2.0];

/// Returns a square across the x axis.
fn across(x: f64, half: f64) -> Polygon {
    let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
    Polygon::from_points(corners.map(|(y, z)| dvec3(x, y, z)))
}

fn build(params: &LeafParams, hints: &[Polygon]) -> LeafTree {
    let room = rooms::faces(&meshes::room(HALF.map(|half| -half), HALF), true);
    let tree = LeafTree::builder(params)
        .hints(hints)
        .recorded(true)
        .build(&room)
        .expect("it is built");
    assert_eq!(tree.validate(), Ok(()));
    tree
}

#[test]
fn hint_divides_room_without_face() {
    for rule in LeafRule::ALL {
        let params = LeafParams::preset(rule);
        let without = build(&params, &[]);
        // Larger than the room, because the part outside is cut off.
        let tree = build(&params, &[across(1.0, 9.0)]);
        assert_eq!((without.leaf_count(), without.portal_count()), (2, 0), "{rule}");
        assert_eq!((tree.leaf_count(), tree.portal_count()), (3, 1), "{rule}");
        let sides = [0.0, 2.0].map(|x| tree.locate(dvec3(x, 0.0, 0.0)));
        assert!(sides[0] != sides[1] && sides.iter().all(|&leaf| !tree.is_solid(leaf)));
        let id = NodeId(LeafTree::WORLD_BOX_SIDES);
        let node = tree.node(id).expect("a node");
        assert!(
            node.plane.distance(DVec3::X).abs() < 1.0e-9,
            "{rule}: {:?}",
            node.plane
        );
        assert!(matches!(
            [node.front, node.back],
            [Child::Leaf(_), Child::Leaf(_)]
        ));
        let decision = &tree.recording().expect("it is recorded").decisions[id.index()];
        assert_eq!(
            (decision.chosen_by, decision.coplanar),
            (ChosenBy::Hint, 1),
            "{rule}"
        );
        assert!(
            decision
                .candidates
                .iter()
                .all(|candidate| candidate.face.is_none())
        );
        let figures = [without, tree].map(|tree| {
            let statistics = tree.statistics();
            (statistics.structural, statistics.merged_polygons)
        });
        assert_eq!(figures[0], figures[1], "a hint is no face");
    }
}

#[test]
fn useless_hints_change_nothing() {
    let params = LeafParams::default();
    for hint in [
        across(4.0, 1.0),
        across(9.0, 1.0),
        across(f64::NAN, 1.0),
        Polygon::from_points([DVec3::X; 3]),
        Polygon::from_points([]),
    ] {
        assert_eq!(
            build(&params, std::slice::from_ref(&hint)).leaf_count(),
            2,
            "{hint:?}"
        );
    }
}

#[test]
fn hint_divides_only_cells_that_it_reaches() {
    // The first hint divides the room. The second one lies on one side of it, and leaves the other side whole.
    let second = Polygon::from_points([
        dvec3(1.5, 0.5, -1.0),
        dvec3(3.0, 0.5, -1.0),
        dvec3(3.0, 0.5, 1.0),
        dvec3(1.5, 0.5, 1.0),
    ]);
    let tree = build(&LeafParams::default(), &[across(1.0, 2.0), second]);
    let leaf = |x: f64, y: f64| tree.locate(dvec3(x, y, 0.0));
    assert_ne!(leaf(2.0, 0.0), leaf(2.0, 1.0));
    assert_eq!(leaf(0.0, 0.0), leaf(0.0, 1.0));
}

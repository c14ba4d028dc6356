//! Checks that each worked example behaves as its text describes.

use std::sync::Arc;

use bspwalk_collision::{Capsule, is_clear};
use bspwalk_compile::CompileParams;
use bspwalk_explain::{
    films::{Answer, PRESETS, Preset, QueryFilm, Shows, Step, caption, preset},
    glossary::{Reference, Source},
};
use bspwalk_geometry::{Aabb, Relation, SeparatingAxis, separating_axes::axis_projections};
use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_trees::{
    FaceId, NodeId, NodeTree,
    node_storing::{Branch, Replay},
    observer::{AtPlane, TestOutcome},
};
use glam::{DVec3, Vec3, dvec3};

use crate::{built_in, watchable};

fn open(name: &str) -> (&'static Preset, Level, NodeTree) {
    let preset = preset(name).unwrap_or_else(|| panic!("no preset {name}"));
    let level = built_in(preset.level);
    let tree = watchable(&level.solid_triangles(), &preset.params);
    assert_eq!(tree.validate(), Ok(()), "{name}");
    (preset, level, tree)
}

fn film(name: &str) -> (QueryFilm, NodeTree) {
    let (preset, _, tree) = open(name);
    let Shows::Query(query) = preset.shows else {
        panic!("{name} shows no query");
    };
    (QueryFilm::record(&tree, &query), tree)
}

#[test]
fn presets_have_names_words_and_sources() {
    let mut names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), PRESETS.len(), "a name comes twice");
    for preset in PRESETS {
        assert!(
            preset.words.text().ends_with('.') && preset.words.text().len() < 260,
            "{}",
            preset.name
        );
        assert!(
            bspwalk_compile::built_in::find(preset.level).is_some(),
            "{}",
            preset.name
        );
    }
    for reference in [
        Reference::AtiSdk,
        Reference::Ericson,
        Reference::Noslopforever,
        Reference::DxFramework,
    ] {
        assert!(
            PRESETS
                .iter()
                .any(|preset| matches!(preset.source, Source::Work(work, _) if work == reference)),
            "{}",
            reference.name()
        );
    }
}

/// Checks that the segment crosses the plane of a node outside the node's triangle, and that the hit is deeper in the
/// tree.
#[test]
fn a_plane_is_hit_but_not_its_triangle() {
    let (film, tree) = film("plane_hit");
    let Some(Answer::Cast(Some(hit))) = film.answer() else {
        panic!("the segment meets a wall");
    };
    let steps: Vec<Step> = film.steps().copied().collect();
    let crosses_root = steps.iter().any(|step| {
        matches!(step, Step::Visit { node: NodeId(0), plane: AtPlane::Crosses { first: Branch::Front, t } } if (0.0..hit.t).contains(t))
    });
    assert!(
        crosses_root,
        "the root's plane is crossed from the front, before the hit"
    );
    let missed = steps.iter().position(|step| {
        matches!(
            step,
            Step::Test {
                node: NodeId(0),
                tested: TestOutcome::Outside,
                ..
            }
        )
    });
    let missed = missed.expect("the plane is hit outside of its triangle");
    let sentence = caption(&film, &tree, missed);
    assert!(
        sentence.contains("the line hits the plane of the face at")
            && sentence.contains("outside the triangle"),
        "{sentence}"
    );
    let found = steps.iter().position(|step| {
        matches!(step, Step::Test { triangle, tested: TestOutcome::Hit { .. }, .. } if *triangle == hit.triangle)
    });
    assert!(found > Some(missed), "the hit comes later");
    let side = tree.ancestors(hit.node).last();
    assert_eq!(
        side,
        Some((NodeId::ROOT, Branch::Back)),
        "behind the root's plane"
    );
}

/// Checks which side of the root's plane each face is on, and how many pieces of it the tree contains.
#[test]
fn split_presets_classify_their_face() {
    for (name, fate, pieces) in [
        ("split_through_corner", Relation::Straddling, 2),
        ("split_corner_front", Relation::Front, 1),
        ("split_corner_back", Relation::Back, 1),
        ("split_edge_front", Relation::Front, 1),
        ("split_edge_back", Relation::Back, 1),
        ("split_coplanar", Relation::On, 1),
        ("split_coplanar_opposite", Relation::On, 1),
    ] {
        let (preset, level, tree) = open(name);
        let Shows::Division { face } = preset.shows else {
            panic!("{name} shows no division");
        };
        let corners = level.triangle_of_face(face).expect("it is of this level").corners;
        let on_plane = corners.iter().filter(|corner| corner.z == 0.0).count();
        assert!(on_plane > 0, "{name}: no corner lies on the plane");

        let tree = Arc::new(tree);
        let root = tree.node(NodeId(0)).expect("there is a root").plane;
        assert_eq!(
            (root.normal, root.d),
            (DVec3::Z, 0.0),
            "{name}: another plane divides"
        );
        let progress = Progress::default();
        let mut replay =
            Replay::new(tree.clone(), &level.solid_triangles(), &progress).expect("its triangles");
        let division = replay.division(NodeId(0), &progress).expect("it exists");
        let fates: Vec<Relation> = division
            .pieces()
            .filter(|piece| piece.face == face)
            .map(|piece| piece.relation)
            .collect();
        assert_eq!(fates, [fate], "{name}");

        let fragments: Vec<_> = (0..tree.fragment_count())
            .filter_map(|index| tree.fragment(index))
            .filter(|fragment| fragment.face == face)
            .collect();
        assert_eq!(fragments.len(), pieces, "{name}");
        for fragment in &fragments {
            assert_eq!(fragment.vertices.len(), 3, "{name}: every piece is a triangle");
            let side = tree.ancestors(fragment.node).last().map(|(_, branch)| branch);
            let middle = fragment.vertices.iter().sum::<Vec3>().z;
            let expected = match fate {
                Relation::On => None,
                _ if middle > 0.0 => Some(Branch::Front),
                _ => Some(Branch::Back),
            };
            assert_eq!(side, expected, "{name}");
        }
        // The two coplanar cases differ only in their normals, which the tree must preserve.
        let [a, b, c] = corners;
        let agrees = (b - a).cross(c - a).z > 0.0;
        if fate == Relation::On {
            assert_eq!(agrees, name == "split_coplanar");
            let at_root = tree
                .triangles_at(NodeId(0))
                .filter_map(|index| tree.triangle(index));
            let own = at_root
                .into_iter()
                .find(|view| view.face == face)
                .expect("the root stores it");
            assert_eq!(own.normal.z > 0.0, agrees, "{name}");
        }
    }
}

/// Checks that only one of the 13 axes separates the box from the triangle: the cross product of Z and an edge.
#[test]
fn exactly_one_axis_separates() {
    let (film, tree) = film("separating_axis");
    assert_eq!(film.answer(), Some(&Answer::Overlap(Vec::new())));
    let expected = SeparatingAxis::Cross { axis: 2, edge: 2 };
    let index = film.steps().position(|step| {
        matches!(step, Step::Test { triangle, tested: TestOutcome::Separated(axis), .. }
            if *axis == expected && tree.triangle(*triangle).is_some_and(|view| view.face == FaceId(0)))
    });
    let sentence = caption(&film, &tree, index.expect("the triangle is tested by its axes"));
    assert!(
        sentence.contains("axis 13 of 13") && sentence.contains("7.1 cm"),
        "{sentence}"
    );
    let triangle = tree
        .triangle_ids()
        .find_map(|index| tree.triangle(index).filter(|view| view.face == FaceId(0)));
    let aabb = Aabb {
        min: dvec3(-0.5, 0.5, -0.5),
        max: dvec3(0.5, 1.5, 0.5),
    };
    let corners = triangle.expect("it exists").corners.map(Vec3::as_dvec3);
    let separating: Vec<SeparatingAxis> = axis_projections(&aabb, corners)
        .iter()
        .filter(|projection| projection.separates())
        .map(|projection| projection.axis)
        .collect();
    assert_eq!(separating, [expected]);
}

#[test]
fn ati_push_fails_where_correct_push_holds() {
    let (failed, tree) = film("push_fails");
    let (Some(Answer::PushAti(pushed)), Some(query)) = (failed.answer(), failed.query()) else {
        panic!("it is the sample's push");
    };
    let body = query.body().expect("a sphere");
    assert!(pushed.pushed, "it says that it pushed");
    let mut contacts = Vec::new();
    tree.contacts(pushed.center, body.radius, &mut contacts);
    let deepest = contacts.first().expect("it ends in a wall").depth;
    assert!(deepest > 0.02, "it ends only {deepest} m in a wall");
    let pushes = failed.steps().filter(|step| {
        matches!(
            step,
            Step::Test {
                tested: TestOutcome::Pushed { .. },
                ..
            }
        )
    });
    assert!(pushes.count() >= 2, "one wall after the other");

    let (held, _) = film("push_holds");
    let Some(Answer::Push(pushed)) = held.answer() else {
        panic!("it is the right push");
    };
    assert!(pushed.clear && is_clear(&tree, Capsule::sphere(body.radius), pushed.center));
    assert_eq!(
        tree.cast(query.place(), pushed.center),
        None,
        "it went through a wall"
    );
}

#[test]
fn rooms_come_in_order_c_b_a() {
    let (preset, level, _) = open("room_order");
    let Shows::Order { eye } = preset.shows else {
        panic!("it shows an order");
    };
    let leaves = bspwalk_compile::leaf_tree(&level, &CompileParams::default(), &Arc::default());
    let tree = leaves.expect("it builds").tree;
    let rooms = [
        ('A', dvec3(2.6, 1.6, 4.0)),
        ('B', dvec3(-2.6, 1.6, -3.1)),
        ('C', dvec3(2.6, 1.6, -3.1)),
    ]
    .map(|(name, place)| (name, tree.locate(place)));
    assert_eq!(tree.locate(eye.as_dvec3()), rooms[2].1, "the eye is in room C");
    let order: String = tree
        .order()
        .near_to_far(eye.as_dvec3())
        .filter_map(|leaf| rooms.iter().find(|room| room.1 == leaf))
        .map(|room| room.0)
        .collect();
    assert_eq!(order, "CBA");
}

//! Tests that replacing objects in a tree gives the answers of a tree built from the changed triangles.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use bspwalk_collision::{Capsule, sweep};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_testing::{
    effort, levels, meshes,
    oracle::Oracle,
    queries::Queries,
    random::{self, Random},
};
use bspwalk_trees::{
    BuildParams, FaceId, NodeTree, Rule, TriangleList,
    node_storing::{BuildError, EditableTree, FullBuild, QueryLayout, Replay, ReplayError, TreeChange},
};
use glam::{DQuat, DVec3, Vec3, dvec3};
use proptest::prelude::*;

/// Face numbers of an object with number `n` are from `n` times this number.
const FACES: u32 = 1000;

/// Objects with their triangles, by number.
type Objects = BTreeMap<u32, Vec<TaggedTriangle>>;

fn object_of(face: FaceId) -> u32 {
    face.0 / FACES
}

fn all(objects: &Objects) -> Vec<TaggedTriangle> {
    objects.values().flatten().copied().collect()
}

fn numbered(object: u32, triangles: impl IntoIterator<Item = [DVec3; 3]>) -> Vec<TaggedTriangle> {
    let faces = object * FACES..;
    let tagged = triangles.into_iter().zip(faces);
    tagged
        .map(|(corners, face)| TaggedTriangle {
            corners,
            face: FaceId(face),
        })
        .collect()
}

/// Returns a random object: a turned box, a box that is flush with a grid, rubble, long triangles that cross everything,
/// or a sphere.
fn made(random: &mut Random, object: u32) -> Vec<TaggedTriangle> {
    let mut point = |size: f64| dvec3(random.f64() - 0.5, random.f64() - 0.5, random.f64() - 0.5) * size;
    let (at, half) = (point(16.0), point(3.0).abs() + 0.1);
    let turn = DQuat::from_scaled_axis(point(3.0));
    let count = random.usize(1..40);
    let triangles = match random.u32(..6) {
        0 => meshes::cuboid(-half, half, false)
            .into_iter()
            .map(|corners| corners.map(|corner| at + turn * corner))
            .collect(),
        1 | 2 => {
            let snapped = |point: DVec3| (point * 2.0).round() * 0.5;
            meshes::cuboid(
                snapped(at),
                snapped(at) + snapped(half).max(DVec3::splat(0.5)),
                random.bool(),
            )
        }
        3 => meshes::confetti(random, count, half.x, 0.5)
            .into_iter()
            .map(|corners| corners.map(|corner| at + corner))
            .collect(),
        4 => meshes::soup(random, 2, 12.0),
        _ => meshes::sphere(at, half.y, 5),
    };
    numbered(object, triangles.into_iter().take(FACES as usize))
}

fn level(random: &mut Random, objects: u32) -> Objects {
    let mut level: Objects = (1..=objects)
        .map(|object| (object, made(random, object)))
        .collect();
    level.insert(0, numbered(0, meshes::room([-10.0; 3], [10.0; 3])));
    level
}

/// Changes a random object: it moves, disappears, appears, or becomes another one. Returns its number.
fn change(random: &mut Random, objects: &mut Objects) -> u32 {
    let object = random.u32(1..objects.len() as u32 + 3);
    let by = dvec3(random.f64() - 0.5, random.f64() - 0.5, random.f64() - 0.5) * 3.0;
    match (objects.get_mut(&object), random.u32(..4)) {
        (Some(_), 0) => {
            objects.remove(&object);
        }
        (Some(triangles), 1 | 2) => {
            for triangle in triangles {
                triangle.corners = triangle.corners.map(|corner| corner + by);
            }
        }
        _ => {
            objects.insert(object, made(random, object));
        }
    }
    object
}

/// Replaces an object in the tree by its current triangles.
#[track_caller]
fn replace(tree: &mut EditableTree, objects: &Objects, object: u32) -> TreeChange {
    let old = tree.tree().clone();
    let triangles = objects.get(&object).map_or(&[][..], Vec::as_slice);
    let change = tree
        .replace(|face| object_of(face) == object, triangles, &Progress::default())
        .expect("it can be replaced");
    let new = tree.tree();
    assert_eq!(change.nodes_kept + change.nodes_removed, old.node_count());
    assert_eq!(change.nodes_kept + change.nodes_built, new.node_count());
    assert_eq!(
        change.fragments_kept + change.fragments_built,
        new.fragment_count()
    );
    assert!(
        change.full_build.is_none() || change.nodes_kept == 0,
        "{change:?}"
    );
    change
}

fn sorted(triangles: impl Iterator<Item = TaggedTriangle>) -> Vec<String> {
    let mut sorted: Vec<String> = triangles.map(|triangle| format!("{triangle:?}")).collect();
    sorted.sort();
    sorted
}

/// Compares the answers of a tree with brute force in `f64`, with a list of all triangles, and with a tree that is
/// built from them.
#[track_caller]
fn check_answers(case: &str, tree: &NodeTree, triangles: &[TaggedTriangle], queries: u32, seed: u64) {
    let built = NodeTree::build(triangles, tree.params()).expect("it builds");
    let (list, oracle) = (TriangleList::new(triangles), Oracle::new(triangles));
    let mut random = Queries::new(seed, oracle.triangles());
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let (mut our_faces, mut their_faces) = (Vec::new(), Vec::new());
    for turn in 0..queries {
        let (from, to) = match turn % 3 {
            0 => random.grazing_segment(),
            _ => random.segment(),
        };
        let hit = tree.cast(from, to);
        oracle
            .check_cast(from, to, hit.as_ref(), true)
            .unwrap_or_else(|error| panic!("{case}: {error}"));
        let t = hit.map(|hit| hit.t.to_bits());
        assert_eq!(
            t,
            built.cast(from, to).map(|hit| hit.t.to_bits()),
            "{case}: {from} to {to}"
        );
        assert_eq!(t.is_some(), tree.is_blocked(from, to), "{case}: {from} to {to}");

        let (center, radius) = random.sphere();
        tree.contacts(center, radius, &mut ours);
        built.contacts(center, radius, &mut theirs);
        let [our_contacts, their_contacts] = [&ours, &theirs].map(|contacts| {
            let parts = contacts
                .iter()
                .map(|found| (found.face, found.depth.to_bits(), found.point, found.normal));
            parts.collect::<Vec<(FaceId, u32, Vec3, Vec3)>>()
        });
        assert_eq!(our_contacts, their_contacts, "{case}: {center} within {radius}");
        oracle
            .check_contacts(center, radius, &ours, true)
            .unwrap_or_else(|error| panic!("{case}: {error}"));

        let (min, max) = random.aabb();
        tree.overlap(min, max, &mut our_faces);
        built.overlap(min, max, &mut their_faces);
        assert_eq!(our_faces, their_faces, "{case}: {min} to {max}");
        oracle
            .check_overlap(min, max, &our_faces, true)
            .unwrap_or_else(|error| panic!("{case}: {error}"));

        let body = if turn % 2 == 0 {
            Capsule::sphere(0.3)
        } else {
            Capsule::standing(1.8, 0.3)
        };
        let [swept, expected, brute] = [
            sweep(tree, body, from, to).hit,
            sweep(&built, body, from, to).hit,
            sweep(&list, body, from, to).hit,
        ]
        .map(|hit| hit.map(|hit| hit.t.to_bits()));
        assert_eq!(swept, expected, "{case}: sweep from {from} to {to}");
        assert_eq!(swept, brute, "{case}: sweep from {from} to {to}");
    }
}

/// Replays every division of the tree.
#[track_caller]
fn check_replay(case: &str, tree: &EditableTree) {
    let triangles: Vec<TaggedTriangle> = tree.triangles().collect();
    let progress = Progress::default();
    let replay = Replay::new(tree.tree().clone(), &triangles, &progress);
    let mut replay = replay.unwrap_or_else(|error| panic!("{case}: {error}"));
    for node in tree.tree().node_ids() {
        replay
            .division(node, &progress)
            .unwrap_or_else(|error| panic!("{case}, node {node}: {error}"));
    }
}

fn params(rule: Rule, max_fragments: u32) -> BuildParams {
    BuildParams {
        max_fragments,
        ..BuildParams::preset(rule)
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: effort::sampled_or_whole(12, 300),
        ..ProptestConfig::default()
    })]

    #[test]
    fn changed_tree_answers_like_a_built_one(
        seed in any::<u64>(),
        rule in prop::sample::select(Rule::ALL.to_vec()),
        objects in 0_u32..40,
        limit in prop::sample::select(vec![0, 0, 600]),
    ) {
        let mut random = random::seeded(seed);
        let mut objects = level(&mut random, objects);
        let params = params(rule, limit);
        let mut tree = EditableTree::build(&all(&objects), &params, &Progress::default()).expect("it builds");
        for turn in 0..10 {
            let object = change(&mut random, &mut objects);
            let done = replace(&mut tree, &objects, object);
            let case = format!("{rule}, change {turn}: {done:?}");
            prop_assert_eq!(tree.tree().validate(), Ok(()), "{}", case);
            let triangles = all(&objects);
            prop_assert_eq!(sorted(tree.triangles()), sorted(triangles.iter().copied()));
            check_answers(&case, tree.tree(), &triangles, 20, seed.wrapping_add(turn));
            if turn == 9 {
                check_replay(&case, &tree);
            }
        }
    }
}

#[test]
fn many_replacements_keep_tree_valid_and_small() {
    let mut random = random::seeded(3);
    let mut objects = level(&mut random, 150);
    let mut tree = EditableTree::build(&all(&objects), &BuildParams::default(), &Progress::default())
        .expect("it builds");
    let (mut full_builds, mut kept, mut built) = (0, 0_u64, 0_u64);
    for turn in 0..effort::sampled_or_whole(200, 2000) {
        let object = change(&mut random, &mut objects);
        let done = replace(&mut tree, &objects, object);
        full_builds += u32::from(done.full_build.is_some());
        kept += u64::from(done.nodes_kept);
        built += u64::from(done.nodes_built);
        if turn % 50 == 49 {
            assert_eq!(tree.tree().validate(), Ok(()), "change {turn}");
            let triangles = all(&objects);
            let whole = NodeTree::build(&triangles, &BuildParams::default()).expect("it builds");
            let [ours, theirs] = [tree.tree().statistics(), whole.statistics()];
            println!("change {turn}: {ours:?}, built from scratch: {theirs:?}");
            assert!(
                ours.fragments < 2 * theirs.fragments,
                "{ours:?} instead of {theirs:?}"
            );
            check_answers("many", tree.tree(), &triangles, 100, turn);
        }
    }
    println!("{full_builds} full builds; {kept} nodes kept, {built} built");
    assert!(kept > built, "{kept} nodes kept, {built} built");
}

/// Moves an object back and forth, as a door does. The tree must not be rebuilt again and again.
#[test]
fn door_causes_no_full_builds() {
    let mut random = random::seeded(8);
    let mut objects = level(&mut random, 100);
    let door = |open: f64| {
        numbered(
            500,
            meshes::cuboid(dvec3(open, 0.0, 0.0), dvec3(open + 1.0, 2.0, 0.1), false),
        )
    };
    objects.insert(500, door(0.0));
    let mut tree = EditableTree::build(&all(&objects), &BuildParams::default(), &Progress::default())
        .expect("it builds");
    let mut counts = Vec::new();
    for turn in 0..300 {
        objects.insert(500, door(f64::from(turn % 10) * 0.1));
        let done = replace(&mut tree, &objects, 500);
        assert_eq!(done.full_build, None, "turn {turn}");
        assert!(done.nodes_kept > 5 * done.nodes_built, "turn {turn}: {done:?}");
        counts.push(tree.tree().node_count());
    }
    assert_eq!(counts[100..110], counts[290..300], "the tree degrades");
    assert_eq!(tree.tree().validate(), Ok(()));
    check_answers("door", tree.tree(), &all(&objects), 200, 1);
}

#[test]
fn changes_do_not_depend_on_threads() {
    let changed = |threads: usize| {
        crate::on_threads(threads, || {
            let mut random = random::seeded(4);
            let mut objects = level(&mut random, 300);
            let mut tree = EditableTree::build(&all(&objects), &BuildParams::default(), &Progress::default())
                .expect("it builds");
            let mut texts = String::new();
            for _ in 0..10 {
                let object = change(&mut random, &mut objects);
                let done = replace(&mut tree, &objects, object);
                texts += &format!("{done:?} {:?}", tree.tree());
            }
            texts
        })
    };
    assert!(changed(1) == changed(4));
}

#[test]
fn replacement_can_be_cancelled_anywhere() {
    let mut random = random::seeded(5);
    let mut objects = level(&mut random, 60);
    let mut tree = EditableTree::build(&all(&objects), &BuildParams::default(), &Progress::default())
        .expect("it builds");
    for turn in 0..6 {
        let object = change(&mut random, &mut objects);
        let triangles = objects.get(&object).cloned().unwrap_or_default();
        let before = tree.tree().clone();
        let mut at = 0;
        loop {
            let left = Arc::new(AtomicU64::new(at));
            let progress = Progress::with_check_hook(move |progress| {
                if left
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                    .is_err()
                {
                    progress.cancel();
                }
            });
            match tree.replace(|face| object_of(face) == object, &triangles, &progress) {
                Ok(_) => {
                    assert!(at > 10, "only {at} checks");
                    break;
                }
                Err(error) => assert_eq!(error, BuildError::Cancelled(Cancelled)),
            }
            assert!(Arc::ptr_eq(&before, tree.tree()), "change {turn}, check {at}");
            at += 1 + at / 16;
        }
        assert_eq!(tree.tree().validate(), Ok(()), "change {turn}");
        assert_eq!(sorted(tree.triangles()), sorted(all(&objects).into_iter()));
    }
    check_answers("after cancelling", tree.tree(), &all(&objects), 100, 2);
}

#[test]
fn full_builds_have_their_reasons() {
    let mut random = random::seeded(6);
    let objects = level(&mut random, 60);
    let progress = Progress::default();
    let build =
        |params: &BuildParams| EditableTree::build(&all(&objects), params, &progress).expect("it builds");
    let cube = |at: f64, object: u32| {
        numbered(
            object,
            meshes::cuboid(DVec3::splat(at), DVec3::splat(at + 1.0), false),
        )
    };

    let mut ati = build(&BuildParams::ATI);
    let done = ati
        .replace(|_| false, &cube(0.0, 100), &progress)
        .expect("it builds");
    assert_eq!(done.full_build, Some(FullBuild::Rule));

    let mut tree = build(&BuildParams::default());
    let done = tree.replace(|_| false, &[], &progress).expect("nothing changes");
    assert_eq!(
        (done.nodes_kept, done.full_build),
        (tree.tree().node_count(), None)
    );
    let done = tree
        .replace(|_| false, &cube(0.0, 100), &progress)
        .expect("it builds");
    assert_eq!(done.full_build, None);
    let done = tree
        .replace(|_| false, &cube(100.0, 101), &progress)
        .expect("it builds");
    assert_eq!(done.full_build, Some(FullBuild::Size));
    let done = tree
        .replace(|face| object_of(face) == 101, &[], &progress)
        .expect("it builds");
    assert_eq!(done.full_build, Some(FullBuild::Size));
    let done = tree
        .replace(|face| object_of(face) > 30, &[], &progress)
        .expect("it builds");
    assert_eq!(done.full_build, Some(FullBuild::Share));
    let done = tree.replace(|_| true, &[], &progress).expect("an empty tree");
    assert_eq!(
        (done.full_build, tree.tree().node_count()),
        (Some(FullBuild::Share), 0)
    );
    assert_eq!(tree.triangles().len(), 0);
    let done = tree
        .replace(|_| true, &cube(1.0, 7), &progress)
        .expect("it builds");
    assert_eq!((done.triangles_added, tree.tree().triangle_count()), (12, 12));

    // Long triangles cut everything, so the tree gets many more fragments.
    let tight = params(
        Rule::Sampled,
        build(&BuildParams::default()).tree().fragment_count() + 20,
    );
    let mut tree = build(&tight);
    let soup = numbered(200, meshes::soup(&mut random, 30, 9.0));
    let done = tree.replace(|_| false, &soup, &progress).expect("it builds");
    assert_eq!(done.full_build, Some(FullBuild::Fragments));
    assert!(tree.tree().has_blocks());
}

#[test]
fn bad_input_is_rejected_and_changes_nothing() {
    let mut random = random::seeded(7);
    let objects = level(&mut random, 20);
    let progress = Progress::default();
    let tree = NodeTree::build(&all(&objects), &BuildParams::default()).expect("it builds");
    let mut layout = tree.clone();
    layout.set_query_layout(QueryLayout::EVERY_PLANE);
    let other = EditableTree::new(tree.into(), &all(&objects)[1..], &progress);
    assert_eq!(other.err(), Some(ReplayError::OtherTriangles));

    let mut tree = EditableTree::new(layout.into(), &all(&objects), &progress).expect("it is its tree");
    let before = format!("{:?}", tree.tree());
    let corners = [DVec3::ZERO, DVec3::NAN, DVec3::X];
    let rejected = tree.replace(
        |_| true,
        &[TaggedTriangle {
            corners,
            face: FaceId(9),
        }],
        &progress,
    );
    assert_eq!(rejected, Err(BuildError::NotFinite { face: FaceId(9) }));
    assert!(before == format!("{:?}", tree.tree()));

    // Degenerate triangles are skipped, and the layout stays.
    let corners = [DVec3::ZERO, DVec3::X, 2.0 * DVec3::X];
    let done = tree.replace(
        |face| object_of(face) == 3,
        &[TaggedTriangle {
            corners,
            face: FaceId(9),
        }],
        &progress,
    );
    let done = done.expect("it builds");
    assert_eq!(
        (done.triangles_added, done.triangles_removed as usize),
        (0, objects[&3].len())
    );
    let done = tree
        .replace(|face| face.0 % 2 == 0, &[], &progress)
        .expect("it builds");
    assert_eq!(done.full_build, Some(FullBuild::Share));
    assert_eq!(tree.tree().query_layout(), QueryLayout::EVERY_PLANE);
}

#[test]
fn objects_in_shared_levels_can_be_replaced() {
    for level in levels::load_small_unless_full() {
        let progress = Progress::default();
        let mut triangles = level.triangles;
        let mut tree =
            EditableTree::build(&triangles, &BuildParams::default(), &progress).expect("it builds");
        let mut random = random::seeded(9);
        for size in [0.01, 0.05, 0.2] {
            // The object consists of the triangles around one of them. It moves, and then every second one disappears.
            let diagonal = tree.tree().bounds().size().length();
            let center = triangles[random.usize(..triangles.len())].corners[0];
            let is_object =
                |triangle: &TaggedTriangle| triangle.corners[0].distance(center) < size * diagonal;
            let faces: std::collections::HashSet<FaceId> = triangles
                .iter()
                .filter(|triangle| is_object(triangle))
                .map(|triangle| triangle.face)
                .collect();
            for step in 0..2 {
                triangles.retain(|triangle| {
                    step == 0 || !faces.contains(&triangle.face) || triangle.face.0 % 2 == 0
                });
                for triangle in &mut triangles {
                    if faces.contains(&triangle.face) {
                        triangle.corners = triangle
                            .corners
                            .map(|corner| corner + dvec3(0.013, 0.007, 0.011) * diagonal);
                    }
                }
                let moved: Vec<TaggedTriangle> = triangles
                    .iter()
                    .filter(|triangle| faces.contains(&triangle.face))
                    .copied()
                    .collect();
                let done = tree
                    .replace(|face| faces.contains(&face), &moved, &progress)
                    .expect("it builds");
                let case = format!("{}, {} of {}: {done:?}", level.name, faces.len(), triangles.len());
                println!("{case}");
                assert_eq!(tree.tree().validate(), Ok(()), "{case}");
                check_answers(
                    &case,
                    tree.tree(),
                    &triangles,
                    effort::sampled_or_whole(100, 1000),
                    3,
                );
            }
        }
    }
}

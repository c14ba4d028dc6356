//! Compares casts, contacts, overlaps and paths with `f64` brute force and with parry3d. Every rule is tested, on
//! generated meshes and on the shared levels.

use std::{collections::BTreeSet, time::Instant};

use bspwalk_geometry::TaggedTriangle;
use bspwalk_testing::{
    effort, levels, meshes,
    oracle::{Oracle, Verdict, VerdictCounts},
    queries::Queries,
    recursive::{self, RecursiveQuery},
    small_trees::in_all_layouts,
};
use bspwalk_trees::{
    BuildParams, Contact, FaceId, Feature, NodeTree, Rule, TriangleId, node_storing::Branch,
};
use glam::{DVec3, Vec3, dvec3};
use rayon::prelude::*;

/// Number of queries of each kind.
#[derive(Clone, Copy)]
struct Effort {
    casts: u32,
    grazing_casts: u32,
    contacts: u32,
    overlaps: u32,
    paths: u32,
    /// One in this many queries is also tested by brute force against all triangles.
    brute_force_every: u32,
}

/// Builds a tree, validates it and runs all queries. Panics at the first wrong result.
#[track_caller]
fn check(name: &str, triangles: &[TaggedTriangle], params: &BuildParams, effort: &Effort) -> String {
    let start = Instant::now();
    let tree = NodeTree::build(triangles, params).unwrap_or_else(|error| panic!("{name}: {error}"));
    let built = start.elapsed();
    assert_eq!(tree.validate(), Ok(()), "{name}");
    let trees = in_all_layouts(&tree);
    let tree = &trees[0];
    let oracle = Oracle::new(triangles);
    let seed = params.rule as u64 + 1;
    let mut queries = Queries::new(seed, oracle.triangles());
    let all = |number: u32| number.is_multiple_of(effort.brute_force_every);

    let mut casts = VerdictCounts::default();
    for number in 0..effort.casts {
        let (from, to) = queries.segment();
        let hit = tree.cast(from, to);
        check_recursion(name, &trees, from, to, oracle.margin);
        let verdict = oracle.check_cast(from, to, hit.as_ref(), all(number));
        casts.add(
            verdict.map_err(|error| format!("{name}, {}: {error}", params.rule)),
            hit.is_some(),
        );
    }
    let mut grazing = VerdictCounts::default();
    for number in 0..effort.grazing_casts {
        let (from, to) = queries.grazing_segment();
        let hit = tree.cast(from, to);
        check_recursion(name, &trees, from, to, oracle.margin);
        let verdict = oracle.check_cast(from, to, hit.as_ref(), all(number));
        grazing.add(
            verdict.map_err(|error| format!("{name}, {}: {error}", params.rule)),
            hit.is_some(),
        );
    }
    let mut contacts = VerdictCounts::default();
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for number in 0..effort.contacts {
        let (center, radius) = queries.sphere();
        tree.contacts(center, radius, &mut found);
        for other in &trees[1..] {
            other.contacts(center, radius, &mut others);
            let deepest = other.deepest_contact(center, radius);
            assert_eq!(
                deepest.as_ref().map(without_node),
                others.first().map(without_node),
                "{name}: deepest contact at {center} within {radius}, {:?}",
                other.query_layout()
            );
            assert_eq!(
                found.iter().map(without_node).collect::<Vec<_>>(),
                others.iter().map(without_node).collect::<Vec<_>>(),
                "{name}: contacts of {center} within {radius}, {:?}",
                other.query_layout()
            );
        }
        let tested = RecursiveQuery::sphere(center, f64::from(radius) + oracle.margin).triangles(tree);
        for contact in found.iter().chain(&others) {
            let mut stored = tree.triangles_at(contact.node);
            assert!(
                stored.any(|stored| stored == contact.triangle) && tested.contains(&contact.triangle),
                "{name}: {contact:?}"
            );
        }
        let verdict = oracle.check_contacts(center, radius, &found, all(number));
        contacts.add(
            verdict.map_err(|error| format!("{name}, {}: {error}", params.rule)),
            !found.is_empty(),
        );
    }
    let mut overlaps = VerdictCounts::default();
    let (mut faces, mut other_faces) = (Vec::new(), Vec::new());
    for number in 0..effort.overlaps {
        let (min, max) = queries.aabb();
        tree.overlap(min, max, &mut faces);
        for other in &trees[1..] {
            other.overlap(min, max, &mut other_faces);
            assert_eq!(
                faces,
                other_faces,
                "{name}: overlap of {min} and {max}, {:?}",
                other.query_layout()
            );
        }
        let tested = RecursiveQuery::aabb(min, max, oracle.margin).triangles(tree);
        let tested: BTreeSet<FaceId> = tested
            .iter()
            .filter_map(|&triangle| Some(tree.triangle(triangle)?.face))
            .collect();
        assert!(
            faces.iter().all(|face| tested.contains(face)),
            "{name}: {min} and {max}"
        );
        let verdict = oracle.check_overlap(min, max, &faces, all(number));
        overlaps.add(
            verdict.map_err(|error| format!("{name}, {}: {error}", params.rule)),
            !faces.is_empty(),
        );
    }
    for _ in 0..effort.paths {
        check_path(name, tree, queries.point().as_vec3(), oracle.margin);
    }
    for (what, counts) in [("casts", casts), ("contacts", contacts), ("overlaps", overlaps)] {
        // In a small sample, even a single grazing query exceeds this fraction.
        let is_rare = counts.grazing_share() < 0.001 || counts.grazing <= effort::sampled_or_whole(1, 0);
        assert!(is_rare, "{name}: too many grazing {what}: {counts:?}");
    }
    format!(
        "{name}, {}: {} triangles, {} nodes, built in {built:.0?}; grazing {}/{} casts, {}/{} contacts, {}/{} overlaps, \
         {}/{} casts at edges",
        params.rule,
        tree.triangle_count(),
        tree.node_count(),
        casts.grazing,
        casts.queries,
        contacts.grazing,
        contacts.queries,
        overlaps.grazing,
        overlaps.queries,
        grazing.grazing,
        grazing.queries,
    )
}

/// Checks that all layouts of a tree and the ATI sample's recursion give bit-identical results.
#[track_caller]
fn check_recursion(name: &str, trees: &[NodeTree], from: Vec3, to: Vec3, margin: f64) {
    let expected = recursive::cast(&trees[0], from, to, margin);
    for tree in trees {
        let hit = tree.cast(from, to);
        let found = hit.map(|hit| (hit.t.to_bits(), hit.triangle));
        assert_eq!(
            found,
            expected,
            "{name}: {from} to {to}, {:?}",
            tree.query_layout()
        );
        if let Some(hit) = hit {
            let mut stored = tree.triangles_at(hit.node);
            assert!(stored.any(|stored| stored == hit.triangle), "{name}: {hit:?}");
        }
        assert_eq!(tree.is_blocked(from, to), hit.is_some(), "{name}: {from} to {to}");
    }
}

/// Returns all fields of a contact except the node, because a triangle may have fragments in several nodes.
fn without_node(contact: &Contact) -> (Vec3, Vec3, u32, TriangleId, Feature) {
    (
        contact.point,
        contact.normal,
        contact.depth.to_bits(),
        contact.triangle,
        contact.feature,
    )
}

/// Checks that a path leads from the root to a missing child or a block, and stays on the point's side of every plane.
#[track_caller]
fn check_path(name: &str, tree: &NodeTree, point: Vec3, margin: f64) {
    let mut expected = tree.root();
    for step in tree.path(point) {
        assert_eq!(
            Some(step.node),
            expected,
            "{name}: the path of {point} leaves the tree"
        );
        let node = tree.node(step.node).unwrap();
        let distance = node.plane.distance(point.as_dvec3());
        let in_front = step.branch == Branch::Front;
        assert!(
            in_front == (distance >= 0.0) || distance.abs() < margin,
            "{name}: {point} at node {}",
            step.node
        );
        expected = if in_front { node.front } else { node.back };
    }
    // A path cannot continue below a block, because a block has no plane.
    let expected = expected.filter(|&id| tree.node(id).is_some_and(|node| !node.is_block));
    assert_eq!(expected, None, "{name}: the path of {point} ends too soon");
}

/// Returns the presets of all rules.
fn presets() -> impl Iterator<Item = BuildParams> {
    Rule::ALL.into_iter().map(BuildParams::preset)
}

/// Returns the numbers of queries to run on a small mesh for each rule.
fn small_effort() -> Effort {
    Effort {
        casts: effort::sampled_or_whole(300, 1500),
        grazing_casts: effort::sampled_or_whole(100, 500),
        contacts: effort::sampled_or_whole(150, 700),
        overlaps: effort::sampled_or_whole(80, 400),
        paths: effort::sampled_or_whole(40, 200),
        brute_force_every: 1,
    }
}

/// Checks a mesh with every rule. In sampled runs, a large mesh is only checked with every third rule.
#[track_caller]
fn check_with_every_rule(name: &str, triangles: Vec<[DVec3; 3]>) {
    let triangles = meshes::tagged(triangles);
    let step = if triangles.len() > 200 { 3 } else { 1 };
    for params in effort::sample(presets(), step) {
        println!("{}", check(name, &triangles, &params, &small_effort()));
    }
}

#[test]
fn queries_in_a_room_with_columns() {
    check_with_every_rule("columns", meshes::columns(5));
}

#[test]
fn queries_in_spheres() {
    let shells = [1.0, 2.0, 5.0].map(|radius| meshes::sphere(dvec3(0.3, 1.7, -2.0), radius, 12));
    check_with_every_rule("spheres", shells.concat());
}

#[test]
fn queries_on_stairs_and_terrain() {
    check_with_every_rule("stairs", meshes::stairs(40, 0.17, 0.3, 1.5));
    check_with_every_rule(
        "terrain",
        meshes::terrain(&mut bspwalk_testing::random::seeded(4), 16),
    );
}

#[test]
fn queries_in_random_soups() {
    let mut random = bspwalk_testing::random::seeded(5);
    for count in [1, 2, 3, 10, 60] {
        check_with_every_rule(&format!("soup of {count}"), meshes::soup(&mut random, count, 8.0));
    }
    check_with_every_rule("confetti", meshes::confetti(&mut random, 800, 10.0, 0.5));
}

/// The grid has coplanar faces, repeated planes, coinciding edges, and vertices on planes.
#[test]
fn queries_on_grid_triangles() {
    let mut random = bspwalk_testing::random::seeded(6);
    for (count, size) in [(12, 1), (40, 2), (80, 4), (120, 8)] {
        check_with_every_rule(
            &format!("grid {size}"),
            meshes::grid_soup(&mut random, count, size),
        );
    }
}

/// Far from the origin, coordinates have fewer fractional digits, and tolerances must adapt.
#[test]
fn queries_in_distant_and_tiny_rooms() {
    let columns = meshes::columns(3);
    let moved = |offset: DVec3, scale: f64| {
        columns
            .iter()
            .map(|triangle| triangle.map(|corner| corner * scale + offset))
            .collect::<Vec<_>>()
    };
    check_with_every_rule("far away", moved(dvec3(-900.0, 400.0, 700.0), 1.0));
    check_with_every_rule("large", moved(DVec3::ZERO, 50.0));
    check_with_every_rule("small", moved(dvec3(1.0, 2.0, 3.0), 0.1));
}

/// With integer coordinates, even a cast through a vertex has a single correct result: it must hit something at the
/// vertex.
#[test]
fn casts_along_grid_lines_find_the_walls() {
    let room = meshes::cuboid(DVec3::ZERO, dvec3(8.0, 4.0, 6.0), true);
    for params in presets() {
        let tree = NodeTree::build(&meshes::tagged(room.clone()), &params).unwrap();
        for (x, y, z) in (0..=8).flat_map(|x| (0..=4).flat_map(move |y| (0..=6).map(move |z| (x, y, z)))) {
            let inside = Vec3::new(x as f32, y as f32, z as f32);
            for direction in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE, Vec3::new(1.0, -1.0, 1.0)] {
                for direction in [direction, -direction] {
                    let to = inside + direction * 20.0;
                    assert!(
                        tree.cast(inside, to).is_some(),
                        "{}: {inside} → {to} leaves the room",
                        params.rule
                    );
                }
            }
        }
    }
}

#[test]
fn degenerate_input_builds_an_empty_tree() {
    let line = [DVec3::ZERO, DVec3::X, DVec3::X * 2.0];
    for triangles in [Vec::new(), meshes::tagged([line])] {
        for params in presets() {
            let tree = NodeTree::build(&triangles, &params).unwrap();
            assert_eq!((tree.root(), tree.validate()), (None, Ok(())));
            assert_eq!(tree.cast(Vec3::ZERO, Vec3::ONE), None);
            let (mut contacts, mut faces) = (Vec::new(), vec![FaceId(1)]);
            tree.contacts(Vec3::ZERO, 10.0, &mut contacts);
            tree.overlap(Vec3::NEG_ONE, Vec3::ONE, &mut faces);
            assert!(contacts.is_empty() && faces.is_empty() && tree.path(Vec3::ZERO).next().is_none());
        }
    }
}

#[test]
fn non_finite_queries_hit_nothing() {
    let triangles = meshes::tagged(meshes::columns(2));
    for params in presets() {
        let tree = NodeTree::build(&triangles, &params).unwrap();
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let (mut contacts, mut faces) = (Vec::new(), Vec::new());
            for point in [Vec3::splat(bad), Vec3::new(1.0, bad, 1.0)] {
                assert_eq!(tree.cast(point, Vec3::ONE), None);
                assert_eq!(tree.cast(Vec3::ONE, point), None);
                tree.contacts(point, 1.0, &mut contacts);
                assert!(contacts.is_empty());
                tree.overlap(point, point, &mut faces);
                let _ = tree.path(point).count();
            }
        }
        let broken = meshes::tagged([[DVec3::ZERO, DVec3::X, dvec3(0.0, f64::NAN, 0.0)]]);
        assert!(NodeTree::build(&broken, &params).is_err());
    }
}

/// Runs about 50,000 queries per level, divided among the rules that build the level in reasonable time. Sampled runs
/// make a tenth of these queries, and only on the small levels.
#[test]
fn queries_in_shared_levels() {
    let work: Vec<_> = levels::load_small_unless_full()
        .into_iter()
        .flat_map(|level| {
            let rules: Vec<Rule> = match level.triangles.len() {
                ..4000 if !effort::is_full() => vec![Rule::Sampled, Rule::FewestCuts],
                4000.. if !effort::is_full() => vec![Rule::Sampled],
                ..4000 => Rule::ALL.to_vec(),
                4000..12_000 => vec![Rule::Sampled, Rule::FewestCuts, Rule::Balanced, Rule::Random],
                12_000..50_000 => vec![Rule::Sampled, Rule::FewestCuts],
                _ => vec![Rule::Sampled],
            };
            let share = rules.len() as u32;
            let effort = Effort {
                casts: effort::sampled_or_whole(2_500, 25_000) / share,
                grazing_casts: effort::sampled_or_whole(500, 5_000) / share,
                contacts: effort::sampled_or_whole(1_500, 15_000) / share,
                overlaps: effort::sampled_or_whole(500, 5_000) / share,
                paths: effort::sampled_or_whole(100, 1_000) / share,
                brute_force_every: 1 + level.triangles.len() as u32 / 500,
            };
            let level = std::sync::Arc::new(level);
            rules.into_iter().map(move |rule| (level.clone(), rule, effort))
        })
        .collect();
    let reports: Vec<String> = work
        .into_par_iter()
        .map(|(level, rule, effort)| {
            let start = Instant::now();
            let report = check(&level.name, &level.triangles, &BuildParams::preset(rule), &effort);
            format!("{report}; {:.1?}", start.elapsed())
        })
        .collect();
    for report in reports {
        println!("{report}");
    }
}

#[test]
fn oracle_rejects_wrong_results() {
    let triangles = meshes::tagged(meshes::columns(2));
    let tree = NodeTree::build(&triangles, &BuildParams::SAMPLED).unwrap();
    let oracle = Oracle::new(&triangles);
    let (from, to) = (Vec3::new(2.0, 1.2, 0.2), Vec3::new(1.1, 1.1, 5.0));
    let hit = tree.cast(from, to).unwrap();
    assert_eq!(oracle.check_cast(from, to, Some(&hit), true), Ok(Verdict::Exact));
    assert!(
        oracle.check_cast(from, to, None, true).is_err(),
        "a hit is missing"
    );
    let later = tree.cast(from.lerp(to, hit.t + 0.01), to).unwrap();
    let t = hit.t + 0.01 + later.t * (0.99 - hit.t);
    let later = bspwalk_trees::CastHit { t, ..later };
    assert!(
        oracle.check_cast(from, to, Some(&later), true).is_err(),
        "not the nearest"
    );
    let off = bspwalk_trees::CastHit {
        t: hit.t * 0.9,
        ..hit
    };
    assert!(
        oracle.check_cast(from, to, Some(&off), true).is_err(),
        "not on the face"
    );

    let (center, radius) = (Vec3::new(0.3, 0.2, 0.3), 0.5);
    let (mut contacts, mut faces) = (Vec::new(), Vec::new());
    tree.contacts(center, radius, &mut contacts);
    assert!(contacts.len() > 3);
    assert_eq!(
        oracle.check_contacts(center, radius, &contacts, true),
        Ok(Verdict::Exact)
    );
    assert!(
        oracle
            .check_contacts(center, radius, &contacts[1..], true)
            .is_err(),
        "one is missing"
    );
    contacts[0].point += Vec3::X * 0.01;
    assert!(
        oracle.check_contacts(center, radius, &contacts, true).is_err(),
        "a point is wrong"
    );

    let (min, max) = (Vec3::splat(0.2), Vec3::splat(0.9));
    tree.overlap(min, max, &mut faces);
    assert_eq!(oracle.check_overlap(min, max, &faces, true), Ok(Verdict::Exact));
    assert!(
        oracle.check_overlap(min, max, &faces[1..], true).is_err(),
        "one is missing"
    );
}

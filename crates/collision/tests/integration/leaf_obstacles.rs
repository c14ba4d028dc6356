//! Tests collision queries on both kinds of trees: their results must agree with each other and with brute force.

use bspwalk_collision::Capsule;
use bspwalk_compile::CompileParams;
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, levels, meshes, oracle::Oracle, queries::Queries, rooms, swept};
use bspwalk_trees::{BuildParams, LeafParams, LeafTree, NodeTree, Obstacles};
use glam::{DVec3, Vec3, dvec3, vec3};

/// Largest difference between results from the two trees, relative to the largest coordinate. The trees test the same
/// triangles in different orders.
const SAME: f32 = 1.0e-6;

struct Level {
    name: String,
    nodes: NodeTree,
    leaves: LeafTree,
    triangles: Vec<TaggedTriangle>,
    oracle: Oracle,
}

impl Level {
    fn new(name: impl Into<String>, triangles: Vec<TaggedTriangle>, leaves: LeafTree) -> Self {
        Self {
            name: name.into(),
            nodes: NodeTree::build(&triangles, &BuildParams::default()).unwrap(),
            leaves,
            oracle: Oracle::new(&triangles),
            triangles,
        }
    }

    /// Creates a level from a mesh, with every other face as a detail face.
    fn of_mesh(name: &str, corners: Vec<[DVec3; 3]>) -> Self {
        let triangles = meshes::tagged(corners);
        let mut faces = rooms::structural_faces(&triangles);
        for (index, face) in faces.iter_mut().enumerate() {
            face.structural = index % 2 == 0 || name == "pillar";
        }
        let leaves = LeafTree::build(&faces, &LeafParams::default()).unwrap();
        Self::new(name, triangles, leaves)
    }

    fn of_level(name: &str, level: &bspwalk_levels::Level) -> Self {
        let made = bspwalk_compile::leaf_tree(level, &CompileParams::quick(), &Default::default()).unwrap();
        Self::new(name, level.solid_triangles(), LeafTree::clone(&made.tree))
    }

    fn scale(&self) -> f32 {
        let bounds = self.nodes.bounds();
        bounds.min.abs().max(bounds.max.abs()).max_element() as f32
    }
}

fn random_levels() -> Vec<Level> {
    let mut random = bspwalk_testing::random::seeded(11);
    let room = meshes::cuboid(DVec3::splat(-6.0), DVec3::splat(6.0), true);
    let soup = meshes::soup(&mut random, 60, 5.0);
    let grid = meshes::grid_soup(&mut random, 60, 4);
    let confetti = meshes::confetti(&mut random, 300, 5.0, 0.8);
    let terrain = meshes::terrain(&mut random, 16);
    vec![
        Level::of_mesh("pillar", rooms::pillar()),
        Level::of_mesh("soup in a room", [room.clone(), soup].concat()),
        Level::of_mesh("soup on a grid", grid),
        Level::of_mesh("confetti", [room, confetti].concat()),
        Level::of_mesh("terrain", terrain),
        Level::of_mesh("columns", meshes::columns(4)),
    ]
}

fn body(queries: &mut Queries<'_>) -> Capsule {
    let radius = queries.magnitude(0.02, 1.0) as f32;
    let half_axis = match (radius.to_bits()) % 3 {
        0 => Vec3::ZERO,
        1 => Vec3::Y * (2.0 * radius),
        _ => (queries.direction() * f64::from(radius) * 1.5).as_vec3(),
    };
    Capsule { half_axis, radius }
}

/// Runs the same queries on both trees.
fn compare(level: &Level, count: usize) {
    let (name, nodes) = (&level.name, &level.nodes);
    let leaves = level.leaves.obstacles(&level.triangles);
    let near = |a: f64, b: f64| (a - b).abs() <= f64::from(SAME * (1.0 + level.scale()));
    assert_eq!(nodes.bounds(), Obstacles::bounds(&leaves));
    let mut queries = Queries::new(3, level.oracle.triangles());
    let [mut cast, mut swept, mut touching, mut slid] = [0; 4];
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for index in 0..count {
        let (from, to) = if index % 4 == 0 {
            queries.grazing_segment()
        } else {
            queries.segment()
        };
        let hits = [Obstacles::cast(nodes, from, to), leaves.cast(from, to)];
        match hits {
            [Some(a), Some(b)] => {
                assert!(near(f64::from(a.t), f64::from(b.t)), "{name}: {a:?} {b:?}");
                assert!(leaves.tree().node(b.node).is_some());
                cast += 1;
            }
            [None, None] => {}
            _ => panic!("{name}: cast {from} {to}: {hits:?}"),
        }

        let body = body(&mut queries);
        let hits = [
            bspwalk_collision::sweep(nodes, body, from, to).hit,
            bspwalk_collision::sweep(&leaves, body, from, to).hit,
        ];
        match hits {
            [Some(a), Some(b)] => {
                let off = f64::from(from.distance(to)) * (a.t - b.t).abs();
                assert!(near(off, 0.0), "{name}: {body:?} {from} {to} {a:?} {b:?}");
                swept += 1;
            }
            [None, None] => {}
            _ => panic!("{name}: sweep of {body:?} {from} {to}: {hits:?}"),
        }

        let center = queries.near_surface(f64::from(body.radius)).as_vec3();
        bspwalk_collision::contacts(nodes, body, center, &mut theirs);
        bspwalk_collision::contacts(&leaves, body, center, &mut ours);
        let of = |contacts: &[bspwalk_trees::Contact]| -> Vec<_> {
            contacts
                .iter()
                .map(|c| (c.face, c.depth, c.point, c.feature))
                .collect()
        };
        assert_eq!(of(&ours), of(&theirs), "{name}: contacts of {body:?} at {center}");
        assert_eq!(
            bspwalk_collision::is_clear(nodes, body, center),
            bspwalk_collision::is_clear(&leaves, body, center)
        );
        touching += usize::from(!ours.is_empty());
        if index % 8 == 0 {
            let brute = swept::all_near(&level.oracle, body, center.as_dvec3(), f64::from(body.radius));
            let clearly = brute
                .iter()
                .filter(|(_, distance)| *distance < 0.999 * f64::from(body.radius));
            for (face, distance) in clearly {
                assert!(
                    ours.iter().any(|contact| contact.face == *face),
                    "{name}: face {face} at {distance} m of {body:?} at {center} is missed"
                );
            }
        }

        let ends = [
            bspwalk_collision::depenetrate(nodes, body, center),
            bspwalk_collision::depenetrate(&leaves, body, center),
        ];
        assert_eq!(
            ends[0].clear, ends[1].clear,
            "{name}: push of {body:?} at {center}"
        );
        let apart = f64::from(ends[0].center.distance(ends[1].center));
        assert!(near(apart, 0.0), "{name}: push of {body:?} at {center}: {ends:?}");

        let from =
            queries.in_front_of_surface(1.3 * f64::from((body.half_axis.abs() + body.radius).max_element()));
        let from = from.as_vec3();
        if bspwalk_collision::is_clear(nodes, body, from) {
            let to = from + (queries.direction() * 3.0 * f64::from(body.radius)).as_vec3();
            let ends = [
                bspwalk_collision::slide(nodes, body, from, to),
                bspwalk_collision::slide(&leaves, body, from, to),
            ];
            let apart = f64::from(ends[0].center.distance(ends[1].center));
            assert!(
                near(apart, 0.0),
                "{name}: slide of {body:?} {from} {to}: {ends:?}"
            );
            slid += 1;
        }
    }
    println!("{name}: {cast} casts hit, {swept} sweeps, {touching} touch, {slid} slide of {count}");
    let least = count / effort::sampled_or_whole(40, 20);
    assert!(
        cast > least && swept > least && touching > least && slid > least,
        "{name}"
    );
}

#[test]
fn leaf_obstacles_match_in_random_meshes() {
    for level in random_levels() {
        compare(&level, effort::sampled_or_whole(300, 1500));
    }
}

#[test]
fn leaf_obstacles_match_in_built_in_levels() {
    for name in effort::sample(["hall", "torture"], 2) {
        let level = builtin::load(name, &LoadOptions::default(), &Progress::default()).unwrap();
        compare(
            &Level::of_level(name, &level),
            effort::sampled_or_whole(300, 1500),
        );
    }
}

#[test]
fn leaf_obstacles_match_in_third_party_levels() {
    for (name, (level, _)) in effort::sample(levels::load_small(), 2) {
        compare(
            &Level::of_level(&name, &level),
            effort::sampled_or_whole(150, 600),
        );
    }
}

/// A body that touches a face from behind must find it, wherever the face is stored: on the hull's surface, between two
/// solid leaves, or on a plane.
#[test]
fn faces_are_found_from_both_sides() {
    let level = Level::of_mesh("pillar", rooms::pillar());
    let leaves = level.leaves.obstacles(&level.triangles);
    let mut found = Vec::new();
    for triangle in level.oracle.triangles() {
        let middle = triangle.corners.iter().sum::<DVec3>() / 3.0;
        for side in [0.09, 0.0999, -0.09, -0.0999] {
            let center = (middle + triangle.normal() * side).as_vec3();
            bspwalk_collision::contacts(&leaves, Capsule::sphere(0.1), center, &mut found);
            let own = found.iter().find(|c| c.point.distance(middle.as_vec3()) < 1.0e-4);
            assert!(own.is_some(), "{center}: {found:?}");
        }
        let way = triangle.normal().as_vec3() * 0.05;
        for way in [way, -way] {
            let (from, to) = (middle.as_vec3() - way, middle.as_vec3() + way);
            assert!(leaves.cast(from, to).is_some(), "{from} {to}");
        }
    }
}

/// Queries must return only the given faces. Liquids are in the tree, but do not block anything.
#[test]
fn queries_return_only_the_given_faces() {
    let room = meshes::room([-4.0, 0.0, -4.0], [4.0, 4.0, 4.0]);
    let pool = meshes::sheet(dvec3(-4.0, 1.0, -4.0), 8.0 * DVec3::Z, 8.0 * DVec3::X);
    let all = rooms::concat_faces(&[rooms::faces(&room, true), rooms::faces(&pool, false)]);
    let tree = LeafTree::build(&all, &LeafParams::default()).unwrap();
    let solid = meshes::tagged(room);
    let leaves = tree.obstacles(&solid);
    let body = Capsule::standing(1.0, 0.2);
    let hit = bspwalk_collision::sweep(&leaves, body, vec3(0.0, 2.0, 0.0), vec3(0.0, -1.0, 0.0))
        .hit
        .unwrap();
    assert!((hit.center.y - 0.5).abs() < 1.0e-5, "{hit:?}");
    let nothing = tree.obstacles(&[]);
    assert!(
        bspwalk_collision::is_clear(&nothing, body, Vec3::ZERO) && Obstacles::bounds(&nothing).is_empty()
    );
    assert_eq!(nothing.cast(Vec3::ZERO, Vec3::splat(f32::NAN)), None);
    assert_eq!(
        bspwalk_collision::sweep(&leaves, body, Vec3::splat(f32::INFINITY), Vec3::ZERO).hit,
        None
    );
    let empty = LeafTree::build(&[], &LeafParams::default()).unwrap();
    assert!(
        empty
            .obstacles(&solid)
            .cast(vec3(0.0, 1.0, 0.0), vec3(0.0, -1.0, 0.0))
            .is_some()
    );
}

//! Tests that a tick in an assembly without things is bit-identical to a tick on the level's tree. Also tests that
//! collision methods that use other trees work with things.

use std::sync::Arc;

use bspwalk_collision::{
    mover::{CollisionMethod, Event, Input, Mode, Mover, Tick, Trees},
    things::{Assembly, Isometry, Placed},
};
use bspwalk_compile::CompileParams;
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    effort, meshes, quake_rooms,
    random::seeded,
    worlds::{World, body, desiring},
};
use bspwalk_trees::{BuildParams, ExpandedTree, NodeTree, TriangleId, observer::VisitedNodes};
use glam::{DVec3, Vec3, dvec3, vec3};

use super::stage::{block, floor};

/// Random inputs that change occasionally.
struct Script {
    random: bspwalk_testing::random::Random,
    input: Input,
}

impl Script {
    fn new(seed: u64) -> Self {
        Self {
            random: seeded(seed),
            input: Input::default(),
        }
    }

    fn next(&mut self) -> Input {
        let random = &mut self.random;
        if random.u32(..25) == 0 {
            let mut share = || random.f32() - 0.5;
            self.input.desired = vec3(share(), share(), share()).normalize_or_zero();
            self.input.fast = random.bool();
            self.input.crouch = random.u32(..4) == 0;
        }
        self.input.jump = random.u32(..15) == 0;
        self.input
    }
}

/// Runs two movers with the same script, one on the tree and one in an assembly without things, and compares their
/// ticks and final states.
fn assert_alike<'a>(
    start: &Mover,
    plain: Trees<'a>,
    among: Trees<'a, Assembly<'a>>,
    ticks: u32,
    seed: u64,
) -> Vec<Tick> {
    let mut script = Script::new(seed);
    let (mut one, mut other) = (start.clone(), start.clone());
    (0..ticks)
        .map(|number| {
            let input = script.next();
            let [a, b] = if number % 50 == 0 {
                // If observed, both movers must visit the same nodes.
                let visited = [VisitedNodes::default(), VisitedNodes::default()];
                let a = one.tick_observed(plain, &input, 1.0 / 60.0, &visited[0]);
                let b = other.tick_observed(among, &input, 1.0 / 60.0, &visited[1]);
                let [x, y] = visited.map(VisitedNodes::into_inner);
                assert_eq!(x, y);
                [a, b]
            } else {
                [
                    one.tick(plain, &input, 1.0 / 60.0),
                    other.tick(among, &input, 1.0 / 60.0),
                ]
            };
            assert_eq!(a, b, "{:?}, tick {number}", start.method);
            assert_eq!(one, other, "{:?}, tick {number}", start.method);
            a
        })
        .collect()
}

#[test]
fn empty_assembly_ticks_like_plain_tree() {
    for name in effort::sample(["three_rooms", "torture"], 2) {
        let level = builtin::load(name, &LoadOptions::default(), &Progress::default()).expect("it loads");
        let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).expect("it builds");
        let leaves = bspwalk_compile::leaf_tree(&level, &CompileParams::quick(), &Arc::default());
        let planes = ExpandedTree::new(&leaves.expect("it builds").tree, &tree);
        let assembly = Assembly::new(&tree, &[]);
        for method in CollisionMethod::OF_ANY_LEVEL {
            for mode in [Mode::Walk, Mode::Fly] {
                let mut start = body(mode, method, level.spawn.eye.as_vec3());
                let mut same = start.clone();
                let placed = start.enter(&tree, level.spawn.eye.as_vec3());
                assert_eq!(placed, same.enter(&assembly, level.spawn.eye.as_vec3()));
                assert_eq!(start, same);
                let plain = Trees {
                    planes: Some(&planes),
                    ..Trees::from(&tree)
                };
                let among = Trees {
                    nodes: &assembly,
                    planes: Some(&planes),
                    hulls: None,
                    environment: None,
                };
                let ticks = assert_alike(&start, plain, among, 500, 1);
                let way: f32 = ticks
                    .iter()
                    .flat_map(|tick| &tick.legs)
                    .map(|leg| leg.from.distance(leg.to))
                    .sum();
                assert!(way > 3.0, "{name} {method:?} {mode:?}: {way}");
                let other = match mode {
                    Mode::Walk => Mode::Fly,
                    Mode::Fly => Mode::Walk,
                };
                assert_eq!(start.set_mode(&tree, other), same.set_mode(&assembly, other));
                assert_eq!(start, same);
            }
        }
    }
}

#[test]
fn empty_assembly_ticks_like_plain_tree_in_hulls() {
    let level = quake_rooms::load(&quake_rooms::room(quake_rooms::Version::Bsp29)).expect("it loads");
    let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).expect("it builds");
    let assembly = Assembly::new(&tree, &[]);
    let plain = Trees {
        hulls: level.tree_with_hulls(),
        ..Trees::from(&tree)
    };
    let among = Trees {
        nodes: &assembly,
        planes: None,
        hulls: level.tree_with_hulls(),
        environment: None,
    };
    for mode in [Mode::Walk, Mode::Fly] {
        let eye = level.spawn.eye.as_vec3();
        let start = body(mode, CollisionMethod::Quake, eye);
        assert_alike(&start, plain, among, 600, 2);
    }
}

#[test]
fn things_block_bodies_in_hulls() {
    let level = quake_rooms::load(&quake_rooms::room(quake_rooms::Version::Bsp29)).expect("it loads");
    let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).expect("it builds");
    // A wall across the room, which is 128 units (3.25 m) wide.
    let wall = meshes::tree(block(dvec3(0.1, 3.0, 3.2)));
    let things = [Placed::new(
        &wall,
        Isometry::from_translation(dvec3(0.9, 1.6, 0.0)),
    )];
    let assembly = Assembly::new(&tree, &things);
    let trees = Trees {
        nodes: &assembly,
        planes: None,
        hulls: level.tree_with_hulls(),
        environment: None,
    };
    let mut mover = body(Mode::Walk, CollisionMethod::Quake, vec3(-0.5, 1.7, 0.0));
    for direction in [Vec3::X, Vec3::NEG_X, Vec3::X] {
        let input = desiring(direction);
        for _ in 0..200 {
            let tick = mover.tick(trees, &input, 1.0 / 60.0);
            assert!(tick.clear, "{tick:?}");
            assert!(tick.feet.y > -1.0e-3 && tick.feet.y < 0.05, "{tick:?}");
            assert!(!tick.events.contains(&Event::Stuck), "{tick:?}");
            assert_eq!(mover.method, CollisionMethod::Quake);
        }
        let x = mover.position().x;
        assert!(
            if direction.x > 0.0 {
                (x - 0.55).abs() < 2.0e-3
            } else {
                x < -0.9
            },
            "{x}"
        );
    }
    assert!(mover.is_grounded());
}

#[test]
fn expanded_planes_and_things_both_block() {
    // A floor and a wall form a solid, whose tree provides expanded planes. A thing is in front of the wall.
    let mut triangles = floor();
    triangles.extend(
        block(dvec3(2.0, 4.0, 30.0))
            .into_iter()
            .map(|corners| corners.map(|corner| corner + dvec3(6.0, 1.9, 0.0))),
    );
    let numbered = meshes::tagged(triangles);
    let world = World::of(&numbered);
    let door = meshes::tree(block(dvec3(0.2, 2.0, 4.0)));
    let things = [Placed::new(
        &door,
        Isometry::from_translation(dvec3(3.0, 1.1, 0.0)),
    )];
    let assembly = Assembly::new(&world.tree, &things);
    let trees = Trees {
        nodes: &assembly,
        planes: world.trees(CollisionMethod::Planes).planes,
        hulls: None,
        environment: None,
    };
    let mut mover = body(Mode::Walk, CollisionMethod::Planes, vec3(0.0, 1.7, 0.0));
    let mut run = |input: &Input, ticks: u32| {
        for _ in 0..ticks {
            let tick = mover.tick(trees, input, 1.0 / 60.0);
            assert!(tick.clear, "{tick:?}");
        }
        assert!(mover.is_grounded());
        mover.position()
    };
    assert!((run(&desiring(Vec3::X), 90).x - 2.6).abs() < 2.0e-3);
    assert!(run(&desiring(Vec3::Z), 60).z > 2.4);
    assert!((run(&desiring(Vec3::X), 120).x - 4.7).abs() < 5.0e-3);
}

#[test]
fn distant_thing_does_not_affect_ticks() {
    let mut random = seeded(12);
    let mut triangles = floor();
    triangles.extend(meshes::confetti(&mut random, 80, 4.0, 1.5));
    let (tree, thing) = (meshes::tree(triangles), meshes::tree(block(DVec3::ONE)));
    let things = [Placed::new(
        &thing,
        Isometry::from_translation(dvec3(30.0, 0.0, 8.0)),
    )];
    let assembly = Assembly::new(&tree, &things);
    for method in [CollisionMethod::Sweep, CollisionMethod::Push] {
        let start = body(Mode::Walk, method, vec3(7.0, 1.7, 7.0));
        let (mut one, mut other) = (start.clone(), start);
        let mut script = Script::new(3);
        for _ in 0..600 {
            let input = script.next();
            let a = one.tick(&tree, &input, 1.0 / 60.0);
            let b = other.tick(&assembly, &input, 1.0 / 60.0);
            assert_eq!((a.center, a.velocity, a.events), (b.center, b.velocity, b.events));
        }
    }
}

#[test]
fn ati_push_collides_with_things() {
    let (tree, wall) = (meshes::tree(floor()), meshes::tree(block(dvec3(0.4, 4.0, 8.0))));
    let things = [Placed::new(
        &wall,
        Isometry::from_translation(dvec3(2.0, 1.9, 0.0)),
    )];
    let assembly = Assembly::new(&tree, &things);
    let mut mover = body(Mode::Walk, CollisionMethod::Ati, vec3(0.0, 1.7, 0.0));
    let input = desiring(Vec3::X);
    let mut contacts = 0;
    for _ in 0..120 {
        let tick = mover.tick(&assembly, &input, 1.0 / 60.0);
        contacts += tick
            .contacts
            .iter()
            .filter(|contact| contact.triangle >= TriangleId(2))
            .count();
    }
    assert!((mover.position().x - 1.5).abs() < 0.02, "{}", mover.position());
    assert!(contacts > 30 && mover.is_grounded());
}

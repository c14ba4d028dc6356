//! Bodies that block each other: they never overlap, and the order of their ticks does not matter.

use bspwalk_collision::mover::{
    CollisionMethod, Crowd, Event, Input, Mode, Mover, MoverParams, Obstruction, Tick,
};
use bspwalk_geometry::Segment;
use bspwalk_testing::meshes;
use bspwalk_trees::{NodeTree, Obstacles};
use glam::{Vec3, vec3};

const SECONDS: f32 = 1.0 / 60.0;

/// Overlap that a tick may leave, in metres. A body counts as clear of a face if it overlaps the face by at most 0.05% of
/// its radius.
const CLEAR: f64 = 0.0005;

fn body(feet: Vec3, method: CollisionMethod) -> Mover {
    let params = MoverParams::default();
    let eye = feet + Vec3::Y * params.eye_height;
    Mover::new(&params, Mode::Walk, method, eye)
}

/// Returns the gap between two bodies, in metres. It is negative if they overlap.
fn gap(a: &Mover, b: &Mover) -> f64 {
    let axis = |mover: &Mover| {
        let (center, half) = (mover.position().as_dvec3(), mover.body().half_axis.as_dvec3());
        Segment {
            from: center - half,
            to: center + half,
        }
    };
    let closest = axis(a).closest_to_segment(&axis(b));
    closest.first.distance(closest.second) - f64::from(a.body().radius) - f64::from(b.body().radius)
}

fn least_gap(bodies: &[Mover]) -> f64 {
    let mut least = f64::INFINITY;
    for (index, a) in bodies.iter().enumerate() {
        for b in &bodies[index + 1..] {
            least = least.min(gap(a, b));
        }
    }
    least
}

/// Ticks all bodies in the given order.
fn tick(
    tree: &NodeTree,
    bodies: &mut [Mover],
    order: impl Iterator<Item = usize>,
    input: impl Fn(usize, &Mover) -> Input,
) -> Vec<(usize, Tick)> {
    let inputs: Vec<Input> = bodies
        .iter()
        .enumerate()
        .map(|(index, mover)| input(index, mover))
        .collect();
    let crowd = bodies
        .iter()
        .zip(&inputs)
        .map(|(mover, input)| mover.in_crowd(input, SECONDS));
    let crowd = Crowd::new(&crowd.collect::<Vec<_>>());
    order
        .map(|index| {
            let ticked = bodies[index].tick(&crowd.around(index, tree), &inputs[index], SECONDS);
            (index, ticked)
        })
        .collect()
}

fn corridor(width: f64) -> NodeTree {
    meshes::tree(meshes::room([-0.5 * width, 0.0, -8.0], [0.5 * width, 3.0, 8.0]))
}

const WALKING: [CollisionMethod; 2] = [CollisionMethod::Sweep, CollisionMethod::Push];

#[test]
fn walkers_stop_in_a_narrow_corridor() {
    for method in WALKING {
        let tree = corridor(1.0);
        let mut bodies = [
            body(vec3(0.0, 0.0, -5.0), method),
            body(vec3(0.05, 0.0, 5.0), method),
        ];
        let mut blocked = 0;
        for _ in 0..300 {
            let ticks = tick(&tree, &mut bodies, 0..2, |index, _| Input {
                desired: if index == 0 { Vec3::Z } else { Vec3::NEG_Z },
                ..Input::default()
            });
            assert!(least_gap(&bodies) >= -CLEAR, "{method:?}: {bodies:?}");
            for (_, tick) in ticks {
                assert!(tick.clear && tick.grounded, "{method:?}: {tick:?}");
                blocked += tick
                    .events
                    .iter()
                    .filter(|event| matches!(event, Event::Blocked { .. }))
                    .count();
            }
        }
        assert!(gap(&bodies[0], &bodies[1]) < 0.01, "{method:?}: {bodies:?}");
        assert!(bodies[0].position().z < bodies[1].position().z, "{method:?}");
        assert!(blocked >= 2, "{method:?}: {blocked}");
    }
}

#[test]
fn walkers_slide_past_in_a_wide_corridor() {
    for method in WALKING {
        let tree = corridor(3.0);
        let mut bodies = [
            body(vec3(0.0, 0.0, -5.0), method),
            body(vec3(0.1, 0.0, 5.0), method),
        ];
        for _ in 0..900 {
            tick(&tree, &mut bodies, 0..2, |index, _| Input {
                desired: if index == 0 { Vec3::Z } else { Vec3::NEG_Z },
                ..Input::default()
            });
            assert!(least_gap(&bodies) >= -CLEAR, "{method:?}: {bodies:?}");
        }
        assert!(
            bodies[0].position().z > 5.0 && bodies[1].position().z < -5.0,
            "{method:?}: {bodies:?}"
        );
    }
}

/// A walker reaches a resting body without pushing it, and its contacts name the body.
#[test]
fn contacts_name_the_other_body() {
    let tree = corridor(1.0);
    let mut bodies = [
        body(vec3(0.0, 0.0, -3.0), CollisionMethod::Sweep),
        body(vec3(0.0, 0.0, 0.0), CollisionMethod::Sweep),
    ];
    let input = |index: usize, _: &Mover| Input {
        desired: if index == 0 { Vec3::Z } else { Vec3::ZERO },
        ..Input::default()
    };
    for _ in 0..120 {
        tick(&tree, &mut bodies, 0..2, input);
    }
    assert!((0.0..0.005).contains(&gap(&bodies[0], &bodies[1])), "{bodies:?}");
    assert!(bodies[1].position().z.abs() < 0.002, "{:?}", bodies[1]);
    let inputs = [0, 1].map(|index| input(index, &bodies[index]));
    let crowd = bodies
        .iter()
        .zip(&inputs)
        .map(|(mover, input)| mover.in_crowd(input, SECONDS));
    let crowd = Crowd::new(&crowd.collect::<Vec<_>>());
    let around = crowd.around(0, &tree);
    let ticked = bodies[0].tick(&around, &inputs[0], SECONDS);
    let of_body = ticked
        .contacts
        .iter()
        .find(|contact| around.body(contact.triangle) == Some(1));
    let contact = of_body.expect("the walker touches the other body");
    assert!(contact.normal.z < -0.99, "{contact:?}");
    assert_eq!(around.body(bspwalk_trees::TriangleId(0)), None);
    assert!(around.is_blocked(bodies[0].position(), bodies[1].position()));
    assert!(!tree.is_blocked(bodies[0].position(), bodies[1].position()));
    let obstruction = Obstruction::new(&around, &bodies[0], contact);
    assert!(!obstruction.surface.name().is_empty());
}

/// A hundred bodies walk, jump and crouch at random in a room, and gather in its middle.
fn hundred(method: CollisionMethod, ticks: u32, reverse: bool) -> Vec<Mover> {
    let mut corners = meshes::room([-9.0, 0.0, -9.0], [9.0, 4.0, 9.0]);
    corners.extend(meshes::solid([-3.0, 0.0, 3.0], [-1.0, 0.4, 6.0]));
    corners.extend(meshes::solid([2.0, 0.0, -5.0], [3.0, 2.0, 1.0]));
    let tree = meshes::tree(corners);
    let mut bodies: Vec<Mover> = (0..100)
        .map(|number| {
            let (row, column) = (number / 10, number % 10);
            let feet = vec3(
                row as f32 * 1.7 - 7.65,
                if row == 6 { 2.1 } else { 0.5 },
                column as f32 * 1.7 - 7.65,
            );
            body(feet, method)
        })
        .collect();
    assert!(least_gap(&bodies) > 0.0);
    for turn in 0..ticks {
        let order: Vec<usize> = if reverse {
            (0..bodies.len()).rev().collect()
        } else {
            (0..bodies.len()).collect()
        };
        let ticked = tick(&tree, &mut bodies, order.into_iter(), |index, mover| {
            let heading = index as f32 * 2.4 + 0.02 * turn as f32;
            let middle = vec3(0.0, 0.0, -1.0) - mover.position();
            Input {
                desired: if turn % 400 < 200 {
                    vec3(heading.sin(), 0.0, heading.cos())
                } else {
                    middle.normalize_or_zero()
                },
                jump: (index as u32 + turn) % 70 < 5,
                crouch: (index as u32 * 7 + turn) % 90 < 20,
                ..Input::default()
            }
        });
        for (index, tick) in &ticked {
            let is_bad = |event: &Event| matches!(event, Event::PutBack { .. } | Event::Stuck);
            assert!(
                tick.clear && !tick.events.iter().any(is_bad),
                "{method:?}, tick {turn}, body {index}: {tick:?}"
            );
        }
        let least = least_gap(&bodies);
        assert!(least >= -CLEAR, "{method:?}, tick {turn}: {least}");
    }
    bodies
}

#[test]
fn hundred_bodies_do_not_overlap() {
    for method in WALKING {
        hundred(method, 800, false);
    }
}

#[test]
fn order_of_bodies_does_not_matter() {
    let bodies = hundred(CollisionMethod::Sweep, 150, false);
    assert_eq!(bodies, hundred(CollisionMethod::Sweep, 150, true));
}

/// Bodies that overlap at first, even at the same position, part within a few ticks.
#[test]
fn overlapping_bodies_part() {
    let tree = corridor(6.0);
    let mut bodies: Vec<Mover> = [0.0, 0.0, 0.1, 0.3]
        .map(|x| body(vec3(x, 0.0, 0.0), CollisionMethod::Sweep))
        .to_vec();
    for _ in 0..60 {
        tick(&tree, &mut bodies, 0..4, |_, _| Input::default());
    }
    assert!(least_gap(&bodies) >= -CLEAR, "{bodies:?}");
    for mover in &bodies {
        assert!(mover.position().length() < 3.0, "{mover:?}");
    }
}

/// A body that falls onto another one ends above it or next to it.
#[test]
fn falling_body_lands_on_the_other() {
    for x in [0.0, 0.02, 0.2, 0.4] {
        let tree = meshes::tree(meshes::room([-6.0, 0.0, -6.0], [6.0, 9.0, 6.0]));
        let mut bodies = [
            body(Vec3::ZERO, CollisionMethod::Sweep),
            body(vec3(x, 4.0, 0.0), CollisionMethod::Sweep),
        ];
        for _ in 0..240 {
            tick(&tree, &mut bodies, 0..2, |_, _| Input::default());
            assert!(least_gap(&bodies) >= -CLEAR, "{x}: {bodies:?}");
        }
        assert!(bodies[0].feet().y.abs() < 0.01, "{x}: {bodies:?}");
    }
}

//! Tests rollback: after a saved state is restored from bytes, the following ticks must repeat bit for bit.

use std::sync::Arc;

use bspwalk_collision::{
    mover::{CollisionMethod, Event, Input, Mode, Mover, MoverParams, move_things},
    things::{Assembly, Isometry, Placed, Thing},
};
use bspwalk_compile::moving_trees;
use bspwalk_geometry::Aabb;
use bspwalk_levels::{
    LoadOptions,
    mechanisms::{Body, Machinery, MachineryState, Pose, StepEvents, Use},
};
use bspwalk_testing::{effort, levels, meshes::cuboid, random::seeded};
use bspwalk_trees::{BuildParams, NodeTree};
use glam::{DQuat, DVec3, Vec3, dvec3, vec3};
use serde::{Deserialize, Serialize};

use crate::things::stage::{RATE, Stage, at, block, body};

const TICK: f32 = (1.0 / RATE) as f32;

/// Number of ticks between the save and the restore.
const REPEATED: usize = 150;

fn bytes(state: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(state).expect("the state has a serialised form")
}

fn from_bytes<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> T {
    postcard::from_bytes(bytes).expect("the bytes are those of a saved state")
}

/// All state that a tick depends on, except the trees and the input.
#[derive(Serialize, Deserialize)]
struct Saved {
    tick: u32,
    movers: Vec<Mover>,
    poses: Vec<Isometry>,
}

/// Returns the poses of a lift, a hinged door, and a train on a square track.
fn poses(tick: u32) -> Vec<Isometry> {
    let time = f64::from(tick) / RATE;
    let lift = at(0.0, 1.0 + (0.8 * time).sin(), 0.0);
    let door = Isometry::about(
        dvec3(-4.0, 0.0, 1.0),
        DQuat::from_rotation_y(1.2 * (0.9 * time).sin()),
    );
    let door = door * at(-3.0, 1.01, 1.0);
    let around = (0.25 * time).fract() * 4.0;
    let (side, along) = (around as u32, around.fract() * 4.0 - 2.0);
    let [x, z] = [[along, -2.0], [2.0, along], [-along, 2.0], [-2.0, -along]][side as usize % 4];
    vec![lift, door, at(4.0 + 0.5 * x, 0.2, z)]
}

fn stage() -> Stage {
    let mut level = cuboid(dvec3(-7.0, 0.0, -5.0), dvec3(7.0, 6.0, 5.0), true);
    level.extend(cuboid(dvec3(1.5, 0.0, -5.0), dvec3(2.5, 0.4, -3.0), false));
    let things = [dvec3(2.0, 0.3, 2.0), dvec3(2.0, 2.0, 0.15), dvec3(1.5, 0.35, 1.5)];
    let things = things.into_iter().zip(poses(0));
    Stage::new(level, things.map(|(size, pose)| (block(size), pose)).collect())
}

fn random_input(random: &mut fastrand::Rng, before: &Input) -> Input {
    let desired = if random.u32(..25) == 0 {
        let mut share = || 2.0 * random.f32() - 1.0;
        vec3(share(), share(), share())
    } else {
        before.desired
    };
    Input {
        desired,
        jump: random.u32(..8) == 0,
        crouch: random.u32(..10) < 2,
        fast: random.u32(..4) == 0,
    }
}

/// Runs a tick. Returns its events and the resulting state, as bytes.
fn step(stage: &mut Stage, state: &mut Saved, inputs: &[Input]) -> Vec<u8> {
    state.tick += 1;
    stage.poses.clone_from(&state.poses);
    let moved = stage.move_to(
        &poses(state.tick),
        &mut state.movers.iter_mut().collect::<Vec<_>>(),
    );
    state.poses.clone_from(&moved.poses);
    let mut events: Vec<(usize, Event)> = moved.events;
    for (index, (mover, input)) in state.movers.iter_mut().zip(inputs).enumerate() {
        let tick = stage.tick(mover, input);
        events.extend(tick.events.into_iter().map(|event| (index, event)));
    }
    bytes(&(&*state, events))
}

#[test]
fn restored_movers_repeat_among_moving_things() {
    for seed in 0..effort::sampled_or_whole(6, 40) {
        let mut random = seeded(seed);
        let mut stage = stage();
        let kinds = [
            (Mode::Walk, CollisionMethod::Sweep, vec3(0.0, 3.1, 0.0)),
            (Mode::Walk, CollisionMethod::Push, vec3(4.0, 1.9, -0.5)),
            (Mode::Fly, CollisionMethod::Sweep, vec3(-5.0, 3.0, -2.0)),
        ];
        let forgiving = MoverParams {
            coyote_time: 0.1,
            jump_buffer: 0.1,
            ..MoverParams::default()
        };
        let mut state = Saved {
            tick: 0,
            movers: kinds
                .map(|(mode, method, eye)| Mover::new(&forgiving, mode, method, eye))
                .into(),
            poses: stage.poses.clone(),
        };
        let saved_at = random.usize(30..200);
        let mut inputs = vec![[Input::default(); 3]];
        for _ in 0..saved_at + REPEATED {
            let before = inputs[inputs.len() - 1];
            inputs.push(before.map(|before| random_input(&mut random, &before)));
        }
        let (first, rest) = inputs[1..].split_at(saved_at);
        for inputs in first {
            step(&mut stage, &mut state, inputs);
        }
        let saved = bytes(&state);
        let expected: Vec<Vec<u8>> = rest
            .iter()
            .map(|inputs| step(&mut stage, &mut state, inputs))
            .collect();
        let mut restored: Saved = from_bytes(&saved);
        assert_eq!(bytes(&restored), saved, "seed {seed}");
        for (tick, (inputs, expected)) in rest.iter().zip(&expected).enumerate() {
            let repeated = step(&mut stage, &mut restored, inputs);
            assert!(repeated == *expected, "seed {seed}: tick {tick} differs");
        }
    }
}

/// All state that a tick in a level with mechanisms depends on, except the trees and the input.
#[derive(Serialize, Deserialize)]
struct SavedLevel {
    mover: Mover,
    /// Position of the feet after the moving things were last moved.
    feet: DVec3,
    poses: Vec<Isometry>,
    machinery: MachineryState,
}

/// Input for a tick in a level with mechanisms.
#[derive(Clone, Copy, Default)]
struct LevelInput {
    input: Input,
    /// Mechanism that the player uses.
    uses: Option<usize>,
    /// Teleport destination of the eye.
    teleport: Option<Vec3>,
}

struct LevelStage {
    tree: NodeTree,
    things: Vec<Arc<NodeTree>>,
    machinery: Machinery,
}

fn isometry(pose: &Pose) -> Isometry {
    Isometry::new(pose.rotation, pose.translation)
}

impl LevelStage {
    /// Runs a tick. Returns its events and the resulting state, as bytes.
    fn step(&mut self, state: &mut SavedLevel, tick: &LevelInput) -> Vec<u8> {
        assert!(self.machinery.restore(&state.machinery));
        if let Some(eye) = tick.teleport {
            state.mover.enter(&self.tree, eye);
            state.feet = state.mover.feet().as_dvec3();
        }
        let half = state.mover.position().y - state.mover.feet().y;
        let body = Body {
            before: state.feet,
            feet: state.mover.feet().as_dvec3(),
            height: 2.0 * f64::from(half),
            radius: state.mover.body().radius.into(),
        };
        let uses = tick.uses.map(|mechanism| Use {
            from: state.mover.eye().as_dvec3(),
            to: state.mover.eye().as_dvec3(),
            mechanism: Some(mechanism),
        });
        self.machinery.step(
            TICK.into(),
            &StepEvents {
                bodies: &[body],
                uses: uses.as_slice(),
            },
        );
        let things: Vec<Thing<'_>> = self
            .things
            .iter()
            .zip(&state.poses)
            .zip(self.machinery.states())
            .map(|((tree, &before), thing)| Thing {
                tree,
                before,
                after: isometry(&thing.after),
            })
            .collect();
        let moved = move_things(&self.tree, &things, &mut [&mut state.mover], TICK);
        for squeeze in &moved.squeezes {
            self.machinery.report_blocked(squeeze.thing, squeeze.part);
        }
        state.poses = moved.poses;
        state.feet = state.mover.feet().as_dvec3();
        let placed: Vec<Placed<'_>> = self
            .things
            .iter()
            .zip(&state.poses)
            .map(|(tree, &pose)| Placed::new(tree, pose))
            .collect();
        let assembly = Assembly::new(&self.tree, &placed);
        let result = state.mover.tick(&assembly, &tick.input, TICK);
        state.machinery = self.machinery.save();
        let events = (moved.events, result.events);
        bytes(&(&*state, events))
    }
}

#[test]
fn restored_level_repeats_with_its_mechanisms() {
    for file in ["playground.map", "lq_e0m3.map"] {
        let options = LoadOptions {
            moving_apart: true,
            ..LoadOptions::default()
        };
        let Some(level) = levels::load(file, &options) else {
            return;
        };
        let params = BuildParams::default();
        let centers: Vec<Vec3> = (0..level.mechanisms.len())
            .map(|mechanism| {
                let triangles = level.moving_triangles(mechanism);
                let corners = triangles.iter().flat_map(|triangle| triangle.corners);
                Aabb::from_points(corners).center().as_vec3()
            })
            .filter(|center| center.is_finite())
            .collect();
        let mut stage = LevelStage {
            tree: NodeTree::build(&level.solid_triangles(), &params).expect("it builds"),
            things: moving_trees(&level, &params, &Arc::default()).expect("they build"),
            machinery: Machinery::new(&level),
        };
        let count = level.mechanisms.len();
        let mut has_moved = count == 0;
        for seed in 0..effort::sampled_or_whole(3, 12) {
            let mut random = seeded(seed);
            stage.machinery = Machinery::new(&level);
            let poses: Vec<Isometry> = stage
                .machinery
                .states()
                .map(|state| isometry(&state.after))
                .collect();
            let (mode, eye) = (Mode::Walk, level.spawn.eye.as_vec3());
            let mover = Mover::new(&MoverParams::default(), mode, CollisionMethod::Sweep, eye);
            let mut state = SavedLevel {
                feet: mover.feet().as_dvec3(),
                mover,
                poses: poses.clone(),
                machinery: stage.machinery.save(),
            };
            let mut last = LevelInput::default();
            let mut inputs = Vec::new();
            let saved_at = random.usize(60..300);
            for _ in 0..saved_at + REPEATED {
                last = LevelInput {
                    input: random_input(&mut random, &last.input),
                    uses: (count > 0 && random.u32(..20) == 0).then(|| random.usize(..count)),
                    teleport: (!centers.is_empty() && random.u32(..30) == 0)
                        .then(|| centers[random.usize(..centers.len())]),
                };
                inputs.push(last);
            }
            let (first, rest) = inputs.split_at(saved_at);
            for input in first {
                stage.step(&mut state, input);
            }
            let saved = bytes(&state);
            let expected: Vec<Vec<u8>> = rest.iter().map(|input| stage.step(&mut state, input)).collect();
            has_moved |= state.poses != poses;
            let mut restored: SavedLevel = from_bytes(&saved);
            assert_eq!(bytes(&restored), saved, "{file}, seed {seed}");
            for (tick, (input, expected)) in rest.iter().zip(&expected).enumerate() {
                let repeated = stage.step(&mut restored, input);
                assert!(repeated == *expected, "{file}, seed {seed}: tick {tick} differs");
            }
        }
        assert!(has_moved, "{file}: no mechanism moved");
    }
}

#[test]
fn machinery_of_another_level_is_rejected() {
    let Some(level) = levels::load("lq_e0m3.map", &LoadOptions::default()) else {
        return;
    };
    let mut machinery = Machinery::new(&level);
    machinery.step(1.0, &StepEvents::default());
    let state = machinery.save();
    let mut other = level.clone();
    other.mechanisms.pop();
    let mut of_other = Machinery::new(&other);
    let before = of_other.clone();
    assert!(!of_other.restore(&state) && of_other == before);
    let mut fresh = Machinery::new(&level);
    assert!(fresh.restore(&state) && fresh == machinery);
    // JSON cannot represent infinite numbers, but a trigger that fires only once must survive the round trip.
    let json = serde_json::to_value(&state).expect("the state has a JSON form");
    assert_eq!(serde_json::from_value::<MachineryState>(json).ok(), Some(state));
}

#[test]
fn saved_mover_is_small_and_restores_valid_params() {
    let mut mover = body(CollisionMethod::Sweep, Vec3::ZERO);
    mover.velocity = vec3(1.0, -2.0, 0.1);
    let size = bytes(&mover).len();
    assert!(size <= 320, "{size} bytes");
    let mut json = serde_json::to_value(&mover).expect("the mover has a JSON form");
    let same: Mover = serde_json::from_value(json.clone()).expect("it loads");
    assert_eq!(same, mover);
    json["params"]["radius"] = (-1.0).into();
    let clamped: Mover = serde_json::from_value(json).expect("it loads");
    assert_eq!(clamped.params().validate(), Ok(()));
}

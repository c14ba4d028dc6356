//! Tests steps under lintels and low ceilings: a body must climb a step exactly if it fits above that step.

use bspwalk_collision::mover::{CollisionMethod, Input, Mode, Mover, MoverParams};
use bspwalk_testing::{
    faults, levels, meshes,
    random::seeded,
    worlds::{METHODS, World, place_on_ground},
};
use glam::{DVec3, Vec3, vec3};

/// Maximum height of a step, in metres.
const STEP_HEIGHT: f64 = 0.45;

/// Z of the first riser. The body walks towards −Z.
const RISER: f64 = -1.0;

/// Z of the end of the corridor.
const END: f64 = -7.0;

/// Half the width of the corridor.
const HALF: f64 = 2.0;

/// A corridor that has steps and a lintel or low ceiling.
#[derive(Clone, Debug)]
struct Passage {
    /// Height and radius of the body.
    body: [f64; 2],
    /// Height of the floor behind each riser, and the riser's Z.
    levels: Vec<(f64, f64)>,
    /// Height of the lintel's lower edge.
    lintel: f64,
    /// Z of the lintel's front and back.
    extent: [f64; 2],
    /// Half the width of a doorway in the wall above the sill, or `None` if there are no jambs.
    doorway: Option<f64>,
}

impl Passage {
    fn triangles(&self) -> Vec<[DVec3; 3]> {
        let mut triangles = meshes::room([-HALF, 0.0, END], [HALF, 6.0, 5.0]);
        for (index, &(height, start)) in self.levels.iter().enumerate() {
            let end = self.levels.get(index + 1).map_or(END, |next| next.1);
            if height > 0.0 {
                triangles.extend(meshes::solid([-HALF, 0.0, end], [HALF, height, start]));
            }
        }
        let [front, back] = self.extent;
        triangles.extend(meshes::solid([-HALF, self.lintel, back], [HALF, 5.5, front]));
        if let Some(half) = self.doorway {
            for side in [-1.0, 1.0] {
                let (inner, outer) = (side * half, side * HALF);
                triangles.extend(meshes::solid(
                    [inner.min(outer), 0.0, back],
                    [inner.max(outer), 5.5, front],
                ));
            }
        }
        triangles
    }

    fn is_too_high(&self) -> bool {
        self.levels[0].0 > STEP_HEIGHT
    }

    /// Returns the possible floor heights at the end of the walk, and the Z of the riser that the body must not pass.
    /// Returns `None` if the body fits everywhere.
    fn end(&self) -> Option<(Vec<f64>, f64)> {
        let mut before = 0.0;
        for (index, &(height, start)) in self.levels.iter().enumerate() {
            let end = self.levels.get(index + 1).map_or(END, |next| next.1);
            let is_below = self.extent[1] < start && self.extent[0] > end;
            let has_room = !is_below || self.lintel - height > self.body[0];
            if height - before > STEP_HEIGHT + 1.0e-9 {
                return Some((vec![before], start));
            }
            if !has_room && self.extent[0] >= start {
                return Some((vec![before], start));
            }
            if !has_room {
                // There may be enough space for the body in front of the lintel.
                return Some((vec![before, height], self.extent[0]));
            }
            before = height;
        }
        None
    }
}

/// Walks into the passage and checks that the body stops where the space ends, standing on a floor.
#[track_caller]
fn check(passage: &Passage, world: &World, method: CollisionMethod, rate: u32, speed: f32, jump: bool) {
    let name = || format!("{passage:?}, {method:?}, {rate} Hz, {speed} m/s, jump {jump}");
    let [height, radius] = passage.body;
    let params = MoverParams {
        height: height as f32,
        radius: radius as f32,
        walk_speed: speed,
        crouch_height: height as f32,
        eye_height: 0.9 * height as f32,
        ..MoverParams::default()
    };
    let eye = vec3(0.0, params.eye_height + 0.001, 0.0);
    let mut mover = Mover::new(&params, Mode::Walk, method, eye);
    let walk = Input {
        desired: Vec3::NEG_Z,
        jump,
        ..Input::default()
    };
    let seconds = 1.5 + 8.0 / f64::from(speed);
    for tick in 0..(seconds * f64::from(rate)) as u32 {
        let step = mover.tick(world.trees(method), &walk, 1.0 / rate as f32);
        let wrong = world.find_violation(&mover, &step);
        assert_eq!(wrong, None, "{}, tick {tick}", name());
    }
    let feet = mover.feet().as_dvec3();
    let floors = match passage.end() {
        None => {
            assert!(feet.z < END + radius + 0.05, "{}: stopped at {feet}", name());
            vec![passage.levels[passage.levels.len() - 1].0]
        }
        Some((floors, riser)) => {
            assert!(feet.z > riser - 0.05, "{}: came to {feet}", name());
            floors
        }
    };
    let stands = floors.iter().any(|floor| (feet.y - floor).abs() < 0.003);
    assert!(stands, "{}: hangs at {feet}", name());
    assert!(mover.is_grounded(), "{}: in the air at {feet}", name());
}

/// Returns the default body or a shorter one. The step height is at most half the body height.
fn random_body(random: &mut fastrand::Rng) -> [f64; 2] {
    [[1.8, 0.3], [1.8, 0.3], [1.0, 0.45], [1.2, 0.25]][random.usize(..4)]
}

/// Returns a clearance that is 2 mm to 1 m more or less than the body needs.
fn random_clearance(random: &mut fastrand::Rng, [height, _]: [f64; 2]) -> f64 {
    let difference = 0.002 * 500.0_f64.powf(random.f64());
    height
        + if random.bool() {
            difference
        } else {
            -0.5 * difference
        }
}

/// Returns a step height below or above the maximum.
fn random_step(random: &mut fastrand::Rng) -> f64 {
    match random.u32(..6) {
        0 => STEP_HEIGHT,
        1 => 0.46 + 0.2 * random.f64(),
        _ => 0.01 + 0.435 * random.f64(),
    }
}

fn sill(random: &mut fastrand::Rng) -> Passage {
    let body = random_body(random);
    let (step, clearance) = (random_step(random), random_clearance(random, body));
    let thickness = 0.02 * 50.0_f64.powf(random.f64());
    // The lintel overlaps the sill in plan, so the body must fit between them.
    let lintel = RISER + 0.4 * (random.f64() - 0.5).max(-0.9 * thickness);
    Passage {
        body,
        levels: vec![(step, RISER), (0.0, RISER - thickness)],
        lintel: step + clearance,
        extent: [lintel, (lintel - thickness).min(RISER - 0.5 * thickness)],
        doorway: random.bool().then_some(0.5),
    }
}

fn platform(random: &mut fastrand::Rng) -> Passage {
    let body = random_body(random);
    let (step, clearance) = (random_step(random), random_clearance(random, body));
    let front = RISER + [0.0, 0.1, -0.1, 0.2, -0.2, 0.5, -0.6, 1.0, 4.0][random.usize(..9)];
    Passage {
        body,
        levels: vec![(step, RISER)],
        lintel: step + clearance,
        extent: [front, END],
        doorway: None,
    }
}

fn stairs(random: &mut fastrand::Rng) -> Passage {
    let body = random_body(random);
    let (step, clearance) = (random_step(random), random_clearance(random, body));
    // The step is deep enough to stand on before the next riser.
    let run = body[1] + 0.05 + 0.3 * random.f64();
    let levels: Vec<(f64, f64)> = (0..4)
        .map(|index| (step * f64::from(index + 1), RISER - run * f64::from(index)))
        .collect();
    Passage {
        body,
        lintel: levels[3].0 + clearance,
        levels,
        extent: [[2.0, RISER, -1.5][random.usize(..3)], END],
        doorway: None,
    }
}

/// Returns whether all clearances differ from the body's height by more than rounding errors.
fn is_clear_cut(passage: &Passage) -> bool {
    let clearances = passage
        .levels
        .iter()
        .map(|level| passage.lintel - level.0 - passage.body[0]);
    clearances
        .chain([passage.lintel - passage.body[0]])
        .all(|room| room.abs() > 0.0015)
}

fn check_random(seed: u64, count: u32, passage: impl Fn(&mut fastrand::Rng) -> Passage) {
    let mut random = seeded(seed);
    let mut failed = Vec::new();
    for number in 0..count {
        let passage = std::iter::repeat_with(|| passage(&mut random))
            .find(is_clear_cut)
            .expect("it repeats");
        let world = World::new(passage.triangles());
        for method in METHODS {
            let rate = [30, 60, 120, 240][random.usize(..4)];
            let speed = [1.0, 4.0, 10.0][random.usize(..3)];
            // A jump would carry the body over steps that are too high to climb.
            let jump = random.bool() && !passage.is_too_high();
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                check(&passage, &world, method, rate, speed, jump);
            }));
            if result.is_err() {
                failed.push((number, method));
            }
        }
    }
    println!("{} of {} failed", failed.len(), count * 3);
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn body_climbs_sills_it_fits_above() {
    check_random(61, 60, sill);
}

#[test]
fn body_climbs_platforms_it_fits_above() {
    check_random(62, 60, platform);
}

#[test]
fn body_climbs_stairs_it_fits_above() {
    check_random(63, 60, stairs);
}

/// Walks through all recorded levels that leave enough headroom.
#[test]
fn body_climbs_recorded_steps_under_lintels() {
    let Some(folder) = levels::faults("23-step-under-lintel") else {
        return;
    };
    let mut tested = 0;
    for path in levels::files_in(&folder) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if name.starts_with("follow_") {
            continue;
        }
        let world = World::new(faults::triangles(&path));
        for method in METHODS {
            for rate in [30, 60, 120, 240] {
                for (fast, jump) in [(false, false), (true, false), (false, true)] {
                    let mut mover = place_on_ground(&world, method, vec3(0.0, 0.0, 2.0));
                    let input = Input {
                        desired: Vec3::NEG_Z,
                        fast,
                        jump,
                        ..Input::default()
                    };
                    let is_beyond = (0..3 * rate).any(|_| {
                        let tick = mover.tick(world.trees(method), &input, 1.0 / rate as f32);
                        tick.grounded && tick.feet.z < -2.5
                    });
                    assert!(
                        is_beyond,
                        "{name}, {method:?}, {rate} Hz, fast {fast}, jump {jump}: stopped at {}",
                        mover.feet()
                    );
                    tested += 1;
                }
            }
        }
    }
    assert!(tested >= 7 * 36, "{tested}");
}

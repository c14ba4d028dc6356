//! Tests bodies among things that move at random.

use bspwalk_collision::{
    mover::{CollisionMethod, Event, Input, Mode, Mover, MoverParams},
    things::Isometry,
};
use bspwalk_testing::{effort, meshes::cuboid, random::seeded};
use glam::{DQuat, DVec3, Vec3, dvec3, vec3};

use super::stage::{RATE, Stage, block};

/// Half-extents of the room.
const ROOM: DVec3 = DVec3::new(2.5, 1.6, 2.5);

fn point(random: &mut fastrand::Rng, half: DVec3) -> DVec3 {
    dvec3(random.f64() - 0.5, random.f64() - 0.5, random.f64() - 0.5) * 2.0 * half
}

/// Size and random motion of a thing.
struct Drift {
    half: DVec3,
    velocity: DVec3,
    axis: DVec3,
    rate: f64,
}

impl Drift {
    fn new(random: &mut fastrand::Rng, speed: f64) -> Self {
        let axis = if random.bool() {
            DVec3::Y
        } else {
            point(random, DVec3::ONE).normalize_or(DVec3::X)
        };
        Self {
            half: dvec3(random.f64(), random.f64(), random.f64()) * 1.2 + 0.02,
            velocity: point(random, DVec3::splat(speed)),
            axis,
            rate: if random.u32(..3) == 0 {
                0.0
            } else {
                (random.f64() - 0.5) * speed
            },
        }
    }

    fn after(&self, before: &Isometry) -> Isometry {
        let turn = DQuat::from_axis_angle(self.axis, self.rate / RATE);
        Isometry::new(turn * before.rotation, before.translation + self.velocity / RATE)
    }
}

/// Counts of what happened during the test.
#[derive(Debug, Default)]
struct Counts {
    bodies: u32,
    pushed: u32,
    rides: u32,
    squeezes: u32,
}

fn run(seed: u64, speed: f64, counts: &mut Counts) {
    let mut random = seeded(seed);
    let random = &mut random;
    let mut level = cuboid(-ROOM, ROOM, true);
    for _ in 0..3 {
        let corner = point(random, ROOM);
        let half = point(random, DVec3::splat(0.5)).abs() + 0.1;
        level.extend(cuboid(corner - half, corner + half, false));
    }
    let count = random.usize(1..4);
    let mut drifts: Vec<Drift> = (0..count).map(|_| Drift::new(random, speed)).collect();
    let things = drifts
        .iter()
        .map(|drift| {
            let turned = if random.bool() {
                DQuat::from_axis_angle(drift.axis, random.f64() * 3.0)
            } else {
                DQuat::IDENTITY
            };
            let place = Isometry::new(turned, point(random, ROOM));
            (block(2.0 * drift.half), place)
        })
        .collect();
    let mut stage = Stage::new(level, things);
    let is_inside = |stage: &Stage, drifts: &[Drift], at: DVec3| {
        let in_thing = stage.poses.iter().zip(drifts).any(|(pose, drift)| {
            let local = pose.inverse().point(at);
            local.abs().cmplt(drift.half).all()
        });
        in_thing || at.abs().cmpgt(ROOM).any()
    };
    let mut movers: Vec<Mover> = Vec::new();
    for _ in 0..60 {
        let (mode, method) = (
            if random.bool() { Mode::Walk } else { Mode::Fly },
            if random.bool() {
                CollisionMethod::Sweep
            } else {
                CollisionMethod::Push
            },
        );
        let mover = Mover::new(
            &MoverParams::default(),
            mode,
            method,
            point(random, ROOM).as_vec3(),
        );
        if stage.gap(&mover) > 1.0e-3 && !is_inside(&stage, &drifts, mover.position().as_dvec3()) {
            movers.push(mover);
        }
        if movers.len() == 4 {
            break;
        }
    }
    counts.bodies += movers.len() as u32;
    let mut input = Input::default();
    for tick in 0..240 {
        if random.u32(..12) == 0 {
            let drift = random.usize(..count);
            drifts[drift] = Drift {
                half: drifts[drift].half,
                ..Drift::new(random, speed)
            };
        }
        for (drift, pose) in drifts.iter_mut().zip(&stage.poses) {
            // Steer the thing back into the room.
            let out = pose.translation.abs().cmpgt(ROOM);
            let back = -pose.translation.signum() * drift.velocity.abs();
            drift.velocity = DVec3::select(out, back, drift.velocity);
        }
        if random.u32(..20) == 0 {
            let mut share = || random.f32() - 0.5;
            input.desired = vec3(share(), share(), share()).normalize_or_zero();
            input.crouch = random.bool();
            input.jump = random.u32(..4) == 0;
        }
        let before: Vec<Vec3> = movers.iter().map(Mover::position).collect();
        let after: Vec<Isometry> = stage
            .poses
            .iter()
            .zip(&drifts)
            .map(|(pose, drift)| drift.after(pose))
            .collect();
        let moved = stage.move_to(&after, &mut movers.iter_mut().collect::<Vec<_>>());
        counts.rides += moved.rides.len() as u32;
        counts.squeezes += moved.squeezes.len() as u32;
        for (mover, before) in movers.iter_mut().zip(before) {
            counts.pushed += u32::from(mover.position() != before);
            let at = mover.position().as_dvec3();
            assert!(
                !is_inside(&stage, &drifts, at),
                "{seed}: tick {tick}: moved to {at} {moved:?}"
            );
            let step = stage.tick(mover, &input);
            let at = mover.position().as_dvec3();
            assert!(
                step.clear && !is_inside(&stage, &drifts, at),
                "{seed}: tick {tick}: {step:?}"
            );
            assert!(
                !step.events.contains(&Event::Stuck),
                "{seed}: tick {tick}: {step:?}"
            );
            let gap = stage.gap(mover);
            assert!(
                gap > -5.0e-4 * f64::from(mover.body().radius),
                "{seed}: tick {tick}: {gap} {step:?}"
            );
        }
    }
}

#[test]
fn things_never_leave_a_body_inside_a_solid() {
    let mut counts = Counts::default();
    for seed in 0..effort::sampled_or_whole(12, 60) {
        run(seed, [1.0, 4.0, 12.0, 60.0][seed as usize % 4], &mut counts);
    }
    let [least_bodies, least_pushed] = effort::sampled_or_whole([20, 100], [100, 1000]);
    assert!(
        counts.bodies > least_bodies && counts.pushed > least_pushed,
        "{counts:?}"
    );
    let least = effort::sampled_or_whole(5, 100);
    assert!(counts.rides > least && counts.squeezes > least, "{counts:?}");
}

//! A part of a step in the air, and a step of flight.

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    Event, Mover, Step, rates,
    space::{Space, Touch},
    trees::Scene,
    walk::Stride,
};
use crate::{bsp::Obstacles, collision::half_spaces::clip};

/// Most legs of one way through the air.
const MAX_LEGS: u32 = 12;

/// A way that is less than this of the wished one is none.
const NOTHING: f64 = 1.0e-6;

/// Where a body slid to.
struct Slid {
    at: Vec3,
    velocity: DVec3,
    strides: Vec<Stride>,
    blocked: Option<Touch>,
    push: Vec3,
    /// What rounding took from a way that ended free, in metres.
    lost: DVec3,
}

/// Slides a way through the air along everything that is met.
fn slide<T: Obstacles>(space: &Space<'_, T>, from: Vec3, way: DVec3, velocity: DVec3) -> Slid {
    let mut slid = Slid {
        at: from,
        velocity,
        strides: Vec::new(),
        blocked: None,
        push: Vec3::ZERO,
        lost: DVec3::ZERO,
    };
    let mut left = way;
    let mut met: Option<Touch> = None;
    for _ in 0..MAX_LEGS {
        let mut touches = space.touches(slid.at);
        touches.extend(met);
        let normals: SmallVec<[DVec3; 16]> = touches.iter().map(|touch| touch.normal).collect();
        let along = clip(left, &normals);
        if along.length() < left.length() * (1.0 - 1.0e-6) {
            let opposing = touches
                .iter()
                .min_by(|a, b| a.normal.dot(left).total_cmp(&b.normal.dot(left)));
            slid.blocked = slid.blocked.or(opposing.copied());
            slid.velocity = clip(slid.velocity, &normals);
        }
        if along.length() <= NOTHING * way.length() {
            break;
        }
        let advance = space.advance(slid.at, along);
        slid.strides.push(Stride {
            from: slid.at,
            to: advance.at,
            desired: left,
            end: advance.hit,
        });
        slid.at = advance.at;
        slid.push += advance.push;
        left *= 1.0 - advance.share;
        met = advance.hit;
        if met.is_none() {
            slid.lost = advance.lost;
            break;
        }
    }
    slid
}

impl Mover {
    /// Falls, or rises from a jump, for a while.
    pub(super) fn step_in_air(&mut self, tree: &Scene<'_>, desired: DVec3, seconds: f64, step: &mut Step) {
        let (space, legs) = (self.space(tree), self.legs());
        let at = space.settled(self.position);
        // What is too steep to walk on is not climbed by pushing against it.
        let steep: SmallVec<[DVec3; 8]> = space
            .touches(at)
            .iter()
            .filter(|touch| touch.upward < legs.walkable)
            .filter_map(|touch| touch.normal.with_y(0.0).try_normalize())
            .collect();
        let rate = if desired == DVec3::ZERO {
            0.0
        } else {
            f64::from(self.params.air_response)
        };
        let flat = self.velocity.as_dvec3().with_y(0.0);
        let (flat, way) = rates::approach(flat, clip(desired, &steep), rate, seconds);
        let (gravity, terminal) = (
            f64::from(self.params.gravity),
            f64::from(self.params.terminal_speed),
        );
        let (rising, height) = rates::fall(f64::from(self.velocity.y), gravity, terminal, seconds);
        let way = way.with_y(height);
        step.desired_displacement += way.as_vec3();
        let slid = slide(&space, at, way + self.memory.lost, flat.with_y(rising));
        self.memory.lost = slid.lost;
        Self::record(&slid.strides, step);
        step.push += slid.push;
        self.position = slid.at;
        self.velocity = slid.velocity.as_vec3();
        let landed = if height <= 0.0 {
            legs.support(&space, slid.at, DVec3::ZERO)
        } else {
            None
        };
        if let Some(support) = landed {
            self.grounded = true;
            self.memory.ground = support.ground;
            // Ground takes the fall and nothing else.
            let walls: SmallVec<[DVec3; 8]> = space
                .touches(slid.at)
                .iter()
                .filter(|touch| touch.upward < legs.walkable)
                .filter_map(|touch| touch.normal.with_y(0.0).try_normalize())
                .collect();
            self.velocity = clip(flat, &walls).as_vec3();
            step.events.push(Event::Landed {
                speed: (-rising).max(0.0) as f32,
            });
        } else {
            self.tell_blocked(slid.blocked, step);
        }
    }

    /// Flies for a while.
    pub(super) fn step_flight(
        &mut self,
        tree: &Scene<'_>,
        input: &super::Input,
        seconds: f64,
        step: &mut Step,
    ) {
        let space = self.space(tree);
        let at = space.settled(self.position);
        let (velocity, way) = self.flight(input, seconds);
        step.desired_displacement = way.as_vec3();
        let slid = slide(&space, at, way + self.memory.lost, velocity);
        self.memory.lost = slid.lost;
        Self::record(&slid.strides, step);
        step.push += slid.push;
        self.position = slid.at;
        self.velocity = slid.velocity.as_vec3();
        self.tell_blocked(slid.blocked, step);
    }

    /// The velocity after a while of free flight, and the way.
    pub(super) fn flight(&self, input: &super::Input, seconds: f64) -> (DVec3, DVec3) {
        let mut speed = self.params.fly_speed;
        if input.fast {
            speed *= self.params.fast_factor;
        }
        let desired = input.desired.as_dvec3() * f64::from(speed);
        rates::approach(
            self.velocity.as_dvec3(),
            desired,
            f64::from(self.params.fly_response),
            seconds,
        )
    }
}

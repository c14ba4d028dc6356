//! A step: input and a while go in, a pose and what happened come out.

use glam::Vec3;

use super::{
    CollisionMethod, Event, Input, LONGEST_STEP, Mode, Mover, Step, Trees, Why,
    space::{Going, Space, Touch},
    support::Legs,
    trees::Scene,
    walk::Stride,
};
use crate::{
    bsp::Obstacles,
    collision::{Leg, surroundings::Surroundings},
};

/// How far around it a body looks at once, relative to its radius: its skin, and some play. Steps
/// up and down ask the tree, as they are rare.
const AROUND: f64 = 1.05;

/// Most triangles around a body that are gone through one by one.
const FEW: usize = 128;

/// Slower than this with nothing wished is at rest, in m/s.
const REST: f32 = 1.0e-3;

impl Mover {
    /// Moves for a while. What is not finite in the input counts as nothing, and a while that is none changes nothing.
    ///
    /// `trees` may be the node-storing tree alone. A body that goes by [`CollisionMethod::Planes`] then stays where it is, which
    /// [`Event::NoLeafTree`] tells.
    pub fn step<'a>(&mut self, trees: impl Into<Trees<'a>>, input: &Input, seconds: f32) -> Step {
        let Trees { nodes: tree, planes } = trees.into();
        let mut step = Step::default();
        let seconds = if seconds > 0.0 {
            f64::from(seconds.min(LONGEST_STEP))
        } else {
            0.0
        };
        let input = Input {
            desired: if input.desired.is_finite() {
                input.desired.clamp_length_max(1.0)
            } else {
                Vec3::ZERO
            },
            ..*input
        };
        if !self.velocity.is_finite() {
            self.velocity = Vec3::ZERO;
        }
        let before = self.feet();
        if !self.position.is_finite() {
            self.put_back(tree, (before, self.crouched), Why::NoRoom, &mut step);
        }
        if self.method == CollisionMethod::Ati {
            if seconds > 0.0 {
                let start = (self.feet(), self.crouched);
                self.step_ati(tree, &input, seconds, &mut step);
                self.check(tree, start, &mut step);
            }
            self.end(tree, &input, seconds);
        } else {
            let scene = Scene {
                around: self.around(tree, &input, seconds),
                planes,
            };
            self.step_clear(&scene, &input, seconds, &mut step);
            self.end(&scene, &input, seconds);
        }
        step.feet = self.feet();
        step.center = self.position;
        step.eye = self.eye();
        step.velocity = self.velocity;
        step.grounded = self.grounded;
        step.crouched = self.crouched;
        step
    }

    /// A step that ends clear of everything.
    fn step_clear(&mut self, tree: &Scene<'_>, input: &Input, seconds: f64, step: &mut Step) {
        if !self.free(tree, step) {
            self.velocity = Vec3::ZERO;
        } else if self.method.needs_leaves() && tree.planes.is_none() {
            self.velocity = Vec3::ZERO;
            step.clear = self.is_clear(tree);
            step.events.push(Event::NoLeafTree);
        } else if seconds > 0.0 {
            let start = (self.feet(), self.crouched);
            match self.mode {
                Mode::Fly => self.step_flight(tree, input, seconds, step),
                Mode::Walk => self.step_walk(tree, input, seconds, step),
            }
            self.check(tree, start, step);
            self.add_touching(tree, step);
        }
    }

    /// What is left to do after a step.
    fn end(&mut self, tree: &impl Obstacles, input: &Input, seconds: f64) {
        if input.desired == Vec3::ZERO
            && (self.grounded || self.mode == Mode::Fly)
            && self.velocity.length() < REST
        {
            self.velocity = Vec3::ZERO;
        }
        self.memory.jump_held = input.jump;
        self.settle_eye(tree, seconds);
    }

    /// What a step may meet, unless its way is so long that it had better ask the tree.
    fn around<'a, T: Obstacles>(&self, tree: &'a T, input: &Input, seconds: f64) -> Surroundings<'a, T> {
        let body = self.body();
        let radius = f64::from(body.radius);
        let asked = match self.mode {
            Mode::Fly => self.params.fly_speed,
            Mode::Walk => self.params.walk_speed,
        };
        let asked = f64::from(asked * if input.fast { self.params.fast_factor } else { 1.0 });
        let way = (f64::from(self.velocity.length()).max(asked) + f64::from(self.params.gravity) * seconds)
            * seconds;
        let reach = radius * AROUND + way;
        if reach.is_finite() && way <= radius && self.position.is_finite() {
            Surroundings::new(tree, body.half_axis.as_dvec3(), reach, self.position.as_dvec3()).if_few(FEW)
        } else {
            Surroundings::none(tree)
        }
    }

    /// What the body is among.
    pub(super) fn space<'a>(&self, tree: &'a Scene<'_>) -> Space<'a, Scene<'a>> {
        let going = match (self.method, tree.planes) {
            (CollisionMethod::Sweep, _) => Going::Sweep,
            (CollisionMethod::Planes, Some(planes)) => Going::Planes(planes),
            _ => Going::Push,
        };
        Space::new(tree, self.body(), going, self.position)
    }

    pub(super) fn legs(&self) -> Legs {
        Legs {
            walkable: self.params.walkable(),
            step_height: f64::from(self.params.step_height),
        }
    }

    /// Tells that something is in the way, where it was not before.
    pub(super) fn tell_blocked(&mut self, by: Option<Touch>, step: &mut Step) {
        if let Some(touch) = by.filter(|_| !self.memory.blocked) {
            step.events.push(Event::Blocked {
                face: touch.contact.face,
                normal: (touch.contact.normal + Vec3::ZERO).to_array(),
            });
        }
        self.memory.blocked = by.is_some();
    }

    /// Adds the legs of a walk to a step.
    pub(super) fn record(strides: &[Stride], step: &mut Step) {
        for stride in strides {
            let first = step.contacts.len() as u32;
            step.contacts.extend(stride.end.map(|touch| touch.contact));
            step.legs.push(Leg {
                from: stride.from,
                to: stride.to,
                desired: stride.desired.as_vec3(),
                contacts: first..step.contacts.len() as u32,
            });
        }
    }
}

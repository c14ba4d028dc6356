//! The body and the eye of a walk: they move in fixed steps, by keys that became lines of a script.

use bspwalk_draw::raster::Camera;
use bspwalk_levels::Spawn;
use bspwalk_trees::collision::mover::{
    CollisionMethod, Event, Mode, Mover, MoverParams, PutBackReason, Trees,
    script::{Start, Ticks, View},
};
use glam::{DVec3, Vec3};

use crate::{
    clock::STEP,
    history::{History, Moment},
    recording::Draft,
};

/// Least and greatest speed, in metres a second.
const SPEEDS: [f32; 2] = [0.1, 100.0];

/// How quickly the eye follows the keys in noclip, in 1/s.
const RESPONSE: f32 = 14.0;

/// Below this speed, and with no key held, the eye is at rest, in metres a second.
const REST: f32 = 1.0e-3;

/// Steepest view, in degrees: short of straight up, where turning left and right would lose its meaning.
const STEEPEST: f32 = 89.0;

/// The body and the eye. A recorded script repeats its path bit for bit.
#[derive(Clone, Debug)]
pub struct Body {
    /// How it is kept out of the walls; without the planes of the solid-leaf tree, `planes` counts as the default.
    pub method: CollisionMethod,
    mover: Mover,
    spawn: Spawn,
    params: MoverParams,
    view: View,
    /// The eye before the last step, and after it.
    eyes: [Vec3; 2],
    /// Of the eye in noclip, in metres a second.
    velocity: Vec3,
    walking: bool,
    noclip: bool,
    /// Whether the body is where the eye is. If not, the next step brings it there.
    entered: bool,
    history: History,
    visited: u64,
}

impl Body {
    /// A body at the spawn, on foot or in flight.
    pub(super) fn new(spawn: Spawn, method: CollisionMethod, walking: bool) -> Self {
        let params = MoverParams::default();
        let mut body = Self {
            method,
            mover: Mover::new(&params, Mode::Walk, method, spawn.eye.as_vec3()),
            spawn,
            params,
            view: View::default(),
            eyes: [Vec3::ZERO; 2],
            velocity: Vec3::ZERO,
            walking,
            noclip: false,
            entered: false,
            history: History::default(),
            visited: 0,
        };
        body.respawn();
        body
    }

    /// Puts it at the spawn, looking ahead.
    pub(super) fn respawn(&mut self) {
        let yaw = self.spawn.yaw as f32;
        self.view = View::default().turned(Some(yaw), Some(0.0));
        self.put(self.spawn.eye.as_vec3());
    }

    /// Puts the eye somewhere, at rest; the body follows with the next step. Steps that led elsewhere are forgotten.
    pub(super) fn put(&mut self, eye: Vec3) {
        self.history.forget_unless_at(eye);
        self.eyes = [eye; 2];
        self.velocity = Vec3::ZERO;
        self.entered = false;
    }

    /// Keeps the eye where it is in other walls: the next step puts the body clear of them.
    pub(super) fn stay(&mut self, spawn: Spawn) {
        self.spawn = spawn;
        self.history.clear();
        self.put(self.eye());
    }

    /// Puts the body at rest where it is, with the next step, as a script begins.
    pub(super) fn rest(&mut self) {
        self.put(self.mover.eye());
    }

    /// The body.
    #[must_use]
    pub fn mover(&self) -> &Mover {
        &self.mover
    }

    /// The direction of view.
    #[must_use]
    pub fn view(&self) -> View {
        self.view
    }

    /// The eye after the last step, in metres.
    #[must_use]
    pub fn eye(&self) -> Vec3 {
        self.eyes[1]
    }

    /// The last seconds, step by step.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Nodes of the trees that the collision of the last step visited.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Whether it walks; otherwise it flies.
    #[must_use]
    pub fn is_walking(&self) -> bool {
        self.walking
    }

    /// Whether the eye passes through walls. The body stays where it was.
    #[must_use]
    pub fn is_noclip(&self) -> bool {
        self.noclip
    }

    /// The speed without the fast key, in metres a second.
    #[must_use]
    pub fn speed(&self) -> f32 {
        if self.walking {
            self.params.walk_speed
        } else {
            self.params.fly_speed
        }
    }

    /// Changes the speed by so many notches of the wheel, on foot and in flight.
    pub fn change_speed(&mut self, notches: f32) {
        let speed = (self.speed() * 1.15f32.powf(notches)).clamp(SPEEDS[0], SPEEDS[1]);
        (self.params.walk_speed, self.params.fly_speed) = (speed, speed);
    }

    /// Turns the view by so many degrees, to the left and upwards.
    pub fn turn(&mut self, left: f32, up: f32) {
        let pitch = (self.view.pitch + up).clamp(-STEEPEST, STEEPEST);
        self.view = self.view.turned(Some(self.view.yaw + left), Some(pitch));
    }

    pub(super) fn toggle_walking(&mut self) {
        self.walking = !self.walking;
    }

    pub(super) fn toggle_noclip(&mut self) {
        self.noclip = !self.noclip;
        self.velocity = Vec3::ZERO;
        if !self.noclip {
            // The body comes to the eye.
            self.put(self.eye());
        }
    }

    /// The start line of a script that puts a body here.
    #[must_use]
    pub fn start(&self) -> Start {
        Start {
            eye: Some((self.eye() + Vec3::ZERO).as_dvec3().to_array()),
            yaw: Some(self.view.yaw),
            pitch: Some(self.view.pitch),
            mode: Some(self.mode()),
        }
    }

    fn mode(&self) -> Mode {
        if self.walking { Mode::Walk } else { Mode::Fly }
    }

    /// The camera, this part of a step after the last one.
    #[must_use]
    pub fn camera(&self, part: f32) -> Camera {
        let [before, after] = self.eyes.map(Vec3::as_dvec3);
        Camera {
            eye: before.lerp(after, f64::from(part)),
            yaw: f64::from(self.view.yaw).to_radians(),
            pitch: f64::from(self.view.pitch).to_radians(),
            field_of_view: Camera::default_field_of_view(),
        }
    }

    /// The unit vector along the view.
    #[must_use]
    pub fn forward(&self) -> DVec3 {
        let [yaw, pitch] = [self.view.yaw, self.view.pitch].map(|angle| f64::from(angle).to_radians());
        DVec3::new(-yaw.sin() * pitch.cos(), pitch.sin(), -yaw.cos() * pitch.cos())
    }

    /// One step: the keys want this. Returns what happened.
    pub(super) fn step(
        &mut self,
        trees: Trees<'_>,
        keys: Ticks,
        mut draft: Option<&mut Draft>,
    ) -> Vec<Event> {
        self.eyes[0] = self.eyes[1];
        let wanted = Ticks {
            up: if self.walking && !self.noclip {
                0.0
            } else {
                keys.up
            },
            yaw: Some(self.view.yaw),
            pitch: Some(self.view.pitch),
            ..keys
        };
        if self.noclip {
            self.drift(&wanted);
            return Vec::new();
        }
        let mut events = Vec::new();
        let method = Some(self.method)
            .filter(|method| trees.suffice(*method))
            .unwrap_or_default();
        self.params = self.params.clamped();
        if self.entered {
            self.mover.method = method;
            if *self.mover.params() != self.params {
                self.mover.set_params(&self.params);
            }
            let placed = self.mover.set_mode(trees.nodes, self.mode());
            events.extend(placed.event());
        } else {
            let eye = self.eye() + Vec3::ZERO;
            if eye != self.mover.eye() {
                self.history.clear();
            }
            self.mover = Mover::new(&self.params, self.mode(), method, eye);
            let placed = self.start().enter(trees.nodes, &mut self.mover, eye);
            events.extend(placed.event());
            if let Some(draft) = &mut draft {
                draft.put(eye, self.view, &self.mover);
            }
            self.eyes = [self.mover.eye(); 2];
            self.entered = true;
        }
        if let Some(draft) = &mut draft {
            draft.add(wanted, &self.mover);
        }
        let input = wanted.input(self.view, self.mover.mode());
        let before = self.mover.clone();
        let step = self.mover.tick(trees, &input, STEP);
        self.visited = step.nodes_visited;
        self.eyes[1] = step.eye;
        events.extend(step.events.iter().copied());
        let fell_out = Event::PutBack {
            why: PutBackReason::FellOut,
        };
        if step.events.contains(&fell_out) {
            self.history.clear();
            return events;
        }
        self.history.push(Moment {
            before,
            input,
            seconds: STEP,
            step,
        });
        events
    }

    /// One step of the eye without the body, through walls.
    fn drift(&mut self, wanted: &Ticks) {
        let input = wanted.input(self.view, Mode::Fly);
        let factor = if input.fast { self.params.fast_factor } else { 1.0 };
        let desired = input.desired * self.speed() * factor;
        self.velocity += (desired - self.velocity) * (1.0 - (-RESPONSE * STEP).exp());
        if desired == Vec3::ZERO && self.velocity.length() < REST {
            self.velocity = Vec3::ZERO;
        }
        self.eyes[1] += self.velocity * STEP;
        self.visited = 0;
    }
}

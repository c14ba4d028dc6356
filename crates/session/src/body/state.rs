//! State of the body and the eye.

use bspwalk_collision::mover::{
    CollisionMethod, Mode, Mover, MoverParams, Tick,
    script::{Start, View},
};
use bspwalk_draw::raster::Camera;
use bspwalk_levels::Spawn;
use bspwalk_trees::{Contact, observer::VisitedNode};
use glam::{EulerRot, Quat, Vec3};

use crate::history::History;

/// Minimum and maximum speed, in metres per second.
pub const SPEEDS: [f32; 2] = [0.1, 100.0];

/// Minimum and maximum radius of the body, in metres.
pub const RADII: [f32; 2] = [0.02, 5.0];

/// Maximum pitch, in radians. At 90°, yaw would be undefined.
const STEEPEST: f32 = 89.0 * std::f32::consts::PI / 180.0;

/// Speed factor of one mouse-wheel notch.
const NOTCH: f32 = 1.15;

/// The body and the eye.
///
/// Both move in fixed steps ([`Body::step`]). Renderers interpolate between [`Body::previous`] and [`Body::position`].
/// Between steps a front end may change any field. The next step then moves the body to the eye and applies the new
/// size and mode. A recorded script reproduces the path bit for bit.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Eye position before the last fixed step, in metres.
    pub previous: Vec3,
    /// Eye position after the last fixed step, in metres.
    pub position: Vec3,
    /// Angle to the left of −Z, in radians.
    pub yaw: f32,
    /// Angle above the horizon, in radians.
    pub pitch: f32,
    /// Velocity after collision, in metres per second.
    pub velocity: Vec3,
    /// Radius of the body, in metres.
    pub radius: f32,
    /// Speed without the fast key, in metres per second.
    pub speed: f32,
    /// Whether the eye moves through walls while the body stays in place.
    pub noclip: bool,
    /// Whether noclip was turned on by following the leak. If so, leaving the leak turns noclip off.
    follows_leak: bool,
    /// Index of the leak corner that the eye visited last, counted from the spawn.
    pub leak_place: Option<usize>,
    /// Whether the body walks instead of flying.
    pub walking: bool,
    /// Collision method.
    pub method: CollisionMethod,
    /// Other dimensions and rates of the body.
    pub params: MoverParams,
    /// Radius and speed already included in [`Body::params`].
    applied: (f32, f32),
    /// The user's settings, saved while a script overrides them.
    saved: Option<BodySettings>,
    /// The simulated body.
    pub mover: Mover,
    /// Whether the body is at the eye's position. If not, the next step moves it there.
    pub entered: bool,
    /// Path number. It increases with each teleport to distinguish the steps of different paths.
    pub path: u64,
    /// Contacts that stopped or deflected the last fixed step.
    pub contacts: Vec<Contact>,
    /// Total displacement by pushes in the last fixed step, in metres.
    pub push: Vec3,
    /// Whether every face is at least one radius away. If not, the body does not fit.
    pub clear: bool,
    /// Number of tree nodes that collision visited in the last fixed step, or `None` without collision.
    pub visited: Option<u64>,
    /// Nodes of the node-storing tree that the last step visited, if visits were recorded.
    pub visited_nodes: Vec<VisitedNode>,
    /// Most recent steps of the path.
    pub(super) history: History,
}

/// The user's settings for the body. A script can override them temporarily.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodySettings {
    /// See [`Body::radius`].
    pub radius: f32,
    /// See [`Body::speed`].
    pub speed: f32,
    /// See [`Body::walking`].
    pub walking: bool,
    /// See [`Body::params`]. Includes the radius and the speed.
    pub params: MoverParams,
}

impl Default for Body {
    fn default() -> Self {
        let params = MoverParams::default();
        Self {
            previous: Vec3::ZERO,
            position: Vec3::ZERO,
            yaw: 0.0,
            pitch: 0.0,
            velocity: Vec3::ZERO,
            radius: params.radius,
            speed: params.walk_speed,
            noclip: false,
            follows_leak: false,
            leak_place: None,
            walking: false,
            method: CollisionMethod::default(),
            params,
            applied: (params.radius, params.walk_speed),
            saved: None,
            mover: Mover::new(&params, Mode::Fly, CollisionMethod::default(), Vec3::ZERO),
            entered: false,
            path: 0,
            contacts: Vec::new(),
            push: Vec3::ZERO,
            clear: true,
            visited: None,
            visited_nodes: Vec::new(),
            history: History::default(),
        }
    }
}

impl Body {
    /// Returns the rotation of the camera.
    pub fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, self.pitch, 0.0)
    }

    /// Returns the unit vector of the view direction.
    pub fn forward(&self) -> Vec3 {
        self.rotation() * Vec3::NEG_Z
    }

    /// Turns the view towards a point (in metres). Does nothing if the eye is at that point.
    pub fn look_at(&mut self, point: Vec3) {
        let towards = point - self.position;
        if towards.length_squared() > 1.0e-6 {
            self.yaw = (-towards.x).atan2(-towards.z);
            self.pitch = towards.y.atan2(towards.with_y(0.0).length());
        }
    }

    /// Turns the view left and up, in radians. The pitch is clamped.
    pub fn turn(&mut self, left: f32, up: f32) {
        self.yaw = (self.yaw + left).rem_euclid(std::f32::consts::TAU);
        self.pitch = (self.pitch + up).clamp(-STEEPEST, STEEPEST);
    }

    /// Returns the view angles in degrees, as used in scripts.
    pub fn view_angles(&self) -> View {
        View::default().turned(Some(self.yaw.to_degrees()), Some(self.pitch.to_degrees()))
    }

    pub(super) fn look_along(&mut self, view: View) {
        (self.yaw, self.pitch) = (view.yaw.to_radians(), view.pitch.to_radians());
    }

    /// Returns the camera, interpolated within the last step: `part` is 0 at the start of the step and 1 at the end.
    pub fn camera(&self, part: f32) -> Camera {
        let [before, after] = [self.previous, self.position].map(Vec3::as_dvec3);
        let eye = before.lerp(after, f64::from(part));
        let angles = [self.yaw.into(), self.pitch.into()];
        Camera::perspective(eye, angles, Camera::default_field_of_view())
    }

    /// Changes the walking and flying speeds by a number of mouse-wheel notches.
    pub fn change_speed(&mut self, notches: f32) {
        self.speed = (self.speed * NOTCH.powf(notches)).clamp(SPEEDS[0], SPEEDS[1]);
    }

    /// Returns whether the body walks or flies.
    pub fn mode(&self) -> Mode {
        if self.walking { Mode::Walk } else { Mode::Fly }
    }

    /// Returns the start line of a script that begins at the current position.
    pub fn start(&self) -> Start {
        let view = self.view_angles();
        Start {
            // Adding zero turns -0 into 0.
            eye: Some((self.position + Vec3::ZERO).as_dvec3().to_array()),
            yaw: Some(view.yaw),
            pitch: Some(view.pitch),
            mode: Some(self.mode()),
        }
    }

    /// Returns the history of the path's most recent seconds.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Moves the eye to the spawn, looking ahead, and restores the user's settings.
    pub fn respawn(&mut self, spawn: &Spawn) {
        self.pop_script_params();
        self.leave_leak();
        self.teleport(spawn.eye.as_vec3());
        (self.yaw, self.pitch) = (spawn.yaw.to_radians() as f32, 0.0);
    }

    /// Toggles noclip. When it is turned off, the next step moves the body to the eye.
    pub fn toggle_noclip(&mut self) {
        self.noclip = !self.noclip;
        self.follows_leak = false;
        self.velocity = Vec3::ZERO;
        self.entered &= self.noclip;
        if !self.noclip && self.position != self.mover.eye() {
            self.leave_path();
        }
    }

    /// Moves the eye to a corner of the leak path. This turns on noclip, because the body may not fit there.
    pub(crate) fn follow_leak(&mut self, corner: Vec3) {
        self.follows_leak |= !self.noclip;
        self.noclip = true;
        self.teleport(corner);
    }

    /// Turns off noclip if [`Body::follow_leak`] turned it on. Returns whether it did.
    pub(crate) fn leave_leak(&mut self) -> bool {
        let was_on = self.follows_leak && self.noclip;
        self.follows_leak = false;
        if was_on {
            self.toggle_noclip();
        }
        was_on
    }

    /// Moves the eye, at rest and without interpolation.
    ///
    /// The body follows in the next step and starts a new path. The history of the old path is cleared, so
    /// that the replay and "why did I stop?" ignore it.
    pub fn teleport(&mut self, position: Vec3) {
        self.leave_path();
        self.rest(position);
    }

    pub(super) fn leave_path(&mut self) {
        self.path += 1;
        self.history.clear();
    }

    /// Stops the eye, as at the start of a script. In the next step, the body moves to the eye and continues its path.
    pub(crate) fn rest_in_place(&mut self) {
        self.rest(self.position);
    }

    fn rest(&mut self, position: Vec3) {
        self.previous = position;
        self.position = position;
        self.velocity = Vec3::ZERO;
        self.contacts.clear();
        self.push = Vec3::ZERO;
        self.clear = true;
        self.visited = None;
        self.visited_nodes.clear();
        self.entered = false;
    }

    /// Returns the parameters to apply. A changed radius or speed applies to both walking and flying.
    pub fn wanted_params(&self) -> MoverParams {
        let mut params = self.params;
        if self.radius != self.applied.0 {
            (params.fly_radius, params.radius) = (self.radius, self.radius);
        }
        if self.speed != self.applied.1 {
            (params.fly_speed, params.walk_speed) = (self.speed, self.speed);
        }
        params.clamped()
    }

    /// Applies [`Body::wanted_params`].
    pub fn update_params(&mut self) {
        self.params = self.wanted_params();
        self.applied = (self.radius, self.speed);
        if *self.mover.params() != self.params {
            self.mover.set_params(&self.params);
        }
    }

    /// Restores the parameters from the settings, and the radius and speed if they are stored separately.
    pub fn restore(&mut self, params: &MoverParams, radius: Option<f32>, speed: Option<f32>) {
        self.params = params.clamped();
        self.applied = (self.params.radius, self.params.walk_speed);
        (self.radius, self.speed) = (radius.unwrap_or(self.applied.0), speed.unwrap_or(self.applied.1));
    }

    /// Returns the user's settings, even while a script overrides them.
    pub fn body_settings(&self) -> BodySettings {
        self.saved.unwrap_or(BodySettings {
            radius: self.radius,
            speed: self.speed,
            walking: self.walking,
            params: self.wanted_params(),
        })
    }

    /// Saves the user's settings before a script overrides them. [`Body::pop_script_params`] restores them.
    pub fn push_script_params(&mut self) {
        self.saved = Some(self.body_settings());
    }

    /// Restores the user's settings.
    pub fn pop_script_params(&mut self) {
        if let Some(saved) = self.saved.take() {
            (self.radius, self.speed, self.walking) = (saved.radius, saved.speed, saved.walking);
            self.params = saved.params;
            self.applied = (self.radius, self.speed);
        }
    }

    /// Applies the parameters of a script.
    pub fn set_params(&mut self, params: &MoverParams) {
        self.params = *params;
        (self.radius, self.speed) = if self.walking {
            (params.radius, params.walk_speed)
        } else {
            (params.fly_radius, params.fly_speed)
        };
        self.applied = (self.radius, self.speed);
    }

    pub(super) fn copy_step_results(&mut self, step: &Tick) {
        self.position = step.eye;
        self.velocity = step.velocity;
        self.push = step.push;
        self.clear = step.clear;
        self.visited = Some(step.nodes_visited);
        self.contacts.clone_from(&step.contacts);
    }
}

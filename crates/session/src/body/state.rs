//! What there is to know of the body and the eye.

use bspwalk_draw::raster::Camera;
use bspwalk_levels::Spawn;
use bspwalk_trees::{
    Contact,
    collision::mover::{
        CollisionMethod, Mode, Mover, MoverParams, Tick,
        script::{Start, View},
    },
    observer::VisitedNode,
};
use glam::{EulerRot, Quat, Vec3};

use crate::history::History;

/// Least and greatest speed, in metres a second.
pub const SPEEDS: [f32; 2] = [0.1, 100.0];

/// Least and greatest radius of the body, in metres.
pub const RADII: [f32; 2] = [0.02, 5.0];

/// Steepest view, in radians: short of straight up, where turning left and right would lose its meaning.
const STEEPEST: f32 = 89.0 * std::f32::consts::PI / 180.0;

/// The factor of a notch of the wheel by which the speed changes.
const NOTCH: f32 = 1.15;

/// The body and the eye.
///
/// They move in fixed steps ([`Body::step`]); what is drawn lies between [`Body::previous`] and [`Body::position`]. Between steps
/// a front may set what it likes: the next step brings the body to the eye, with the sizes and the mode that were set. A script
/// that was recorded repeats its path bit for bit.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// The eye before the last fixed step, in metres.
    pub previous: Vec3,
    /// The eye after the last fixed step, in metres.
    pub position: Vec3,
    /// Radians to the left of −Z.
    pub yaw: f32,
    /// Radians above the horizon.
    pub pitch: f32,
    /// The velocity after collision, in metres a second.
    pub velocity: Vec3,
    /// Radius of the body, in metres.
    pub radius: f32,
    /// Speed without the fast key, in metres a second.
    pub speed: f32,
    /// Whether the eye passes through walls. The body stays where it was.
    pub noclip: bool,
    /// Whether following the leak turned on noclip, which ends with it.
    follows_leak: bool,
    /// Whether the body walks; otherwise it flies.
    pub walking: bool,
    /// How the body is kept out of the walls.
    pub method: CollisionMethod,
    /// The other sizes and rates of the body.
    pub params: MoverParams,
    /// The radius and the speed that [`Body::params`] already has.
    applied: (f32, f32),
    /// The user's settings while a script has set others.
    saved: Option<BodySettings>,
    /// The body.
    pub mover: Mover,
    /// Whether the body is where the eye is. If not, the next step brings it there.
    pub entered: bool,
    /// The number of the body's path: it grows whenever the body is put elsewhere, so that no step of one place is taken for one
    /// of another.
    pub path: u64,
    /// The contacts that stopped or turned the last fixed step.
    pub contacts: Vec<Contact>,
    /// The sum of the pushes of the last fixed step, in metres.
    pub push: Vec3,
    /// Whether no face is nearer than the radius. If one is, there is no room for the body.
    pub clear: bool,
    /// How many nodes of trees the collision of the last fixed step visited; none where there was no collision.
    pub visited: Option<u64>,
    /// The nodes of the node-storing tree that it visited, and whether each is a block, where a step was observed.
    pub visited_nodes: Vec<VisitedNode>,
    /// The last steps of the path.
    pub(super) history: History,
}

/// The user's settings of the body, which a script may replace for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodySettings {
    /// See [`Body::radius`].
    pub radius: f32,
    /// See [`Body::speed`].
    pub speed: f32,
    /// See [`Body::walking`].
    pub walking: bool,
    /// See [`Body::params`]; with the radius and the speed.
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
    /// The rotation of the camera.
    #[must_use]
    pub fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, self.pitch, 0.0)
    }

    /// Unit vector along the view.
    #[must_use]
    pub fn forward(&self) -> Vec3 {
        self.rotation() * Vec3::NEG_Z
    }

    /// Turns the view to a point, in metres; not to one where the eye is.
    pub fn look_at(&mut self, point: Vec3) {
        let towards = point - self.position;
        if towards.length_squared() > 1.0e-6 {
            self.yaw = (-towards.x).atan2(-towards.z);
            self.pitch = towards.y.atan2(towards.with_y(0.0).length());
        }
    }

    /// Turns the view by so many radians, to the left and upwards.
    pub fn turn(&mut self, left: f32, up: f32) {
        self.yaw = (self.yaw + left).rem_euclid(std::f32::consts::TAU);
        self.pitch = (self.pitch + up).clamp(-STEEPEST, STEEPEST);
    }

    /// The view in degrees, as scripts have it.
    #[must_use]
    pub fn view(&self) -> View {
        View::default().turned(Some(self.yaw.to_degrees()), Some(self.pitch.to_degrees()))
    }

    /// Looks along a view of a script.
    pub(super) fn look_along(&mut self, view: View) {
        (self.yaw, self.pitch) = (view.yaw.to_radians(), view.pitch.to_radians());
    }

    /// The camera, this part of a step after the last one.
    #[must_use]
    pub fn camera(&self, part: f32) -> Camera {
        let [before, after] = [self.previous, self.position].map(Vec3::as_dvec3);
        let eye = before.lerp(after, f64::from(part));
        let angles = [self.yaw.into(), self.pitch.into()];
        Camera::perspective(eye, angles, Camera::default_field_of_view())
    }

    /// Changes the speed by so many notches of the wheel, on foot and in flight.
    pub fn change_speed(&mut self, notches: f32) {
        self.speed = (self.speed * NOTCH.powf(notches)).clamp(SPEEDS[0], SPEEDS[1]);
    }

    /// Whether it walks or flies.
    #[must_use]
    pub fn mode(&self) -> Mode {
        if self.walking { Mode::Walk } else { Mode::Fly }
    }

    /// The start line of a script that puts a body here.
    #[must_use]
    pub fn start(&self) -> Start {
        let view = self.view();
        Start {
            eye: Some((self.position + Vec3::ZERO).as_dvec3().to_array()),
            yaw: Some(view.yaw),
            pitch: Some(view.pitch),
            mode: Some(self.mode()),
        }
    }

    /// The last seconds of the path, step by step.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Puts the eye at the spawn, looking ahead, with the user's settings.
    pub fn respawn(&mut self, spawn: &Spawn) {
        self.pop_script_params();
        self.leave_leak();
        self.teleport(spawn.eye.as_vec3());
        (self.yaw, self.pitch) = (spawn.yaw.to_radians() as f32, 0.0);
    }

    /// Passes through walls, or is stopped by them again: then the next step brings the body to the eye.
    pub fn toggle_noclip(&mut self) {
        self.noclip = !self.noclip;
        self.follows_leak = false;
        self.velocity = Vec3::ZERO;
        self.entered &= self.noclip;
        if !self.noclip && self.position != self.mover.eye() {
            self.leave_path();
        }
    }

    /// Puts the eye at a corner of the leak, in noclip, because the body may not fit there.
    pub(crate) fn follow_leak(&mut self, corner: Vec3) {
        self.follows_leak |= !self.noclip;
        self.noclip = true;
        self.teleport(corner);
    }

    /// Turns off the noclip that [`Body::follow_leak`] turned on. Returns whether there was any.
    pub(crate) fn leave_leak(&mut self) -> bool {
        let was_on = self.follows_leak && self.noclip;
        self.follows_leak = false;
        if was_on {
            self.toggle_noclip();
        }
        was_on
    }

    /// Puts the eye somewhere else, at rest and without interpolation; the body follows with the next step, and begins a new
    /// path there. What was known of the old path is forgotten: neither a replay nor "why did I stop?" may tell of it.
    pub fn teleport(&mut self, position: Vec3) {
        self.leave_path();
        self.rest(position);
    }

    pub(super) fn leave_path(&mut self) {
        self.path += 1;
        self.history.clear();
    }

    /// Puts the body at rest where its eye is, with the next step, as a script begins. Its path goes on.
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

    /// The parameters that the body is to have: a changed radius or speed holds for walking and for flying.
    #[must_use]
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

    /// Gives the body [`Body::wanted_params`].
    pub fn update_params(&mut self) {
        self.params = self.wanted_params();
        self.applied = (self.radius, self.speed);
        if *self.mover.params() != self.params {
            self.mover.set_params(&self.params);
        }
    }

    /// Takes over the parameters of the settings, and the radius and the speed where the settings have them apart.
    pub fn restore(&mut self, params: &MoverParams, radius: Option<f32>, speed: Option<f32>) {
        self.params = params.clamped();
        self.applied = (self.params.radius, self.params.walk_speed);
        (self.radius, self.speed) = (radius.unwrap_or(self.applied.0), speed.unwrap_or(self.applied.1));
    }

    /// The user's settings, even while a script has set others.
    #[must_use]
    pub fn body_settings(&self) -> BodySettings {
        self.saved.unwrap_or(BodySettings {
            radius: self.radius,
            speed: self.speed,
            walking: self.walking,
            params: self.wanted_params(),
        })
    }

    /// Saves the user's settings before a script sets others, until [`Body::pop_script_params`].
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

    /// Takes over the parameters of a script.
    pub fn set_params(&mut self, params: &MoverParams) {
        self.params = *params;
        (self.radius, self.speed) = if self.walking {
            (params.radius, params.walk_speed)
        } else {
            (params.fly_radius, params.fly_speed)
        };
        self.applied = (self.radius, self.speed);
    }

    /// Takes over the result of a step of the body.
    pub(super) fn follow(&mut self, step: &Tick) {
        self.position = step.eye;
        self.velocity = step.velocity;
        self.push = step.push;
        self.clear = step.clear;
        self.visited = Some(step.nodes_visited);
        self.contacts.clone_from(&step.contacts);
    }
}

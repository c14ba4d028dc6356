//! The person: what keys, scripts and the tree make of them.

use bevy::prelude::*;

use crate::{
    bsp::node_storing::Contact,
    collision::mover::{CollisionMethod, Mode, Mover, MoverParams, Step},
};

/// The person: the body that the tree keeps out of the walls, and the eye.
///
/// It moves in [`FixedUpdate`]; the picture interpolates between [`Player::previous`] and [`Player::position`].
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Player {
    /// The eye before the last fixed step, in metres.
    pub previous: Vec3,
    /// The eye after the last fixed step, in metres.
    pub position: Vec3,
    /// Radians to the left of −Z.
    pub yaw: f32,
    /// Radians above the horizon.
    pub pitch: f32,
    /// Metres a second, after the walls had their say.
    pub velocity: Vec3,
    /// Radius of the body, in metres.
    pub radius: f32,
    /// Metres a second at full tilt, without the fast key.
    pub speed: f32,
    /// Whether walls are ignored. The body stays where it was.
    pub noclip: bool,
    /// Whether it walks; otherwise it flies.
    pub walking: bool,
    /// How it is kept out of the walls.
    pub method: CollisionMethod,
    /// Its other sizes and rates.
    pub params: MoverParams,
    /// The radius and the speed that the parameters have already been told.
    known: (f32, f32),
    /// What the person had chosen before a script set something else; a respawn gives it back.
    own: Option<Own>,
    /// The body.
    pub mover: Mover,
    /// Whether the body is where the eye is. If not, it comes there with the next step.
    pub entered: bool,
    /// What turned the last fixed step, as it stood then.
    pub contacts: Vec<Contact>,
    /// How far the last fixed step was pushed in all, in metres.
    pub push: Vec3,
    /// Whether nothing is nearer than the radius. If not, there is no room for the body.
    pub clear: bool,
}

/// What a person chooses about the body, and a script may set otherwise for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Own {
    /// See [`Player::radius`].
    pub radius: f32,
    /// See [`Player::speed`].
    pub speed: f32,
    /// See [`Player::walking`].
    pub walking: bool,
    /// See [`Player::params`], with the radius and the speed.
    pub params: MoverParams,
}

impl Default for Player {
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
            walking: false,
            method: CollisionMethod::default(),
            params,
            known: (params.radius, params.walk_speed),
            own: None,
            mover: Mover::new(&params, Mode::Fly, CollisionMethod::default(), Vec3::ZERO),
            entered: false,
            contacts: Vec::new(),
            push: Vec3::ZERO,
            clear: true,
        }
    }
}

impl Player {
    /// Which way the eye looks: the camera's rotation.
    #[must_use]
    pub fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, self.pitch, 0.0)
    }

    /// Unit vector along the view.
    #[must_use]
    pub fn forward(&self) -> Vec3 {
        self.rotation() * Vec3::NEG_Z
    }

    /// Puts the person somewhere else, at rest, so that the picture does not sweep there.
    pub fn teleport(&mut self, position: Vec3) {
        self.previous = position;
        self.position = position;
        self.velocity = Vec3::ZERO;
        self.contacts.clear();
        self.push = Vec3::ZERO;
        self.clear = true;
        self.entered = false;
    }

    /// The parameters that the body is to have: a radius or a speed that was changed serves both walking and flying.
    #[must_use]
    pub fn wanted_params(&self) -> MoverParams {
        let mut params = self.params;
        if self.radius != self.known.0 {
            (params.fly_radius, params.radius) = (self.radius, self.radius);
        }
        if self.speed != self.known.1 {
            (params.fly_speed, params.walk_speed) = (self.speed, self.speed);
        }
        params.clamped()
    }

    /// Gives the body the parameters that it is to have.
    pub fn update_params(&mut self) {
        let params = self.wanted_params();
        self.known = (self.radius, self.speed);
        self.params = params;
        if *self.mover.params() != params {
            self.mover.set_params(&params);
        }
    }

    /// Takes over what a person chose earlier: sizes and rates, and the radius and the speed where they are said apart.
    pub fn restore(&mut self, params: &MoverParams, radius: Option<f32>, speed: Option<f32>) {
        self.params = params.clamped();
        self.known = (self.params.radius, self.params.walk_speed);
        (self.radius, self.speed) = (radius.unwrap_or(self.known.0), speed.unwrap_or(self.known.1));
    }

    /// What the person has chosen, whatever a script has set.
    #[must_use]
    pub fn own(&self) -> Own {
        self.own.unwrap_or(Own {
            radius: self.radius,
            speed: self.speed,
            walking: self.walking,
            params: self.wanted_params(),
        })
    }

    /// A script may set what it likes from here on, until [`Player::pop_script_params`].
    pub fn push_script_params(&mut self) {
        self.own = Some(self.own());
    }

    /// Gives the person back what scripts have set otherwise.
    pub fn pop_script_params(&mut self) {
        if let Some(own) = self.own.take() {
            (self.radius, self.speed, self.walking) = (own.radius, own.speed, own.walking);
            self.params = own.params;
            self.known = (self.radius, self.speed);
        }
    }

    /// Takes over parameters, as a script sets them.
    pub fn set_params(&mut self, params: &MoverParams) {
        self.params = *params;
        (self.radius, self.speed) = if self.walking {
            (params.radius, params.walk_speed)
        } else {
            (params.fly_radius, params.fly_speed)
        };
        self.known = (self.radius, self.speed);
    }

    /// Takes over where a step of the body ended.
    pub fn follow(&mut self, step: &Step) {
        self.position = step.eye;
        self.velocity = step.velocity;
        self.push = step.push;
        self.clear = step.clear;
        self.contacts.clone_from(&step.contacts);
    }
}

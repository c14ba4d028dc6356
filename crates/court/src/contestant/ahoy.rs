//! `bevy_ahoy` with its default configuration, except for the sizes and accelerations that the trials prescribe.

use avian3d::prelude::{Collider, LinearVelocity, PhysicsPlugins};
use bevy::{MinimalPlugins, app::App, transform::TransformPlugin};
use bevy_ahoy::{AhoyPlugins, CharacterController, CharacterControllerState, input::AccumulatedInput};
use glam::{Vec2, Vec3};

use super::{
    body::{Contestant, Stand},
    world::World,
};
use crate::trial::{GRAVITY, HEIGHT, MAX_SLOPE, RADIUS, STEP_HEIGHT, Trial};

/// Rate of the response to the desired velocity, in 1/s. At this value, the response is practically instantaneous.
const AT_ONCE: f32 = 1.0e4;

/// The controller and its world.
pub(super) struct Ahoy(World);

impl Ahoy {
    pub(super) fn new(trial: &Trial, cylinder: bool) -> Result<Self, String> {
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            TransformPlugin,
            PhysicsPlugins::default(),
            AhoyPlugins::default(),
        ));
        let controller = CharacterController {
            min_walk_cos: MAX_SLOPE.to_radians().cos(),
            step_size: STEP_HEIGHT,
            gravity: GRAVITY,
            friction_hz: AT_ONCE,
            acceleration_hz: AT_ONCE,
            air_acceleration_hz: AT_ONCE,
            max_air_wish_speed: f32::MAX,
            ..CharacterController::default()
        };
        let collider = if cylinder {
            Collider::cylinder(RADIUS, HEIGHT)
        } else {
            Collider::capsule(RADIUS, HEIGHT - 2.0 * RADIUS)
        };
        World::new(app, trial, false, trial.centre(), (controller, collider)).map(Self)
    }
}

impl Contestant for Ahoy {
    fn tick(&mut self, desired: Vec3, time: f64, seconds: f32) -> Stand {
        let body = self.0.body;
        let mut entity = self.0.app.world_mut().entity_mut(body);
        if let Some(mut controller) = entity.get_mut::<CharacterController>() {
            controller.speed = desired.length();
        }
        if let Some(mut input) = entity.get_mut::<AccumulatedInput>() {
            input.last_movement = (desired != Vec3::ZERO).then(|| Vec2::new(desired.x, -desired.z));
        }
        if desired == Vec3::ZERO
            && let Some(mut velocity) = entity.get_mut::<LinearVelocity>()
        {
            // Without a desired velocity, the controller keeps its speed in the air, but the trials expect it to stop.
            velocity.0 = Vec3::Y * velocity.y;
        }
        let centre = self.0.tick(time, seconds);
        let state = self.0.app.world().get::<CharacterControllerState>(body);
        Stand {
            centre,
            grounded: state.is_some_and(|state| state.grounded.is_some()),
        }
    }
}

//! `bevy-tnua` on avian, used as in its example `example_no_actions`. The body is a dynamic capsule that floats above
//! the ground, as high as a stair. Its accelerations are those that the trials prescribe.

use avian3d::prelude::{Collider, Gravity, LockedAxes, PhysicsPlugins, RigidBody};
use bevy::{
    MinimalPlugins,
    app::{App, FixedUpdate},
    asset::{AssetPlugin, Assets},
    transform::TransformPlugin,
};
use bevy_tnua::{
    builtins::TnuaBuiltinWalkConfig,
    prelude::{TnuaBuiltinWalk, TnuaConfig, TnuaController, TnuaControllerPlugin, TnuaScheme},
};
use glam::Vec3;

use super::{
    body::{Contestant, Stand},
    tnua_avian::{SensorShape, TnuaAvian},
    world::World,
};
use crate::trial::{GRAVITY, HEIGHT, MAX_SLOPE, RADIUS, STEP_HEIGHT, Trial};

/// Acceleration that reaches any desired velocity in one tick, in m/s².
const AT_ONCE: f32 = 1.0e5;

/// Reduction of the radius for the ground sensor, in metres, as in the example.
const THINNER: f32 = 0.01;

/// Distance between the centre of the floating capsule and the centre of the body of the trials, in metres.
const ABOVE_CENTRE: f32 = 0.5 * STEP_HEIGHT;

#[derive(TnuaScheme)]
#[scheme(basis = TnuaBuiltinWalk)]
enum Scheme {}

/// The controller and its world.
pub(super) struct Tnua(World);

impl Tnua {
    pub(super) fn new(trial: &Trial, edges: bool) -> Result<Self, String> {
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            AssetPlugin::default(),
            TransformPlugin,
            PhysicsPlugins::default(),
            TnuaControllerPlugin::<Scheme>::new(FixedUpdate),
            TnuaAvian,
        ))
        .insert_resource(Gravity(Vec3::NEG_Y * GRAVITY));
        let config = SchemeConfig {
            basis: TnuaBuiltinWalkConfig {
                // The desired velocity is in m/s.
                speed: 1.0,
                float_height: 0.5 * HEIGHT + ABOVE_CENTRE,
                acceleration: AT_ONCE,
                air_acceleration: AT_ONCE,
                free_fall_extra_gravity: 0.0,
                max_slope: MAX_SLOPE.to_radians(),
                ..TnuaBuiltinWalkConfig::default()
            },
        };
        let config = app.world_mut().resource_mut::<Assets<SchemeConfig>>().add(config);
        let body = (
            RigidBody::Dynamic,
            Collider::capsule(RADIUS, HEIGHT - STEP_HEIGHT - 2.0 * RADIUS),
            TnuaController::<Scheme>::default(),
            TnuaConfig::<Scheme>(config),
            SensorShape(Collider::cylinder(RADIUS - THINNER, 0.0)),
            LockedAxes::ROTATION_LOCKED,
        );
        let position = trial.centre() + Vec3::Y * ABOVE_CENTRE;
        World::new(app, trial, edges, position, body).map(Self)
    }
}

impl Contestant for Tnua {
    fn tick(&mut self, desired: Vec3, time: f64, seconds: f32) -> Stand {
        let body = self.0.body;
        let mut entity = self.0.app.world_mut().entity_mut(body);
        if let Some(mut controller) = entity.get_mut::<TnuaController<Scheme>>() {
            controller.basis.desired_motion = desired;
        }
        let centre = self.0.tick(time, seconds) - Vec3::Y * ABOVE_CENTRE;
        let controller = self.0.app.world().get::<TnuaController<Scheme>>(body);
        Stand {
            centre,
            grounded: controller.is_some_and(|controller| matches!(controller.is_airborne(), Ok(false))),
        }
    }
}

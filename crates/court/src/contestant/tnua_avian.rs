//! Connects `bevy-tnua` with avian as the crate `bevy-tnua-avian3d` (MIT or Apache-2.0) does, for one body without ghost
//! platforms and obstacle radars. That crate needs avian's debug renderer, which takes much longer to build than
//! the rest of the court.

use avian3d::{
    prelude::{
        AngularVelocity, Collider, Forces, Gravity, LinearVelocity, Position, RigidBody, Rotation,
        ShapeCastConfig, SpatialQuery, SpatialQueryFilter, WriteRigidBodyForces,
    },
    schedule::PhysicsStepSystems,
};
use bevy::{
    app::{App, FixedUpdate, Plugin},
    ecs::{
        component::Component,
        schedule::IntoScheduleConfigs,
        system::{Query, Res},
    },
    math::Dir3,
};
use bevy_tnua::{
    TnuaMotor, TnuaPipelineSystems, TnuaProximitySensor, TnuaProximitySensorOutput, TnuaRigidBodyTracker,
    TnuaSensorOf, TnuaSystems,
};
use glam::{Quat, Vec3};

/// Connects the two engines, with Tnua in `FixedUpdate`.
pub(super) struct TnuaAvian;

/// Shape of a body's ground sensor.
#[derive(Component)]
pub(super) struct SensorShape(pub(super) Collider);

impl Plugin for TnuaAvian {
    fn build(&self, app: &mut App) {
        app.configure_sets(FixedUpdate, TnuaSystems.before(PhysicsStepSystems::First))
            .add_systems(
                FixedUpdate,
                (
                    (track, sense).in_set(TnuaPipelineSystems::Sensors),
                    apply_motors.in_set(TnuaPipelineSystems::Motors),
                ),
            );
    }
}

fn track(
    gravity: Res<'_, Gravity>,
    mut bodies: Query<
        '_,
        '_,
        (
            &Position,
            &Rotation,
            &LinearVelocity,
            &AngularVelocity,
            &mut TnuaRigidBodyTracker,
        ),
    >,
) {
    for (position, rotation, velocity, turn, mut tracker) in &mut bodies {
        *tracker = TnuaRigidBodyTracker {
            translation: position.0,
            rotation: rotation.0,
            velocity: velocity.0,
            angvel: turn.0,
            gravity: gravity.0,
        };
    }
}

fn sense(
    queries: SpatialQuery<'_, '_>,
    mut sensors: Query<'_, '_, (&mut TnuaProximitySensor, &TnuaSensorOf)>,
    owners: Query<'_, '_, (&Position, &Rotation, &SensorShape)>,
    others: Query<'_, '_, (&Position, &LinearVelocity, &AngularVelocity, &RigidBody)>,
) {
    for (mut sensor, &TnuaSensorOf(owner)) in &mut sensors {
        let Ok((position, rotation, shape)) = owners.get(owner) else {
            continue;
        };
        let origin = position.0 + rotation.0 * sensor.cast_origin;
        let direction = sensor.cast_direction;
        let about = rotation.to_scaled_axis().dot(*direction);
        let turn = Quat::from_axis_angle(*direction, about) * sensor.cast_shape_rotation;
        let mut nearest: Option<TnuaProximitySensorOutput> = None;
        let config = ShapeCastConfig {
            max_distance: sensor.cast_range,
            ignore_origin_penetration: true,
            ..ShapeCastConfig::default()
        };
        let filter = SpatialQueryFilter::from_excluded_entities([owner]);
        queries.shape_hits_callback(&shape.0, origin, turn, direction, &config, &filter, |hit| {
            let mut output = TnuaProximitySensorOutput {
                entity: hit.entity,
                proximity: hit.distance,
                normal: Dir3::new(hit.normal1).unwrap_or(-direction),
                entity_linvel: Vec3::ZERO,
                entity_angvel: Vec3::ZERO,
            };
            if let Ok((position, velocity, turn, body)) = others.get(hit.entity)
                && *body != RigidBody::Static
            {
                output.entity_angvel = turn.0;
                output.entity_linvel = velocity.0 + turn.cross(hit.point1 - position.0);
            }
            // Hits are not ordered.
            if nearest
                .as_ref()
                .is_none_or(|nearest| output.proximity < nearest.proximity)
            {
                nearest = Some(output);
            }
            false
        });
        sensor.output = nearest;
    }
}

fn apply_motors(mut bodies: Query<'_, '_, (&TnuaMotor, Forces)>) {
    for (motor, mut forces) in &mut bodies {
        if motor.lin.boost.is_finite() {
            *forces.linear_velocity_mut() += motor.lin.boost;
        }
        if motor.lin.acceleration.is_finite() {
            forces.apply_linear_acceleration(motor.lin.acceleration);
        }
        if motor.ang.boost.is_finite() {
            *forces.angular_velocity_mut() += motor.ang.boost;
        }
        if motor.ang.acceleration.is_finite() {
            forces.apply_torque(motor.ang.acceleration);
        }
    }
}

//! Tests that reflected values survive a round trip.

use bevy::{
    prelude::*,
    reflect::{
        FromReflect, TypeRegistry,
        serde::{ReflectDeserializer, ReflectSerializer},
    },
};
use bevy_bspwalk::{
    Anchor, BodyInput, BodyMode, BodyParams, BodyState, Interpolation, KinematicBody, MovingThing, Stopped,
};
use serde::de::DeserializeSeed;

use crate::support::{FLOOR, app_in};

/// Serializes a value to JSON and back, using the types that the plugin registered.
#[track_caller]
fn round_trip<T: FromReflect + PartialEq + std::fmt::Debug>(registry: &TypeRegistry, value: &T) {
    let text = serde_json::to_string(&ReflectSerializer::new(value, registry)).expect("it is written");
    let mut reader = serde_json::Deserializer::from_str(&text);
    let read = ReflectDeserializer::new(registry)
        .deserialize(&mut reader)
        .expect("it is read");
    assert_eq!(T::from_reflect(&*read).as_ref(), Some(value), "{text}");
}

#[test]
fn components_round_trip_through_reflection() {
    let (app, _) = app_in(&[FLOOR]);
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let params = BodyParams {
        walk_speed: 7.5,
        eye_smoothing: 0.0,
        ..default()
    };
    round_trip(
        &registry,
        &KinematicBody {
            params,
            mode: BodyMode::Fly,
            anchor: Anchor::Center,
            order: -3,
            blocks_bodies: false,
            active: false,
        },
    );
    let input = BodyInput {
        desired: Vec3::new(0.5, 0.0, -1.0),
        yaw: Some(1.25),
        jump: true,
        use_: true,
        ..default()
    };
    round_trip(&registry, &input);
    round_trip(&registry, &BodyState::default());
    round_trip(&registry, &MovingThing { order: 4 });
    round_trip(&registry, &Interpolation::off());
}

#[test]
fn events_and_components_are_registered() {
    let (app, _) = app_in(&[FLOOR]);
    let registry = app.world().resource::<AppTypeRegistry>().read();
    assert!(registry.get(std::any::TypeId::of::<Stopped>()).is_some());
    let body = registry
        .get(std::any::TypeId::of::<KinematicBody>())
        .expect("it is registered");
    assert!(body.data::<ReflectComponent>().is_some() && body.data::<ReflectDefault>().is_some());
}

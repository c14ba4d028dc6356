//! The world of controllers on avian: the level, its platforms, and an app whose updates are ticks.

use std::time::Duration;

use avian3d::prelude::{
    AngularVelocity, Collider, LinearVelocity, Position, RigidBody, Rotation, TrimeshFlags,
};
use bevy::{
    app::App,
    ecs::{bundle::Bundle, entity::Entity},
    time::{Fixed, Time, TimeUpdateStrategy},
    transform::components::Transform,
};
use glam::Vec3;

use crate::{platform::Platform, trial::Trial};

/// Adds the level to an app.
///
/// # Errors
/// Returns an error message if avian rejects the level.
pub(super) fn spawn_level(app: &mut App, trial: &Trial, edges: bool) -> Result<(), String> {
    let (corners, indices) = trial.arena.mesh();
    let mesh = if edges {
        Collider::try_trimesh_with_config(corners, indices, TrimeshFlags::FIX_INTERNAL_EDGES)
    } else {
        Collider::try_trimesh(corners, indices)
    };
    let mesh = mesh.map_err(|error| format!("avian does not take the mesh: {error:?}"))?;
    app.world_mut()
        .spawn((RigidBody::Static, mesh, Transform::default()));
    // The first update has zero duration, and the second adds the level to the collider tree.
    for _ in 0..3 {
        app.update();
    }
    Ok(())
}

/// A body and platforms in an app. Each update is one tick.
pub(super) struct World {
    pub(super) app: App,
    pub(super) body: Entity,
    platforms: Vec<(Platform, Entity)>,
}

impl World {
    /// Adds the level, the platforms, and a body with these components at `position`. The app has its plugins.
    ///
    /// # Errors
    /// As for [`spawn_level`].
    pub(super) fn new(
        mut app: App,
        trial: &Trial,
        edges: bool,
        position: Vec3,
        body: impl Bundle,
    ) -> Result<Self, String> {
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        app.finish();
        app.cleanup();
        spawn_level(&mut app, trial, edges)?;
        let world = app.world_mut();
        let platforms = trial
            .platforms
            .iter()
            .map(|platform| {
                let size = platform.size();
                let entity = world.spawn((
                    RigidBody::Kinematic,
                    Collider::cuboid(size.x, size.y, size.z),
                    Transform::from_translation(platform.start.as_vec3()),
                ));
                (platform.clone(), entity.id())
            })
            .collect();
        let body = world.spawn((body, Transform::from_translation(position))).id();
        // Controllers set up their components in the first update, which therefore does not count.
        app.update();
        let mut entity = app.world_mut().entity_mut(body);
        entity.insert((
            Transform::from_translation(position),
            Position(position),
            Rotation::default(),
            LinearVelocity::ZERO,
            AngularVelocity::ZERO,
        ));
        Ok(Self { app, body, platforms })
    }

    /// Runs one tick, and returns the body's position.
    pub(super) fn tick(&mut self, time: f64, seconds: f32) -> Vec3 {
        let world = self.app.world_mut();
        for (platform, entity) in &self.platforms {
            let leg = platform.leg(time);
            world.entity_mut(*entity).insert((
                LinearVelocity(leg.velocity.as_vec3()),
                AngularVelocity(Vec3::Y * leg.turn as f32),
            ));
        }
        world
            .resource_mut::<Time<Fixed>>()
            .set_timestep(Duration::from_secs_f64(1.0 / f64::from(1.0 / seconds).round()));
        self.app.update();
        let position = self.app.world().get::<Position>(self.body);
        position.map_or(Vec3::NAN, |position| position.0)
    }
}

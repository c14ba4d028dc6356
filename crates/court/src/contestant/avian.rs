//! avian's `MoveAndSlide` in its default configuration. The code around it follows avian's example
//! `kinematic_character_3d` (MIT or Apache-2.0): the response to hits, the reset of the vertical speed, and ground
//! detection. This controller does not climb stairs.

use std::time::Duration;

use avian3d::{
    math::Vector,
    prelude::{
        Collider, MoveAndSlide, MoveAndSlideConfig, MoveAndSlideHitResponse, PhysicsPlugins, ShapeCastConfig,
        SpatialQueryFilter,
    },
};
use bevy::{
    MinimalPlugins, app::App, ecs::system::SystemState, math::Dir3, time::TimeUpdateStrategy,
    transform::TransformPlugin,
};
use glam::{Quat, Vec3};

use super::{
    body::{Contestant, Stand},
    world,
};
use crate::trial::{GRAVITY, HEIGHT, MAX_SLOPE, RADIUS, TERMINAL_SPEED, Trial};

/// Maximum distance between the body and the ground below it, in metres, as in the example.
const GROUND_DISTANCE: f32 = 0.2;

/// Reduction of the shape's radius for the ground cast, in metres, as in the example.
const THINNER: f32 = 0.001;

/// avian's controller and its body, in an app whose world contains the level.
pub(super) struct Avian {
    app: App,
    state: SystemState<MoveAndSlide<'static, 'static>>,
    body: Collider,
    cast: Collider,
    centre: Vec3,
    /// Upward vertical speed, in m/s.
    speed: f32,
}

impl Avian {
    pub(super) fn new(trial: &Trial, edges: bool) -> Result<Self, String> {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::default()))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
        app.finish();
        app.cleanup();
        world::spawn_level(&mut app, trial, edges)?;
        let state = SystemState::new(app.world_mut());
        let length = HEIGHT - 2.0 * RADIUS;
        Ok(Self {
            app,
            state,
            body: Collider::capsule(RADIUS, length),
            cast: Collider::capsule(RADIUS - THINNER, length),
            centre: trial.centre(),
            speed: 0.0,
        })
    }
}

impl Contestant for Avian {
    fn tick(&mut self, desired: Vec3, _: f64, seconds: f32) -> Stand {
        let before = self.speed;
        self.speed = (before - GRAVITY * seconds).max(-TERMINAL_SPEED);
        // Use the mean velocity during the tick, so that a free fall does not depend on the tick rate.
        let velocity = desired + Vec3::Y * 0.5 * (before + self.speed);
        let filter = SpatialQueryFilter::default();
        let steepest = MAX_SLOPE.to_radians();
        let Ok(movement) = self.state.get(self.app.world()) else {
            return Stand {
                centre: Vec3::NAN,
                grounded: false,
            };
        };
        let mut hit_ground_or_ceiling = false;
        let output = movement.move_and_slide(
            &self.body,
            self.centre,
            Quat::IDENTITY,
            velocity,
            Duration::from_secs_f32(seconds),
            &MoveAndSlideConfig::default(),
            &filter,
            |hit| {
                let normal: Vec3 = **hit.normal;
                let is_ground = Vec3::Y.angle_between(normal) <= steepest;
                let horizontal = Split::new(velocity.with_y(0.0), normal);
                let now = Split::new(*hit.velocity, normal);
                let slips_by_intent = horizontal.vertical_tangent.y < -0.001;
                let slips = now.vertical_tangent.y < -0.001;
                let climbs_by_intent = velocity.y > 0.0;
                let climbs = now.vertical_tangent.y > 0.0;
                let is_held =
                    !is_ground && climbs && !climbs_by_intent || is_ground && slips && !slips_by_intent;
                *hit.velocity = if is_held {
                    now.horizontal_tangent + now.normal_part
                } else {
                    now.horizontal_tangent + now.vertical_tangent + now.normal_part
                };
                hit_ground_or_ceiling |= is_ground;
                MoveAndSlideHitResponse::Accept
            },
        );
        self.centre = output.position;
        if hit_ground_or_ceiling {
            self.speed += output.projected_velocity.y - velocity.y;
        }
        let below = movement.spatial_query.cast_shape(
            &self.cast,
            self.centre,
            Quat::IDENTITY,
            Dir3::NEG_Y,
            &ShapeCastConfig::from_max_distance(GROUND_DISTANCE),
            &filter,
        );
        Stand {
            centre: self.centre,
            grounded: below.is_some_and(|hit| hit.normal1.angle_between(Vec3::Y) <= steepest),
        }
    }
}

/// A velocity, decomposed by a surface normal and the up direction.
struct Split {
    normal_part: Vector,
    horizontal_tangent: Vector,
    vertical_tangent: Vector,
}

impl Split {
    fn new(velocity: Vector, normal: Vector) -> Self {
        let normal_part = normal * normal.dot(velocity);
        let tangent = velocity - normal_part;
        let horizontal = normal.cross(Vector::Y).normalize_or_zero();
        let horizontal_tangent = tangent.dot(horizontal) * horizontal;
        Self {
            normal_part,
            horizontal_tangent,
            vertical_tangent: tangent - horizontal_tangent,
        }
    }
}

//! rapier's `KinematicCharacterController`, configured as its documentation recommends. The offset is the default, one
//! percent of the height. Stairs must be at least 0.2 m wide, and the body snaps to ground that is within the height of
//! a stair.
//!
//! The code around it adds gravity to the displacement, and resets the fall when the controller reports that it is
//! grounded. Platforms are kinematic bodies with velocities, as in rapier's example `character_controller3`: the
//! controller moves first, and then the physics pipeline moves the platforms.

use glam::Vec3;
use rapier3d::{
    control::{CharacterAutostep, CharacterLength, KinematicCharacterController},
    parry::shape::Capsule,
    prelude::{
        BroadPhaseBvh, CCDSolver, ColliderBuilder, ColliderSet, ImpulseJointSet, IntegrationParameters,
        IslandManager, MultibodyJointSet, NarrowPhase, PhysicsPipeline, Pose, QueryFilter, RigidBodyBuilder,
        RigidBodyHandle, RigidBodySet, SoftBodySet, TriMeshFlags, Vector,
    },
};

use super::body::{Contestant, Fall, Stand};
use crate::{
    platform::Platform,
    trial::{HEIGHT, MAX_SLOPE, RADIUS, STEP_HEIGHT, Trial},
};

/// Minimum width of a stair, in metres, as in the user guide.
const STAIR_WIDTH: f32 = 0.2;

/// rapier's controller and its body, in a physics world that contains the level's mesh.
pub(super) struct Rapier {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    controller: KinematicCharacterController,
    shape: Capsule,
    centre: Vec3,
    fall: Fall,
    platforms: Vec<(Platform, RigidBodyHandle)>,
    moved: Moved,
}

/// The parts of rapier's world that only moving platforms need.
#[derive(Default)]
struct Moved {
    pipeline: PhysicsPipeline,
    islands: IslandManager,
    impulse_joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd: CCDSolver,
}

impl Rapier {
    pub(super) fn new(trial: &Trial, edges: bool) -> Result<Self, String> {
        let (corners, indices) = trial.arena.mesh();
        let corners = corners.into_iter().map(vector).collect();
        let flags = if edges {
            TriMeshFlags::FIX_INTERNAL_EDGES
        } else {
            TriMeshFlags::empty()
        };
        let mesh = ColliderBuilder::trimesh_with_flags(corners, indices, flags)
            .map_err(|error| format!("rapier does not take the mesh: {error}"))?;
        let mut bodies = RigidBodySet::new();
        let mut colliders = ColliderSet::new();
        let mut inserted = vec![colliders.insert(mesh)];
        let mut platforms = Vec::new();
        for platform in &trial.platforms {
            let body = RigidBodyBuilder::kinematic_velocity_based()
                .translation(vector(platform.start.as_vec3()))
                .can_sleep(false);
            let body = bodies.insert(body);
            let half = platform.half.as_vec3();
            let shape = ColliderBuilder::cuboid(half.x, half.y, half.z);
            inserted.push(colliders.insert_with_parent(shape, body, &mut bodies));
            platforms.push((platform.clone(), body));
        }
        let mut broad = BroadPhaseBvh::new();
        broad.update(
            &IntegrationParameters::default(),
            &colliders,
            &bodies,
            &inserted,
            &[],
            &mut Vec::new(),
        );
        let slope = MAX_SLOPE.to_radians();
        Ok(Self {
            bodies,
            colliders,
            broad,
            narrow: NarrowPhase::new(),
            controller: KinematicCharacterController {
                autostep: Some(CharacterAutostep {
                    max_height: CharacterLength::Absolute(STEP_HEIGHT),
                    min_width: CharacterLength::Absolute(STAIR_WIDTH),
                    include_dynamic_bodies: true,
                }),
                max_slope_climb_angle: slope,
                min_slope_slide_angle: slope,
                snap_to_ground: Some(CharacterLength::Absolute(STEP_HEIGHT)),
                ..KinematicCharacterController::default()
            },
            shape: Capsule::new_y(0.5 * HEIGHT - RADIUS, RADIUS),
            centre: trial.centre(),
            fall: Fall::default(),
            platforms,
            moved: Moved::default(),
        })
    }

    fn move_platforms(&mut self, seconds: f32) {
        if self.platforms.is_empty() {
            return;
        }
        let parameters = IntegrationParameters {
            dt: seconds,
            ..IntegrationParameters::default()
        };
        let moved = &mut self.moved;
        moved.pipeline.step(
            Vector::ZERO,
            &parameters,
            &mut moved.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &mut moved.impulse_joints,
            &mut moved.multibody_joints,
            &mut moved.soft_bodies,
            &mut moved.ccd,
            &(),
            &(),
        );
    }
}

impl Contestant for Rapier {
    fn tick(&mut self, desired: Vec3, time: f64, seconds: f32) -> Stand {
        for (platform, handle) in &self.platforms {
            let leg = platform.leg(time);
            if let Some(body) = self.bodies.get_mut(*handle) {
                body.set_linvel(vector(leg.velocity.as_vec3()), true);
                body.set_angvel(vector(Vec3::Y * leg.turn as f32), true);
            }
        }
        let by = desired * seconds - Vec3::Y * self.fall.distance(seconds);
        let queries = self.broad.as_query_pipeline(
            self.narrow.query_dispatcher(),
            &self.bodies,
            &self.colliders,
            QueryFilter::default(),
        );
        let moved = self.controller.move_shape(
            seconds,
            &queries,
            &self.shape,
            &Pose::from_translation(vector(self.centre)),
            vector(by),
            |_| {},
        );
        self.centre += Vec3::from_array(moved.translation.to_array());
        if moved.grounded {
            self.fall.lands();
        }
        self.move_platforms(seconds);
        Stand {
            centre: self.centre,
            grounded: moved.grounded,
        }
    }
}

/// Converts a vector, because rapier uses another version of `glam`.
fn vector(vector: Vec3) -> Vector {
    Vector::from_array(vector.to_array())
}

//! rapier's `KinematicCharacterController`, configured as its documentation recommends. The offset is the default, one
//! percent of the height. Stairs must be at least 0.2 m wide, and the body snaps to ground that is within the height of
//! a stair.
//!
//! The code around it adds gravity to the displacement, and resets the fall when the controller reports that it is
//! grounded.

use glam::Vec3;
use rapier3d::{
    control::{CharacterAutostep, CharacterLength, KinematicCharacterController},
    parry::shape::Capsule,
    prelude::{
        BroadPhaseBvh, ColliderBuilder, ColliderSet, IntegrationParameters, NarrowPhase, Pose, QueryFilter,
        RigidBodySet, TriMeshFlags, Vector,
    },
};

use super::body::{Contestant, Fall, Stand};
use crate::trial::{HEIGHT, MAX_SLOPE, RADIUS, STEP_HEIGHT, Trial};

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
        let bodies = RigidBodySet::new();
        let mut colliders = ColliderSet::new();
        let level = colliders.insert(mesh);
        let mut broad = BroadPhaseBvh::new();
        broad.update(
            &IntegrationParameters::default(),
            &colliders,
            &bodies,
            &[level],
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
        })
    }
}

impl Contestant for Rapier {
    fn tick(&mut self, desired: Vec3, seconds: f32) -> Stand {
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

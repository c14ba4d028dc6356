//! Ray casts against all colliders, for example for picking, lines of sight or weapons.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_collision::things::Assembly;
use bspwalk_geometry::Ray;
use bspwalk_trees::{FaceId, Obstacles};

use crate::{gather::BspColliders, query_log::BspQueryLog};

/// A system parameter that casts rays at all colliders. Moving colliders are at their positions after the last tick.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_bspwalk::BspRays;
///
/// fn aim(rays: BspRays, gun: Single<&GlobalTransform, With<Camera>>) {
///     if let Some(hit) = rays.cast(Ray3d::new(gun.translation(), gun.forward())) {
///         println!("face {} of {} is {} m away", hit.face, hit.collider, hit.distance);
///     }
/// }
/// # bevy::ecs::system::assert_is_system(aim);
/// ```
#[derive(SystemParam)]
pub struct BspRays<'w, 's> {
    colliders: BspColliders<'w, 's>,
    log: Option<Res<'w, BspQueryLog>>,
}

/// The closest hit of a ray. Lengths are in metres.
#[derive(Clone, Debug, PartialEq)]
pub struct BspRayHit {
    /// Entity of the collider.
    pub collider: Entity,
    /// Face index in the level's file or in the mesh.
    pub face: FaceId,
    /// Material name of the face, if it has one.
    pub material: Option<String>,
    /// Distance from the ray's origin.
    pub distance: f32,
    /// Hit point.
    pub point: Vec3,
    /// Unit normal of the face, on the side that the ray came from.
    pub normal: Vec3,
}

impl BspRays<'_, '_> {
    /// Returns the closest hit, on the front or back of a face. Returns `None` if there is no hit, or while a level is
    /// loading.
    pub fn cast(&self, ray: Ray3d) -> Option<BspRayHit> {
        let [hit] = self.cast_all([ray]);
        hit
    }

    /// Casts several rays; see [`BspRays::cast`].
    pub fn cast_all<const N: usize>(&self, rays: [Ray3d; N]) -> [Option<BspRayHit>; N] {
        let Some(gathered) = self.colliders.gather() else {
            return rays.map(|_| None);
        };
        let placed = gathered.obstacles();
        let assembly = Assembly::new(gathered.level_nodes(), &placed);
        rays.map(|ray| {
            let ray = Ray::new(ray.origin, *ray.direction)?;
            let hit = match &self.log {
                Some(log) => log.0.record(&assembly).cast_ray(&ray),
                None => assembly.cast_ray(&ray),
            }?;
            let (collider, tree) = gathered.owner(&assembly, hit.triangle)?;
            Some(BspRayHit {
                collider,
                face: hit.face,
                material: tree.material(hit.face).map(str::to_owned),
                distance: hit.distance,
                point: hit.point,
                normal: hit.normal,
            })
        })
    }
}

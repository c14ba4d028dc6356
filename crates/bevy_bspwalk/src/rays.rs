//! Rays at all colliders: what is under a pointer, in a line of sight, in front of a gun.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_geometry::Ray;
use bspwalk_trees::{Obstacles, collision::things::Assembly};

use crate::gather::BspColliders;

/// A parameter of systems that casts rays at all colliders, where those that move are after the last tick.
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
}

/// The nearest face that a ray meets. Lengths are in metres.
#[derive(Clone, Debug, PartialEq)]
pub struct BspRayHit {
    /// The entity of the collider.
    pub collider: Entity,
    /// The face, as it is numbered in the level's file or the mesh.
    pub face: u32,
    /// The name of its material, where it has one.
    pub material: Option<String>,
    /// The distance from the origin of the ray.
    pub distance: f32,
    /// Where it is met.
    pub point: Vec3,
    /// The unit normal of the face, on the side from which the ray came.
    pub normal: Vec3,
}

impl BspRays<'_, '_> {
    /// The nearest face that a ray meets, from either side; none while a level is loading.
    #[must_use]
    pub fn cast(&self, ray: Ray3d) -> Option<BspRayHit> {
        let [hit] = self.cast_all([ray]);
        hit
    }

    /// The same of several rays.
    #[must_use]
    pub fn cast_all<const N: usize>(&self, rays: [Ray3d; N]) -> [Option<BspRayHit>; N] {
        let Some(gathered) = self.colliders.gather() else {
            return rays.map(|_| None);
        };
        let placed = gathered.obstacles();
        let assembly = Assembly::new(gathered.level_nodes(), &placed);
        rays.map(|ray| {
            let hit = assembly.cast_ray(&Ray::new(ray.origin, *ray.direction)?)?;
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

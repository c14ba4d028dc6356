//! A backend of `bevy_picking`: what is under a pointer is asked of the trees, so that it is the face that bodies collide with, whatever
//! is drawn there.

use bevy::prelude::*;
use bevy_picking::{
    PickingSystems,
    backend::{HitData, PointerHits, ray::RayMap},
};
use bspwalk_geometry::Ray;
use bspwalk_trees::{Obstacles, collision::things::Assembly};

use crate::gather::Colliders;

/// What a [`PointerHits`] of this backend knows of the face that was hit: `hit.extra_as::<BspHit>()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BspHit {
    /// The face, as it is numbered in the level's file or the mesh.
    pub face: u32,
    /// The name of its material, where it has one.
    pub material: Option<String>,
}

/// Adds the backend, which works where the app has `bevy_picking`'s `PickingPlugin`.
pub(crate) fn add(app: &mut App) {
    let is_there = resource_exists::<RayMap>.and_then(resource_exists::<Messages<PointerHits>>);
    app.add_systems(PreUpdate, pick.in_set(PickingSystems::Backend).run_if(is_there));
}

/// Casts each ray of each pointer at all colliders, and tells the nearest face. The entity of a hit is that of the collider.
fn pick(
    rays: Res<RayMap>,
    cameras: Query<&Camera>,
    colliders: Colliders,
    mut hits: MessageWriter<PointerHits>,
) {
    if rays.map.is_empty() {
        return;
    }
    let Some(gathered) = colliders.gather() else { return };
    let placed = gathered.obstacles();
    let assembly = Assembly::new(gathered.level_nodes(), &placed);
    for (id, ray) in rays.iter() {
        let Ok(camera) = cameras.get(id.camera) else { continue };
        let Some(ray) = Ray::new(ray.origin, *ray.direction) else {
            continue;
        };
        let Some(hit) = assembly.cast_ray(&ray) else { continue };
        let Some((entity, tree)) = gathered.owner(&assembly, hit.triangle) else {
            continue;
        };
        let extra = BspHit {
            face: hit.face,
            material: tree.material(hit.face).map(str::to_owned),
        };
        let (point, normal) = (Some(hit.point), Some(hit.normal));
        let data = HitData::new_with_extra(id.camera, hit.distance, point, normal, extra);
        hits.write(PointerHits::new(id.pointer, vec![(entity, data)], camera.order as f32));
    }
}

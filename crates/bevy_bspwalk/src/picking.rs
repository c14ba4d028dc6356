//! A `bevy_picking` backend. It casts rays against the trees, so it picks the faces that bodies collide with, not the
//! drawn meshes.

use bevy::prelude::*;
use bevy_picking::{
    PickingSystems,
    backend::{HitData, PointerHits, ray::RayMap},
};

use crate::rays::BspRays;

/// Adds the backend, which is active only if the app has the `PickingPlugin` of `bevy_picking`.
pub(crate) fn add(app: &mut App) {
    let is_there = resource_exists::<RayMap>.and_then(resource_exists::<Messages<PointerHits>>);
    app.add_systems(PreUpdate, pick.in_set(PickingSystems::Backend).run_if(is_there));
}

/// Casts the ray of each pointer and camera. The entity of a hit is the collider; `hit.extra_as::<BspRayHit>()`
/// contains the face.
fn pick(pointers: Res<RayMap>, cameras: Query<&Camera>, rays: BspRays, mut hits: MessageWriter<PointerHits>) {
    for (id, &ray) in pointers.iter() {
        let Ok(camera) = cameras.get(id.camera) else {
            continue;
        };
        let Some(hit) = rays.cast(ray) else { continue };
        let (entity, point, normal) = (hit.collider, Some(hit.point), Some(hit.normal));
        let data = HitData::new_with_extra(id.camera, hit.distance, point, normal, hit);
        hits.write(PointerHits::new(
            id.pointer,
            vec![(entity, data)],
            camera.order as f32,
        ));
    }
}

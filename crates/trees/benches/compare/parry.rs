//! Queries on parry3d, in the fastest way that gives the same results.

use std::hint::black_box;

use glam::Vec3;
use parry3d::{
    bounding_volume::Aabb,
    math::{Pose, Vector},
    partitioning::BvhNode,
    query::{self, PointQuery, Ray, ShapeCastOptions, cast_shapes, details::intersection_test_aabb_triangle},
    shape::{Ball, CompositeShapeRef, TriMesh},
};

/// Returns the parameter, the triangle and the normal of the nearest hit.
pub(crate) fn cast(mesh: &TriMesh, from: Vec3, to: Vec3) -> Option<(f32, u32, Vec3)> {
    let ray = Ray::new(from, to - from);
    // `cast_local_ray_and_get_normal` is not used, because it computes the normal of every triangle along the way,
    // without SIMD.
    let (face, t) = CompositeShapeRef(mesh).cast_local_ray(&ray, 1.0, false)?;
    let normal = mesh.triangle(face).normal()?;
    Some((
        t,
        face,
        if normal.dot(ray.dir) > 0.0 {
            -normal
        } else {
            normal
        },
    ))
}

/// Closest point of a triangle to the sphere's centre, if it lies within the radius.
pub(crate) struct Contact {
    point: Vec3,
    depth: f32,
    face: u32,
}

/// Finds the closest points of all triangles within the radius, in any order.
pub(crate) fn contacts(mesh: &TriMesh, center: Vec3, radius: f32, contacts: &mut Vec<Contact>) {
    contacts.clear();
    let ball = BvhNode::leaf(Aabb::new(center - radius, center + radius), 0);
    for face in mesh.bvh().leaves(|node| node.intersects(&ball)) {
        let point = mesh.triangle(face).project_local_point(center, true).point;
        let distance_squared = point.distance_squared(center);
        if distance_squared < radius * radius {
            contacts.push(Contact {
                point,
                depth: radius - distance_squared.sqrt(),
                face,
            });
        }
    }
    for contact in &*contacts {
        black_box((contact.point, contact.depth, contact.face));
    }
}

/// Returns the depth of the deepest contact.
pub(crate) fn deepest(mesh: &TriMesh, center: Vec3, radius: f32) -> Option<f32> {
    let at = Pose::translation(center.x, center.y, center.z);
    let contact = query::contact(&at, &Ball::new(radius), &Pose::identity(), mesh, 0.0);
    contact.ok().flatten().map(|contact| contact.dist)
}

/// Returns the time of impact of a sphere with the mesh, or `None` if it misses.
pub(crate) fn sweep(mesh: &TriMesh, from: Vec3, to: Vec3, radius: f32) -> Option<f32> {
    let options = ShapeCastOptions {
        max_time_of_impact: 1.0,
        ..ShapeCastOptions::default()
    };
    let (at, still) = (Pose::translation(from.x, from.y, from.z), Pose::identity());
    cast_shapes(
        &at,
        to - from,
        &Ball::new(radius),
        &still,
        Vector::ZERO,
        mesh,
        options,
    )
    .ok()
    .flatten()
    .map(|hit| hit.time_of_impact)
}

/// Finds the triangles that touch a box, in any order.
pub(crate) fn overlap(mesh: &TriMesh, min: Vec3, max: Vec3, faces: &mut Vec<u32>) {
    faces.clear();
    let aabb = Aabb::new(min, max);
    let node = BvhNode::leaf(aabb, 0);
    let near = mesh.bvh().leaves(|other| other.intersects(&node));
    faces.extend(near.filter(|&face| intersection_test_aabb_triangle(&aabb, &mesh.triangle(face))));
}

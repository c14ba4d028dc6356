//! Queries on Embree: robust, built with high quality, one ray at a time.
//!
//! In a robust scene, version 3.13 performs no spatial splits, regardless of the quality. It reports this if `verbose`
//! is 2.

use std::{sync::LazyLock, thread};

use bspwalk_trees::NodeTree;
use embree3::{
    BufferUsage, BuildQuality, Config, Device, Format, GeometryKind, IntersectContext, Ray, RayHit, Scene,
    SceneFlags,
};
use glam::Vec3;

use crate::{QuerySet, answers::same, levels::SharedLevel};

/// Maximum difference between two hits of the same ray, relative to the ray's length.
const APART: f32 = 1.0e-4;

/// The Embree device, which builds on a single thread.
///
/// A thread that creates a device flushes denormal numbers to zero from then on. The device is therefore created on a
/// temporary thread, so that all libraries are measured in the same mode.
static DEVICE: LazyLock<Device> = LazyLock::new(|| {
    let config = Config {
        threads: 1,
        ..Config::default()
    };
    let device = thread::spawn(|| Device::with_config(config)).join();
    device.expect("no panic").expect("Embree makes a device")
});

/// An Embree scene with one mesh.
pub(crate) struct Embree(Scene<'static>);

impl Embree {
    pub(crate) fn new(vertices: &[Vec3], indices: &[[u32; 3]]) -> Self {
        let mesh = DEVICE.create_geometry(GeometryKind::TRIANGLE);
        let mut mesh = mesh.expect("Embree makes a mesh");
        let mut theirs = mesh
            .set_new_buffer::<[f32; 3]>(BufferUsage::VERTEX, 0, Format::FLOAT3, 12, vertices.len())
            .expect("Embree has room for the vertices");
        for (theirs, vertex) in theirs.iter_mut().zip(vertices) {
            *theirs = vertex.to_array();
        }
        mesh.set_new_buffer::<[u32; 3]>(BufferUsage::INDEX, 0, Format::UINT3, 12, indices.len())
            .expect("Embree has room for the indices")
            .copy_from_slice(indices);
        let mut scene = DEVICE.create_scene().expect("Embree makes a scene");
        // The scene is robust, so that no ray slips between two triangles that share an edge.
        scene.set_flags(SceneFlags::ROBUST);
        scene.set_build_quality(BuildQuality::HIGH);
        scene.attach_geometry(&mesh.commit());
        scene.commit();
        Self(scene)
    }

    fn ray(from: Vec3, to: Vec3) -> Ray {
        Ray::segment(from.to_array(), (to - from).to_array(), 0.0, 1.0)
    }

    /// Returns the parameter and the triangle of the nearest hit.
    pub(crate) fn cast(&self, from: Vec3, to: Vec3) -> Option<(f32, u32)> {
        let mut hit = RayHit::from_ray(Self::ray(from, to));
        self.0.intersect(&mut IntersectContext::incoherent(), &mut hit);
        hit.hit.is_valid().then_some((hit.ray.tfar, hit.hit.primID))
    }

    pub(crate) fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        let mut ray = Self::ray(from, to);
        self.0.occluded(&mut IntersectContext::incoherent(), &mut ray)
    }

    /// Checks that Embree does the same work as the tree: the same hits at the same distances, except for borderline
    /// cases.
    pub(crate) fn compare(&self, level: &SharedLevel, tree: &NodeTree, asked: &QuerySet) {
        let rays = || asked.across.iter().chain(&asked.from_free).chain(&asked.far);
        let count = rays().count();
        let alike = rays()
            .filter(|&&(from, to)| match (tree.cast(from, to), self.cast(from, to)) {
                (Some(hit), Some((t, _))) => (hit.t - t).abs() <= APART,
                (None, None) => true,
                _ => false,
            })
            .count();
        let blocked_alike = rays()
            .filter(|&&(from, to)| tree.is_blocked(from, to) == self.is_blocked(from, to))
            .count();
        println!(
            "{}: of {count} rays, Embree casts {alike} alike and finds {blocked_alike} alike blocked",
            level.name
        );
        assert!(
            same(count, alike) && same(count, blocked_alike),
            "{}: Embree does not find the same",
            level.name
        );
    }
}

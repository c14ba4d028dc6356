//! Projection of the model view, as a Bevy camera projection.

use bevy::{
    camera::{CameraProjection, SubCameraView},
    math::Vec3A,
    prelude::*,
};
use bspwalk_overlays::cut_projection::CutProjection;
use bspwalk_session::view::Pose;

/// Projection that draws only objects below a horizontal plane.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ModelProjection(pub(super) CutProjection);

impl CameraProjection for ModelProjection {
    fn get_clip_from_view(&self) -> Mat4 {
        self.0.clip_from_view()
    }

    fn get_clip_from_view_for_sub(&self, _sub_view: &SubCameraView) -> Mat4 {
        self.get_clip_from_view()
    }

    fn update(&mut self, width: f32, height: f32) {
        if width > 0.0 && height > 0.0 {
            self.0.aspect = width / height;
        }
    }

    fn far(&self) -> f32 {
        self.0.depths[1]
    }

    fn get_frustum_corners(&self, z_near: f32, z_far: f32) -> [Vec3A; 8] {
        self.0.corners(z_near, z_far).map(Vec3A::from)
    }
}

/// Converts a camera pose to a Bevy transform.
pub(super) fn transform(pose: Pose) -> Transform {
    Transform::from_translation(pose.translation).with_rotation(pose.rotation)
}

/// Converts the transform of a Bevy camera to a pose.
pub(super) fn pose(transform: &Transform) -> Pose {
    Pose {
        translation: transform.translation,
        rotation: transform.rotation,
    }
}

//! Moving parts of the level that are not in their original pose, such as an open door. The tree order does not apply
//! to them, so visibility is resolved by the depth buffer. A part is drawn in its own coordinate space, into which the
//! eye is transformed.

use std::sync::Arc;

use bspwalk_geometry::Plane;
use bspwalk_levels::mechanisms::Pose;
use glam::{DQuat, DVec3};

use super::{
    band::NOTHING,
    camera::{Projection, Rays},
};

/// The view in the coordinate space of a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartView {
    pub(super) rays: Rays,
    pub(super) projection: Projection,
    pub(super) cut: Option<Plane>,
    /// Rotation from the part's space to the level's space.
    pub(super) rotation: DQuat,
}

impl PartView {
    /// Transforms the rays and the cut from the level's space to the space of a part.
    pub(super) fn new(pose: &Pose, rays: &Rays, cut: Option<&Plane>, reach: [f64; 2], error: f64) -> Self {
        let back = pose.rotation.conjugate();
        let rays = Rays {
            eye: back * (rays.eye - pose.translation),
            origin: back * rays.origin,
            right: back * rays.right,
            down: back * rays.down,
            parallel: rays.parallel.map(|direction| back * direction),
        };
        let cut = cut.map(|cut| {
            let point = cut.project(pose.translation);
            Plane::from_point_normal(back * (point - pose.translation), back * cut.normal)
        });
        Self {
            projection: rays.projection(reach, error),
            rays,
            cut,
            rotation: pose.rotation,
        }
    }
}

/// The moving parts in a picture.
#[derive(Clone, Debug, Default)]
pub(super) struct PosedParts {
    /// Index of each fragment's part, or [`NOTHING`]; empty if the level has no parts.
    pub(super) of_fragment: Arc<[u32]>,
    /// Pose of each part.
    poses: Vec<Pose>,
}

impl PosedParts {
    pub(super) fn new(of_fragment: Vec<u32>) -> Self {
        let has_parts = of_fragment.iter().any(|&part| part != NOTHING);
        Self {
            of_fragment: if has_parts {
                of_fragment.into()
            } else {
                Arc::default()
            },
            poses: Vec::new(),
        }
    }

    /// Sets the poses of the parts. A non-finite pose is replaced by the pose from the file.
    pub(super) fn set(&mut self, poses: &[Pose]) {
        self.poses.clear();
        if !self.of_fragment.is_empty() {
            let is_finite = |pose: &Pose| pose.rotation.is_finite() && pose.translation.is_finite();
            let poses = poses.iter().copied();
            self.poses
                .extend(poses.map(|pose| if is_finite(&pose) { pose } else { Pose::IDENTITY }));
        }
    }

    /// Returns the views of the parts that are not in their original pose, by part index; empty if no part has moved.
    pub(super) fn part_views(
        &self,
        rays: &Rays,
        cut: Option<&Plane>,
        reach: [f64; 2],
        error: f64,
    ) -> Vec<Option<PartView>> {
        let is_elsewhere = |pose: &Pose| pose.translation != DVec3::ZERO || pose.rotation != DQuat::IDENTITY;
        if !self.poses.iter().any(is_elsewhere) {
            return Vec::new();
        }
        let view = |pose: &Pose| is_elsewhere(pose).then(|| PartView::new(pose, rays, cut, reach, error));
        self.poses.iter().map(view).collect()
    }
}

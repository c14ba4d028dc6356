//! Parts of the level that stand elsewhere than the file has them, such as a door that is open. The tree does not tell what hides
//! what then: the depth buffer does. A part is drawn as an eye sees it that stands in the part's own space.

use bspwalk_geometry::Plane;
use bspwalk_levels::mechanisms::Pose;
use glam::{DQuat, DVec3};

use super::{
    band::NOTHING,
    camera::{Projection, Rays},
};

/// A part as the eye sees it, in the part's space.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartView {
    pub(super) rays: Rays,
    pub(super) projection: Projection,
    pub(super) cut: Option<Plane>,
    /// From the part's space to the level's.
    pub(super) rotation: DQuat,
}

impl PartView {
    /// The part at a pose, for the rays and the cut of the level's space.
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

/// The parts of a picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// The part of each fragment, or [`NOTHING`]; empty where the level has none.
    pub(super) of_fragment: Vec<u32>,
    /// Where the parts stand.
    poses: Vec<Pose>,
}

impl Parts {
    pub(super) fn new(of_fragment: Vec<u32>) -> Self {
        let has_parts = of_fragment.iter().any(|&part| part != NOTHING);
        Self {
            of_fragment: if has_parts { of_fragment } else { Vec::new() },
            poses: Vec::new(),
        }
    }

    /// Puts the parts somewhere. A pose that is not finite counts as that of the file.
    pub(super) fn set(&mut self, poses: &[Pose]) {
        self.poses.clear();
        if !self.of_fragment.is_empty() {
            let is_finite = |pose: &Pose| pose.rotation.is_finite() && pose.translation.is_finite();
            let poses = poses.iter().copied();
            self.poses
                .extend(poses.map(|pose| if is_finite(&pose) { pose } else { Pose::IDENTITY }));
        }
    }

    /// The parts that stand elsewhere than the file has them, by their numbers; empty where none does.
    pub(super) fn seen(
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

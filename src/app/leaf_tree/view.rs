//! The view used for culling: the camera's view, or a frozen one.

use bevy::{
    camera::primitives::{Aabb, Frustum},
    math::Affine3A,
    prelude::*,
};
use bspwalk_trees::solid_leaf::LeafId;

use super::build::Built;
use crate::app::state::{Eye, ModelView, Player};

/// View of this frame: the camera's pose in this frame, or the frozen view. Bevy updates its own [`Frustum`] and
/// [`GlobalTransform`] only after the systems that need them here.
#[derive(Resource, Clone, Debug, Default)]
pub struct View {
    /// Position of the eye, in metres.
    pub eye: Vec3,
    /// View frustum. Without a camera it is `None`, and everything is in view.
    pub frustum: Option<Frustum>,
}

impl View {
    /// Creates the view of a camera with this pose and projection.
    #[must_use]
    pub fn of(camera: &Transform, projection: &Projection) -> Self {
        Self {
            eye: camera.translation,
            frustum: Some(projection.compute_frustum(&GlobalTransform::from(*camera))),
        }
    }

    /// Returns the frozen view, or else the camera's. Without a camera, everything around the player is in view.
    pub(super) fn current(
        frozen: &Frozen,
        (player, model): (&Player, &ModelView),
        eyes: &Query<(&Transform, &Projection), With<Eye>>,
    ) -> Self {
        if let Some(frozen) = &frozen.0 {
            frozen.view.clone()
        } else if let Some((camera, projection)) = eyes.iter().next() {
            // The model view shows what is potentially visible from the player's position.
            let eye = if model.is_cut() {
                player.position
            } else {
                camera.translation
            };
            Self {
                eye,
                ..Self::of(camera, projection)
            }
        } else {
            Self {
                eye: player.position,
                frustum: None,
            }
        }
    }

    /// Returns whether a box is at least partly in view.
    #[must_use]
    pub fn holds(&self, bounds: &Aabb) -> bool {
        self.frustum
            .is_none_or(|frustum| frustum.intersects_obb(bounds, &Affine3A::IDENTITY, true, false))
    }

    /// Counts the leaves that are at least partly in view.
    #[must_use]
    pub fn count(&self, built: &Built, leaves: &[LeafId]) -> u32 {
        let bounds = leaves.iter().filter_map(|&leaf| built.leaf_bounds(leaf));
        bounds.filter(|bounds| self.holds(bounds)).count() as u32
    }
}

/// Frozen view for culling, kept while the eye moves on.
#[derive(Component, Clone, Debug, Default)]
pub struct Frozen(pub Option<FrozenView>);

/// A frozen view.
#[derive(Clone, Debug)]
pub struct FrozenView {
    /// The view.
    pub view: View,
    /// Corners for drawing it: four near, then four far.
    pub corners: [Vec3; 8],
}

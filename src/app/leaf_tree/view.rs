//! The view that culling is by: the camera's, or the one that it is frozen at.

use bevy::{
    camera::primitives::{Aabb, Frustum},
    math::Affine3A,
    prelude::*,
};
use bspwalk_trees::solid_leaf::LeafId;

use super::build::Built;
use crate::app::state::{Eye, ModelView, Player};

/// The view of this frame: the camera as it is placed for this frame, or the view that culling is frozen at. The engine
/// updates its own [`Frustum`] and [`GlobalTransform`] only after the systems that need them here.
#[derive(Resource, Clone, Debug, Default)]
pub struct View {
    /// The eye, in metres.
    pub eye: Vec3,
    /// The view frustum; everything is in view where there is no camera.
    pub frustum: Option<Frustum>,
}

impl View {
    /// Of a camera with this pose and projection.
    #[must_use]
    pub fn of(camera: &Transform, projection: &Projection) -> Self {
        Self {
            eye: camera.translation,
            frustum: Some(projection.compute_frustum(&GlobalTransform::from(*camera))),
        }
    }

    /// The frozen view, or the camera's; everything around the player where there is no camera.
    pub(super) fn current(
        frozen: &Frozen,
        (player, model): (&Player, &ModelView),
        eyes: &Query<(&Transform, &Projection), With<Eye>>,
    ) -> Self {
        if let Some(frozen) = &frozen.0 {
            frozen.view.clone()
        } else if let Some((camera, projection)) = eyes.iter().next() {
            // The model shows what the body may see.
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

    /// Whether a box is at least partly in view.
    #[must_use]
    pub fn holds(&self, bounds: &Aabb) -> bool {
        self.frustum
            .is_none_or(|frustum| frustum.intersects_obb(bounds, &Affine3A::IDENTITY, true, false))
    }

    /// How many of these leaves are at least partly in view.
    #[must_use]
    pub fn count(&self, built: &Built, leaves: &[LeafId]) -> u32 {
        let bounds = leaves.iter().filter_map(|&leaf| built.leaf_bounds(leaf));
        bounds.filter(|bounds| self.holds(bounds)).count() as u32
    }
}

/// The view that culling is frozen at, while the eye goes elsewhere.
#[derive(Component, Clone, Debug, Default)]
pub struct Frozen(pub Option<FrozenView>);

/// The view that culling is frozen at.
#[derive(Clone, Debug)]
pub struct FrozenView {
    /// The view.
    pub view: View,
    /// Its corners, for drawing it: four near, four far.
    pub corners: [Vec3; 8],
}

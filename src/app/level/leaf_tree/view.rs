//! The view used for culling, which is the camera's view or a frozen one.

use bevy::prelude::*;
use bspwalk_session::{culling::CullingView, view::ModelView};

use crate::app::host::prelude::*;

/// View of this frame, which is the camera's current pose or the frozen view. Bevy updates its own frustum and
/// [`GlobalTransform`] only after the systems that need this view.
#[derive(Resource, Deref, Clone, Debug, Default)]
pub struct View(pub CullingView);

impl View {
    /// Returns the camera's view. Without a camera, everything around the player is in view.
    pub(super) fn current(
        (player, model): (&Player, &ModelView),
        eyes: &Query<(&Transform, &Projection), With<Eye>>,
    ) -> Self {
        let Some((camera, projection)) = eyes.iter().next() else {
            return Self(CullingView {
                eye: player.position,
                ..CullingView::default()
            });
        };
        let half = match projection {
            Projection::Perspective(lens) => Vec2::new(lens.aspect_ratio, 1.0) * (lens.fov / 2.0).tan(),
            _ => Vec2::ONE,
        };
        let frustum = projection.compute_frustum(&GlobalTransform::from(*camera));
        Self(CullingView {
            // The model view shows everything that is potentially visible from the player's position.
            eye: if model.is_cut() {
                player.position
            } else {
                camera.translation
            },
            planes: Some(std::array::from_fn(|side| frustum.half_spaces[side].normal_d())),
            ..CullingView::perspective(camera.translation, camera.rotation, half)
        })
    }
}

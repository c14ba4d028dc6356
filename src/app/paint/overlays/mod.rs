//! Overlays that visualise the trees in the level.
//!
//! [`bspwalk_session::overlays`] contains the table of all overlays, and the [`bspwalk_overlays`] crate builds their
//! drawings and legends. A single system in `scene` redraws the overlays whose inputs have changed, and `layers`
//! converts them to meshes. The other files contain functionality that exists only in the window: controls, selection,
//! colours of the level's meshes, sorted planes and films.

mod body;
pub(in crate::app) mod flow;
mod heat;
mod heat_picture;
mod heat_view;
mod labels;
pub(in crate::app) mod layers;
pub(in crate::app) mod materials;
pub(in crate::app) mod painter;
mod planes;
pub(in crate::app) mod report;
mod scene;
pub(in crate::app) mod selection;
pub(in crate::app) mod surfaces;
#[cfg(test)]
pub(in crate::app) mod test_trees;
mod warm_up;

use bevy::prelude::*;

use crate::app::host::prelude::*;

pub use body::Body;
pub use heat::{HeatState, ShowCostliest};
pub use materials::PixelScale;
pub(in crate::app) use painter::{PaintedUnits, Units};
pub(in crate::app) use planes::PlanesAhead;
pub use report::{CurrentTreeStats, OverlayReport};
pub(in crate::app) use scene::{DrawnOverlays, scene_plugin};
pub use selection::{Hovered, PreviewedPlane};

/// Draws the overlays.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        selection_plugin,
        scene_plugin,
        materials::plugin,
        labels::plugin,
        layers::plugin,
        surfaces::plugin,
        planes::plugin,
        heat::plugin,
        flow::plugin,
        warm_up::plugin,
    ))
    .init_resource::<painter::Painter>()
    .init_resource::<PaintedUnits>()
    .add_systems(
        Update,
        (
            materials::scale_to_screen,
            painter::play.before(painter::draw),
            painter::draw,
            body::draw,
        )
            .in_set(AppSystems::Overlays),
    );
}

/// Overlay functionality that needs no renderer: the selection and the body.
pub fn selection_plugin(app: &mut App) {
    app.init_resource::<CurrentTreeStats>()
        .init_resource::<Hovered>()
        .init_resource::<PreviewedPlane>()
        .init_resource::<Body>()
        .add_message::<ShowCostliest>()
        .add_systems(
            Update,
            (report::count_tree, selection::follow_tree, body::follow)
                .chain()
                .run_if(in_state(AppState::InLevel))
                .in_set(AppSystems::Select),
        );
}

//! Overlays: what the trees look like, drawn over the level.
//!
//! Each overlay has a file or a folder with its drawing, its legend and its controls. The drawing is a pure function of
//! tree and options; where it takes longer than a frame, it is computed beside the main thread. The table of all overlays
//! is [`bspwalk_session::overlays`].

mod background;
pub(super) mod build_step;
mod candidate;
mod cells;
mod collision;
mod collision_legend;
mod drawing;
mod entities;
mod labels;
pub(super) mod layers;
mod leak;
pub(super) mod leaves;
pub(super) mod legends;
mod lines;
mod motion;
mod node_faces;
mod normals;
mod painter;
pub(super) mod path;
mod pipeline;
mod planes;
mod polygons;
pub(super) mod portals;
mod query_asked;
pub(super) mod query_step;
mod report;
#[cfg(test)]
mod screenshots;
pub(in crate::app) mod section;
mod selection;
pub(super) mod sight;
pub(super) mod state;
pub(super) mod surfaces;
mod switches;
#[cfg(test)]
pub(super) mod test_trees;
mod tree_stats;

use bevy::prelude::*;

use super::schedule::{AppState, AppSystems};

pub use candidate::PreviewedPlane;
pub use collision::Body;
pub use pipeline::PixelScale;
pub(super) use planes::PlanesAhead;
pub use report::OverlayReport;
pub use section::{FilmCounts, SectionFacts};
pub use selection::Hovered;
pub use state::WhichLeaves;
pub use tree_stats::{CurrentTreeStats, TreeStats};

/// Draws the overlays.
pub struct OverlaysPlugin;

impl Plugin for OverlaysPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            SelectionPlugin,
            lines::plugin,
            polygons::plugin,
            labels::plugin,
            layers::plugin,
            surfaces::plugin,
            planes::plugin,
            background::plugin::<cells::Cells>,
            background::plugin::<normals::Normals>,
            background::plugin::<leaves::Leaves>,
            background::plugin::<portals::Portals>,
            background::plugin::<sight::Sightline>,
            section::plugin,
            build_step::plugin,
            query_step::plugin,
        ))
        .init_resource::<PixelScale>()
        .init_resource::<painter::Painter>()
        .init_resource::<OverlayReport>()
        .add_systems(
            Update,
            (
                pipeline::scale_to_screen,
                painter::play.before(painter::draw),
                painter::draw,
                leak::draw,
                entities::draw,
                candidate::draw,
                collision::draw,
                motion::draw,
            )
                .in_set(AppSystems::Overlays),
        );
    }
}

/// The part of the overlays that needs no renderer: switching them, selecting, following the body.
pub struct SelectionPlugin;

impl Plugin for SelectionPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<CurrentTreeStats>()
            .init_resource::<Hovered>()
            .init_resource::<PreviewedPlane>()
            .init_resource::<Body>()
            .add_systems(
                Update,
                (
                    switches::switch,
                    (
                        tree_stats::count,
                        selection::follow_tree,
                        selection::select,
                        collision::follow,
                    )
                        .chain()
                        .run_if(in_state(AppState::InLevel)),
                )
                    .chain()
                    .in_set(AppSystems::Select),
            );
    }
}

//! Overlays: what the trees look like, drawn over the level.
//!
//! What an overlay draws and what its legend says stands in [`bspwalk_overlays`], a pure function of tree and options. Here each
//! has a file that asks for it when what it depends on has changed, beside the main thread where it takes longer than a frame,
//! and that draws its controls. The table of all overlays is [`bspwalk_session::overlays`].

mod background;
pub(super) mod build_step;
mod came_and_gone;
mod candidate;
mod cells;
mod collision;
mod collision_legend;
mod deepest;
mod entities;
mod eye_path;
pub(super) mod flow;
mod heat;
mod heat_picture;
mod heat_view;
mod labels;
pub(super) mod layers;
mod leak;
pub(super) mod leaves;
pub(super) mod legends;
mod lines;
mod motion;
mod normals;
mod painter;
pub(super) mod path;
mod pipeline;
mod planes;
mod polygons;
pub(super) mod portals;
mod query_step;
mod questions;
mod report;
#[cfg(test)]
mod screenshots;
mod section;
mod selection;
pub(super) mod sight;
pub(super) mod solidity;
pub(super) mod surfaces;
mod switches;
#[cfg(test)]
pub(super) mod test_trees;
mod tree_stats;
mod warm_up;

use bevy::prelude::*;

use super::{
    schedule::{AppState, AppSystems},
    shown::of_level,
};

pub use candidate::PreviewedPlane;
pub use collision::Body;
pub use heat::{HeatState, ShowCostliest};
pub(super) use painter::{PaintedUnits, Units};
pub use pipeline::PixelScale;
pub(super) use planes::PlanesAhead;
pub use report::OverlayReport;
pub use section::SectionFacts;
pub use selection::Hovered;
pub use tree_stats::CurrentTreeStats;

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
            background::plugin::<solidity::Solidity>,
            section::plugin,
            build_step::plugin,
        ))
        .add_plugins((query_step::plugin, heat::plugin, flow::plugin, warm_up::plugin))
        .init_resource::<PixelScale>()
        .init_resource::<painter::Painter>()
        .init_resource::<PaintedUnits>()
        .init_resource::<OverlayReport>()
        .add_systems(
            Update,
            (
                pipeline::scale_to_screen,
                painter::play.before(painter::draw),
                painter::draw,
                leak::draw,
                deepest::draw,
                eye_path::draw,
                entities::draw,
                came_and_gone::draw,
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
        of_level::<selection::LastFrame>(app);
        app.init_resource::<CurrentTreeStats>()
            .init_resource::<Hovered>()
            .init_resource::<PreviewedPlane>()
            .init_resource::<Body>()
            .init_resource::<flow::Steps>()
            .add_message::<ShowCostliest>()
            .add_systems(
                Update,
                (
                    switches::switch,
                    flow::step,
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

//! Overlays: what the tree looks like, drawn over the level.
//!
//! Every overlay is a pure function from tree and settings to points, lines or colours, and a system that draws the
//! result. What takes longer than a frame is made beside the main thread. The legends are drawn by the panel.

pub mod cells;
pub mod collision;
mod job;
pub mod leak;
pub mod leaves;
pub mod lines;
pub mod motion;
pub mod normals;
pub mod painter;
#[cfg(test)]
mod pictures;
mod pipeline;
pub mod planes;
pub mod polygons;
pub mod portals;
pub mod selection;
pub mod sight;
mod strokes;
pub mod surfaces;
pub mod switches;
#[cfg(test)]
mod test_trees;
pub mod tree_stats;

use std::sync::Arc;

use bevy::prelude::*;

use self::tree_stats::TreeStats;
use super::{
    input::KeyLabels,
    schedule::{AppState, AppSystems},
    state::{CurrentLevel, Eye},
};
use crate::bsp::Statistics;
use job::Job;

pub use collision::Body;
pub use selection::Hovered;

/// Places of the overlays among what is transparent, from the first drawn to the last.
const ORDER_SURFACES: f32 = 1.0e5;
/// See [`ORDER_SURFACES`].
const ORDER_PLANES: f32 = 2.0e5;
/// See [`ORDER_SURFACES`].
const ORDER_LINES: f32 = 3.0e5;
/// Between two layers of lines.
const ORDER_STEP: f32 = 1.0e4;

/// Draws the overlays.
pub struct OverlaysPlugin;

impl Plugin for OverlaysPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            SelectionPlugin,
            lines::plugin,
            polygons::plugin,
            surfaces::plugin,
            planes::plugin,
        ))
        .init_resource::<PixelScale>()
        .init_resource::<strokes::LineLayers>()
        .init_resource::<cells::Cells>()
        .init_resource::<normals::Normals>()
        .init_resource::<leaves::Leaves>()
        .init_resource::<portals::Portals>()
        .init_resource::<painter::Painter>()
        .init_resource::<sight::Sight>()
        .init_resource::<OverlayReport>()
        .add_systems(Startup, strokes::warm_up)
        .add_systems(
            Update,
            (
                scale_to_screen,
                cells::make,
                normals::make,
                leaves::make,
                portals::make,
                painter::draw,
                sight::make,
                leak::draw,
                collision::draw,
                motion::draw,
            )
                .in_set(AppSystems::Overlays),
        )
        .add_systems(Update, (strokes::draw, report).chain().in_set(AppSystems::Show));
    }
}

/// What of the overlays needs no renderer: switching, selecting, following the sphere.
pub struct SelectionPlugin;

impl Plugin for SelectionPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<CurrentTreeStats>()
            .init_resource::<KeyLabels>()
            .init_resource::<Hovered>()
            .init_resource::<Body>()
            .add_systems(
                Update,
                (
                    switches::switch,
                    (
                        count,
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

/// The figures of the tree that is shown.
#[derive(Resource, Default)]
pub struct CurrentTreeStats {
    /// The figures.
    pub stats: Arc<TreeStats>,
    /// The tree in numbers.
    pub statistics: Statistics,
    /// The tree that they are of: [`CurrentLevel::revision`].
    pub revision: Option<u64>,
    job: Job<u64, (TreeStats, Statistics)>,
}

/// Counts a new tree.
fn count(current: Res<CurrentLevel>, mut tree_stats: ResMut<CurrentTreeStats>) {
    let tree_stats = tree_stats.bypass_change_detection();
    let tree = current.tree.clone();
    tree_stats.job.request(current.revision, move || {
        (TreeStats::of(&tree), tree.statistics())
    });
    if let Some((stats, statistics)) = tree_stats.job.take() {
        tree_stats.statistics = statistics;
        tree_stats.stats = Arc::new(stats);
        tree_stats.revision = tree_stats.job.wanted().copied();
    }
}

/// Pixels a logical pixel of line widths: more on a larger picture.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct PixelScale(pub f32);

impl Default for PixelScale {
    fn default() -> Self {
        Self(1.0)
    }
}

/// Lines grow with the picture, but less than it: 1 at 720 rows, 1.7 at 1440.
fn scale_to_screen(cameras: Query<&Camera, With<Eye>>, mut scale: ResMut<PixelScale>) {
    let rows = cameras
        .iter()
        .find_map(Camera::physical_target_size)
        .map_or(720, |size| size.y);
    scale.set_if_neq(PixelScale((rows as f32 / 720.0).powf(0.75).clamp(0.75, 4.0)));
}

/// What the overlays drew, for the legends.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct OverlayReport {
    /// Planes drawn, and how many there would be without the limit.
    pub planes: [usize; 2],
    /// The depths over which the colours of the planes spread.
    pub plane_depths: [u32; 2],
    /// Whether the planes are those of the selected node and its ancestors.
    pub planes_of_selection: bool,
    /// Cells drawn, and how many there are at the depth.
    pub cells: [usize; 2],
    /// Normals drawn, and how many fragments there are.
    pub normals: [usize; 2],
    /// Cells of leaves drawn, and how many there are of the kind.
    pub leaves: [usize; 2],
    /// Portals drawn, and how many there are.
    pub portals: [usize; 2],
    /// Nodes or leaves painted, and how many there are with faces.
    pub painted: [usize; 2],
    /// Whether something is still being made.
    pub busy: bool,
}

fn report(
    planes: Res<planes::Planes>,
    cells: Res<cells::Cells>,
    normals: Res<normals::Normals>,
    surfaces: Res<surfaces::Surfaces>,
    (leaves, portals, painter, sight): (
        Res<leaves::Leaves>,
        Res<portals::Portals>,
        Res<painter::Painter>,
        Res<sight::Sight>,
    ),
    mut report: ResMut<OverlayReport>,
) {
    let mut new = OverlayReport {
        cells: cells.counts,
        normals: normals.counts,
        leaves: leaves.counts,
        portals: portals.counts,
        painted: painter.counts,
        busy: planes.is_busy()
            || cells.is_busy()
            || normals.is_busy()
            || surfaces.is_busy()
            || leaves.is_busy()
            || portals.is_busy()
            || painter.is_busy()
            || sight.is_busy(),
        ..OverlayReport::default()
    };
    if let Some(choice) = &planes.choice {
        let drawn = choice
            .planes
            .iter()
            .filter(|(_, part)| matches!(part, planes::Part::Ancestor(_) | planes::Part::Depth));
        new.planes = [drawn.count(), choice.in_all];
        new.plane_depths = choice.depths;
        new.planes_of_selection = choice
            .planes
            .iter()
            .any(|(_, part)| matches!(part, planes::Part::Ancestor(_)));
    }
    report.set_if_neq(new);
}

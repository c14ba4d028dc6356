//! The splitting planes: each clipped to the cell of its node, sorted by the tree itself.
//!
//! Planes that are clipped to their cells do not cross each other, so that a walk of the tree away from the eye visits
//! them exactly from far to near: the painter's order, the first use that BSP trees were put to (Fuchs, Kedem and
//! Naylor, 1980).

mod choice;
mod drawing;

use std::sync::Arc;

use bevy::{camera::visibility::NoFrustumCulling, mesh::Indices, prelude::*};

use super::{
    CurrentTreeStats,
    job::Job,
    polygons::PolygonMaterial,
    selection::Hovered,
    strokes::{LineLayer, LineLayers},
};
use crate::{
    app::{
        schedule::AppSystems,
        state::{CurrentLevel, Eye, Overlays, Selection},
    },
    bsp::{NodeTree, node_storing::NodeId},
};

pub use choice::{MOST_ANCESTORS, MOST_PLANES, Part, PlaneChoice, shown_depths};
pub use drawing::PlaneDrawing;

#[derive(Component)]
struct PlaneMesh;

/// What the planes are made from: another key, another drawing.
type Key = (u64, Overlays, Option<NodeId>, Option<NodeId>);

/// The planes that are drawn now.
#[derive(Resource, Default)]
pub(super) struct Planes {
    job: Job<Key, (PlaneChoice, PlaneDrawing)>,
    pub(super) choice: Option<PlaneChoice>,
    drawing: PlaneDrawing,
    tree: Option<Arc<NodeTree>>,
    order: Vec<usize>,
}

impl Planes {
    /// Whether they are still being clipped.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Planes>()
        .add_systems(Update, (make, sort).chain().in_set(AppSystems::Overlays));
}

fn make(
    mut commands: Commands,
    current: Res<CurrentLevel>,
    inputs: (
        Res<Overlays>,
        Res<Selection>,
        Res<Hovered>,
        Res<CurrentTreeStats>,
        Res<super::PixelScale>,
    ),
    mut planes: ResMut<Planes>,
    mut layers: ResMut<LineLayers>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<PolygonMaterial>>,
    old: Query<Entity, With<PlaneMesh>>,
) {
    let (overlays, selection, hovered, tree_stats, scale) = inputs;
    if tree_stats.revision == Some(current.revision) {
        // Only what the planes depend on, so that another overlay does not make them anew.
        let mut relevant = Overlays::none();
        relevant.planes = overlays.planes;
        relevant.plane_depths = overlays.plane_depths;
        relevant.planes_of_selection = overlays.planes_of_selection;
        relevant.plane_opacity = overlays.plane_opacity;
        relevant.palette = overlays.palette;
        let key = (current.revision, relevant.clone(), selection.node, hovered.0);
        let (tree, stats) = (current.tree.clone(), tree_stats.stats.clone());
        let (selected, hovered) = (selection.node, hovered.0);
        planes.job.request(key, move || {
            let choice = PlaneChoice::of(&tree, &stats, &relevant, selected, hovered);
            let drawing = PlaneDrawing::of(&tree, &choice, relevant.palette, relevant.plane_opacity);
            (choice, drawing)
        });
    }
    let Some((choice, drawing)) = planes.job.take() else {
        return;
    };
    for entity in &old {
        commands.entity(entity).despawn();
    }
    layers.set(LineLayer::Planes, drawing.lines.clone());
    layers.set(
        LineLayer::SelectedThroughWalls,
        drawing.lines_through_walls.clone(),
    );
    planes.order.clear();
    if !drawing.polygons.is_empty() {
        commands.spawn((
            PlaneMesh,
            Mesh3d(meshes.add(drawing.polygons.mesh([]))),
            MeshMaterial3d(materials.add(PolygonMaterial::new(scale.0, super::ORDER_PLANES))),
            NoFrustumCulling,
        ));
    }
    planes.choice = Some(choice);
    planes.drawing = drawing;
    planes.tree = Some(current.tree.clone());
}

/// Puts the planes in the order in which the eye has them.
fn sort(
    mut planes: ResMut<Planes>,
    eye: Query<&GlobalTransform, With<Eye>>,
    drawn: Query<&Mesh3d, With<PlaneMesh>>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let (Ok(mesh), Some(eye)) = (drawn.single(), eye.iter().next()) else {
        return;
    };
    let Some(tree) = planes.tree.clone() else { return };
    let order = planes.drawing.far_to_near(&tree, eye.translation().as_dvec3());
    if order != planes.order
        && let Some(mut mesh) = meshes.get_mut(&mesh.0)
    {
        mesh.insert_indices(Indices::U32(
            planes.drawing.polygons.indices(order.iter().copied()),
        ));
        planes.order = order;
    }
}

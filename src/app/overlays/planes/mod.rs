//! The splitting planes: each clipped to the cell of its node, sorted by the tree itself.
//!
//! Planes that are clipped to their cells do not cross each other, so that a walk of the tree away from the eye visits
//! them exactly from far to near: the painter's order, the first use that BSP trees were put to (Fuchs, Kedem and
//! Naylor, 1980).

pub(super) mod legend;

use std::sync::Arc;

use bevy::{camera::visibility::NoFrustumCulling, mesh::Indices, prelude::*};
use bspwalk_overlays::{
    drawing::Drawing,
    layer::Layer,
    planes::{choice::PlaneChoice, drawing::PlaneDrawing, fill},
};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::{NodeTree, node_storing::NodeId};

use super::{
    layers::Layers,
    pipeline::{ORDER_PLANES, PixelScale},
    polygons::{self, PolygonMaterial},
    report::OverlayReport,
    selection::Hovered,
    tree_stats::CurrentTreeStats,
};
use crate::app::{
    schedule::AppSystems,
    shown::Shown,
    state::{BuildFilm, Eye, ModelView, OpenedLevel, Overlays, Selection, TreeId},
    worker::Job,
};

#[derive(Component)]
struct PlaneMesh;

/// What the planes depend on: another key, another drawing.
type Key = (TreeId, Overlays, Option<NodeId>, Option<NodeId>);

/// The planes of the film's next step, with the tree, once they can be drawn with it.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct PlanesAhead(pub(in crate::app) Option<(TreeId, NodeId)>);

/// Planes that were clipped and are not yet drawn.
struct Clipped {
    tree_id: TreeId,
    selected: Option<NodeId>,
    choice: PlaneChoice,
    drawing: PlaneDrawing,
}

/// The planes that are drawn.
#[derive(Resource, Default)]
struct Planes {
    job: Job<Key, (PlaneChoice, PlaneDrawing)>,
    clipped: Option<Clipped>,
    drawing: PlaneDrawing,
    tree: Option<Arc<NodeTree>>,
    order: Vec<usize>,
    /// The share of its opacity that each filled plane keeps, in steps of 1/32.
    kept: Vec<u8>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Planes>()
        .init_resource::<PlanesAhead>()
        .add_systems(Update, (clip, sort).chain().in_set(AppSystems::Overlays));
}

/// Clips the planes to their cells in the background, and draws them once they are there. Those of a step of the film of the
/// build wait for it.
fn clip(
    mut commands: Commands,
    (current, film): (Shown<OpenedLevel>, Res<BuildFilm>),
    inputs: (
        Res<Overlays>,
        Shown<Selection>,
        Res<Hovered>,
        Res<CurrentTreeStats>,
        Res<PixelScale>,
    ),
    (mut planes, mut ahead, mut report): (ResMut<Planes>, ResMut<PlanesAhead>, ResMut<OverlayReport>),
    mut layers: ResMut<Layers>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<PolygonMaterial>>,
    old: Query<Entity, With<PlaneMesh>>,
) {
    let (overlays, selection, hovered, tree_stats, scale) = inputs;
    if tree_stats.tree_id == Some(current.tree_id()) {
        // Only what the planes depend on, so that a change of another overlay does not clip them again.
        let shown = overlays.is_on(OverlayKind::Planes).then_some(OverlayKind::Planes);
        let mut relevant = Overlays::showing(shown);
        relevant.plane_depths = overlays.plane_depths;
        relevant.planes_of_selection = overlays.planes_of_selection;
        relevant.plane_opacity = overlays.plane_opacity;
        relevant.palette = overlays.palette;
        // A step that is asked about is not shown ahead.
        let is_ahead = film.open && film.held.is_none();
        let selected = film.next.filter(|_| is_ahead).or(selection.node);
        let key = (current.tree_id(), relevant.clone(), selected, hovered.0);
        let (tree, stats) = (current.tree.clone(), tree_stats.stats.clone());
        let level = current.level.clone();
        let hovered = hovered.0;
        planes.job.request(key, move || {
            let choice = PlaneChoice::of(&tree, &stats, &relevant, selected, hovered);
            let drawing = PlaneDrawing::of(
                (&tree, &stats, &level),
                &choice,
                relevant.palette,
                relevant.plane_opacity,
            );
            (choice, drawing)
        });
    }
    if let Some((choice, drawing)) = planes.job.take()
        && let Some((tree_id, _, selected, _)) = planes.job.wanted().cloned()
    {
        planes.clipped = Some(Clipped {
            tree_id,
            selected,
            choice,
            drawing,
        });
    }
    let clipped = planes
        .clipped
        .take_if(|clipped| clipped.selected == selection.node);
    let waiting = planes.clipped.as_ref();
    ahead.set_if_neq(PlanesAhead(
        waiting.and_then(|clipped| Some((clipped.tree_id.clone(), clipped.selected?))),
    ));
    report.set_busy(OverlayKind::Planes, planes.job.is_busy());
    let Some(Clipped { choice, drawing, .. }) = clipped.filter(|of| of.tree_id == current.tree_id()) else {
        return;
    };
    for entity in &old {
        commands.entity(entity).despawn();
    }
    layers.set(Layer::PlaneBands, drawing.bands.clone());
    for (layer, lines, labels) in [
        (Layer::Planes, &drawing.lines, &drawing.labels),
        (
            Layer::SelectedPlane,
            &drawing.lines_through_walls,
            &drawing.own_labels,
        ),
    ] {
        let drawing = Drawing {
            labels: labels.clone(),
            ..Drawing::from(lines.clone())
        };
        layers.set(layer, drawing);
    }
    planes.order.clear();
    planes.kept.clear();
    report.faces = drawing.faces;
    if !drawing.polygons.is_empty() {
        commands.spawn((
            PlaneMesh,
            Mesh3d(meshes.add(polygons::mesh(&drawing.polygons, []))),
            MeshMaterial3d(materials.add(PolygonMaterial::new(scale.0, ORDER_PLANES, false).soft())),
            NoFrustumCulling,
        ));
    }
    report.count(OverlayKind::Planes, choice.counts());
    report.plane_depths = choice.depths;
    report.planes_of_selection = choice.of_selection;
    report.has_level_plane = drawing.has_level;
    planes.drawing = drawing;
    planes.tree = Some(current.tree.clone());
}

/// Sorts the filled planes from far to near as seen from the eye, and lets those fade that cover much of the screen.
fn sort(
    mut planes: ResMut<Planes>,
    view: Res<ModelView>,
    eye: Query<(&Transform, &Projection), With<Eye>>,
    drawn: Query<&Mesh3d, With<PlaneMesh>>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let (Ok(mesh), Ok((eye, projection))) = (drawn.single(), eye.single()) else {
        return;
    };
    let Some(tree) = planes.tree.clone() else { return };
    let order = planes.drawing.far_to_near(&tree, eye.translation.as_dvec3());
    // In the model, planes are sheets that stand in the level.
    let kept: Vec<u8> = if view.is_cut() {
        vec![32; order.len()]
    } else {
        let clip_from_world = projection.get_clip_from_view() * eye.to_matrix().inverse();
        let filled = planes.drawing.filled.iter();
        filled
            .map(|filled| {
                let share = filled.for_eyes;
                if share == 0.0 {
                    return 0;
                }
                (share * fill::kept(&filled.corners, &clip_from_world) * 32.0).round() as u8
            })
            .collect()
    };
    if (order == planes.order && kept == planes.kept) || meshes.get(&mesh.0).is_none() {
        return;
    }
    let Some(mut mesh) = meshes.get_mut(&mesh.0) else {
        return;
    };
    let batch = &planes.drawing.polygons;
    mesh.insert_indices(Indices::U32(batch.indices(order.iter().copied())));
    let colors = batch.faded(|polygon| f32::from(kept.get(polygon).copied().unwrap_or_default()) / 32.0);
    mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colors);
    planes.order = order;
    planes.kept = kept;
}

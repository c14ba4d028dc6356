//! The splitting planes, each clipped to the cell of its node and sorted by the tree.
//!
//! Planes clipped to their cells do not cross each other. A tree traversal away from the eye therefore visits them
//! exactly in depth order. This is the painter's algorithm, the first application of BSP trees (Fuchs, Kedem and
//! Naylor, 1980).

use std::sync::Arc;

use bevy::{camera::visibility::NoFrustumCulling, mesh::Indices, prelude::*};
use bspwalk_overlays::{
    planes::{ClippedPlanes, ShownPlanes},
    scene::Scene,
};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::{NodeTree, node_storing::NodeId};

use super::{
    layers::Layers,
    pipeline::{ORDER_PLANES, PixelScale},
    polygons::{self, PolygonMaterial},
    report::OverlayReport,
    scene::SceneParams,
};
use crate::app::host::{
    schedule::AppSystems,
    state::{Eye, ModelView, TreeId},
    worker::Job,
};

#[derive(Component)]
struct PlaneMesh;

/// The planes of the film's next step with their tree, once they are ready to be drawn together with the step.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct PlanesAhead(pub(in crate::app) Option<(TreeId, NodeId)>);

/// Clipped planes that are not drawn yet, with their tree and the selected node.
type Clipped = (TreeId, Option<NodeId>, ClippedPlanes);

#[derive(Resource, Default)]
struct Planes {
    job: Job<(TreeId, ShownPlanes), ClippedPlanes>,
    waiting: Option<Clipped>,
    drawn: ClippedPlanes,
    tree: Option<Arc<NodeTree>>,
    order: Vec<usize>,
    /// Opacity factor of each filled plane, in steps of 1/32.
    kept: Vec<u8>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Planes>()
        .init_resource::<PlanesAhead>()
        .add_systems(Update, (clip, sort).chain().in_set(AppSystems::Overlays));
}

/// Clips the planes to their cells in the background, and draws them when they are ready. The planes of a build film's
/// step wait for the step.
fn clip(
    mut commands: Commands,
    (params, scale): (SceneParams, Res<PixelScale>),
    (mut planes, mut ahead, mut report): (ResMut<Planes>, ResMut<PlanesAhead>, ResMut<OverlayReport>),
    mut layers: ResMut<Layers>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<PolygonMaterial>>,
    old: Query<Entity, With<PlaneMesh>>,
) {
    let (film, tree_id) = (&params.build, params.current.tree_id());
    if params.is_counted() {
        // If the user has to guess a step, do not reveal it in advance.
        let is_ahead = film.open && film.held.is_none();
        let scene = params.scene("");
        let shown = ShownPlanes::of(&Scene {
            selected: film.next.filter(|_| is_ahead).or(scene.selected),
            ..scene
        });
        let work = shown.clone();
        planes
            .job
            .request((tree_id.clone(), shown), move || work.clipped());
    }
    if let Some(clipped) = planes.job.take()
        && let Some((tree_id, shown)) = planes.job.wanted()
    {
        planes.waiting = Some((tree_id.clone(), shown.selected(), clipped));
    }
    let selected = params.selection.node;
    let clipped = planes.waiting.take_if(|(_, of, _)| *of == selected);
    let waiting = planes.waiting.as_ref();
    ahead.set_if_neq(PlanesAhead(
        waiting.and_then(|(tree_id, selected, _)| Some((tree_id.clone(), (*selected)?))),
    ));
    report.set_busy(OverlayKind::Planes, planes.job.is_busy());
    let Some((.., clipped)) = clipped.filter(|(of, ..)| *of == tree_id) else {
        return;
    };
    for entity in &old {
        commands.entity(entity).despawn();
    }
    for (layer, drawing) in clipped.layers() {
        layers.set(layer, drawing);
    }
    planes.order.clear();
    planes.kept.clear();
    let polygons = &clipped.drawing.polygons;
    if !polygons.is_empty() {
        commands.spawn((
            PlaneMesh,
            Mesh3d(meshes.add(polygons::mesh(polygons, []))),
            MeshMaterial3d(materials.add(PolygonMaterial::new(scale.0, ORDER_PLANES, false).soft())),
            NoFrustumCulling,
        ));
    }
    report.faces = clipped.drawing.faces;
    report.planes = clipped.said;
    planes.drawn = clipped;
    planes.tree = Some(params.current.tree.clone());
}

/// Sorts the filled planes from far to near, and fades those that cover much of the screen.
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
    let drawing = &planes.drawn.drawing;
    let order = drawing.far_to_near(&tree, eye.translation.as_dvec3());
    let clip_from_world = projection.get_clip_from_view() * eye.to_matrix().inverse();
    let kept = drawing.kept((!view.is_cut()).then_some(&clip_from_world));
    let kept: Vec<u8> = kept.into_iter().map(|kept| (kept * 32.0).round() as u8).collect();
    if (order == planes.order && kept == planes.kept) || meshes.get(&mesh.0).is_none() {
        return;
    }
    let Some(mut mesh) = meshes.get_mut(&mesh.0) else {
        return;
    };
    let batch = &planes.drawn.drawing.polygons;
    mesh.insert_indices(Indices::U32(batch.indices(order.iter().copied())));
    let colors = batch.faded(|polygon| f32::from(kept.get(polygon).copied().unwrap_or_default()) / 32.0);
    mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colors);
    planes.order = order;
    planes.kept = kept;
}

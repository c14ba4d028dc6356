//! The splitting planes, each clipped to its node's cell. The tree determines their drawing order.
//!
//! Planes clipped to their cells do not cross each other. A front-to-back tree traversal from the eye therefore visits
//! them exactly in depth order. This is the painter's algorithm, the first application of BSP trees (Fuchs, Kedem and
//! Naylor, 1980).

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_overlays::planes::{ClippedPlanes, ShownPlanes, drawing::PlaneDrawing};
use bspwalk_overlays::{drawing::Drawing, layer::Layer, scene::Scene};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::{NodeTree, node_storing::NodeId};

use super::{layers::Layers, report::OverlayReport, scene::SceneParams};
use crate::app::host::prelude::*;

/// Tree and node of the film's next step, once the planes are ready to be drawn together with that step.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct PlanesAhead(pub(in crate::app) Option<(TreeId, NodeId)>);

/// Clipped planes that have not been drawn yet, together with their tree and the selected node.
type Clipped = (TreeId, Option<NodeId>, ClippedPlanes);

#[derive(Resource, Default)]
struct Planes {
    job: Job<(TreeId, ShownPlanes), ClippedPlanes>,
    waiting: Option<Clipped>,
    drawing: PlaneDrawing,
    tree: Option<Arc<NodeTree>>,
    /// Filled planes in their current drawing order, from far to near, each with an opacity factor in multiples of
    /// 1/32.
    order: Option<Vec<(usize, u8)>>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Planes>()
        .init_resource::<PlanesAhead>()
        .add_systems(Update, (clip, sort).chain().in_set(AppSystems::Overlays));
}

/// Clips the planes to their cells in the background, and draws them when they are ready. During a build film, the
/// planes of a step are drawn together with the step.
fn clip(
    params: SceneParams,
    (mut planes, mut ahead, mut report): (ResMut<Planes>, ResMut<PlanesAhead>, ResMut<OverlayReport>),
    mut layers: ResMut<Layers>,
) {
    let (film, tree_id) = (&params.program.build, params.current.tree_id());
    if params.is_counted() {
        // If the user has to guess a step, do not reveal its planes in advance.
        let is_ahead = film.open && film.held.is_none();
        let scene = params.scene("");
        let shown = ShownPlanes::of(&Scene {
            selected: film.next.filter(|_| is_ahead).or(scene.selected),
            ..scene
        });
        let work = shown.clone();
        let job = &mut planes.job;
        job.request((tree_id.clone(), shown), move || work.clipped());
    }
    if let Some(clipped) = planes.job.take()
        && let Some((tree_id, shown)) = planes.job.wanted()
    {
        planes.waiting = Some((tree_id.clone(), shown.selected(), clipped));
    }
    let selected = params.program.level.selected.node;
    let clipped = planes.waiting.take_if(|(_, of, _)| *of == selected);
    let waiting = planes.waiting.as_ref();
    let next = waiting.and_then(|(tree_id, selected, _)| Some((tree_id.clone(), (*selected)?)));
    ahead.set_if_neq(PlanesAhead(next));
    report.set_busy(OverlayKind::Planes, planes.job.is_busy());
    let Some((.., clipped)) = clipped.filter(|(of, ..)| *of == tree_id) else {
        return;
    };
    for (layer, drawing) in clipped.layers() {
        layers.set(layer, drawing);
    }
    report.faces = clipped.drawing.faces;
    report.planes = clipped.said;
    planes.drawing = clipped.drawing;
    planes.tree = Some(params.current.tree.clone());
    planes.order = None;
}

/// Sorts the filled planes from far to near, and fades planes that cover much of the screen.
fn sort(
    mut planes: ResMut<Planes>,
    mut layers: ResMut<Layers>,
    program: Res<ProgramState>,
    eye: Query<(&Transform, &Projection), With<Eye>>,
) {
    let planes = planes.bypass_change_detection();
    let (Some(tree), Ok((eye, projection))) = (&planes.tree, eye.single()) else {
        return;
    };
    let clip_from_world = projection.get_clip_from_view() * eye.to_matrix().inverse();
    let in_view = (!program.view.is_cut()).then_some(&clip_from_world);
    let kept = planes.drawing.opacity_factors(in_view);
    let order = planes.drawing.far_to_near(tree, eye.translation.as_dvec3());
    let order = order
        .into_iter()
        .map(|plane| (plane, (kept[plane] * 32.0).round() as u8));
    let order: Vec<_> = order.collect();
    if planes.order.as_ref() == Some(&order) {
        return;
    }
    let faded = order.iter().map(|&(plane, kept)| (plane, f32::from(kept) / 32.0));
    let fills = Drawing {
        polygons: planes.drawing.polygons.ordered(faded),
        ..Drawing::default()
    };
    layers.set(Layer::PlaneFills, fills);
    planes.order = Some(order);
}

//! The painter's algorithm: draws faces from far to near in tree order, without depth tests, up to a chosen unit.

use std::sync::Arc;

use bevy::{asset::RenderAssetUsages, camera::visibility::NoFrustumCulling, mesh::Indices, prelude::*};
use bevy_egui::egui::{Slider, Ui};
use bspwalk_levels::Level;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::{NodeTree, node_storing::DepthOrder, solid_leaf::LeafTree};
use glam::DVec3;

use super::surfaces::{FaceStyle, FragmentVertices, SurfaceMaterial, painted, update};
use super::{materials::PixelScale, report::OverlayReport};
use crate::app::{kit::prelude::*, level::leaf_tree::LeafTreeState, paint::draw::Painted};

/// The units that are sorted: nodes with the faces they store, or leaves with the faces inside them.
#[derive(Clone, Debug)]
pub(in crate::app) enum Units {
    Nodes(Arc<NodeTree>),
    Leaves(Arc<LeafTree>),
}

/// Units are equal if they belong to the same tree.
impl PartialEq for Units {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nodes(one), Self::Nodes(other)) => Arc::ptr_eq(one, other),
            (Self::Leaves(one), Self::Leaves(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

struct Canvas {
    units: Units,
    /// Vertex indices of each unit.
    vertices: Vec<Vec<u32>>,
}

impl Canvas {
    /// Groups the faces of a tree into units, and builds their mesh.
    fn of(units: Units, level: &Level) -> (Self, Option<Mesh>) {
        let (faces, count) = match &units {
            Units::Nodes(tree) => (FragmentVertices::of(tree, level), tree.node_count()),
            Units::Leaves(tree) => (FragmentVertices::of_leaves(tree), tree.leaf_count()),
        };
        let vertices = faces.of_units(count);
        let mesh = faces.into_mesh().map(|mut mesh| {
            // Keep the mesh data in the main world, so that the indices can be changed.
            mesh.asset_usage = RenderAssetUsages::MAIN_WORLD | RenderAssetUsages::RENDER_WORLD;
            mesh.with_inserted_indices(Indices::U32(Vec::new()))
        });
        (Self { units, vertices }, mesh)
    }

    /// Returns the units that have faces, from far to near.
    fn order(&self, eye: DVec3) -> Arc<[u32]> {
        let mut order: Vec<u32> = match &self.units {
            Units::Nodes(tree) => {
                let nodes = tree.nodes_from(eye, DepthOrder::BackToFront);
                nodes.map(|node| node.0).collect()
            }
            Units::Leaves(tree) => {
                let order = tree.order();
                let leaves = order.near_to_far(eye);
                leaves.map(|leaf| leaf.0).collect()
            }
        };
        if matches!(self.units, Units::Leaves(_)) {
            order.reverse();
        }
        let vertices = |unit: u32| self.vertices.get(unit as usize);
        order.retain(|&unit| vertices(unit).is_some_and(|unit| !unit.is_empty()));
        order.into()
    }

    /// Returns the vertex indices for drawing the given units.
    fn indices(&self, units: &[u32]) -> Vec<u32> {
        let vertices = units.iter().map(|&unit| &self.vertices[unit as usize]);
        vertices.flatten().copied().collect()
    }
}

/// Eye movement after which the units are sorted again (in metres).
const EYE_STEP: f32 = 0.25;

#[derive(Component)]
pub(in crate::app) struct PaintedMesh;

/// The painted units in order, for use by other systems.
#[derive(Resource, Default)]
pub(in crate::app) struct PaintedUnits {
    /// Tree whose units are sorted, or `None` until the order is known.
    pub(in crate::app) tree: Option<Units>,
    /// Eye position used to compute the order (in metres).
    pub(in crate::app) eye: DVec3,
    /// Units that have faces, from far to near.
    pub(in crate::app) order: Arc<[u32]>,
}

#[derive(Resource, Default)]
pub(in crate::app) struct Painter {
    job: Job<Option<Units>, Option<(Canvas, Option<Mesh>)>>,
    canvas: Option<Canvas>,
    /// Eye position of the drawn order, in multiples of [`EYE_STEP`], and number of units in the mesh.
    drawn: Option<(IVec3, usize)>,
    material: Handle<SurfaceMaterial>,
}

/// Builds the mesh of the faces, sorts its units, and draws the requested number of units.
pub(in crate::app) fn draw(
    mut commands: Commands,
    (current, leaf_tree, player): (Shown<OpenedLevel>, Shown<LeafTreeState>, Shown<Player>),
    (mut program, scale): (ResMut<ProgramState>, Res<PixelScale>),
    (mut painter, mut report, mut units): (ResMut<Painter>, ResMut<OverlayReport>, ResMut<PaintedUnits>),
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
    old: Query<(Entity, &Mesh3d), With<PaintedMesh>>,
) {
    let Painter {
        job,
        canvas,
        drawn,
        material,
    } = painter.bypass_change_detection();
    let state = &mut program.0;
    let overlays = &mut state.overlays;
    let look = FaceStyle {
        coloring: OverlayKind::Materials,
        ..FaceStyle::of(overlays)
    };
    let wanted = match overlays.is_on(OverlayKind::Painter) {
        false => None,
        true if overlays.painter_by_leaf => leaf_tree.built().map(|built| Units::Leaves(built.tree.clone())),
        true => Some(Units::Nodes(current.tree.clone())),
    };
    let level = current.level.clone();
    job.request(wanted.clone(), move || {
        wanted.map(|units| Canvas::of(units, &level))
    });
    let built = job.take();
    report.set_busy(OverlayKind::Painter, job.is_busy());
    if let Some(built) = built {
        for (entity, _) in &old {
            commands.entity(entity).despawn();
        }
        *units = PaintedUnits::default();
        report.painted = [0, 0];
        *drawn = None;
        *canvas = built.and_then(|(canvas, mesh)| {
            update(material, painted(look, scale.0, None), &mut materials);
            let (mesh, material) = (Mesh3d(meshes.add(mesh?)), Painted(material.clone()));
            commands.spawn((PaintedMesh, mesh, material, NoFrustumCulling));
            Some(canvas)
        });
        return;
    }
    let (Some(canvas), Some((_, mesh))) = (canvas, old.iter().next()) else {
        return;
    };
    let frozen = state.level.frozen.as_ref();
    let eye = frozen.map_or(player.position, |view| view.eye);
    let cell = (eye / EYE_STEP).round().as_ivec3();
    if drawn.is_none_or(|(at, _)| at != cell) {
        *drawn = None;
        *units = PaintedUnits {
            tree: Some(canvas.units.clone()),
            eye: eye.as_dvec3(),
            order: canvas.order(eye.as_dvec3()),
        };
    }
    overlays.painter_count = units.order.len() as u32;
    let count = overlays.painted().unwrap_or_default() as usize;
    let (painted_units, others) = units.order.split_at(count);
    report.painted = [count, units.order.len()];
    if drawn.replace((cell, count)) != Some((cell, count))
        && let Some(mut mesh) = meshes.get_mut(&mesh.0)
    {
        mesh.insert_indices(Indices::U32(canvas.indices(painted_units)));
    }
    // Highlight the last painted unit while some units remain to be painted.
    let last = painted_units.last().filter(|_| !others.is_empty()).copied();
    update(material, painted(look, scale.0, last), &mut materials);
}

/// Draws the slider for the painted fraction of the order, the hint about its keys, and the quiz mode checkbox.
pub(in crate::app) fn legend(ui: &mut Ui, overlays: &mut Overlays, keys: &KeyLabels) {
    ui.spacing_mut().slider_width = ui.available_width();
    let slider = Slider::new(&mut overlays.painter_share, 0.0..=1.0).show_value(false);
    style::hinted(ui.add(slider), text!("overlay-painter-slider"));
    let [back, on] = keys.hints([Action::Shallower, Action::Deeper]);
    widgets::draw_note(ui, text!("overlay-painter-keys", back, on));
    ask_me(ui, &mut overlays.painter_asks);
}

/// Draws the checkbox for quiz mode.
fn ask_me(ui: &mut Ui, asks: &mut bool) {
    let tip = Tip::with(OverlayKind::Painter.term(), text!("overlay-painter-asks"));
    widgets::switch(ui, asks, text!("quiz-ask-me"), tip);
}

pub(in crate::app) fn play(
    (time, settings): (Res<Time<Real>>, Option<Res<Settings>>),
    mut program: ResMut<ProgramState>,
    mut waited: Local<f32>,
) {
    /// Time between steps without easing (in seconds).
    const STEP: f32 = 1.0;
    let easing = settings.map(|settings| settings.easing()).unwrap_or_default();
    let seconds = easing.film_time_step(time.delta_secs(), STEP, &mut waited);
    if seconds > 0.0 {
        program.overlays.play_painter(seconds);
    }
}

pub(in crate::app) fn controls(ui: &mut Ui, overlays: &mut Overlays) {
    ui.horizontal(|ui| {
        widgets::draw_control_label(ui, text!("overlay-painter-by"), Term::PainterOrder);
        let by_leaf = &mut overlays.painter_by_leaf;
        let choice = ui.selectable_value(by_leaf, true, text!("overlay-by-leaf"));
        widgets::add_definition(choice, Term::Leaf);
        let choice = ui.selectable_value(by_leaf, false, text!("overlay-by-node"));
        widgets::add_definition(choice, Term::Node);
    });
    ui.horizontal(|ui| {
        let tip = Tip::with(Term::PainterOrder, text!("overlay-painter-slider"));
        widgets::draw_control_label(ui, text!("overlay-painter-up-to"), tip);
        let (mark, hint) = match overlays.painter_plays {
            true => ("⏸", text!("overlay-stop")),
            false => ("▶", text!("overlay-painter-play")),
        };
        if style::hinted(ui.small_button(mark), hint).clicked() {
            overlays.toggle_painter();
        }
        let slider = Slider::new(&mut overlays.painter_share, 0.0..=1.0).show_value(false);
        if ui.add(slider).changed() {
            overlays.painter_plays = false;
        }
        ask_me(ui, &mut overlays.painter_asks);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees;

    #[test]
    fn every_face_is_painted_once() {
        let (tree, level) = small_trees::room();
        let (canvas, mesh) = Canvas::of(Units::Nodes(Arc::new(tree)), &level);
        let vertices = mesh.map_or(0, |mesh| mesh.count_vertices());
        let order = canvas.order(DVec3::new(0.3, 1.6, 0.2));
        let mut painted = canvas.indices(&order);
        painted.sort_unstable();
        assert_eq!(painted, (0..vertices as u32).collect::<Vec<_>>());
        assert!(canvas.indices(&order[..1]).len() < vertices);
    }
}

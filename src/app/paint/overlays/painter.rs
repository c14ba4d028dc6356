//! The painter's algorithm: faces are drawn from far to near in tree order, without depth comparisons, up to a chosen
//! one.

use std::{ops::Range, sync::Arc};

use bevy::{asset::RenderAssetUsages, camera::visibility::NoFrustumCulling, mesh::Indices, prelude::*};
use bevy_egui::egui::{Slider, Ui};
use bspwalk_explain::glossary::Term;
use bspwalk_levels::Level;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::{Message, message, text};
use bspwalk_trees::{
    NodeTree,
    node_storing::DepthOrder,
    solid_leaf::{LeafId, LeafTree},
};
use glam::DVec3;

use super::{
    pipeline::PixelScale,
    report::OverlayReport,
    surfaces::{FragmentVertices, Look, SurfaceMaterial, painted},
};
use crate::app::{
    host::{
        shown::Shown,
        state::{Action, OpenedLevel, Overlays, Player, TreeId},
        worker::Job,
    },
    input::{KeyLabels, settings::Settings},
    kit::{
        style,
        widgets::{self, Tip},
    },
    level::leaf_tree::{Frozen, LeafTreeId, LeafTreeState},
};

/// The units that are sorted: nodes with the faces that they store, or leaves with the faces inside.
#[derive(Clone, Debug)]
pub(in crate::app) enum Units {
    Nodes(Arc<NodeTree>),
    Leaves(Arc<LeafTree>),
}

#[derive(Clone, Debug)]
struct Canvas {
    units: Units,
    /// Vertex range of each unit, by unit index.
    vertices: Vec<Range<u32>>,
}

/// A unit in the order, and the start of its indices.
type Place = (u32, usize);

/// The order seen from one eye.
#[derive(Clone, Debug, Default)]
struct Order {
    eye: DVec3,
    indices: Vec<u32>,
    places: Vec<Place>,
}

impl Canvas {
    /// Groups the faces of a tree and builds their mesh.
    fn of(units: Units, level: &Level) -> (Self, Option<Mesh>) {
        let (mut faces, count) = match &units {
            Units::Nodes(tree) => (FragmentVertices::of(tree, level), tree.node_count()),
            Units::Leaves(tree) => (FragmentVertices::of_leaves(tree), tree.leaf_count()),
        };
        let vertices = faces.sort_by_unit(count);
        (Self { units, vertices }, faces.into_mesh())
    }

    fn order(&self, eye: DVec3) -> Order {
        let numbers: Vec<u32> = match &self.units {
            Units::Nodes(tree) => tree.nodes_from(eye, DepthOrder::BackToFront).collect(),
            Units::Leaves(tree) => {
                let mut leaves: Vec<LeafId> = tree.order().near_to_far(eye).collect();
                leaves.reverse();
                leaves
            }
        };
        let mut order = Order {
            eye,
            ..Order::default()
        };
        for number in numbers {
            let range = self.vertices.get(number as usize).cloned().unwrap_or_default();
            if !range.is_empty() {
                order.places.push((number, order.indices.len()));
                order.indices.extend(range);
            }
        }
        order
    }
}

impl Order {
    /// Returns the numbers of units and of indices in the first `share` of the order.
    fn cut(&self, share: f32) -> (usize, usize) {
        let count = (self.places.len() as f32 * share.clamp(0.0, 1.0)).round() as usize;
        let end = self
            .places
            .get(count)
            .map_or(self.indices.len(), |&(_, begin)| begin);
        (count, end)
    }
}

/// Returns the mesh without indices, kept in the main world so that they can be changed.
fn changeable(mut mesh: Mesh) -> Mesh {
    mesh.asset_usage = RenderAssetUsages::MAIN_WORLD | RenderAssetUsages::RENDER_WORLD;
    mesh.with_inserted_indices(Indices::U32(Vec::new()))
}

/// Eye movement after which faces are sorted again, in metres.
const EYE_STEP: f32 = 0.25;

#[derive(Clone, PartialEq)]
enum Source {
    Leaves(LeafTreeId),
    Nodes(TreeId),
}

#[derive(Component)]
pub(in crate::app) struct PaintedMesh;

/// The painted units in order, for queries by other systems.
#[derive(Resource, Default)]
pub(in crate::app) struct PaintedUnits {
    /// Tree; `None` until the order is known.
    pub(in crate::app) tree: Option<Units>,
    /// Eye that the order refers to, in metres.
    pub(in crate::app) eye: DVec3,
    /// Units with faces, from far to near.
    pub(in crate::app) order: Arc<[u32]>,
}

#[derive(Resource, Default)]
pub(in crate::app) struct Painter {
    canvas: Option<Arc<Canvas>>,
    building: Job<Option<Source>, Option<(Canvas, Option<Mesh>)>>,
    sorting: Job<Option<(Source, IVec3)>, Order>,
    order: Order,
    drawn: Option<usize>,
    material: Handle<SurfaceMaterial>,
    settings: Option<(Look, f32, Option<u32>)>,
}

/// Builds the mesh of the faces, sorts them and draws the requested number.
pub(in crate::app) fn draw(
    mut commands: Commands,
    (current, leaf_tree, overlays, player, frozen, scale): (
        Shown<OpenedLevel>,
        Shown<LeafTreeState>,
        Res<Overlays>,
        Shown<Player>,
        Shown<Frozen>,
        Res<PixelScale>,
    ),
    (mut painter, mut report, mut units): (ResMut<Painter>, ResMut<OverlayReport>, ResMut<PaintedUnits>),
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
    old: Query<(Entity, &Mesh3d), With<PaintedMesh>>,
) {
    let painter = painter.bypass_change_detection();
    let by_leaf = overlays.painter_by_leaf;
    let built = leaf_tree.built();
    let source = match overlays.is_on(OverlayKind::Painter) {
        false => None,
        true if by_leaf => built.map(|built| (Source::Leaves(built.id()), Units::Leaves(built.tree.clone()))),
        true => Some((
            Source::Nodes(current.tree_id()),
            Units::Nodes(current.tree.clone()),
        )),
    };
    let of = source.as_ref().map(|(of, _)| of.clone());
    let level = current.level.clone();
    painter.building.request(of.clone(), move || {
        source.map(|(_, units)| Canvas::of(units, &level))
    });
    if let Some(built) = painter.building.take() {
        for (entity, _) in &old {
            commands.entity(entity).despawn();
        }
        painter.canvas = None;
        painter.order = Order::default();
        *units = PaintedUnits::default();
        painter.drawn = None;
        report.painted = [0, 0];
        painter.sorting = Job::default();
        if let Some((canvas, Some(mesh))) = built {
            painter.canvas = Some(Arc::new(canvas));
            if painter.material == Handle::default() {
                painter.material = materials.add(painted(Look::of(&overlays), scale.0, None));
            }
            commands.spawn((
                PaintedMesh,
                Mesh3d(meshes.add(changeable(mesh))),
                MeshMaterial3d(painter.material.clone()),
                NoFrustumCulling,
            ));
        }
        return;
    }
    report.set_busy(OverlayKind::Painter, painter.building.is_busy());
    let (Some(canvas), Some((_, mesh))) = (painter.canvas.clone(), old.iter().next()) else {
        return;
    };
    let eye = frozen.0.as_ref().map_or(player.position, |view| view.eye);
    let key = of.map(|of| (of, (eye / EYE_STEP).round().as_ivec3()));
    let tree = canvas.units.clone();
    painter.sorting.request(key, move || canvas.order(eye.as_dvec3()));
    if let Some(order) = painter.sorting.take() {
        *units = PaintedUnits {
            tree: Some(tree),
            eye: order.eye,
            order: order.places.iter().map(|&(unit, _)| unit).collect(),
        };
        painter.order = order;
        painter.drawn = None;
    }
    report.set_busy(
        OverlayKind::Painter,
        painter.building.is_busy() || painter.sorting.is_busy(),
    );
    let (count, end) = painter.order.cut(overlays.painter_share);
    // Mark the last painted unit while some are left to paint.
    let last = count
        .checked_sub(1)
        .filter(|_| count < painter.order.places.len())
        .and_then(|place| painter.order.places.get(place))
        .map(|&(unit, _)| unit);
    report.painted = [count, painter.order.places.len()];
    if painter.drawn != Some(count) {
        painter.drawn = Some(count);
        if let Some(mut mesh) = meshes.get_mut(&mesh.0) {
            mesh.insert_indices(Indices::U32(painter.order.indices[..end].to_vec()));
        }
    }
    let look = Look {
        coloring: OverlayKind::Materials,
        ..Look::of(&overlays)
    };
    let settings = Some((look, scale.0, last));
    if painter.settings != settings {
        painter.settings = settings;
        if let Some(mut material) = materials.get_mut(&painter.material) {
            *material = painted(look, scale.0, last);
        }
    }
}

/// Draws the slider for the painted part of the order, the hint about its keys, and the switch of the quiz mode.
pub(in crate::app) fn legend(ui: &mut Ui, share: &mut f32, asks: &mut bool, keys: &KeyLabels) {
    ui.spacing_mut().slider_width = ui.available_width();
    style::hinted(
        ui.add(Slider::new(share, 0.0..=1.0).show_value(false)),
        SHARE.text(),
    );
    let [back, on] = [Action::Shallower, Action::Deeper].map(|command| keys.of(command));
    widgets::note(ui, text!("overlay-painter-keys", back, on));
    widgets::switch(
        ui,
        asks,
        text!("quiz-ask-me"),
        Tip::with(OverlayKind::Painter.term(), ASKS.text()),
    );
}

/// Tooltip of the slider.
const SHARE: Message = message!("overlay-painter-slider");

/// Tooltip of "Ask me".
const ASKS: Message = message!("overlay-painter-asks");

pub(in crate::app) fn play(
    (time, settings): (Res<Time<Real>>, Option<Res<Settings>>),
    mut overlays: ResMut<Overlays>,
    mut waited: Local<f32>,
) {
    /// Interval between steps without easing, in seconds.
    const STEP: f32 = 1.0;
    let easing = settings.map(|settings| settings.easing()).unwrap_or_default();
    let seconds = easing.of_film(time.delta_secs(), STEP, &mut waited);
    if seconds > 0.0 && overlays.bypass_change_detection().play_painter(seconds) {
        overlays.set_changed();
    }
}

pub(in crate::app) fn controls(ui: &mut Ui, overlays: &mut Overlays) {
    ui.horizontal(|ui| {
        widgets::name(ui, text!("overlay-painter-by"), Term::PainterOrder);
        for (by_leaf, title, term) in [
            (true, text!("overlay-by-leaf"), Term::Leaf),
            (false, text!("overlay-by-node"), Term::Node),
        ] {
            let choice = ui.selectable_value(&mut overlays.painter_by_leaf, by_leaf, title);
            widgets::define(choice, term);
        }
    });
    ui.horizontal(|ui| {
        widgets::name(
            ui,
            text!("overlay-painter-up-to"),
            Tip::with(Term::PainterOrder, SHARE.text()),
        );
        let (mark, hint) = if overlays.painter_plays {
            ("⏸", text!("overlay-stop"))
        } else {
            ("▶", text!("overlay-painter-play"))
        };
        if style::hinted(ui.small_button(mark), hint).clicked() {
            overlays.toggle_painter();
        }
        let slider = Slider::new(&mut overlays.painter_share, 0.0..=1.0).show_value(false);
        if ui.add(slider).changed() {
            overlays.painter_plays = false;
        }
        let tip = Tip::with(OverlayKind::Painter.term(), ASKS.text());
        widgets::switch(ui, &mut overlays.painter_asks, text!("quiz-ask-me"), tip);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees;

    #[test]
    fn every_node_with_faces_is_painted_once() {
        let (tree, level) = small_trees::room();
        let (canvas, mesh) = Canvas::of(Units::Nodes(Arc::new(tree)), &level);
        let vertices = mesh.map_or(0, |mesh| mesh.count_vertices());
        let order = canvas.order(DVec3::new(0.3, 1.6, 0.2));
        let mut painted = order.indices.clone();
        painted.sort_unstable();
        assert_eq!(painted, (0..vertices as u32).collect::<Vec<_>>());
        assert_eq!(order.cut(1.0), (order.places.len(), vertices));
        assert_eq!(order.cut(0.0), (0, 0));
        let (half, end) = order.cut(0.5);
        assert_eq!(
            order.places[half].1, end,
            "the rest begins where the next unit does"
        );
    }
}

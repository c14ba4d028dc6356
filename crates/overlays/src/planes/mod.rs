//! The splitting planes, each clipped to the cell of its node.
//!
//! Planes that are clipped to their cells do not cross each other. A tree traversal from the eye outwards
//! therefore visits them exactly in depth order. This is the painter's algorithm, the first application of
//! BSP trees (Fuchs, Kedem and Naylor, 1980).

pub mod bands;
pub mod choice;
pub mod drawing;
pub mod fill;
pub mod legend;
pub mod traces;

use bspwalk_levels::Level;
use bspwalk_session::overlays::Overlays;
use glam::Mat4;

use self::{choice::PlaneChoice, drawing::PlaneDrawing};
use crate::{
    overlay::{Cost, Inputs},
    paint::screen::Screen,
    prelude::*,
};

/// The planes of a scene, before clipping.
#[derive(Clone, PartialEq)]
pub struct ShownPlanes {
    tree: Shared<NodeTree>,
    figures: Shared<TreeFigures>,
    level: Shared<Level>,
    /// Options that affect planes. Other options have default values, so that changing another overlay does not cause
    /// planes to be clipped again.
    options: Overlays,
    selected: Option<NodeId>,
    hovered: Option<NodeId>,
}

impl ShownPlanes {
    /// Collects the planes of a scene.
    pub fn of(scene: &Scene<'_>) -> Self {
        let all = scene.overlays;
        let kinds = [OverlayKind::Planes].into_iter().filter(|&kind| all.is_on(kind));
        let mut options = Overlays::showing(kinds);
        options.plane_depths = all.plane_depths;
        options.planes_of_selection = all.planes_of_selection;
        options.plane_opacity = all.plane_opacity;
        options.palette = all.palette;
        Self {
            tree: scene.nodes(),
            figures: scene.figures(),
            level: Shared::of(scene.level),
            options,
            selected: scene.selected,
            hovered: scene.hovered,
        }
    }

    /// Returns the selected node.
    pub fn selected(&self) -> Option<NodeId> {
        self.selected
    }

    /// Selects the planes and clips them to their cells.
    pub fn clipped(&self) -> ClippedPlanes {
        let (stats, options) = (&self.figures.stats, &self.options);
        let choice = PlaneChoice::of(&self.tree, stats, options, self.selected, self.hovered);
        let of = (&*self.tree, stats, &*self.level);
        let drawing = PlaneDrawing::of(of, &choice, options.palette, options.plane_opacity);
        let said = legend::Planes {
            counts: choice.drawn_and_total(),
            depths: choice.depths,
            of_selection: choice.of_selection,
            has_level: drawing.has_level,
        };
        ClippedPlanes { said, drawing }
    }
}

/// Planes clipped to their cells.
#[derive(Clone, Debug, Default)]
pub struct ClippedPlanes {
    /// Statistics for the legend.
    pub said: legend::Planes,
    /// Drawing of the planes.
    pub drawing: PlaneDrawing,
}

impl ClippedPlanes {
    /// Returns the outlines, bands and labels, by layer. The fills are not included.
    pub fn layers(&self) -> [(Layer, Drawing); 3] {
        let of = &self.drawing;
        let labelled = |lines: &LineBatch, labels: &[Label]| Drawing {
            labels: labels.to_vec(),
            ..Drawing::from(lines.clone())
        };
        let own = labelled(&of.lines_through_walls, &of.own_labels);
        [
            (Layer::PlaneBands, of.bands.clone()),
            (Layer::Planes, labelled(&of.lines, &of.labels)),
            (Layer::SelectedPlane, own),
        ]
    }
}

/// The planes in a picture. The planes of the selected node, its ancestors and the hovered node are drawn even if the
/// overlay is off.
#[derive(PartialEq)]
pub(crate) struct Planes {
    shown: ShownPlanes,
    screen: Screen,
    is_model: bool,
}

impl Inputs for Planes {
    const KINDS: &'static [OverlayKind] = &[OverlayKind::Planes];
    const COST: Cost = Cost::Background;
    const ALWAYS: bool = true;

    fn of(scene: &Scene<'_>) -> Option<Self> {
        Some(Self {
            screen: *scene.screen?,
            shown: ShownPlanes::of(scene),
            is_model: scene.model.is_some(),
        })
    }
}

impl Overlay for Planes {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let ShownPlanes { tree, figures, .. } = &self.shown;
        let planes = self.shown.clipped();
        let drawing = &planes.drawing;
        let clip_from_world = self.screen.view().clip_from_world;
        let kept = drawing.opacity_factors((!self.is_model).then_some(&clip_from_world));
        let order = drawing.far_to_near(tree, self.screen.eye()).into_iter();
        let order = order.map(|number| (number, kept[number]));
        let fills = Drawing {
            polygons: drawing.polygons.ordered(order),
            ..Drawing::default()
        };
        let mut legend = legend::legend(planes.said, figures.statistics.nodes, palette);
        legend.extend(self.selected_out_of_view().map(Row::note));
        let mut output = OverlayOutput::layer(Layer::PlaneFills, fills).with_legend(legend);
        output.layers.extend(planes.layers());
        output
    }
}

impl Planes {
    /// Describes where the selected node's plane is, if it is out of view.
    fn selected_out_of_view(&self) -> Option<String> {
        let node = self.shown.selected.filter(|_| !self.is_model)?;
        let polygon = self.shown.tree.plane_polygon(node)?;
        let corners: Vec<Vec3> = polygon.positions().map(DVec3::as_vec3).collect();
        let screen = &self.screen;
        let is_seen = fill::clip_to_frustum(&corners, &screen.view().clip_from_world).len() > 2;
        let to_eye = |axis: DVec3| (screen.to_eye(axis) - screen.to_eye(DVec3::ZERO)).as_vec3();
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| to_eye(axis).extend(0.0));
        let origin = screen.to_eye(DVec3::ZERO).as_vec3().extend(1.0);
        let view_from_world = Mat4::from_cols(axes[0], axes[1], axes[2], origin);
        (!is_seen).then(|| legend::out_of_view(&corners, view_from_world))?
    }
}

//! What the overlays show of a level from an eye, for painters that draw a picture at a time.

use bspwalk_explain::{
    decisions, difference_shapes::Changed, films::QueryFilm, portal_comparison::PortalComparison,
};
use bspwalk_levels::{
    Level,
    color::palette::{Palette, Rgb},
};
use bspwalk_progress::{Progress, words};
use bspwalk_session::{
    leak_walk,
    overlays::{OverlayKind, Overlays, WhichLeaves},
    view::{FilmTree, Model},
};
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree, NodeTree,
    collision::{Capsule, contacts, mover::MoverParams},
    node_storing::{Division, NodeId},
    solid_leaf::{
        LeafId, OUTSIDE, SolidityDecision,
        portals::Leak,
        pvs::{Pvs, PvsFlow},
    },
};
use glam::{DVec3, Mat4, Vec2, Vec3};

use crate::{
    axes, build_step, came_and_gone, cells,
    contacts::{Body, NEAR},
    deepest,
    drawing::Drawing,
    entities, faces, flow,
    heat::{self, Heat},
    labels::{MOST_LABELS, Standing, candidates, is_below_cut, placing, plate::PlateStroke, standing},
    layer::{Layer, Layers},
    leak, leaves,
    legend::{Legend, Row},
    normals,
    paint::screen::Screen,
    painter, path,
    planes::{
        self,
        choice::{PlaneChoice, depths_on_cut},
        drawing::PlaneDrawing,
        fill,
    },
    portals, portals_beside, query_step,
    section::{self, Cut, Ground, SectionFacts, figure, own_planes},
    sight, solidity,
    tree_stats::TreeFigures,
};

/// What selects a leaf for a picture, in the words of the legends.
const SELECT: &str = "--select-leaf";

/// A level with its trees, as far as they are there, and what is selected in it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The level.
    pub level: &'a Level,
    /// Its node-storing tree.
    pub tree: &'a NodeTree,
    /// Figures of that tree.
    pub figures: &'a TreeFigures,
    /// Its solid-leaf tree.
    pub leaves: Option<&'a LeafTree>,
    /// What can be seen from where.
    pub pvs: Option<&'a Pvs>,
    /// The shortest path from the spawn to the outside, where there is one.
    pub leak: Option<&'a Leak>,
    /// What the portal flow did, once it is recorded.
    pub flow: Option<&'a PvsFlow>,
    /// What portals cost in the portal flow, once it is counted.
    pub portal_costs: Option<&'a PvsFlow>,
    /// The portals of a portal file beside those of the tree, where they are compared.
    pub file_portals: Option<&'a PortalComparison>,
    /// What came and what is gone beside another level, by its name, where they are compared.
    pub changed: Option<(&'a Changed, &'a str)>,
    /// How it was decided which leaves are solid, where that is known.
    pub solidity: Option<&'a SolidityDecision>,
    /// The selected node.
    pub selected: Option<NodeId>,
    /// The selected leaf.
    pub selected_leaf: Option<LeafId>,
    /// The radius of the body around the eye, in metres.
    pub radius: f32,
    /// The model that is shown, with the body in it; `None` where the camera is in the eyes.
    pub model: Option<InModel>,
    /// The division of the build that is shown: that of the selected node.
    pub division: Option<&'a Division>,
    /// The film of a query that is shown, with the number of its step.
    pub query: Option<(&'a QueryFilm, usize)>,
    /// The question of the quiz that is asked, as it is drawn.
    pub question: Option<&'a Drawing>,
    /// How many pixels share a cast each way, where the colours show what casts cost.
    pub heat_square: u32,
}

/// A level that is seen as a model, with the body in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InModel {
    /// Where the camera and the cut are.
    pub model: Model,
    /// The eyes of the body, in metres.
    pub eye: DVec3,
    /// Where they look, in radians to the left of −Z.
    pub yaw: f32,
    /// The tree whose division is shown, and the depth: nodes above it divide.
    pub film: Option<(FilmTree, u32)>,
}

/// What the overlays show: what is drawn over the level, and what the legends say.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Lines and polygons.
    pub layers: Layers,
    /// The labels, where they stand.
    pub labels: Vec<Standing>,
    /// The legend of each overlay that is shown, in the order of the table.
    pub legends: Vec<(OverlayKind, Legend)>,
    /// What is said of the picture itself: of the model, of the film that is shown; each with its title.
    pub captions: Vec<(&'static str, Legend)>,
    /// The colours of the pixels by what their casts cost.
    pub heat: Option<Heat>,
    /// What the colours mean in a few words, for pictures without legends: texts with their colours.
    pub scale: Vec<(String, Rgb)>,
    /// The axes of the level in the corner of the picture, as strokes from its middle.
    pub axes: Vec<PlateStroke>,
}

impl Shown {
    /// Whether nothing is drawn over the level.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let is_drawn = |drawing: &Drawing| !drawing.lines.is_empty() || !drawing.polygons.is_empty();
        self.labels.is_empty()
            && self.heat.is_none()
            && !self.layers.passes().any(|(drawing, _)| is_drawn(drawing))
    }
}

impl<'a> Scene<'a> {
    /// A level with its node-storing tree alone, and nothing selected.
    #[must_use]
    pub fn new(level: &'a Level, tree: &'a NodeTree, figures: &'a TreeFigures) -> Self {
        Self {
            level,
            tree,
            figures,
            leaves: None,
            pvs: None,
            leak: None,
            flow: None,
            portal_costs: None,
            file_portals: None,
            changed: None,
            solidity: None,
            selected: None,
            selected_leaf: None,
            radius: MoverParams::default().fly_radius,
            model: None,
            division: None,
            query: None,
            question: None,
            heat_square: 1,
        }
    }

    /// What these overlays show on a screen. Those of a tree that is not there show nothing.
    #[must_use]
    pub fn shown(&self, overlays: &Overlays, screen: &Screen) -> Shown {
        let mut shown = Shown::default();
        let planes = self.planes(&mut shown.layers, overlays, screen);
        if overlays.is_on(OverlayKind::Planes) {
            let nodes = self.figures.statistics.nodes;
            let mut legend = planes::legend::legend(planes, nodes, overlays.palette);
            legend.extend(self.selected_out_of_view(screen).map(Row::note));
            shown.legends.push((OverlayKind::Planes, legend));
        }
        for kind in OverlayKind::ALL.into_iter().filter(|&kind| overlays.is_on(kind)) {
            if let Some(measure) = heat::measure(kind) {
                let size = (screen.size, self.heat_square);
                let trees = heat::Trees {
                    nodes: self.tree,
                    leaves: self.leaves.zip(self.pvs),
                };
                let casts =
                    |progress: &Progress| Heat::of_picture(&trees, screen.camera(), size, measure, progress);
                let heat = Progress::uncancellable(casts);
                shown.layers.set(Layer::Heat, heat.mark(kind, overlays.palette));
                shown.legends.push((kind, heat.legend(overlays.palette)));
                shown.scale = heat.scale(overlays.palette);
                shown.heat = Some(heat);
                continue;
            }
            if let (Some(step), Some(decision)) = (solidity::Step::of(kind), self.solidity) {
                shown.scale = solidity::scale(decision, step, overlays.palette);
            }
            if let (OverlayKind::Portals, Some(comparison)) = (kind, self.file_portals) {
                shown.scale = portals_beside::scale(comparison, overlays.palette);
            }
            if let (OverlayKind::Flow, Some(flow), Some(_)) = (kind, self.flow, self.leaves) {
                shown.scale = flow::scale(flow, overlays.flow_step, overlays.palette);
            }
            let legend = self.show(kind, &mut shown.layers, overlays, self.eye(screen));
            shown.legends.extend(legend.map(|legend| (kind, legend)));
        }
        if let Some(model) = &self.model {
            let facts = self.section(model, &mut shown.layers, overlays);
            let title = if model.film.is_some() {
                text!("legend-title-division")
            } else if model.model.is_plan {
                text!("legend-title-plan")
            } else {
                text!("legend-title-model")
            };
            let legend = section::words::legend(&facts, self.selected.is_some(), overlays.palette);
            shown.captions.push((title, legend));
        }
        if let Some((changed, before)) = self.changed {
            let cut = self.model.map(|model| f64::from(model.model.cut));
            let drawing = came_and_gone::drawing(changed, self.eye(screen), cut, overlays.palette);
            let counts = drawing.counts;
            let legend = came_and_gone::legend(changed, before, counts, cut.is_some(), overlays.palette);
            shown.layers.set(Layer::CameAndGone, drawing);
            shown.captions.push((text!("legend-title-difference"), legend));
            shown.scale = came_and_gone::scale(changed, overlays.palette);
        }
        if let Some(division) = self.division {
            let drawing = build_step::drawing(self.tree, division, overlays.palette);
            shown.layers.set(Layer::BuildStep, drawing);
            shown.captions.push((
                text!("legend-title-build"),
                self.step_of_build(division, overlays.palette),
            ));
        }
        if let Some((film, step)) = self.query {
            let drawing = query_step::drawing(self.tree, film, step, overlays.palette);
            shown.layers.set(Layer::QueryStep, drawing);
        }
        if let Some(drawing) = self.question {
            shown.layers.set(Layer::Quiz, drawing.clone());
        }
        self.place_labels(&mut shown, overlays, screen);
        shown.axes = axes::strokes(screen, overlays.palette);
        shown
    }

    /// The eyes of the body: the camera is in them, or looks at the model.
    fn eye(&self, screen: &Screen) -> DVec3 {
        self.model.map_or(screen.eye(), |model| model.eye)
    }

    /// Lets the labels of what these overlays show stand where they are seen on a screen.
    pub fn place_labels(&self, shown: &mut Shown, overlays: &Overlays, screen: &Screen) {
        let labels = candidates(shown.layers.labels(), self.model.is_some());
        let view = screen.view();
        let is_seen = |at: Vec3| match &self.model {
            Some(InModel { model, .. }) => {
                is_below_cut(self.leaves, (view.eye, model.is_plan), model.cut, at)
            }
            // The face that a place lies on does not hide it.
            None => !self.tree.is_blocked(view.eye, view.eye.lerp(at, 0.98)),
        };
        // Nor does a label stand over the figure of the body.
        let figure = self.model.and_then(|model| view.place(model.eye.as_vec3()));
        let covered = figure.map(|at| (at, Vec2::splat(figure::FREE)));
        let covered = covered.into_iter().collect();
        let placed = placing::place(&labels, &view, covered, &[], MOST_LABELS, is_seen);
        let named = |placed: &&placing::Placed| labels[placed.label].of == OverlayKind::Entities;
        let names = placed.iter().filter(named).count();
        let standing = standing(&labels, &placed, overlays.palette);
        shown.labels = standing;
        if overlays.is_on(OverlayKind::Entities) {
            shown.legends.retain(|(kind, _)| *kind != OverlayKind::Entities);
            let legend = entities::legend(self.level, overlays.palette, names);
            shown.legends.push((OverlayKind::Entities, legend));
        }
    }

    /// What is said of a division of the build, and what its colours mean.
    fn step_of_build(&self, division: &Division, palette: Palette) -> Legend {
        let stats = &self.figures.stats;
        let depth = self.tree.node(division.node).map_or(0, |view| view.depth);
        let step = stats.step_of(division.node, depth).unwrap_or(0);
        let said = decisions::division(
            [step, self.figures.statistics.nodes],
            [division.node, depth],
            &division.decision,
        );
        let mut rows = vec![Row::note(said)];
        rows.extend(build_step::legend(palette));
        rows
    }

    /// What is said of the selected node's plane where nothing of it is in view of the eyes.
    fn selected_out_of_view(&self, screen: &Screen) -> Option<String> {
        let node = self.selected.filter(|_| self.model.is_none())?;
        let corners: Vec<Vec3> = self
            .tree
            .plane_polygon(node)?
            .positions()
            .map(DVec3::as_vec3)
            .collect();
        let is_seen = fill::in_view(&corners, &screen.view().clip_from_world).len() > 2;
        let to_eye = |axis: DVec3| (screen.to_eye(axis) - screen.to_eye(DVec3::ZERO)).as_vec3();
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| to_eye(axis).extend(0.0));
        let origin = screen.to_eye(DVec3::ZERO).as_vec3().extend(1.0);
        let view_from_world = Mat4::from_cols(axes[0], axes[1], axes[2], origin);
        (!is_seen).then(|| planes::legend::out_of_view(&corners, view_from_world))?
    }

    /// Puts the planes into their layers. Returns which they are.
    fn planes(&self, layers: &mut Layers, overlays: &Overlays, screen: &Screen) -> planes::legend::Planes {
        let stats = &self.figures.stats;
        let choice = PlaneChoice::of(self.tree, stats, overlays, self.selected, None);
        let of = (self.tree, stats, self.level);
        let planes = PlaneDrawing::of(of, &choice, overlays.palette, overlays.plane_opacity);
        let clip_from_world: Mat4 = screen.view().clip_from_world;
        let order = planes
            .far_to_near(self.tree, screen.eye())
            .into_iter()
            .map(|number| {
                let filled = &planes.filled[number];
                let kept = if self.model.is_some() {
                    // In the model, planes are sheets that stand in the level.
                    1.0
                } else if filled.for_eyes == 0.0 {
                    0.0
                } else {
                    filled.for_eyes * fill::kept(&filled.corners, &clip_from_world)
                };
                (number, kept)
            });
        let fills = Drawing {
            polygons: planes.polygons.ordered(order),
            ..Drawing::default()
        };
        layers.set(Layer::PlaneFills, fills);
        layers.set(Layer::PlaneBands, planes.bands);
        for (layer, lines, labels) in [
            (Layer::Planes, planes.lines, planes.labels),
            (
                Layer::SelectedPlane,
                planes.lines_through_walls,
                planes.own_labels,
            ),
        ] {
            let drawing = Drawing {
                labels,
                ..Drawing::from(lines)
            };
            layers.set(layer, drawing);
        }
        planes::legend::Planes {
            counts: choice.counts(),
            depths: choice.depths,
            of_selection: choice.of_selection,
            has_level: planes.has_level,
        }
    }

    /// Puts the cut into its layers: what it goes through, the selected plane there, and the figure of the body. Returns what is said
    /// of it.
    fn section(&self, in_model: &InModel, layers: &mut Layers, overlays: &Overlays) -> SectionFacts {
        let InModel {
            model,
            eye,
            yaw,
            film,
        } = *in_model;
        let palette = overlays.palette;
        let leaf = (self.selected_leaf, self.selected_leaf.is_some());
        let ground = Ground::new(overlays, self.leaves, eye, leaf);
        let mut cut = Cut::new(model.cut, model.orbit.distance, ground, palette);
        cut.planes = depths_on_cut(overlays, &self.figures.stats, self.selected);
        cut.film = film;
        let (drawing, facts) = section::drawing(self.level, self.tree, (self.leaves, self.pvs), &cut);
        layers.set(Layer::Section, drawing);
        let mut drawing = Drawing::default();
        let is_of_leaves = film.is_some_and(|(tree, _)| tree == FilmTree::Leaves);
        // The film of the other tree shows the planes of that alone.
        if let Some(node) = self.selected.filter(|_| !is_of_leaves) {
            let at = (model.cut, false, self.division.is_some());
            own_planes::add_selected(&mut drawing, self.tree, node, at, palette);
        }
        layers.set(Layer::OwnPlanes, drawing);
        let (body, eye) = (Capsule::sphere(self.radius), eye.as_vec3());
        let away = figure::steps_away(model.orbit.distance);
        layers.set(
            Layer::Figure,
            figure::figure((body, eye), eye, yaw, model.cut, away, overlays.palette),
        );
        facts
    }

    /// Puts an overlay into its layer. Returns its legend; none for one that has it from where its labels stand, and for one that
    /// only colours the faces.
    fn show(
        &self,
        kind: OverlayKind,
        layers: &mut Layers,
        overlays: &Overlays,
        eye: DVec3,
    ) -> Option<Legend> {
        let palette = overlays.palette;
        let TreeFigures { stats, statistics } = self.figures;
        if kind.shows_leaf_tree() && self.leaves.is_none() {
            let text = text!("legend-no-leaf-tree");
            return Some(vec![Row::note(text)]);
        }
        match kind {
            OverlayKind::Cells => {
                let depth = overlays.cell_depth.min(stats.deepest());
                let mut path = self.tree.path(eye.as_vec3());
                let of_eye = path.nth(depth as usize).map(|step| step.node);
                let bright = [self.selected, of_eye];
                let drawing = cells::drawing(self.tree, stats, depth, bright, self.model.is_some(), palette);
                let legend = cells::legend(drawing.counts, depth, statistics.nodes, palette);
                layers.set(Layer::Cells, drawing);
                Some(legend)
            }
            OverlayKind::Normals => {
                let drawing = normals::drawing(self.tree, palette);
                let legend = normals::legend(drawing.counts, palette);
                layers.set(Layer::Normals, drawing);
                Some(legend)
            }
            OverlayKind::Collision => {
                layers.set(Layer::Collision, self.body(eye).lines(palette));
                None
            }
            OverlayKind::Leaves => {
                let tree = self.leaves?;
                let own = tree.locate(eye);
                // From solid and from the outside, the PVS hides nothing.
                let pvs = self.pvs.filter(|_| own != OUTSIDE && !tree.is_solid(own));
                let is_hidden = |leaf| pvs.is_some_and(|pvs| !tree.is_solid(leaf) && !pvs.visible(own, leaf));
                let empty = || (0..tree.leaf_count()).filter(|&leaf| leaf != OUTSIDE && !tree.is_solid(leaf));
                let seen = pvs.map(|_| [empty().filter(|&leaf| !is_hidden(leaf)).count(), empty().count()]);
                let which: WhichLeaves = overlays.which_leaves;
                let drawing = leaves::drawing(tree, is_hidden, which, eye, self.selected_leaf, palette);
                let mut legend =
                    leaves::legend(drawing.counts, seen, self.model.is_some(), which, palette, SELECT);
                legend.extend(self.cost_of_portals(tree, own));
                layers.set(Layer::Leaves, drawing);
                Some(legend)
            }
            OverlayKind::Portals => {
                let tree = self.leaves?;
                let sides = [tree.locate(eye), OUTSIDE].map(|leaf| tree.portals_of(leaf).len());
                let cut = self.model.map(|model| f64::from(model.model.cut));
                if let Some(comparison) = self.file_portals {
                    let drawing = portals_beside::drawing(comparison, eye, cut, palette);
                    let legend = portals_beside::legend(comparison, drawing.counts, cut.is_some(), palette);
                    layers.set(Layer::Portals, drawing);
                    return Some(legend);
                }
                let drawing = portals::drawing(tree, eye, cut, palette);
                let mut legend = portals::legend(drawing.counts, sides, cut.is_some(), palette);
                legend.extend(self.cost_of_portals(tree, tree.locate(eye)));
                layers.set(Layer::Portals, drawing);
                Some(legend)
            }
            OverlayKind::Sight => {
                let (tree, pvs) = (self.leaves?, self.pvs?);
                let leaves = [tree.locate(eye), self.selected_leaf?];
                if leaves.iter().any(|&leaf| leaf == OUTSIDE || tree.is_solid(leaf)) {
                    return None;
                }
                let visible = pvs.visible(leaves[0], leaves[1]);
                let (drawing, answer) = sight::look(tree, pvs, leaves, visible, palette);
                layers.set(Layer::Sight, drawing);
                Some(sight::legend(Some(&answer), palette, SELECT))
            }
            OverlayKind::Flow => {
                let tree = self.leaves?;
                let Some(flow) = self.flow else {
                    return Some(vec![Row::note(flow::waiting())]);
                };
                let cut = self.model.map(|model| f64::from(model.model.cut));
                let drawing = flow::drawing(tree, flow, overlays.flow_step, cut, palette);
                layers.set(Layer::Flow, drawing);
                Some(flow::legend(flow, overlays.flow_step, palette))
            }
            OverlayKind::Leak => {
                let Some(leak) = self.leak else {
                    return Some(vec![Row::note(leak_walk::why_none(self.level, self.leaves?))]);
                };
                layers.set(Layer::Leak, leak::lines(self.leaves?, leak, None, palette));
                Some(leak::legend(leak, text!("legend-the-spawn"), None, palette))
            }
            OverlayKind::Entities => {
                layers.set(Layer::Entities, entities::drawing(self.level, palette));
                None
            }
            OverlayKind::Nodes | OverlayKind::Depth | OverlayKind::Triangles | OverlayKind::Fragments => {
                if kind == OverlayKind::Depth && self.model.is_some() {
                    layers.set(Layer::Deepest, deepest::drawing(self.tree, stats, palette));
                }
                let cut = self.model.map(|model| model.model.cut);
                Some(faces::legend(kind, palette, (self.tree, stats, cut), statistics))
            }
            OverlayKind::Wireframe => Some(faces::wireframe_legend(overlays.coloring(), palette, statistics)),
            OverlayKind::Visible => {
                let tree = self.leaves?;
                let own = tree.locate(eye);
                let pvs = self.pvs.filter(|_| own != OUTSIDE && !tree.is_solid(own));
                let empty = || (0..tree.leaf_count()).filter(|&leaf| leaf != OUTSIDE && !tree.is_solid(leaf));
                let seen = pvs.map(|pvs| {
                    [
                        empty().filter(|&leaf| pvs.visible(own, leaf)).count(),
                        empty().count(),
                    ]
                });
                Some(faces::seen_legend(seen, self.model.is_some(), palette))
            }
            OverlayKind::Painter => {
                let tree = self.leaves?;
                let leaves = (0..tree.fragment_count()).filter_map(|index| Some(tree.fragment(index)?.leaf));
                let mut leaves: Vec<LeafId> = leaves.collect();
                leaves.sort_unstable();
                leaves.dedup();
                Some(painter::legend([leaves.len(); 2], true, None, palette))
            }
            OverlayKind::SolidEvidence
            | OverlayKind::SolidCover
            | OverlayKind::SolidCut
            | OverlayKind::SolidResult => Some(self.solidity(kind, layers, eye, palette)),
            OverlayKind::Path => {
                if let Some(InModel { model, .. }) = &self.model {
                    let drawing = path::drawing(self.tree, eye.as_vec3(), model.cut, palette);
                    layers.set(Layer::EyePath, drawing);
                }
                Some(path::legend(
                    self.tree,
                    eye.as_vec3(),
                    self.model.is_some(),
                    palette,
                ))
            }
            _ => None,
        }
    }

    /// What the dearest portal cost of the selected leaf, or else the eye's, where it is counted.
    fn cost_of_portals(&self, tree: &LeafTree, of_eye: LeafId) -> Option<Row> {
        let costs = self.portal_costs?;
        let leaf = self.selected_leaf.unwrap_or(of_eye);
        let sentence = flow::sentence_of(tree, costs, leaf)?;
        Some(Row::note(text!(
            "legend-of-leaf",
            leaf = words::count(leaf),
            sentence
        )))
    }

    /// Puts a step of the decision which leaves are solid into its layer. Returns its legend.
    fn solidity(&self, kind: OverlayKind, layers: &mut Layers, eye: DVec3, palette: Palette) -> Legend {
        let of = (self.leaves, self.solidity, solidity::Step::of(kind));
        let (Some(tree), Some(decision), Some(step)) = of else {
            return vec![Row::note(solidity::not_decided())];
        };
        let cut = self.model.map(|model| f64::from(model.model.cut));
        let draw = |progress: &Progress| solidity::drawing(tree, decision, step, eye, cut, palette, progress);
        layers.set(Layer::Solidity, Progress::uncancellable(draw));
        let captions = solidity::captions(tree, decision, step);
        solidity::legend(&captions, decision, step, palette)
    }

    /// The body around an eye, with the faces that are near.
    fn body(&self, eye: DVec3) -> Body {
        let center = eye.as_vec3();
        let mut near = Vec::new();
        contacts(self.tree, Capsule::sphere(self.radius * NEAR), center, &mut near);
        for contact in &mut near {
            contact.depth -= self.radius * (NEAR - 1.0);
        }
        Body {
            center,
            radius: self.radius,
            near,
            ..Body::default()
        }
    }
}

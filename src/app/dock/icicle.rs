//! Draws an icicle plot with its bars and the selection, and handles mouse input.

use bevy_egui::egui::{Color32, FontId, Mesh, Rect, Response, Shape, Stroke, StrokeKind, Ui, pos2, vec2};
use bspwalk_draw::color::palette::Rgb;
use bspwalk_explain::icicle::{self, Icicle, IcicleBar, IcicleStrip};
use bspwalk_levels::color::srgb;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::node_storing::{NodeId, SubtreeSums};
use bspwalk_trees::{NodeRange, NodeTree};

use super::view::{Extent, IcicleView};
use super::weights::{amount_words, share_words};
use crate::app::films::query_film::{LitNodes, NodeLight};
use crate::app::kit::{prelude::*, style::color};

/// Exponential decay rate of the distance between the view and its target, per second.
const HASTE: f32 = 14.0;

/// Zoom exponent per point of wheel scroll.
const ZOOM: f32 = 0.006;

/// Maximum number of recently visited nodes whose bars are outlined.
const MOST_OUTLINED: usize = 400;

const BLACK: Rgb = Rgb(0, 0, 0);

/// Height of the line that marks the visible range of the width, in points.
pub(super) const TRACK: f32 = 5.0;

/// Node colours. If the faces in the level are coloured by node or depth, nodes have matching colours. Otherwise nodes
/// are coloured by depth, counted from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeColors {
    by_node: bool,
    palette: Palette,
}

impl NodeColors {
    /// Returns the node colours that match these overlays.
    pub(super) fn of(overlays: &Overlays) -> Self {
        Self {
            by_node: overlays.face_coloring_kind() == OverlayKind::Nodes,
            palette: overlays.palette,
        }
    }

    /// Returns the property that the colours represent: "node" or "depth".
    pub(super) fn meaning(&self) -> &'static str {
        if self.by_node { "node" } else { "depth" }
    }

    /// Returns the colour of a depth.
    pub(super) fn depth(&self, depth: u32) -> Rgb {
        self.palette.depth(depth)
    }

    /// Returns the colour of a node.
    pub(super) fn node(&self, node: NodeId, depth: u32) -> Rgb {
        if self.by_node {
            let [r, g, b] = self.palette.category(node.0).map(srgb::byte);
            Rgb(r, g, b)
        } else {
            self.depth(depth)
        }
    }
}

/// Contents of an icicle plot.
pub(super) struct IciclePicture<'a> {
    pub(super) tree: &'a NodeTree,
    /// Subtree sums that determine the bar widths.
    pub(super) weights: &'a SubtreeSums,
    pub(super) colors: NodeColors,
    pub(super) selected: Option<NodeId>,
    /// Nodes in front of and behind the selected node's plane, which are tinted.
    pub(super) sides: [NodeRange; 2],
    /// Node under the pointer in any view.
    pub(super) hovered: Option<NodeId>,
    /// Filter for the nodes to draw: all nodes, or the nodes that a build film has reached.
    pub(super) drawn: &'a dyn Fn(NodeId) -> bool,
    /// Nodes highlighted by the current step of the open query film, if any.
    pub(super) lit: Option<&'a LitNodes>,
}

/// Visible part of an icicle, and the target view that it moves towards.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IcicleState {
    view: IcicleView,
    goal: IcicleView,
    extent: Option<Extent>,
}

impl IcicleState {
    /// Zooms so that the subtree of a node fills the width.
    pub(super) fn show(&mut self, tree: &NodeTree, weights: &SubtreeSums, node: NodeId) {
        if let (Some(extent), Some(bar)) = (self.extent, icicle::bar(weights, tree, node)) {
            self.goal.show(&bar, &extent);
        }
    }

    /// Brings the bar of a node into view.
    pub(super) fn reveal(&mut self, tree: &NodeTree, weights: &SubtreeSums, node: NodeId) {
        if let (Some(extent), Some(bar)) = (self.extent, icicle::bar(weights, tree, node)) {
            self.goal.reveal(&bar, &extent);
        }
    }

    /// Shows the whole tree.
    pub(super) fn show_all(&mut self) {
        self.goal = IcicleView::default();
    }

    /// Returns whether the target view shows the whole width.
    pub(super) fn is_whole(&self) -> bool {
        self.goal.is_whole()
    }

    /// Returns a function from a depth to the top of its row (relative to the top of the bars), and the row height.
    pub(super) fn rows(&self) -> Option<(impl Fn(u32) -> f32, f32)> {
        let (view, extent) = (self.view, self.extent?);
        Some((move |depth| view.y(depth, &extent), view.row(&extent)))
    }
}

/// Hovered and clicked nodes of a plot or list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pointed {
    pub(super) hovered: Option<NodeId>,
    pub(super) clicked: Option<NodeId>,
}

impl Pointed {
    /// Merges the response of a node's widget.
    pub(super) fn add(&mut self, node: NodeId, response: &Response) {
        if response.hovered() {
            self.hovered = Some(node);
        }
        if response.clicked() {
            self.clicked = Some(node);
        }
    }
}

/// Result of drawing an icicle plot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct IcicleAnswer {
    pub(super) pointed: Pointed,
    /// Number of bars that were drawn.
    pub(super) shown: u32,
    /// Number of nodes whose bars are narrower than a pixel.
    pub(super) narrow: u32,
}

/// Draws an icicle plot of the given size. You can zoom and pan it with the mouse.
pub(super) fn show(
    ui: &mut Ui,
    size: egui::Vec2,
    picture: &IciclePicture<'_>,
    state: &mut IcicleState,
) -> IcicleAnswer {
    let (rect, response) = ui.allocate_exact_size(size, style::CANVAS);
    let rect = rect.with_min_y(rect.top() + TRACK + 2.0);
    let extent = Extent {
        width: rect.width().max(1.0),
        height: rect.height().max(1.0),
        depths: picture.weights.by_depth().len() as u32,
    };
    state.extent = Some(extent);
    steer(ui, rect, &response, state, &extent);
    let view = state.view;
    let window = view.window(&extent, ui.ctx().pixels_per_point());
    let icicle = icicle::layout(picture.weights, picture.tree, &window, picture.drawn);
    track(ui, rect, &view);
    let drawing = Drawing {
        rect,
        view,
        extent,
        row: view.row(&extent),
    };
    drawing.bars(ui, picture, &icicle);
    drawing.outlines(ui, picture);
    let mut answer = IcicleAnswer {
        shown: icicle.bars.len() as u32,
        narrow: icicle.narrow,
        ..IcicleAnswer::default()
    };
    let Some(pointer) = response.hover_pos().filter(|pointer| rect.contains(*pointer)) else {
        return answer;
    };
    let at = pointer - rect.min;
    let (share, depth) = view.at(at.x, at.y, &extent);
    let is_at = |start: f64, width: f64| share >= start && share < start + width;
    let mut bars = icicle.bars.iter();
    if let Some(bar) = bars.find(|bar| bar.depth == depth && is_at(bar.start, bar.width)) {
        answer.pointed.add(bar.node, &response);
        if response.double_clicked() {
            state.goal.show(bar, &extent);
        }
        drawing.outline(ui, bar, Stroke::new(1.5, Color32::WHITE));
        response.on_hover_ui_at_pointer(|ui| tooltip(ui, picture, bar));
        return answer;
    }
    let near = 2.0 / f64::from(extent.width) * (window.range[1] - window.range[0]);
    let is_near = |strip: &&IcicleStrip| is_at(strip.start - near, strip.width + 2.0 * near);
    if let Some(strip) = icicle
        .strips
        .iter()
        .filter(|strip| strip.depth == depth)
        .find(is_near)
    {
        if response.double_clicked() {
            state.goal.zoom(8.0, at.x, at.y, &extent);
        }
        let text = text!("dock-narrow", nodes = words::count_with_noun(strip.nodes, "node"));
        response.on_hover_text_at_pointer(text);
    }
    answer
}

/// Zooms and pans with the mouse, and moves the view towards its target.
fn steer(ui: &Ui, rect: Rect, response: &Response, state: &mut IcicleState, extent: &Extent) {
    if response.dragged() {
        let by = response.drag_delta();
        for view in [&mut state.view, &mut state.goal] {
            view.pan(by.x, by.y, extent);
        }
    }
    if let Some(pointer) = response.hover_pos().filter(|pointer| rect.contains(*pointer)) {
        let scroll = ui.input(|input| input.smooth_scroll_delta);
        let at = pointer - rect.min;
        if scroll.y != 0.0 {
            let factor = f64::from((scroll.y * ZOOM).exp());
            state.view.zoom(factor, at.x, at.y, extent);
            state.goal = state.view;
        }
        if scroll.x != 0.0 {
            for view in [&mut state.view, &mut state.goal] {
                view.pan(scroll.x, 0.0, extent);
            }
        }
    }
    let seconds = ui.input(|input| input.stable_dt).min(0.1);
    let share = match style::has_animations(ui) {
        true => 1.0 - (-HASTE * seconds).exp(),
        false => 1.0,
    };
    state.view.approach(&state.goal, f64::from(share));
}

/// Draws the line above the bars that marks the visible range of the width.
fn track(ui: &Ui, rect: Rect, view: &IcicleView) {
    let line = Rect::from_min_size(rect.min - vec2(0.0, TRACK + 2.0), vec2(rect.width(), TRACK));
    ui.painter().rect_filled(line, 2.0, style::LINE);
    let [left, right] = view
        .range()
        .map(|share| line.left() + share as f32 * line.width());
    let part = Rect::from_x_y_ranges(left..=right.max(left + 3.0), line.y_range());
    ui.painter()
        .rect_filled(part.intersect(line), 2.0, style::ACCENT.gamma_multiply(0.75));
}

/// Drawing area and view of an icicle plot.
struct Drawing {
    rect: Rect,
    view: IcicleView,
    extent: Extent,
    row: f32,
}

impl Drawing {
    /// Returns the rectangle of a bar, clipped to the drawing area.
    fn place(&self, depth: u32, start: f64, width: f64) -> Rect {
        let x = |share| self.rect.left() + self.view.x(share, &self.extent);
        let top = self.rect.top() + self.view.y(depth, &self.extent);
        let rect = Rect::from_x_y_ranges(x(start)..=x(start + width), top..=top + self.row);
        let gap = vec2(
            if rect.width() > 4.0 { 1.0 } else { 0.0 },
            if self.row > 5.0 { 1.0 } else { 0.0 },
        );
        Rect::from_min_max(rect.min, rect.max - gap).intersect(self.rect)
    }

    fn bars(&self, ui: &Ui, picture: &IciclePicture<'_>, icicle: &Icicle) {
        let palette = picture.colors.palette;
        let mut mesh = Mesh::default();
        let mut names = Vec::new();
        for bar in &icicle.bars {
            let place = self.place(bar.depth, bar.start, bar.width);
            if !place.is_positive() {
                continue;
            }
            let mut fill = picture.colors.node(bar.node, bar.depth);
            for (side, tint) in picture.sides.iter().zip([palette.front(), palette.back()]) {
                if side.contains(&bar.node) {
                    fill = fill.mix(tint, 0.65);
                }
            }
            if let Some(lit) = picture.lit {
                fill = match lit.light(bar.node) {
                    NodeLight::Now => palette.selected(),
                    NodeLight::Visited => palette.reached(),
                    NodeLight::Skipped => palette.hidden().mix(BLACK, 0.35),
                    NodeLight::Ahead => fill.mix(BLACK, 0.4),
                };
            }
            mesh.add_colored_rect(place, color(fill));
            if self.row >= 11.0 && place.width() > 16.0 {
                names.push((bar.node, place, fill));
            }
        }
        for strip in &icicle.strips {
            let mut place = self.place(strip.depth, strip.start, strip.width);
            place.max.x = place.max.x.max(place.min.x + 1.0).min(self.rect.right());
            mesh.add_colored_rect(place, style::LINE);
        }
        let painter = ui.painter().with_clip_rect(self.rect.intersect(ui.clip_rect()));
        painter.add(Shape::mesh(mesh));
        let font = FontId::proportional((self.row - 4.0).clamp(8.5, 11.5));
        for (node, place, fill) in names {
            let ink = color(fill.readable_text_color());
            let galley = painter.layout_no_wrap(words::count(node), font.clone(), ink);
            if galley.size().x + 4.0 <= place.width() && galley.size().y <= place.height() + 4.0 {
                painter.galley(place.center() - 0.5 * galley.size(), galley, ink);
            }
        }
    }

    /// Outlines the visited nodes of a query, the selected node, the path from the root to it, and the node hovered in
    /// another view.
    fn outlines(&self, ui: &Ui, picture: &IciclePicture<'_>) {
        let palette = picture.colors.palette;
        let selected = color(palette.selected());
        let outline = |node, stroke| {
            if let Some(bar) = icicle::bar(picture.weights, picture.tree, node) {
                self.outline(ui, &bar, stroke);
            }
        };
        // Bars narrower than a pixel are invisible.
        let visited = picture.lit.map_or(&[][..], |lit| &lit.visited);
        let reached = Stroke::new(1.0, color(palette.reached()));
        for &node in visited.iter().rev().take(MOST_OUTLINED) {
            outline(node, reached);
        }
        if let Some(node) = picture.hovered.filter(|&node| (picture.drawn)(node)) {
            outline(node, Stroke::new(1.5, Color32::WHITE));
        }
        if let Some(node) = picture.selected.filter(|&node| (picture.drawn)(node)) {
            for (above, _) in picture.tree.ancestors(node) {
                outline(above, Stroke::new(1.0, selected.gamma_multiply(0.8)));
            }
            outline(node, Stroke::new(2.5, selected));
        }
    }

    /// Outlines a bar. Narrow bars get a wider outline so that you can find them.
    fn outline(&self, ui: &Ui, bar: &IcicleBar, stroke: Stroke) {
        let place = self.place(bar.depth, bar.start, bar.width);
        let shown = place.expand2(vec2((2.0 - 0.5 * place.width()).max(0.0), 0.0));
        if place.height() > 0.0 && place.width() >= 0.0 && shown.intersects(self.rect) {
            let clip = self.rect.expand(2.0).intersect(ui.clip_rect());
            let painter = ui.painter().with_clip_rect(clip);
            painter.rect_stroke(shown, 1.0, stroke, StrokeKind::Inside);
        }
    }
}

/// Shows the tooltip of the bar under the pointer.
fn tooltip(ui: &mut Ui, picture: &IciclePicture<'_>, bar: &IcicleBar) {
    let (tree, weights) = (picture.tree, picture.weights);
    let Some(node) = tree.node(bar.node) else { return };
    let depth = match bar.depth {
        0 => text!("dock-the-root").to_owned(),
        depth => text!("dock-depth-of", depth),
    };
    let name = text!("dock-node-at", node = words::count(bar.node), depth);
    ui.label(egui::RichText::new(name).strong().color(style::TEXT));
    let what = amount_words(weights.measure(), weights.total(bar.node));
    let of_all = share_words(weights.share(bar.node));
    let on = words::count_with_noun(node.fragments.len() as u64, "face");
    let below = weights.node_count(bar.node).saturating_sub(1);
    let below = words::count_with_noun(below, "node");
    for line in [
        text!("dock-below", what, of_all),
        text!("dock-on-and-below", on, below),
    ] {
        style::label(ui, line, style::FAINT, 12.0);
    }
}

/// Returns the top left corner of the bar rows, below the track.
pub(super) fn rows_top(rect: Rect) -> egui::Pos2 {
    pos2(rect.left(), rect.top() + TRACK + 2.0)
}

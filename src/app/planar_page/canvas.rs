//! Canvas that shows a region and its tree. Corners can be added and dragged.

use bevy_egui::egui::{self, Color32, PointerButton, Pos2, Shape, Stroke, Ui, Vec2};
use bspwalk_trees::planar::{Branch, NodeId, PlanarTree, Position};
use glam::DVec2;

use super::{
    canvas_view::View,
    drawing::{Corner, GRID},
    page_state::{PageState, edge_name, place},
};
use crate::app::hud::style;

/// Maximum distance from the pointer to a corner or an edge to select it, in points.
const REACH: f32 = 9.0;

const INSIDE: Color32 = Color32::from_rgb(44, 92, 74);
const OUTSIDE: Color32 = Color32::from_rgb(34, 39, 48);
const EDGE: Color32 = Color32::from_rgb(235, 238, 243);

/// Draws the canvas and handles pointer input.
pub(super) fn show(ui: &mut Ui, size: Vec2, page: &mut PageState) {
    let (rect, response) = ui.allocate_exact_size(size, style::CANVAS);
    let points = page
        .drawing
        .loops()
        .iter()
        .flatten()
        .chain(page.drawing.open())
        .copied();
    // Keep the view fixed while a corner is dragged or a loop is being drawn.
    let is_busy = page.dragged.is_some() || !page.drawing.open().is_empty();
    let view = match page.view {
        Some(view) if is_busy && view.rect == rect => view,
        _ => View::around(points, rect),
    };
    page.view = Some(view);
    let pointer = response.hover_pos();
    if let Some(at) = pointer {
        page.probe = view.to_plane(at);
    }
    handle(ui, &response, view, page);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, OUTSIDE);
    if let Ok((_, tree)) = page.drawing.tree() {
        cells(&painter, view, tree, page);
        lines(&painter, view, tree, page);
    }
    if page.drawing.snap && view.scale * GRID > 7.0 {
        grid(&painter, view);
    }
    loops(&painter, view, page, pointer);
    if let Ok((_, tree)) = page.drawing.tree() {
        probe(&painter, view, tree, page);
    }
}

fn handle(ui: &Ui, response: &egui::Response, view: View, page: &mut PageState) {
    let within = f64::from(REACH) / view.scale;
    let at = response.interact_pointer_pos().map(|at| view.to_plane(at));
    let draws = page.draws || !page.drawing.open().is_empty();
    if draws {
        if response.clicked()
            && let Some(at) = at
        {
            let closes = page
                .drawing
                .open()
                .first()
                .is_some_and(|first| page.drawing.open().len() >= 3 && first.distance(at) <= within);
            if closes {
                page.drawing.close();
                page.draws = false;
            } else {
                page.drawing.add(at);
            }
        }
        return;
    }
    if response.drag_started_by(PointerButton::Primary)
        && let Some(origin) = ui.input(|input| input.pointer.press_origin())
    {
        page.dragged = page.drawing.corner_at(view.to_plane(origin), within);
        if page.dragged.is_some() {
            page.drawing.begin();
        }
    }
    if let (Some(corner), Some(at)) = (page.dragged, at)
        && response.dragged()
    {
        page.drawing.drag(corner, at);
    }
    if response.drag_stopped() {
        page.dragged = None;
    }
    if let Some(at) = at {
        if response.double_clicked()
            && page.drawing.corner_at(at, within).is_none()
            && let Some(edge) = page.drawing.edge_at(at, within)
        {
            page.drawing.insert(edge, at);
        }
        if response.secondary_clicked()
            && let Some(corner) = page.drawing.corner_at(at, within)
        {
            page.drawing.remove(corner);
        }
    }
}

fn polygon(painter: &egui::Painter, view: View, cell: &[DVec2], fill: Color32) {
    if cell.len() >= 3 {
        let corners = cell.iter().map(|&corner| view.to_screen(corner)).collect();
        painter.add(Shape::convex_polygon(corners, fill, Stroke::NONE));
    }
}

/// Draws the cells of the nodes up to the current step. Inner cells of the finished tree are green, brighter with more
/// bounding lines. Cells of an unfinished tree use two shades of grey.
fn cells(painter: &egui::Painter, view: View, tree: &PlanarTree, page: &PageState) {
    let shown = page.shown_nodes(tree);
    let (low, high) = (view.low(), view.high());
    let rectangle = vec![low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
    let mut pending = vec![(0, rectangle, 0_u32)];
    let deepest = tree.depth().max(1);
    while let Some((id, cell, depth)) = pending.pop() {
        let node = &tree.nodes()[id as usize];
        let parts = tree.cut_cell(id, &cell);
        let is_current = shown < tree.nodes().len() && id as usize + 1 == shown;
        for (branch, part) in [Branch::Front, Branch::Back].into_iter().zip(parts) {
            let child = node.child(branch);
            if is_current {
                let side = match branch {
                    Branch::Front => style::color(page.palette.front()),
                    Branch::Back => style::color(page.palette.back()),
                };
                polygon(painter, view, &part, side.gamma_multiply(0.35));
            } else if (child as usize) < shown {
                pending.push((child, part, depth + 1));
            } else {
                // One line per ancestor bounds the cell.
                let share = (depth + 1) as f32 / deepest as f32;
                let is_leaf = child as usize >= tree.nodes().len();
                let fill = match (is_leaf, branch) {
                    (true, Branch::Front) => {
                        INSIDE.lerp_to_gamma(Color32::from_rgb(126, 205, 152), 0.75 * share)
                    }
                    (true, Branch::Back) => {
                        OUTSIDE.lerp_to_gamma(Color32::from_rgb(96, 104, 122), 0.75 * share)
                    }
                    (false, _) => Color32::from_rgb(66, 66, 70),
                };
                polygon(painter, view, &part, fill);
            }
        }
    }
}

/// Draws the line of each node across its cell.
fn lines(painter: &egui::Painter, view: View, tree: &PlanarTree, page: &PageState) {
    let shown = page.shown_nodes(tree);
    let depths = tree.depths();
    for (id, split) in tree.splits(view.low(), view.high()) {
        if id as usize >= shown {
            continue;
        }
        let ends = [split.from, split.to].map(|end| view.to_screen(end));
        let is_current = Some(id) == page.marked || (shown < tree.nodes().len() && id as usize + 1 == shown);
        let (width, color) = if is_current {
            (3.0, style::ALARM)
        } else {
            let width = 2.4 / (depths[id as usize] as f32).sqrt();
            (width, style::ALARM.gamma_multiply(0.55))
        };
        painter.extend(Shape::dashed_line(&ends, Stroke::new(width, color), 7.0, 4.0));
    }
}

fn grid(painter: &egui::Painter, view: View) {
    let (low, high) = ((view.low() / GRID).ceil(), (view.high() / GRID).floor());
    let mut y = low.y;
    while y <= high.y {
        let mut x = low.x;
        while x <= high.x {
            let at = view.to_screen(DVec2::new(x, y) * GRID);
            painter.circle_filled(at, 0.8, Color32::from_white_alpha(28));
            x += 1.0;
        }
        y += 1.0;
    }
}

fn loops(painter: &egui::Painter, view: View, page: &PageState, pointer: Option<Pos2>) {
    let hovered = pointer.and_then(|at| {
        page.drawing
            .corner_at(view.to_plane(at), f64::from(REACH) / view.scale)
    });
    let edge_name = |corner: Corner| {
        let before: usize = page.drawing.loops()[..corner.0].iter().map(Vec::len).sum();
        edge_name(before + corner.1)
    };
    let few = page.drawing.loops().iter().map(Vec::len).sum::<usize>() <= 40;
    for (loop_index, corners) in page.drawing.loops().iter().enumerate() {
        for (i, &corner) in corners.iter().enumerate() {
            let next = corners[(i + 1) % corners.len()];
            let [a, b] = [corner, next].map(|point| view.to_screen(point));
            painter.line_segment([a, b], Stroke::new(2.4, EDGE));
            let along = (b - a).normalized();
            // Half-arrows point left, where the interior is.
            let (middle, left) = (a.lerp(b, 0.5), egui::vec2(along.y, -along.x));
            painter.line_segment([middle, middle + left * 7.0], Stroke::new(1.6, EDGE));
            if few {
                painter.text(
                    middle - left * 10.0,
                    egui::Align2::CENTER_CENTER,
                    edge_name((loop_index, i)),
                    egui::FontId::proportional(12.5),
                    EDGE,
                );
            }
            let is_hovered = Some((loop_index, i)) == hovered || Some((loop_index, i)) == page.dragged;
            let (radius, fill) = if is_hovered {
                (6.0, style::ACCENT)
            } else {
                (3.6, EDGE)
            };
            painter.circle_filled(a, radius, fill);
        }
    }
    let open = page.drawing.open();
    for pair in open.windows(2) {
        let ends = [pair[0], pair[1]].map(|point| view.to_screen(point));
        painter.line_segment(ends, Stroke::new(2.4, style::ACCENT));
    }
    if let (Some(last), Some(at)) = (open.last(), pointer) {
        let to = view.to_screen(page.drawing.snapped(view.to_plane(at)));
        painter.line_segment([view.to_screen(*last), to], Stroke::new(1.4, style::ACCENT));
    }
    for (i, &corner) in open.iter().enumerate() {
        let radius = if i == 0 { 6.0 } else { 3.6 };
        painter.circle_filled(view.to_screen(corner), radius, style::ACCENT);
    }
    if let Err(error) = page.drawing.tree()
        && let Some(at) = place(error, page.drawing.loops())
    {
        painter.circle_stroke(view.to_screen(at), 12.0, Stroke::new(2.5, style::ALARM));
    }
}

/// Draws the probe and the segment from it to each line it is tested against.
fn probe(painter: &egui::Painter, view: View, tree: &PlanarTree, page: &PageState) {
    let located = tree.locate(page.probe);
    let color = match located.position {
        Position::Inside => Color32::from_rgb(126, 235, 152),
        Position::Outside => Color32::from_rgb(240, 120, 110),
        Position::OnEdge(_) => style::ACCENT,
    };
    let at = view.to_screen(page.probe);
    for (turn, &(id, _)) in located.path.iter().enumerate() {
        let line = tree.line(id);
        let foot = line.from
            + line.direction()
                * ((page.probe - line.from).dot(line.direction()) / line.direction().length_squared());
        let foot = view.to_screen(foot);
        painter.line_segment([at, foot], Stroke::new(1.0, color.gamma_multiply(0.7)));
        if view.rect.contains(foot) && foot.distance(at) > 16.0 {
            painter.text(
                foot,
                egui::Align2::CENTER_CENTER,
                (turn + 1).to_string(),
                egui::FontId::proportional(12.0),
                color,
            );
        }
    }
    painter.circle(at, 4.5, color, Stroke::new(1.5, Color32::BLACK));
}

/// Returns the node with the fragment nearest to a point, if it is within reach of the pointer.
pub(super) fn node_at(view: View, tree: &PlanarTree, point: DVec2) -> Option<NodeId> {
    let within = f64::from(REACH) / view.scale;
    let nodes = 0..tree.nodes().len() as NodeId;
    let distance = |id: NodeId| {
        let fragments = tree.fragments_of(id).iter();
        let distances = fragments.map(|fragment| tree.segment(fragment).closest(point).distance(point));
        distances.fold(f64::INFINITY, f64::min)
    };
    let nearest = nodes
        .map(|id| (distance(id), id))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    nearest
        .filter(|(distance, _)| *distance <= within)
        .map(|(_, id)| id)
}

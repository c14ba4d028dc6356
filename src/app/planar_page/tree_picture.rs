//! Draws the tree as a node-link diagram, with front children on the left and back children on the right. Missing
//! children are labelled with their meaning.

use bevy_egui::egui::{self, Align2, Color32, FontId, Sense, Stroke, Ui, Vec2, pos2};
use bspwalk_text::text;
use bspwalk_trees::planar::{Branch, NodeId, PlanarTree, Position};

use super::page_state::{PageState, edge_name};
use crate::app::hud::style;

/// Layout of nodes and missing children: columns from left to right, rows by depth.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Places {
    /// Column and depth of each node. The root has depth 0.
    pub(super) nodes: Vec<[f32; 2]>,
    /// Column and depth of each missing child, with its parent and side.
    pub(super) leaves: Vec<([f32; 2], NodeId, Branch)>,
    /// Number of columns and rows.
    pub(super) size: [f32; 2],
}

impl Places {
    /// Computes the layout. Each leaf has its own column, ordered from front to back; a node is halfway between its
    /// children.
    pub(super) fn of(tree: &PlanarTree) -> Self {
        let count = tree.nodes().len();
        let depths = tree.depths();
        let mut places = Self {
            nodes: vec![[0.0; 2]; count],
            leaves: Vec::with_capacity(count + 1),
            size: [1.0, tree.depth() as f32 + 1.0],
        };
        let both = |id: NodeId| [(id, Branch::Back), (id, Branch::Front)];
        let mut pending = if count == 0 { Vec::new() } else { both(0).to_vec() };
        let mut column = 0.0;
        while let Some((id, side)) = pending.pop() {
            match tree.nodes()[id as usize].child(side) {
                child if (child as usize) < count => pending.extend(both(child)),
                _ => {
                    places
                        .leaves
                        .push(([column, depths[id as usize] as f32], id, side));
                    column += 1.0;
                }
            }
        }
        places.size[0] = column.max(1.0);
        let mut ends = vec![[f32::INFINITY, f32::NEG_INFINITY]; count];
        for &([column, _], id, _) in &places.leaves {
            ends[id as usize] = [ends[id as usize][0].min(column), ends[id as usize][1].max(column)];
        }
        // Visits children before their parents.
        for id in (0..count).rev() {
            let [low, high] = ends[id];
            let at = f32::midpoint(low, high);
            places.nodes[id] = [at, depths[id] as f32 - 1.0];
            if let Some(parent) = ends.get_mut(tree.nodes()[id].parent as usize) {
                *parent = [parent[0].min(at), parent[1].max(at)];
            }
        }
        places
    }
}

/// Draws the tree with the path of the probe, and highlights the node under the pointer.
pub(super) fn show(ui: &mut Ui, size: Vec2, page: &mut PageState) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let Ok((_, tree)) = page.drawing.tree() else {
        return;
    };
    let shown = page.shown_nodes(tree);
    let places = Places::of(tree);
    let [columns, rows] = places.size;
    let step = egui::vec2(rect.width() / columns, ((rect.height() - 12.0) / rows).min(44.0));
    let at = |[column, row]: [f32; 2]| {
        pos2(
            rect.left() + (column + 0.5) * step.x,
            rect.top() + 10.0 + row * step.y,
        )
    };
    let radius = (step.x * 0.62).clamp(2.0, 11.0);
    let located = tree.locate(page.probe);
    let painter = ui.painter_at(rect.expand(2.0));
    let on_path = |id: NodeId, side: Branch| located.path.contains(&(id, side));
    let line = |id: NodeId, side: Branch| {
        let color = match side {
            Branch::Front => style::color(page.palette.front()),
            Branch::Back => style::color(page.palette.back()),
        };
        if on_path(id, side) {
            Stroke::new(3.0, color)
        } else {
            Stroke::new(1.2, color.gamma_multiply(0.6))
        }
    };
    for (id, node) in (0..).zip(tree.nodes()).take(shown) {
        for side in [Branch::Front, Branch::Back] {
            let child = node.child(side) as usize;
            if child < shown {
                let ends = [at(places.nodes[id as usize]), at(places.nodes[child])];
                painter.line_segment(ends, line(id, side));
            }
        }
    }
    for &(place, id, side) in &places.leaves {
        if id as usize >= shown {
            continue;
        }
        painter.line_segment([at(places.nodes[id as usize]), at(place)], line(id, side));
        let fill = match side {
            Branch::Front => Color32::from_rgb(86, 160, 112),
            Branch::Back => Color32::from_rgb(82, 90, 106),
        };
        let half = (radius * 0.55).max(1.5);
        painter.rect_filled(
            egui::Rect::from_center_size(at(place), Vec2::splat(2.0 * half)),
            1.5,
            fill,
        );
    }
    let mut hovered = None;
    for (id, _) in (0..).zip(tree.nodes()).take(shown) {
        let center = at(places.nodes[id as usize]);
        let is_under = response
            .hover_pos()
            .is_some_and(|pointer| pointer.distance(center) <= radius + 2.0);
        if is_under {
            hovered = Some(id);
        }
        let is_marked = page.marked == Some(id) || is_under;
        let fill = if is_marked {
            style::ALARM
        } else {
            Color32::from_rgb(48, 56, 70)
        };
        painter.circle(center, radius, fill, Stroke::new(1.2, style::TEXT));
        if radius >= 7.0 {
            let name = edge_name(tree.nodes()[id as usize].edge as usize);
            let color = if is_marked { Color32::BLACK } else { style::TEXT };
            painter.text(
                center,
                Align2::CENTER_CENTER,
                name,
                FontId::proportional(11.5),
                color,
            );
        }
    }
    page.hovered_in_tree = hovered;
}

/// Describes the result of the probe.
pub(super) fn probe_words(tree: &PlanarTree, page: &PageState) -> String {
    let located = tree.locate(page.probe);
    let what = match located.position {
        Position::Inside => text!("polygon-inside").to_owned(),
        Position::Outside => text!("polygon-outside").to_owned(),
        Position::OnEdge(edge) => text!("polygon-on-edge", edge = edge_name(edge as usize)),
    };
    let path: Vec<String> = located
        .path
        .iter()
        .map(|&(node, side)| {
            let name = edge_name(tree.nodes()[node as usize].edge as usize);
            let side = if side == Branch::Front {
                text!("polygon-front")
            } else {
                text!("polygon-back")
            };
            format!("{name} {side}")
        })
        .collect();
    text!(
        "polygon-tested",
        x = format_args!("{:.2}", page.probe.x),
        y = format_args!("{:.2}", page.probe.y),
        what,
        tests = located.tests,
        all = tree.edges().len(),
        way = path.join(", ")
    )
}

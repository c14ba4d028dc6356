//! Diagram of the selected node's neighbourhood: its parent, children and grandchildren.

use bevy_egui::egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, StrokeKind, Ui, vec2};
use bspwalk_trees::NodeTree;
use bspwalk_trees::node_storing::{Branch, NodeId, SubtreeSums};

use super::icicle::{NodeColors, Pointed};
use crate::app::kit::{prelude::*, style::color, widgets::side_color};

/// Maximum size of a node's box, in points.
const BOX: egui::Vec2 = vec2(74.0, 24.0);

/// A node in the diagram, or the slot of a missing child.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DiagramNode {
    node: Option<NodeId>,
    /// Row from the top: 0 for the parent, 1 for the node itself.
    row: u32,
    /// Horizontal centre of the box, as a fraction of the width.
    x: f32,
    /// Index of the parent in the list, and the side of the parent that this node is on.
    above: Option<(usize, Branch)>,
}

/// Returns the neighbourhood of a node, parents before children. The result is empty if the node does not exist.
fn places(tree: &NodeTree, id: NodeId) -> Vec<DiagramNode> {
    if tree.node(id).is_none() {
        return Vec::new();
    }
    let own = tree.ancestors(id).next();
    let in_middle = |node, row, above| DiagramNode {
        node: Some(node),
        row,
        x: 0.5,
        above,
    };
    let parent = own.map(|(parent, _)| in_middle(parent, 0, None));
    let itself = in_middle(id, 1, own.map(|(_, branch)| (0, branch)));
    let mut places: Vec<DiagramNode> = parent.into_iter().chain([itself]).collect();
    for (row, spread) in [(2, 0.25), (3, 0.125)] {
        for above in 0..places.len() {
            let parent = places[above];
            let view = parent.node.and_then(|node| tree.node(node));
            let Some(view) = view.filter(|_| parent.row + 1 == row) else {
                continue;
            };
            for (node, branch, x) in [
                (view.front, Branch::Front, parent.x - spread),
                (view.back, Branch::Back, parent.x + spread),
            ] {
                let above = Some((above, branch));
                places.push(DiagramNode { node, row, x, above });
            }
        }
    }
    places
}

/// Draws the neighbourhood diagram of a node.
pub(super) fn show(
    ui: &mut Ui,
    size: egui::Vec2,
    tree: &NodeTree,
    weights: &SubtreeSums,
    (colors, palette): (NodeColors, Palette),
    id: NodeId,
) -> Pointed {
    let (rect, response) = ui.allocate_exact_size(size, style::CANVAS);
    let places = places(tree, id);
    let step = rect.height() / 4.0;
    let height = BOX.y.min(step - 9.0).max(10.0);
    let box_of = |place: &DiagramNode| {
        let most = if place.row == 3 {
            0.25 * rect.width() - 4.0
        } else {
            BOX.x
        };
        let middle = vec2(place.x * rect.width(), (place.row as f32 + 0.5) * step);
        Rect::from_center_size(rect.min + middle, vec2(BOX.x.min(most), height))
    };
    let painter = ui.painter().clone();
    for place in &places {
        let Some((above, branch)) = place.above else {
            continue;
        };
        let [from, to] = [box_of(&places[above]).center_bottom(), box_of(place).center_top()];
        let ink = side_color(branch, palette);
        let is_missing = place.node.is_none();
        let to = if is_missing { from.lerp(to, 0.75) } else { to };
        let stroke = Stroke::new(1.5, if is_missing { ink.gamma_multiply(0.4) } else { ink });
        painter.line_segment([from, to], stroke);
        if is_missing {
            painter.circle_stroke(to, 2.5, stroke);
        } else {
            letter(&painter, from.lerp(to, 0.5), branch, ink);
        }
    }
    let mut pointed = Pointed::default();
    let pointer = response.hover_pos();
    for place in &places {
        let Some(node) = place.node else { continue };
        let frame = box_of(place);
        let depth = tree.node(node).map_or(0, |view| view.depth);
        let fill = colors.node(node, depth);
        let is_under = pointer.is_some_and(|pointer| frame.contains(pointer));
        if is_under {
            pointed.add(node, &response);
        }
        let edge = match is_under {
            _ if node == id => Stroke::new(2.0, color(palette.selected())),
            true => Stroke::new(1.5, Color32::WHITE),
            false => Stroke::new(1.0, style::LINE),
        };
        painter.rect(frame, 3.0, color(fill), edge, StrokeKind::Inside);
        let ink = color(fill.readable_text_color());
        let faces = tree.node(node).map_or(0, |view| view.fragments.len());
        let (number, below) = (words::count(node), words::count_with_noun(faces as u64, "face"));
        let lines: &[(String, f32)] = if height >= 22.0 && place.row < 3 {
            &[(number, 11.0), (below, 8.5)]
        } else {
            &[(number, 10.5)]
        };
        let spread = if lines.len() > 1 { 5.0 } else { 0.0 };
        for ((text, size), up) in lines.iter().zip([-spread, spread]) {
            let galley = painter.layout_no_wrap(text.clone(), FontId::proportional(*size), ink);
            if galley.size().x <= frame.width() - 4.0 {
                let at = frame.center() + vec2(0.0, up) - 0.5 * galley.size();
                painter.galley(at, galley, ink);
            }
        }
    }
    if let Some(node) = pointed.hovered
        && let Some(view) = tree.node(node)
    {
        response.on_hover_text_at_pointer(text!(
            "dock-neighbour",
            node = words::count(node),
            depth = view.depth,
            on = words::count_with_noun(view.fragments.len() as u64, "face"),
            below = words::count_with_noun(weights.node_count(node), "node")
        ));
    }
    pointed
}

/// Draws the side letter on an edge.
fn letter(painter: &egui::Painter, at: Pos2, branch: Branch, ink: Color32) {
    painter.circle_filled(at, 6.5, Color32::from_black_alpha(230));
    let font = FontId::proportional(9.5);
    painter.text(at, Align2::CENTER_CENTER, branch.letter(), font, ink);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees;

    #[test]
    fn neighbourhood_agrees_with_the_tree() {
        let (tree, _) = small_trees::room();
        for id in tree.node_ids() {
            let places = places(&tree, id);
            for (index, place) in places.iter().enumerate() {
                let Some((above, branch)) = place.above else {
                    continue;
                };
                assert!(above < index && places[above].row + 1 == place.row);
                let above = places[above].node.and_then(|node| tree.node(node));
                let above = above.expect("a node");
                let child = match branch {
                    Branch::Front => above.front,
                    Branch::Back => above.back,
                };
                assert_eq!(child, place.node);
            }
            let own = places.iter().position(|place| place.node == Some(id));
            let own = own.expect("itself");
            let parent = places[own].above.and_then(|(above, _)| places[above].node);
            assert_eq!(parent, tree.node(id).and_then(|view| view.parent));
            // Boxes in the same row do not overlap.
            for row in 0..4 {
                let in_row = places.iter().filter(|place| place.row == row);
                let mut xs: Vec<f32> = in_row.map(|place| place.x).collect();
                xs.sort_by(f32::total_cmp);
                assert!(xs.windows(2).all(|pair| pair[1] - pair[0] >= 0.24));
            }
        }
        assert!(places(&tree, NodeId(tree.node_count())).is_empty());
    }
}

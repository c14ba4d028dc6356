//! List of the costliest parts, and the selected node's path from the root.

use bevy_egui::egui::{self, Button, FontId, Rect, RichText, Sense, Ui, vec2};
use bspwalk_levels::color::palette::Palette;
use bspwalk_progress::words;
use bspwalk_text::text;
use bspwalk_trees::{
    NodeTree,
    node_storing::{Branch, Costly, NodeId, SubtreeSums},
};

use super::{amounts, icicle::NodeColors};
use crate::app::kit::{
    style::{self, color},
    widgets,
};

/// Pointer interaction with a list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Answer {
    pub(super) hovered: Option<NodeId>,
    pub(super) clicked: Option<NodeId>,
}

/// Height of a row, in points.
const ROW: f32 = 15.0;

/// Draws the costliest parts, one per row.
pub(super) fn costliest(
    ui: &mut Ui,
    width: f32,
    (tree, weights, parts): (&NodeTree, &SubtreeSums, &[Costly]),
    colors: NodeColors,
    selected: Option<NodeId>,
) -> Answer {
    let mut answer = Answer::default();
    ui.spacing_mut().item_spacing.y = 0.0;
    let title = text!("dock-most", what = weights.measure().title());
    ui.label(RichText::new(title).strong().size(12.5).color(style::TEXT))
        .on_hover_text(text!("dock-parts", hint = weights.measure().description()));
    ui.add_space(3.0);
    if parts.is_empty() {
        widgets::note(ui, text!("dock-parts-none", what = weights.measure().title()));
    }
    let whole = weights.whole().max(f64::MIN_POSITIVE);
    let most = parts.first().map_or(1.0, |part| part.amount);
    for part in parts {
        if ui.available_height() < ROW {
            break;
        }
        let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::click());
        let depth = tree.node(part.node).map_or(0, |view| view.depth);
        let painter = ui.painter();
        if response.hovered() || selected == Some(part.node) {
            painter.rect_filled(rect, 2.0, style::LINE);
        }
        let room = 64.0;
        let length = (part.amount / most) as f32 * (rect.width() - room - 58.0).max(8.0);
        let bar = Rect::from_min_size(rect.min + vec2(room, 4.0), vec2(length.max(1.0), ROW - 8.0));
        painter.rect_filled(bar, 1.0, color(colors.node(part.node, depth)));
        let font = FontId::proportional(11.5);
        let name = words::count(part.node) + if part.alone { text!("dock-alone") } else { "" };
        painter.text(
            rect.left_center() + vec2(4.0, 0.0),
            egui::Align2::LEFT_CENTER,
            name,
            font.clone(),
            style::TEXT,
        );
        painter.text(
            bar.right_center() + vec2(5.0, 0.0),
            egui::Align2::LEFT_CENTER,
            amounts::share(part.amount / whole),
            font,
            style::FAINT,
        );
        if response.hovered() {
            answer.hovered = Some(part.node);
        }
        if response.clicked() {
            answer.clicked = Some(part.node);
        }
        let amount = amounts::words(weights.measure(), part.amount);
        let node = words::count(part.node);
        let hint = if part.alone {
            text!("dock-part-node", node, depth, amount)
        } else {
            let nodes = words::counted(weights.node_count(part.node), "node");
            text!("dock-part-subtree", node, depth, amount, nodes)
        };
        style::hinted(response, hint);
    }
    answer
}

/// Draws the path from the root to a node: one letter per ancestor, then the node's number.
pub(super) fn way(ui: &mut Ui, tree: &NodeTree, id: NodeId, palette: Palette) -> Answer {
    /// Width of a letter, in points.
    const LETTER: f32 = 15.0;
    let mut answer = Answer::default();
    let mut above: Vec<(NodeId, Branch)> = tree.ancestors(id).collect();
    above.reverse();
    let room = ((ui.available_width() - 190.0) / LETTER).max(1.0) as usize;
    let skipped = above.len().saturating_sub(room);
    ui.spacing_mut().item_spacing.x = 0.0;
    ui.spacing_mut().button_padding.x = 3.0;
    ui.label(RichText::new(text!("dock-root")).size(12.0).color(style::FAINT));
    if skipped > 0 {
        let text = text!("dock-skipped", skipped);
        ui.label(RichText::new(text).size(12.0).color(style::FAINT));
    }
    for &(node, branch) in &above[skipped..] {
        let ink = widgets::side_ink(branch, palette);
        let letter = widgets::letter(branch, palette).size(11.0);
        let button = Button::new(letter).small().fill(ink.gamma_multiply(0.18));
        let response = ui.add(button.min_size(vec2(LETTER, 16.0)));
        if response.hovered() {
            answer.hovered = Some(node);
        }
        if response.clicked() {
            answer.clicked = Some(node);
        }
        let side = match branch {
            Branch::Front => text!("dock-in-front"),
            Branch::Back => text!("dock-behind"),
        };
        let text = text!("dock-way", side, node = words::count(node));
        style::hinted(response, text);
    }
    let text = text!("dock-node-of", node = words::count(id));
    ui.label(
        RichText::new(text)
            .size(12.5)
            .strong()
            .color(color(palette.selected())),
    );
    answer
}

//! Lists the most expensive subtrees and the selected node's path from the root, and plots the measure by depth.

use bevy_egui::egui::{Align2, Button, FontId, Rect, RichText, Sense, Ui, Vec2, pos2, vec2};
use bspwalk_explain::icicle::Costly;
use bspwalk_overlays::tree_stats::TreeStats;
use bspwalk_text::translated;
use bspwalk_trees::NodeTree;
use bspwalk_trees::node_storing::{Branch, NodeId, SubtreeSums};

use super::icicle::{IcicleState, NodeColors, Pointed, rows_top};
use super::weights::{amount_words, share_words};
use crate::app::kit::{prelude::*, style::color};
use crate::app::panel::path::side;

/// Row height, in points.
const ROW: f32 = 15.0;

/// Draws the list of the most expensive subtrees, one per row.
pub(super) fn costliest(
    ui: &mut Ui,
    width: f32,
    (tree, weights, parts): (&NodeTree, &SubtreeSums, &[Costly]),
    colors: NodeColors,
    selected: Option<NodeId>,
) -> Pointed {
    let mut pointed = Pointed::default();
    ui.spacing_mut().item_spacing.y = 0.0;
    let title = text!("dock-most", what = translated(weights.measure().title()));
    let hint = text!("dock-parts", hint = translated(weights.measure().description()));
    ui.label(RichText::new(title).strong().size(12.5).color(style::TEXT))
        .on_hover_text(hint);
    ui.add_space(3.0);
    if parts.is_empty() {
        let what = translated(weights.measure().title());
        widgets::draw_note(ui, text!("dock-parts-none", what));
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
        let name = words::count(part.node) + if part.alone { text!("dock-alone") } else { "" };
        let share = share_words(part.amount / whole);
        for (at, text, ink) in [
            (rect.left_center() + vec2(4.0, 0.0), name, style::TEXT),
            (bar.right_center() + vec2(5.0, 0.0), share, style::FAINT),
        ] {
            painter.text(at, Align2::LEFT_CENTER, text, FontId::proportional(11.5), ink);
        }
        pointed.add(part.node, &response);
        let amount = amount_words(weights.measure(), part.amount);
        let node = words::count(part.node);
        let hint = if part.alone {
            text!("dock-part-node", node, depth, amount)
        } else {
            let nodes = words::count_with_noun(weights.node_count(part.node), "node");
            text!("dock-part-subtree", node, depth, amount, nodes)
        };
        style::hinted(response, hint);
    }
    pointed
}

/// Draws the path from the root to a node: one letter per ancestor, then the node index.
pub(super) fn draw_path_to_node(ui: &mut Ui, tree: &NodeTree, id: NodeId, palette: Palette) -> Pointed {
    /// Width of a letter, in points.
    const LETTER: f32 = 15.0;
    let mut pointed = Pointed::default();
    let mut above: Vec<(NodeId, Branch)> = tree.ancestors(id).collect();
    above.reverse();
    let room = ((ui.available_width() - 190.0) / LETTER).max(1.0) as usize;
    let skipped = above.len().saturating_sub(room);
    ui.spacing_mut().item_spacing.x = 0.0;
    ui.spacing_mut().button_padding.x = 3.0;
    style::label(ui, text!("dock-root"), style::FAINT, 12.0);
    if skipped > 0 {
        style::label(ui, text!("dock-skipped", skipped), style::FAINT, 12.0);
    }
    for &(node, branch) in &above[skipped..] {
        let ink = widgets::side_ink(branch, palette);
        let letter = widgets::letter(branch, palette).size(11.0);
        let button = Button::new(letter).small().fill(ink.gamma_multiply(0.18));
        let response = ui.add(button.min_size(vec2(LETTER, 16.0)));
        pointed.add(node, &response);
        let hint = text!("dock-way", side = side(branch), node = words::count(node));
        style::hinted(response, hint);
    }
    let text = RichText::new(text!("dock-node-of", node = words::count(id))).size(12.5);
    ui.label(text.strong().color(color(palette.selected())));
    pointed
}

/// Draws a bar for each depth whose row is in view.
pub(super) fn draw_depth_bars(
    ui: &mut Ui,
    size: Vec2,
    weights: &SubtreeSums,
    stats: &TreeStats,
    colors: NodeColors,
    icicle: &IcicleState,
) {
    /// Width of the depth numbers, in points.
    const NUMBERS: f32 = 20.0;
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let Some((top_of, row)) = icicle.rows() else {
        return;
    };
    let rows = Rect::from_min_max(rows_top(rect), rect.max);
    let most = weights.by_depth().iter().copied().fold(0.0, f64::max);
    let painter = ui.painter().with_clip_rect(rows.intersect(ui.clip_rect()));
    // Skip depth numbers that would overlap.
    let every = (11.0 / row).ceil().max(1.0) as u32;
    let font = FontId::proportional(10.0);
    for (depth, &amount) in (0..).zip(weights.by_depth()) {
        let top = rows.top() + top_of(depth);
        if top + row < rows.top() || top > rows.bottom() {
            continue;
        }
        if depth % every == 0 && top >= rows.top() && top + 10.0 <= rows.bottom() {
            let place = pos2(rows.left() + NUMBERS - 4.0, top + 0.5 * row.min(12.0));
            painter.text(place, Align2::RIGHT_CENTER, depth, font.clone(), style::FAINT);
        }
        let share = if most > 0.0 { (amount / most) as f32 } else { 0.0 };
        let width = (share * (rows.width() - NUMBERS)).max(1.0);
        let gap = if row > 5.0 { 1.0 } else { 0.0 };
        let bar = Rect::from_min_size(pos2(rows.left() + NUMBERS, top), vec2(width, row - gap));
        painter.rect_filled(bar, 0.0, color(colors.depth(depth)));
    }
    let Some(pointer) = response.hover_pos().filter(|pointer| rows.contains(*pointer)) else {
        return;
    };
    let is_under = |depth| (0.0..row).contains(&(pointer.y - rows.top() - top_of(depth)));
    if let Some((depth, &amount)) = (0..).zip(weights.by_depth()).find(|&(depth, _)| is_under(depth)) {
        let nodes = words::count_with_noun(stats.at_depth(depth).len() as u64, "node");
        let what = amount_words(weights.measure(), amount);
        let share = share_words(amount / weights.whole().max(f64::MIN_POSITIVE));
        response.on_hover_text_at_pointer(text!("dock-depth", depth, nodes, what, share));
    }
}

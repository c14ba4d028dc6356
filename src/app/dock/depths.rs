//! Bar chart of the measure by depth, next to the rows of the icicle.

use bevy_egui::egui::{self, Align2, FontId, Rect, Sense, Ui, vec2};
use bspwalk_overlays::tree_stats::TreeStats;
use bspwalk_progress::words;
use bspwalk_text::text;
use bspwalk_trees::node_storing::SubtreeSums;

use super::{
    amounts,
    icicle::{IcicleState, NodeColors, rows_top},
};
use crate::app::kit::style::{self, color};

/// Width of the depth numbers, in points.
const NUMBERS: f32 = 20.0;

/// Draws a bar for each depth whose row is in view.
pub(super) fn show(
    ui: &mut Ui,
    size: egui::Vec2,
    weights: &SubtreeSums,
    stats: &TreeStats,
    colors: NodeColors,
    icicle: &IcicleState,
) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let Some((top_of, row)) = icicle.rows() else {
        return;
    };
    let rows = Rect::from_min_max(rows_top(rect), rect.max);
    let most = weights.by_depth().iter().copied().fold(0.0, f64::max);
    let painter = ui.painter().with_clip_rect(rows.intersect(ui.clip_rect()));
    // Skip numbers that would overlap.
    let every = (11.0 / row).ceil().max(1.0) as u32;
    let font = FontId::proportional(10.0);
    for (depth, &amount) in (0..).zip(weights.by_depth()) {
        let top = rows.top() + top_of(depth);
        if top + row < rows.top() || top > rows.bottom() {
            continue;
        }
        if depth % every == 0 && top >= rows.top() && top + 10.0 <= rows.bottom() {
            let place = egui::pos2(rows.left() + NUMBERS - 4.0, top + 0.5 * row.min(12.0));
            painter.text(place, Align2::RIGHT_CENTER, depth, font.clone(), style::FAINT);
        }
        let share = if most > 0.0 { (amount / most) as f32 } else { 0.0 };
        let width = (share * (rows.width() - NUMBERS)).max(1.0);
        let gap = if row > 5.0 { 1.0 } else { 0.0 };
        let bar = Rect::from_min_size(egui::pos2(rows.left() + NUMBERS, top), vec2(width, row - gap));
        painter.rect_filled(bar, 0.0, color(colors.depth(depth)));
    }
    let Some(pointer) = response.hover_pos().filter(|pointer| rows.contains(*pointer)) else {
        return;
    };
    let under = (0..)
        .zip(weights.by_depth())
        .find(|&(depth, _)| (0.0..row).contains(&(pointer.y - rows.top() - top_of(depth))));
    if let Some((depth, &amount)) = under {
        let nodes = stats.at_depth(depth).len() as u64;
        let text = text!(
            "dock-depth",
            depth,
            nodes = words::counted(nodes, "node"),
            what = amounts::words(weights.measure(), amount),
            share = amounts::share(amount / weights.whole().max(f64::MIN_POSITIVE))
        );
        response.on_hover_text_at_pointer(text);
    }
}

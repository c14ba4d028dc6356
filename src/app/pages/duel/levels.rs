//! Draws the boxes of a k-d tree, an octree or a BVH down to a chosen depth, over a top view of the walls.

use bevy_egui::egui::{DragValue, Rect, Sense, Stroke, StrokeKind, Ui, emath::RectTransform, pos2, vec2};
use bspwalk_explain::duel::{Contestant, Row, columns};
use bspwalk_explain::other_trees::SpatialTreeKind;
use bspwalk_geometry::Aabb;
use bspwalk_text::text;
use bspwalk_trees::NodeTree;

use super::plots;
use crate::app::kit::{style, widgets};
use crate::app::level::duel::DuelState;

/// Maximum number of triangles whose edges are drawn as walls.
const MOST_TRIANGLES: u32 = 4000;

/// Maximum vertical component of a wall's unit normal.
const STEEP: f32 = 0.5;

/// Minimum level extent used to compute the scale, in metres. It avoids a division by zero.
const SMALLEST: f32 = 0.001;

/// Minimum height of the drawing, in points.
const LOWEST: f32 = 40.0;

/// Display settings of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LevelsView {
    /// Whether the drawing replaces the histogram.
    is_on: bool,
    /// Selected kind of tree. Defaults to the first measured tree.
    chosen: Option<SpatialTreeKind>,
    /// Depth of the smallest boxes to draw, where the root has depth 0.
    depth: usize,
}

impl Default for LevelsView {
    fn default() -> Self {
        Self {
            is_on: false,
            chosen: None,
            depth: 3,
        }
    }
}

/// Returns a top view that fits a box into a rectangle. X points to the right, and Z points down.
fn plan(place: Rect, bounds: &Aabb) -> RectTransform {
    let (size, middle) = (bounds.size().as_vec3(), bounds.center().as_vec3());
    let [across, along] = [size.x, size.z].map(|length| length.max(SMALLEST));
    let scale = (place.width() / across).min(place.height() / along);
    let shown = Rect::from_center_size(pos2(middle.x, middle.z), place.size() / scale);
    RectTransform::from_to(shown, place)
}

fn on_plan(bounds: &Aabb) -> Rect {
    let [min, max] = [bounds.min, bounds.max].map(glam::DVec3::as_vec3);
    Rect::from_two_pos(pos2(min.x, min.z), pos2(max.x, max.z))
}

/// Draws the depth histogram, or the box drawing if it is turned on. Only trees other than BSP trees have a box
/// drawing.
pub(super) fn show(
    ui: &mut Ui,
    duel: &DuelState,
    walls: &NodeTree,
    hovered: Option<Contestant>,
    view: &mut LevelsView,
) {
    fn tree(row: &Row) -> Option<(SpatialTreeKind, &Row)> {
        match row.contestant {
            Contestant::Other(kind) if !row.levels.is_empty() => Some((kind, row)),
            _ => None,
        }
    }
    let trees: Vec<(SpatialTreeKind, &Row)> = duel.rows().iter().filter_map(tree).collect();
    let chosen = trees.iter().find(|(kind, _)| Some(*kind) == view.chosen);
    let Some(&(kind, row)) = chosen.or(trees.first()) else {
        plots::depths(ui, duel, hovered);
        return;
    };
    ui.horizontal(|ui| {
        let switch = ui.checkbox(&mut view.is_on, text!("duelpage-levels"));
        switch.on_hover_text(text!("duelpage-levels-hint"));
        if !view.is_on {
            return;
        }
        let kinds = trees
            .iter()
            .map(|(kind, _)| (*kind, kind.title(), Contestant::Other(*kind).description()));
        if let Some(kind) = widgets::choose(ui, "levels", kind.title(), 90.0, kinds) {
            view.chosen = Some(kind);
        }
        let hint = text!("duelpage-levels-depth-hint");
        style::faint(ui, text!("duelpage-levels-depth")).on_hover_text(hint);
        let deepest = row.levels.len().saturating_sub(1);
        view.depth = view.depth.min(deepest);
        ui.add(DragValue::new(&mut view.depth).range(0..=deepest).speed(0.05));
    });
    if view.is_on {
        picture(ui, row, walls, view.depth);
    } else {
        plots::depths(ui, duel, hovered);
    }
}

/// Draws the caption, the walls, and the node boxes down to a given depth.
fn picture(ui: &mut Ui, row: &Row, walls: &NodeTree, depth: usize) {
    widgets::draw_note(ui, columns::levels_caption(row, depth));
    let size = vec2(ui.available_width(), (ui.available_height() - 2.0).max(LOWEST));
    let (place, response) = ui.allocate_exact_size(size, Sense::hover());
    style::set_accessible_name(response, text!("duelpage-levels"));
    let Some(root) = row.levels.first().and_then(|level| level.first()) else {
        return;
    };
    let plan = plan(place.shrink(2.0), root);
    let painter = ui.painter_at(place);
    let faint = Stroke::new(1.0, style::LINE);
    let step = 1 + walls.triangle_count() / MOST_TRIANGLES;
    for number in walls.triangle_ids().step_by(step as usize) {
        let Some(triangle) = walls.triangle(number).filter(|wall| wall.normal.y.abs() < STEEP) else {
            continue;
        };
        let [a, b, c] = triangle.corners.map(|corner| plan * pos2(corner.x, corner.z));
        for edge in [[a, b], [b, c], [c, a]] {
            painter.line_segment(edge, faint);
        }
    }
    // The smallest boxes are drawn last, and brightest.
    for (level, boxes) in row.levels.iter().enumerate().take(depth + 1) {
        let share = if level == depth { 1.0 } else { 0.45 };
        let stroke = Stroke::new(1.0, plots::color(level).gamma_multiply(share));
        for bounds in boxes {
            let place = plan.transform_rect(on_plan(bounds));
            painter.rect_stroke(place, 0.0, stroke, StrokeKind::Middle);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn plan_fits_the_box_and_keeps_its_shape() {
        let bounds = Aabb {
            min: DVec3::new(-2.0, 0.0, 1.0),
            max: DVec3::new(6.0, 9.0, 5.0),
        };
        let place = Rect::from_min_max(pos2(10.0, 20.0), pos2(110.0, 120.0));
        let drawn = plan(place, &bounds).transform_rect(on_plan(&bounds));
        assert_eq!(drawn, Rect::from_min_max(pos2(10.0, 45.0), pos2(110.0, 95.0)));
    }

    #[test]
    fn plan_of_a_point_is_finite() {
        let bounds = Aabb {
            min: DVec3::ONE,
            max: DVec3::ONE,
        };
        let place = Rect::from_min_max(pos2(0.0, 0.0), pos2(10.0, 10.0));
        assert!(plan(place, &bounds).scale().is_finite());
    }
}

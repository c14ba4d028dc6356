//! Draws the 13 axes of the separating axis test between a box and a triangle, each as a pair of bars.
//!
//! If the two bars of an axis do not overlap, the axis separates the box from the triangle.

use bevy_egui::egui::{Color32, Rect, Sense, Ui, vec2};
use bspwalk_explain::films::{QueryFilm, Step, axis_name, projections};
use bspwalk_geometry::{AxisProjection, SeparatingAxis};
use bspwalk_text::words::metres;
use bspwalk_trees::{NodeTree, observer::TestOutcome};

use crate::app::kit::prelude::*;

/// Size of the drawing of one axis, in points.
const SIZE: egui::Vec2 = vec2(46.0, 20.0);

/// Draws the axes if the current step tests a triangle against a box.
pub(super) fn draw(ui: &mut Ui, film: &QueryFilm, tree: &NodeTree, index: usize, palette: Palette) {
    let Some(Step::Test { triangle, tested, .. }) = film.step(index) else {
        return;
    };
    let separating = match tested {
        TestOutcome::Separated(axis) => Some(*axis),
        TestOutcome::Overlaps => None,
        _ => return,
    };
    let question = film.tree_query_at(index).zip(tree.triangle(*triangle));
    let Some(axes) = question.and_then(|((_, question), view)| projections(question, &view)) else {
        return;
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for (projection, number) in axes.iter().zip(1..) {
            let color = (separating == Some(projection.axis)).then(|| style::color(palette.missed()));
            axis(ui, projection, number, color);
        }
    });
}

fn short(axis: SeparatingAxis) -> String {
    let letter = |axis: usize| ["X", "Y", "Z"][axis % 3];
    match axis {
        SeparatingAxis::Box(axis) => letter(axis).to_owned(),
        SeparatingAxis::Normal => "n".to_owned(),
        SeparatingAxis::Cross { axis, edge } => format!("{}×{}", letter(axis), edge + 1),
    }
}

/// Draws one axis, with the bar of the box above the bar of the triangle, at the same scale. A separating axis is
/// coloured.
fn axis(ui: &mut Ui, projection: &AxisProjection, number: u32, separates: Option<Color32>) {
    let color = separates.unwrap_or(style::FAINT);
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        let (rect, response) = ui.allocate_exact_size(SIZE, Sense::hover());
        let (reach, [low, high]) = (projection.reach, projection.triangle);
        let most = reach.max(low.abs()).max(high.abs()).max(1.0e-9);
        let x = |value: f64| rect.center().x + (value / most) as f32 * 0.5 * rect.width();
        let bar = |from: f64, to: f64, top: f32| {
            Rect::from_x_y_ranges(x(from)..=x(to).max(x(from) + 1.5), top..=top + 7.0)
        };
        let painter = ui.painter();
        painter.rect_filled(bar(-reach, reach, rect.top() + 1.0), 1.0, style::TEXT);
        painter.rect_filled(bar(low, high, rect.top() + 11.0), 1.0, color);
        if separates.is_some() {
            let rim = egui::Stroke::new(1.5, color);
            painter.rect_stroke(rect.expand(2.0), 2.0, rim, egui::StrokeKind::Outside);
        }
        style::label(ui, short(projection.axis), color, 11.0);
        let gap = projection.gap();
        let text = match gap > 0.0 {
            true => text!("query-apart", distance = metres(gap)),
            false => text!("query-overlap").to_owned(),
        };
        let axis = axis_name(projection.axis);
        response.on_hover_text(text!("query-axis", number, axis, text));
    });
}

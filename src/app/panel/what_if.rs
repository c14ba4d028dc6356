//! What if the selected node had another plane: one set by hand, the comparison, and the buttons.

use bevy::prelude::{MessageWriter, ResMut};
use bevy_egui::egui::{self, Color32, RichText, Slider, Ui};
use glam::{DQuat, DVec3};

use super::widgets;
use crate::{
    app::{
        hud::style,
        overlays::PreviewedPlane,
        palette::Palette,
        state::CurrentLevel,
        what_if::{Change, Comparison, Trial, WhatIf},
        words,
    },
    bsp::node_storing::{IcicleWindow, NodeId},
    geometry::Plane,
};

/// How a plane that is set by hand differs from the one that the node has.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct ByHand {
    /// Metres along its normal.
    offset: f64,
    /// Degrees to the left, seen from above.
    turn: f64,
    /// Degrees upwards.
    tilt: f64,
}

impl ByHand {
    /// The plane, turned and tilted around a point of the one that the node has.
    fn plane(self, own: &Plane, center: DVec3) -> Plane {
        let turned = DQuat::from_rotation_y(self.turn.to_radians()) * own.normal;
        // A plane that lies flat has no side: it tilts around x.
        let axis = turned.cross(DVec3::Y).try_normalize().unwrap_or(DVec3::X);
        let normal = (DQuat::from_axis_angle(axis, self.tilt.to_radians()) * turned).normalize();
        Plane::from_point_normal(center + normal * self.offset, normal)
    }
}

/// Draws the section of the card of a node.
pub(super) fn show(
    ui: &mut Ui,
    (current, node): (&CurrentLevel, NodeId),
    (trial, palette): (&Trial, Palette),
    previewed: &mut ResMut<'_, PreviewedPlane>,
    messages: &mut MessageWriter<'_, WhatIf>,
) {
    ui.add_space(2.0);
    if let Some(status) = trial.status() {
        ui.add(style::bar(status.fraction).text(RichText::new(status.title).size(12.0)));
    }
    let [applied, changes] = trial.counts();
    if let Some(change) = trial.last() {
        let title = format!("What if: node {}", words::count(change.node));
        ui.label(RichText::new(title).strong().size(13.0).color(style::TEXT));
        compare(ui, &change.comparison);
        icicles(ui, change, palette);
    }
    if changes > 0 {
        ui.horizontal(|ui| {
            let mut button = |name: &str, hint: &str, enabled: bool, message: WhatIf| {
                let button = ui
                    .add_enabled(enabled, egui::Button::new(name))
                    .on_hover_text(hint);
                if button.clicked() {
                    messages.write(message);
                }
            };
            button(
                "Undo",
                "Back to the tree before this change.",
                applied > 0,
                WhatIf::Undo,
            );
            button("Redo", "The change once more.", applied < changes, WhatIf::Redo);
            button(
                "Keep",
                "This is the tree from now on, until the level or the tree is loaded or built anew.",
                applied > 0,
                WhatIf::Keep,
            );
            button(
                "Drop",
                "Back to the tree before all changes.",
                applied > 0,
                WhatIf::Drop,
            );
        });
        if applied > 0 {
            widgets::note(ui, "You walk in this tree: it is drawn, asked and collided with.");
        }
    }
    egui::CollapsingHeader::new(
        RichText::new("What if: another plane by hand")
            .size(12.5)
            .color(style::TEXT),
    )
    .id_salt("by hand")
    .show_unindented(ui, |ui| by_hand(ui, (current, node), previewed, messages));
}

/// The sliders of a plane that is set by hand.
fn by_hand(
    ui: &mut Ui,
    (current, node): (&CurrentLevel, NodeId),
    previewed: &mut ResMut<'_, PreviewedPlane>,
    messages: &mut MessageWriter<'_, WhatIf>,
) {
    let (Some(view), Some(polygon)) = (current.tree.node(node), current.tree.plane_polygon(node)) else {
        return;
    };
    let id = ui.id().with(("by hand", current.revision, node));
    let before: ByHand = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let mut hand = before;
    let reach = 0.5 * current.tree.cell(node).bounds().size().length();
    widgets::rows(ui, "by hand", |ui| {
        for (name, hint, value, most, unit) in [
            ("Move", "Along its normal.", &mut hand.offset, reach, " m"),
            ("Turn", "Around the vertical.", &mut hand.turn, 90.0, "°"),
            ("Tilt", "Out of the vertical.", &mut hand.tilt, 90.0, "°"),
        ] {
            let slider = Slider::new(value, -most..=most).suffix(unit).max_decimals(2);
            widgets::control(ui, name, hint, slider);
        }
    });
    if hand != before {
        ui.data_mut(|data| data.insert_temp(id, hand));
    }
    let center = polygon.positions().sum::<DVec3>() / polygon.vertices.len().max(1) as f64;
    let plane = hand.plane(&view.plane, center);
    let is_other = hand != ByHand::default();
    if is_other {
        previewed.0 = Some((node, plane));
    }
    let note = if is_other {
        "The hatched plane is yours. Only what is below this node is built anew with it, and can be undone."
    } else {
        "Drag a slider: your plane is drawn in the cell of the node."
    };
    widgets::note(ui, note);
    ui.horizontal(|ui| {
        let build = ui.add_enabled(is_other, egui::Button::new("Build with it"));
        if build
            .on_disabled_hover_text("Move, turn or tilt the plane first.")
            .clicked()
        {
            messages.write(WhatIf::Take(node, plane));
        }
        if ui.add_enabled(is_other, egui::Button::new("Reset")).clicked() {
            ui.data_mut(|data| data.remove_temp::<ByHand>(id));
        }
    });
}

/// The table of figures before and after.
fn compare(ui: &mut Ui, comparison: &Comparison) {
    egui::Grid::new("comparison")
        .num_columns(5)
        .min_col_width(0.0)
        .spacing([8.0, 1.0])
        .show(ui, |ui| {
            for title in ["", "subtree", "now", "tree", "now"] {
                ui.label(RichText::new(title).color(style::FAINT).size(11.5));
            }
            ui.end_row();
            for (name, cells) in rows(comparison) {
                ui.label(RichText::new(name).color(style::FAINT).size(12.0));
                for (text, color) in cells {
                    ui.label(RichText::new(text).color(color).size(12.0));
                }
                ui.end_row();
            }
        });
}

/// The subtree before and after, each as an icicle: as wide as its fragments, front children at the left.
fn icicles(ui: &mut Ui, change: &Change, palette: Palette) {
    /// Depths that are drawn, and the height of each in points.
    const DEPTHS: u32 = 10;
    const ROW: f32 = 4.0;
    for (which, name) in [(0, "before"), (1, "now")] {
        let (tree, weights) = (&change.trees[which], &change.weights[which]);
        let Some(bar) = weights.bar(tree, change.node) else {
            continue;
        };
        ui.horizontal(|ui| {
            ui.add_sized(
                [44.0, ROW],
                egui::Label::new(RichText::new(name).color(style::FAINT).size(11.5)),
            );
            let size = egui::vec2(ui.available_width(), ROW * DEPTHS as f32);
            let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
            let window = IcicleWindow {
                range: [bar.start, bar.start + bar.width],
                pixels: f64::from(rect.width()),
                depths: [bar.depth, bar.depth + DEPTHS],
            };
            let icicle = weights.layout(tree, &window, |_| true);
            let x = |share: f64| {
                rect.left() + rect.width() * ((share - bar.start) / bar.width.max(f64::MIN_POSITIVE)) as f32
            };
            for part in icicle.bars.iter().filter(|part| part.depth >= bar.depth) {
                let top = rect.top() + ROW * (part.depth - bar.depth) as f32;
                let place = egui::Rect::from_x_y_ranges(
                    x(part.start)..=x(part.start + part.width),
                    top..=top + ROW - 0.5,
                );
                let color = widgets::color(palette.depth(part.depth - bar.depth, DEPTHS));
                ui.painter().rect_filled(place.intersect(rect), 0.0, color);
            }
        });
    }
}

/// The rows of the table: each figure of the subtree and of the tree, before and after. Less is better.
fn rows(comparison: &Comparison) -> Vec<(&'static str, [(String, Color32); 4])> {
    let Comparison { subtree, whole } = comparison;
    let row = |name, of: &dyn Fn(usize) -> [f64; 2], text: &dyn Fn(f64) -> String| {
        let pair = |which: usize| {
            let [before, after] = of(which);
            let color = match after.total_cmp(&before) {
                std::cmp::Ordering::Less => style::ACCENT,
                std::cmp::Ordering::Equal => style::TEXT,
                std::cmp::Ordering::Greater => style::ALARM,
            };
            [(text(before), style::TEXT), (text(after), color)]
        };
        let [a, b] = pair(0);
        let [c, d] = pair(1);
        (name, [a, b, c, d])
    };
    let figures = |which: usize| if which == 0 { subtree } else { whole };
    let count = |number: f64| words::count(number as u64);
    vec![
        row(
            "nodes",
            &|which| figures(which).map(|of| f64::from(of.nodes)),
            &count,
        ),
        row(
            "fragments",
            &|which| figures(which).map(|of| f64::from(of.fragments)),
            &count,
        ),
        row(
            "depth",
            &|which| figures(which).map(|of| f64::from(of.depth)),
            &count,
        ),
        row(
            "growth",
            &|which| figures(which).map(|of| of.growth()),
            &|growth| format!("{growth:.3}"),
        ),
        row("query cost", &|which| figures(which).map(|of| of.cost), &|cost| {
            format!("{cost:.2}")
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bsp::node_storing::SubtreeFigures;

    #[test]
    fn a_plane_by_hand_is_moved_turned_and_tilted() {
        let center = DVec3::new(1.0, 2.0, 3.0);
        let own = Plane::from_point_normal(center, DVec3::X);
        let plane = |offset, turn, tilt| ByHand { offset, turn, tilt }.plane(&own, center);
        assert_eq!(plane(0.0, 0.0, 0.0), own);
        let moved = plane(0.5, 0.0, 0.0);
        assert!((moved.distance(center) + 0.5).abs() < 1.0e-12 && moved.normal == DVec3::X);
        let turned = plane(0.0, 90.0, 0.0);
        assert!(turned.normal.distance(DVec3::NEG_Z) < 1.0e-12 && turned.distance(center).abs() < 1.0e-12);
        let tilted = plane(0.0, 0.0, 90.0);
        assert!(tilted.normal.distance(DVec3::Y) < 1.0e-12, "{}", tilted.normal);
        let flat = Plane::from_point_normal(center, DVec3::Y);
        let hand = ByHand {
            tilt: 30.0,
            ..ByHand::default()
        };
        let leaning = hand.plane(&flat, center);
        assert!((leaning.normal.length() - 1.0).abs() < 1.0e-12 && leaning.normal != DVec3::Y);
    }

    #[test]
    fn what_grows_is_told_from_what_shrinks() {
        let figures = |nodes, fragments| SubtreeFigures {
            nodes,
            fragments,
            faces: 100,
            depth: 9,
            cost: 2.5,
        };
        let comparison = Comparison {
            subtree: [figures(40, 120), figures(30, 150)],
            whole: [figures(1_040, 1_120), figures(1_030, 1_150)],
        };
        let rows = rows(&comparison);
        let texts = |row: usize| rows[row].1.clone().map(|(text, _)| text);
        assert_eq!(texts(0), ["40", "30", "1,040", "1,030"]);
        assert_eq!(texts(3), ["1.200", "1.500", "11.200", "11.500"]);
        let colors = [0, 1, 2].map(|row: usize| rows[row].1[1].1);
        assert_eq!(colors, [style::ACCENT, style::ALARM, style::TEXT]);
    }
}

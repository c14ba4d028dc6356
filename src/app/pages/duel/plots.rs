//! Plots of the number of nodes by depth for all trees, and plots of a rule's trees as a function of one of its
//! weights.

use bevy::prelude::MessageWriter;
use bevy_egui::egui::{Button, Color32, Sense, Stroke, Ui, pos2, vec2};
use bspwalk_explain::build_cost::cost_words;
use bspwalk_explain::duel::weight_sweep::{Weight, WeightPoint};
use bspwalk_explain::duel::{Contestant, Row};
use bspwalk_session::duel::{LEAST, axis_position, tick_label};
use bspwalk_text::{Message, message, translated};
use bspwalk_trees::{BuildParams, Rule};
use egui_plot::{GridInput, GridMark, Line, LineStyle, MarkerShape, PlotPoints, Points, VLine};

use crate::app::kit::prelude::*;
use crate::app::level::duel::{AskDuel, DuelState};

/// Colours that are distinguishable for people with colour vision deficiency (Okabe and Ito). Rows beyond the last
/// colour reuse the colours with dashed lines.
const COLORS: [Color32; 8] = [
    Color32::from_rgb(86, 180, 233),
    Color32::from_rgb(230, 159, 0),
    Color32::from_rgb(0, 158, 115),
    Color32::from_rgb(240, 228, 66),
    Color32::from_rgb(204, 121, 167),
    Color32::from_rgb(213, 94, 0),
    Color32::from_rgb(150, 159, 172),
    Color32::from_rgb(80, 120, 230),
];

/// Maximum fraction of a tree's nodes that may be deeper than the depth range of the plot.
const DEEPER: f64 = 0.01;

/// Returns whether the row with the given index has a dashed line.
fn is_dashed(index: usize) -> bool {
    index / COLORS.len() % 2 == 1
}

/// Returns the colour of a row or depth with the given index.
pub(super) fn color(index: usize) -> Color32 {
    COLORS[index % COLORS.len()]
}

/// Draws a sample of a row's line. Leaves the space empty if the row has no line yet.
pub(super) fn swatch(ui: &mut Ui, index: usize, is_there: bool) {
    let (place, _) = ui.allocate_exact_size(vec2(16.0, 12.0), Sense::hover());
    if !is_there {
        return;
    }
    let stroke = Stroke::new(3.0, color(index));
    let (from, to, y) = (place.left() + 1.0, place.right() - 4.0, place.center().y);
    if is_dashed(index) {
        let gap = (to - from) / 3.0;
        ui.painter().hline(from..=from + gap, y, stroke);
        ui.painter().hline(to - gap..=to, y, stroke);
    } else {
        ui.painter().hline(from..=to, y, stroke);
    }
}

/// Returns the outline of a histogram of the node counts at each depth, starting at the root.
pub(super) fn outline(depths: &[u32]) -> Vec<[f64; 2]> {
    let mut points = vec![[-0.5, 0.0]];
    for (depth, &nodes) in (0..).zip(depths) {
        let (at, nodes) = (f64::from(depth), f64::from(nodes));
        points.extend([[at - 0.5, nodes], [at + 0.5, nodes]]);
    }
    points.push([depths.len() as f64 - 0.5, 0.0]);
    points
}

/// Returns the number of depths, counted from the root, that contain nearly all nodes of a tree.
pub(super) fn usual_depth(depths: &[u32]) -> usize {
    let all: u64 = depths.iter().copied().map(u64::from).sum();
    let most_below = all as f64 * DEEPER;
    let mut below = 0;
    for (depth, &nodes) in depths.iter().enumerate().rev() {
        below += u64::from(nodes);
        if below as f64 > most_below {
            return depth + 1;
        }
    }
    depths.len()
}

/// Plots the number of nodes at each depth for every tree.
pub(super) fn depths(ui: &mut Ui, duel: &DuelState, hovered: Option<Contestant>) {
    style::faint(ui, text!("duelpage-depths")).on_hover_text(text!("duelpage-depths-hint"));
    let of = |contestant: &Contestant| duel.row(contestant).filter(|row| row.has_tree());
    let rows = duel.entries.iter().enumerate();
    let rows = rows.filter_map(|(index, entry)| Some((index, of(&entry.contestant)?)));
    let rows: Vec<(usize, &Row)> = rows.collect();
    if rows.is_empty() {
        widgets::draw_note(ui, text!("duelpage-nothing"));
        return;
    }
    let usual = rows.iter().map(|(_, row)| usual_depth(&row.figures.depths)).max();
    let right = usual.unwrap_or(1) as f64 + 0.5;
    let lines: Vec<Line<'_>> = rows
        .iter()
        .map(|&(index, row)| {
            let is_hovered = hovered == Some(row.contestant);
            let faint = hovered.is_some() && !is_hovered;
            let dashes = match is_dashed(index) {
                true => LineStyle::dashed_dense(),
                false => LineStyle::Solid,
            };
            let outline = PlotPoints::from(outline(&row.figures.depths));
            let line = Line::new(row.contestant.label(), outline).style(dashes);
            line.color(color(index).gamma_multiply(if faint { 0.35 } else { 1.0 }))
                .width(if is_hovered { 3.0 } else { 1.5 })
        })
        .collect();
    let height = ui.available_height() - 2.0;
    widgets::plot("duel depths", height)
        .show_axes([true, true])
        .show_grid([false, true])
        .include_y(0.0)
        .default_x_bounds(-0.5, right)
        .auto_bounds([false, true])
        .label_formatter(|hover| match hover {
            egui_plot::HoverPosition::NearDataPoint {
                plot_name, position, ..
            } => {
                let nodes = words::count_with_noun(position.y.max(0.0) as u64, "node");
                let depth = position.x.round().max(0.0);
                Some(text!("duelpage-near-depth", plot_name, nodes, depth))
            }
            egui_plot::HoverPosition::Elsewhere { .. } => None,
        })
        .show(ui, |plot| {
            plot.set_plot_bounds_x(-0.5..=right);
            for line in lines {
                plot.line(line);
            }
        });
}

/// A curve in the weight plot: its name, its colour, and functions that return a value and format it.
type Series = (Message, Color32, fn(&WeightPoint) -> f64, fn(f64) -> String);

const SERIES: [Series; 3] = {
    const WHOLE: fn(f64) -> String = |number| words::count(number as u64);
    let (nodes, depth) = (message!("duelpage-nodes"), message!("duelpage-depth"));
    [
        (nodes, COLORS[0], |point| f64::from(point.nodes), WHOLE),
        (depth, COLORS[1], |point| f64::from(point.depth), WHOLE),
        (
            message!("duelpage-expected-cost"),
            COLORS[4],
            |point| point.cost,
            cost_words,
        ),
    ]
};

/// Plots statistics of a rule's trees as a function of one of its weights, and marks the chosen tree.
pub(super) fn weights(
    ui: &mut Ui,
    duel: &mut DuelState,
    world: &dyn Fn(&Contestant) -> bool,
    ask: &mut MessageWriter<'_, AskDuel>,
) {
    ui.horizontal_wrapped(|ui| {
        style::faint(ui, text!("duelpage-weight")).on_hover_text(text!("duelpage-weight-hint"));
        let curve = &mut duel.curve;
        let rules = Rule::ALL
            .into_iter()
            .filter(|rule| curve.weight.is_read_by(*rule));
        let name = |rule: Rule| Contestant::Nodes(BuildParams::preset(rule)).readable_name();
        let rules = rules.map(|rule| (rule, name(rule), translated(rule.description())));
        if let Some(rule) = widgets::choose(ui, "swept rule", name(curve.rule), 150.0, rules) {
            curve.rule = rule;
        }
        let term = |weight| match weight {
            Weight::Cut => Term::CutWeight,
            Weight::Unbalance => Term::ImbalanceWeight,
        };
        let weights = Weight::ALL.map(|weight| (weight, weight.title(), term(weight).definition()));
        if let Some(weight) = widgets::choose(ui, "swept weight", curve.weight.title(), 116.0, weights) {
            curve.weight = weight;
        }
        match curve.status() {
            Some(status) => {
                if ui.button(text!("duelpage-cancel")).clicked() {
                    ask.write(AskDuel::CancelSweep);
                }
                let done = words::count_with_noun(curve.points().len() as u64, "tree");
                let text = format!("{done}, {}", status.times());
                style::label(ui, text, style::FAINT, 12.0);
            }
            None => {
                if widgets::button(ui, text!("duelpage-sweep"), text!("duelpage-sweep-hint")) {
                    ask.write(AskDuel::Sweep);
                }
            }
        }
    });
    let curve = &mut duel.curve;
    if curve.points().is_empty() {
        if curve.status().is_none() {
            widgets::draw_note(ui, text!("duelpage-sweep-what"));
        }
        return;
    }
    let chosen = curve.chosen().copied();
    let mut joins = None;
    // With the panel open, this text takes two lines.
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let Some(point) = chosen else {
            widgets::draw_note(ui, text!("duelpage-drag"));
            return;
        };
        let weight = curve.params_and_weight();
        let weight = weight.map_or("weight", |(_, weight)| weight.title());
        style::label(ui, format!("{weight} {}:", point.weight), style::TEXT, 12.5);
        for (name, color, value, words) in SERIES {
            style::label(ui, format!("{name} {}", words(value(&point))), color, 12.5);
        }
        if let Some(contestant) = curve.contestant() {
            let take = Button::new(text!("duelpage-walk")).small();
            let take = ui.add_enabled(!world(&contestant), take);
            let take = take.on_hover_text(text!("duelpage-walk-hint"));
            if take.on_disabled_hover_text(text!("duelpage-walked-in")).clicked() {
                ask.write(AskDuel::Take(contestant));
            }
            if widgets::small_button(ui, text!("duelpage-add"), text!("duelpage-add-hint")) {
                joins = Some(contestant);
            }
        }
    });
    if let Some(contestant) = joins {
        duel.add(contestant);
    }
    let points = duel.curve.points();
    let lines: Vec<(Line<'_>, Points<'_>)> = SERIES
        .iter()
        .map(|&(name, color, value, _)| {
            let most = points.iter().map(value).fold(f64::MIN_POSITIVE, f64::max);
            let at = |point: &WeightPoint| [axis_position(point.weight), 100.0 * value(point) / most];
            let all: Vec<[f64; 2]> = points.iter().map(at).collect();
            let marked: Vec<[f64; 2]> = chosen.iter().map(at).collect();
            let line = Line::new(name.text(), PlotPoints::from(all))
                .color(color)
                .width(1.8);
            let mark = Points::new(name.text(), PlotPoints::from(marked)).color(color);
            (line, mark.radius(4.5).shape(MarkerShape::Circle))
        })
        .collect();
    let ends =
        [points.first(), points.last()].map(|point| point.map_or(0.0, |point| axis_position(point.weight)));
    let height = ui.available_height() - 2.0;
    let weight = duel.curve.params_and_weight();
    let weight = weight.map_or("", |(_, weight)| weight.title());
    let shown = widgets::plot("duel weights", height)
        .show_axes([true, true])
        .x_axis_label(text!("duelpage-weight-axis", weight))
        .y_axis_label(text!("duelpage-share-axis"))
        .show_grid([false, true])
        .include_y(0.0)
        .include_y(105.0)
        .include_x(ends[0] - 0.3)
        .include_x(ends[1] + 0.3)
        .x_grid_spacer(|input: GridInput| {
            let (from, to) = (input.bounds.0.ceil() as i32, input.bounds.1.floor() as i32);
            // Label 0 and every other power of 2, because more labels would not fit.
            let marks = (from..=to).filter(|power| power % 2 == 0 || f64::from(*power) == LEAST);
            let marks = marks.map(|power| GridMark {
                value: f64::from(power),
                step_size: 2.0,
            });
            marks.collect()
        })
        .x_axis_formatter(|mark, _| tick_label(mark.value))
        .y_axis_formatter(|mark, _| match mark.value.round() {
            // The plot has a margin above its maximum.
            percent if percent > 100.0 => String::new(),
            percent => format!("{percent} %"),
        })
        .label_formatter(|_| None)
        .show(ui, |plot| {
            if let Some(point) = chosen {
                let line = VLine::new(text!("duelpage-chosen"), axis_position(point.weight));
                plot.vline(line.color(style::TEXT).width(1.5));
            }
            for (line, mark) in lines {
                plot.line(line);
                plot.points(mark);
            }
        });
    let held = shown.response.is_pointer_button_down_on() || shown.response.clicked();
    let pointer = shown.response.interact_pointer_pos().filter(|_| held);
    if let Some(pointer) = pointer {
        let at = shown.transform.value_from_position(pos2(pointer.x, pointer.y));
        duel.curve.choose(at.x);
    }
    let response = shown.response.on_hover_cursor(egui::CursorIcon::ResizeHorizontal);
    response.on_hover_text_at_pointer(text!("duelpage-curves"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histogram_outline_drops_a_long_tail() {
        let points = outline(&[1, 2]);
        let [left, middle, right] = [-0.5, 0.5, 1.5];
        let low = [[left, 0.0], [left, 1.0], [middle, 1.0]];
        assert_eq!(
            points,
            [&low[..], &[[middle, 2.0], [right, 2.0], [right, 0.0]]].concat()
        );
        assert_eq!(usual_depth(&[1, 2, 4]), 3);
        let mut tail = vec![1_000; 10];
        tail.extend([1; 90]);
        assert_eq!(usual_depth(&tail), 10);
        assert_eq!(usual_depth(&[]), 0);
    }

    #[test]
    fn row_line_styles_are_distinct() {
        let lines = (0..2 * COLORS.len()).map(|index| (color(index), is_dashed(index)));
        let lines: Vec<_> = lines.collect();
        for (index, line) in lines.iter().enumerate() {
            assert!(!lines[..index].contains(line), "{index}");
        }
    }
}

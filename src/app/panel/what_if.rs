//! "What if the selected node had a different plane?": a hand-placed plane, a comparison, and the buttons.

use std::cmp::Ordering;

use bevy::prelude::MessageWriter;
use bevy_egui::egui::{Color32, RichText, Slider, Ui};
use bspwalk_explain::build_cost::cost_words;
use bspwalk_explain::icicle::{self, IcicleWindow};
use bspwalk_session::plane_by_hand::{Base, ByHand, Grip};
use bspwalk_session::trial::{Change, Comparison, Trial};
use bspwalk_trees::node_storing::{NodeId, SubtreeStatistics};

use crate::app::kit::prelude::*;
use crate::app::level::what_if::{PlaneByHand, PlaneHandles, WhatIf};

/// State for the card section about a hand-placed plane.
pub(super) struct Hand<'a> {
    pub(super) by_hand: &'a mut PlaneByHand,
    pub(super) handles: &'a PlaneHandles,
    /// Key that shows the model view, or `None` if the model is already shown.
    pub(super) model: Option<String>,
}

impl Hand<'_> {
    /// Returns a sentence that explains the effect of dragging.
    fn words(&self) -> String {
        if let Some(key) = &self.model {
            return text!("whatif-model", key);
        }
        if self.handles.is_above_cut {
            return text!("whatif-above-cut").to_owned();
        }
        let lies_flat = self.handles.all.iter().any(|handle| handle.grip == Grip::Lift);
        let what = match lies_flat {
            true => text!("whatif-lift"),
            false => text!("whatif-drag"),
        };
        text!("whatif-let-go", what)
    }
}

/// Draws the progress of the current change, the comparison for the last change, and the buttons.
pub(super) fn result(
    ui: &mut Ui,
    (trial, palette): (&Trial, Palette),
    commands: &mut MessageWriter<'_, Act>,
) {
    ui.add_space(2.0);
    if let Some(status) = trial.status() {
        ui.add(style::bar(ui, status.fraction).text(RichText::new(status.title).size(12.0)));
    }
    let [applied, changes] = trial.change_counts();
    if let Some(change) = trial.last() {
        let title = text!("whatif-title", node = words::count(change.node));
        widgets::text(ui, title, style::TEXT, 13.0);
        compare(ui, &change.comparison);
        icicles(ui, change, palette);
    }
    if changes > 0 {
        ui.horizontal(|ui| {
            for (name, hint, command) in [
                (
                    text!("polygon-undo"),
                    text!("whatif-undo-hint"),
                    Action::UndoPlane,
                ),
                (
                    text!("polygon-redo"),
                    text!("whatif-redo-hint"),
                    Action::RedoPlane,
                ),
                (
                    text!("whatif-keep"),
                    text!("whatif-keep-hint"),
                    Action::KeepPlanes,
                ),
                (
                    text!("whatif-drop"),
                    text!("whatif-drop-hint"),
                    Action::DropPlanes,
                ),
            ] {
                let enabled = match command {
                    Action::RedoPlane => applied < changes,
                    _ => applied > 0,
                };
                if widgets::clicks(ui, enabled, egui::Button::new(name), hint) {
                    commands.write(Act(command));
                }
            }
        });
        if applied > 0 {
            widgets::draw_note(ui, text!("whatif-walk"));
        }
    }
}

/// Draws the sliders of a hand-placed plane, which are initially collapsed.
pub(super) fn by_hand(
    ui: &mut Ui,
    (current, node): (&OpenedLevel, NodeId),
    hand: &mut Hand<'_>,
    messages: &mut MessageWriter<'_, WhatIf>,
) {
    let title = RichText::new(text!("whatif-by-hand"))
        .size(12.5)
        .color(style::TEXT);
    let header = egui::CollapsingHeader::new(title).id_salt("by hand");
    let header = header.show_unindented(ui, |ui| sliders(ui, (current, node), hand, messages));
    widgets::add_definition(header.header_response, Term::WhatIf);
}

/// Draws the sliders of a hand-placed plane.
fn sliders(
    ui: &mut Ui,
    (current, node): (&OpenedLevel, NodeId),
    shown: &mut Hand<'_>,
    messages: &mut MessageWriter<'_, WhatIf>,
) {
    if !shown.by_hand.edit(current, node) {
        return;
    }
    widgets::draw_note(ui, shown.words());
    let before = shown.by_hand.hand;
    let mut hand = before;
    let reach = shown.by_hand.base().map_or(0.0, Base::max_offset);
    widgets::rows(ui, "by hand", |ui| {
        let ByHand { offset, turn, tilt } = &mut hand;
        for (name, hint, value, most, unit) in [
            (
                text!("whatif-move"),
                text!("whatif-move-hint"),
                offset,
                reach,
                " m",
            ),
            (text!("whatif-turn"), text!("whatif-turn-hint"), turn, 180.0, "°"),
            (text!("whatif-tilt"), text!("whatif-tilt-hint"), tilt, 90.0, "°"),
        ] {
            let slider = Slider::new(value, -most..=most).suffix(unit).max_decimals(2);
            widgets::control(ui, name, Tip::with(Term::PlaneByHand, hint), slider);
        }
    });
    if hand != before {
        shown.by_hand.hand = hand;
    }
    let other = shown.by_hand.changed_plane(current);
    if other.is_some() {
        widgets::draw_note(ui, text!("whatif-hatched"));
    }
    ui.horizontal(|ui| {
        let build = ui.add_enabled(other.is_some(), egui::Button::new(text!("whatif-build")));
        let build = build.on_disabled_hover_text(text!("whatif-first"));
        if let Some((node, plane)) = other.filter(|_| build.clicked()) {
            messages.write(WhatIf::Take(node, plane));
        }
        let (is_set, reset) = (
            hand != ByHand::default(),
            egui::Button::new(text!("whatif-reset")),
        );
        if widgets::clicks(ui, is_set, reset, text!("whatif-reset-hint")) {
            shown.by_hand.hand = ByHand::default();
        }
    });
}

/// Draws a table of statistics before and after the change.
fn compare(ui: &mut Ui, comparison: &Comparison) {
    widgets::table(ui, ("comparison", 5), [8.0, 1.0], |ui| {
        for title in [
            "",
            text!("whatif-subtree-head"),
            text!("whatif-now"),
            text!("whatif-tree-head"),
            text!("whatif-now"),
        ] {
            widgets::text(ui, title, style::FAINT, 11.5);
        }
        ui.end_row();
        for (name, term, cells) in rows(comparison) {
            widgets::head(ui, name, term);
            for (text, color) in cells {
                widgets::text(ui, text, color, 12.0);
            }
            ui.end_row();
        }
    });
}

/// Draws the subtree before and after the change as icicles. Widths are proportional to the number of fragments, and
/// front children are on the left.
fn icicles(ui: &mut Ui, change: &Change, palette: Palette) {
    /// Number of depths to draw, and height of each depth in points.
    const DEPTHS: u32 = 10;
    const ROW: f32 = 4.0;
    for (which, name) in [(0, text!("whatif-before")), (1, text!("whatif-now"))] {
        let (tree, weights) = (&change.trees[which], &change.weights[which]);
        let Some(bar) = icicle::bar(weights, tree, change.node) else {
            continue;
        };
        ui.horizontal(|ui| {
            let name = RichText::new(name).color(style::FAINT).size(11.5);
            ui.add_sized([44.0, ROW], egui::Label::new(name));
            let size = egui::vec2(ui.available_width(), ROW * DEPTHS as f32);
            let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
            let window = IcicleWindow {
                range: [bar.start, bar.start + bar.width],
                pixels: f64::from(rect.width()),
                depths: [bar.depth, bar.depth + DEPTHS],
            };
            let icicle = icicle::layout(weights, tree, &window, |_| true);
            let width = bar.width.max(f64::MIN_POSITIVE);
            let x = |share: f64| rect.left() + rect.width() * ((share - bar.start) / width) as f32;
            for part in icicle.bars.iter().filter(|part| part.depth >= bar.depth) {
                let top = rect.top() + ROW * (part.depth - bar.depth) as f32;
                let place = egui::Rect::from_x_y_ranges(
                    x(part.start)..=x(part.start + part.width),
                    top..=top + ROW - 0.5,
                );
                let color = widgets::color(palette.depth(part.depth));
                ui.painter().rect_filled(place.intersect(rect), 0.0, color);
            }
        });
    }
}

/// Returns the table rows: each statistic of the subtree and of the whole tree, before and after. Lower values are
/// better.
fn rows(Comparison { subtree, whole }: &Comparison) -> Vec<(&'static str, Term, [(String, Color32); 4])> {
    let whole_number: fn(f64) -> String = |number| words::count(number as u64);
    let row = |name, term, format: fn(f64) -> String, figure: fn(&SubtreeStatistics) -> f64| {
        let pair = |figures: &[SubtreeStatistics; 2]| {
            let [before, after] = figures.each_ref().map(figure);
            let (mark, color) = match after.total_cmp(&before) {
                Ordering::Less => (" ⏷", style::BETTER),
                Ordering::Equal => ("", style::TEXT),
                Ordering::Greater => (" ⏶", style::WORSE),
            };
            [(format(before), style::TEXT), (format(after) + mark, color)]
        };
        let ([a, b], [c, d]) = (pair(subtree), pair(whole));
        (name, term, [a, b, c, d])
    };
    let growth: fn(f64) -> String = |number| format!("{number:.3}");
    vec![
        row(text!("whatif-nodes"), Term::Node, whole_number, |of| {
            of.nodes.into()
        }),
        row(text!("whatif-fragments"), Term::Fragment, whole_number, |of| {
            of.fragments.into()
        }),
        row(text!("whatif-depth"), Term::Depth, whole_number, |of| {
            of.depth.into()
        }),
        row(
            text!("whatif-growth"),
            Term::Growth,
            growth,
            SubtreeStatistics::growth,
        ),
        row(text!("whatif-query-cost"), Term::QueryCost, cost_words, |of| {
            of.cost
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_and_shrinkage_are_marked() {
        let figures = |nodes, fragments| SubtreeStatistics {
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
        let texts = |row: usize| rows[row].2.clone().map(|(text, _)| text);
        assert_eq!(texts(0), ["40", "30 ⏷", "1,040", "1,030 ⏷"]);
        assert_eq!(texts(3), ["1.200", "1.500 ⏶", "11.200", "11.500 ⏶"]);
        let colors = [0, 1, 2].map(|row: usize| rows[row].2[1].1);
        assert_eq!(colors, [style::BETTER, style::WORSE, style::TEXT]);
    }
}

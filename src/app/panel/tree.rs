//! Tree section: statistics of the node-storing tree, the selected node, and building a different tree.

use bevy_egui::egui::{Button, DragValue, Ui};
use bspwalk_text::translated;
use bspwalk_trees::{BuildParams, NodeId, Rule};
use egui_plot::{Bar, BarChart};

use super::data::Panel;
use crate::app::kit::{prelude::*, widgets::control};

pub(super) fn draw_tree_section(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    figures(ui, panel);
    selected(ui, panel);
    build(ui, panel);
}

fn figures(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let Some(current) = &panel.current else { return };
    if panel.tree_stats.tree_id != Some(current.tree_id()) {
        style::wait(ui);
        return;
    }
    let figures = &panel.tree_stats.statistics;
    let count = |number: u32| words::count(number);
    let rule = current.tree.params().rule;
    let growth = f64::from(figures.fragments) / f64::from(figures.triangles.max(1));
    let fragments = format!("{}  (×{growth:.2})", count(figures.fragments));
    let mean_depth = format!("{:.1}", figures.mean_depth);
    let balance = format!("{:.0} %", figures.balance * 100.0);
    let built_in = words::milliseconds(current.build_ms);
    widgets::rows(ui, "tree", |ui| {
        let described = text!("panel-this-one", what = translated(rule.description()));
        let tip = Tip::with(Term::BuildRule, described);
        widgets::row(ui, text!("panel-rule"), rule.name(), tip);
        let mut row = |name, value, term: Term| widgets::row(ui, name, value, term);
        row(text!("panel-nodes"), count(figures.nodes), Term::Node);
        row(text!("panel-depth"), count(figures.depth), Term::Depth);
        row(text!("panel-fragment-count"), fragments, Term::Fragment);
    });
    let triangles = count(figures.triangles);
    let further = [
        (text!("panel-solid-triangles"), triangles, Term::SolidTriangle),
        (text!("panel-splits"), count(figures.splits), Term::Split),
        (text!("panel-mean-depth"), mean_depth, Term::MeanDepth),
        (text!("panel-balance"), balance, Term::Balance),
        (text!("panel-memory"), words::bytes(figures.bytes), Term::Memory),
        (text!("panel-built-in"), built_in, Term::BuildTime),
    ];
    let queried = count(current.tree.queried_node_count());
    widgets::disclosure(ui, Disclosure::Tree, |ui| {
        widgets::rows(ui, "tree-details", |ui| {
            let tip = Tip::with(Term::Node, text!("panel-queried-nodes-hint"));
            widgets::row(ui, text!("panel-queried-nodes"), queried, tip);
            for (name, value, term) in further {
                widgets::row(ui, name, value, term);
            }
        });
        histogram(ui, panel);
    });
}

/// Plots the number of nodes at each depth, using the depth colours of the overlays.
fn histogram(ui: &mut Ui, panel: &Panel<'_, '_>) {
    let nodes = panel.tree_stats.stats.histogram();
    let deepest = nodes.len().saturating_sub(1) as u32;
    let palette = panel.program.overlays.palette;
    let bars = (0_u32..)
        .zip(&nodes)
        .map(|(depth, &nodes)| {
            Bar::new(f64::from(depth), f64::from(nodes))
                .width(0.92)
                .fill(widgets::color(palette.depth(depth)))
                .name(text!("dock-depth-of", depth))
        })
        .collect();
    let chart = BarChart::new(text!("panel-node-count"), bars).element_formatter(Box::new(|bar, _| {
        let nodes = words::count_with_noun(bar.value as u64, "node");
        text!("panel-histogram", depth = bar.argument, nodes)
    }));
    ui.add_space(4.0);
    draw_control_label(ui, text!("duelpage-depths"), Term::NodesByDepth);
    widgets::plot("histogram", 84.0)
        .show_axes([true, false])
        .show_grid([false, false])
        .include_x(-0.6)
        .include_x(f64::from(deepest) + 0.6)
        .x_axis_formatter(|mark, _| match mark.value.fract() {
            0.0 => mark.value.to_string(),
            _ => String::new(),
        })
        .show(ui, |plot| plot.bar_chart(chart));
}

/// Draws the editable index of the selected node, and buttons that select its neighbours.
fn selected(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let Some(current) = &panel.current else { return };
    let Some(last) = current.tree.node_count().checked_sub(1) else {
        return;
    };
    widgets::heading(ui, text!("panel-selected"));
    let selected = panel.program.level.selected.node;
    let node = selected.and_then(|id| current.tree.node(id));
    ui.horizontal(|ui| {
        let mut id = node.as_ref().and(selected).unwrap_or(NodeId::ROOT);
        let key = panel.keys.key_or_palette_hint(Action::SelectUnderCrosshair);
        let tip = Tip::with(Term::NodeNumber, text!("panel-select-key", key));
        draw_control_label(ui, text!("panel-number"), tip);
        let entry = ui.add(DragValue::new(&mut id.0).speed(0.1).range(0..=last));
        let selects_root = node.is_none() && ui.button(text!("panel-select")).clicked();
        let note = match &node {
            Some(node) => text!("panel-node-of", nodes = words::count(last), depth = node.depth),
            None => text!("panel-none-selected", last = words::count(last)),
        };
        widgets::draw_note(ui, note);
        if entry.changed() || selects_root {
            panel.send(Action::SelectNode(id));
        }
    });
    let Some(node) = node else { return };
    let [parent, front, back] = [node.parent, node.front, node.back].map(|node| node.is_some());
    ui.horizontal(|ui| {
        draw_control_label(ui, text!("panel-go-to"), Term::Neighbours);
        for (title, action, exists) in [
            (text!("panel-go-parent"), Action::SelectParent, parent),
            (text!("panel-go-front"), Action::SelectFront, front),
            (text!("panel-go-back"), Action::SelectBack, back),
            (text!("panel-go-nothing"), Action::ClearSelection, true),
        ] {
            let hint = panel.keys.key_or_palette_hint(action);
            if widgets::clicks(ui, exists, Button::new(title).small(), hint) {
                panel.send(action);
            }
        }
    });
}

/// Draws the build rule, its weights, and the build button.
fn build(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let current = panel.current.as_ref();
    let used = current.map_or_else(BuildParams::default, |current| *current.tree.params());
    let has_level = current.is_some();
    widgets::heading(ui, text!("panel-build"));
    rule(ui, panel.drafts.build.of(&used));
    ui.add_space(2.0);
    let params = panel.drafts.build.of(&used);
    widgets::disclosure(ui, Disclosure::BuildParameters, |ui| weights(ui, params));
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let button = Button::new(text!("panel-rebuild")).min_size([96.0, 26.0].into());
        if widgets::clicks(ui, has_level, button, text!("panel-rebuild-hint")) {
            panel.rebuilds.write(RebuildTree(*params));
        }
        let preset = BuildParams::preset(params.rule);
        let button = Button::new(text!("panel-preset"));
        if widgets::clicks(ui, *params != preset, button, text!("panel-preset-hint")) {
            *params = preset;
        }
    });
    if let Some(status) = panel.work.status() {
        ui.horizontal(|ui| {
            if ui.button(text!("duelpage-cancel")).clicked() {
                panel.work.cancel();
            }
            ui.add(style::bar(ui, status.fraction).text(status.phase));
        });
    }
}

fn rule(ui: &mut Ui, params: &mut BuildParams) {
    ui.horizontal(|ui| {
        draw_control_label(ui, text!("panel-build-rule"), Term::BuildRule);
        let rules = Rule::ALL.map(|rule| (rule, rule.name(), translated(rule.description())));
        if let Some(rule) = widgets::choose(ui, "rule", params.rule.name(), 160.0, rules) {
            let seed = params.seed;
            *params = BuildParams::preset(rule);
            params.seed = seed;
        }
    });
    let what = translated(params.rule.description());
    widgets::draw_note(ui, text!("panel-it", what));
}

/// Draws the parameters that the current rule uses.
fn weights(ui: &mut Ui, params: &mut BuildParams) {
    let has_weights = !matches!(params.rule, Rule::First | Rule::Random);
    let is_sampled = matches!(params.rule, Rule::Sampled | Rule::FewestCuts | Rule::Balanced);
    widgets::rows(ui, "weights", |ui| {
        if has_weights {
            let imbalance = text!("panel-imbalance-weight");
            for (title, term, value) in [
                (text!("panel-cut-weight"), Term::CutWeight, &mut params.cut_weight),
                (imbalance, Term::ImbalanceWeight, &mut params.unbalance_weight),
            ] {
                let value = DragValue::new(value).speed(0.05).range(0.0..=1.0e6);
                control(ui, title, term, value.max_decimals(3));
            }
        }
        if is_sampled {
            let value = DragValue::new(&mut params.candidates).range(0..=100_000);
            control(ui, text!("panel-candidates"), Term::Candidate, value);
            let value = DragValue::new(&mut params.sample).range(0..=10_000_000);
            control(ui, text!("panel-faces-per-candidate"), Term::Sample, value);
        }
        if is_sampled || params.rule == Rule::Random {
            // The settings file cannot store a larger number.
            let value = DragValue::new(&mut params.seed).range(0..=i64::MAX as u64);
            control(ui, text!("panel-seed"), Term::RandomSeed, value);
        }
        let value = DragValue::new(&mut params.max_fragments)
            .speed(10_000)
            .range(0..=u32::MAX);
        control(ui, text!("panel-most-fragments"), Term::MaxFragments, value);
    });
}

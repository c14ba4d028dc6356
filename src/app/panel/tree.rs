//! Part of the section Tree about the current tree: its figures and its nodes by depth.

use bevy_egui::egui::Ui;
use bspwalk_explain::glossary::Term;
use bspwalk_progress::words;
use bspwalk_text::text;
use egui_plot::{Bar, BarChart};

use super::{Controls, PanelData};
use crate::app::kit::style;
use crate::app::kit::widgets::{self, Tip};

pub(super) fn contents(ui: &mut Ui, data: &PanelData<'_, '_>, controls: &Controls<'_, '_>) {
    let Some(current) = &data.current else { return };
    if data.tree_stats.tree_id != Some(current.tree_id()) {
        style::wait(ui);
        return;
    }
    let figures = &data.tree_stats.statistics;
    let count = |number: u32| words::count(number);
    let rule = current.tree.params().rule;
    let growth = f64::from(figures.fragments) / f64::from(figures.triangles.max(1));
    let fragments = format!("{}  (×{growth:.2})", count(figures.fragments));
    let balance = format!("{:.0} %", figures.balance * 100.0);
    let built_in = words::milliseconds(current.build_ms);
    widgets::rows(ui, "tree", |ui| {
        let rule_is = Tip::with(
            Term::BuildRule,
            text!("panel-this-one", what = rule.description()),
        );
        widgets::row(ui, text!("panel-rule"), rule.name(), rule_is);
        for (name, value, term) in [
            (
                text!("panel-solid-triangles"),
                count(figures.triangles),
                Term::SolidTriangle,
            ),
            (text!("panel-nodes"), count(figures.nodes), Term::Node),
            (text!("panel-fragment-count"), fragments, Term::Fragment),
            (text!("panel-splits"), count(figures.splits), Term::Split),
            (text!("panel-depth"), count(figures.depth), Term::Depth),
            (
                text!("panel-mean-depth"),
                format!("{:.1}", figures.mean_depth),
                Term::MeanDepth,
            ),
            (text!("panel-balance"), balance, Term::Balance),
            (text!("panel-memory"), words::bytes(figures.bytes), Term::Memory),
            (text!("panel-built-in"), built_in, Term::BuildTime),
        ] {
            widgets::row(ui, name, value, term);
        }
    });
    histogram(ui, data, controls);
}

/// Draws the number of nodes at each depth, in the usual colours of the depths.
fn histogram(ui: &mut Ui, data: &PanelData<'_, '_>, controls: &Controls<'_, '_>) {
    let nodes = data.tree_stats.stats.histogram();
    let deepest = nodes.len().saturating_sub(1) as u32;
    let palette = controls.overlays.palette;
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
        let nodes = words::counted(bar.value as u64, "node");
        text!("panel-histogram", depth = bar.argument, nodes)
    }));
    ui.add_space(4.0);
    widgets::name(ui, text!("duelpage-depths"), Term::NodesByDepth);
    widgets::plot("histogram", 84.0)
        .show_axes([true, false])
        .show_grid([false, false])
        .include_x(-0.6)
        .include_x(f64::from(deepest) + 0.6)
        .x_axis_formatter(|mark, _| {
            if mark.value.fract() == 0.0 {
                format!("{}", mark.value)
            } else {
                String::new()
            }
        })
        .show(ui, |plot| plot.bar_chart(chart));
}

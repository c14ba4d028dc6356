//! The part of the section Tree about the tree that is built: its figures and its nodes by depth.

use bevy_egui::egui::Ui;
use bspwalk_explain::glossary::Term;
use bspwalk_progress::words;
use egui_plot::{Bar, BarChart};

use super::{
    Controls, PanelData,
    widgets::{self, Tip},
};
use crate::app::hud::style;

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
        let rule_is = Tip::with(Term::BuildRule, format!("This one {}.", rule.description()));
        widgets::row(ui, "Rule", rule.name(), rule_is);
        for (name, value, term) in [
            ("Solid triangles", count(figures.triangles), Term::SolidTriangle),
            ("Nodes", count(figures.nodes), Term::Node),
            ("Fragments", fragments, Term::Fragment),
            ("Splits", count(figures.splits), Term::Split),
            ("Depth", count(figures.depth), Term::Depth),
            (
                "Mean depth",
                format!("{:.1}", figures.mean_depth),
                Term::MeanDepth,
            ),
            ("Balance", balance, Term::Balance),
            ("Memory", words::bytes(figures.bytes), Term::Memory),
            ("Built in", built_in, Term::BuildTime),
        ] {
            widgets::row(ui, name, value, term);
        }
    });
    histogram(ui, data, controls);
}

/// Nodes at each depth, coloured as the depths are everywhere.
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
                .name(format!("depth {depth}"))
        })
        .collect();
    let chart = BarChart::new("nodes", bars).element_formatter(Box::new(|bar, _| {
        let nodes = words::counted(bar.value as u64, "node");
        format!("depth {}: {nodes}", bar.argument)
    }));
    ui.add_space(4.0);
    widgets::name(ui, "Nodes by depth", Term::NodesByDepth);
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

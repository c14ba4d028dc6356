//! Part of the section Tree about building: the rule, its weights, and the build button.

use bevy_egui::egui::{self, DragValue, Ui};
use bspwalk_explain::glossary::Term;
use bspwalk_text::text;
use bspwalk_trees::{BuildParams, Rule};

use super::data::{Draft, PanelData, PanelMessages};
use crate::app::kit::widgets::{self, control};
use crate::app::{host::state::RebuildTree, kit::style};

/// Returns whether a rule uses the weights, the number of candidates, the sample size, and the seed.
fn uses(rule: Rule) -> [bool; 4] {
    match rule {
        Rule::Sampled | Rule::FewestCuts | Rule::Balanced => [true; 4],
        Rule::Ati => [true, false, false, false],
        Rule::First => [false; 4],
        Rule::Random => [false, false, false, true],
    }
}

pub(super) fn contents(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    messages: &mut PanelMessages<'_>,
    draft: &mut Draft<BuildParams>,
) {
    let current = data.current.as_ref();
    draft.follow(&current.map_or_else(BuildParams::default, |current| *current.tree.params()));
    widgets::heading(ui, text!("panel-build"));
    let params = &mut draft.value;
    rule(ui, params);
    ui.add_space(2.0);
    weights(ui, params);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let button = egui::Button::new(text!("panel-rebuild")).min_size(egui::vec2(96.0, 26.0));
        let hint = text!("panel-rebuild-hint");
        if ui
            .add_enabled(data.current.is_some(), button)
            .on_hover_text(hint)
            .clicked()
        {
            messages.rebuild.write(RebuildTree(*params));
        }
        let preset = BuildParams::preset(params.rule);
        let hint = text!("panel-preset-hint");
        if ui
            .add_enabled(*params != preset, egui::Button::new(text!("panel-preset")))
            .on_hover_text(hint)
            .clicked()
        {
            *params = preset;
        }
    });
    if let Some(status) = data.work.status() {
        ui.horizontal(|ui| {
            if ui.button(text!("duelpage-cancel")).clicked() {
                data.work.cancel();
            }
            ui.add(style::bar(ui, status.fraction).text(status.phase));
        });
    }
}

fn rule(ui: &mut Ui, params: &mut BuildParams) {
    ui.horizontal(|ui| {
        widgets::name(ui, text!("panel-build-rule"), Term::BuildRule);
        let rules = Rule::ALL.map(|rule| (rule, rule.name(), rule.description()));
        if let Some(rule) = widgets::choose(ui, "rule", params.rule.name(), 160.0, rules) {
            let seed = params.seed;
            *params = BuildParams {
                seed,
                ..BuildParams::preset(rule)
            };
        }
    });
    widgets::note(ui, text!("panel-it", what = params.rule.description()));
}

fn weights(ui: &mut Ui, params: &mut BuildParams) {
    let [weights, candidates, sample, seed] = uses(params.rule);
    let weight = |value| DragValue::new(value).speed(0.05).range(0.0..=1.0e6);
    widgets::rows(ui, "weights", |ui| {
        if weights {
            let (cut, unbalance) = (&mut params.cut_weight, &mut params.unbalance_weight);
            let (cut, unbalance) = (weight(cut).max_decimals(3), weight(unbalance).max_decimals(3));
            control(ui, text!("panel-cut-weight"), Term::CutWeight, cut);
            control(
                ui,
                text!("panel-imbalance-weight"),
                Term::ImbalanceWeight,
                unbalance,
            );
        }
        if candidates {
            let value = DragValue::new(&mut params.candidates).range(0..=100_000);
            control(ui, text!("panel-candidates"), Term::Candidate, value);
        }
        if sample {
            let value = DragValue::new(&mut params.sample).range(0..=10_000_000);
            control(ui, text!("panel-faces-per-candidate"), Term::Sample, value);
        }
        if seed {
            // The settings file cannot store a larger number.
            let value = DragValue::new(&mut params.seed).range(0..=i64::MAX as u64);
            control(ui, text!("panel-seed"), Term::RandomSeed, value);
        }
        let value = DragValue::new(&mut params.max_fragments).speed(10_000);
        control(
            ui,
            text!("panel-most-fragments"),
            Term::MaxFragments,
            value.range(0..=u32::MAX),
        );
    });
}

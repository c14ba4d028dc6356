//! The panel's part about how trees are built: the rule, its weights and the button.

use bevy_egui::egui::{self, DragValue, Ui};

use super::{Inbox, Outbox, terms, widgets};
use crate::{
    app::state::RebuildTree,
    bsp::{BuildParams, Rule},
};

/// The parameters of the next tree, until the button is pressed.
#[derive(Default)]
pub(super) struct Draft {
    params: BuildParams,
    /// The parameters that the draft began with.
    from: Option<BuildParams>,
}

/// Whether a rule reads the weights, the number of candidates, the size of the sample and the seed.
fn reads(rule: Rule) -> [bool; 4] {
    match rule {
        Rule::Sampled => [true, true, true, true],
        Rule::FewestCuts | Rule::Balanced => [true, true, true, true],
        Rule::Ati => [true, false, false, false],
        Rule::First => [false; 4],
        Rule::Random => [false, false, false, true],
    }
}

pub(super) fn section(ui: &mut Ui, inbox: &Inbox<'_>, outbox: &mut Outbox<'_>, draft: &mut Draft) {
    let current = inbox
        .current
        .as_ref()
        .map_or_else(BuildParams::default, |current| *current.tree.params());
    if draft.from != Some(current) {
        *draft = Draft {
            params: current,
            from: Some(current),
        };
    }
    widgets::section(ui, "Build", false, |ui| {
        let params = &mut draft.params;
        rule(ui, params);
        ui.add_space(2.0);
        weights(ui, params);
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            let button = egui::Button::new("Rebuild").min_size(egui::vec2(96.0, 26.0));
            let hint = "Builds the tree of this level anew, in the background.";
            if ui
                .add_enabled(inbox.current.is_some(), button)
                .on_hover_text(hint)
                .clicked()
            {
                outbox.rebuild.write(RebuildTree(*params));
            }
            let preset = BuildParams::preset(params.rule);
            let hint = "Sets the numbers that suit the rule.";
            if ui
                .add_enabled(*params != preset, egui::Button::new("Preset"))
                .on_hover_text(hint)
                .clicked()
            {
                *params = preset;
            }
        });
        if let Some(status) = inbox.work.status() {
            let bar = status.fraction.map_or_else(
                || egui::ProgressBar::new(1.0).animate(true),
                egui::ProgressBar::new,
            );
            ui.horizontal(|ui| {
                if ui.button("Cancel").clicked() {
                    inbox.work.cancel();
                }
                ui.add(bar.text(status.phase));
            });
        }
    });
}

fn rule(ui: &mut Ui, params: &mut BuildParams) {
    ui.horizontal(|ui| {
        widgets::name(ui, "Build rule", "How a node chooses its splitting plane.");
        egui::ComboBox::from_id_salt("rule")
            .width(160.0)
            .selected_text(params.rule.name())
            .show_ui(ui, |ui| {
                for rule in Rule::ALL {
                    let chosen = ui
                        .selectable_label(params.rule == rule, rule.name())
                        .on_hover_text(rule.description());
                    if chosen.clicked() {
                        *params = BuildParams {
                            seed: params.seed,
                            ..BuildParams::preset(rule)
                        };
                    }
                }
            });
    });
    widgets::note(ui, format!("It {}.", params.rule.description()));
}

fn weights(ui: &mut Ui, params: &mut BuildParams) {
    let [weights, candidates, sample, seed] = reads(params.rule);
    let weight = |value| {
        DragValue::new(value)
            .speed(0.05)
            .range(0.0..=1.0e6)
            .max_decimals(3)
    };
    widgets::rows(ui, "weights", |ui| {
        if weights {
            widgets::name(ui, "Cut weight", terms::CUT_WEIGHT);
            ui.add(weight(&mut params.cut_weight));
            ui.end_row();
            widgets::name(ui, "Imbalance weight", terms::UNBALANCE_WEIGHT);
            ui.add(weight(&mut params.unbalance_weight));
            ui.end_row();
        }
        if candidates {
            widgets::name(ui, "Candidates per node", terms::CANDIDATES);
            ui.add(DragValue::new(&mut params.candidates).range(0..=100_000));
            ui.end_row();
        }
        if sample {
            widgets::name(ui, "Faces per candidate", terms::SAMPLE);
            ui.add(DragValue::new(&mut params.sample).range(0..=10_000_000));
            ui.end_row();
        }
        if seed {
            widgets::name(ui, "Seed", terms::SEED);
            // The settings, in which it is remembered, hold no greater number.
            ui.add(DragValue::new(&mut params.seed).range(0..=i64::MAX as u64));
            ui.end_row();
        }
        widgets::name(ui, "Max. fragments", terms::MAX_FRAGMENTS);
        ui.add(
            DragValue::new(&mut params.max_fragments)
                .speed(10_000)
                .range(1..=u32::MAX),
        );
        ui.end_row();
    });
}

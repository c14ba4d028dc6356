//! The panel's part about the solid-leaf tree: its structural faces, its PVS, leak and culling.

use bevy_egui::egui::{self, DragValue, Grid, RichText, Ui};

use super::{Controls, Inbox, Outbox, matrix, terms, widgets};
use crate::{
    app::{
        hud::style,
        leaf_tree::{Built, CullingMode, CullingReport, LeafTreeParams},
        state::Command,
    },
    bsp::solid_leaf::{LeafParams, LeafRule},
    cli::overlays::OverlayKind,
    compile::{open::Origin, structure::Kind},
};

/// The parameters of the next tree, until the button is pressed.
#[derive(Default)]
pub(super) struct Draft {
    params: LeafTreeParams,
    /// The parameters that the draft began with.
    from: Option<LeafTreeParams>,
    matrix: matrix::Matrix,
}

pub(super) fn section(
    ui: &mut Ui,
    inbox: &Inbox<'_>,
    controls: &mut Controls<'_>,
    outbox: &mut Outbox<'_>,
    draft: &mut Draft,
) {
    if draft.from.as_ref() != Some(&*controls.leaf_tree) {
        draft.params = controls.leaf_tree.clone();
        draft.from = Some(controls.leaf_tree.clone());
    }
    widgets::section(ui, "Solid-leaf tree and visibility", true, |ui| {
        progress(ui, inbox);
        let Some(built) = inbox.leaf_tree.built() else {
            return;
        };
        figures(ui, built);
        culling(ui, inbox, controls, outbox);
        leak(ui, inbox, built, outbox);
        let marked = [inbox.culling.leaf, inbox.chosen.0];
        if let Some(pair) = matrix::show(ui, built, marked, controls.overlays.palette, &mut draft.matrix) {
            pair.show(&mut controls.overlays, |command| {
                outbox.commands.write(command);
            });
        }
        egui::CollapsingHeader::new(RichText::new("Structure and detail").color(style::TEXT))
            .id_salt("structure")
            .show(ui, |ui| {
                structure(ui, inbox, built, &mut draft.params);
                tree_rule(ui, &mut draft.params);
                let button = egui::Button::new("Rebuild").min_size(egui::vec2(96.0, 26.0));
                let changed = draft.params != *controls.leaf_tree;
                if ui.add_enabled(changed, button).clicked() {
                    *controls.leaf_tree = draft.params.clone();
                }
            });
    });
}

fn progress(ui: &mut Ui, inbox: &Inbox<'_>) {
    if let Some((phase, fraction)) = inbox.leaf_tree.progress() {
        let bar = fraction.map_or_else(
            || egui::ProgressBar::new(1.0).animate(true),
            egui::ProgressBar::new,
        );
        ui.add(bar.text(RichText::new(phase).size(12.0)));
    }
    if let Some(failure) = inbox.leaf_tree.failure() {
        widgets::note(ui, failure);
    }
}

fn figures(ui: &mut Ui, built: &Built) {
    let figures = built.tree.statistics();
    let count = |number: u32| widgets::count(number);
    let faces = figures.structural + figures.detail;
    let growth = f64::from(figures.leaf_faces) / f64::from(faces.max(1));
    let misclassified = widgets::counted(figures.contradicted_faces, "face");
    let rough = if built.is_refined() {
        ""
    } else {
        ", not yet refined"
    };
    let origin = match built.from_cache {
        None | Some(Origin::Built) => "",
        Some(Origin::Cache) => " (from the cache)",
        Some(Origin::File) => " (from the compiled level)",
    };
    let mean_pvs = built.mean_visible();
    let rows = [
        (
            true,
            "Structural",
            format!("{} of {}", count(figures.structural), count(faces)),
            terms::STRUCTURAL,
        ),
        (true, "Nodes", count(figures.nodes), terms::LEAF_NODES),
        (
            true,
            "Leaves",
            format!("{} empty, {} solid", count(figures.empty), count(figures.solid)),
            terms::LEAVES,
        ),
        (
            figures.filled > 0,
            "Filled",
            format!("{} of the solid", count(figures.filled)),
            terms::FILL,
        ),
        (true, "Portals", count(figures.portals), terms::PORTALS),
        (
            true,
            "Leaf faces",
            format!("{}  (×{growth:.2})", count(figures.leaf_faces)),
            terms::LEAF_FACES,
        ),
        (
            figures.contradicted_faces > 0,
            "Misclassified",
            format!("{misclassified}, {:.1} m²", figures.contradicted_area),
            terms::CONTRADICTED,
        ),
        (
            mean_pvs.is_some(),
            "Mean PVS",
            format!("{:.1} %{rough}", mean_pvs.unwrap_or_default() * 100.0),
            terms::PVS_MEAN,
        ),
        (true, "Memory", widgets::bytes(figures.bytes), terms::BYTES),
        (
            true,
            "Built in",
            format!("{}{origin}", widgets::milliseconds(built.build_ms)),
            terms::BUILD_TIME,
        ),
    ];
    widgets::rows(ui, "solid-leaf tree", |ui| {
        for (_, name, value, hint) in rows.into_iter().filter(|row| row.0) {
            widgets::row(ui, name, value, hint);
        }
    });
}

fn culling(ui: &mut Ui, inbox: &Inbox<'_>, controls: &mut Controls<'_>, outbox: &mut Outbox<'_>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        style::key(ui, &inbox.keys.of(Command::NextCulling));
        widgets::name(ui, "Culling", terms::CULLING);
        let frozen = inbox.frozen.0.is_some();
        let label = if frozen { "Follow the eye" } else { "Freeze" };
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.button(label).on_hover_text(terms::FREEZE).clicked() {
                outbox.commands.write(Command::ToggleFrozenCulling);
            }
            style::key(ui, &inbox.keys.of(Command::ToggleFrozenCulling));
        });
    });
    let report: &CullingReport = &inbox.culling;
    Grid::new("culling")
        .num_columns(4)
        .spacing([10.0, 3.0])
        .show(ui, |ui| {
            for title in ["", "leaves", "triangles", "draw calls"] {
                ui.label(RichText::new(title).color(style::FAINT).size(12.0));
            }
            ui.end_row();
            for (mode, drawn) in CullingMode::ALL.into_iter().zip(report.drawn) {
                ui.selectable_value(&mut *controls.culling, mode, mode.title());
                for number in [u64::from(drawn.leaves), drawn.triangles, u64::from(drawn.draws)] {
                    let number = RichText::new(widgets::count(number));
                    ui.label(number.color(style::TEXT).size(12.5));
                }
                ui.end_row();
            }
        });
    let place = match report.leaf {
        Some(leaf) if report.known => format!("The eye is in leaf {leaf}."),
        Some(_) => "The eye is in solid or outside: nothing is known to be hidden from there.".to_owned(),
        None => String::new(),
    };
    widgets::note(ui, place);
}

fn leak(ui: &mut Ui, inbox: &Inbox<'_>, built: &Built, outbox: &mut Outbox<'_>) {
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        style::key(ui, &inbox.keys.of(Command::Overlay(OverlayKind::Leak.key())));
        let Some(leak) = &built.leak else {
            let text = if built.spawn_is_empty {
                "Sealed: no path from the spawn leads out"
            } else {
                "The spawn lies in solid or outside"
            };
            widgets::name(ui, text, terms::LEAK);
            return;
        };
        let text = format!("Leaks: {} to the outside", widgets::metres(leak.length()));
        ui.label(RichText::new(text).color(style::ALARM))
            .on_hover_text(terms::LEAK);
        for (arrow, hint, command) in [
            ("◀", "Back along it", Command::BackAlongLeak),
            ("▶", "Along it", Command::AlongLeak),
        ] {
            let hint = format!("{hint} ({})", inbox.keys.of(command));
            if ui.small_button(arrow).on_hover_text(hint).clicked() {
                outbox.commands.write(command);
            }
        }
    });
}

fn structure(ui: &mut Ui, inbox: &Inbox<'_>, built: &Built, params: &mut LeafTreeParams) {
    let counts = &built.structure;
    let parts: Vec<String> = [
        (counts.liquid, "liquid"),
        (counts.detail_by_hand, "by hand"),
        (counts.detail_by_name, "by name"),
        (counts.small, "small"),
        (counts.over_budget, "beyond the budget"),
    ]
    .into_iter()
    .filter(|&(number, _)| number > 0)
    .map(|(number, reason)| format!("{} {reason}", widgets::count(number)))
    .collect();
    let detail = if parts.is_empty() {
        "No face is detail.".to_owned()
    } else {
        format!("Detail: {}.", parts.join(", "))
    };
    widgets::note(ui, detail);
    let structure = &mut params.structure;
    ui.checkbox(&mut structure.names, "Names decide")
        .on_hover_text(terms::STRUCTURE_NAMES);
    ui.checkbox(&mut structure.letters, "A leading D or S decides too")
        .on_hover_text(terms::STRUCTURE_LETTERS);
    widgets::rows(ui, "structure numbers", |ui| {
        widgets::name(ui, "Small is below", terms::DETAIL_SIZE);
        ui.add(
            DragValue::new(&mut structure.detail_size)
                .speed(0.05)
                .range(0.0..=1000.0)
                .suffix(" m"),
        );
        ui.end_row();
        widgets::name(ui, "Max. facets", terms::STRUCTURE_BUDGET);
        ui.add(
            DragValue::new(&mut structure.budget)
                .speed(100.0)
                .range(0..=10_000_000),
        );
        ui.end_row();
    });
    let Some(current) = &inbox.current else { return };
    if current.level.objects.len() < 2 {
        return;
    }
    widgets::name(ui, "By hand", terms::STRUCTURE_BY_HAND);
    egui::ScrollArea::vertical()
        .id_salt("objects")
        .max_height(120.0)
        .show(ui, |ui| {
            for object in &current.level.objects {
                by_hand(ui, structure, object);
            }
        });
}

/// A row whose button goes through the kinds of an object: by the rules, structural, detail.
fn by_hand(ui: &mut Ui, structure: &mut crate::compile::structure::StructureParams, object: &str) {
    let kind = structure.by_hand.get(object).copied();
    let (label, next) = match kind {
        None => ("rules", Some(Kind::Structural)),
        Some(Kind::Structural) => ("structural", Some(Kind::Detail)),
        Some(Kind::Detail) => ("detail", None),
    };
    ui.horizontal(|ui| {
        let button = egui::Button::new(label).small();
        if ui.add_sized([76.0, 18.0], button).clicked() {
            structure.by_hand.remove(object);
            structure
                .by_hand
                .extend(next.map(|kind| (object.to_owned(), kind)));
        }
        ui.add(egui::Label::new(RichText::new(object).size(12.5)).truncate());
    });
}

fn tree_rule(ui: &mut Ui, params: &mut LeafTreeParams) {
    ui.horizontal(|ui| {
        widgets::name(ui, "Rule", "How a node of the solid-leaf tree chooses its plane.");
        egui::ComboBox::from_id_salt("leaf rule")
            .width(160.0)
            .selected_text(params.leaf.rule.name())
            .show_ui(ui, |ui| {
                for rule in LeafRule::ALL {
                    let chosen = ui
                        .selectable_label(params.leaf.rule == rule, rule.name())
                        .on_hover_text(rule.description());
                    if chosen.clicked() {
                        params.leaf = LeafParams::preset(rule);
                    }
                }
            });
    });
    ui.checkbox(&mut params.leaf.merge, "Merge coplanar triangles")
        .on_hover_text(terms::MERGE);
    ui.checkbox(&mut params.fill, "Fill unreachable leaves")
        .on_hover_text(terms::FILL);
}

//! The section Visibility: the solid-leaf tree, its PVS, culling, leak, sightline and structural faces.

use bevy::prelude::DetectChangesMut;
use bevy_egui::egui::{self, DragValue, Grid, RichText, Ui};
use bspwalk_compile::{open::Origin, structure::Kind};
use bspwalk_explain::glossary::Term;
use bspwalk_progress::words;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::solid_leaf::{LeafParams, LeafRule};

use super::{
    data::{Controls, Drafts, PanelData, PanelMessages},
    matrix, overlays, widgets,
};
use crate::app::{
    hud::style,
    leaf_tree::{Built, CullingMode, CullingReport, LeafTreeParams, SideBySide, TreeOwner},
    state::{Act, Action},
};

pub(super) fn contents(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    controls: &mut Controls<'_, '_>,
    messages: &mut PanelMessages<'_>,
    Drafts {
        leaf_tree, matrix, ..
    }: &mut Drafts,
) {
    leaf_tree.follow(&controls.leaf_tree);
    let params = &mut leaf_tree.value;
    progress(ui, data);
    let Some(built) = data.leaf_tree.built() else {
        return;
    };
    owner(ui, data, built, messages);
    figures(ui, built);
    if let Some(both) = &built.side_by_side {
        side_by_side(ui, both);
    }
    culling(ui, data, controls, messages);
    leak(ui, data, built, messages);
    sight(ui, data, controls, messages);
    let marked = [data.culling.leaf, data.chosen.0];
    if let Some(pair) = matrix::show(ui, built, marked, controls.overlays.palette, matrix) {
        pair.show(&mut controls.overlays, |command| {
            messages.commands.write(Act(command));
        });
    }
    egui::CollapsingHeader::new(RichText::new("Structure and detail").color(style::TEXT))
        .id_salt("structure")
        .show(ui, |ui| {
            structure(ui, data, built, params);
            tree_rule(ui, params);
            let button = egui::Button::new("Rebuild").min_size(egui::vec2(96.0, 26.0));
            let changed = *params != **controls.leaf_tree;
            if ui.add_enabled(changed, button).clicked() {
                **controls.leaf_tree = params.clone();
            }
        });
}

fn progress(ui: &mut Ui, data: &PanelData<'_, '_>) {
    if let Some((phase, fraction)) = data.leaf_tree.progress() {
        ui.add(style::bar(ui, fraction).text(RichText::new(phase).size(12.0)));
    }
    if let Some(failure) = data.leaf_tree.failure() {
        widgets::note(ui, failure);
    }
}

fn figures(ui: &mut Ui, built: &Built) {
    let figures = built.tree.statistics();
    let count = |number: u32| words::count(number);
    let faces = figures.structural + figures.detail;
    let growth = f64::from(figures.leaf_faces) / f64::from(faces.max(1));
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
    let structural = format!("{} of {}", count(figures.structural), count(faces));
    let leaves = format!(
        "{} empty, {} solid, the outside",
        count(figures.empty_inside()),
        count(figures.solid_inside())
    );
    let pieces = format!("{}  (×{growth:.2})", count(figures.leaf_faces));
    let built_in = format!("{}{origin}", words::milliseconds(built.build_ms));
    widgets::rows(ui, "solid-leaf tree", |ui| {
        let mut row = |name, value, term: Term| widgets::row(ui, name, value, term);
        row("Structural", structural, Term::Structural);
        row("Nodes", count(figures.nodes), Term::Node);
        row("Leaves", leaves, Term::Leaf);
        if figures.filled > 0 {
            row(
                "Filled",
                format!("{} of the solid", count(figures.filled)),
                Term::Fill,
            );
        }
        row("Portals", count(figures.portals), Term::Portal);
        row("Leaf faces", pieces, Term::LeafFace);
        if figures.contradicted_faces > 0 {
            let faces = words::counted(figures.contradicted_faces, "face");
            let value = format!("{faces}, {:.1} m²", figures.contradicted_area);
            row("Misclassified", value, Term::Misclassified);
        }
        if let Some(share) = built.mean_visible() {
            row(
                "Mean PVS",
                format!("{:.1} %{rough}", share * 100.0),
                Term::MeanPvs,
            );
        }
        row("Memory", words::bytes(figures.bytes), Term::Memory);
        row("Built in", built_in, Term::BuildTime);
    });
}

/// The switch between the tree that is built here and that of a compiled level.
fn owner(ui: &mut Ui, data: &PanelData<'_, '_>, built: &Built, messages: &mut PanelMessages<'_>) {
    let has_own = data
        .current
        .as_ref()
        .is_some_and(|current| current.level.own_tree.is_some());
    if !has_own {
        return;
    }
    ui.horizontal(|ui| {
        widgets::name(ui, "Whose tree", Term::OwnTree);
        for (owner, title) in [
            (TreeOwner::Here, "built here"),
            (TreeOwner::File, "the file's own"),
        ] {
            let is_shown = built.owner == owner;
            if ui.selectable_label(is_shown, title).clicked() && !is_shown {
                messages.commands.write(Act(Action::ToggleTreeOwner));
            }
        }
    });
}

/// The figures of both trees of a compiled level.
fn side_by_side(ui: &mut Ui, both: &SideBySide) {
    ui.add_space(4.0);
    let count = |number: u32| words::count(number);
    let share = |share: Option<f64>| {
        share.map_or_else(|| "no PVS".to_owned(), |share| format!("{:.1} %", share * 100.0))
    };
    let (here, file, shown) = (&both.here, &both.file, &both.shown);
    let row = |name, term, here, file| (name, term, count(here), count(file));
    let rows = [
        row("Nodes", Term::Node, here.nodes, file.nodes),
        row("Empty leaves", Term::EmptyLeaf, here.empty, file.empty),
        row("Solid leaves", Term::SolidLeaf, here.solid, file.solid),
        row("Portals", Term::Portal, here.portals, shown.portals),
        row("Leaf faces", Term::LeafFace, here.leaf_faces, shown.leaf_faces),
        row("Depth", Term::Depth, here.depth, file.depth),
        (
            "Mean PVS",
            Term::MeanPvs,
            share(both.here_visible),
            share(both.file_visible),
        ),
    ];
    Grid::new("side by side")
        .num_columns(3)
        .spacing([14.0, 3.0])
        .show(ui, |ui| {
            for title in ["", "built here", "the file's own"] {
                widgets::text(ui, title, style::FAINT, 12.0);
            }
            ui.end_row();
            for (name, term, here, file) in rows {
                widgets::name(ui, name, term);
                for value in [here, file] {
                    widgets::text(ui, value, style::TEXT, 12.5);
                }
                ui.end_row();
            }
        });
    widgets::note(ui, both.sentence.as_str());
}

fn culling(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    controls: &mut Controls<'_, '_>,
    messages: &mut PanelMessages<'_>,
) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        style::key(ui, &data.keys.of(Action::NextCulling));
        widgets::name(ui, "Culling", Term::Culling);
        let frozen = data.frozen.0.is_some();
        let label = if frozen { "Follow the eye" } else { "Freeze" };
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if widgets::define(ui.button(label), Term::Frozen).clicked() {
                messages.commands.write(Act(Action::ToggleFrozenCulling));
            }
            style::key(ui, &data.keys.of(Action::ToggleFrozenCulling));
        });
    });
    let report: &CullingReport = &data.culling;
    Grid::new("culling")
        .num_columns(4)
        .spacing([10.0, 3.0])
        .show(ui, |ui| {
            widgets::text(ui, "", style::FAINT, 12.0);
            for (title, term) in [
                ("leaves", Term::Leaf),
                ("triangles", Term::SolidTriangle),
                ("draw calls", Term::DrawCall),
            ] {
                widgets::head(ui, title, term);
            }
            ui.end_row();
            for (mode, drawn) in CullingMode::ALL.into_iter().zip(report.drawn) {
                let choice = ui.selectable_value(&mut *controls.culling, mode, mode.title());
                widgets::define(choice, mode_term(mode));
                for number in [u64::from(drawn.leaves), drawn.triangles, u64::from(drawn.draws)] {
                    widgets::text(ui, words::count(number), style::TEXT, 12.5);
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

/// What a culling mode culls by.
const fn mode_term(mode: CullingMode) -> Term {
    match mode {
        CullingMode::None => Term::Culling,
        CullingMode::Frustum => Term::Frustum,
        CullingMode::Pvs => Term::Pvs,
    }
}

fn leak(ui: &mut Ui, data: &PanelData<'_, '_>, built: &Built, messages: &mut PanelMessages<'_>) {
    ui.add_space(2.0);
    ui.horizontal_wrapped(|ui| {
        style::key(ui, &data.keys.of(Action::Overlay(OverlayKind::Leak.key())));
        let Some(leak) = &built.leak else {
            widgets::name(ui, built.no_leak(), Term::Leak);
            return;
        };
        let text = format!("Leaks: {} to the outside", words::metres(leak.length()));
        widgets::text(ui, text, style::ALARM, 12.5);
        for (arrow, hint, command) in [
            ("◀", "Back along it", Action::BackAlongLeak),
            ("▶", "Along it", Action::AlongLeak),
        ] {
            let hint = format!("{hint} ({})", data.keys.of(command));
            if style::hinted(ui.small_button(arrow), hint).clicked() {
                messages.commands.write(Act(command));
            }
        }
    });
}

/// The switch of the sightline, and between which leaves it runs.
fn sight(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    controls: &mut Controls<'_, '_>,
    messages: &mut PanelMessages<'_>,
) {
    let mut overlays = controls.overlays.clone();
    overlays::switch(ui, data, &mut overlays, OverlayKind::Sight);
    controls.overlays.set_if_neq(overlays);
    let from = match data.sight_from.0 {
        Some(leaf) => format!("leaf {}", words::count(leaf)),
        None => "the leaf of the eye".to_owned(),
    };
    let Some(to) = data.chosen.0 else {
        let key = data.keys.of(Action::SelectUnderCrosshair);
        let text = format!("From {from} to the selected leaf: select one ({key}), or click the matrix.");
        widgets::note(ui, text);
        return;
    };
    ui.horizontal(|ui| {
        widgets::note(ui, format!("From {from} to leaf {}.", words::count(to)));
        if data.sight_from.0.is_some() && ui.small_button("From the eye").clicked() {
            messages.commands.write(Act(Action::SightFrom(None)));
        }
    });
}

fn structure(ui: &mut Ui, data: &PanelData<'_, '_>, built: &Built, params: &mut LeafTreeParams) {
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
    .map(|(number, reason)| format!("{} {reason}", words::count(number)))
    .collect();
    let detail = if parts.is_empty() {
        "No face is detail.".to_owned()
    } else {
        format!("Detail: {}.", parts.join(", "))
    };
    widgets::note(ui, detail);
    let structure = &mut params.structure;
    widgets::switch(ui, &mut structure.names, "Names decide", Term::DetailByName);
    let letters = "A leading D or S decides too";
    widgets::switch(ui, &mut structure.letters, letters, Term::DetailByLetter);
    widgets::rows(ui, "structure numbers", |ui| {
        let size = DragValue::new(&mut structure.detail_size).speed(0.05);
        let size = size.range(0.0..=1000.0).suffix(" m");
        widgets::control(ui, "Small is below", Term::DetailSize, size);
        let budget = DragValue::new(&mut structure.budget).speed(100.0);
        widgets::control(
            ui,
            "Max. facets",
            Term::StructureBudget,
            budget.range(0..=10_000_000),
        );
    });
    let Some(current) = &data.current else { return };
    if current.level.objects.len() < 2 {
        return;
    }
    widgets::name(ui, "By hand", Term::StructureByHand);
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
fn by_hand(ui: &mut Ui, structure: &mut bspwalk_compile::structure::StructureParams, object: &str) {
    let kind = structure.by_hand.get(object).copied();
    let (label, next) = match kind {
        None => ("rules", Some(Kind::Structural)),
        Some(Kind::Structural) => ("structural", Some(Kind::Detail)),
        Some(Kind::Detail) => ("detail", None),
    };
    ui.horizontal(|ui| {
        let button = egui::Button::new(label).small();
        let button = ui.add_sized([76.0, 18.0], button);
        if widgets::define(button, Term::StructureByHand).clicked() {
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
        widgets::name(ui, "Rule", Term::BuildRule);
        let rules = LeafRule::ALL.map(|rule| (rule, rule.name(), rule.description()));
        let chosen = params.leaves.rule.name();
        if let Some(rule) = widgets::choose(ui, "leaf rule", chosen, 160.0, rules) {
            params.leaves = LeafParams::preset(rule);
        }
    });
    let merge = "Merge coplanar triangles";
    widgets::switch(ui, &mut params.leaves.merge, merge, Term::Merge);
    widgets::switch(ui, &mut params.fill, "Fill unreachable leaves", Term::Fill);
}

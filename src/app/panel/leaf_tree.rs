//! Section Visibility: the solid-leaf tree, its PVS, culling, leak, sightline and structural faces.

use bevy::prelude::DetectChangesMut;
use bevy_egui::egui::{self, DragValue, Grid, RichText, Ui};
use bspwalk_compile::{Origin, structure::Kind};
use bspwalk_explain::glossary::Term;
use bspwalk_progress::words;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::text;
use bspwalk_trees::solid_leaf::{LeafParams, LeafRule};

use super::{
    data::{Controls, Drafts, PanelData, PanelMessages},
    matrix, overlays,
};
use crate::app::kit::widgets;
use crate::app::{
    host::state::{Act, Action},
    kit::style,
    level::leaf_tree::{Built, CullingMode, CullingReport, LeafTreeParams, SideBySide, TreeOwner},
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
    if let Some(both) = data.leaf_tree.side_by_side() {
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
    egui::CollapsingHeader::new(RichText::new(text!("panel-structure")).color(style::TEXT))
        .id_salt("structure")
        .show(ui, |ui| {
            structure(ui, data, built, params);
            tree_rule(ui, params);
            let button = egui::Button::new(text!("panel-rebuild")).min_size(egui::vec2(96.0, 26.0));
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
        text!("panel-not-refined")
    };
    let origin = match built.from_cache {
        None | Some(Origin::Built) => "",
        Some(Origin::Cached) => text!("panel-from-cache"),
        Some(Origin::File) => text!("panel-from-compiled"),
    };
    let structural = text!("panel-of", some = count(figures.structural), all = count(faces));
    let leaves = text!(
        "panel-leaf-kinds",
        empty = count(figures.empty_inside()),
        solid = count(figures.solid_inside())
    );
    let pieces = format!("{}  (×{growth:.2})", count(figures.leaf_faces));
    let built_in = format!("{}{origin}", words::milliseconds(built.build_ms));
    widgets::rows(ui, "solid-leaf tree", |ui| {
        let mut row = |name, value, term: Term| widgets::row(ui, name, value, term);
        row(text!("panel-structural"), structural, Term::Structural);
        row(text!("panel-nodes"), count(figures.nodes), Term::Node);
        row(text!("panel-leaves"), leaves, Term::Leaf);
        if figures.filled > 0 {
            row(
                text!("panel-filled"),
                text!("panel-filled-of", leaves = count(figures.filled)),
                Term::Fill,
            );
        }
        row(text!("panel-portals"), count(figures.portals), Term::Portal);
        row(text!("panel-leaf-faces"), pieces, Term::LeafFace);
        if figures.contradicted_faces > 0 {
            let faces = words::counted(figures.contradicted_faces, "face");
            let value = text!(
                "panel-faces-area",
                faces,
                area = format_args!("{:.1}", figures.contradicted_area)
            );
            row(text!("panel-misclassified"), value, Term::Misclassified);
        }
        if let Some(share) = built.mean_visible() {
            row(
                text!("panel-mean-pvs"),
                format!("{:.1} %{rough}", share * 100.0),
                Term::MeanPvs,
            );
        }
        row(text!("panel-memory"), words::bytes(figures.bytes), Term::Memory);
        row(text!("panel-built-in"), built_in, Term::BuildTime);
    });
}

/// Draws the switch between the tree built here and the tree of a compiled level.
fn owner(ui: &mut Ui, data: &PanelData<'_, '_>, built: &Built, messages: &mut PanelMessages<'_>) {
    let has_own = data
        .current
        .as_ref()
        .is_some_and(|current| current.level.own_tree.is_some());
    if !has_own {
        return;
    }
    ui.horizontal(|ui| {
        widgets::name(ui, text!("panel-whose-tree"), Term::OwnTree);
        for (owner, title) in [
            (TreeOwner::Here, text!("panel-built-here")),
            (TreeOwner::File, text!("panel-files-own")),
        ] {
            let is_shown = built.is_own == (owner == TreeOwner::File);
            if ui.selectable_label(is_shown, title).clicked() && !is_shown {
                messages.commands.write(Act(Action::ToggleTreeOwner));
            }
        }
    });
}

/// Draws the figures of both trees of a compiled level.
fn side_by_side(ui: &mut Ui, both: &SideBySide) {
    ui.add_space(4.0);
    let count = |number: u32| words::count(number);
    let share = |share: Option<f64>| {
        share.map_or_else(
            || text!("panel-no-pvs").to_owned(),
            |share| format!("{:.1} %", share * 100.0),
        )
    };
    let (here, file, shown) = (&both.here, &both.file, &both.shown);
    let row = |name, term, here, file| (name, term, count(here), count(file));
    let rows = [
        row(text!("panel-nodes"), Term::Node, here.nodes, file.nodes),
        row(
            text!("panel-empty-leaves"),
            Term::EmptyLeaf,
            here.empty,
            file.empty,
        ),
        row(
            text!("panel-solid-leaves"),
            Term::SolidLeaf,
            here.solid,
            file.solid,
        ),
        row(text!("panel-portals"), Term::Portal, here.portals, shown.portals),
        row(
            text!("panel-leaf-faces"),
            Term::LeafFace,
            here.leaf_faces,
            shown.leaf_faces,
        ),
        row(text!("panel-depth"), Term::Depth, here.depth, file.depth),
        (
            text!("panel-mean-pvs"),
            Term::MeanPvs,
            share(both.here_visible),
            share(both.file_visible),
        ),
    ];
    Grid::new("side by side")
        .num_columns(3)
        .spacing([14.0, 3.0])
        .show(ui, |ui| {
            for title in ["", text!("panel-built-here"), text!("panel-files-own")] {
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
        style::key_of(ui, &data.keys, Action::NextCulling);
        widgets::name(ui, text!("panel-culling"), Term::Culling);
        let frozen = data.frozen.0.is_some();
        let label = if frozen {
            text!("panel-follow")
        } else {
            text!("panel-freeze")
        };
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if widgets::define(ui.button(label), Term::Frozen).clicked() {
                messages.commands.write(Act(Action::ToggleFrozenCulling));
            }
            style::key_of(ui, &data.keys, Action::ToggleFrozenCulling);
        });
    });
    let report: &CullingReport = &data.culling;
    Grid::new("culling")
        .num_columns(4)
        .spacing([10.0, 3.0])
        .show(ui, |ui| {
            widgets::text(ui, "", style::FAINT, 12.0);
            for (title, term) in [
                (text!("panel-leaf-count"), Term::Leaf),
                (text!("panel-triangle-count"), Term::SolidTriangle),
                (text!("panel-draw-calls"), Term::DrawCall),
            ] {
                widgets::head(ui, title, term);
            }
            ui.end_row();
            for (mode, drawn) in CullingMode::ALL.into_iter().zip(report.drawn) {
                let choice = ui.selectable_value(&mut controls.culling.0, mode, mode.title());
                widgets::define(choice, mode_term(mode));
                for number in [u64::from(drawn.leaves), drawn.triangles, u64::from(drawn.draws)] {
                    widgets::text(ui, words::count(number), style::TEXT, 12.5);
                }
                ui.end_row();
            }
        });
    let place = match report.leaf {
        Some(leaf) if report.known => text!("panel-eye-in-leaf", leaf),
        Some(_) => text!("panel-eye-outside").to_owned(),
        None => String::new(),
    };
    widgets::note(ui, place);
}

/// Returns the term that explains a culling mode.
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
        style::key_of(ui, &data.keys, Action::Overlay(OverlayKind::Leak.key()));
        let Some(leak) = &built.leak else {
            widgets::name(ui, built.no_leak(), Term::Leak);
            return;
        };
        let text = text!("panel-leaks", length = words::metres(leak.length()));
        widgets::text(ui, text, style::ALARM, 12.5);
        for (arrow, hint, command) in [
            ("◀", text!("panel-leak-back"), Action::BackAlongLeak),
            ("▶", text!("panel-leak-along"), Action::AlongLeak),
        ] {
            let hint = format!("{hint} ({})", data.keys.of(command));
            if style::hinted(ui.small_button(arrow), hint).clicked() {
                messages.commands.write(Act(command));
            }
        }
    });
}

/// Draws the switch of the sightline and the two leaves it connects.
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
        Some(leaf) => text!("panel-leaf-of", leaf = words::count(leaf)),
        None => text!("panel-leaf-of-eye").to_owned(),
    };
    let Some(to) = data.chosen.0 else {
        let key = data.keys.of(Action::SelectUnderCrosshair);
        let text = text!("panel-sight-select", from, key);
        widgets::note(ui, text);
        return;
    };
    ui.horizontal(|ui| {
        widgets::note(ui, text!("panel-sight-to", from, leaf = words::count(to)));
        if data.sight_from.0.is_some() && ui.small_button(text!("panel-sight-from-eye")).clicked() {
            messages.commands.write(Act(Action::SightFrom(None)));
        }
    });
}

fn structure(ui: &mut Ui, data: &PanelData<'_, '_>, built: &Built, params: &mut LeafTreeParams) {
    let counts = &built.structure;
    let parts: Vec<String> = [
        (counts.liquid, text!("panel-detail-liquid")),
        (counts.detail_by_hand, text!("panel-detail-by-hand")),
        (counts.detail_by_name, text!("panel-detail-by-name")),
        (counts.small, text!("panel-detail-small")),
        (counts.over_budget, text!("panel-detail-budget")),
    ]
    .into_iter()
    .filter(|&(number, _)| number > 0)
    .map(|(number, reason)| text!("panel-detail-count", faces = words::count(number), reason))
    .collect();
    let detail = if parts.is_empty() {
        text!("panel-no-detail").to_owned()
    } else {
        text!("panel-detail", list = parts.join(", "))
    };
    widgets::note(ui, detail);
    let structure = &mut params.structure;
    widgets::switch(
        ui,
        &mut structure.names,
        text!("panel-names-decide"),
        Term::DetailByName,
    );
    let letters = text!("panel-letters-decide");
    widgets::switch(ui, &mut structure.letters, letters, Term::DetailByLetter);
    widgets::rows(ui, "structure numbers", |ui| {
        let size = DragValue::new(&mut structure.detail_size).speed(0.05);
        let size = size.range(0.0..=1000.0).suffix(" m");
        widgets::control(ui, text!("panel-small-below"), Term::DetailSize, size);
        let budget = DragValue::new(&mut structure.budget).speed(100.0);
        widgets::control(
            ui,
            text!("panel-most-facets"),
            Term::StructureBudget,
            budget.range(0..=10_000_000),
        );
    });
    let Some(current) = &data.current else { return };
    if current.level.objects.len() < 2 {
        return;
    }
    widgets::name(ui, text!("panel-by-hand"), Term::StructureByHand);
    egui::ScrollArea::vertical()
        .id_salt("objects")
        .max_height(120.0)
        .show(ui, |ui| {
            for object in &current.level.objects {
                by_hand(ui, structure, object);
            }
        });
}

/// Draws a row whose button cycles through the kinds of an object: by the rules, structural, detail.
fn by_hand(ui: &mut Ui, structure: &mut bspwalk_compile::structure::StructureParams, object: &str) {
    let kind = structure.by_hand.get(object).copied();
    let (label, next) = match kind {
        None => (text!("panel-rules"), Some(Kind::Structural)),
        Some(Kind::Structural) => (text!("panel-structural-face"), Some(Kind::Detail)),
        Some(Kind::Detail) => (text!("panel-detail-face"), None),
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
        widgets::name(ui, text!("panel-rule"), Term::BuildRule);
        let rules = LeafRule::ALL.map(|rule| (rule, rule.name(), rule.description()));
        let chosen = params.leaves.rule.name();
        if let Some(rule) = widgets::choose(ui, "leaf rule", chosen, 160.0, rules) {
            params.leaves = LeafParams::preset(rule);
        }
    });
    let merge = text!("panel-merge");
    widgets::switch(ui, &mut params.leaves.merge, merge, Term::Merge);
    widgets::switch(ui, &mut params.fill, text!("panel-fill"), Term::Fill);
}

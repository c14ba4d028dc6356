//! Visibility section: the solid-leaf tree, its PVS, culling, leak, sightline and structural faces.

use bevy_egui::egui::{Align, Button, DragValue, Grid, Label, Layout, RichText, Ui};
use bspwalk_compile::Origin;
use bspwalk_compile::structure::{Kind, StructureParams};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::{translated, words::count};
use bspwalk_trees::solid_leaf::{LeafParams, LeafRule};

use super::data::{Panel, fold, list};
use super::{matrix, see};
use crate::app::kit::prelude::*;
use crate::app::level::leaf_tree::{CullingMode, LeafTreeData, LeafTreeParams, SideBySide};

pub(super) fn draw_leaf_tree_section(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    if let Some((phase, fraction)) = panel.leaf_tree.progress() {
        ui.add(style::bar(ui, fraction).text(RichText::new(phase).size(12.0)));
    }
    if let Some(failure) = panel.leaf_tree.failure() {
        draw_note(ui, failure);
    }
    let Some(built) = panel.leaf_tree.built().cloned() else {
        return;
    };
    owner(ui, panel, &built);
    figures(ui, &built);
    if let Some(both) = panel.leaf_tree.side_by_side() {
        side_by_side(ui, both);
    }
    culling(ui, panel);
    leak(ui, panel, &built);
    sight(ui, panel);
    let marked = [panel.culling_report.leaf, panel.program.level.selected.leaf];
    let palette = panel.program.overlays.palette;
    if let Some(pair) = matrix::show(ui, &built, marked, palette, &mut panel.drafts.matrix) {
        pair.show(&mut panel.program.overlays, |action| {
            _ = panel.commands.write(Act(action));
        });
    }
    fold(ui, "structure", text!("panel-structure"), style::TEXT, |ui| {
        structure(ui, panel, &built);
    });
}

fn figures(ui: &mut Ui, built: &LeafTreeData) {
    let figures = built.tree.statistics();
    let faces = figures.structural + figures.detail;
    let growth = f64::from(figures.leaf_faces) / f64::from(faces.max(1));
    let rough = match built.is_refined() {
        true => "",
        false => text!("panel-not-refined"),
    };
    let origin = match built.from_cache {
        None | Some(Origin::Built) => "",
        Some(Origin::Cached) => text!("panel-from-cache"),
        Some(Origin::File) => text!("panel-from-compiled"),
    };
    let structural = text!("panel-of", some = count(figures.structural), all = count(faces));
    let empty = count(figures.empty_inside());
    let leaves = text!("panel-leaf-kinds", empty, solid = count(figures.solid_inside()));
    let pieces = format!("{}  (×{growth:.2})", count(figures.leaf_faces));
    let built_in = format!("{}{origin}", words::milliseconds(built.build_ms));
    widgets::rows(ui, "solid-leaf tree", |ui| {
        let mut row = |name, value, term: Term| widgets::row(ui, name, value, term);
        row(text!("panel-leaves"), leaves, Term::Leaf);
        row(text!("panel-portals"), count(figures.portals), Term::Portal);
        if let Some(share) = built.mean_visible {
            let visible = format!("{:.1} %{rough}", share * 100.0);
            row(text!("panel-mean-pvs"), visible, Term::MeanPvs);
        }
    });
    widgets::disclosure(ui, Disclosure::LeafTree, |ui| {
        widgets::rows(ui, "leaf-tree-details", |ui| {
            let mut row = |name, value, term: Term| widgets::row(ui, name, value, term);
            row(text!("panel-structural"), structural, Term::Structural);
            row(text!("panel-nodes"), count(figures.nodes), Term::Node);
            row(text!("panel-depth"), count(figures.depth), Term::Depth);
            if figures.filled > 0 {
                let leaves = words::count_with_noun(figures.filled, "leaf");
                let filled = text!("panel-filled-of", leaves);
                row(text!("panel-filled"), filled, Term::Fill);
            }
            row(text!("panel-leaf-faces"), pieces, Term::LeafFace);
            if figures.contradicted_faces > 0 {
                let faces = words::count_with_noun(figures.contradicted_faces, "face");
                let area = format!("{:.1}", figures.contradicted_area);
                let value = text!("panel-faces-area", faces, area);
                row(text!("panel-misclassified"), value, Term::Misclassified);
            }
            row(text!("panel-memory"), words::bytes(figures.bytes), Term::Memory);
            row(text!("panel-built-in"), built_in, Term::BuildTime);
        });
    });
}

/// Draws the selector for the tree that the program built or the tree of a compiled level.
fn owner(ui: &mut Ui, panel: &mut Panel<'_, '_>, built: &LeafTreeData) {
    let current = panel.current.as_ref();
    if current.is_none_or(|current| current.level.own_tree.is_none()) {
        return;
    }
    ui.horizontal(|ui| {
        draw_control_label(ui, text!("panel-whose-tree"), Term::OwnTree);
        for (is_own, title) in [
            (false, text!("panel-built-here")),
            (true, text!("panel-files-own")),
        ] {
            let is_shown = built.is_own == is_own;
            if ui.selectable_label(is_shown, title).clicked() && !is_shown {
                panel.send(Action::ToggleTreeOwner);
            }
        }
    });
}

/// Draws the statistics of both trees of a compiled level.
fn side_by_side(ui: &mut Ui, both: &SideBySide) {
    ui.add_space(4.0);
    let share = |share: Option<f64>| match share {
        None => text!("panel-no-pvs").to_owned(),
        Some(share) => format!("{:.1} %", share * 100.0),
    };
    let (here, file, shown) = (&both.here, &both.file, &both.shown);
    let visible = [both.here_visible, both.file_visible].map(share);
    Grid::new("side by side")
        .num_columns(3)
        .spacing([14.0, 3.0])
        .show(ui, |ui| {
            for title in ["", text!("panel-built-here"), text!("panel-files-own")] {
                widgets::text(ui, title, style::FAINT, 12.0);
            }
            ui.end_row();
            let mut row = |title, term: Term, values: [String; 2]| {
                draw_control_label(ui, title, term);
                for value in values {
                    widgets::text(ui, value, style::TEXT, 12.5);
                }
                ui.end_row();
            };
            let (portals, leaf_faces) = ([here.portals, shown.portals], [here.leaf_faces, shown.leaf_faces]);
            for (title, term, counts) in [
                (text!("panel-nodes"), Term::Node, [here.nodes, file.nodes]),
                (
                    text!("panel-empty-leaves"),
                    Term::EmptyLeaf,
                    [here.empty, file.empty],
                ),
                (
                    text!("panel-solid-leaves"),
                    Term::SolidLeaf,
                    [here.solid, file.solid],
                ),
                (text!("panel-portals"), Term::Portal, portals),
                (text!("panel-leaf-faces"), Term::LeafFace, leaf_faces),
                (text!("panel-depth"), Term::Depth, [here.depth, file.depth]),
            ] {
                row(title, term, counts.map(count));
            }
            row(text!("panel-mean-pvs"), Term::MeanPvs, visible);
        });
    draw_note(ui, both.sentence.as_str());
}

fn culling(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        style::draw_command_key(ui, &panel.keys, Action::NextCulling);
        draw_control_label(ui, text!("panel-culling"), Term::Culling);
        let label = match panel.program.level.frozen {
            Some(_) => text!("panel-follow"),
            None => text!("panel-freeze"),
        };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::add_definition(ui.button(label), Term::Frozen).clicked() {
                panel.send(Action::ToggleFrozenCulling);
            }
            style::draw_command_key(ui, &panel.keys, Action::ToggleFrozenCulling);
        });
    });
    let report = &panel.culling_report;
    Grid::new("culling")
        .num_columns(4)
        .spacing([10.0, 3.0])
        .show(ui, |ui| {
            widgets::text(ui, "", style::FAINT, 12.0);
            widgets::head(ui, text!("panel-leaf-count"), Term::Leaf);
            widgets::head(ui, text!("panel-triangle-count"), Term::SolidTriangle);
            widgets::head(ui, text!("panel-draw-calls"), Term::DrawCall);
            ui.end_row();
            for (mode, drawn) in CullingMode::ALL.into_iter().zip(report.drawn) {
                let choice = ui.selectable_value(&mut panel.program.culling, mode, mode.title());
                let term = match mode {
                    CullingMode::None => Term::Culling,
                    CullingMode::Frustum => Term::Frustum,
                    CullingMode::Pvs => Term::Pvs,
                };
                widgets::add_definition(choice, term);
                for number in [u64::from(drawn.leaves), drawn.triangles, u64::from(drawn.draws)] {
                    widgets::text(ui, count(number), style::TEXT, 12.5);
                }
                ui.end_row();
            }
        });
    let place = match report.leaf {
        Some(leaf) if report.known => text!("panel-eye-in-leaf", leaf),
        Some(_) => text!("panel-eye-outside").to_owned(),
        None => String::new(),
    };
    draw_note(ui, place);
}

fn leak(ui: &mut Ui, panel: &mut Panel<'_, '_>, built: &LeafTreeData) {
    ui.add_space(2.0);
    ui.horizontal_wrapped(|ui| {
        style::draw_command_key(ui, &panel.keys, Action::Overlay(OverlayKind::Leak.key()));
        let Some(leak) = &built.leak else {
            draw_control_label(ui, built.no_leak, Term::Leak);
            return;
        };
        let text = text!("panel-leaks", length = words::metres(leak.length()));
        widgets::text(ui, text, style::ALARM, 12.5);
        for (arrow, hint, action) in [
            ("◀", text!("panel-leak-back"), Action::BackAlongLeak),
            ("▶", text!("panel-leak-along"), Action::AlongLeak),
        ] {
            let hint = format!("{hint} ({})", panel.keys.key_or_palette_hint(action));
            if style::hinted(ui.small_button(arrow), hint).clicked() {
                panel.send(action);
            }
        }
    });
}

/// Draws the sightline checkbox, and the two leaves that the sightline connects.
fn sight(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    see::switch(ui, &panel.keys, &mut panel.program.overlays, OverlayKind::Sight);
    let from = match panel.program.level.selected.sight_from {
        Some(leaf) => text!("panel-leaf-of", leaf = count(leaf)),
        None => text!("panel-leaf-of-eye").to_owned(),
    };
    let Some(to) = panel.program.level.selected.leaf else {
        let key = panel.keys.key_or_palette_hint(Action::SelectUnderCrosshair);
        draw_note(ui, text!("panel-sight-select", from, key));
        return;
    };
    ui.horizontal(|ui| {
        draw_note(ui, text!("panel-sight-to", from, leaf = count(to)));
        if panel.program.level.selected.sight_from.is_some()
            && ui.small_button(text!("panel-sight-from-eye")).clicked()
        {
            panel.send(Action::SightFrom(None));
        }
    });
}

/// Draws the numbers of structural and detail faces, and the parameters for building another tree.
fn structure(ui: &mut Ui, panel: &mut Panel<'_, '_>, built: &LeafTreeData) {
    let params = panel.drafts.leaf_tree.of(&panel.leaf_params);
    draw_note(ui, detail(built));
    let structure = &mut params.structure;
    let names = text!("panel-names-decide");
    widgets::switch(ui, &mut structure.names, names, Term::DetailByName);
    let letters = text!("panel-letters-decide");
    widgets::switch(ui, &mut structure.letters, letters, Term::DetailByLetter);
    widgets::rows(ui, "structure numbers", |ui| {
        let size = DragValue::new(&mut structure.detail_size).speed(0.05);
        let size = size.range(0.0..=1000.0).suffix(" m");
        widgets::control(ui, text!("panel-small-below"), Term::DetailSize, size);
        let budget = DragValue::new(&mut structure.budget).speed(100.0);
        let (title, budget) = (text!("panel-most-facets"), budget.range(0..=10_000_000));
        widgets::control(ui, title, Term::StructureBudget, budget);
    });
    let current = panel.current.as_ref();
    let objects = current.map_or(&[][..], |current| current.level.objects.as_slice());
    if objects.len() > 1 {
        draw_control_label(ui, text!("panel-by-hand"), Term::StructureByHand);
        list("objects", 120.0).show(ui, |ui| {
            for object in objects {
                by_hand(ui, structure, object);
            }
        });
    }
    tree_rule(ui, params);
    let button = Button::new(text!("panel-rebuild")).min_size([96.0, 26.0].into());
    if ui.add_enabled(*params != **panel.leaf_params, button).clicked() {
        **panel.leaf_params = params.clone();
    }
}

/// Describes how many faces are detail, and why.
fn detail(built: &LeafTreeData) -> String {
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
    .map(|(number, reason)| text!("panel-detail-count", faces = count(number), reason))
    .collect();
    if parts.is_empty() {
        text!("panel-no-detail").to_owned()
    } else {
        text!("panel-detail", list = parts.join(", "))
    }
}

/// Draws a row with a button that cycles an object's classification: by the rules, structural, or detail.
fn by_hand(ui: &mut Ui, structure: &mut StructureParams, object: &str) {
    let kind = structure.by_hand.get(object).copied();
    let (label, next) = match kind {
        None => (text!("panel-rules"), Some(Kind::Structural)),
        Some(Kind::Structural) => (text!("panel-structural-face"), Some(Kind::Detail)),
        Some(Kind::Detail) => (text!("panel-detail-face"), None),
    };
    ui.horizontal(|ui| {
        let button = ui.add_sized([76.0, 18.0], Button::new(label).small());
        if widgets::add_definition(button, Term::StructureByHand).clicked() {
            structure.by_hand.remove(object);
            let next = next.map(|kind| (object.to_owned(), kind));
            structure.by_hand.extend(next);
        }
        ui.add(Label::new(RichText::new(object).size(12.5)).truncate());
    });
}

fn tree_rule(ui: &mut Ui, params: &mut LeafTreeParams) {
    ui.horizontal(|ui| {
        draw_control_label(ui, text!("panel-rule"), Term::BuildRule);
        let rules = LeafRule::ALL.map(|rule| (rule, rule.name(), translated(rule.description())));
        let chosen = params.leaves.rule.name();
        if let Some(rule) = widgets::choose(ui, "leaf rule", chosen, 160.0, rules) {
            params.leaves = LeafParams::preset(rule);
        }
    });
    let merge = text!("panel-merge");
    widgets::switch(ui, &mut params.leaves.merge, merge, Term::Merge);
    widgets::switch(ui, &mut params.fill, text!("panel-fill"), Term::Fill);
}

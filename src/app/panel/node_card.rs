//! Card of the selected node.

use bevy::prelude::*;
use bevy_egui::egui;
use bspwalk_explain::{
    decisions::{self, Scoring},
    glossary::Term,
};
use bspwalk_levels::color::palette::Palette;
use bspwalk_progress::words;
use bspwalk_session::question::Question;
use bspwalk_text::{Message, message, text};
use bspwalk_trees::{
    node_storing::{Branch, NodeId, NodeView},
    recording::Decision,
};
use egui::{RichText, Ui};

use super::{card_params::CardParams, what_if};
use crate::app::kit::{
    choice,
    widgets::{self, Tip},
};
use crate::app::{
    host::state::{Act, Action, OpenedLevel},
    kit::{
        column::{Cards, Title},
        definitions, style,
    },
    level::{copied_command, what_if::WhatIf},
    paint::overlays::{CurrentTreeStats, Hovered},
    panel::legends,
};

/// Tooltip of the button of a candidate.
const TRY: Message = message!("panel-click-builds");

/// Draws the card of the selected node, if there is one.
pub(super) fn draw(cards: &mut Cards<'_>, params: &mut CardParams<'_, '_>) {
    let (Some(current), Some(id)) = (&params.current, params.selection.node) else {
        return;
    };
    let Some(view) = current.tree.node(id) else {
        return;
    };
    // A recording contains the decision right away; without one, the build is replayed.
    let recorded = current.tree.recording();
    let replayed = params
        .divisions
        .of(&current.tree, id)
        .map(|division| &division.decision);
    let decision = recorded
        .and_then(|recording| recording.decisions.get(id as usize))
        .or(replayed);
    let name = text!("panel-node", node = words::count(id));
    let note = if view.depth == 0 {
        text!("dock-the-root").into()
    } else {
        text!("dock-depth-of", depth = view.depth)
    };
    let key = params.keys.key_of(Action::SelectUnderCrosshair);
    let close = text!(
        "panel-select-nothing",
        key = params.keys.of(Action::ClearSelection)
    );
    let title = Title {
        id: "node",
        key: &key,
        name: &name,
        note: &note,
        term: Some(Term::Node),
        copy: Some(copied_command::HINT.text()),
        close: Some(&close),
    };
    let clicked = cards.card(title, |ui| {
        match decision {
            Some(decision) => {
                let scoring = Scoring::of_node(current.tree.params(), decision.faces);
                let account = decisions::account(decision, &scoring);
                definitions::prose(ui, account, style::TEXT, 12.5);
            }
            None => {
                widgets::note(ui, decisions::kind(&view, decision));
                if params.divisions.is_busy() {
                    widgets::note(ui, text!("panel-choice-sought"));
                }
            }
        }
        if !view.is_block {
            let equation = RichText::new(decisions::equation(&view.plane)).monospace();
            let equation = ui.add(egui::Label::new(equation.size(12.5).color(style::TEXT)));
            widgets::define(equation, Term::PlaneEquation);
        }
        if let Some(face) = params.selection.face {
            widgets::note(ui, text!("panel-through-face", face = words::count(face)));
        }
        counts(
            ui,
            id,
            &view,
            decision,
            &params.tree_stats,
            params.overlays.palette,
        );
        ancestors(
            ui,
            id,
            current,
            params.overlays.palette,
            &mut params.hovered,
            &mut params.commands,
        );
        if let Some(decision) = decision {
            let scoring = Scoring::of_node(current.tree.params(), decision.faces);
            let pointed = choice::show(ui, decision, &scoring, Some(Tip::with(Term::WhatIf, TRY.text())));
            let plane = |place: usize| decision.candidates.get(place).map(|candidate| candidate.plane);
            if let Some(plane) = pointed.hovered.and_then(plane) {
                params.previewed.0 = Some((id, plane));
            }
            if let Some(plane) = pointed.taken.and_then(plane) {
                params.what_if.write(WhatIf::Take(id, plane));
            }
        }
        buttons(ui, &view, &mut params.commands);
        what_if::show(
            ui,
            (current, id),
            (&params.trial, params.overlays.palette),
            &mut what_if::Hand {
                by_hand: &mut params.by_hand,
                handles: &params.handles,
                model: params.view.is_eye().then(|| params.keys.of(Action::ToggleModel)),
            },
            &mut params.what_if,
        );
        let faces = params.report.faces.filter(|faces| faces.node == id);
        legends::selection(ui, &params.overlays, faces);
    });
    if clicked.copies {
        let question = question(params, id);
        params.copy(question);
    }
    if clicked.closes {
        params.commands.write(Act(Action::ClearSelection));
    }
}

/// Returns the question that the card copies as a command. It is a cast at the selected face, or else the location of a
/// point in the node's cell.
fn question(params: &CardParams<'_, '_>, id: NodeId) -> Option<Question> {
    let current = params.current.as_ref()?;
    let eye = params
        .player
        .as_ref()
        .map_or(Vec3::ZERO, |player| player.position);
    let face = params.selection.face;
    face.and_then(|face| Question::of_face(&current.level, &current.tree, face, eye))
        .or_else(|| Question::of_node(&current.tree, id))
}

/// Draws the number of face pieces on the plane, in front of it and behind it: at the time of the split, and in the
/// finished tree. The finished tree has more pieces, because lower nodes cut further faces.
fn counts(
    ui: &mut Ui,
    id: NodeId,
    view: &NodeView,
    decision: Option<&Decision>,
    tree_stats: &CurrentTreeStats,
    palette: Palette,
) {
    let stats = &tree_stats.stats;
    let subtree = |node: Option<NodeId>| {
        node.map_or([0, 0], |node| {
            let nodes = stats.subtree(node).len();
            [u64::from(stats.fragments_in(node)), nodes as u64]
        })
    };
    let (front, back, whole) = (subtree(view.front), subtree(view.back), subtree(Some(id)));
    let here = [view.fragments.len() as u64, 1];
    let side = |branch| widgets::side_color(branch, palette);
    let parts = [
        (style::TEXT, here),
        (side(Branch::Front), front),
        (side(Branch::Back), back),
        (style::FAINT, whole),
    ];
    egui::Grid::new("counts")
        .num_columns(4)
        .min_col_width(0.0)
        .spacing([14.0, 2.0])
        .show(ui, |ui| {
            widgets::text(ui, "", style::FAINT, 11.5);
            if decision.is_some() {
                widgets::head(ui, text!("panel-when-split"), Term::WhenSplit);
            }
            let finished = text!("panel-finished");
            widgets::head(ui, text!("panel-fragments"), Tip::with(Term::Fragment, finished));
            widgets::head(ui, text!("panel-node-count"), Tip::with(Term::Node, finished));
            ui.end_row();
            for (row, (color, finished)) in decisions::split_rows(decision).into_iter().zip(parts) {
                widgets::text(ui, row.name, color, 12.5);
                for number in row.pieces.map(u64::from).into_iter().chain(finished) {
                    widgets::text(ui, words::count(number), style::TEXT, 12.5);
                }
                ui.end_row();
            }
        });
    if let Some(decision) = decision {
        widgets::note(ui, decisions::split_words(decision));
    }
}

/// Draws the path down to the node as letters.
fn ancestors(
    ui: &mut Ui,
    id: NodeId,
    current: &OpenedLevel,
    palette: Palette,
    hovered: &mut Hovered,
    commands: &mut MessageWriter<'_, Act>,
) {
    /// Number of ancestors that fit in a row.
    const NEAREST: usize = 20;
    let all: Vec<(NodeId, Branch)> = current.tree.ancestors(id).collect();
    if all.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        widgets::head(ui, text!("panel-path"), Term::EyePath);
        if all.len() > NEAREST {
            widgets::text(ui, "… ", style::FAINT, 12.0);
        }
        for &(ancestor, branch) in all.iter().take(NEAREST).rev() {
            let text = widgets::letter(branch, palette);
            let label = ui.add(egui::Label::new(text).sense(egui::Sense::click()));
            if label.clicked() {
                commands.write(Act(Action::SelectNode(ancestor)));
            }
            if label.hovered() {
                hovered.0 = Some(ancestor);
            }
        }
    });
}

fn buttons(ui: &mut Ui, view: &NodeView, commands: &mut MessageWriter<'_, Act>) {
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        for (name, exists, command) in [
            (text!("panel-parent"), view.parent.is_some(), Action::SelectParent),
            (text!("panel-to-front"), view.front.is_some(), Action::SelectFront),
            (text!("panel-to-back"), view.back.is_some(), Action::SelectBack),
        ] {
            if ui.add_enabled(exists, egui::Button::new(name)).clicked() {
                commands.write(Act(command));
            }
        }
    });
}

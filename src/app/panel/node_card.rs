//! Card of the selected node.

use bevy::math::Vec3;
use bevy::prelude::{MessageWriter, ResMut};
use bevy_egui::egui::{Button, Label, RichText, Sense, Ui};
use bspwalk_explain::decisions::{self, Scoring};
use bspwalk_geometry::Plane;
use bspwalk_session::question::Question;
use bspwalk_trees::node_storing::{Branch, NodeId, NodeView};
use bspwalk_trees::recording::Decision;

use super::{data::CardParams, legends, what_if};
use crate::app::kit::column::{Cards, Title};
use crate::app::kit::{choice, definitions, prelude::*};
use crate::app::level::{copied_command, what_if::WhatIf};
use crate::app::paint::overlays::{CurrentTreeStats, Hovered};

/// Draws the card of the selected node, if any.
pub(super) fn draw(cards: &mut Cards<'_>, params: &mut CardParams<'_, '_>) {
    let (Some(current), Some(id)) = (&params.current, params.program.level.selected.node) else {
        return;
    };
    let Some(view) = current.tree.node(id) else {
        return;
    };
    // If the build was recorded, the decision is available immediately. Otherwise, the build is replayed.
    let recorded = current.tree.recording();
    let division = params.program.divisions.of(&current.tree, id);
    let decision = recorded
        .and_then(|recording| recording.decisions.get(id.index()))
        .or(division.map(|division| &division.decision));
    let name = text!("panel-node", node = words::count(id));
    let note = match view.depth {
        0 => text!("dock-the-root").into(),
        depth => text!("dock-depth-of", depth),
    };
    let key = params.keys.key_of(Action::SelectUnderCrosshair);
    let close = params.keys.key_or_palette_hint(Action::ClearSelection);
    let close = text!("panel-select-nothing", key = close);
    let title = Title {
        id: "node",
        key: &key,
        name: &name,
        note: &note,
        term: Some(Term::Node),
        copy: Some(copied_command::HINT.text()),
        close: Some(&close),
    };
    let place = params.editor_place();
    let clicked = cards.card(title, |ui| {
        widgets::draw_note(ui, text!("panel-in-node-tree"));
        if let Some(place) = &place {
            widgets::draw_note(ui, place);
        }
        let scored = decision.map(|decision| {
            let scoring = Scoring::of_node(current.tree.params(), decision.faces);
            (decision, scoring)
        });
        match &scored {
            Some((decision, scoring)) => {
                let summary = decisions::summary(decision, scoring);
                definitions::draw_wrapped_text_with_terms(ui, summary, style::TEXT, 12.5);
            }
            None => {
                widgets::draw_note(ui, decisions::describe_plane_kind(&view, decision));
                if params.program.divisions.is_busy() {
                    widgets::draw_note(ui, text!("panel-choice-sought"));
                }
            }
        }
        let palette = params.program.overlays.palette;
        let faces = params.report.faces.filter(|faces| faces.node == id);
        legends::selection(ui, &params.program.overlays, faces);
        let above: Vec<_> = current.tree.ancestors(id).collect();
        let pointed = (&mut params.hovered, &mut params.commands);
        ancestors(ui, &above, palette, pointed);
        buttons(ui, &view, &mut params.commands);
        what_if::result(ui, (&params.program.level.trial, palette), &mut params.commands);
        widgets::disclosure(ui, Disclosure::Node, |ui| {
            if let Some((decision, scoring)) = &scored {
                let account = decisions::explain_plane_choice(decision, scoring);
                definitions::draw_wrapped_text_with_terms(ui, account, style::TEXT, 12.5);
            }
            if !view.is_block {
                equation(ui, &view.plane);
            }
            if let Some(face) = params.program.level.selected.face {
                widgets::draw_note(ui, text!("panel-through-face", face = words::count(face)));
            }
            counts(ui, id, &view, decision, &params.tree_stats, palette);
            if let Some((decision, scoring)) = &scored {
                let tip = Tip::with(Term::WhatIf, text!("panel-click-builds"));
                let pointed = choice::show(ui, decision, scoring, Some(tip));
                let plane = |place: usize| decision.candidates.get(place).map(|candidate| candidate.plane);
                if let Some(plane) = pointed.hovered.and_then(plane) {
                    params.previewed.0 = Some((id, plane));
                }
                if let Some(plane) = pointed.taken.and_then(plane) {
                    params.what_if.write(WhatIf::Take(id, plane));
                }
            }
            let mut hand = what_if::Hand {
                by_hand: &mut params.by_hand,
                handles: &params.handles,
                model: params
                    .program
                    .view
                    .is_eye()
                    .then(|| params.keys.key_or_palette_hint(Action::ToggleModel)),
            };
            what_if::by_hand(ui, (current, id), &mut hand, &mut params.what_if);
        });
    });
    if clicked.copies {
        let question = question(params, id);
        params.copy(question);
    }
    if clicked.closes {
        params.commands.write(Act(Action::ClearSelection));
    }
}

pub(super) fn equation(ui: &mut Ui, plane: &Plane) {
    let equation = RichText::new(decisions::equation(plane)).monospace();
    let equation = ui.add(Label::new(equation.size(12.5).color(style::TEXT)));
    widgets::add_definition(equation, Term::PlaneEquation);
}

/// Returns the query that the card copies as a command: a cast at the selected face if there is one, and otherwise the
/// location of a point in the node's cell.
fn question(params: &CardParams<'_, '_>, id: NodeId) -> Option<Question> {
    let current = params.current.as_ref()?;
    let player = params.player.as_ref();
    let eye = player.map_or(Vec3::ZERO, |player| player.position);
    let face = params.program.level.selected.face;
    face.and_then(|face| Question::of_face(&current.level, &current.tree, face, eye))
        .or_else(|| Question::of_node(&current.tree, id))
}

/// Draws the numbers of face pieces on the plane, in front of it and behind it, both at the time of the split and in
/// the finished tree. The finished tree has more pieces, because nodes further down cut more faces.
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
    let parts = [
        (style::TEXT, [view.fragments.len() as u64, 1]),
        (widgets::side_color(Branch::Front, palette), subtree(view.front)),
        (widgets::side_color(Branch::Back, palette), subtree(view.back)),
        (style::FAINT, subtree(Some(id))),
    ];
    widgets::table(ui, ("counts", 4), [14.0, 2.0], |ui| {
        widgets::text(ui, "", style::FAINT, 11.5);
        if decision.is_some() {
            widgets::head(ui, text!("panel-when-split"), Term::WhenSplit);
        }
        let finished = text!("panel-finished");
        widgets::head(ui, text!("panel-fragments"), Tip::with(Term::Fragment, finished));
        widgets::head(ui, text!("panel-node-count"), Tip::with(Term::Node, finished));
        ui.end_row();
        for (row, (color, finished)) in decisions::piece_count_rows(decision).into_iter().zip(parts) {
            widgets::text(ui, row.name, color, 12.5);
            for number in row.pieces.map(u64::from).into_iter().chain(finished) {
                widgets::text(ui, words::count(number), style::TEXT, 12.5);
            }
            ui.end_row();
        }
    });
    if let Some(decision) = decision {
        widgets::draw_note(ui, decisions::split_words(decision));
    }
}

/// Draws the path to the node as letters. `above` contains the node's ancestors, nearest first.
fn ancestors(
    ui: &mut Ui,
    above: &[(NodeId, Branch)],
    palette: Palette,
    (hovered, commands): (&mut ResMut<'_, Hovered>, &mut MessageWriter<'_, Act>),
) {
    /// Maximum number of ancestors in a row.
    const NEAREST: usize = 20;
    if above.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        widgets::head(ui, text!("panel-path"), Term::EyePath);
        if above.len() > NEAREST {
            widgets::text(ui, "… ", style::FAINT, 12.0);
        }
        for &(ancestor, branch) in above.iter().take(NEAREST).rev() {
            let text = widgets::letter(branch, palette);
            let label = ui.add(Label::new(text).sense(Sense::click()));
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
            if ui.add_enabled(exists, Button::new(name)).clicked() {
                commands.write(Act(command));
            }
        }
    });
}

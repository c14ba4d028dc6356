//! Card of the selected leaf: its statistics, what is visible from it, and the planes that bound it.

use bevy_egui::egui::{Label, Sense, Ui, Vec2};
use bspwalk_explain::decisions::{self, Scoring};
use bspwalk_session::{overlays::OverlayKind, question::Question};
use bspwalk_trees::node_storing::{Branch, NodeId};
use bspwalk_trees::solid_leaf::{LeafId, LeafView};

use super::{data::CardParams, node_card, path};
use crate::app::kit::column::{Cards, Title};
use crate::app::kit::{choice, definitions, prelude::*};
use crate::app::level::{copied_command, leaf_tree::LeafTreeData};

/// Maximum number of letters of the path that are shown, counted from its end.
const MOST_LETTERS: usize = 60;

/// Leaf on the card, and the node on its path whose split decision is shown. By default, this is the last node.
pub(super) type ShownNode = Option<(LeafId, NodeId)>;

/// Draws the card of the selected leaf if an enabled overlay shows the leaf.
pub(super) fn draw(cards: &mut Cards<'_>, params: &mut CardParams<'_, '_>, shown: &mut ShownNode) {
    let Some((built, leaf, view)) = visible_selected_leaf(params) else {
        return;
    };
    let cost = params.flow.as_ref().and_then(|flow| flow.cost());
    let name = text!("look-leaf", leaf = words::count(leaf));
    let kind = if view.solid {
        text!("panel-solid")
    } else {
        text!("panel-empty")
    };
    let key = params.keys.key_of(Action::SelectUnderCrosshair);
    let close = params.keys.key_or_palette_hint(Action::ClearSelection);
    let close = text!("panel-select-nothing", key = close);
    let title = Title {
        id: "leaf",
        key: &key,
        name: &name,
        note: kind,
        term: Some(Term::Leaf),
        copy: (!params.shows_own_tree()).then_some(copied_command::HINT.text()),
        close: Some(&close),
    };
    let place = params.editor_place();
    let palette = params.program.overlays.palette;
    let hint = params.keys.key_or_palette_hint(Action::LookAtSelection);
    let mut looks = false;
    let clicked = cards.card(title, |ui| {
        let sentences = if built.is_own {
            text!("panel-in-own-tree")
        } else if view.solid {
            text!("panel-solid-leaf-is")
        } else {
            text!("panel-empty-leaf-is")
        };
        definitions::draw_wrapped_text_with_terms(ui, sentences, style::TEXT, 12.5);
        stats(ui, built, leaf, &view);
        if let Some(place) = &place {
            widgets::draw_note(ui, place);
        }
        looks = ui.button(text!("dock-look")).on_hover_text(&hint).clicked();
        widgets::disclosure(ui, Disclosure::Leaf, |ui| {
            widgets::rows(ui, "leaf-details", |ui| {
                let volume = format!("{:.2} m³", view.volume);
                widgets::row(ui, text!("panel-volume"), volume, Term::Volume);
                let faces = words::count(view.fragments.len() as u64);
                widgets::row(ui, text!("panel-faces"), faces, Term::LeafFace);
            });
            // The node nearest to the leaf comes first.
            let above: Vec<_> = built.tree.ancestors_of_leaf(leaf).collect();
            let chosen = shown.filter(|(of, _)| *of == leaf);
            let is_chosen = |node: &&(NodeId, Branch)| chosen.is_some_and(|(_, id)| id == node.0);
            let Some(&node) = above.iter().find(is_chosen).or(above.first()) else {
                return;
            };
            if let Some(clicked) = letters(ui, &above, node.0, palette) {
                *shown = Some((leaf, clicked));
            }
            plane(ui, built, node);
        });
        widgets::disclosure(ui, Disclosure::Solidity, |ui| {
            widgets::rows(ui, "leaf-solidity", |ui| {
                let solidity = format!("{:+.2}", view.solidity);
                widgets::row(ui, text!("panel-solidity"), solidity, Term::Solidity);
            });
            if let Some(cost) = cost {
                widgets::draw_note(ui, cost);
            }
        });
    });
    if looks {
        // Look at the leaf even if a node is also selected.
        let commands = [Action::SelectLeaf(leaf), Action::LookAtSelection];
        params.commands.write_batch(commands.map(Act));
    }
    if clicked.copies {
        let built = params.leaf_tree.built();
        let question = built.and_then(|built| Question::of_leaf(&built.tree, leaf));
        params.copy(question);
    }
    if clicked.closes {
        params.commands.write(Act(Action::ClearSelection));
    }
}

/// Returns the selected leaf, provided that an enabled overlay shows it.
pub(super) fn visible_selected_leaf<'a>(
    params: &'a CardParams<'_, '_>,
) -> Option<(&'a LeafTreeData, LeafId, LeafView)> {
    let shows_leaves = |kind: OverlayKind| {
        params.program.overlays.is_on(kind) && kind.shows_leaf_tree() && kind != OverlayKind::Leak
    };
    let is_shown = OverlayKind::ALL.into_iter().any(shows_leaves);
    let built = params.leaf_tree.built().filter(|_| is_shown)?;
    let leaf = params.program.level.selected.leaf?;
    Some((built, leaf, built.tree.leaf(leaf)?))
}

fn stats(ui: &mut Ui, built: &LeafTreeData, leaf: LeafId, view: &LeafView) {
    let count = |number: usize| words::count(number as u64);
    let portals = count(built.tree.portals_of(leaf).len());
    widgets::rows(ui, "leaf", |ui| {
        let mut row = |name, value, term: Term| widgets::row(ui, name, value, term);
        row(text!("panel-depth"), words::count(view.depth), Term::Depth);
        row(text!("panel-portals"), portals, Term::Portal);
        if !view.solid && built.pvs.is_some() {
            let seen = count(built.visible_from(leaf).len());
            let all = count(built.empty_leaves().len());
            let sees = text!("panel-sees", seen, all);
            row(text!("panel-sees-what"), sees, Term::Pvs);
        }
    });
}

/// Draws the path to the leaf as letters, with the displayed node underlined. Returns the node that was clicked.
fn letters(ui: &mut Ui, above: &[(NodeId, Branch)], shown: NodeId, palette: Palette) -> Option<NodeId> {
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        let start = if above.len() > MOST_LETTERS {
            text!("panel-path-cut")
        } else {
            text!("panel-path")
        };
        widgets::head(ui, start, Term::EyePath);
        for &(node, branch) in above.iter().take(MOST_LETTERS).rev() {
            let mut text = widgets::letter(branch, palette);
            if node == shown {
                text = text.strong().underline();
            }
            let label = ui.add(Label::new(text).sense(Sense::click()));
            if label.on_hover_text(text!("panel-click-how")).clicked() {
                clicked = Some(node);
            }
        }
    });
    clicked
}

/// Draws the plane of a node on the path, and explains how it was chosen.
fn plane(ui: &mut Ui, built: &LeafTreeData, (id, branch): (NodeId, Branch)) {
    let Some(node) = built.tree.node(id) else { return };
    let (side, depth) = (path::side(branch), node.depth);
    let note = text!("panel-leaf-lies", side, node = words::count(id), depth);
    widgets::draw_note(ui, note);
    node_card::equation(ui, &node.plane);
    let recording = built.tree.recording();
    match recording.and_then(|recording| recording.decisions.get(id.index())) {
        Some(decision) if decision.candidates.is_empty() => {
            widgets::draw_note(ui, text!("panel-world-box"));
        }
        Some(decision) => {
            let scoring = Scoring::of_leaf_node(built.tree.params(), decision.faces);
            widgets::draw_note(ui, decisions::explain_plane_choice(decision, &scoring));
            widgets::draw_note(ui, decisions::describe_leaf_division(decision));
            choice::show(ui, decision, &scoring, None);
        }
        None => widgets::draw_note(ui, text!("panel-choice-not-kept")),
    }
}

//! Card of the selected leaf: its figures, what is visible from it, and the planes that bound it.

use bevy_egui::egui::{self, RichText, Ui};
use bspwalk_explain::{
    decisions::{self, Scoring},
    glossary::Term,
};
use bspwalk_levels::color::palette::Palette;
use bspwalk_progress::words;
use bspwalk_session::{overlays::OverlayKind, question::Question};
use bspwalk_text::text;
use bspwalk_trees::{
    node_storing::{Branch, NodeId},
    solid_leaf::{LeafId, LeafView},
};

use super::card_params::CardParams;
use crate::app::kit::{choice, widgets};
use crate::app::{
    host::state::{Act, Action},
    kit::{
        column::{Cards, Title},
        style,
    },
    level::{
        copied_command,
        leaf_tree::{Built, LeafTreeId},
    },
};

/// Maximum number of letters of the path; only the last ones are shown.
const MOST_LETTERS: usize = 60;

/// Contents of the card, kept between frames.
#[derive(Default)]
pub(super) struct ShownLeaf {
    /// The tree and the leaf.
    of: Option<(LeafTreeId, LeafId)>,
    /// Path, starting at the root.
    path: Vec<(NodeId, Branch)>,
    sees: usize,
    /// Index in the path of the node whose split choice is shown.
    node: usize,
}

impl ShownLeaf {
    fn follow(&mut self, built: &Built, leaf: LeafId) {
        let of = Some((built.id(), leaf));
        if self.of == of {
            return;
        }
        let mut path: Vec<_> = built.tree.ancestors_of_leaf(leaf).collect();
        path.reverse();
        *self = Self {
            of,
            node: path.len().saturating_sub(1),
            path,
            sees: built.visible_from(leaf).len(),
        };
    }
}

/// Draws the card of the selected leaf if an overlay shows the leaf.
pub(super) fn draw(cards: &mut Cards<'_>, params: &mut CardParams<'_, '_>, kept: &mut ShownLeaf) {
    let Some((built, leaf, view)) = asked(params) else {
        return;
    };
    kept.follow(built, leaf);
    let cost = params.flow.as_ref().and_then(|flow| flow.cost());
    let name = text!("look-leaf", leaf = words::count(leaf));
    let kind = if view.solid {
        text!("panel-solid")
    } else {
        text!("panel-empty")
    };
    let note = text!("panel-leaf-kind", kind, depth = view.depth);
    let key = params.keys.key_of(Action::SelectUnderCrosshair);
    let close = text!(
        "panel-select-nothing",
        key = params.keys.of(Action::ClearSelection)
    );
    let title = Title {
        id: "leaf",
        key: &key,
        name: &name,
        note: &note,
        term: Some(Term::Leaf),
        copy: (!params.shows_own_tree()).then_some(copied_command::HINT.text()),
        close: Some(&close),
    };
    let palette = params.overlays.palette;
    let hint = params.keys.of(Action::LookAtSelection);
    let mut looks = false;
    let clicked = cards.card(title, |ui| {
        stats(ui, built, leaf, &view, kept.sees);
        if let Some(cost) = cost {
            widgets::note(ui, cost);
        }
        looks = ui.button(text!("dock-look")).on_hover_text(&hint).clicked();
        path(ui, kept, palette);
        plane(ui, built, kept);
    });
    if looks {
        // Look at the leaf, even if a node is selected too.
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

/// Returns the selected leaf if there is one and an overlay shows it.
pub(super) fn asked<'a>(params: &'a CardParams<'_, '_>) -> Option<(&'a Built, LeafId, LeafView)> {
    let shows_leaves = |kind: OverlayKind| {
        params.overlays.is_on(kind) && kind.shows_leaf_tree() && kind != OverlayKind::Leak
    };
    let is_shown = OverlayKind::ALL.into_iter().any(shows_leaves);
    let built = params.leaf_tree.built().filter(|_| is_shown)?;
    let leaf = params.chosen.0?;
    Some((built, leaf, built.tree.leaf(leaf)?))
}

fn stats(ui: &mut Ui, built: &Built, leaf: LeafId, view: &LeafView, sees: usize) {
    let count = |number: usize| words::count(number as u64);
    let portals = built.tree.portals_of(leaf).len();
    let sees = text!(
        "panel-sees",
        seen = count(sees),
        all = count(built.empty_leaves().len())
    );
    widgets::rows(ui, "leaf", |ui| {
        let mut row = |name, value, term: Term| widgets::row(ui, name, value, term);
        row(
            text!("panel-volume"),
            format!("{:.2} m³", view.volume),
            Term::Volume,
        );
        row(text!("panel-faces"), count(view.fragments.len()), Term::LeafFace);
        row(text!("panel-portals"), count(portals), Term::Portal);
        if !view.solid && built.pvs.is_some() {
            row(text!("panel-sees-what"), sees, Term::Pvs);
        }
        row(
            text!("panel-solidity"),
            format!("{:+.2}", view.solidity),
            Term::Solidity,
        );
    });
}

/// Draws the path down to the leaf as letters. Clicking one shows how its plane was chosen.
fn path(ui: &mut Ui, shown: &mut ShownLeaf, palette: Palette) {
    let first = shown.path.len().saturating_sub(MOST_LETTERS);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(0.0, 0.0);
        let start = if first > 0 {
            text!("panel-path-cut")
        } else {
            text!("panel-path")
        };
        widgets::head(ui, start, Term::EyePath);
        for (place, &(_, branch)) in shown.path.iter().enumerate().skip(first) {
            let mut text = widgets::letter(branch, palette);
            if place == shown.node {
                text = text.strong().underline();
            }
            let label = ui
                .add(egui::Label::new(text).sense(egui::Sense::click()))
                .on_hover_text(text!("panel-click-how"));
            if label.clicked() {
                shown.node = place;
            }
        }
    });
}

/// Draws the plane of a node on the path, and how it was chosen.
fn plane(ui: &mut Ui, built: &Built, shown: &ShownLeaf) {
    let Some(&(id, branch)) = shown.path.get(shown.node) else {
        return;
    };
    let Some(node) = built.tree.node(id) else { return };
    let side = if branch == Branch::Front {
        text!("dock-in-front")
    } else {
        text!("dock-behind")
    };
    let name = words::count(id);
    widgets::note(
        ui,
        text!("panel-leaf-lies", side, node = name, depth = node.depth),
    );
    let equation = RichText::new(decisions::equation(&node.plane)).monospace();
    let equation = ui.add(egui::Label::new(equation.size(12.5).color(style::TEXT)));
    widgets::define(equation, Term::PlaneEquation);
    let recording = built.tree.recording();
    match recording.and_then(|recording| recording.decisions.get(id as usize)) {
        Some(decision) if decision.candidates.is_empty() => {
            widgets::note(ui, text!("panel-world-box"));
        }
        Some(decision) => {
            let scoring = Scoring::of_leaf_node(built.tree.params(), decision.faces);
            widgets::note(ui, decisions::account(decision, &scoring));
            widgets::note(ui, decisions::divided(decision));
            choice::show(ui, decision, &scoring, None);
        }
        None => widgets::note(ui, text!("panel-choice-not-kept")),
    }
}

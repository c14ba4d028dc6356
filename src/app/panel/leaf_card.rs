//! The card of the selected leaf: its figures, what it sees, and the planes that cut it out of the level.

use bevy_egui::egui::{self, RichText, Ui};

use super::{
    card_params::CardParams,
    choice::{self, Scoring},
    terms, widgets,
};
use crate::{
    app::{
        hud::{
            column::{Cards, Title},
            style,
        },
        leaf_tree::Built,
        palette::Palette,
        state::Command,
    },
    bsp::{
        node_storing::{Branch, NodeId},
        recording::Decision,
        solid_leaf::{LeafId, LeafView},
    },
    cli::overlays::OverlayKind,
};

/// At most this many letters of the path are shown: the last ones.
const MOST_LETTERS: usize = 60;

/// What the card shows, kept from frame to frame.
#[derive(Default)]
pub(super) struct ShownLeaf {
    /// The tree by its revision, and the leaf.
    of: Option<(u64, LeafId)>,
    /// From the root.
    path: Vec<(NodeId, Branch)>,
    sees: usize,
    /// The place in the path of the node whose choice is shown.
    node: usize,
}

impl ShownLeaf {
    fn follow(&mut self, built: &Built, leaf: LeafId) {
        let of = Some((built.revision, leaf));
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

/// Draws the card of the selected leaf, where an overlay shows it.
pub(super) fn draw(cards: &mut Cards<'_>, params: &mut CardParams<'_, '_>, kept: &mut ShownLeaf) {
    let Some((built, leaf, view)) = asked(params) else {
        return;
    };
    kept.follow(built, leaf);
    let name = format!("Leaf {}", widgets::count(leaf));
    let kind = if view.solid { "solid" } else { "empty" };
    let note = format!("{kind}, depth {}", view.depth);
    let key = params.keys.of(Command::SelectUnderCrosshair);
    let close = format!("Select nothing ({}).", params.keys.of(Command::ClearSelection));
    let title = Title {
        id: "leaf",
        key: &key,
        name: &name,
        note: &note,
        close: Some(&close),
    };
    let palette = params.overlays.palette;
    let closes = cards.card(title, |ui| {
        stats(ui, built, leaf, &view, kept.sees);
        path(ui, kept, palette);
        plane(ui, built, kept);
    });
    if closes {
        params.commands.write(Command::ClearSelection);
    }
}

/// The selected leaf, where there is one and an overlay shows it.
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
    widgets::rows(ui, "leaf", |ui| {
        widgets::row(ui, "Volume", format!("{:.2} m³", view.volume), terms::LEAF_VOLUME);
        widgets::row(
            ui,
            "Faces",
            widgets::count(view.fragments.len() as u64),
            terms::LEAF_FACES,
        );
        let portals = built.tree.portals_of(leaf).len() as u64;
        widgets::row(ui, "Portals", widgets::count(portals), terms::PORTALS);
        if !view.solid && built.pvs.is_some() {
            let of = built.empty_leaves().len();
            widgets::row(
                ui,
                "Sees",
                format!(
                    "{} of {} leaves",
                    widgets::count(sees as u64),
                    widgets::count(of as u64)
                ),
                terms::LEAF_SEES,
            );
        }
        widgets::row(ui, "Solidity", format!("{:+.2}", view.solidity), terms::SOLIDITY);
    });
}

/// The path down to the leaf, as letters; a click shows how that plane was chosen.
fn path(ui: &mut Ui, shown: &mut ShownLeaf, palette: Palette) {
    let first = shown.path.len().saturating_sub(MOST_LETTERS);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(0.0, 0.0);
        let start = if first > 0 { "Path … " } else { "Path  " };
        ui.label(RichText::new(start).color(style::FAINT).size(12.0));
        for (place, &(_, branch)) in shown.path.iter().enumerate().skip(first) {
            let mut text = widgets::letter(branch, palette);
            if place == shown.node {
                text = text.strong().underline();
            }
            let label = ui
                .add(egui::Label::new(text).sense(egui::Sense::click()))
                .on_hover_text("Click: how this plane was chosen.");
            if label.clicked() {
                shown.node = place;
            }
        }
    });
}

/// The plane of a node on the path, and why it was taken.
fn plane(ui: &mut Ui, built: &Built, shown: &ShownLeaf) {
    let Some(&(id, branch)) = shown.path.get(shown.node) else {
        return;
    };
    let Some(node) = built.tree.node(id) else { return };
    let side = if branch == Branch::Front {
        "in front of"
    } else {
        "behind"
    };
    widgets::note(
        ui,
        format!(
            "It lies {side} the plane of node {}, at depth {}:",
            widgets::count(id),
            node.depth
        ),
    );
    ui.label(
        RichText::new(choice::equation(&node.plane))
            .monospace()
            .size(12.5)
            .color(style::TEXT),
    );
    let recorded = built
        .tree
        .recording()
        .and_then(|recording| recording.decisions.get(id as usize));
    match recorded {
        Some(decision) if decision.candidates.is_empty() => {
            widgets::note(ui, "A side of the box around the level.");
        }
        Some(decision) => {
            widgets::note(ui, divided(decision));
            choice::show(
                ui,
                decision,
                &Scoring::of_leaf_node(built.tree.params(), decision.faces),
            );
        }
        None => widgets::note(
            ui,
            "How it was chosen is not kept for a level this large, or one that was compiled before.",
        ),
    }
}

/// How a plane divided the structural faces that reached its node.
fn divided(decision: &Decision) -> String {
    let count = |number: u32| widgets::count(number);
    format!(
        "Of the structural faces, {} reached it: {} on the plane, {} in front, {} behind; {}.",
        widgets::counted(decision.faces, "piece"),
        count(decision.coplanar),
        count(decision.front),
        count(decision.back),
        choice::cut_words(decision.cuts),
    )
}

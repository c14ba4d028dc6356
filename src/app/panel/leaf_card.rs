//! The card of the selected leaf: what it is, what it sees, and the planes that cut it out of the level.

use bevy_egui::egui::{self, RichText, Ui};

use super::{
    choice::{self, Scoring},
    columns::Scene,
    path, terms, widgets,
};
use crate::{
    app::{
        hud::{
            column::{Cards, Title},
            style,
        },
        leaf_tree::Made,
        palette::Palette,
        state::{Command, FaceColoring},
    },
    bsp::{
        node_storing::{Branch, NodeId},
        recording::Decision,
        solid_leaf::{LeafId, LeafView},
    },
};

/// At most this many letters of the way are shown: the last ones.
const MOST_LETTERS: usize = 60;

/// What is shown of a leaf, kept from frame to frame.
#[derive(Default)]
pub(super) struct Shown {
    /// The rooms by their revision, and the leaf.
    of: Option<(u64, LeafId)>,
    /// From the root.
    way: Vec<(NodeId, Branch)>,
    sees: usize,
    /// The place in the way of the node whose choice is shown.
    node: usize,
}

impl Shown {
    fn follow(&mut self, made: &Made, leaf: LeafId) {
        let of = Some((made.revision, leaf));
        if self.of == of {
            return;
        }
        let mut way: Vec<_> = made.tree.ancestors_of_leaf(leaf).collect();
        way.reverse();
        *self = Self {
            of,
            node: way.len().saturating_sub(1),
            way,
            sees: made.visible_from(leaf).len(),
        };
    }
}

/// Draws the card of the selected leaf, where an overlay shows it.
pub(super) fn draw(cards: &mut Cards<'_>, scene: &mut Scene<'_>, kept: &mut Shown) {
    let Some((made, leaf, view)) = asked(scene) else {
        return;
    };
    kept.follow(made, leaf);
    let name = format!("Leaf {}", widgets::count(leaf));
    let kind = if view.solid { "solid" } else { "empty" };
    let note = format!("{kind}, depth {}", view.depth);
    let key = scene.keys.of(Command::SelectUnderCrosshair);
    let close = format!("Select nothing ({}).", scene.keys.of(Command::ClearSelection));
    let title = Title {
        id: "leaf",
        key: &key,
        name: &name,
        note: &note,
        close: Some(&close),
    };
    let palette = scene.overlays.palette;
    let closes = cards.card(title, |ui| {
        facts(ui, made, leaf, &view, kept.sees);
        way(ui, kept, palette);
        plane(ui, made, kept);
    });
    if closes {
        scene.commands.write(Command::ClearSelection);
    }
}

/// The selected leaf, where there is one and an overlay shows it.
pub(super) fn asked<'a>(scene: &'a Scene<'_>) -> Option<(&'a Made, LeafId, LeafView)> {
    let overlays = &scene.overlays;
    let is_shown = overlays.leaves
        || overlays.portals
        || overlays.sight
        || overlays.painter
        || overlays.faces == FaceColoring::Visible;
    let made = scene.rooms.made().filter(|_| is_shown)?;
    let leaf = scene.chosen.0?;
    Some((made, leaf, made.tree.leaf(leaf)?))
}

fn facts(ui: &mut Ui, made: &Made, leaf: LeafId, view: &LeafView, sees: usize) {
    widgets::rows(ui, "leaf", |ui| {
        widgets::row(ui, "Volume", format!("{:.2} m³", view.volume), terms::LEAF_VOLUME);
        widgets::row(
            ui,
            "Faces",
            widgets::count(view.fragments.len() as u64),
            terms::LEAF_FACES,
        );
        let portals = made.tree.portals_of(leaf).len() as u64;
        widgets::row(ui, "Portals", widgets::count(portals), terms::PORTALS);
        if !view.solid && made.pvs.is_some() {
            let of = made.empty_leaves().len();
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

/// The way down to the leaf, as letters; a click shows how that plane was chosen.
fn way(ui: &mut Ui, shown: &mut Shown, palette: Palette) {
    let first = shown.way.len().saturating_sub(MOST_LETTERS);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(0.0, 0.0);
        let start = if first > 0 { "Path … " } else { "Path  " };
        ui.label(RichText::new(start).color(style::FAINT).size(12.0));
        for (place, &(_, branch)) in shown.way.iter().enumerate().skip(first) {
            let mut text = RichText::new(branch.letter().to_string())
                .monospace()
                .size(12.5)
                .color(path::side_color(branch, palette));
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

/// The plane of a node on the way, and why it was taken.
fn plane(ui: &mut Ui, made: &Made, shown: &Shown) {
    let Some(&(id, branch)) = shown.way.get(shown.node) else {
        return;
    };
    let Some(node) = made.tree.node(id) else { return };
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
    let recorded = made
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
                &Scoring::of_leaf_node(made.tree.params(), decision.faces),
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

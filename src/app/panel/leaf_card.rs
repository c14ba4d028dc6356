//! The card of the selected leaf: what it is, what it sees, and the planes that cut it out of the level.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, Id, Order, RichText, Ui};

use super::{FreeArea, node_card, path, terms, widgets};
use crate::{
    app::{
        hud::style,
        palette::Palette,
        rooms::{ChosenLeaf, Made, Rooms},
        state::{Command, FaceColoring, Overlays},
        why::Explanation,
    },
    bsp::{
        node_storing::{Branch, NodeId},
        solid_leaf::{LeafId, LeafView},
    },
};

/// Width of the card, in points.
const WIDTH: f32 = 262.0;

/// At most this many letters of the way are shown: the last ones.
const MOST_LETTERS: usize = 60;

/// What is shown of a leaf, kept from picture to picture.
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

pub(super) fn draw(
    mut contexts: EguiContexts,
    free: Res<FreeArea>,
    rooms: Res<Rooms>,
    chosen: Res<ChosenLeaf>,
    overlays: Res<Overlays>,
    why: Option<Res<Explanation>>,
    mut shown: Local<Shown>,
    mut commands: MessageWriter<Command>,
) -> Result {
    let is_asked = overlays.leaves
        || overlays.portals
        || overlays.sight
        || overlays.painter
        || overlays.faces == FaceColoring::Visible;
    let (Some(made), Some(leaf)) = (rooms.made(), chosen.0) else {
        return Ok(());
    };
    let Some(view) = made.tree.leaf(leaf).filter(|_| is_asked && why.is_none()) else {
        return Ok(());
    };
    shown.follow(made, leaf);
    egui::Area::new(Id::new("leaf"))
        .order(Order::Background)
        .constrain_to(free.0)
        .anchor(Align2::LEFT_TOP, egui::vec2(14.0, 14.0))
        .show(contexts.ctx_mut()?, |ui| {
            style::card().show(ui, |ui| {
                ui.set_width(WIDTH);
                ui.spacing_mut().item_spacing.y = 4.0;
                header(ui, leaf, &view, &mut commands);
                facts(ui, made, leaf, &view, shown.sees);
                way(ui, &mut shown, overlays.palette);
                choice(ui, made, &shown);
            });
        });
    Ok(())
}

fn header(ui: &mut Ui, leaf: LeafId, view: &LeafView, commands: &mut MessageWriter<'_, Command>) {
    ui.horizontal(|ui| {
        ui.label(
            RichText::new(format!("Leaf {}", widgets::count(leaf)))
                .strong()
                .size(16.0)
                .color(style::TEXT),
        );
        let kind = if view.solid { "solid" } else { "empty" };
        ui.label(RichText::new(format!("{kind}, depth {}", view.depth)).color(style::FAINT));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui
                .small_button("×")
                .on_hover_text("Select nothing (Q).")
                .clicked()
            {
                commands.write(Command::ClearSelection);
            }
        });
    });
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
        let start = if first > 0 { "Way … " } else { "Way  " };
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
fn choice(ui: &mut Ui, made: &Made, shown: &Shown) {
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
        format!("{side} node {}, at depth {}:", widgets::count(id), node.depth),
    );
    ui.label(
        RichText::new(node_card::equation(&node.plane))
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
            widgets::note(ui, "A side of the hull: the box around the level.");
        }
        Some(decision) => node_card::decided(ui, decision),
        None => widgets::note(
            ui,
            "How it was chosen is not kept of a level that is so large or was compiled before.",
        ),
    }
}

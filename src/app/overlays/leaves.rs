//! The cells of leaves: outlines of the empty ones, dashed where the PVS hides them from the eye; hatched walls of the solid
//! ones.

use bevy::prelude::*;
use bevy_egui::egui::Ui;
use bspwalk_explain::glossary::Term;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{layer::Layer, leaves::drawing};
use bspwalk_session::overlays::{OverlayKind, WhichLeaves};
use bspwalk_trees::solid_leaf::{LeafId, OUTSIDE};

use super::background::{Background, BackgroundOverlay, Inputs, Work};
use crate::app::{leaf_tree::LeafTreeId, panel::widgets, state::Overlays};

pub(in crate::app) struct Leaves;

/// How many leaves may be seen.
pub(in crate::app) type LeavesSeen = Background<Leaves>;

impl BackgroundOverlay for Leaves {
    const KIND: OverlayKind = OverlayKind::Leaves;
    const LAYER: Layer = Layer::Leaves;
    type Key = (
        LeafTreeId,
        bool,
        WhichLeaves,
        Option<LeafId>,
        IVec3,
        LeafId,
        Palette,
    );
    /// How many of the empty leaves may be seen from the eye's, and how many there are; none where the PVS hides nothing.
    type Answer = Option<[usize; 2]>;

    fn request(inputs: &Inputs<'_, '_>) -> Option<(Self::Key, Work<Self::Answer>)> {
        let built = inputs.leaf_tree.built()?;
        let (which, palette) = (inputs.overlays.which_leaves, inputs.overlays.palette);
        let (built, selected) = (built.clone(), inputs.chosen.0);
        let eye = inputs.player.position.as_dvec3();
        let own = built.tree.locate(eye);
        let key = (
            built.id(),
            built.is_refined(),
            which,
            selected,
            inputs.eye_in_steps(2.0),
            own,
            palette,
        );
        let work = move || {
            let tree = &*built.tree;
            // From solid and from the outside, the PVS hides nothing.
            let hides = built.pvs.is_some() && own != OUTSIDE && !tree.is_solid(own);
            let hidden = |leaf: LeafId| hides && !tree.is_solid(leaf) && !built.may_see(own, leaf);
            let drawing = drawing(tree, hidden, which, eye, selected, palette);
            let empty = built.empty_leaves();
            let seen = empty.iter().filter(|&&leaf| !hidden(leaf)).count();
            (drawing, hides.then_some([seen, empty.len()]))
        };
        Some((key, Box::new(work)))
    }
}

pub(super) fn controls(ui: &mut Ui, overlays: &mut Overlays) {
    ui.horizontal_wrapped(|ui| {
        for (which, title) in WhichLeaves::ALL {
            let choice = ui.selectable_value(&mut overlays.which_leaves, which, title.text());
            widgets::define(choice, Term::Leaf);
        }
    });
}

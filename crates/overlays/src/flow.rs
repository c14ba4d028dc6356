//! The portal flow step by step. A step shows a chain of portals, the visible part of the next portal, and the outcome.
//!
//! The animation starts with the costs of all portals and ends with the leaves that portal chains reached.

use bspwalk_trees::solid_leaf::pvs::PvsFlow;

use crate::prelude::*;

mod colors;
mod costs;
mod framing;
mod moment;
mod step;
mod words;

pub(crate) use self::costs::PortalCosts;
pub use self::{
    colors::{legend, scale},
    costs::{Cost, costliest, costliest_of, sentence_of},
    framing::view,
};
use self::{
    costs::opening_costs,
    moment::{Moment, label, moment_content},
};

overlay! {
    /// A step of the recorded portal flow.
    Flow [Flow] Immediate |scene| {
        tree: Shared<LeafTree> = scene.leaves()?,
        recorded: Option<Shared<PvsFlow>> = scene.flow.map(Shared::of),
        step: u32 = scene.overlays.flow_step,
        cut: Option<Rounded<f64>> = scene.cut(),
    }
}

impl Overlay for Flow {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let Some(flow) = &self.recorded else {
            return OverlayOutput::legend(vec![Row::note(text!("flow-waiting"))]);
        };
        let cut = self.cut.map(|height| height.exact);
        let drawing = drawing(&self.tree, flow, self.step, cut, palette);
        OverlayOutput {
            scale: scale(flow, self.step, palette),
            ..OverlayOutput::layer(Layer::Flow, drawing).with_legend(legend(flow, self.step, palette))
        }
    }
}

/// Maximum number of portals whose cost is drawn; the most expensive are kept.
const MOST_PORTALS: usize = 1500;

/// Maximum number of portals whose cost is labelled.
const MOST_LABELS: usize = 12;

/// Draws a moment of the animation: first the costs of all portals, then the steps, and finally the leaves that were
/// reached. If the level is cut open, the portals of a step are also drawn as lines on the cut, because vertical
/// portals are invisible from above.
fn drawing(tree: &LeafTree, flow: &PvsFlow, moment: u32, cut: Option<f64>, palette: Palette) -> Drawing {
    match moment_content(flow, moment) {
        Moment::Costs => cost_drawing(flow, palette),
        Moment::Step(number, step) => step::drawing(tree, flow, (number, step), cut, palette),
        Moment::End => end(tree, flow, palette),
    }
}

/// Draws the most expensive openings. The more search steps start at an opening, counting both directions, the brighter
/// the opening and the higher its colour on the scale.
fn cost_drawing(flow: &PvsFlow, palette: Palette) -> Drawing {
    let openings = opening_costs(flow);
    let most = openings.first().map_or(1, |opening| opening.1).max(1);
    let mut drawing = Drawing {
        counts: [openings.len().min(MOST_PORTALS), openings.len()],
        ..Drawing::default()
    };
    for (rank, &(portal, steps)) in openings.iter().enumerate().take(MOST_PORTALS).rev() {
        let share = steps as f64 / most as f64;
        let color = palette.measure(share.sqrt() as f32);
        let alpha = 0.12 + 0.4 * share as f32;
        drawing.outlined(
            &portal.corners,
            color,
            alpha,
            [0.4 + alpha, 1.0 + 2.0 * share as f32],
        );
        if rank < MOST_LABELS {
            let place = middle(&portal.corners).as_vec3();
            let label = label(vec![place], steps.to_string(), color, rank as u32);
            drawing.labels.push(label);
        }
    }
    drawing
}

/// Draws the leaves that are finally visible, and the hidden leaves that portal chains reached.
fn end(tree: &LeafTree, flow: &PvsFlow, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    let empty = |leaf: &&LeafId| **leaf != OUTSIDE && **leaf != flow.leaf;
    for &leaf in flow.reached.iter().filter(empty) {
        let is_seen = flow.pvs.visible(flow.leaf, leaf);
        let color = if is_seen {
            palette.reached()
        } else {
            palette.contact()
        };
        cell(&mut drawing, tree, leaf, color);
    }
    cell(&mut drawing, tree, flow.leaf, palette.eye());
    drawing
}

fn cell(drawing: &mut Drawing, tree: &LeafTree, leaf: LeafId, color: Rgb) {
    drawing.cell(&tree.leaf_cell(leaf), Stroke::new(color, 1.0, 2.0), None);
}

#[cfg(test)]
mod tests;

//! The portal flow, step by step: a chain of portals from a leaf, what is seen of the next portal through it, and why it ends; before
//! that what all portals cost, after it the leaves that it led to.

use bspwalk_geometry::{Aabb, Plane};
use bspwalk_levels::color::palette::{Palette, Rgb};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::solid_leaf::{
    LeafId, LeafTree, OUTSIDE,
    pvs::{FlowOutcome, FlowStep, PvsFlow},
};
use glam::DVec3;

use crate::{
    drawing::{Drawing, Label},
    legend::{Legend, Row},
    lines::Stroke,
    sight::{Cone, add_cone},
};

mod costs;
mod words;

use costs::openings;
pub use costs::{Cost, costliest};

/// What the legend says while the flow is recorded.
pub const WAITING: &str = "The PVS is computed once more, and the portal flow from this leaf is recorded. Solid leaves have none; a page records it only where the PVS takes few steps.";

/// Most portals whose costs are drawn, the costliest.
const MOST_PORTALS: usize = 1500;

/// Most portals whose costs are labelled.
const MOST_LABELS: usize = 12;

/// Height of the labels, in logical pixels.
const LABEL: f32 = 15.0;

/// Draws a moment of the film: at 0 what all portals cost, then the steps, at last what they have led to.
#[must_use]
pub fn drawing(tree: &LeafTree, flow: &PvsFlow, moment: u32, palette: Palette) -> Drawing {
    match at(flow, moment) {
        Moment::Costs => cost_drawing(flow, palette),
        Moment::Step(_, step) => of_step(tree, flow, step, palette),
        Moment::End => end(tree, flow, palette),
    }
}

/// What is shown at a moment.
enum Moment<'a> {
    Costs,
    /// A step, and its number from 1.
    Step(u32, &'a FlowStep),
    End,
}

fn at(flow: &PvsFlow, moment: u32) -> Moment<'_> {
    match moment.checked_sub(1) {
        None => Moment::Costs,
        Some(step) => flow
            .steps
            .get(step as usize)
            .map_or(Moment::End, |found| Moment::Step(step + 1, found)),
    }
}

/// All openings, brighter and further along the colours the more steps the searches from them took, both directions together.
fn cost_drawing(flow: &PvsFlow, palette: Palette) -> Drawing {
    let openings = openings(flow);
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
            drawing.labels.push(Label {
                places: vec![middle(&portal.corners).as_vec3()],
                text: steps.to_string(),
                color,
                height: LABEL,
                rank: rank as u32,
                even_hidden: true,
                normal: None,
                line: None,
                of: OverlayKind::Flow,
            });
        }
    }
    drawing
}

fn of_step(tree: &LeafTree, flow: &PvsFlow, step: &FlowStep, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    cell(&mut drawing, tree, flow.leaf, palette.eye());
    let corners = |number: u32| {
        flow.portals
            .get(number as usize)
            .map_or(&[][..], |portal| &portal.corners)
    };
    for &portal in &step.chain {
        drawing.outlined(corners(portal), palette.selected(), 0.08, [0.9, 2.0]);
    }
    let view = palette.reached().lighter(0.35);
    drawing.outlined(&step.source, view, 0.3, [1.0, 1.6]);
    drawing.outlined(&step.through, view, 0.3, [1.0, 1.6]);
    let Some(next) = step.next else { return drawing };
    let whole = corners(next);
    let end = middle(whole);
    let cone = Cone {
        source: &step.source,
        seen: &step.through,
        planes: &step.planes,
    };
    // The edges of the view go on as far as to the next portal.
    let [from, through] = [&step.source, &step.through].map(|part| middle(part));
    let length = through.distance(from).max(1.0e-6);
    let beyond = (end.distance(through) / length).clamp(0.3, 8.0);
    add_cone(&mut drawing, &cone, beyond, Stroke::new(view, 0.8, 1.4));
    let (color, alpha) = match &step.outcome {
        FlowOutcome::Followed { .. } | FlowOutcome::Seen { .. } | FlowOutcome::Begun { .. } => {
            (palette.reached(), 0.06)
        }
        FlowOutcome::Known => (palette.reached(), 0.2),
        FlowOutcome::CutShort { .. } => (palette.missed(), 0.25),
        FlowOutcome::Closed(_) | FlowOutcome::RuledOut { .. } => (palette.contact(), 0.3),
    };
    drawing.outlined(whole, color, alpha, [1.0, 2.6]);
    if let FlowOutcome::Followed { seen } | FlowOutcome::Seen { seen, .. } = &step.outcome {
        drawing.outlined(seen, view, 0.5, [1.0, 1.8]);
    }
    if let FlowOutcome::Closed(closing) = &step.outcome {
        let reach = Aabb::from_points(whole.iter().chain(&step.through).copied());
        add_plane(
            &mut drawing,
            &closing.plane,
            end,
            0.6 * reach.size().length(),
            palette,
        );
    }
    let path: Vec<_> = [tree.leaf(flow.leaf).map(|leaf| leaf.bounds.center())]
        .into_iter()
        .flatten()
        .chain(step.chain.iter().map(|&portal| middle(corners(portal))))
        .chain([end])
        .map(DVec3::as_vec3)
        .collect();
    drawing.lines.path(&path, Stroke::new(color, 0.9, 2.0));
    drawing
}

/// A square of a plane, as far from a point as `reach`, whose middle is the place of the plane next to that point.
fn add_plane(drawing: &mut Drawing, plane: &Plane, near: DVec3, reach: f64, palette: Palette) {
    let center = near - plane.normal * plane.distance(near);
    let u = plane.normal.any_orthonormal_vector() * reach;
    let v = plane.normal.cross(u);
    let square = [center - u - v, center + u - v, center + u + v, center - u + v];
    drawing.outlined(&square, palette.cut(), 0.14, [0.8, 1.4]);
}

/// The leaves that are seen in the end, and those that chains led to and that are hidden all the same.
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

fn middle(corners: &[DVec3]) -> DVec3 {
    corners.iter().sum::<DVec3>() / corners.len().max(1) as f64
}

/// The legend of a moment.
#[must_use]
pub fn legend(flow: &PvsFlow, moment: u32, palette: Palette) -> Legend {
    let view = palette.reached().lighter(0.35);
    match at(flow, moment) {
        Moment::Costs => {
            let [least, most] = [0.0, 1.0].map(|share| palette.measure(share));
            vec![
                Row::note(words::costs(flow)),
                Row::area(most, "the portal whose searches took the most steps"),
                Row::area(
                    least,
                    "those that took hardly any; numbers: the steps of the costliest",
                ),
                Row::note(words::of_leaf(flow)),
            ]
        }
        Moment::Step(number, step) => vec![
            Row::note(words::step(flow, number, step)),
            Row::line(palette.selected(), 2.0, "the chain, from the source to the pass"),
            Row::area(view, "what is seen of each, and the edges of the view"),
            Row::area(palette.contact(), "a next portal that is not seen"),
            Row::area(palette.cut(), "the plane behind which it is clipped away"),
        ],
        Moment::End => vec![
            Row::note(words::end(flow)),
            Row::line(palette.reached(), 2.0, "leaves that may be seen"),
            Row::line(palette.contact(), 2.0, "reached, and ruled out in the end"),
        ],
    }
}

#[cfg(test)]
mod tests;
